/** An answer in the documentation's own words: the section that answers the question, and what else is worth reading. */
import type { Evidence, QueryWord, SearchRecord } from '@quire/search';
import type { AnswerPiece, Citation, RankedEvidence, Retrieval } from '../contract.ts';
import { escapeMarkdown } from '../citations.ts';
import { type ScoredUnit, scoreUnits, type Wanted, wantedOf } from './score-units.ts';
import type { SectionBlock } from './section-blocks.ts';
import { createSectionReader, type SectionReader } from './units.ts';

export interface AnswerOptions {
  /** What the index knows of the question's words (`SearchEngine.understand`): their rarity and their alternatives. */
  words?: readonly QueryWord[];
  /** Length of the quoted section; 200 words when absent. A line of code counts as three. */
  mostWords?: number;
  /** Keeps what it has read between answers; absent: the sections are read for this answer alone. */
  reader?: SectionReader;
}

const MOST_WORDS = 200;
/** A section that is a little longer is quoted whole. */
const TOLERANCE = 1.15;
/** Sections that follow a short one, how much lower each may score, and the words of each and of all quoted sections. */
const MOST_FURTHER = 2;
const WORDS_BELOW = 120;
const ALL_WORDS = 280;
const LEAST_WORDS = 30;
/** How near an authored question has to come for its section to compare the two things that are asked for. */
const SAME_QUESTION = 0.7;
const NEAR = 2;
/** Rows of a long table that are quoted, and the share of the best row's score that the others need. */
const MOST_ROWS = 4;
const LEAST_OF_BEST_ROW = 0.85;
/** Other sections that are named below the answer, and the share of the first section's score that they need. */
const MOST_RELEVANT = 4;
const LEAST_RELEVANT = 2;
const LEAST_OF_BEST_SECTION = 0.6;
const MOST_SENTENCE_WORDS = 40;

/** Is above the sections that are named below an answer. */
export const ALSO_RELEVANT = 'Also relevant:';

/**
 * The answering section, trimmed at the borders of its blocks, with one citation at its end; the next one, where it answers
 * nearly as well; then the other sections that a reader may want. Empty where no section has anything to quote. The same
 * retrieval gives the same pieces. Never throws.
 */
export function answerSection(
  { question, evidence, definitions = [] }: Retrieval,
  { words, mostWords = MOST_WORDS, reader = createSectionReader() }: AnswerOptions = {},
): AnswerPiece[] {
  const wanted = wantedOf(question, words, reader.vocabulary);
  const quoted =
    definitions.length > 0 ? quoteDifference(evidence, definitions, wanted, reader) : quoteBest(evidence, wanted, reader, mostWords);
  const [first, ...further] = quoted;
  if (first === undefined) return [];
  const isAlone = definitions.length === 0;
  return [
    isAlone ? first.piece : withHeading(first, first),
    ...further.map((one) => withHeading(one, first)),
    ...alsoRelevant(
      quoted.map(({ source }) => source),
      evidence,
      reader,
    ),
  ];
}

interface Quotation {
  source: RankedEvidence;
  piece: AnswerPiece;
}

/** The first section that has something to quote, and where it is short, the sections that answer nearly as well. */
function quoteBest(evidence: readonly RankedEvidence[], wanted: Wanted, reader: SectionReader, mostWords: number): Quotation[] {
  const quoted: Quotation[] = [];
  let left = ALL_WORDS;
  for (const source of evidence) {
    const [first] = quoted;
    if (first !== undefined && (first.source.score - source.score >= NEAR || left < LEAST_WORDS || quoted.length > MOST_FURTHER)) break;
    const piece = quoteSection(source, wanted, reader, first === undefined ? mostWords : Math.min(WORDS_BELOW, left));
    if (piece === null) continue;
    quoted.push({ source, piece });
    left -= wordsIn(piece.markdown);
  }
  return quoted;
}

/** Both definitions, after the section that an author wrote for this very difference, if there is one. */
function quoteDifference(
  evidence: readonly RankedEvidence[],
  definitions: readonly RankedEvidence[],
  wanted: Wanted,
  reader: SectionReader,
): Quotation[] {
  const compares = evidence
    .slice(0, 1)
    .filter(({ authored }) => authored !== undefined && authored.isAsked * authored.covers >= SAME_QUESTION);
  const records = new Set(compares.map(({ record }) => record));
  const others = definitions.filter(({ record }) => !records.has(record));
  return [...compares, ...others].flatMap((source) => {
    const piece = quoteSection(source, { ...wanted, kind: 'what-is' }, reader, Math.floor(ALL_WORDS / 3));
    return piece === null ? [] : [{ source, piece }];
  });
}

const wordsIn = (text: string): number => text.split(/\s+/).length;

/** A section of another page is named with its page. */
function withHeading({ piece, source }: Quotation, first: Quotation): AnswerPiece {
  const { heading, page } = source.record;
  const title = page === first.source.record.page || heading === page.title ? heading : `${page.title}: ${heading}`;
  return { ...piece, markdown: `**${escapeMarkdown(title)}**\n\n${piece.markdown}` };
}

/** Of equal units the first of the section, so that the same question always has the same answer. */
function bestUnit(units: readonly ScoredUnit[]): ScoredUnit | null {
  let best: ScoredUnit | null = null;
  for (const unit of units) if (best === null || unit.score > best.score) best = unit;
  return best;
}

