/** Scores how well each unit of a section answers a question: by its words, its kind, and its position. */
import type { QueryWord, SearchRecord } from '@quire/search';
import type { AnalyzedQuestion, QuestionKind } from '../contract.ts';
import type { SectionReader, Terms, Unit, Vocabulary } from './units.ts';
import { matchStrength, type WordTerms } from '../retrieve/coverage.ts';
import { PLAIN_TERMS } from '../retrieve/terms.ts';

export interface ScoredUnit extends Unit {
  /** About 0 to 2; 0 if the unit does not answer the question. */
  score: number;
}

/** Weights of the score, and penalties. All were set by hand, by reading answers to questions about the documentation. */
const WEIGHT = {
  /** Coverage by the unit, with its heading, and with the names of its page. These weights add up to 1. */
  own: 0.5,
  heading: 0.3,
  page: 0.2,
  /** Share of the exact strings, and whether the unit contains the requested number or name. */
  exact: 0.3,
  answer: 0.25,
  /** A sentence that defines the subject; the first unit of a section, of a page, and of the page about the subject. */
  defines: 0.3,
  opens: 0.1,
  opensPage: 0.1,
  opensSubject: 0.7,
};
const PENALTY = {
  question: 0.3,
  fragment: 0.6,
  long: 0.1,
  refersBack: 0.06,
  /** The unit itself contains no word of the question. */
  unrelated: 0.15,
  /** Code that is the output of a program. */
  output: 0.3,
  /** Each line of code after the fourth. */
  codeLine: 0.01,
  describesOtherPage: 0.25,
};
/** Factor for code, which repeats words without explaining them. */
const CODE_FACTOR = 0.55;
/** Factor for a procedure, whose heading states its purpose, so that its steps need not repeat it. */
const PROCEDURE_FACTOR = 0.9;
const NUMBERED_LIST_BONUS = 0.1;

/** Prior score of each kind of unit for each kind of question; 0 if it is missing. */
const PRIOR: Record<QuestionKind, Partial<Record<Unit['kind'], number>>> = {
  'how-to': { list: 0.08, code: 0.12, sentence: 0.02, row: -0.05, table: -0.1, item: -0.05 },
  'what-is': { sentence: 0.15, code: -0.3, row: -0.35, table: -0.35, list: -0.3, item: -0.05 },
  why: { sentence: 0.06, row: 0.08, item: 0.05, code: -0.25, table: -0.2, list: -0.2 },
  which: { row: 0.08, sentence: 0.05, item: 0.05, code: -0.15, list: -0.15, table: -0.15 },
  'yes-no': { sentence: 0.08, row: 0.08, item: 0.05, code: -0.25, list: -0.2, table: -0.2 },
  list: { list: 0.15, table: 0.15, sentence: 0.02, code: -0.25, row: -0.05, item: -0.05 },
  other: { sentence: 0.08, row: 0.08, item: 0.05, code: -0.1, list: -0.15, table: -0.15 },
};

/** Matches sentences that only refer to another place in the documentation. */
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
/** Matches a sentence that introduces the output of a program. */
const INTRODUCES_OUTPUT = /\b(?:answers?|returns?|prints?|outputs?|results?|responds?|response|says|looks? like|reads? [\w ]* from)\b.*:/i;
/** Captures the subject of a sentence that may define it. */
const SUBJECT_AND_DEFINING_VERB =
  /^(.{2,70}?)\s(?:is|are|means?|refers? to|represents?|stands? for|describes?|groups?|lets?|collects?|holds?|gives?|says?|tells?|names?|shows?)\s/iu;

/** Returns the units of a section with their scores. */
export function scoreUnits(record: SearchRecord, query: ScoringQuery, reader: SectionReader): ScoredUnit[] {
  const context = readContext(record, query, reader);
  return reader.unitsOf(record).map((unit) => {
    const matches = matchesOf(query, unit.terms);
    const gain = lexicalScore(unit, matches, context, query) + kindScore(unit, context, query, reader);
    return { ...unit, score: Math.max(0, gain - penalties(unit, query)) };
  });
}

