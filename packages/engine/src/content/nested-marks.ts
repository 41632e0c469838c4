/** Finds lines that start with more quotations, list items, and footnotes than a page may nest, for which the parser takes quadratic time. */

/** Maximum nesting depth of elements; real pages have ten or twenty levels. */
export const MAX_NESTING = 200;

const MARK = /[ \t]*(?:>|[-*+](?=[ \t])|\d{1,9}[.)](?=[ \t])|\[\^[^\]\n]{1,999}\]:)/gy;

/** Returns the number of quotations, list items, and footnotes that start on a line within each other. */
export const nestedMarksIn = (line: string): number => withoutBreak(line).match(MARK)?.length ?? 0;

/** Returns a line without the thematic break at its end, such as `* * *`, which consists of the same characters as the marks of a list. */
function withoutBreak(line: string): string {
  const trimmed = line.trimEnd();
  const mark = trimmed.at(-1) ?? '';
  if (mark !== '-' && mark !== '*') return line;
  let start = trimmed.length;
  let marks = 0;
  for (; start > 0 && [mark, ' ', '\t'].includes(trimmed[start - 1] ?? ''); start--) marks += trimmed[start - 1] === mark ? 1 : 0;
  return marks < 3 ? line : trimmed.slice(0, start);
}

/** Empties the lines of Markdown that are nested too deeply, for texts other than the body of a page, which reports them. */
export const withoutDeepLines = (markdown: string): string =>
  markdown
    .split('\n')
    .map((line) => (nestedMarksIn(line) > MAX_NESTING ? '' : line))
    .join('\n');
