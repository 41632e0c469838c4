/**
 * Analyzes a query: converts its words to slots. A slot is one word of the query with the terms of the index that match it
 * (query expansion): the word itself, its completions, corrections, and synonyms. Each word of a question also has a necessity.
 */
import type { Analyzer, Token } from '../analysis.ts';
import { type Dictionary, editDistance, type Postings } from '../index-file/inverted-index.ts';
import { type SynonymRule, ALIAS, type Field, LABEL, PATH, TITLE } from '../index-file/format.ts';
import type { Index } from '../index-file/read.ts';
import { stem } from '../stem.ts';
import type { Correction, QueryWord } from '../types.ts';
import { memoizeByObject } from '../memoize.ts';
import { ALTERNATIVE, LIMIT } from './weights.ts';

/** Terms that a document must all contain to match: one term, except for synonyms and corrections of several words. */
export interface Alternative {
  /** Ids in the dictionary. */
  terms: number[];
  weight: number;
}

/** One word of the query. A slot without alternatives matches nothing. */
export interface Slot {
  /** Stem of the word itself. */
  stem: string;
  alternatives: Alternative[];
  /** Factor of the word's weight, 0 to 1. Default: 1. */
  factor?: number;
}

export interface AnalyzedQuery {
  slots: Slot[];
  corrections: Correction[];
}

/** A word to look up in the index. */
interface LookupWord {
  stem: string;
  /** Without stemming, for prefixes and corrections. */
  plain: string;
  /** The identifier that the word is a part of; null if there is none. */
  whole: string | null;
  /** Whether the reader may still be typing it: it is at the end of the query without a space after it. */
  isUnfinished: boolean;
}

/** A name whose words are joined by underscores, such as an environment variable. */
const VARIABLE = /^[\p{L}\p{N}]+(?:_[\p{L}\p{N}]+)+$/u;

/** Returns the words to look up: each part of an identifier is one of them. */
function lookupWords(dictionary: Dictionary, tokens: readonly Token[], isFinished: boolean, keepStopWords: boolean): LookupWord[] {
  return tokens.flatMap(({ word }, i): LookupWord[] => {
    const isUnfinished = !isFinished && i === tokens.length - 1;
    const plain = word.plain;
    if (word.parts.length === 0) return word.wholes.slice(0, 1).map((whole) => ({ stem: whole, plain: whole, whole: null, isUnfinished }));
    const parts = word.parts.filter((_, j) => keepStopWords || word.stops[j] !== true);
    if (word.parts.length === 1 && word.wholes.length === 0) return parts.map((stem) => ({ stem, plain, whole: null, isUnfinished }));
    const whole = word.wholes[0] ?? null;
    const partWords = parts.map((stem, j) => ({ stem, plain: stem, whole, isUnfinished: isUnfinished && j === parts.length - 1 }));
    // If the query is only a variable, prefer pages that contain the variable to pages about its parts.
    const isKnown = tokens.length === 1 && whole !== null && VARIABLE.test(whole) && dictionary.find(whole) >= 0;
    return isKnown ? [{ stem: whole, plain: whole, whole: null, isUnfinished }, ...partWords] : partWords;
  });
}

function singleTerm(term: number, weight: number): Alternative {
  return { terms: [term], weight };
}

/** Maximum length of a word that is split in two, since stemming both halves at every offset takes quadratic time. */
const MAX_SPLIT_LENGTH = 64;

/** Splits a word into two words of the index: `datasource`. Returns null if there is no such split. */
function splitInTwo(dictionary: Dictionary, word: string): Alternative | null {
  if (word.length > MAX_SPLIT_LENGTH) return null;
  for (let at = word.length - 3; at >= 3; at--) {
    const left = dictionary.find(stem(word.slice(0, at)));
    const right = dictionary.find(stem(word.slice(at)));
    if (left >= 0 && right >= 0 && dictionary.frequency(left) > 1 && dictionary.frequency(right) > 1)
      return { terms: [left, right], weight: ALTERNATIVE.correction };
  }
  return null;
}

