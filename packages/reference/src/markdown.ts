/**
 * Turns catalog texts into Markdown. The dialect processes lines before they are parsed (directives, tags, comments,
 * includes), and those steps do not know backslash escapes, so their markers are written as character references.
 */

const REFERENCES: Readonly<Record<string, string>> = {
  '&': '&amp;',
  '<': '&lt;',
  '>': '&gt;',
  '{': '&#123;',
  '}': '&#125;',
  '`': '&#96;',
  '|': '&#124;',
  ':': '&#58;',
  '@': '&#64;',
};

const reference = (char: string): string => REFERENCES[char] ?? `&#${char.codePointAt(0) ?? 0xfffd};`;

/** Escapes plain text so that Markdown shows exactly this text in a paragraph, a heading or a table cell. White space is folded. */
export function escapeMarkdown(text: string): string {
  const inside = fold(text)
    .replace(/[\\*_[\]~$^=#]/g, '\\$&')
    .replace(/[&<>{}`|@]|:(?=:|\/\/)|(?<=:):/g, reference)
    .replace(/www\./gi, (start) => `${start.slice(0, 3)}&#46;`);
  return inside
    .replace(/^[-+!]/, '\\$&')
    .replace(/^(\d+)([.)])/, '$1\\$2')
    .replace(/^(import|export)\b/, (word) => numeric(word.charAt(0)) + word.slice(1));
}

/** Shows text as code, for instance a field name or a default. Empty text shows as a pair of quotes. */
export function codeSpan(text: string): string {
  const folded = fold(text);
  if (folded === '') return '`""`';
  // A code span cannot contain these in a table or before the line-based steps; the element can.
  if (!/[`|]|<!--|:::|\{\/\*/.test(folded)) return `\`${folded}\``;
  return codeElement(folded);
}

/** Shows text as a code element, for places where Markdown is not parsed, such as `<summary>`. */
export function codeElement(text: string): string {
  return `<code>${fold(text).replace(/[^A-Za-z0-9 ,;()/]/gu, numeric)}</code>`;
}

/** Converts a catalog sentence: plain text in which only `code` and [links](../../path.md) are Markdown. */
export function sentence(text: string): string {
  return fold(text)
    .split(/(`[^`]+`|\[[^\][]+\]\([^()\s]+\))/)
    .map((part, index) => (index % 2 === 0 ? escapeBetween(part) : part.startsWith('`') ? codeSpan(part.slice(1, -1)) : link(part)))
    .join('');
}

/** Escapes the value of an attribute, without its quotes. */
export function escapeAttribute(text: string): string {
  return text.replace(/[&<>"'`|{}\n\r]/g, numeric);
}

/** Keeps spaces at the ends, which separate a word from the code next to it. */
function escapeBetween(part: string): string {
  const [, before = '', middle = '', after = ''] = /^(\s*)([\s\S]*?)(\s*)$/.exec(part) ?? [];
  return before + escapeMarkdown(middle) + after;
}

function link(markdown: string): string {
  const { label = '', target = '' } = /^\[(?<label>.*)\]\((?<target>.*)\)$/.exec(markdown)?.groups ?? {};
  return /^(?:https?:\/\/|\.{0,2}\/|#)/.test(target)
    ? `[${sentence(label)}](${target.replace(/[<>"'`|{}\\]/g, encodeURIComponent)})`
    : escapeMarkdown(markdown);
}

const numeric = (char: string): string => `&#${char.codePointAt(0) ?? 0xfffd};`;

const fold = (text: string): string => text.replace(/\s+/g, ' ').trim();

/** A fenced code block, with a fence longer than any in the code. @param meta words after the language */
export function fencedCode(language: string, code: string, meta = ''): string {
  const longest = Math.max(2, ...[...code.matchAll(/^\s*(`{3,})/gm)].map((match) => match[1]?.length ?? 0));
  const mark = '`'.repeat(longest + 1);
  return `${mark}${language}${meta === '' ? '' : ` ${meta}`}\n${code.replace(/\n+$/, '')}\n${mark}`;
}

/** A table. Cells are Markdown. */
export function table(header: readonly string[], rows: readonly (readonly string[])[]): string {
  const line = (cells: readonly string[]): string => `| ${cells.join(' | ')} |`;
  return [line(header), line(header.map(() => '---')), ...rows.map(line)].join('\n');
}

/** Joins blocks with blank lines and skips empty ones. */
export const blocks = (...parts: readonly (string | null)[]): string => parts.filter((part) => part !== null && part !== '').join('\n\n');

/** Joins items as a sentence does: "a, b, and c". */
export const listed = (items: readonly string[]): string => new Intl.ListFormat('en-US').format(items);

const MAX_DESCRIPTION = 158;

/** A catalog text without its Markdown: links and code become their text. */
export function plainText(markdown: string): string {
  return markdown
    .replace(/\[([^\][]+)\]\([^()\s]+\)/g, '$1')
    .replaceAll('`', '')
    .replace(/\s+/g, ' ')
    .trim();
}

/** A page description of at most 158 characters, cut at a word if necessary. @param about catalog text */
export function descriptionOf(about: string): string {
  const whole = plainText(about);
  return whole.length <= MAX_DESCRIPTION ? whole : `${whole.slice(0, whole.lastIndexOf(' ', MAX_DESCRIPTION - 1)).replace(/[,;:.]$/, '')}…`;
}

/** Markdown that search and assistant leave out, because it repeats the page. */
export const notIndexed = (markdown: string): string => `<NotIndexed>\n\n${markdown}\n\n</NotIndexed>`;
