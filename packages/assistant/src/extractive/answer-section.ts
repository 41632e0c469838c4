/** Writes an extractive answer: it quotes the section that answers the question, and links to other relevant sections. */
import { type Evidence, plainText, type QueryWord, type SearchRecord } from '@quire/search';
import {
  type AnswerPiece,
  type Citation,
  type IndexedSection,
  type QuestionKind,
  type RankedEvidence,
  RESPONSE_MARKER,
  type Retrieval,
} from '../contract.ts';
import { type AssistantTranslate, IN_ENGLISH } from '../assistant-words.ts';
import { escapeMarkdown, quoteLine } from '../citations.ts';
import { findSettings } from './find-setting.ts';
import { bestUnit, type Quotation, quoteRows, quoteSection, type Rest } from './quote-section.ts';
import { createScoringQuery, scoreUnits, type ScoringQuery } from './score-units.ts';
import { splitSentences } from './sentences.ts';
import { createSectionReader, type SectionReader } from './units.ts';

export interface QuotingOptions {
  /** The words of the question, looked up in the index (`SearchEngine.understand`). */
  words?: readonly QueryWord[];
  /** Maximum length of the quoted section in words; default 220. A line of code counts as three words. */
  maxWords?: number;
  /** Caches the units of sections between answers; default: a reader for this answer only. */
  reader?: SectionReader;
  /** Translates the texts around the quotations; default English. */
  translate?: AssistantTranslate;
}

const MAX_WORDS = 220;
/** Maximum number of further sections after the first one if that is short, and after the introduction of a page. */
const MAX_FURTHER = 2;
const MAX_AFTER_INTRODUCTION = 4;
/** Maximum length of a further section, and of all quoted sections, in words. */
const MAX_WORDS_FURTHER = 120;
const MAX_WORDS_TOTAL = 400;
/** Maximum length of each definition in an answer about a difference, in words. */
const MAX_WORDS_DEFINITION = 93;
/** A shorter answer is followed by another section of its page, in words. A definition is complete sooner than a procedure. */
const SHORT_ANSWER_WORDS = 180;
const SHORT_DEFINITION_WORDS = 90;
/** If fewer words are left, no further section is quoted. */
const MIN_WORDS_FURTHER = 30;
/** Minimum match of an authored question that asks the same in other words. */
const MIN_AUTHORED_MATCH = 0.7;
/** Difference in score to the first quoted section at which no further section is quoted if the first one certainly answers the question. */
const MIN_SCORE_GAP = 2;
/** The same for other questions, as a share of the difference between the scores of the first and the last section. */
const SCORE_GAP = 0.5;
/** Maximum and minimum number of linked sections below the answer, and their minimum score as a share of the first section's. */
const MAX_RELEVANT = 4;
const MIN_RELEVANT = 2;
const MIN_OF_BEST_SECTION = 0.6;
/** Maximum and minimum length of the sentence that describes a linked section, in words. */
const MAX_SENTENCE_WORDS = 40;
const MIN_SENTENCE_WORDS = 3;
/** The minimum for a sentence that only introduces a list, a table, or code. */
const MIN_INTRODUCTION_WORDS = 4;

/** The line above the links to other sections. */
export const ALSO_RELEVANT = 'Also relevant:';

/**
 * Returns the section that answers the question, trimmed at the boundaries of its blocks, with one citation at its end; the next
 * sections if they answer nearly as well; then links to other sections. Returns an empty list if no section can be quoted. The
 * same retrieval always results in the same pieces. Never throws.
 */
export function answerSection(
  retrieval: Retrieval,
  { words, maxWords = MAX_WORDS, reader = createSectionReader(), translate = IN_ENGLISH }: QuotingOptions = {},
): AnswerPiece[] {
  const { question, evidence, definitions = [] } = retrieval;
  const query = createScoringQuery(question, words, reader.vocabulary);
  const special = definitions.length > 0 ? quoteDifference(evidence, definitions, query, reader) : quoteSetting(retrieval, query, reader);
  const quoted = special.length > 0 ? special : quoteBest(retrieval, query, reader, maxWords);
  const [first, ...further] = quoted;
  if (first === undefined) return [];
  const sources = quoted.map(({ source }) => source);
  return [
    ...notesOf(sources),
    definitions.length > 0 || expandsAcronym(first, retrieval) ? withHeading(first, first) : first.piece,
    ...linksAfter(first, translate),
    ...further.flatMap((one) => [withHeading(one, first), ...linksAfter(one, translate)]),
    ...alsoRelevant(sources, evidence, reader, translate),
  ];
}

