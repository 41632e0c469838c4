/** An answer in the documentation's own words: the section that answers the question, and what else is worth reading. */
import type { Evidence, QueryWord, SearchRecord } from '@quire/search';

import type { AnswerPiece, Citation, RankedEvidence, Retrieval } from '../contract.ts';
import { escapeMarkdown } from '../quote-markdown.ts';
import { nearness, NO_MATCH } from '#retrieve/authored-questions.ts';
import { wantedOf } from './question-words.ts';
import { scoreUnits, type ScoredUnit } from './score-units.ts';
import type { SectionBlock } from './section-blocks.ts';
import type { Unit } from './section-reading.ts';
import { createSectionReader, type SectionReader } from './units.ts';

export interface AnswerOptions {
  /** What the index knows of the question's words (`SearchEngine.understand`): their rarity and what stands in for them. */
  words?: readonly QueryWord[];
  /** Length of the quoted section; 200 words when absent. A line of code counts as three. */
  mostWords?: number;
  /** Keeps what it has read between answers; absent: the sections are read for this answer alone. */
  reader?: SectionReader;
}

const MOST_WORDS = 200;
/** A section that is a little longer is quoted whole. */
const TOLERANCE = 1.15;
/** Sections among which the answering one is looked for; those further back made answers worse. */
const MOST_SECTIONS = 6;
/** Rows of a long table that are quoted, and the share of the best row's score that the others need. */
const MOST_ROWS = 4;
const LEAST_OF_BEST_ROW = 0.85;
/** Other sections that are named below the answer, and the share of the first section's score that they need. */
const MOST_RELEVANT = 4;
const LEAST_OF_BEST_SECTION = 0.6;
const MOST_SENTENCE_WORDS = 40;

/** Is above the sections that are named below an answer. */
export const ALSO_RELEVANT = 'Also relevant:';

/**
 * The answering section, trimmed at the borders of its blocks, with one citation at its end; then the other sections that
 * a reader may want. Empty where no section has anything to quote. The same retrieval gives the same pieces. Never throws.
 */
export function answerSection(
  { question, evidence }: Retrieval,
  { words, mostWords = MOST_WORDS, reader = createSectionReader() }: AnswerOptions = {},
): AnswerPiece[] {
  const wanted = wantedOf(question, words, reader.vocabulary);
  const sources = evidence.slice(0, MOST_SECTIONS);
  const units = sources.flatMap(({ record }, i) => reader.unitsOf(record).map((unit): Unit => ({ ...unit, evidence: i })));
  const scored = scoreUnits(units, sources, wanted, reader);
  const best = bestUnit(ofAuthoredSection(scored, sources));
  const source = sources[best?.evidence ?? -1];
  if (best === null || source === undefined) return [];
  const ofSection = scored.filter((unit) => unit.evidence === best.evidence);
  const answer = quoteSection(source, ofSection, best, reader, mostWords);
  if (answer === null) return [];
  const left = mostWords - wordsIn(answer.markdown);
  const isShort = question.kind !== 'what-is' && left > mostWords / 2;
  const more = isShort ? nextOfPage(best.evidence, sources) : -1;
  const unit = bestUnit(scored.filter((one) => one.evidence === more));
  const next = sources[more];
  const further =
    next === undefined || unit === null
      ? null
      : quoteSection(
          next,
          scored.filter((one) => one.evidence === more),
          unit,
          reader,
          left,
        );
  return [
    answer,
    ...(further === null || next === undefined ? [] : [withHeading(further, next)]),
    ...alsoRelevant(source, evidence, reader),
  ];
}

/** From here on the author's word for which section answers goes before what its sentences say. */
const NEAR_ENOUGH = 0.6;

/** The units of the section whose author wrote the question that is asked; all units where nobody did. */
function ofAuthoredSection(units: readonly ScoredUnit[], sources: readonly RankedEvidence[]): readonly ScoredUnit[] {
  const near = sources.map(({ authored = NO_MATCH }) => nearness(authored));
  const nearest = Math.max(0, ...near);
  if (nearest < NEAR_ENOUGH) return units;
  const own = units.filter(({ evidence }) => evidence === near.indexOf(nearest));
  // Where none of its sentences has a word of the question, the section is still the one: it begins with what matters.
  return own.every(({ score }) => score === 0) ? own.slice(0, 1).map((unit) => ({ ...unit, score: 1 })) : own;
}

const wordsIn = (text: string): number => text.split(/\s+/).length;

/** A short section is often the introduction of those below it. @returns the place of the best of them, -1 where none was found */
function nextOfPage(answer: number, sources: readonly Evidence[]): number {
  const { record, recordNumber } = sources[answer] as Evidence;
  return sources.findIndex(
    (other) => other.record.page === record.page && other.recordNumber > recordNumber && other.record.level > record.level,
  );
}

function withHeading(piece: AnswerPiece, { record: { heading } }: Evidence): AnswerPiece {
  return { ...piece, markdown: `**${escapeMarkdown(heading)}**\n\n${piece.markdown}` };
}

/** Of equal units the first in the order of the evidence, so that the same question always has the same answer. */
function bestUnit(units: readonly ScoredUnit[]): ScoredUnit | null {
  let best: ScoredUnit | null = null;
  for (const unit of units) if (unit.score > (best?.score ?? 0)) best = unit;
  return best;
}

/** Places of the quoted parts, by block. */
type Quoted = Map<number, Set<number>>;

