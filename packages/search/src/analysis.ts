/**
 * Turns text into terms, with the same analysis for the index and for queries.
 * Identifiers are kept whole and also split (`AUTH_OIDC_ENABLED`, `createGlossaryTerm`, `a.b.c`, `--flag`, paths),
 * because readers type either form; words of prose are stemmed.
 */
import { memoize } from './memoize.ts';

/** How the index represents one written word. */
export interface Word {
  /** The identifier as a whole and its larger pieces (`a.b_c` → `a.b_c`, `b_c`); none for a plain word. */
  wholes: readonly string[];
  /** Stems of the plain words in it, stop words included. */
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

/** Longer identifiers are indexed by their parts only, since readers do not type them in full. */
const LONGEST_TERM = 64;
/** Words are cached, because analyzing one takes microseconds and texts repeat their words. */
const CACHED_WORDS = 20_000;

const CAMEL = /\p{Lu}+(?!\p{Ll})\p{N}*|\p{Lu}?[\p{Ll}\p{M}]+\p{N}*|[\p{L}\p{M}]+\p{N}*|\p{N}+/gu;
const VERSION = /^v?_?\d+(?:[._]\d+)+$/;
/** Names in camel case that are one word to every reader, in lower case. */
const COMMON_NAMES = ['graphql', 'github', 'javascript', 'youtube'];

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
 * Words without meaning in a question. They are indexed in titles and headings only, so that a query of nothing but stop
 * words still finds "What is …". Negations and meaningful prepositions (`off`, `up`, `down`, `without`) are not in
 * this list.
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
 * Returns the distinct words of a text that are not stop words, each as its stem, separated by spaces. A search finds the same with
 * them, and they are shorter.
 */
export function condense(text: string): string {
  const kept = new Set<string>();
  forEachWord(text, (word) => {
    if (!STOP_WORDS.has(word.replace(/['’]/g, '').toLowerCase())) kept.add(shortestForm(word));
  });
  return [...kept].join(' ');
}

/** Returns the stem of a plain word if the stem is its own stem, which readers of the text derive again; otherwise the word. */
function shortestForm(word: string): string {
  if (!/^[A-Z]?[a-z]+$/.test(word)) return word;
  const stemmed = stem(word.toLowerCase());
  return stem(stemmed) === stemmed && !STOP_WORDS.has(stemmed) ? stemmed : word;
}

function addWhole(wholes: Set<string>, term: string): void {
  if (term.length > 1 && term.length <= LONGEST_TERM) wholes.add(term);
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
/** The parts of identifiers repeat more often than the identifiers. */
const stemOfPart = memoize(CACHED_WORDS, stem);

/** Turns text into terms. Two analyzers that were created with the same names return the same terms. */
export interface Analyzer {
  /** Returns the words of a text, in order. */
  tokenize(text: string): Token[];
  /** Calls `visit` with each term of a text, as often as it occurs. */
  forEachTerm(text: string, keepStopWords: boolean, visit: (term: string) => void): void;
  /** Returns the words of a text as a string for comparison. To a reader, texts with equal keys are the same title (`About Domains` ≠ `Domains`). */
  phraseKey(text: string): string;
}

/** @param names names in camel case that are one word on this site, such as that of its product; case-insensitive */
export function createAnalyzer(names: readonly string[] = []): Analyzer {
  const oneWord = new Set([...COMMON_NAMES, ...names].map((name) => name.toLowerCase()));

  function camelParts(piece: string): string[] {
    if (oneWord.has(piece.toLowerCase()) || /^\p{Lu}+s?$/u.test(piece) || /^\p{Ll}+$/u.test(piece)) return [piece];
    return piece.match(CAMEL) ?? [];
  }

  /** Dots, slashes and colons separate segments; `_`, `-` and capitals separate the words of a segment. */
  function splitIdentifier(raw: string, wholes: Set<string>, parts: string[]): void {
    for (const segment of raw.split(/[./:@=$]+/)) {
      const pieces = segment.split(/[_-]+/).flatMap(camelParts);
      if (pieces.length > 1) addWhole(wholes, trimJoiners(fold(segment)));
      for (const piece of pieces) if (piece.length > 1 || pieces.length === 1) parts.push(fold(piece));
    }
  }

  const analyzeWord = memoize(CACHED_WORDS, (raw: string): Word => {
    if (/^[a-z]+$/.test(raw) && raw.length <= LONGEST_TERM)
      return { wholes: NONE, parts: [stem(raw)], stops: [STOP_WORDS.has(raw)], plain: raw };
    const bare = raw.replace(/['’]s$/i, '').replace(/['’]/g, '');
    const plain = fold(bare);
    const found = new Set<string>();
    const parts: string[] = [];
    if (VERSION.test(plain)) found.add(plain.replace(/^v?_?/, '').replaceAll('_', '.').slice(0, LONGEST_TERM));
    else {
      splitIdentifier(bare, found, parts);
      if (parts.length > 1 || /^(?:--|@)/.test(plain)) addWhole(found, plain);
    }
    const wholes = [...found].sort((a, b) => b.length - a.length);
    const kept = parts.filter((part) => part !== '' && part.length <= LONGEST_TERM);
    return { wholes, parts: kept.map(stemOfPart), stops: kept.map((part) => STOP_WORDS.has(part)), plain };
  });

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

/** A word with its joiners: `AUTH_OIDC_ENABLED`, `a.b.c`, `--flag`, `@name`, `https://x`. */
export const WORD = /(?:--|@)?[\p{L}\p{N}_][\p{L}\p{N}\p{M}_]*(?:(?:['’.:/@=$-]|::|:\/\/)[\p{L}\p{N}_][\p{L}\p{N}\p{M}_]*)*/gu;

const LETTER = 1;
const JOINT = 2;
/** Class of each ASCII character within a word. */
const KINDS = Uint8Array.from({ length: 128 }, (_, code) => {
  const character = String.fromCharCode(code);
  return /\w/.test(character) ? LETTER : "'.:/@=$-".includes(character) ? JOINT : 0;
});

const AT = 64;
const DASH = 45;
const COLON = 58;
const UNKNOWN = -1;

/**
 * Calls `visit` with each word of a text and its offset in UTF-16 units. ASCII is scanned by character code, in a third of the time
 * that the regular expression takes; words next to other characters are matched with the regular expression.
 */
export function forEachWord(text: string, visit: (word: string, start: number) => void): void {
  let last = 0;
  let at = 0;
  while (at < text.length) {
    const code = text.charCodeAt(at);
    if (code < 128 && KINDS[code] !== LETTER) {
      at++;
      continue;
    }
    const start = startOf(text, at, last);
    const end = code < 128 ? endOf(text, at + 1) : UNKNOWN;
    if (end === UNKNOWN) {
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

/** Includes a leading `--` or `@` in the word. @param previousEnd offset at which the previous word ended */
function startOf(text: string, first: number, previousEnd: number): number {
  const before = text.charCodeAt(first - 1);
  if (before === AT && first - 1 >= previousEnd) return first - 1;
  return before === DASH && text.charCodeAt(first - 2) === DASH && first - 2 >= previousEnd ? first - 2 : first;
}

function endOf(text: string, from: number): number {
  for (let end = from; end < text.length; end++) {
    const code = text.charCodeAt(end);
    if (code >= 128) return UNKNOWN;
    if (KINDS[code] === LETTER) continue;
    if (KINDS[code] !== JOINT) return end;
    const next = end + jointLength(text, end, code);
    if (next >= text.length) return end;
    const following = text.charCodeAt(next);
    if (following >= 128) return UNKNOWN;
    if (KINDS[following] !== LETTER) return end;
    end = next;
  }
  return text.length;
}

function jointLength(text: string, at: number, code: number): number {
  if (code !== COLON) return 1;
  if (text.charCodeAt(at + 1) === COLON) return 2;
  return text.startsWith('//', at + 1) ? 3 : 1;
}

// English stemming by the Porter2 algorithm (Snowball "english"), so that `ingesting` and `ingestion` have the same stem.
// The tests compare it with the published vocabulary of the algorithm.

const DOUBLE = /(?:bb|dd|ff|gg|mm|nn|pp|rr|tt)$/;
/** A short syllable at the end of a word: a vowel and a consonant that begin the word, or a consonant, a vowel, and a consonant other than w, x, and Y. */
const SHORT_SYLLABLE = /(?:^[aeiouy][^aeiouy]|[^aeiouy][aeiouy][^aeiouywxY])$/;

const IRREGULAR = new Map([
  ['skis', 'ski'],
  ['skies', 'sky'],
  ['dying', 'die'],
  ['lying', 'lie'],
  ['tying', 'tie'],
  ['idly', 'idl'],
  ['gently', 'gentl'],
  ['ugly', 'ugli'],
  ['early', 'earli'],
  ['only', 'onli'],
  ['singly', 'singl'],
  ...['sky', 'news', 'howe', 'atlas', 'cosmos', 'bias', 'andes'].map((word) => [word, word] as const),
]);
const FINISHED_AFTER_1A = new Set(['inning', 'outing', 'canning', 'herring', 'earring', 'proceed', 'exceed', 'succeed']);

/** Suffixes and their replacements, longest first. They apply within R1. */
const STEP_2: readonly (readonly [string, string])[] = [
  ['ization', 'ize'],
  ['ational', 'ate'],
  ['fulness', 'ful'],
  ['ousness', 'ous'],
  ['iveness', 'ive'],
  ['tional', 'tion'],
  ['biliti', 'ble'],
  ['lessli', 'less'],
  ['entli', 'ent'],
  ['ation', 'ate'],
  ['alism', 'al'],
  ['aliti', 'al'],
  ['ousli', 'ous'],
  ['iviti', 'ive'],
  ['fulli', 'ful'],
  ['enci', 'ence'],
  ['anci', 'ance'],
  ['abli', 'able'],
  ['izer', 'ize'],
  ['ator', 'ate'],
  ['alli', 'al'],
  ['bli', 'ble'],
];
const STEP_3: readonly (readonly [string, string])[] = [
  ['ational', 'ate'],
  ['tional', 'tion'],
  ['alize', 'al'],
  ['icate', 'ic'],
  ['iciti', 'ic'],
  ['ical', 'ic'],
  ['ful', ''],
  ['ness', ''],
];
const STEP_4 = ['ement', 'ance', 'ence', 'able', 'ible', 'ment', 'ant', 'ent', 'ism', 'ate', 'iti', 'ous', 'ive', 'ize', 'al', 'er', 'ic'];

/** Returns the offset of the region after the first consonant that follows a vowel, searching from `start`. */
function regionAfter(word: string, start: number): number {
  const match = /[aeiouy][^aeiouy]/.exec(word.slice(start));
  return match === null ? word.length : start + match.index + 2;
}

function firstRegion(word: string): number {
  const prefix = /^(?:gener|commun|arsen)/.exec(word);
  return prefix === null ? regionAfter(word, 0) : prefix[0].length;
}

function step1a(word: string): string {
  if (word.endsWith('sses')) return word.slice(0, -2);
  if (/(?:ied|ies)$/.test(word)) return word.length > 4 ? word.slice(0, -2) : word.slice(0, -1);
  if (/(?:us|ss)$/.test(word)) return word;
  return /[aeiouy].+s$/.test(word) ? word.slice(0, -1) : word;
}

function step1b(word: string, r1: number): string {
  const eed = /(?:eedly|eed)$/.exec(word);
  if (eed !== null) return eed.index >= r1 ? `${word.slice(0, eed.index)}ee` : word;
  const suffix = /(?:ingly|edly|ing|ed)$/.exec(word);
  if (suffix === null) return word;
  const stem = word.slice(0, suffix.index);
  if (!/[aeiouy]/.test(stem)) return word;
  if (/(?:at|bl|iz)$/.test(stem)) return `${stem}e`;
  if (DOUBLE.test(stem)) return stem.slice(0, -1);
  return r1 >= stem.length && SHORT_SYLLABLE.test(stem) ? `${stem}e` : stem;
}

function replaceSuffix(word: string, r1: number, table: readonly (readonly [string, string])[]): string | null {
  for (const [suffix, replacement] of table) {
    if (word.endsWith(suffix)) return word.length - suffix.length >= r1 ? word.slice(0, -suffix.length) + replacement : word;
  }
  return null;
}

function step2(word: string, r1: number): string {
  const replaced = replaceSuffix(word, r1, STEP_2);
  if (replaced !== null) return replaced;
  if (word.endsWith('logi') && word.length - 3 >= r1) return word.slice(0, -1);
  return /[cdeghkmnrt]li$/.test(word) && word.length - 2 >= r1 ? word.slice(0, -2) : word;
}

function step3(word: string, r1: number, r2: number): string {
  const replaced = replaceSuffix(word, r1, STEP_3);
  if (replaced !== null) return replaced;
  return word.endsWith('ative') && word.length - 5 >= r2 ? word.slice(0, -5) : word;
}

function step4(word: string, r2: number): string {
  const suffix = STEP_4.find((candidate) => word.endsWith(candidate));
  if (suffix !== undefined) return word.length - suffix.length >= r2 ? word.slice(0, -suffix.length) : word;
  return /[st]ion$/.test(word) && word.length - 3 >= r2 ? word.slice(0, -3) : word;
}

function step5(word: string, r1: number, r2: number): string {
  const last = word.length - 1;
  if (word.endsWith('e') && (last >= r2 || (last >= r1 && !SHORT_SYLLABLE.test(word.slice(0, -1))))) return word.slice(0, -1);
  return word.endsWith('ll') && last >= r2 ? word.slice(0, -1) : word;
}

/** Returns the stem of a lowercase English word. Words with characters other than a–z are returned unchanged. */
export function stem(input: string): string {
  if (input.length < 3 || !/^[a-z]+$/.test(input)) return input;
  const irregular = IRREGULAR.get(input);
  if (irregular !== undefined) return irregular;
  // Mark a y that is a consonant as Y until the last step.
  let word = input.replace(/^y|(?<=[aeiouy])y/g, 'Y');
  const r1 = firstRegion(word);
  const r2 = regionAfter(word, r1);
  word = step1a(word);
  if (FINISHED_AFTER_1A.has(word)) return word;
  word = step1b(word, r1);
  word = word.replace(/(?<=.[^aeiouy])[yY]$/, 'i');
  word = step5(step4(step3(step2(word, r1), r1, r2), r2), r1, r2);
  return word.toLowerCase();
}
