/**
 * Text → terms: one analysis for building the index and for reading queries.
 * Identifiers are kept whole and also split (`AUTH_OIDC_ENABLED`, `createGlossaryTerm`, `a.b.c`, `--flag`, paths),
 * because a reader types either; words of prose are stemmed.
 */
import { rememberLatest } from './remember-latest.ts';
import { stem } from './stem.ts';
import { STOP_WORDS } from './stop-words.ts';
import { forEachWord } from './words.ts';

/** What one written word stands for in the index. */
export interface Word {
  /** The identifier as a whole and its larger pieces (`a.b_c` → `a.b_c`, `b_c`); none for a plain word. */
  wholes: readonly string[];
  /** Stems of the plain words in it, stop words included. */
  parts: readonly string[];
  /** For each part whether it is a stop word. */
  stops: readonly boolean[];
  /** The word in lower case, unstemmed: what prefixes and spelling are compared with. */
  plain: string;
}

/** A word where it stands in a text, in UTF-16 offsets. */
export interface Token {
  start: number;
  end: number;
  word: Word;
}

/** Longer identifiers are indexed by their parts only: nobody types them whole. */
const LONGEST_TERM = 64;
const KEPT_WORDS = 20_000;

const CAMEL = /\p{Lu}+(?!\p{Ll})\p{N}*|\p{Lu}?[\p{Ll}\p{M}]+\p{N}*|[\p{L}\p{M}]+\p{N}*|\p{N}+/gu;
const VERSION = /^v?_?\d+(?:[._]\d+)+$/;
/** Names written in camel case that are one word to every reader. */
const ONE_WORD = new Set(['datahub', 'graphql', 'github', 'javascript', 'youtube', 'linkedin']);

function fold(text: string): string {
  const lower = text.toLowerCase();
  // oxlint-disable-next-line no-control-regex
  if (/^[\u0000-\u007f]*$/.test(lower)) return lower;
  return lower
    .normalize('NFKD')
    .replace(/\p{M}+/gu, '')
    .normalize('NFKC')
    .toLowerCase();
}

function camelParts(piece: string): string[] {
  if (ONE_WORD.has(piece.toLowerCase()) || /^\p{Lu}+s?$/u.test(piece) || /^\p{Ll}+$/u.test(piece)) return [piece];
  return piece.match(CAMEL) ?? [];
}

function addWhole(wholes: string[], term: string): void {
  if (term.length > 1 && term.length <= LONGEST_TERM && !wholes.includes(term)) wholes.push(term);
}

/** Pieces between dots, slashes and colons; inside of them `_`, `-` and capitals part the words. */
function splitIdentifier(raw: string, wholes: string[], parts: string[]): void {
  for (const segment of raw.split(/[./:@=$]+/)) {
    const pieces = segment.split(/[_-]+/).flatMap(camelParts);
    if (pieces.length > 1) addWhole(wholes, fold(segment).replace(/^[_-]+|[_-]+$/g, ''));
    for (const piece of pieces) if (piece.length > 1 || pieces.length === 1) parts.push(fold(piece));
  }
}

const NONE: readonly string[] = [];

function readWord(raw: string): Word {
  if (/^[a-z]+$/.test(raw) && raw.length <= LONGEST_TERM)
    return { wholes: NONE, parts: [stem(raw)], stops: [STOP_WORDS.has(raw)], plain: raw };
  const bare = raw.replace(/['’]s$/i, '').replace(/['’]/g, '');
  const plain = fold(bare);
  const wholes: string[] = [];
  const parts: string[] = [];
  if (VERSION.test(plain)) wholes.push(plain.replace(/^v?_?/, '').replaceAll('_', '.').slice(0, LONGEST_TERM));
  else {
    splitIdentifier(bare, wholes, parts);
    if (parts.length > 1 || /^(?:--|@)/.test(plain)) {
      addWhole(wholes, plain);
      wholes.sort((a, b) => b.length - a.length);
    }
  }
  const kept = parts.filter((part) => part !== '' && part.length <= LONGEST_TERM);
  return { wholes, parts: kept.map(stem), stops: kept.map((part) => STOP_WORDS.has(part)), plain };
}

/** Reading a word takes microseconds, and texts repeat their words. */
export const analyzeWord = rememberLatest(KEPT_WORDS, readWord);

/** All words of a text, in order. */
export function tokenize(text: string): Token[] {
  const tokens: Token[] = [];
  forEachWord(text, (word, start) => tokens.push({ start, end: start + word.length, word: analyzeWord(word) }));
  return tokens;
}

/** Calls back with each term of a text, each as often as it occurs. */
export function forEachTerm(text: string, keepStopWords: boolean, visit: (term: string) => void): void {
  forEachWord(text, (written) => {
    const { wholes, parts, stops } = analyzeWord(written);
    for (const whole of wholes) visit(whole);
    for (let i = 0; i < parts.length; i++) if (keepStopWords || stops[i] !== true) visit(parts[i] as string);
  });
}

/** The text's words as one comparable string: equal keys are the same title to a reader (`About Domains` ≠ `Domains`). */
export function phraseKey(text: string): string {
  return tokenize(text)
    .flatMap(({ word }) => (word.parts.length > 0 ? word.parts : word.wholes))
    .join(' ');
}