const COMMON_ENDING = /(?:at?i?ons?|als?|ings?|ments?|ers?|ed|es)$/;

/**
 * Returns the forms of a word to correct: its stem, the word as written (since stemming does not change a misspelled
 * ending), and the word without a common ending.
 */
function spellingForms({ plain, stem: own }: LookupWord): string[] {
  const bare = plain.replace(COMMON_ENDING, '');
  return [...new Set([own, plain, bare])].filter((form) => /^\p{L}{4,24}$/u.test(form));
}

/** Whether a form is long enough to allow two edits. A form without its ending must be longer. */
const allowsTwoEdits = (form: string, plain: string): boolean => form.length >= (form === plain ? 6 : 7);

/**
 * Returns the closest words of the index: those within one edit of any form, or else those within two edits. With two
 * edits, the first letter must be equal: a reader who writes `ansible` does not mean `visible`.
 */
function spellingCorrections(dictionary: Dictionary, word: LookupWord): Alternative[] {
  const forms = spellingForms(word);
  for (const distance of [1, 2]) {
    for (const form of forms) {
      if (distance === 2 && !allowsTwoEdits(form, word.plain)) continue;
      const found = dictionary.near(form, distance, 3);
      const near = distance === 1 ? found : found.filter((term) => dictionary.term(term)[0] === form[0]);
      if (near.length > 0) return near.map((term, i) => singleTerm(term, i === 0 ? ALTERNATIVE.correction : ALTERNATIVE.correction / 2));
    }
  }
  return [];
}

/** Returns the id of the longest term that is a prefix of an unfinished or unusually inflected word, or -1. */
function longestKnownPrefix(dictionary: Dictionary, word: string): number {
  for (let length = word.length - 1; length >= Math.max(5, word.length - 4); length--) {
    const id = dictionary.find(word.slice(0, length));
    if (id >= 0) return id;
  }
  return -1;
}

/** Returns alternatives to a word that is not in the index: completions, or else corrections, a prefix, or a split. */
function alternativesTo(dictionary: Dictionary, word: LookupWord): Alternative[] {
  const prefixed = word.isUnfinished && word.plain.length > 1 ? dictionary.withPrefix(word.plain, LIMIT.prefixTerms) : [];
  if (prefixed.length > 0) return prefixed.map((term) => singleTerm(term, ALTERNATIVE.prefixOfUnknown));
  const corrected = spellingCorrections(dictionary, word);
  if (corrected.length > 0) return corrected;
  const start = longestKnownPrefix(dictionary, word.stem);
  if (start >= 0) return [singleTerm(start, ALTERNATIVE.correction)];
  const split = splitInTwo(dictionary, word.plain);
  return split === null ? [] : [split];
}

/** Returns the other terms that an unfinished word of the index may become. */
function completions(dictionary: Dictionary, { plain, isUnfinished }: LookupWord, own: number): Alternative[] {
  if (!isUnfinished || plain.length < 3) return [];
  const ids = dictionary.withPrefix(plain, LIMIT.prefixTerms / 2).filter((id) => id !== own);
  return ids.map((id) => singleTerm(id, ALTERNATIVE.prefixOfKnown));
}

function slotOf(dictionary: Dictionary, word: LookupWord): Slot {
  const whole = word.whole === null ? -1 : dictionary.find(word.whole);
  const own = dictionary.find(word.stem);
  const alternatives: Alternative[] = whole < 0 ? [] : [singleTerm(whole, 1)];
  if (own >= 0) alternatives.push(singleTerm(own, whole < 0 ? 1 : ALTERNATIVE.partOfKnown), ...completions(dictionary, word, own));
  return { stem: word.stem, alternatives };
}

