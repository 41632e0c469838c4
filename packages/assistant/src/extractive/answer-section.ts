/** Writes an answer in the words of the documentation: the section that answers the question, and links to other relevant sections. */
import type { Evidence, QueryWord, SearchRecord } from '@quire/search';
import type { AnswerPiece, Citation, RankedEvidence, Retrieval } from '../contract.ts';
import { type AssistantSay, IN_ENGLISH } from '../assistant-words.ts';
import { escapeMarkdown } from '../citations.ts';
import { type ScoredUnit, scoreUnits, type Wanted, wantedOf } from './score-units.ts';
import type { SectionBlock } from './section-blocks.ts';
import { createSectionReader, type SectionReader } from './units.ts';

export interface AnswerOptions {
  /** The words of the question, looked up in the index (`SearchEngine.understand`). */
  words?: readonly QueryWord[];
  /** Maximum length of the quoted section in words; default 200. A line of code counts as three words. */
  maxWords?: number;
  /** Caches sections between answers; absent: the sections are read for this answer only. */
  reader?: SectionReader;
  /** Translates the texts around the quotations; default English. */
  say?: AssistantSay;
}

const MAX_WORDS = 200;
/** A section that is at most this factor longer is quoted whole. */
const TOLERANCE = 1.15;
/** Maximum number of sections that follow a short one, maximum words of each and of all quoted sections, and minimum words of a further one. */
const MAX_FURTHER = 2;
const WORDS_BELOW = 120;
const ALL_WORDS = 280;
const MIN_WORDS = 30;
/** Minimum match of an authored question whose section compares the two subjects of a question. */
const SAME_QUESTION = 0.7;
/** Maximum difference in score between the first quoted section and further ones. */
const MAX_SCORE_GAP = 2;
/** Maximum number of quoted rows of a long table, and the minimum share of the score of the best row. */
const MAX_ROWS = 4;
const MIN_OF_BEST_ROW = 0.85;
/** Maximum and minimum number of other sections below the answer, and the minimum share of the score of the first section. */
const MAX_RELEVANT = 4;
const MIN_RELEVANT = 2;
const MIN_OF_BEST_SECTION = 0.6;
const MAX_SENTENCE_WORDS = 40;

/** The line above the links to other sections. */
export const ALSO_RELEVANT = 'Also relevant:';

/**
 * Returns the section that answers the question, trimmed at the boundaries of its blocks, with one citation at its end; the next
 * sections if they answer nearly as well; then links to other sections. Returns an empty list if no section can be quoted. The
 * same retrieval always results in the same pieces. Never throws.
 */
export function answerSection(
  { question, evidence, definitions = [] }: Retrieval,
  { words, maxWords = MAX_WORDS, reader = createSectionReader(), say = IN_ENGLISH }: AnswerOptions = {},
): AnswerPiece[] {
  const wanted = wantedOf(question, words, reader.vocabulary);
  const quoted =
    definitions.length > 0 ? quoteDifference(evidence, definitions, wanted, reader) : quoteBest(evidence, wanted, reader, maxWords);
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
      say,
    ),
  ];
}

interface Quotation {
  source: RankedEvidence;
  piece: AnswerPiece;
}

/** Quotes the first section that can be quoted and, if it is short, the sections that answer nearly as well. */
function quoteBest(evidence: readonly RankedEvidence[], wanted: Wanted, reader: SectionReader, maxWords: number): Quotation[] {
  const quoted: Quotation[] = [];
  let left = ALL_WORDS;
  for (const source of evidence) {
    const [first] = quoted;
    if (first !== undefined && (first.source.score - source.score >= MAX_SCORE_GAP || left < MIN_WORDS || quoted.length > MAX_FURTHER))
      break;
    const piece = quoteSection(source, wanted, reader, first === undefined ? maxWords : Math.min(WORDS_BELOW, left));
    if (piece === null) continue;
    quoted.push({ source, piece });
    left -= wordsIn(piece.markdown);
  }
  return quoted;
}

/** Quotes both definitions, after the section that an author wrote about this difference, if there is one. */
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

/** Adds a heading, which includes the title of the page if the section belongs to another page. */
function withHeading({ piece, source }: Quotation, first: Quotation): AnswerPiece {
  const { heading, page } = source.record;
  const title = page === first.source.record.page || heading === page.title ? heading : `${page.title}: ${heading}`;
  return { ...piece, markdown: `**${escapeMarkdown(title)}**\n\n${piece.markdown}` };
}