function quoteSection(
  { record, recordNumber }: Evidence,
  units: readonly ScoredUnit[],
  best: ScoredUnit,
  reader: SectionReader,
  mostWords: number,
): AnswerPiece | null {
  const blocks = reader.blocksOf(record);
  const quoted = choose(blocks, units, best, mostWords);
  const texts: string[] = [];
  const passages: string[] = [];
  blocks.forEach((block, i) => {
    const places = [...(quoted.get(i) ?? [])].sort((a, b) => a - b);
    // A sentence that announces what is not quoted says nothing.
    if (block.leadsOn && !quoted.has(i + 1) && places.at(-1) === block.parts.length - 1) places.pop();
    if (places.length === 0) return;
    texts.push(block.markdown(places));
    if (block.kind !== 'code') passages.push(...places.map((place) => block.parts[place]?.passage ?? ''));
  });
  if (texts.length === 0) return null;
  const { anchor, heading, page } = record;
  // The passage is what a browser looks for on the page: its beginning and its end.
  const passage = passages.length > 1 ? `${passages[0]}\n${passages.at(-1)}` : (passages[0] ?? best.passage);
  return { kind: 'section', markdown: texts.join('\n\n'), citation: { recordNumber, path: page.path, anchor, heading, passage } };
}

/** All parts of a short section; of a long one the best part, what it needs to be understood, and what follows it. */
function choose(blocks: readonly SectionBlock[], units: readonly ScoredUnit[], best: ScoredUnit, mostWords: number): Quoted {
  const quoted: Quoted = new Map();
  const all = blocks.reduce((sum, { parts }) => sum + wordsOf(parts), 0);
  let left = all <= mostWords * TOLERANCE ? all : mostWords;

  function add(block: number, place: number, isNeeded = false): boolean {
    const part = blocks[block]?.parts[place];
    const places = quoted.get(block) ?? new Set();
    if (part === undefined || places.has(place)) return part !== undefined;
    if (part.words > left && !isNeeded) return false;
    left -= part.words;
    quoted.set(block, places.add(place));
    return true;
  }
  /** @returns whether the block was quoted to its end */
  const addFrom = (block: number, start = 0): boolean =>
    (blocks[block]?.parts ?? []).every((_, place) => place < start || add(block, place));

  if (left === all) {
    blocks.forEach((_, i) => addFrom(i));
    return quoted;
  }
  const answering = blocks[best.block];
  const start = answering === undefined ? 0 : placeOf(answering, best);
  add(best.block, start, true);
  if (blocks[best.block - 1]?.leadsOn === true) addFrom(best.block - 1);
  if (answering?.kind === 'table') {
    for (const place of bestRows(answering, units, best)) add(best.block, place);
  } else {
    if (answering?.isNumbered === true || answering?.kind === 'paragraph') addFrom(best.block);
    else addFrom(best.block, start);
  }
  if (blocks[best.block + 1]?.kind === 'code') addFrom(best.block + 1);
  addFrom(0);
  // Long tables and code are passed over; what is behind them may still fit.
  const goesOn = (block: number): boolean => blocks[block]?.kind === 'table' || addFrom(block) || blocks[block]?.kind === 'code';
  for (let next = best.block + 1; next < blocks.length && goesOn(next); next++);
  for (let previous = best.block - 1; previous > 0 && goesOn(previous); previous--);
  return quoted;
}

const wordsOf = (parts: SectionBlock['parts']): number => parts.reduce((sum, { words }) => sum + words, 0);

/** The part of a block that a unit is, or begins with. */
function placeOf({ parts }: SectionBlock, { entries }: ScoredUnit): number {
  const first = entries[0] ?? '';
  return Math.max(
    0,
    parts.findIndex(({ passage }) => passage === first),
  );
}

/** Rows of a long table that answer as well as the best one. */
function bestRows(table: SectionBlock, units: readonly ScoredUnit[], best: ScoredUnit): number[] {
  const rows = units.filter(({ kind, block, score }) => kind === 'row' && block === best.block && score >= LEAST_OF_BEST_ROW * best.score);
  return rows
    .toSorted((a, b) => b.score - a.score)
    .slice(0, MOST_ROWS)
    .map((row) => placeOf(table, row));
}

/** Up to four sections of other pages, one of each page, by title and first sentence, where the question is about them too. */
function alsoRelevant(answer: Evidence, evidence: readonly Evidence[], reader: SectionReader): AnswerPiece[] {
  const best = evidence[0]?.score ?? 0;
  const pages = new Set([answer.record.page]);
  const others = evidence
    .filter(
      ({ record: { page, text }, score }) => text !== '' && score >= LEAST_OF_BEST_SECTION * best && !pages.has(page) && pages.add(page),
    )
    .slice(0, MOST_RELEVANT);
  if (others.length === 0) return [];
  return [
    { kind: 'notice', markdown: ALSO_RELEVANT, citation: null },
    ...others.map(({ record, recordNumber }): AnswerPiece => {
      const { anchor, heading, page } = record;
      const sentence = firstSentence(record, reader);
      const title = heading === page.title ? heading : `${page.title}: ${heading}`;
      const citation: Citation = { recordNumber, path: page.path, anchor, heading, passage: sentence?.passage ?? heading };
      return { kind: 'item', markdown: `- ${escapeMarkdown(title)}${sentence === null ? '' : ` – ${sentence.markdown}`}`, citation };
    }),
  ];
}

/** Null where a section begins with something else, or with a sentence that says nothing by itself. */
function firstSentence(record: SearchRecord, reader: SectionReader): { passage: string; markdown: string } | null {
  const [first] = reader.blocksOf(record);
  const part = first?.parts[0];
  if (first?.kind !== 'paragraph' || part === undefined || part.words > MOST_SENTENCE_WORDS || part.passage.endsWith(':')) return null;
  return { passage: part.passage, markdown: first.markdown([0]) };
}