/** Corrects the words whose slots are empty, because neither the index nor the synonyms contain them. */
function addCorrections(dictionary: Dictionary, words: readonly LookupWord[], slots: readonly Slot[]): Correction[] {
  let left = LIMIT.corrections;
  return slots.flatMap(({ alternatives }, i): Correction[] => {
    if (alternatives.length > 0 || left-- <= 0) return [];
    const word = words[i] as LookupWord;
    alternatives.push(...alternativesTo(dictionary, word));
    const [best] = alternatives;
    return best === undefined ? [] : [{ from: word.plain, to: best.terms.map((id) => dictionary.term(id)) }];
  });
}

/** Adds the terms of two adjacent words that the pages write as one word: `snow flake`. */
function addJoinedWords(dictionary: Dictionary, words: readonly LookupWord[], slots: readonly Slot[]): void {
  for (let i = 0; i + 1 < words.length; i++) {
    const id = dictionary.find(stem((words[i] as LookupWord).plain + (words[i + 1] as LookupWord).plain));
    if (id < 0) continue;
    for (const slot of slots.slice(i, i + 2)) slot.alternatives.push(singleTerm(id, ALTERNATIVE.joined));
  }
}

/** Returns the numbers of the synonym rules by the first stem of their `from`. */
function rulesByFirstStem(rules: readonly SynonymRule[]): ReadonlyMap<string, readonly number[]> {
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
  rulesByStem: ReadonlyMap<string, readonly number[]>,
  slots: readonly Slot[],
): void {
  const numbers = slots.flatMap(({ stem }) => rulesByStem.get(stem) ?? []).sort((a, b) => a - b);
  for (const number of numbers) {
    const { from, to } = rules[number] as SynonymRule;
    for (let start = 0; start + from.length <= slots.length; start++) {
      const matched = slots.slice(start, start + from.length);
      if (!from.every((term, i) => term === matched[i]?.stem)) continue;
      const terms = to.map((term) => dictionary.find(term));
      if (terms.includes(-1)) continue;
      // Synonyms weigh less if the pages contain the word itself.
      const weight = matched.some(({ alternatives }) => alternatives.length > 0) ? ALTERNATIVE.synonymOfKnown : ALTERNATIVE.synonym;
      for (const { alternatives } of matched) if (alternatives.length < LIMIT.alternatives) alternatives.push({ terms, weight });
    }
  }
}

/** Analyzes a query. Text beyond the limits is ignored, and a repeated word counts once. */
export type QueryAnalyzer = (text: string) => AnalyzedQuery;

export function createQueryAnalyzer({
  dictionary,
  synonyms,
  analyzer,
}: Pick<Index, 'dictionary' | 'synonyms' | 'analyzer'>): QueryAnalyzer {
  const rulesByStem = rulesByFirstStem(synonyms);
  return (text) => {
    const tokens = analyzer.tokenize(text.slice(0, LIMIT.characters));
    const isFinished = /\s$/.test(text);
    let words = lookupWords(dictionary, tokens, isFinished, false);
    if (words.length === 0) words = lookupWords(dictionary, tokens, isFinished, true);
    const seen = new Set<string>();
    words = words.filter(({ stem }) => !seen.has(stem) && seen.add(stem)).slice(0, LIMIT.slots);
    const slots = words.map((word) => slotOf(dictionary, word));
    addJoinedWords(dictionary, words, slots);
    addSynonyms(dictionary, synonyms, rulesByStem, slots);
    return { slots, corrections: addCorrections(dictionary, words, slots) };
  };
}

// Query understanding: how the index knows each word of a text. The assistant decides with it whether it can answer.

/** Closeness of a part of a name if no page contains the whole name: `Open` of `OpenMetadata`. */
const PART_SIMILARITY = 0.3;
/** Factor of the weight of numbers, which are less specific than words of the same frequency. */
const NUMBER_FACTOR = 0.5;

