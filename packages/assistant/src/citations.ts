/** Citations as links to the very words, and the references in the order of an answer. */
import { type Evidence, MARK, plainText } from '@quire/search';
import { withBase } from '@quire/engine/model/url.ts';
import type { AnswerPiece, Citation } from './contract.ts';

/** Platform globals of Node, browsers and workers; declared here because this zone is typed without any of them. */
declare const encodeURIComponent: (text: string) => string;
declare const encodeURI: (text: string) => string;

/** Words at the start and at the end of a passage that a browser looks for. */
const START_WORDS = 5;
const END_WORDS = 4;
/** A longer term is an address or a language without spaces, not a phrase; then the link leads to the section. */
const LONGEST_TERM = 120;

/** Routes of the pages that an answer cites, in its order: a page's number is its place in here, from 1. */
export function citedPaths(pieces: readonly AnswerPiece[]): string[] {
  return [...new Set(pieces.flatMap(({ citation }) => (citation === null ? [] : [citation.path])))];
}

/** Ids of the cited documents with their extension, in the order of the answer. */
export function orderReferences(pieces: readonly AnswerPiece[], evidence: readonly Evidence[]): string[] {
  const ids = new Map(evidence.map(({ record }) => [record.page.path, record.page.id]));
  return citedPaths(pieces).flatMap((path) => {
    const id = ids.get(path);
    return id === undefined ? [] : [`${id}.md`];
  });
}

/** Markdown of a citation: `[1](/docs/x#anchor:~:text=first%20words,last%20words)`. */
export function citationLink(citation: Citation, number: number, baseUrl: string): string {
  return `[${number}](${citationUrl(citation, baseUrl)})`;
}

/** Address of the passage: its section, and in browsers that know text fragments the words themselves. */
export function citationUrl({ path, anchor, passage }: Citation, baseUrl: string): string {
  const fragment = textFragment(passage);
  const hash = anchor === '' && fragment === '' ? '' : `#${encodeURIComponent(anchor.toWellFormed())}${fragment}`;
  // A closing bracket would end the link, the underscores could be those of the stream's marker.
  return (encodeURI(withBase(baseUrl, path).toWellFormed()) + hash).replace(/[()]|__+/g, encodeAll);
}

/** `:~:text=start,end` by the WICG's rules, '' where the passage has no words to look for. A term stays within one block of the page. */
function textFragment(passage: string): string {
  // Of a row the longest cell, because a name in the first cell may occur in many places.
  const blocks = passage
    .split('\n')
    .map((line) => line.split('\t').reduce((longest, cell) => (cell.length > longest.length ? cell : longest)));
  const first = wordsOf(blocks[0] ?? '');
  const last = wordsOf(blocks.at(-1) ?? '');
  const isShort = blocks.length === 1 && first.length <= START_WORDS + END_WORDS;
  const terms = isShort ? [first] : [first.slice(0, START_WORDS), last.slice(-END_WORDS)];
  const written = terms.map((words) => words.join(' ').replace(/[.,;:!?…]+$/, ''));
  if (written.some((term) => !/[\p{L}\p{N}]/u.test(term) || term.length > LONGEST_TERM)) return '';
  return `:~:text=${written.map(encodeTerm).join(',')}`;
}

function wordsOf(text: string): string[] {
  return text.split(/\s+/).filter((word) => word !== '');
}

/** `-`, `,` and `&` mean something in a text fragment, brackets and the like in Markdown. */
function encodeTerm(text: string): string {
  return encodeURIComponent(text.toWellFormed()).replace(/[-!'*~]/g, encodeAll);
}

function encodeAll(characters: string): string {
  return characters.replace(/./g, (character) => `%${character.charCodeAt(0).toString(16).toUpperCase()}`);
}

/**
 * An answer as it is streamed: one text for each piece, to be joined as they are.
 * @param paths routes by whose order pages are numbered; those that the pieces cite when absent
 */
export function renderPieces(pieces: readonly AnswerPiece[], baseUrl: string, paths: readonly string[] = citedPaths(pieces)): string[] {
  const numbers = new Map(paths.map((path, i) => [path, i + 1]));
  return pieces.map(
    (piece, i) => separator(pieces[i - 1], piece) + renderPiece(piece, numbers.get(piece.citation?.path ?? '') ?? 0, baseUrl),
  );
}

/** Sentences of a page follow each other in one paragraph. */
function separator(before: AnswerPiece | undefined, { kind, citation }: AnswerPiece): string {
  if (before === undefined) return '';
  if (before.kind === 'item' && kind === 'item') return '\n';
  const continues = before.kind === 'sentence' && kind === 'sentence' && before.citation?.path === citation?.path;
  return continues ? ' ' : '\n\n';
}

/** A piece with its citation: behind the words, or below a block that has no end to write behind. */
export function renderPiece({ kind, markdown, citation }: AnswerPiece, number: number, baseUrl: string): string {
  if (citation === null) return markdown;
  const link = citationLink(citation, number, baseUrl);
  const hasEnd = kind !== 'code' && kind !== 'table' && !/(?:^|\n)[^\n]*`{3,}$|(?:^|\n)\|[^\n]*$/.test(markdown);
  return hasEnd ? `${markdown} ${link}` : `${markdown}\n\n${link}`;
}

/** Escapes text of a page, so that no markup, link, image or HTML results from it. */

/**
 * Text that Markdown renderers turn into links automatically. It is shown as code, since escapes do not help: renderers look
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
