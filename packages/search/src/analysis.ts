/**
 * Turns text into terms, with the same analysis for the index and for queries.
 * Identifiers are indexed whole and split (`AUTH_OIDC_ENABLED`, `createGlossaryTerm`, `a.b.c`, `--flag`, paths),
 * because readers type either form; words of prose are stemmed.
 */
import { memoize } from './memoize.ts';
import { stem } from './stem.ts';

/** The terms of one written word. */
export interface Word {
  /** The identifier as a whole and its larger pieces (`a.b_c` → `a.b_c`, `b_c`); none for a plain word. */
  wholes: readonly string[];
  /** The stems of the plain words that it consists of, including stop words. */
  parts: readonly string[];
  /** Whether each part is a stop word. */
  stops: readonly boolean[];
  /** The word in lower case, unstemmed, for prefixes and spelling corrections. */
  plain: string;
}

/** A word with its position in a text, in UTF-16 offsets. */
export interface Token {
  start: number;
  end: number;
  word: Word;
}

/** In characters. A longer identifier is indexed only by its parts, because readers do not type it in full. */
export const MAX_TERM_LENGTH = 64;
/** Number of words in the cache of analyzed words: analyzing one takes microseconds, and texts repeat their words. */
const CACHED_WORDS = 20_000;

// oxlint-disable-next-line regexp/no-super-linear-move -- Every letter and digit begins a match.
const CAMEL_CASE_PART = /\p{Lu}+(?!\p{Ll})\p{N}*|\p{Lu}?[\p{Ll}\p{M}]+\p{N}*|[\p{L}\p{M}]+\p{N}*|\p{N}+/gu;
const VERSION = /^v?_?\d+(?:[._]\d+)+$/;
/** Names that are often written in camel case but are single words, in lower case. */
const COMMON_SINGLE_WORDS = ['graphql', 'github', 'javascript', 'youtube'];

/** Returns the text in lower case, without accents, and with compatibility characters replaced by the usual ones. */
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

/**
 * Stop words. They are indexed only in titles and headings, so that a query that consists of stop words still finds
 * "What is …". Negations and meaningful prepositions (`off`, `up`, `down`, `without`) are not stop words.
 */
export const STOP_WORDS: ReadonlySet<string> = new Set(
  `a about after again all also am an and any anyone are as at be because been before being between both but by
  can cannot cant could did do does doesnt doing done dont during each either etc even for from further get gets getting
  had has have having he her here hers him his how i if im in into is isnt it its itself ive just know let like
  me more most much must my need of on once one only or other our ours out over own please same shall she should so some
  something such than that the their theirs them then there these they thing things this those through to too under until upon us
  use used uses using very want was way we were what whats when where which while who whom whose why will with would
  you your yours`.split(/\s+/),
);

/**
 * Shortens a text that is only searched and never shown: returns the stems of its distinct words without stop words,
 * sorted, because sorted words compress better, and separated by spaces. The result has the same terms as the text.
 */
