/** Writes citations as links to the cited words, and references in the order of an answer. */
import { MARK, plainText } from '@quire/search';
import { withBase } from '@quire/engine/model/url.ts';
import type { AnswerPiece, Citation, IndexedSection } from './contract.ts';

/** Number of words at the start and at the end of a passage for which a browser searches. */
const START_WORDS = 5;
const END_WORDS = 4;
/** A longer term is not a phrase but an address, or text in a language without spaces. Its link leads to the section only. */
const LONGEST_TERM = 120;

/** Returns the routes of the pages that an answer cites, in its order. The number of a page is its 1-based position. */
export function citedPaths(pieces: readonly AnswerPiece[]): string[] {
  return [...new Set(pieces.flatMap(({ citation }) => (citation === null ? [] : [citation.path])))];
}

/** Returns the ids of the cited documents with their extension, in the order of the answer. */
export function orderReferences(pieces: readonly AnswerPiece[], evidence: readonly IndexedSection[]): string[] {
  const ids = new Map(evidence.map(({ record }) => [record.page.path, record.page.id]));
  return citedPaths(pieces).flatMap((path) => {
    const id = ids.get(path);
    return id === undefined ? [] : [`${id}.md`];
  });
}

/** Returns the Markdown of a citation: `[1](/docs/x#anchor:~:text=first%20words,last%20words)`. */
export function citationLink(citation: Citation, number: number, baseUrl: string): string {
  return `[${number}](${citationUrl(citation, baseUrl)})`;
}

/** Returns the address of the passage: its section, with a text fragment for the words themselves. */
export function citationUrl({ path, anchor, passage }: Citation, baseUrl: string): string {
  const fragment = textFragment(passage);
  const hash = anchor === '' && fragment === '' ? '' : `#${encodeURIComponent(anchor.toWellFormed())}${fragment}`;
  // A closing parenthesis would end the link, and the underscores could be those of the marker of the stream.
  return (encodeURI(withBase(baseUrl, path).toWellFormed()) + hash).replace(/[()]|__+/g, encodeAll);
}

/** Returns a text fragment (`:~:text=start,end`, WICG), or '' if the passage has no words to search for. A term stays within one block of the page. */
function textFragment(passage: string): string {
  // Use the longest cell of a row, because the name in the first cell may occur in many places.
  const blocks = passage
    .split('\n')
    .map((line) => line.split('\t').reduce((longest, cell) => (cell.length > longest.length ? cell : longest)));
  const first = wordsOf(blocks[0] ?? '');
  const last = wordsOf(blocks.at(-1) ?? '');
  const isShort = blocks.length === 1 && first.length <= START_WORDS + END_WORDS;
  const terms = isShort ? [first] : [first.slice(0, START_WORDS), last.slice(-END_WORDS)];
  const written = terms.map((words) => words.join(' ').replace(/(?<![.,;:!?…])[.,;:!?…]+$/, ''));
  if (written.some((term) => !/[\p{L}\p{N}]/u.test(term) || term.length > LONGEST_TERM)) return '';
  return `:~:text=${written.map(encodeTerm).join(',')}`;
}

function wordsOf(text: string): string[] {
  return text.split(/\s+/).filter((word) => word !== '');
}

