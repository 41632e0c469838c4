/**
 * The lines of a file before it is parsed. Each step of the compiler takes lines and returns lines. A line keeps its number in the author's
 * file, so that messages can name it.
 */
import type { Problem } from '#model/problem.ts';

export interface Line {
  text: string;
  /** 1-based, in the author's file. Lines of included files have numbers that `Includes` assigns. */
  number: number;
  /** Steps leave lines of fenced code unchanged, except for `{{ inline }}`. */
  kind: 'text' | 'fence' | 'code';
}

/** A line, or the first and the last one, 1-based. */
export type LineRange = number | readonly [first: number, last: number];

/** Reports a problem to the author; default severity: error. @param kind as of `Problem` */
export type Report = (lines: LineRange, message: string, severity?: Problem['severity'], kind?: string) => void;

/** A line of an included file, and where the page includes that file. */
interface IncludedLine {
  /** The file as messages name it. */
  file: string;
  line: number;
  /** Number of the line that includes the file. */
  at: number;
}

/**
 * Assigns numbers to the lines of included files. They are larger than those of any page, so one number identifies both the file and
 * the line, and steps can report a line by its number alone.
 */
export interface Includes {
  /** Registers a file and returns the number of its first line. @param length number of lines */
  add(included: IncludedLine, length: number): number;
  /** Returns the line of an included file that has a number; null for a line of the page itself. */
  find(number: number): IncludedLine | null;
  /** Returns the line of the page that includes the line with a number, directly or through other files. */
  lineOfPage(number: number): number;
}

/** The first number that is assigned to a line of an included file. */
const FIRST_NUMBER = 1e9;

export function createIncludes(): Includes {
  const files: (IncludedLine & { first: number })[] = [];
  let next = FIRST_NUMBER;
  const find: Includes['find'] = (number) => {
    if (number < FIRST_NUMBER) return null;
    // Binary search for the last file that starts at or before the number.
    let [start, end] = [0, files.length];
    while (start < end) {
      const middle = (start + end) >> 1;
      if ((files[middle]?.first ?? 0) <= number) start = middle + 1;
      else end = middle;
    }
    const found = files[start - 1];
    return found === undefined ? null : { ...found, line: found.line + number - found.first };
  };
  return {
    add(included, length) {
      files.push({ ...included, first: next });
      next += length;
      return next - length;
    },
    find,
    lineOfPage(number) {
      const found = find(number);
      return found === null ? number : this.lineOfPage(found.at);
    },
  };
}

/** Returns a function that adds problems of a file, and of the files that it includes, to a list. */
export function reportTo(problems: Problem[], file: string, includes?: Includes): Report {
  return (lines, message, severity = 'error', kind) => {
    const [first, last] = typeof lines === 'number' ? [lines, lines] : lines;
    const [included, end] = [includes?.find(first) ?? null, includes?.find(last) ?? null];
    const [line, endLine] = included?.file === end?.file ? [included?.line ?? first, end?.line ?? last] : [included?.line ?? first, 0];
    const place = { file: included?.file ?? file, line, ...(endLine > line && { endLine }) };
    problems.push({ ...place, message, severity, ...(kind !== undefined && { kind }) });
  };
}

