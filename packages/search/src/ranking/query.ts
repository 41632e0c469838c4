/** Turns the words of a query into slots: the terms to search for in the index, each with its alternatives. */
import { type Analyzer, stem, type Token } from '../analysis.ts';
import { type Dictionary, editDistance, type SynonymRule } from '../index-file/format.ts';
import type { Index } from '../index-file/read.ts';
import type { Correction, QueryWord } from '../types.ts';
import { ALTERNATIVE, LIMIT } from './weights.ts';

/** Terms that must all be present (one, except for synonyms of several words), and their weight. */
export interface Alternative {
  terms: number[];
  weight: number;
}

/** One word of the query. Without alternatives nothing in the index matches it. */
export interface Slot {
  /** The word's own stem, by which neighbors are compared. */
  stem: string;
  alternatives: Alternative[];
  /** 0 to 1: the factor of the word's weight; absent: 1. */
  share?: number;
}

export interface ReadQuery {
  slots: Slot[];
  corrections: Correction[];
}

/** A word to look up: its stem, and the identifiers that it is a part of. */
interface Wanted {
  stem: string;
  plain: string;
  whole: string | null;
  /** Whether the reader may still be typing it. */
  last: boolean;
}

/** A name of words joined by underscores, such as an environment variable. */
const VARIABLE = /^[\p{L}\p{N}]+(?:_[\p{L}\p{N}]+)+$/u;

function wantedOf(dictionary: Dictionary, tokens: readonly Token[], finished: boolean, keepStopWords: boolean): Wanted[] {
  return tokens.flatMap(({ word }, i): Wanted[] => {
    const last = !finished && i === tokens.length - 1;
    const plain = word.plain;
    if (word.parts.length === 0) return word.wholes.slice(0, 1).map((whole) => ({ stem: whole, plain: whole, whole: null, last }));
    const parts = word.parts.filter((_, j) => keepStopWords || word.stops[j] !== true);
    if (word.parts.length === 1 && word.wholes.length === 0) return parts.map((stem) => ({ stem, plain, whole: null, last }));
    const whole = word.wholes[0] ?? null;
    const wanted = parts.map((stem, j) => ({ stem, plain: stem, whole, last: last && j === parts.length - 1 }));
    // For a query of only a variable, prefer pages that contain it over pages about its parts.
    const isKnown = tokens.length === 1 && whole !== null && VARIABLE.test(whole) && dictionary.find(whole) >= 0;
    return isKnown ? [{ stem: whole, plain: whole, whole: null, last }, ...wanted] : wanted;
  });
}

function one(term: number, weight: number): Alternative {
  return { terms: [term], weight };
}

/** Letters of the longest word that is split in two: stemming both halves at each place takes quadratic time. */
const LONGEST_SPLIT = 64;

/** Splits a word into two known ones: `datasource`. */
function splitInTwo(dictionary: Dictionary, word: string): Alternative | null {
  if (word.length > LONGEST_SPLIT) return null;
  for (let at = word.length - 3; at >= 3; at--) {
    const left = dictionary.find(stem(word.slice(0, at)));
    const right = dictionary.find(stem(word.slice(at)));
    if (left >= 0 && right >= 0 && dictionary.frequency(left) > 1 && dictionary.frequency(right) > 1)
      return { terms: [left, right], weight: ALTERNATIVE.correction };
  }
  return null;
}

const ENDING = /(?:at?i?ons?|als?|ings?|ments?|ers?|ed|es)$/;

/** The forms of the word to correct. The plain form is one, because stemming does not change misspelled endings. */
function spellingForms({ plain, stem: own }: Wanted): string[] {
  const bare = plain.replace(ENDING, '');
  return [...new Set([own, plain, bare])].filter((form) => /^\p{L}{4,24}$/u.test(form));
}

/** Whether two edits leave enough of a word: of a short form, the ending is already gone. */
const bearsTwoEdits = (form: string, plain: string): boolean => form.length >= (form === plain ? 6 : 7);

/**
 * The closest words of the index: those one edit away from any form before those two edits away. A word that differs in two letters and begins with
 * another letter is a different word: `visible` is not what a reader means by `ansible`.
 */
function spellings(dictionary: Dictionary, wanted: Wanted): Alternative[] {
  const forms = spellingForms(wanted);
  for (const distance of [1, 2]) {
    for (const form of forms) {
      if (distance === 2 && !bearsTwoEdits(form, wanted.plain)) continue;
      const found = dictionary.near(form, distance, 3);
      const near = distance === 1 ? found : found.filter((term) => dictionary.term(term)[0] === form[0]);
      if (near.length > 0) return near.map((term, i) => one(term, i === 0 ? ALTERNATIVE.correction : ALTERNATIVE.correction / 2));
    }
  }
  return [];
}