/** Whether the reader asks what an acronym means, and the heading of the section says what it stands for: "Metadata Change Proposal (MCP)". */
function expandsAcronym({ source }: Quotation, { question }: Retrieval): boolean {
  const acronym = /\((\p{Lu}{2,})\)/u.exec(source.record.heading)?.[1]?.toLowerCase();
  return (
    question.kind === 'what-is' &&
    acronym !== undefined &&
    question.searchText
      .toLowerCase()
      .split(/[^\p{L}\p{N}]+/u)
      .includes(acronym)
  );
}

/** Returns the notes about the quoted pages, each once, with the title of its page unless it is about the first one. */
function notesOf(sources: readonly IndexedSection[]): AnswerPiece[] {
  const [first, ...others] = new Set(sources.map(({ record }) => record.page));
  const notes = [first?.note, ...others.map(({ title, note }) => note && `${title}: ${note}`)];
  return notes
    .filter((note) => note !== undefined)
    .map((note) => ({ kind: 'notice', markdown: `*${escapeMarkdown(note)}*`, citation: null }));
}

/** Returns the links below a quotation: to its other tabs, to the step or section with which it continues, and to sections that are left out. */
function linksAfter({ source, rest, otherTabs, leftOut }: Quotation, translate: AssistantTranslate): AnswerPiece[] {
  const link = (markdown: string, { record, recordNumber }: IndexedSection, passage: string): AnswerPiece => {
    const { anchor, heading, page } = record;
    return { kind: 'continue', markdown, citation: { recordNumber, path: page.path, anchor, heading, passage } };
  };
  const links: AnswerPiece[] = [];
  if (otherTabs.length > 0) {
    const names = escapeMarkdown(otherTabs.join(', '));
    links.push(link(translate('Other tabs: {names}', { names }), source, source.record.heading));
  }
  if (rest !== null) {
    const [, number = rest.step, heading = rest.text] = rest.step === undefined ? (STEP_HEADING.exec(rest.text) ?? []) : [];
    const text = escapeMarkdown(shorten(heading));
    const continuation =
      number === undefined
        ? translate('Continue with: {heading}', { heading: text })
        : translate('Continue with step {number}: {text}', { number: String(number), text });
    links.push(link(continuation, rest.source, rest.text));
  }
  const [first] = leftOut;
  if (first !== undefined) {
    const headings = escapeMarkdown(leftOut.map(({ record }) => record.heading).join(', '));
    links.push(link(translate('Not quoted here: {headings}', { headings }), first, first.record.heading));
  }
  return links;
}

/** Maximum length of the text of a link, in words. */
const MAX_LINK_WORDS = 10;

/** Returns the beginning of a text without its last punctuation. */
function shorten(text: string): string {
  const words = text.split(/\s+/);
  return words.length > MAX_LINK_WORDS ? `${words.slice(0, MAX_LINK_WORDS).join(' ')} …` : text.replace(/(?<![.:;,])[.:;,]+$/, '');
}

/**
 * Quotes the first section that can be quoted, and if it is short, further ones: after the introduction of a page, sections that continue it,
 * except if the reader asks for a definition or for yes or no; otherwise the sections that answer nearly as well. If the answer is still short,
 * other sections of its page follow.
 */