// oxlint-disable-next-line regexp/no-super-linear-backtracking -- The text is a line, whose end always matches.
const FENCE = /^(?<indent>(?:[ \t]|>)*)(?<mark>`{3,}|~{3,})(?<info>[^\n]*)$/;

/** The language of Docusaurus's fences whose content is MDX: they hide it from tools that translate Markdown. */
const MDX_FENCE = /^\s*mdx-code-block(?:\s|$)/;

/** Splits Markdown into lines and distinguishes prose from fenced code (CommonMark 4.5). */
export function readLines(markdown: string, firstLine: number): Line[] {
  const lines: Line[] = [];
  let open: string | null = null;
  /** The mark of the fence around MDX, whose lines are read like the others. */
  let around: string | null = null;
  markdown.split(/\r?\n/).forEach((text, index) => {
    const number = firstLine + index;
    const found = FENCE.exec(text)?.groups;
    const mark = found?.['mark'];
    const info = found?.['info'] ?? '';
    const endsMdx: boolean = around !== null && open === null && mark?.startsWith(around) === true && info.trim() === '';
    if (endsMdx || (around === null && open === null && mark !== undefined && MDX_FENCE.test(info))) {
      around = endsMdx ? null : (mark ?? null);
      lines.push({ text: '', number, kind: 'text' });
    } else if (open === null) {
      const opens = mark !== undefined && !(mark.startsWith('`') && info.includes('`'));
      if (opens) open = mark;
      lines.push({ text, number, kind: opens ? 'fence' : 'text' });
    } else if (mark !== undefined && mark.startsWith(open) && info.trim() === '') {
      open = null;
      lines.push({ text, number, kind: 'fence' });
    } else lines.push({ text, number, kind: 'code' });
  });
  return lines;
}

/** Returns the width of a text in columns. A tab ends at a multiple of four (CommonMark 2.2). */
export function columnsOf(text: string): number {
  let columns = 0;
  for (const character of text) columns += character === '\t' ? 4 - (columns % 4) : 1;
  return columns;
}

/** Returns the indentation of a line in columns. */
export const indentOf = (text: string): number => columnsOf(/^[ \t]*/.exec(text)?.[0] ?? '');

/** The mark of a list item and the white space around it (CommonMark 5.2). */
export const LIST_ITEM = /^\s*(?:[-*+]|\d{1,9}[.)])\s+/;

/** Applies a change to the parts of a line that are not `inline code`. @param change receives whether the part is at the start and at the end of the line */
export function outsideCode(text: string, change: (part: string, isFirst: boolean, isLast: boolean) => string): string {
  if (!text.includes('`')) return change(text, true, true);
  return (
    text
      // oxlint-disable-next-line regexp/no-super-linear-move -- Two backticks always match.
      .split(/(`+[^`]*`+)/)
      .map((part, index, all) => (index % 2 === 0 ? change(part, index === 0, index === all.length - 1) : part))
      .join('')
  );
}

/** Replaces each run of lines of text, which ends at a code block, and keeps the lines of code blocks. */
export function replaceTextRuns(lines: readonly Line[], replace: (run: Line[]) => readonly Line[]): Line[] {
  const result: Line[] = [];
  for (let index = 0; index < lines.length;) {
    let end = index;
    while (lines[end]?.kind === 'text') end += 1;
    // A loop, because the arguments of a call are limited in number.
    if (end > index) for (const line of replace(lines.slice(index, end))) result.push(line);
    else result.push(lines[end++] as Line);
    index = end;
  }
  return result;
}

/**
 * The source of a pattern for an escaped character or inline code, in which no expression or tag starts. It has one group. Code is tried only with
 * whole runs of backticks.
 */
export const ESCAPE_OR_CODE = String.raw`\\[^]|(?<!(?<!\\)\x60)(\x60+)(?!\x60)(?:(?!\n[ \t]*\n)[^])*?(?<!\x60)\1(?!\x60)`;

/** Returns the line breaks of a text. */
export const lineBreaksOf = (text: string): string => text.replace(/[^\n]/g, '');

/**
 * Replaces expressions in the text of a page, but not in its code blocks.
 * @param pattern global; matches the start of an expression, and text in which none starts (`ESCAPE_OR_CODE`)
 * @param replace returns the text that replaces an expression, with the same number of line breaks, and the end of the expression; null for other matches
 */
export function replaceExpressions(
  lines: readonly Line[],
  pattern: RegExp,
  replace: (text: string, match: RegExpExecArray) => { replacement: string; end: number } | null,
): Line[] {
  return replaceTextRuns(lines, (run) => {
    const text = run.map((line) => line.text).join('\n');
    let result = '';
    let copied = 0;
    for (const match of text.matchAll(pattern)) {
      const replaced = match.index < copied ? null : replace(text, match);
      if (replaced === null) continue;
      result += text.slice(copied, match.index) + replaced.replacement;
      copied = replaced.end;
    }
    const rows = (result + text.slice(copied)).split('\n');
    return run.map((line, row) => ({ ...line, text: rows[row] ?? '' }));
  });
}

/** Puts a tag on its own line between blank lines, so that the text around it is still parsed as Markdown. */
export function tagLines(line: Line, indent: string, text: string): Line[] {
  const blank = { ...line, text: indent.includes('>') ? indent : '' };
  return [blank, { ...line, text: indent + text }, blank];
}
