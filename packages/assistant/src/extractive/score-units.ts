/** Scores how well each unit of a section answers a question, by its words, its position, and the expected kind of answer. */
import type { QueryWord, SearchRecord } from '@quire/search';
import type { QuestionKind, ReadQuestion } from '../contract.ts';
import type { SectionReader, Terms, Unit, Vocabulary } from './units.ts';
import { forEachTerm, matchStrength, type WordOf } from '../retrieve/cover.ts';

export interface ScoredUnit extends Unit {
  /** 0 to 1: the share of the question that the unit itself contains. */
  own: number;
  /** About 0 to 2; 0 if the unit does not answer the question. */
  score: number;
}

/** Weights of the score. The first three are shares of one. All were set by reading answers to questions about the documentation. */
const WEIGHT = { own: 0.5, heading: 0.3, page: 0.2, exact: 0.3, answer: 0.25, defines: 0.3, opens: 0.1, opensPage: 0.1, opensSubject: 0.7 };
const LOSS = {
  question: 0.3,
  fragment: 0.6,
  long: 0.1,
  leansBack: 0.06,
  unrelated: 0.15,
  output: 0.3,
  codeLine: 0.01,
  leadsElsewhere: 0.25,
};
/** Factor for code, which repeats words without explaining them. */
const OF_CODE = 0.55;
/** Factor for a procedure, whose heading states its purpose, so that its steps need not repeat it. */
const OF_PROCEDURE = 0.9;
const NUMBERED = 0.1;

/** Prior of each kind of unit for each kind of question. */
const PRIOR: Record<QuestionKind, Partial<Record<Unit['kind'], number>>> = {
  'how-to': { list: 0.08, code: 0.12, sentence: 0.02, row: -0.05, table: -0.1, item: -0.05 },
  'what-is': { sentence: 0.15, code: -0.3, row: -0.35, table: -0.35, list: -0.3, item: -0.05 },
  why: { sentence: 0.06, row: 0.08, item: 0.05, code: -0.25, table: -0.2, list: -0.2 },
  which: { row: 0.08, sentence: 0.05, item: 0.05, code: -0.15, list: -0.15, table: -0.15 },
  'yes-no': { sentence: 0.08, row: 0.08, item: 0.05, code: -0.25, list: -0.2, table: -0.2 },
  list: { list: 0.15, table: 0.15, sentence: 0.02, code: -0.25, row: -0.05, item: -0.05 },
  other: { sentence: 0.08, row: 0.08, item: 0.05, code: -0.1, list: -0.15, table: -0.15 },
};

const POINTS_ELSEWHERE = new RegExp(
  [
    String.raw`^(?:see|read|refer to|check out|learn more|more (?:on|about|details)|for (?:more|further|details|a)|below)\b`,
    String.raw`^check (?:it|that)\b`,
    String.raw`^follow (?:the|this) (?:guide|link)\b`,
    String.raw`^(?:in )?this (?:tutorial|guide|page|section|document)\b`,
    String.raw`^the (?:next|following|previous) (?:section|page|table|example)s?\b`,
    String.raw`^the (?:section|page|guide|chapter)s? (?:on|about)\b`,
    String.raw`^(?:what|how|where|which)\b.*\b(?:is|are) (?:in|on|under)\b`,
    String.raw`\bhas the (?:full|whole) \w+\.$`,
  ].join('|'),
  'i',
);
/** Introduces code that is the output of a program. */
const OUTPUT = /\b(?:answers?|returns?|prints?|outputs?|results?|responds?|response|says|looks? like|reads? [\w ]* from)\b.*:/i;
const VERB =
  /^(.{2,70}?)\s(?:is|are|means?|refers? to|represents?|stands? for|describes?|groups?|lets?|collects?|holds?|gives?|says?|tells?|names?|shows?)\s/iu;

/** Returns the units of a section with their scores. */
export function scoreUnits(record: SearchRecord, wanted: Wanted, reader: SectionReader): ScoredUnit[] {
  const context = readContext(record, wanted, reader);
  return reader.unitsOf(record).map((unit) => {
    const matches = matchesOf(wanted, unit.terms);
    const gain = fit(unit, matches, context, wanted) + place(unit, context, wanted, reader);
    return { ...unit, own: coverage(wanted, matches), score: Math.max(0, gain - losses(unit, wanted)) };
  });
}