function quoteBest(
  { question: { kind }, evidence, continuation = [] }: Retrieval,
  query: ScoringQuery,
  reader: SectionReader,
  maxWords: number,
): Quotation[] {
  const quoted: Quotation[] = [];
  let left = MAX_WORDS_TOTAL;
  function quote(source: IndexedSection, words: number, onlyLead = false): void {
    // Only the first section begins with the sentence that decides a yes/no question.
    const asked = quoted.length > 0 && kind === 'yes-no' ? ({ ...query, kind: 'how-to' } as const) : query;
    const quotation = left < MIN_WORDS_FURTHER ? null : quoteSection(source, asked, reader, Math.min(words, left), onlyLead);
    if (quotation === null) return;
    quoted.push(quotation);
    left -= wordsIn(quotation.piece.markdown);
  }
  const mayContinue = continuation.length > 0 && kind !== 'what-is' && kind !== 'yes-no';
  const start = evidence.findIndex((source, i) => {
    quote(source, maxWords, i === 0 && mayContinue);
    return quoted.length > 0;
  });
  const first = evidence[start];
  if (first === undefined) return [];
  const isContinued = start === 0 && mayContinue;
  const gap = scoreGap(evidence, first, kind);
  const close = evidence.slice(start + 1).filter(({ score }) => first.score - score < gap);
  for (const source of isContinued ? stepsFirst(continuation) : close) {
    if (quoted.length <= (isContinued ? MAX_AFTER_INTRODUCTION : MAX_FURTHER)) quote(source, MAX_WORDS_FURTHER);
  }
  if (isContinued) return linkGaps(quoted, continuation);
  const shortWords = kind === 'what-is' ? SHORT_DEFINITION_WORDS : SHORT_ANSWER_WORDS;
  const ofSamePage = evidence.filter(({ record, score }) => record.page === first.record.page && first.score - score < gap + MIN_SCORE_GAP);
  for (const source of start === 0 && kind !== 'why' ? [...continuation, ...ofSamePage] : []) {
    const isQuoted = quoted.some((one) => one.source.recordNumber === source.recordNumber);
    if (!isQuoted && quoted.length <= MAX_FURTHER && MAX_WORDS_TOTAL - left < shortWords) quote(source, MAX_WORDS_FURTHER);
  }
  return quoted;
}

/**
 * Quotes the rows that document a setting, and then the best section if that is another one; of the best section, also the row that answers the
 * question best. Returns an empty list if no row documents the setting.
 */
function quoteSetting(retrieval: Retrieval, query: ScoringQuery, reader: SectionReader): Quotation[] {
  const [best] = retrieval.evidence;
  const found = findSettings(retrieval, query, reader);
  if (best === undefined || found.length === 0) return [];
  const quoted = found.map(({ section, rows }) => {
    const other = section.record === best.record ? bestUnit(scoreUnits(section.record, query, reader)) : null;
    const isAdded = other?.kind === 'row' && rows.every(({ position }) => position !== other.position);
    return quoteRows(section, isAdded ? [...rows, other].toSorted((a, b) => a.position - b.position) : rows, reader);
  });
  const isQuoted = found.some(({ section }) => section.record === best.record);
  const section = isQuoted ? null : quoteSection(best, query, reader, MAX_WORDS_FURTHER);
  return section === null ? quoted : [...quoted, section];
}

/** Returns the difference in score to the first section at which no further section is quoted. */
function scoreGap(evidence: readonly RankedEvidence[], first: RankedEvidence, kind: QuestionKind): number {
  // Errors have one cause each, so no other section helps.
  if (kind === 'why' || asksTheSame(first)) return MIN_SCORE_GAP;
  return Math.max(MIN_SCORE_GAP, SCORE_GAP * (first.score - Math.min(...evidence.map(({ score }) => score))));
}

/** Whether an authored question of a section asks the same as the reader. */
const asksTheSame = ({ authored }: RankedEvidence): boolean =>
  authored !== undefined && authored.authoredCoverage * authored.questionCoverage >= MIN_AUTHORED_MATCH;

const STEP_HEADING = /^(\d+)\.\s+(?!\s)(.*)$/;

/** Returns the sections, those with a number in their headings first and in the order of the page, because each of them is a step. */
function stepsFirst(sections: readonly IndexedSection[]): IndexedSection[] {
  const isStep = ({ record }: IndexedSection): boolean => STEP_HEADING.test(record.heading);
  return [...sections.filter(isStep).toSorted(byPosition), ...sections.filter((section) => !isStep(section))];
}

const byPosition = (a: IndexedSection, b: IndexedSection): number => a.recordNumber - b.recordNumber;

/** Returns the quotations in the order of the page. Links name the sections that are left out between two of them, and the one with which they continue. */
function linkGaps(quoted: readonly Quotation[], sections: readonly IndexedSection[]): Quotation[] {
  const [introduction, ...others] = quoted.toSorted((a, b) => byPosition(a.source, b.source));
  if (introduction === undefined || others.length === 0) return [...quoted];
  const records = new Set(quoted.map(({ source }) => source.record));
  const left = sections.filter(({ record }) => !records.has(record)).toSorted(byPosition);
  const linked = others.map((quotation, i) => {
    const next = others[i + 1]?.source;
    const level = Math.min(next?.record.level ?? Infinity, Math.max(...others.map(({ source }) => source.record.level)));
    const between = left.filter(
      (source) =>
        source.record.level >= (next?.record.level ?? 0) &&
        source.record.level <= level &&
        byPosition(quotation.source, source) < 0 &&
        (next === undefined || byPosition(source, next) < 0),
    );
    return { ...quotation, ...(next === undefined ? { rest: quotation.rest ?? restOf(between) } : { leftOut: between }) };
  });
  return [introduction, ...linked];
}