/** The longest stem in the index that is a prefix of the unfinished or unusually inflected word. */
function longestKnownStart(dictionary: Dictionary, word: string): number {
  for (let length = word.length - 1; length >= Math.max(5, word.length - 4); length--) {
    const id = dictionary.find(word.slice(0, length));
    if (id >= 0) return id;
  }
  return -1;
}

/** Alternatives to a word that is not in the index. */
function alternativesTo(dictionary: Dictionary, wanted: Wanted): Alternative[] {
  const prefixed = wanted.last && wanted.plain.length > 1 ? dictionary.withPrefix(wanted.plain, LIMIT.prefixTerms) : [];
  if (prefixed.length > 0) return prefixed.map((term) => one(term, ALTERNATIVE.prefixOfUnknown));
  const corrected = spellings(dictionary, wanted);
  if (corrected.length > 0) return corrected;
  const start = longestKnownStart(dictionary, wanted.stem);
  if (start >= 0) return [one(start, ALTERNATIVE.correction)];
  const split = splitInTwo(dictionary, wanted.plain);
  return split === null ? [] : [split];
}

function completions(dictionary: Dictionary, { plain, last }: Wanted, own: number): Alternative[] {
  if (!last || plain.length < 3) return [];
  const ids = dictionary.withPrefix(plain, LIMIT.prefixTerms / 2).filter((id) => id !== own);
  return ids.map((id) => one(id, ALTERNATIVE.prefixOfKnown));
}

function slotOf(dictionary: Dictionary, wanted: Wanted): Slot {
  const whole = wanted.whole === null ? -1 : dictionary.find(wanted.whole);
  const own = dictionary.find(wanted.stem);
  const alternatives: Alternative[] = whole < 0 ? [] : [one(whole, 1)];
  if (own >= 0) alternatives.push(one(own, whole < 0 ? 1 : ALTERNATIVE.partOfKnown), ...completions(dictionary, wanted, own));
  return { stem: wanted.stem, alternatives };
}

/** Fills the slots of words that are neither in the index nor in the synonyms. */
function correct(dictionary: Dictionary, wanted: readonly Wanted[], slots: readonly Slot[]): Correction[] {
  let left = LIMIT.corrections;
  return slots.flatMap(({ alternatives }, i): Correction[] => {
    if (alternatives.length > 0 || left-- <= 0) return [];
    const word = wanted[i] as Wanted;
    alternatives.push(...alternativesTo(dictionary, word));
    const [best] = alternatives;
    return best === undefined ? [] : [{ from: word.plain, to: best.terms.map((id) => dictionary.term(id)) }];
  });
}

/** Adds adjacent words that the pages write as one word: `snow flake`. */
function addJoined(dictionary: Dictionary, wanted: readonly Wanted[], slots: readonly Slot[]): void {
  for (let i = 0; i + 1 < wanted.length; i++) {
    const id = dictionary.find(stem((wanted[i] as Wanted).plain + (wanted[i + 1] as Wanted).plain));
    if (id < 0) continue;
    for (const slot of slots.slice(i, i + 2)) slot.alternatives.push(one(id, ALTERNATIVE.joined));
  }
}

/** Numbers of the rules by the first stem of their left side. */
function numberRules(rules: readonly SynonymRule[]): ReadonlyMap<string, readonly number[]> {
  const byStem = new Map<string, number[]>();
  rules.forEach(({ from: [stem = ''] }, i) => {
    const numbers = byStem.get(stem);
    if (numbers === undefined) byStem.set(stem, [i]);
    else numbers.push(i);
  });
  return byStem;
}

function addSynonyms(
  dictionary: Dictionary,
  rules: readonly SynonymRule[],
  byStem: ReadonlyMap<string, readonly number[]>,
  slots: readonly Slot[],
): void {
  const numbers = slots.flatMap(({ stem }) => byStem.get(stem) ?? []).sort((a, b) => a - b);
  for (const number of numbers) {
    const { from, to } = rules[number] as SynonymRule;
    for (let start = 0; start + from.length <= slots.length; start++) {
      const filled = slots.slice(start, start + from.length);
      if (!from.every((term, i) => term === filled[i]?.stem)) continue;
      const terms = to.map((term) => dictionary.find(term));
      if (terms.includes(-1)) continue;
      // The word itself counts more than its synonyms if the pages use it.
      const weight = filled.some(({ alternatives }) => alternatives.length > 0) ? ALTERNATIVE.synonymOfKnown : ALTERNATIVE.synonym;
      for (const { alternatives } of filled) if (alternatives.length < LIMIT.alternatives) alternatives.push({ terms, weight });
    }
  }
}

/** Reads a query. Text beyond the limits is ignored; a repeated word counts once. */
export type QueryReader = (text: string) => ReadQuery;