/** Places of the quoted parts, by block. */
type Quoted = Map<number, Set<number>>;

function quoteSection({ record, recordNumber }: Evidence, wanted: Wanted, reader: SectionReader, mostWords: number): AnswerPiece | null {
  const units = scoreUnits(record, wanted, reader);
  const best = bestUnit(units);
  if (best === null) return null;
  const blocks = reader.blocksOf(record);
  const quoted =
    wanted.kind === 'why' && isTroubleList(blocks[best.block]) ? chooseCauses(blocks, units, best) : choose(blocks, units, best, mostWords);
  const texts: string[] = [];
  const passages: string[] = [];
  const decision = wanted.kind === 'yes-no' ? decidingSentence(blocks, units) : null;
  if (decision !== null) {
    const { block, place } = decision;
    texts.push((blocks[block] as SectionBlock).markdown([place]));
    passages.push(blocks[block]?.parts[place]?.passage ?? '');
    quoted.get(block)?.delete(place);
  }
  blocks.forEach((block, i) => {
    const places = [...(quoted.get(i) ?? [])].sort((a, b) => a - b);
    // A sentence that announces what is not quoted says nothing.
    if (block.leadsOn && !quoted.has(i + 1) && places.at(-1) === block.parts.length - 1) places.pop();
    if (places.length === 0) return;
    texts.push(...(block.kind === 'paragraph' ? runsOf(places) : [places]).map((run) => block.markdown(run)));
    if (block.kind !== 'code') passages.push(...places.map((place) => block.parts[place]?.passage ?? ''));
  });
  if (texts.length === 0) return null;
  const { anchor, heading, page } = record;
  // The passage is what a browser looks for on the page: its beginning and its end.
  const passage = passages.length > 1 ? `${passages[0]}\n${passages.at(-1)}` : (passages[0] ?? best.passage);
  return { kind: 'section', markdown: texts.join('\n\n'), citation: { recordNumber, path: page.path, anchor, heading, passage } };
}

/** Sentences that follow each other on the page; a quotation must not join what the page separates. */
function runsOf(places: readonly number[]): number[][] {
  const runs: number[][] = [];
  for (const place of places) {
    const run = runs.at(-1);
    if (run !== undefined && run.at(-1) === place - 1) run.push(place);
    else runs.push([place]);
  }
  return runs;
}

/** What a sentence says that decides a question to be answered by yes or no. */
const DECIDES =
  /\b(?:not|no|none|never|only|cannot|can|supports?|supported|possible|impossible|available|allows?|lets?|works?|there (?:is|are)|by default|without|both|either|needs?|requires?|must)\b/i;
const DECISION = 0.15;

/** The sentence that decides a yes/no question, where it does not open the section and makes sense without the one before it. */
function decidingSentence(blocks: readonly SectionBlock[], units: readonly ScoredUnit[]): { block: number; place: number } | null {
  const sentences = units.filter(({ kind }) => kind === 'sentence');
  const best = bestUnit(sentences.map((unit) => ({ ...unit, score: unit.score + (DECIDES.test(unit.passage) ? DECISION : 0) })));
  const block = best === null ? undefined : blocks[best.block];
  if (best === null || best.leansBack || best.leadsOn || best.place === 0 || block?.kind !== 'paragraph' || !DECIDES.test(best.passage))
    return null;
  return { block: best.block, place: placeOf(block, best) };
}

/** Entries of a list from which on it is a list of errors, each with its cause and cure. */
const MANY_ENTRIES = 4;
const LEAST_OF_BEST_CAUSE = 0.75;

const isTroubleList = (block: SectionBlock | undefined): boolean =>
  block !== undefined && (block.kind === 'list' || block.kind === 'table') && !block.isNumbered && block.parts.length >= MANY_ENTRIES;

/** Of a list of errors the entries about the error that is asked for. */
function chooseCauses(blocks: readonly SectionBlock[], units: readonly ScoredUnit[], best: ScoredUnit): Quoted {
  const list = blocks[best.block] as SectionBlock;
  const entries = units.filter(({ kind, block }) => (kind === 'item' || kind === 'row') && block === best.block);
  const most = bestUnit(entries)?.score ?? 0;
  const causes = entries.filter(({ score }) => score >= LEAST_OF_BEST_CAUSE * most).toSorted((a, b) => b.score - a.score);
  const places = (causes.length === 0 ? [best] : causes.slice(0, MOST_ROWS)).map((entry) => placeOf(list, entry));
  return new Map([[best.block, new Set(places)]]);
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

/** Sections of other pages, one of each, by title and first sentence; further sections of the same pages where there are less than two. */
function alsoRelevant(quoted: readonly Evidence[], evidence: readonly Evidence[], reader: SectionReader): AnswerPiece[] {
  const best = evidence[0]?.score ?? 0;
  const records = new Set(quoted.map(({ record }) => record));
  const pages = new Set(quoted.map(({ record }) => record.page));
  const left = evidence.filter(({ record, score }) => record.text !== '' && score >= LEAST_OF_BEST_SECTION * best && !records.has(record));
  const ofOtherPages = left.filter(({ record: { page } }) => !pages.has(page) && pages.add(page)).slice(0, MOST_RELEVANT);
  const ofSamePages = left.filter((one) => !ofOtherPages.includes(one)).slice(0, Math.max(0, LEAST_RELEVANT - ofOtherPages.length));
  const others = [...ofOtherPages, ...ofSamePages];
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