/** Returns the unit with the highest score; the first one of equal units, so that a question always has the same answer. */
function bestUnit(units: readonly ScoredUnit[]): ScoredUnit | null {
  let best: ScoredUnit | null = null;
  for (const unit of units) if (best === null || unit.score > best.score) best = unit;
  return best;
}

/** Positions of the quoted parts, by block. */
type Quoted = Map<number, Set<number>>;

function quoteSection({ record, recordNumber }: Evidence, wanted: Wanted, reader: SectionReader, maxWords: number): AnswerPiece | null {
  const units = scoreUnits(record, wanted, reader);
  const best = bestUnit(units);
  if (best === null) return null;
  const blocks = reader.blocksOf(record);
  const quoted =
    wanted.kind === 'why' && isTroubleList(blocks[best.block]) ? chooseCauses(blocks, units, best) : choose(blocks, units, best, maxWords);
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
    // Omit a sentence that introduces a block that is not quoted.
    if (block.leadsOn && !quoted.has(i + 1) && places.at(-1) === block.parts.length - 1) places.pop();
    if (places.length === 0) return;
    texts.push(...(block.kind === 'paragraph' ? runsOf(places) : [places]).map((run) => block.markdown(run)));
    if (block.kind !== 'code') passages.push(...places.map((place) => block.parts[place]?.passage ?? ''));
  });
  if (texts.length === 0) return null;
  const { anchor, heading, page } = record;
  // A browser searches the page for the beginning and the end of the passage.
  const passage = passages.length > 1 ? `${passages[0]}\n${passages.at(-1)}` : (passages[0] ?? best.passage);
  return { kind: 'section', markdown: texts.join('\n\n'), citation: { recordNumber, path: page.path, anchor, heading, passage } };
}

/** Returns runs of consecutive sentences. A quotation must not join sentences that are apart on the page. */
function runsOf(places: readonly number[]): number[][] {
  const runs: number[][] = [];
  for (const place of places) {
    const run = runs.at(-1);
    if (run !== undefined && run.at(-1) === place - 1) run.push(place);
    else runs.push([place]);
  }
  return runs;
}

/** Words of sentences that answer a yes/no question. */
const DECIDES =
  /\b(?:not|no|none|never|only|cannot|can|supports?|supported|possible|impossible|available|allows?|lets?|works?|there (?:is|are)|by default|without|both|either|needs?|requires?|must)\b/i;
const DECISION = 0.15;

/** Returns the sentence that answers a yes/no question, unless it begins the section or needs the sentence before it. */
function decidingSentence(blocks: readonly SectionBlock[], units: readonly ScoredUnit[]): { block: number; place: number } | null {
  const sentences = units.filter(({ kind }) => kind === 'sentence');
  const best = bestUnit(sentences.map((unit) => ({ ...unit, score: unit.score + (DECIDES.test(unit.passage) ? DECISION : 0) })));
  const block = best === null ? undefined : blocks[best.block];
  if (best === null || best.leansBack || best.leadsOn || best.place === 0 || block?.kind !== 'paragraph' || !DECIDES.test(best.passage))
    return null;
  return { block: best.block, place: placeOf(block, best) };
}

/** A list or table with at least this many entries is treated as a list of errors, each with its cause and its fix. */
const MANY_ENTRIES = 4;
const MIN_OF_BEST_CAUSE = 0.75;

const isTroubleList = (block: SectionBlock | undefined): boolean =>
  block !== undefined && (block.kind === 'list' || block.kind === 'table') && !block.isNumbered && block.parts.length >= MANY_ENTRIES;

/** Selects the entries of a list of errors that are about the error of the question. */
function chooseCauses(blocks: readonly SectionBlock[], units: readonly ScoredUnit[], best: ScoredUnit): Quoted {
  const list = blocks[best.block] as SectionBlock;
  const entries = units.filter(({ kind, block }) => (kind === 'item' || kind === 'row') && block === best.block);
  const most = bestUnit(entries)?.score ?? 0;
  const causes = entries.filter(({ score }) => score >= MIN_OF_BEST_CAUSE * most).toSorted((a, b) => b.score - a.score);
  const places = (causes.length === 0 ? [best] : causes.slice(0, MAX_ROWS)).map((entry) => placeOf(list, entry));
  return new Map([[best.block, new Set(places)]]);
}