/** Scores the words of the question in the unit: alone, with its introduction and heading, and with the names of its page. */
function fit(unit: Unit, matches: Matches, context: SectionContext, wanted: Wanted): number {
  const own = ownCoverage(unit, matches, context, wanted);
  const around = unit.around === '' ? [] : matchesOf(wanted, unit.aroundTerms);
  const withHeading = coverage(wanted, matches, around, context.heading);
  const withPage = coverage(wanted, matches, around, context.heading, context.page);
  const words = WEIGHT.own * own + WEIGHT.heading * withHeading + WEIGHT.page * withPage;
  // A word that is missing in all of these may be the one that matters.
  return words * (0.4 + 0.6 * withPage * withPage) + literal(unit, own, wanted) - (own === 0 ? LOSS.unrelated : 0);
}

/** Scores exact strings, and a number or a name if the question asks for one. */
function literal({ passage, quotesCode }: Unit, own: number, { exact, answer }: Wanted): number {
  const lower = passage.toLowerCase();
  const found = exact.filter((one) => lower.includes(one)).length / Math.max(1, exact.length);
  return WEIGHT.exact * found + (answer !== null && own > 0 && (answer === 'code' ? quotesCode : answer.test(passage)) ? WEIGHT.answer : 0);
}

function ownCoverage(unit: Unit, matches: Matches, context: SectionContext, wanted: Wanted): number {
  const { kind, entries, entryTerms } = unit;
  if (isDefinitionByTitle(unit, context, wanted)) return 1;
  const all = coverage(wanted, matches);
  const procedure = wanted.kind === 'how-to' && (kind === 'code' || unit.isNumbered) ? OF_PROCEDURE * context.fit : 0;
  if (kind === 'code') return Math.max(OF_CODE * all, procedure);
  if (entries.length === 1) return Math.max(all, procedure);
  // The best entry of a list counts, unless the whole list is the answer.
  const best = entryTerms.reduce((most, terms) => Math.max(most, coverage(wanted, matchesOf(wanted, terms))), 0);
  return wanted.kind === 'how-to' || wanted.kind === 'list' ? Math.max((best + all) / 2, procedure) : best;
}

function place(unit: Unit, context: SectionContext, wanted: Wanted, reader: SectionReader): number {
  const prior = (PRIOR[wanted.kind][unit.kind] ?? 0) + (wanted.kind === 'how-to' && unit.isNumbered ? NUMBERED : 0);
  if (isDefinitionByTitle(unit, context, wanted)) return prior + WEIGHT.opensSubject;
  const defines = wanted.kind === 'what-is' && unit.kind === 'sentence' && saysWhatItIs(unit, wanted, reader) ? WEIGHT.defines : 0;
  return prior + defines + (unit.place === 0 && wanted.kind !== 'how-to' ? WEIGHT.opens + (context.isOpening ? WEIGHT.opensPage : 0) : 0);
}

/** Whether a sentence is the first of the page about the subject of the question. Such a sentence is a definition, also if it does not name the subject. */
function isDefinitionByTitle({ kind, place }: Unit, { opensSubject }: SectionContext, wanted: Wanted): boolean {
  return wanted.kind === 'what-is' && kind === 'sentence' && place === 0 && opensSubject;
}

/** Whether the sentence defines the subject of the question. */
function saysWhatItIs({ passage }: Unit, wanted: Wanted, reader: SectionReader): boolean {
  const subject = VERB.exec(passage)?.[1];
  return subject !== undefined && isSubject(subject, wanted, reader);
}

function losses({ passage, words, kind, leansBack, leadsElsewhere, around }: Unit, wanted: Wanted): number {
  const isProse = kind === 'sentence' || kind === 'item';
  return (
    (isProse && passage.endsWith('?') ? LOSS.question : 0) +
    (isProse && (words < 4 || POINTS_ELSEWHERE.test(passage)) ? LOSS.fragment : 0) +
    (kind === 'sentence' && words > 40 ? LOSS.long : 0) +
    (kind === 'code' && OUTPUT.test(around) ? LOSS.output : 0) +
    (kind === 'code' ? LOSS.codeLine * Math.max(0, passage.split('\n').length - 4) : 0) +
    (leansBack ? LOSS.leansBack : 0) +
    (leadsElsewhere && wanted.kind !== 'list' ? LOSS.leadsElsewhere : 0)
  );
}

// The question in the form in which units are compared with it.

export interface Wanted {
  kind: QuestionKind;
  words: readonly QueryWord[];
  /** The words by the numbers of their terms. */
  numbered: readonly WordOf<number>[];
  /** Identifiers and quoted strings, in lower case. */
  exact: readonly string[];
  /** What the answer must contain if the question asks for a number or a name: a port, a variable, or anything written as code. */
  answer: RegExp | 'code' | null;
}