function restOf([section]: readonly IndexedSection[]): Rest | null {
  return section === undefined ? null : { source: section, text: section.record.heading };
}

/** Quotes both definitions, after the section that an author wrote about this difference, if there is one. */
function quoteDifference(
  evidence: readonly RankedEvidence[],
  definitions: readonly RankedEvidence[],
  query: ScoringQuery,
  reader: SectionReader,
): Quotation[] {
  const comparisons = evidence.slice(0, 1).filter(asksTheSame);
  const records = new Set(comparisons.map(({ record }) => record));
  const others = definitions.filter(({ record }) => !records.has(record));
  return [...comparisons, ...others].flatMap(
    (source) => quoteSection(source, { ...query, kind: 'what-is' }, reader, MAX_WORDS_DEFINITION) ?? [],
  );
}

const wordsIn = (text: string): number => text.split(/\s+/).length;

/** Adds the heading of the section, with the title of its page if that differs from the page of the first quotation. */
function withHeading({ piece, source }: Quotation, first: Quotation): AnswerPiece {
  const { heading, page } = source.record;
  const title = page === first.source.record.page || heading === page.title ? heading : `${page.title}: ${heading}`;
  return { ...piece, markdown: `**${escapeMarkdown(title)}**\n\n${piece.markdown}` };
}

/** Returns links to one section of each other page, with its title and first sentence. If there are fewer than two, adds sections of the quoted pages. */
function alsoRelevant(
  quoted: readonly IndexedSection[],
  evidence: readonly Evidence[],
  reader: SectionReader,
  translate: AssistantTranslate,
): AnswerPiece[] {
  const bestScore = evidence[0]?.score ?? 0;
  const records = new Set(quoted.map(({ record }) => record));
  const pages = new Set(quoted.map(({ record }) => record.page));
  const left = evidence.filter(
    ({ record, score }) => record.text !== '' && score >= MIN_OF_BEST_SECTION * bestScore && !records.has(record),
  );
  const ofOtherPages = left.filter(({ record: { page } }) => !pages.has(page) && pages.add(page)).slice(0, MAX_RELEVANT);
  const ofSamePages = left.filter((one) => !ofOtherPages.includes(one)).slice(0, Math.max(0, MIN_RELEVANT - ofOtherPages.length));
  const others = [...ofOtherPages, ...ofSamePages];
  if (others.length === 0) return [];
  return [
    { kind: 'notice', markdown: translate(ALSO_RELEVANT), citation: null },
    ...others.map(({ record, recordNumber }): AnswerPiece => {
      const { anchor, heading, page } = record;
      const sentence = firstSentence(record, reader);
      const title = heading === page.title ? heading : `${page.title}: ${heading}`;
      const citation: Citation = { recordNumber, path: page.path, anchor, heading, passage: sentence?.passage ?? heading };
      return { kind: 'item', markdown: `- **${escapeMarkdown(title)}**${sentence === null ? '' : ` – ${sentence.markdown}`}`, citation };
    }),
  ];
}

/**
 * Returns the first sentence of a section, or of its first list item; null if the section begins with a table or with code, or if the sentence is
 * too long. A sentence that introduces the next block loses its colon. Short ones, such as "Run:", are skipped.
 */
function firstSentence(record: SearchRecord, reader: SectionReader): { passage: string; markdown: string } | null {
  for (const { kind, isLabel, text } of reader.linesOf(record)) {
    if (isLabel) continue;
    const [sentence] = kind === 'row' || kind === 'header' || kind === 'code' ? [] : splitSentences(text);
    const passage = plainText(sentence ?? '').trim();
    const words = passage.split(/\s+/).length;
    if (sentence === undefined || words > MAX_SENTENCE_WORDS || passage.includes(RESPONSE_MARKER)) return null;
    const isIntroduction = passage.endsWith(':');
    if (words < (isIntroduction ? MIN_INTRODUCTION_WORDS : MIN_SENTENCE_WORDS)) continue;
    const markdown = quoteLine(sentence);
    const colon = markdown.lastIndexOf(':');
    return { passage, markdown: isIntroduction ? markdown.slice(0, colon) + markdown.slice(colon + 1) : markdown };
  }
  return null;
}
