/** Pieces of text → HTML that holds no mark-up but our own marks. */
import type { TextPiece } from '../contract.ts';
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

/** Cuts pieces to so many words around the first match, with the ellipsis where something is left out. */
export function snippet(pieces: readonly TextPiece[], words: number, ellipsis: string): TextPiece[] {
  const all = pieces.flatMap(({ text, highlighted }) => [...text.matchAll(/\s*\S+\s*/g)].map(([word]) => ({ text: word, highlighted })));
  if (all.length <= words) return [...pieces];
  const first = Math.max(0, all.findIndex(({ highlighted }) => highlighted));
  const start = Math.max(0, Math.min(first - Math.floor(words / 3), all.length - words));
  const kept = all.slice(start, start + words);
  const cut = { text: ellipsis, highlighted: false };
  return [...(start > 0 ? [cut] : []), ...kept, ...(start + words < all.length ? [cut] : [])];
}