/** Also encodes the characters with a meaning in text fragments (`-`, `,`, `&`) or in Markdown. */
function encodeTerm(text: string): string {
  return encodeURIComponent(text.toWellFormed()).replace(/[-!'*~]/g, encodeAll);
}

function encodeAll(characters: string): string {
  return characters.replace(/./g, (character) => `%${character.charCodeAt(0).toString(16).toUpperCase()}`);
}

/**
 * Returns a text for each piece of an answer. The joined texts are the answer.
 * @param paths routes in the order of the numbers of their pages; default: the pages that the pieces cite
 */
export function renderPieces(pieces: readonly AnswerPiece[], baseUrl: string, paths: readonly string[] = citedPaths(pieces)): string[] {
  const numbers = new Map(paths.map((path, i) => [path, i + 1]));
  return pieces.map(
    (piece, i) => separator(pieces[i - 1], piece) + renderPiece(piece, numbers.get(piece.citation?.path ?? '') ?? 0, baseUrl),
  );
}

/** Returns the text between two pieces. Sentences of the same page are in one paragraph. */
function separator(before: AnswerPiece | undefined, { kind, citation }: AnswerPiece): string {
  if (before === undefined) return '';
  if (before.kind === 'item' && kind === 'item') return '\n';
  const continues = before.kind === 'sentence' && kind === 'sentence' && before.citation?.path === citation?.path;
  return continues ? ' ' : '\n\n';
}

/** Returns a piece with its citation: after the text, or below a block such as code or a table. */
function renderPiece({ kind, markdown, citation }: AnswerPiece, number: number, baseUrl: string): string {
  if (citation === null) return markdown;
  if (kind === 'continue') return `[${markdown}](${citationUrl(citation, baseUrl)})`;
  const link = citationLink(citation, number, baseUrl);
  const hasEnd = kind !== 'code' && kind !== 'table' && !/```$|(?:^|\n)\|[^\n]*$/.test(markdown);
  return hasEnd ? `${markdown} ${link}` : `${markdown}\n\n${link}`;
}

// Escapes text of a page, so that no markup, link, image or HTML results from it.

/**
 * Text that Markdown renderers turn into links automatically. It is written as code, because escapes do not help: renderers
 * search for addresses after they have removed the escapes.
 */
const ADDRESS = /(?:(?:https?|ftp|mailto|xmpp):\/*|www\.)[^\s<>"'`)\]]*[^\s<>"'`)\].,;:!?]|(?<![\w.+-])[\w.+-]+@[\w.+@-]*[\w-]/gi;

/** Returns plain text as Markdown. Only characters with a possible meaning are escaped, so that it stays readable as plain text. */
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

/** Returns an inline code span, with enough backticks around any backticks in the code. */
export function codeSpan(code: string): string {
  const longest = longestRun(code);
  const bars = '`'.repeat(longest + 1);
  const space = longest > 0 ? ' ' : '';
  return `${bars}${space}${code}${space}${bars}`;
}

/** Returns a fenced code block, with a fence that is longer than any backticks in the code. */
export function codeBlock(code: string): string {
  const bars = '`'.repeat(Math.max(3, longestRun(code) + 1));
  return `${bars}\n${code}\n${bars}`;
}

function longestRun(code: string): number {
  return Array.from(code.matchAll(/`+/g)).reduce((longest, [run]) => Math.max(longest, run.length), 0);
}

/** Converts a line of a section with the marks of its inline code to Markdown that does not begin a heading, a list, or a quotation. */
export function quoteLine(marked: string): string {
  return escapeStart(quoteInline(marked));
}

/** Captures bold text. A quotation may begin or end within it. */
const STRONG = new RegExp(`${MARK.strong}([^${MARK.strong}${MARK.strongEnd}]*)(?:${MARK.strongEnd}|$)`);

function quoteInline(marked: string): string {
  return marked.split(STRONG).reduce((before, part, i, parts) => {
    if (i % 2 === 0) return before + quoteUnformatted(part);
    const text = quoteUnformatted(part.trim());
    const start = before + (/^\s/.test(part) ? ' ' : '');
    const end = /\s$/.test(part) ? ' ' : '';
    const isBold = canDelimit(text[0], start.at(-1)) && canDelimit(text.at(-1), end === '' ? parts[i + 1]?.[0] : end);
    return start + (isBold ? `**${text}**` : text) + end;
  }, '');
}

/** Whether Markdown recognizes `**` between a character of the bold text and the one outside: not between punctuation and a letter. */
function canDelimit(inside: string | undefined, outside: string | undefined): boolean {
  return inside !== undefined && (/[\p{L}\p{N}]/u.test(inside) || outside === undefined || /[\s\p{P}\p{S}]/u.test(outside));
}

function quoteUnformatted(marked: string): string {
  return marked
    .split(MARK.code)
    .map((part, i) => (i % 2 === 0 ? escapeMarkdown(plainText(part)) : codeSpan(plainText(part))))
    .join('');
}

/** Escapes the start of a line, so that it does not begin a heading, a list, or a block quote. */
export function escapeStart(markdown: string): string {
  return markdown.replace(/^(?:[#+=-]|\d{1,9}(?=[.)](?:\s|$)))/, (start) => (/\d/.test(start) ? `${start}\\` : `\\${start}`));
}

/** Returns a table. Its header row is empty if the table on the page has none. */
export function quoteTable(headers: readonly string[], rows: readonly (readonly string[])[]): string {
  const width = Math.max(headers.length, ...rows.map((row) => row.length));
  const line = (cells: readonly string[]): string =>
    `| ${Array.from({ length: width }, (_, i) => quoteCell(cells[i] ?? '')).join(' | ')} |`;
  return [line(headers), `|${' --- |'.repeat(width)}`, ...rows.map(line)].join('\n');
}

/** Escapes vertical bars, which end a table cell even within code. */
function quoteCell(marked: string): string {
  return quoteInline(marked).replace(/\\?\|/g, '\\|');
}
