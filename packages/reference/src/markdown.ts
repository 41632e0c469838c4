/**
 * Converts catalog texts to Markdown. Before the engine parses Markdown, it processes directives, tags, comments, and includes
 * line by line. These steps do not support backslash escapes, so their markers are escaped as character references.
 */
import { shorten } from '@quire/engine/content/excerpts.ts';

const NAMED_REFERENCES: Readonly<Record<string, string>> = {
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

const reference = (char: string): string => NAMED_REFERENCES[char] ?? numericReference(char);

/** Escapes plain text so that Markdown shows exactly this text in a paragraph, a heading, or a table cell. White space is collapsed. */
export function escapeMarkdown(text: string): string {
  const inside = collapseSpaces(text)
    .replace(/[\\*_[\]~$^=#]/g, '\\$&')
    .replace(/[&<>{}`|@]|:(?=:|\/\/)|(?<=:):/g, reference)
    .replace(/www\./gi, (start) => `${start.slice(0, 3)}&#46;`);
  return inside
    .replace(/^[-+!]/, '\\$&')
    .replace(/^(\d+)([.)])/, '$1\\$2')
    .replace(/^(import|export)\b/, (word) => numericReference(word.charAt(0)) + word.slice(1));
}

/** Returns a code span, for example of a field name or a default. An empty text is shown as a pair of quotes. */
export function codeSpan(text: string): string {
  const collapsed = collapseSpaces(text);
  if (collapsed === '') return '`""`';
  // In a code span, these would end a table cell or be processed by the line-based steps.
  if (!/[`|]|<!--|:::|\{\/\*/.test(collapsed)) return `\`${collapsed}\``;
  return codeElement(collapsed);
}

/** Returns an HTML code element, for places where Markdown is not parsed, such as `<summary>`. */
export function codeElement(text: string): string {
  return `<code>${collapseSpaces(text).replace(/[^A-Za-z0-9 ,;()/]/gu, numericReference)}</code>`;
}

/** Converts a catalog text, which is plain text with two constructs of Markdown: `code` and [links](../../path.md). */
export function sentence(text: string): string {
  return collapseSpaces(text)
    .split(/(`[^`]+`|\[[^\][]+\]\([^()\s]+\))/)
    .map((part, index) => (index % 2 === 0 ? escapeBetween(part) : part.startsWith('`') ? codeSpan(part.slice(1, -1)) : link(part)))
    .join('');
}

/** Escapes the value of an attribute, without its quotes. */
export function escapeAttribute(text: string): string {
  return text.replace(/[&<>"'`|{}\n\r]/g, numericReference);
}

/** Escapes the text between code and links. Keeps the spaces at its ends. */
function escapeBetween(part: string): string {
  const middle = part.trim();
  if (middle === '') return part;
  const start = part.length - part.trimStart().length;
  return part.slice(0, start) + escapeMarkdown(middle) + part.slice(start + middle.length);
}

function link(markdown: string): string {
  const { label = '', target = '' } = /^\[(?<label>.*)\]\((?<target>.*)\)$/.exec(markdown)?.groups ?? {};
  return /^(?:https?:\/\/|\.{0,2}\/|#)/.test(target)
    ? `[${sentence(label)}](${target.replace(/[<>"'`|{}\\]/g, encodeURIComponent)})`
    : escapeMarkdown(markdown);
}

/** Returns the numeric character reference of a character. */
const numericReference = (char: string): string => `&#${char.codePointAt(0) ?? 0xfffd};`;

const collapseSpaces = (text: string): string => text.replace(/\s+/g, ' ').trim();

/** Returns a fenced code block. Its fence is longer than any fence in the code. @param meta words after the language */
export function fencedCode(language: string, code: string, meta = ''): string {
  let longest = 2;
  for (const [, mark = ''] of code.matchAll(/^[ \t]*(`{3,})/gm)) longest = Math.max(longest, mark.length);
  const mark = '`'.repeat(longest + 1);
  return `${mark}${language}${meta === '' ? '' : ` ${meta}`}\n${code.replace(/(?<!\n)\n+$/, '')}\n${mark}`;
}

/** Returns a table. The cells are Markdown. */
export function table(header: readonly string[], rows: readonly (readonly string[])[]): string {
  const line = (cells: readonly string[]): string => `| ${cells.join(' | ')} |`;
  return [line(header), line(header.map(() => '---')), ...rows.map(line)].join('\n');
}

/** Joins blocks with blank lines and skips empty ones. */
export const blocks = (...parts: readonly (string | null)[]): string => parts.filter((part) => part !== null && part !== '').join('\n\n');

/** Joins items for a sentence: "a, b, and c". */
export const listed = (items: readonly string[]): string => new Intl.ListFormat('en-US').format(items);

/** Limits of a page description for search results, in characters. */
export const MIN_DESCRIPTION = 50;
const MAX_DESCRIPTION = 158;

/** Returns the plain text of a catalog text: links and code become their text. */
export function plainText(markdown: string): string {
  return markdown
    .replace(/\[([^\][]+)\]\([^()\s]+\)/g, '$1')
    .replaceAll('`', '')
    .replace(/\s+/g, ' ')
    .trim();
}

/** Returns a page description of at most `MAX_DESCRIPTION` characters: as many whole sentences as fit. If these are too few, cuts at a word. @param about catalog text */
export function descriptionOf(about: string): string {
  const whole = plainText(about);
  if (whole.length <= MAX_DESCRIPTION) return whole;
  const sentences = whole.slice(0, whole.lastIndexOf('. ', MAX_DESCRIPTION - 1) + 1);
  if (sentences.length >= MIN_DESCRIPTION) return sentences;
  return shorten(whole, MAX_DESCRIPTION - 1).replace(/[,;:.]…$/, '…');
}

/** Wraps Markdown that search and the assistant do not index, because many pages repeat it. */
export const notIndexed = (markdown: string): string => `<NotIndexed>\n\n${markdown}\n\n</NotIndexed>`;