interface WrittenForm {
  written: string;
  plain: string;
  wholes: readonly string[];
}

/** Returns the first written form of each stem. */
function formsByStem({ tokenize }: Analyzer, text: string): Map<string, WrittenForm> {
  const forms = new Map<string, WrittenForm>();
  for (const { start, end, word } of tokenize(text)) {
    for (const stem of [...word.wholes, ...word.parts])
      if (!forms.has(stem)) forms.set(stem, { written: text.slice(start, end), plain: word.plain, wholes: word.wholes });
  }
  return forms;
}

/** Whether a word in camel case is a name that no page contains, although pages contain its parts. */
function isUnknownName(dictionary: Dictionary, { written, wholes }: WrittenForm): boolean {
  return /^\p{L}+$/u.test(written) && wholes.length > 0 && wholes.every((whole) => dictionary.find(whole) < 0);
}

/** Returns the share of a word's letters that its correction leaves unchanged. An ending beyond the corrected stem does not count. */
function similarityOf(dictionary: Dictionary, { stem }: Slot, { plain }: WrittenForm, [best]: readonly Alternative[]): number {
  const corrected = (best?.terms ?? []).map((term) => dictionary.term(term)).join('');
  const starts = [-1, 0, 1].map((more) => plain.slice(0, corrected.length + more));
  const edits = Math.min(...[stem, ...starts].map((form) => editDistance(form, corrected, 3)));
  return Math.max(0, 1 - edits / Math.max(1, plain.length));
}

/**
 * Returns the words that a query with this text searches for, in order, without stop words unless the text consists of them.
 * Text beyond the limits of a query is ignored.
 * @param analyzeQuery the query analyzer of this index
 */
export function understandText(index: Index, text: string, analyzeQuery: QueryAnalyzer): QueryWord[] {
  const { dictionary, pageOf, sections, pagesByTerm, analyzer } = index;
  const cut = text.slice(0, LIMIT.characters);
  const forms = formsByStem(analyzer, cut);
  const { slots, corrections } = analyzeQuery(`${cut} `);
  const corrected = new Set(corrections.map(({ from }) => from));
  const count = pageOf.length;
  const rarity = (frequency: number): number =>
    Math.min(1, Math.log(1 + (count - frequency + 0.5) / (frequency + 0.5)) / Math.log(1 + count));
  const frequencyOf = ({ terms }: Alternative): number =>
    Math.min(...terms.map((term) => Math.max(sections.counts[term] as number, pagesByTerm.counts[term] as number)));
  const termsOf = ({ terms }: Alternative): string[] => terms.map((term) => dictionary.term(term));

  function understandSlot(slot: Slot): QueryWord {
    const form = forms.get(slot.stem) ?? { written: slot.stem, plain: slot.stem, wholes: [] };
    const exact = slot.alternatives.filter(
      (each) => each.terms.length === 1 && [slot.stem, ...form.wholes].includes(termsOf(each)[0] as string),
    );
    const used = exact.length > 0 ? exact : slot.alternatives;
    const frequency = Math.max(0, ...used.map(frequencyOf));
    const word = {
      written: form.written,
      weight: Math.max(0, rarity(frequency)) * (/^\p{N}+$/u.test(form.written) ? NUMBER_FACTOR : 1),
      documentShare: frequency / Math.max(1, count),
      ...necessityOf(index)(exact.flatMap(({ terms }) => terms)),
      exactTerms: exact.flatMap(termsOf),
      alternatives: slot.alternatives.filter((each) => !exact.includes(each)).map(termsOf),
    };
    if (used.length === 0) return { ...word, match: 'none', similarity: 0 };
    if (isUnknownName(dictionary, form))
      return { ...word, match: 'part', similarity: PART_SIMILARITY, exactTerms: [], alternatives: used.map(termsOf) };
    if (exact.length > 0) return { ...word, match: 'exact', similarity: 1 };
    if (!corrected.has(form.plain)) return { ...word, match: 'synonym', similarity: 1 };
    return { ...word, match: 'spelling', similarity: similarityOf(dictionary, slot, form, used) };
  }
  return slots.map(understandSlot);
}