/** Scores the coverage of the question by the unit: alone, with its introduction and heading, and with the names of its page. */
function lexicalScore(unit: Unit, matches: Matches, context: SectionContext, query: ScoringQuery): number {
  const own = lexicalCoverage(unit, matches, context, query);
  const introduction = unit.introduction === '' ? [] : matchesOf(query, unit.introductionTerms);
  const withHeading = coverageOfMatches(query, matches, introduction, context.heading);
  const withPage = coverageOfMatches(query, matches, introduction, context.heading, context.page);
  const words = WEIGHT.own * own + WEIGHT.heading * withHeading + WEIGHT.page * withPage;
  // Reduce the score if a word is missing from all of these, because it may be the most important one.
  return words * (0.4 + 0.6 * withPage * withPage) + literalScore(unit, own, query) - (own === 0 ? PENALTY.unrelated : 0);
}

/** Scores exact strings, and a number or a name if the question asks for one. */
function literalScore({ passage, hasInlineCode }: Unit, own: number, { exact, answer }: ScoringQuery): number {
  const lower = passage.toLowerCase();
  const found = exact.filter((one) => lower.includes(one)).length / Math.max(1, exact.length);
  return (
    WEIGHT.exact * found + (answer !== null && own > 0 && (answer === 'code' ? hasInlineCode : answer.test(passage)) ? WEIGHT.answer : 0)
  );
}

/** Returns the coverage by the unit itself. For lists, code, and definitions, it also considers the best entry, the heading, and the title. */
function lexicalCoverage(unit: Unit, matches: Matches, context: SectionContext, query: ScoringQuery): number {
  const { kind, entries, entryTerms } = unit;
  if (isDefinitionByTitle(unit, context, query)) return 1;
  const all = coverageOfMatches(query, matches);
  const procedure = query.kind === 'how-to' && (kind === 'code' || unit.isNumbered) ? PROCEDURE_FACTOR * context.subjectFit : 0;
  if (kind === 'code') return Math.max(CODE_FACTOR * all, procedure);
  if (entries.length === 1) return Math.max(all, procedure);
  // Use the best entry of a list, unless the whole list may be the answer.
  const best = entryTerms.reduce((most, terms) => Math.max(most, coverageOfMatches(query, matchesOf(query, terms))), 0);
  return query.kind === 'how-to' || query.kind === 'list' ? Math.max((best + all) / 2, procedure) : best;
}

/** Scores the kind and the position of the unit for the kind of question. */
function kindScore(unit: Unit, context: SectionContext, query: ScoringQuery, reader: SectionReader): number {
  const prior = (PRIOR[query.kind][unit.kind] ?? 0) + (query.kind === 'how-to' && unit.isNumbered ? NUMBERED_LIST_BONUS : 0);
  if (isDefinitionByTitle(unit, context, query)) return prior + WEIGHT.opensSubject;
  const defines = query.kind === 'what-is' && unit.kind === 'sentence' && definesSubject(unit, query, reader) ? WEIGHT.defines : 0;
  return prior + defines + (unit.position === 0 && query.kind !== 'how-to' ? WEIGHT.opens + (context.isOpening ? WEIGHT.opensPage : 0) : 0);
}

/** Whether a sentence is the first one of the page about the subject of the question. It is a definition even if it does not name the subject. */
function isDefinitionByTitle({ kind, position }: Unit, { opensSubject }: SectionContext, query: ScoringQuery): boolean {
  return query.kind === 'what-is' && kind === 'sentence' && position === 0 && opensSubject;
}

/** Whether the sentence defines the subject of the question. */
function definesSubject({ passage }: Unit, query: ScoringQuery, reader: SectionReader): boolean {
  const subject = SUBJECT_AND_DEFINING_VERB.exec(passage)?.[1];
  return subject !== undefined && isSubject(subject, query, reader);
}