export function condense(text: string): string {
  const stems = new Set<string>();
  forEachWord(text, (word) => {
    if (!STOP_WORDS.has(word.replace(/['’]/g, '').toLowerCase())) stems.add(stableStem(word));
  });
  return [...stems].toSorted().join(' ');
}

/** Returns a key that is equal for questions that differ only in stop words, the case, and the forms and the order of their words. Empty if there are no other words. */
export const questionKey = (question: string): string => condense(question.toLowerCase());

/**
 * Returns the stem of a plain word if stemming it again does not change it, since the index stems the result; otherwise the word. A word that
 * is too long for the index is not stemmed, because the time is quadratic in its length.
 */
const stableStem = memoize(
  CACHED_WORDS,
  (word: string): string => {
    if (word.length > MAX_TERM_LENGTH || !/^[A-Z]?[a-z]+$/.test(word)) return word;
    const stemmed = stem(word.toLowerCase());
    return stem(stemmed) === stemmed && !STOP_WORDS.has(stemmed) ? stemmed : word;
  },
  ({ length }) => length <= MAX_TERM_LENGTH,
);

function addWhole(wholes: Set<string>, term: string): void {
  if (term.length > 1 && term.length <= MAX_TERM_LENGTH) wholes.add(term);
}

const isJoiner = (character: string | undefined): boolean => character === '_' || character === '-';

/** Removes `_` and `-` from both ends. A regular expression would take quadratic time on a line of underscores. */
function trimJoiners(text: string): string {
  let start = 0;
  let end = text.length;
  while (start < end && isJoiner(text[start])) start++;
  while (end > start && isJoiner(text[end - 1])) end--;
  return text.slice(start, end);
}

const NONE: readonly string[] = [];
/** A second cache, because the parts of identifiers repeat more often than whole identifiers. */
const stemOfPart = memoize(CACHED_WORDS, stem);

/** Turns text into terms. Analyzers that were created with the same names return the same terms. */
export interface Analyzer {
  /** Returns the words of a text, in order. */
  tokenize(text: string): Token[];
  /** Calls `visit` with each term of a text, once for each occurrence. */
  forEachTerm(text: string, keepStopWords: boolean, visit: (term: string) => void): void;
  /**
   * Returns a normalized form of a text. Texts with equal keys are the same title to a reader; stop words count (`About
   * Domains` ≠ `Domains`).
   */
  phraseKey(text: string): string;
}

/** @param names names in camel case that are single words on this site, such as its product; case-insensitive */
export function createAnalyzer(names: readonly string[] = []): Analyzer {
  const singleWords = new Set([...COMMON_SINGLE_WORDS, ...names].map((name) => name.toLowerCase()));

  function camelParts(piece: string): string[] {
    if (singleWords.has(piece.toLowerCase()) || /^\p{Lu}+s?$/u.test(piece) || /^\p{Ll}+$/u.test(piece)) return [piece];
    return piece.match(CAMEL_CASE_PART) ?? [];
  }

  /** Dots, slashes and colons separate segments; `_`, `-` and capitals separate the words of a segment. */
  function splitIdentifier(raw: string, wholes: Set<string>, parts: string[]): void {
    for (const segment of raw.split(/[./:@=$]+/)) {
      const pieces = segment.split(/[_-]+/).flatMap(camelParts);
      if (pieces.length > 1) addWhole(wholes, trimJoiners(fold(segment)));
      for (const piece of pieces) if (piece.length > 1 || pieces.length === 1) parts.push(fold(piece));
    }
  }

  // Visitors can search for long words, and some characters become up to 18 characters, so the cache would not fit into memory.
  const isShort = (raw: string, { plain }: Word): boolean => raw.length <= MAX_TERM_LENGTH && plain.length <= MAX_TERM_LENGTH;

  function analyze(raw: string): Word {
    if (/^[a-z]+$/.test(raw) && raw.length <= MAX_TERM_LENGTH)
      return { wholes: NONE, parts: [stem(raw)], stops: [STOP_WORDS.has(raw)], plain: raw };
    const bare = raw.replace(/['’]s$/i, '').replace(/['’]/g, '');
    const plain = fold(bare);
    const found = new Set<string>();
    const parts: string[] = [];
    if (VERSION.test(plain)) found.add(plain.replace(/^v?_?/, '').replaceAll('_', '.').slice(0, MAX_TERM_LENGTH));
    else {
      splitIdentifier(bare, found, parts);
      if (parts.length > 1 || /^(?:--|@)/.test(plain)) addWhole(found, plain);
      // Readers type `OpenLineage` in lower case, as a plain word, which is stemmed.
      if (parts.length > 1 && /^[A-Z][A-Za-z]+$/.test(bare)) addWhole(found, stemOfPart(plain));
    }
    const wholes = [...found].sort((a, b) => b.length - a.length);
    const indexed = parts.filter((part) => part !== '' && part.length <= MAX_TERM_LENGTH);
    return { wholes, parts: indexed.map(stemOfPart), stops: indexed.map((part) => STOP_WORDS.has(part)), plain };
  }
  const analyzeWord = memoize(CACHED_WORDS, analyze, isShort);

  function tokenize(text: string): Token[] {
    const tokens: Token[] = [];
    forEachWord(text, (word, start) => tokens.push({ start, end: start + word.length, word: analyzeWord(word) }));
    return tokens;
  }

  return {
    tokenize,
    forEachTerm(text, keepStopWords, visit) {
      forEachWord(text, (written) => {
        const { wholes, parts, stops } = analyzeWord(written);
        for (const whole of wholes) visit(whole);
        for (let i = 0; i < parts.length; i++) if (keepStopWords || stops[i] !== true) visit(parts[i] as string);
      });
    },
    phraseKey: (text) =>
      tokenize(text)
        .flatMap(({ word }) => (word.parts.length > 0 ? word.parts : word.wholes))
        .join(' '),
  };
}

/** A word, or an identifier with its joiners: `AUTH_OIDC_ENABLED`, `a.b.c`, `--flag`, `@name`, `https://x`. */
export const WORD = /(?:--|@)?[\p{L}\p{N}_][\p{L}\p{N}\p{M}_]*(?:(?:['’.:/@=$-]|::|:\/\/)[\p{L}\p{N}_][\p{L}\p{N}\p{M}_]*)*/gu;

const LETTER = 1;
const JOINER = 2;
/** The class of each ASCII character within a word; 0 for characters that end a word. */
const CHARACTER_CLASSES = Uint8Array.from({ length: 128 }, (_, code) => {
  const character = String.fromCharCode(code);
  return /\w/.test(character) ? LETTER : "'.:/@=$-".includes(character) ? JOINER : 0;
});

const AT_SIGN = 64;
const DASH = 45;
const COLON = 58;
const NOT_ASCII = -1;

/**
 * Calls `visit` with each word of a text and its offset in UTF-16 units. ASCII words are scanned by character code, which takes a third
 * of the time of the regular expression `WORD`; the expression matches only words next to other characters.
 */
export function forEachWord(text: string, visit: (word: string, start: number) => void): void {
  let last = 0;
  let at = 0;
  while (at < text.length) {
    const code = text.charCodeAt(at);
    if (code < 128 && CHARACTER_CLASSES[code] !== LETTER) {
      at++;
      continue;
    }
    const start = wordStart(text, at, last);
    const end = code < 128 ? wordEnd(text, at + 1) : NOT_ASCII;
    if (end === NOT_ASCII) {
      WORD.lastIndex = start;
      const match = WORD.exec(text);
      if (match === null) return;
      at = WORD.lastIndex;
      visit(match[0], match.index);
    } else {
      at = end;
      visit(text.slice(start, end), start);
    }
    last = at;
  }
}

/** Returns the start of a word, including a leading `--` or `@`. @param previousEnd offset at which the previous word ended */
function wordStart(text: string, first: number, previousEnd: number): number {
  const before = text.charCodeAt(first - 1);
  if (before === AT_SIGN && first - 1 >= previousEnd) return first - 1;
  return before === DASH && text.charCodeAt(first - 2) === DASH && first - 2 >= previousEnd ? first - 2 : first;
}

/** Returns the end of the word; `NOT_ASCII` if another character touches it. */
function wordEnd(text: string, from: number): number {
  for (let end = from; end < text.length; end++) {
    const code = text.charCodeAt(end);
    if (code >= 128) return NOT_ASCII;
    if (CHARACTER_CLASSES[code] === LETTER) continue;
    if (CHARACTER_CLASSES[code] !== JOINER) return end;
    const next = end + joinerLength(text, end, code);
    if (next >= text.length) return end;
    const following = text.charCodeAt(next);
    if (following >= 128) return NOT_ASCII;
    if (CHARACTER_CLASSES[following] !== LETTER) return end;
    end = next;
  }
  return text.length;
}

/** Returns the length of a joiner: three for `://`, two for `::`, one for others. */
function joinerLength(text: string, at: number, code: number): number {
  if (code !== COLON) return 1;
  if (text.charCodeAt(at + 1) === COLON) return 2;
  return text.startsWith('//', at + 1) ? 3 : 1;
}
