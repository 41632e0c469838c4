/** Pieces of text → HTML that holds no mark-up but our own marks. */
import type { TextPiece } from '../types.ts';
import type { HighlightedValue, HighlightResult } from './types.ts';

export interface MarkTags {
  pre: string;
  post: string;
}

const DEFAULT_TAGS: MarkTags = { pre: '<mark>', post: '</mark>' };
const PLAIN_TAG = /^<(mark|em|strong|b|i|span)(?: class="[\w -]*")?>$/;

/** The tags that a request asks for when they are plain ones that belong together, else `<mark>`: an answer never carries what a stranger wrote. */
export function markTags(pre: string | undefined, post: string | undefined): MarkTags {
  const name = PLAIN_TAG.exec(pre ?? '')?.[1];
  return name !== undefined && post === `</${name}>` ? { pre: pre as string, post } : DEFAULT_TAGS;
}

const ENTITIES: Readonly<Record<string, string>> = { '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;', "'": '&#39;' };

/** Safe between tags and in a quoted attribute. */
export function escapeHtml(text: string): string {
  return text.replace(/[&<>"']/g, (character) => ENTITIES[character] as string);
}

export function marked(pieces: readonly TextPiece[], { pre, post }: MarkTags): string {
  return pieces.map(({ text, highlighted }) => (highlighted ? pre + escapeHtml(text) + post : escapeHtml(text))).join('');
}

export const plain = (pieces: readonly TextPiece[]): string => pieces.map(({ text }) => text).join('');

/** @param words number of words in the query */
export function highlightedValue(pieces: readonly TextPiece[], tags: MarkTags, words: number): HighlightedValue {
  const matched = matchedWords(pieces).length;
  return { value: marked(pieces, tags), matchLevel: matched === 0 ? 'none' : matched >= words ? 'full' : 'partial' };
}

export function highlightResult(pieces: readonly TextPiece[], tags: MarkTags, words: number): HighlightResult {
  return { ...highlightedValue(pieces, tags, words), matchedWords: matchedWords(pieces).map(escapeHtml) };
}

function matchedWords(pieces: readonly TextPiece[]): string[] {
  return [...new Set(pieces.filter(({ highlighted }) => highlighted).map(({ text }) => text.toLowerCase()))];
}

/** A piece for each word, with the space after it; an excerpt's own ellipses are not words. */
function wordsOf(pieces: readonly TextPiece[]): TextPiece[] {
  return pieces
    .filter(({ text }) => text.trim() !== '…')
    .flatMap(({ text, highlighted }) => (text.match(/\s*\S+\s*|\s+/g) ?? []).map((word) => ({ text: word, highlighted })));
}

/** Cuts pieces to so many words around the first match, with the ellipsis where something is left out. */
export function snippet(pieces: readonly TextPiece[], words: number, ellipsis: string): TextPiece[] {
  const all = wordsOf(pieces);
  const isWord = ({ text }: TextPiece): boolean => text.trim() !== '';
  const first = Math.max(
    0,
    all.findIndex(({ highlighted }) => highlighted),
  );
  let start = first;
  for (let before = Math.floor(words / 3); before > 0 && start > 0; start--) if (isWord(all[start - 1] as TextPiece)) before--;
  let end = start;
  for (let left = words; left > 0 && end < all.length; end++) if (isWord(all[end] as TextPiece)) left--;
  const cut = { text: ellipsis, highlighted: false };
  const before = start > 0 || pieces[0]?.text === '… ';
  const after = end < all.length || pieces.at(-1)?.text === ' …';
  return [...(before ? [cut] : []), ...all.slice(start, end), ...(after ? [cut] : [])];
}