/** Returns the sum of the penalties that apply to the unit. */
function penalties({ passage, words, kind, refersBack, describesOtherPage, introduction }: Unit, query: ScoringQuery): number {
  const isProse = kind === 'sentence' || kind === 'item';
  return (
    (isProse && passage.endsWith('?') ? PENALTY.question : 0) +
    (isProse && (words < 4 || POINTS_ELSEWHERE.test(passage)) ? PENALTY.fragment : 0) +
    (kind === 'sentence' && words > 40 ? PENALTY.long : 0) +
    (kind === 'code' && INTRODUCES_OUTPUT.test(introduction) ? PENALTY.output : 0) +
    (kind === 'code' ? PENALTY.codeLine * Math.max(0, passage.split('\n').length - 4) : 0) +
    (refersBack ? PENALTY.refersBack : 0) +
    (describesOtherPage && query.kind !== 'list' ? PENALTY.describesOtherPage : 0)
  );
}

// The analyzed question, prepared for the comparison with many units.

export interface ScoringQuery {
  kind: QuestionKind;
  words: readonly QueryWord[];
  /** The same words, with the numbers of their terms instead of the terms. */
  numberedWords: readonly WordTerms<number>[];
  /** Identifiers, quoted strings, and status codes, in lower case. */
  exact: readonly string[];
  /** What the answer must contain if the question asks for a number or a name: a port, a variable, or anything written as code. */
  answer: RegExp | 'code' | null;
}

/** Matches the status code of an error. */
const STATUS = /\b[45]\d\d\b/g;

/** Patterns of questions for a number or a name, and of the answers. */
const ANSWER_PATTERNS: readonly (readonly [question: RegExp, answer: RegExp | 'code'])[] = [
  [
    /\b(?:env(?:ironment)? var\w*|variables?|options?|flags?|settings?|parameters?|field|property)\b/i,
    /[A-Z]{2}_[A-Z]|--\w|\w_\w|\w\.\w+\.\w/,
  ],
  [/\b(?:ports?|how (?:many|much|long|often|big)|versions?|limit|size|minimum|maximum)\b/i, /\d/],
  [/^(?:which|what|where)\b.*\b(?:default|password|username|command|address|url|path|file)\b/i, 'code'],
];

/** Words that name the kind of answer and not its subject. */
const ANSWER_KIND_WORDS = new Set(
  'mean means meaning difference differences exist exists list define definition explain describe purpose example way'.split(' '),
);

/** Prepares a question. @param queryWords its words, looked up in the index; if undefined, all words have the same weight */
export function createScoringQuery(
  { kind, searchText, exactStrings }: AnalyzedQuestion,
  queryWords: readonly QueryWord[] | undefined,
  vocabulary: Vocabulary,
): ScoringQuery {
  const all = queryWords ?? termsIn(searchText).map(unweightedWord);
  const subjectWords = all.filter(({ written }) => !ANSWER_KIND_WORDS.has(written.toLowerCase()));
  const words = subjectWords.length > 0 ? subjectWords : all;
  return {
    kind,
    words,
    numberedWords: words.map((word) => toNumberedWord(word, vocabulary)),
    exact: [...exactStrings.map((one) => one.toLowerCase()), ...(searchText.match(STATUS) ?? [])],
    answer: ANSWER_PATTERNS.find(([question]) => question.test(searchText))?.[1] ?? null,
  };
}

function termsIn(text: string): string[] {
  const terms = new Set<string>();
  PLAIN_TERMS.forEachTerm(text, false, (term) => terms.add(term));
  return [...terms];
}

function toNumberedWord({ match, similarity, exactTerms, alternatives }: QueryWord, { numberOf }: Vocabulary): WordTerms<number> {
  return { match, similarity, exactTerms: exactTerms.map(numberOf), alternatives: alternatives.map((all) => all.map(numberOf)) };
}

function unweightedWord(term: string): QueryWord {
  return {
    written: term,
    match: 'exact',
    similarity: 1,
    weight: 1,
    documentShare: 0,
    necessity: 0.5,
    seldomAsked: 0,
    exactTerms: [term],
    alternatives: [],
  };
}