export function createQueryReader({ dictionary, synonyms, analyzer }: Pick<Index, 'dictionary' | 'synonyms' | 'analyzer'>): QueryReader {
  const rulesByStem = numberRules(synonyms);
  return (text) => {
    const tokens = analyzer.tokenize(text.slice(0, LIMIT.characters));
    const finished = /\s$/.test(text);
    let wanted = wantedOf(dictionary, tokens, finished, false);
    if (wanted.length === 0) wanted = wantedOf(dictionary, tokens, finished, true);
    const seen = new Set<string>();
    wanted = wanted.filter(({ stem }) => !seen.has(stem) && seen.add(stem)).slice(0, LIMIT.slots);
    const slots = wanted.map((word) => slotOf(dictionary, word));
    addJoined(dictionary, wanted, slots);
    addSynonyms(dictionary, synonyms, rulesByStem, slots);
    return { slots, corrections: correct(dictionary, wanted, slots) };
  };
}

// Looks up each word of a text in the index. The assistant uses this to decide whether it can answer at all.

/** Factor for a part of a name if no page contains the whole name: `Open` of `OpenMetadata`. */
const PART = 0.3;
/** Factor for numbers, which are less specific than words of the same rarity. */
const NUMBER = 0.5;

interface Form {
  written: string;
  plain: string;
  wholes: readonly string[];
}

/** The words as the reader wrote them, by stem; the first of several. */
function formsByStem({ tokenize }: Analyzer, text: string): Map<string, Form> {
  const forms = new Map<string, Form>();
  for (const { start, end, word } of tokenize(text)) {
    for (const stem of [...word.wholes, ...word.parts])
      if (!forms.has(stem)) forms.set(stem, { written: text.slice(start, end), plain: word.plain, wholes: word.wholes });
  }
  return forms;
}

/** Whether a word in camel case is a name that no page contains, although pages contain its parts. */
function isUnknownName(dictionary: Dictionary, { written, wholes }: Form): boolean {
  return /^\p{L}+$/u.test(written) && wholes.length > 0 && wholes.every((whole) => dictionary.find(whole) < 0);
}

/** Share of the word's letters that its correction leaves unchanged; an ending beyond the corrected stem does not count. */
function closenessOf(dictionary: Dictionary, { stem }: Slot, { plain }: Form, [best]: readonly Alternative[]): number {
  const corrected = (best?.terms ?? []).map((term) => dictionary.term(term)).join('');
  const starts = [-1, 0, 1].map((more) => plain.slice(0, corrected.length + more));
  const edits = Math.min(...[stem, ...starts].map((form) => editDistance(form, corrected, 3)));
  return Math.max(0, 1 - edits / Math.max(1, plain.length));
}

/**
 * The words that a query of this text searches for, in order: without stop words, unless there are no others.
 * Text beyond the limits of a query is not read.
 * @param read reads a text as a query of this index
 */
export function understandText(
  { dictionary, pageOf, sections, pagesByTerm, analyzer }: Index,
  text: string,
  read: QueryReader,
): QueryWord[] {
  const cut = text.slice(0, LIMIT.characters);
  const forms = formsByStem(analyzer, cut);
  const { slots, corrections } = read(`${cut} `);
  const corrected = new Set(corrections.map(({ from }) => from));
  const count = pageOf.length;
  const rarity = (frequency: number): number =>
    Math.min(1, Math.log(1 + (count - frequency + 0.5) / (frequency + 0.5)) / Math.log(1 + count));
  const frequencyOf = ({ terms }: Alternative): number =>
    Math.min(...terms.map((term) => Math.max(sections.counts[term] as number, pagesByTerm.counts[term] as number)));
  const termsOf = ({ terms }: Alternative): string[] => terms.map((term) => dictionary.term(term));

  function understandSlot(slot: Slot): QueryWord {
    const form = forms.get(slot.stem) ?? { written: slot.stem, plain: slot.stem, wholes: [] };
    const own = slot.alternatives.filter(
      (one) => one.terms.length === 1 && [slot.stem, ...form.wholes].includes(termsOf(one)[0] as string),
    );
    const used = own.length > 0 ? own : slot.alternatives;
    const frequency = Math.max(0, ...used.map(frequencyOf));
    const word = {
      written: form.written,
      weight: Math.max(0, rarity(frequency)) * (/^\p{N}+$/u.test(form.written) ? NUMBER : 1),
      share: frequency / Math.max(1, count),
      own: own.flatMap(termsOf),
      alternatives: slot.alternatives.filter((one) => !own.includes(one)).map(termsOf),
    };
    if (used.length === 0) return { ...word, known: 'not', closeness: 0 };
    if (isUnknownName(dictionary, form)) return { ...word, known: 'part', closeness: PART, own: [], alternatives: used.map(termsOf) };
    if (own.length > 0) return { ...word, known: 'itself', closeness: 1 };
    if (!corrected.has(form.plain)) return { ...word, known: 'synonym', closeness: 1 };
    return { ...word, known: 'spelling', closeness: closenessOf(dictionary, slot, form, used) };
  }
  return slots.map(understandSlot);
}