/** Selects all parts of a short section. Of a long one, selects the best part, the parts that introduce it, and the parts that follow it. */
function choose(blocks: readonly SectionBlock[], units: readonly ScoredUnit[], best: ScoredUnit, maxWords: number): Quoted {
  const quoted: Quoted = new Map();
  const all = blocks.reduce((sum, { parts }) => sum + wordsOf(parts), 0);
  let left = all <= maxWords * TOLERANCE ? all : maxWords;

  function add(block: number, place: number, isNeeded = false): boolean {
    const part = blocks[block]?.parts[place];
    const places = quoted.get(block) ?? new Set();
    if (part === undefined || places.has(place)) return part !== undefined;
    if (part.words > left && !isNeeded) return false;
    left -= part.words;
    quoted.set(block, places.add(place));
    return true;
  }
  /** Adds the parts of a block from `start` on. @returns whether all of them were added */
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
  // Skip long tables and code, because the blocks after them may still fit. Part of a table would look like all of it.
  const continues = (block: number): boolean => {
    const { kind, parts } = blocks[block] as SectionBlock;
    const isAdded = (kind !== 'table' || wordsOf(parts) <= left) && addFrom(block);
    return isAdded || kind === 'table' || kind === 'code';
  };
  for (let next = best.block + 1; next < blocks.length && continues(next); next++);
  for (let previous = best.block - 1; previous > 0 && continues(previous); previous--);
  return quoted;
}

const wordsOf = (parts: SectionBlock['parts']): number => parts.reduce((sum, { words }) => sum + words, 0);

/** Returns the position of the part of a block with which a unit begins. */
function placeOf({ parts }: SectionBlock, { entries }: ScoredUnit): number {
  const first = entries[0] ?? '';
  return Math.max(
    0,
    parts.findIndex(({ passage }) => passage === first),
  );
}

/** Returns the rows of a long table that answer about as well as the best one. */
function bestRows(table: SectionBlock, units: readonly ScoredUnit[], best: ScoredUnit): number[] {
  const rows = units.filter(({ kind, block, score }) => kind === 'row' && block === best.block && score >= MIN_OF_BEST_ROW * best.score);
  return rows
    .toSorted((a, b) => b.score - a.score)
    .slice(0, MAX_ROWS)
    .map((row) => placeOf(table, row));
}

/** Returns links to one section of each other page, with title and first sentence. If there are fewer than two, adds sections of the quoted pages. */
function alsoRelevant(quoted: readonly Evidence[], evidence: readonly Evidence[], reader: SectionReader, say: AssistantSay): AnswerPiece[] {
  const best = evidence[0]?.score ?? 0;
  const records = new Set(quoted.map(({ record }) => record));
  const pages = new Set(quoted.map(({ record }) => record.page));
  const left = evidence.filter(({ record, score }) => record.text !== '' && score >= MIN_OF_BEST_SECTION * best && !records.has(record));
  const ofOtherPages = left.filter(({ record: { page } }) => !pages.has(page) && pages.add(page)).slice(0, MAX_RELEVANT);
  const ofSamePages = left.filter((one) => !ofOtherPages.includes(one)).slice(0, Math.max(0, MIN_RELEVANT - ofOtherPages.length));
  const others = [...ofOtherPages, ...ofSamePages];
  if (others.length === 0) return [];
  return [
    { kind: 'notice', markdown: say(ALSO_RELEVANT), citation: null },
    ...others.map(({ record, recordNumber }): AnswerPiece => {
      const { anchor, heading, page } = record;
      const sentence = firstSentence(record, reader);
      const title = heading === page.title ? heading : `${page.title}: ${heading}`;
      const citation: Citation = { recordNumber, path: page.path, anchor, heading, passage: sentence?.passage ?? heading };
      return { kind: 'item', markdown: `- ${escapeMarkdown(title)}${sentence === null ? '' : ` – ${sentence.markdown}`}`, citation };
    }),
  ];
}

/** Returns the first sentence of a section; null if the section does not begin with one, or if the sentence is too long or incomplete. */
function firstSentence(record: SearchRecord, reader: SectionReader): { passage: string; markdown: string } | null {
  const [first] = reader.blocksOf(record);
  const part = first?.parts[0];
  if (first?.kind !== 'paragraph' || part === undefined || part.words > MAX_SENTENCE_WORDS || part.passage.endsWith(':')) return null;
  return { passage: part.passage, markdown: first.markdown([0]) };
}