// The necessity of words. It is learned from the authored questions: how often the section that answers a question with a word contains the word
// itself. Words with a low necessity describe the situation of the reader, so a section without them may be an answer.

interface Necessity {
  /** Above 0 and below 1: the probability that a section that answers a question with this word contains it; 0.5 if there is no evidence. */
  necessity: number;
  /** How few sections have authored questions with this word, on a logarithmic scale: 1 for none, 0 for all; 0 if there is no evidence. */
  seldomAsked: number;
}

/** A site whose sections have fewer words in their authored questions has no evidence. A word counts once for each section. */
const MIN_ASKED_WORDS = 10_000;
/** Number of sections that the average of all words counts as, so that a word of few sections is close to it. */
const AVERAGE_COUNTS_AS = 4;

const NO_EVIDENCE: Necessity = { necessity: 0.5, seldomAsked: 0 };

/** The names of a page that belong to each of its sections. */
const NAMES: readonly Field[] = [TITLE, PATH, LABEL, ALIAS];
const NAMES_MASK = NAMES.reduce((mask, field) => mask | field.mask, 0);

/** Returns the documents with a term, in ascending order. */
function documentsWith({ starts, documents }: Postings, term: number): Uint32Array {
  return documents.subarray(starts[term], starts[term + 1]);
}

/** Returns the pages that have a term in their names. */
function pagesNamed({ starts, documents, values }: Postings, term: number): ReadonlySet<number> {
  const pages = new Set<number>();
  for (let i = starts[term] as number; i < (starts[term + 1] as number); i++)
    if (((values[i] as number) & NAMES_MASK) !== 0) pages.add(documents[i] as number);
  return pages;
}

/**
 * Counts the sections that have authored questions with a term, and that contain it in their text, in the names of their page, or in
 * another one of their authored questions.
 */
function countContaining({ questions, sections, pagesByTerm, pageOf }: Index, term: number): number {
  const texts = documentsWith(sections, term);
  const named = pagesNamed(pagesByTerm, term);
  let count = 0;
  let at = 0;
  for (let i = questions.starts[term] as number; i < (questions.starts[term + 1] as number); i++) {
    const section = questions.documents[i] as number;
    while (at < texts.length && (texts[at] as number) < section) at++;
    if (texts[at] === section || (questions.values[i] as number) > 1 || named.has(pageOf[section] as number)) count++;
  }
  return count;
}

const sumOf = (counts: Uint32Array): number => counts.reduce((sum, count) => sum + count, 0);

/**
 * Returns a function that returns the necessity of a word. Its argument is the terms of the index that are the word itself. Counting takes
 * linear time, and happens when the first text is analyzed.
 */
export const necessityOf = memoizeByObject((index: Index): ((terms: readonly number[]) => Necessity) => {
  const { pageOf, questions } = index;
  const asked = questions.counts;
  const total = sumOf(asked);
  if (total < MIN_ASKED_WORDS) return () => NO_EVIDENCE;
  const containing = asked.map((count, term) => (count === 0 ? 0 : countContaining(index, term)));
  // Between 0 and 1, so that no word is certain to be in a section or to be absent from it.
  const average = (sumOf(containing) + 1) / (total + 2);
  return (terms) => {
    let count = 0;
    let contained = 0;
    for (const term of terms) {
      if ((asked[term] as number) <= count) continue;
      count = asked[term] as number;
      contained = containing[term] as number;
    }
    return {
      necessity: (contained + AVERAGE_COUNTS_AS * average) / (count + AVERAGE_COUNTS_AS),
      seldomAsked: 1 - Math.log(1 + count) / Math.log(1 + pageOf.length),
    };
  };
});