/** The match strengths of a text for each word of the question, 0 to 1. */
export type Matches = readonly number[];

/** Returns how well a text with these terms matches each word of the question. */
export function matchesOf({ numberedWords }: ScoringQuery, terms: Terms): Matches {
  const termSet = { has: (number: number) => terms.includes(number) };
  return numberedWords.map((word) => matchStrength(word, termSet));
}

/** Returns the share of the question's weight, 0 to 1, that texts with these matches contain together. */
function coverageOfMatches({ words }: ScoringQuery, ...texts: readonly Matches[]): number {
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

/** Minimum weight of a word that distinguishes names and subjects. "run" has less, because many pages contain it. */
export const MIN_DISTINCTIVE_WEIGHT = 0.2;

/** Returns the weight of the words of the question that a name, such as the label of a tab, contains. */
export function nameWeight(name: string, query: ScoringQuery, { vocabulary, ubiquitousTerms }: SectionReader): number {
  const terms = vocabulary.termsOf(name).filter((number) => !ubiquitousTerms.has(number));
  return matchesOf(query, terms).reduce((sum, match, i) => {
    const weight = match * (query.words[i]?.weight ?? 0);
    return weight < MIN_DISTINCTIVE_WEIGHT ? sum : sum + weight;
  }, 0);
}

// The context of the units of a section: its heading and the names of its page.

export interface SectionContext {
  /** Matches of the heading of the section, and of the names of its page. */
  heading: Matches;
  page: Matches;
  /** 0 to 1: coverage by the heading and the names of the page, reduced by the share of the heading that the question does not contain. */
  subjectFit: number;
  /** Whether the section is the first one of its page. */
  isOpening: boolean;
  /** Whether the section is the first one of the page about the subject of the question. */
  opensSubject: boolean;
}

/** Whether a name is the subject of the question, and not the name of a related topic. Ignores text in parentheses. */
function isSubject(name: string, query: ScoringQuery, { vocabulary, ubiquitousTerms }: SectionReader): boolean {
  const terms = vocabulary.termsOf(name.replace(/\([^)]*\)?/g, (part) => (part.endsWith(')') ? '' : part)));
  const distinctive = terms.filter((number) => !ubiquitousTerms.has(number)).length;
  const named = matchesOf(query, terms).filter((share) => share > 0.5).length;
  return distinctive <= named && coverageOfMatches(query, matchesOf(query, terms)) > 0.8;
}

/** Words that only say that something does not work. */
const SYMPTOM_WORDS =
  /^(?:missing|empty|blank|fail(?:s|ed|ing|ures?)?|errors?|broken|wrong|works?|working|problems?|issues?|gone|lost|happens?|nothing|incomplete)$/i;

/** Whether a question names no particular symptom: it consists of names of the page, and of words such as "missing". */
export function isGeneralSymptom({ page }: SearchRecord, query: ScoringQuery, reader: SectionReader): boolean {
  const names = matchesOf(query, reader.nameTermsOf(page));
  return query.words.every(
    ({ written, weight }, i) => (names[i] ?? 0) > 0.5 || weight < MIN_DISTINCTIVE_WEIGHT || SYMPTOM_WORDS.test(written),
  );
}

function readContext(record: SearchRecord, query: ScoringQuery, reader: SectionReader): SectionContext {
  const { page, level } = record;
  const headingTerms = reader.headingTermsOf(record);
  const heading = matchesOf(query, headingTerms);
  const pageNames = matchesOf(query, reader.nameTermsOf(page));
  const named = heading.reduce((sum, share) => sum + share, 0);
  return {
    heading,
    page: pageNames,
    subjectFit: coverageOfMatches(query, heading, pageNames) * (0.6 + 0.4 * Math.min(1, named / Math.max(1, headingTerms.length))),
    isOpening: level <= 1,
    opensSubject: level <= 1 && [page.title, page.sidebarLabel].some((name) => isSubject(name, query, reader)),
  };
}