/** Patterns of questions for a number or a name, and of the answers. */
const ANSWERS: readonly (readonly [question: RegExp, answer: RegExp | 'code'])[] = [
  [
    /\b(?:env(?:ironment)? var\w*|variables?|options?|flags?|settings?|parameters?|field|property)\b/i,
    /[A-Z]{2,}_[A-Z]|--\w|\w_\w|\w\.\w+\.\w/,
  ],
  [/\b(?:ports?|how (?:many|much|long|often|big)|versions?|limit|size|minimum|maximum)\b/i, /\d/],
  [/^(?:which|what|where)\b.*\b(?:default|password|username|command|address|url|path|file)\b/i, 'code'],
];

/** Words for the kind of answer and not for its subject. */
const ASKING = new Set(
  'mean means meaning difference differences exist exists list define definition explain describe purpose example way'.split(' '),
);

/** @param known the words of the question, looked up in the index; without them, all words have the same weight */
export function wantedOf(
  { kind, searchText, exact }: ReadQuestion,
  known: readonly QueryWord[] | undefined,
  vocabulary: Vocabulary,
): Wanted {
  const all = known ?? termsIn(searchText).map(plainWord);
  const matter = all.filter(({ written }) => !ASKING.has(written.toLowerCase()));
  const words = matter.length > 0 ? matter : all;
  return {
    kind,
    words,
    numbered: words.map((word) => byNumbers(word, vocabulary)),
    exact: exact.map((one) => one.toLowerCase()),
    answer: ANSWERS.find(([question]) => question.test(searchText))?.[1] ?? null,
  };
}

function termsIn(text: string): string[] {
  const terms = new Set<string>();
  forEachTerm(text, false, (term) => terms.add(term));
  return [...terms];
}

function byNumbers({ known, closeness, own, alternatives }: QueryWord, { numberOf }: Vocabulary): WordOf<number> {
  return { known, closeness, own: own.map(numberOf), alternatives: alternatives.map((all) => all.map(numberOf)) };
}

function plainWord(term: string): QueryWord {
  return { written: term, known: 'itself', closeness: 1, weight: 1, share: 0, own: [term], alternatives: [] };
}

/** How well a text matches each word of the question, 0 to 1. */
export type Matches = readonly number[];

export function matchesOf({ numbered }: Wanted, { numbers }: Terms): Matches {
  const terms = { has: (number: number) => numbers.includes(number) };
  return numbered.map((word) => matchStrength(word, terms));
}

/** Returns the share of the question, 0 to 1, that these texts contain together. */
export function coverage({ words }: Wanted, ...texts: readonly Matches[]): number {
  let sum = 0;
  let total = 0;
  for (let i = 0; i < words.length; i++) {
    const { weight } = words[i] as QueryWord;
    let most = 0;
    for (const text of texts) most = Math.max(most, text[i] ?? 0);
    sum += weight * most;
    total += weight;
  }
  return total === 0 ? 0 : sum / total;
}

// The context of the units of a section: its heading and the names of its page.

export interface SectionContext {
  /** Matches of the heading of the section, and of the names of its page. */
  heading: Matches;
  page: Matches;
  /** 0 to 1: how much of the question the heading and the names of the page contain, and nothing else. */
  fit: number;
  /** Whether the section is the first of its page. */
  isOpening: boolean;
  /** Whether the section is the first of the page about the subject of the question. */
  opensSubject: boolean;
}

/** Whether a name is that of the subject of the question and not of a related topic. Text in parentheses is ignored. */
export function isSubject(name: string, wanted: Wanted, { vocabulary, commonTerms }: SectionReader): boolean {
  const terms = vocabulary.termsOf(name.replace(/\([^)]*\)/g, ''));
  const telling = terms.numbers.filter((number) => !commonTerms.has(number)).length;
  const named = matchesOf(wanted, terms).filter((share) => share > 0.5).length;
  return telling <= named && coverage(wanted, matchesOf(wanted, terms)) > 0.8;
}

export function readContext(record: SearchRecord, wanted: Wanted, reader: SectionReader): SectionContext {
  const { page, level } = record;
  const headingTerms = reader.headingOf(record);
  const heading = matchesOf(wanted, headingTerms);
  const ofPage = matchesOf(wanted, reader.namesOf(page));
  const named = heading.reduce((sum, share) => sum + share, 0);
  return {
    heading,
    page: ofPage,
    fit: coverage(wanted, heading, ofPage) * (0.6 + 0.4 * Math.min(1, named / Math.max(1, headingTerms.numbers.length))),
    isOpening: level <= 1,
    opensSubject: level <= 1 && [page.title, page.sidebarLabel].some((name) => isSubject(name, wanted, reader)),
  };
}
