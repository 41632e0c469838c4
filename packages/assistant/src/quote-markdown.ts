/** Words of a page as Markdown that shows them and does nothing: no markup, link, image or HTML comes of them. */
import { MARK, plainText } from '@quire/search';

/**
 * What Markdown makes a link of without being asked. It is shown as code, since an escape does not help: renderers look
 * for addresses once the escapes are gone.
 */
const ADDRESS = /(?:(?:https?|ftp|mailto|xmpp):\/*|www\.)[^\s<>"'`)\]]*[^\s<>"'`)\].,;:!?]|(?<![\w.+-])[\w.+-]+@[\w.+@-]*[\w-]/gi;

/** Plain text as Markdown. Only what could mean something is escaped, so that it stays readable where nobody renders it. */
export function escapeMarkdown(text: string): string {
  let at = 0;
  let markdown = '';
  for (const match of text.matchAll(ADDRESS)) {
    markdown += escapeText(text.slice(at, match.index)) + codeSpan(match[0]);
    at = match.index + match[0].length;
  }
  return markdown + escapeText(text.slice(at));
}

function escapeText(text: string): string {
  return text.replace(/[\\`*[\]<>~|]|&(?=#?\w+;)|(?<![\p{L}\p{N}])_|_(?![\p{L}\p{N}])/gu, '\\$&');
}

/** Code in a line that stays code, whatever backticks are in it. */
export function codeSpan(code: string): string {
  const longest = longestRun(code);
  const bars = '`'.repeat(longest + 1);
  const space = longest > 0 ? ' ' : '';
  return `${bars}${space}${code}${space}${bars}`;
}

/** A block of code that stays one, whatever fences are in it. */
export function codeBlock(code: string): string {
  const bars = '`'.repeat(Math.max(3, longestRun(code) + 1));
  return `${bars}\n${code}\n${bars}`;
}

function longestRun(code: string): number {
  return Array.from(code.matchAll(/`+/g)).reduce((longest, [run]) => Math.max(longest, run.length), 0);
}

/** A line of a section with the marks of its inline code → Markdown that begins no heading, list or quotation. */
export function quoteLine(marked: string): string {
  return escapeStart(quoteInline(marked));
}

function quoteInline(marked: string): string {
  return marked
    .split(MARK.code)
    .map((part, i) => (i % 2 === 0 ? escapeMarkdown(plainText(part)) : codeSpan(plainText(part))))
    .join('');
}

function escapeStart(markdown: string): string {
  return markdown.replace(/^(?:[#+=-]|\d{1,9}(?=[.)]))/, (start) => (/\d/.test(start) ? `${start}\\` : `\\${start}`));
}

/** A table with one row of headings, or without any where the page has none. */
export function quoteTable(headers: readonly string[], rows: readonly (readonly string[])[]): string {
  const width = Math.max(headers.length, ...rows.map((row) => row.length));
  const line = (cells: readonly string[]): string =>
    `| ${Array.from({ length: width }, (_, i) => quoteCell(cells[i] ?? '')).join(' | ')} |`;
  return [line(headers), `|${' --- |'.repeat(width)}`, ...rows.map(line)].join('\n');
}

/** In a table a bar ends the cell even inside of code, unless it is escaped. */
function quoteCell(marked: string): string {
  return quoteInline(marked).replace(/\\?\|/g, '\\|');
}
