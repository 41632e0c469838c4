/**
 * Texts of the catalogue on their way into Markdown. The dialect works on lines before it is parsed (directives, tags,
 * comments, includes), and those steps know no backslash: what they look for is written as a character reference.
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

/**
 * Plain text as Markdown that shows exactly this text, in a paragraph, a heading or a table's cell. White space is folded.
 */
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

/** Text shown as code, for instance a field's name or a default. Empty text shows as an empty pair of quotes. */
export function codeSpan(text: string): string {
  const folded = fold(text);
  if (folded === '') return '`""`';
  // A code span cannot hold these in a table or beside the steps that work on lines; the element can.
  if (!/[`|]|<!--|:::|\{\/\*/.test(folded)) return `\`${folded}\``;
  return codeElement(folded);
}

/** The same as an element, for places where Markdown is not read: inside of `<summary>`. */
export function codeElement(text: string): string {
  return `<code>${fold(text).replace(/[^A-Za-z0-9 ,;()/]/gu, numeric)}</code>`;
}

/**
 * A sentence of the catalogue: plain text in which `code` and [links](../../path.md) mean what they mean in Markdown,
 * and nothing else does.
 */
export function sentence(text: string): string {
  return fold(text)
    .split(/(`[^`]+`|\[[^\][]+\]\([^()\s]+\))/)
    .map((part, index) => (index % 2 === 0 ? escapeBetween(part) : part.startsWith('`') ? codeSpan(part.slice(1, -1)) : link(part)))
    .join('');
}

/** An attribute's value, without its quotes. */
export function escapeAttribute(text: string): string {
  return text.replace(/[&<>"'`|{}\n\r]/g, numeric);
}

/** Leaves the blanks at the ends alone, which part a word from the code beside it. */
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
