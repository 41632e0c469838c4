/** Quotes one section: selects the parts that answer the question, and says where the text continues. */
import type { AnswerPiece, Citation, IndexedSection } from '../contract.ts';
import { isGeneralSymptom, nameWeight, type ScoredUnit, scoreUnits, type ScoringQuery } from './score-units.ts';
import { EMPTY_BLOCK, type Panel, type SectionBlock } from './section-blocks.ts';
import { splitSentences } from './sentences.ts';
import type { SectionReader, Unit } from './units.ts';

/** A section that exceeds the maximum length by at most this factor is quoted whole. */
const WHOLE_SECTION_TOLERANCE = 1.15;
/** A list of steps that exceeds the maximum length by at most this factor is quoted whole. */
const WHOLE_STEPS_TOLERANCE = 1.5;
/** Code beside the best part is quoted if it exceeds the maximum length by at most this share. */
const CODE_TOLERANCE = 0.5;
/** Maximum number of quoted rows of a long table, and their minimum score as a share of the best row's. */
const MAX_ROWS = 4;
const MIN_OF_BEST_ROW = 0.85;

/** A piece of an answer, and the section that it quotes. */
export interface Quotation {
  source: IndexedSection;
  piece: AnswerPiece;
  /** Where the text continues that is not quoted to its end: a step, or another section of the page. */
  rest: Rest | null;
  /** Labels of the tabs beside the quoted ones. */
  otherTabs: readonly string[];
  /** Sections of the page between this one and the next quoted one. */
  leftOut: readonly IndexedSection[];
}

export interface Rest {
  source: IndexedSection;
  /** Number of the step; absent for a section. */
  step?: number;
  /** The first sentence of the step, or the heading of the section. */
  text: string;
}

/** Returns the unit with the highest score, or the first one of several; null if there are no units. */
export function bestUnit(units: readonly ScoredUnit[]): ScoredUnit | null {
  let best: ScoredUnit | null = null;
  for (const unit of units) if (best === null || unit.score > best.score) best = unit;
  return best;
}

/** The parts to quote: positions in the block, by the index of the block. */
type Selection = Map<number, Set<number>>;

/** Quotes the parts of a section that answer the question; null if the section has no text. @param onlyLead whether its first paragraph is enough, with a warning if there is one */
export function quoteSection(
  { record, recordNumber }: IndexedSection,
  query: ScoringQuery,
  reader: SectionReader,
  maxWords: number,
  onlyLead = false,
): Quotation | null {
  const tabs = reader.tabGroupsOf(record);
  const chosen = tabs.map((group) => chooseTab(group, query, reader));
  const all = reader.blocksOf(record, ({ group, label }) => chosen[group] === label);
  const blocks = withoutOutputOfOtherTabs(all, tabs, chosen);
  const units = scoreUnits(record, query, reader).filter(({ block }) => (blocks[block]?.parts.length ?? 0) > 0);
  const best = bestUnit(units);
  if (best === null) return null;
  const quoted =
    onlyLead && blocks[0]?.kind === 'paragraph' && !blocks[0].introducesNext
      ? selectLead(blocks)
      : query.kind === 'why' && isErrorList(blocks[best.block]) && !isGeneralSymptom(record, query, reader)
        ? selectCauses(blocks, units, best)
        : selectParts(blocks, units, best, maxWords);
  const texts: string[] = [];
  const passages: string[] = [];
  const decision = query.kind === 'yes-no' ? decidingSentence(blocks, units) : null;
  if (decision !== null) {
    const { block, position } = decision;
    texts.push((blocks[block] as SectionBlock).markdown([position]));
    passages.push(blocks[block]?.parts[position]?.passage ?? '');
    quoted.get(block)?.delete(position);
  }
  blocks.forEach((block, i) => {
    const selected = [...(quoted.get(i) ?? [])].sort((a, b) => a - b);
    const positions = block.kind === 'paragraph' ? withoutPointers(blocks, i, selected, quoted) : selected;
    if (positions.length === 0) return;
    texts.push(...(block.kind === 'paragraph' ? runsOf(positions) : [positions]).map((run) => block.markdown(run)));
    if (block.kind !== 'code') passages.push(...positions.map((position) => block.parts[position]?.passage ?? ''));
  });
  if (texts.length === 0) return null;
  const { anchor, heading, page } = record;
  // A browser searches the page for the beginning and the end of the passage.
  const passage = passages.length > 1 ? `${passages[0]}\n${passages.at(-1)}` : (passages[0] ?? best.passage);
  const citation: Citation = { recordNumber, path: page.path, anchor, heading, passage };
  const groups = new Set([...quoted.keys()].flatMap((i) => blocks[i]?.tabs.map(({ group }) => group) ?? []));
  const otherTabs = tabs.flatMap((group, i) =>
    groups.has(i) ? group.map(({ label }) => label).filter((label) => label !== chosen[i]) : [],
  );
  const source = { record, recordNumber };
  const piece: AnswerPiece = { kind: 'section', markdown: texts.join('\n\n'), citation };
  return { source, piece, rest: nextStep(blocks, quoted, source), otherTabs: [...new Set(otherTabs)], leftOut: [] };
}

/** Quotes some rows of the tables in a section. @param rows at least one, in the order of the section */
export function quoteRows(source: IndexedSection, rows: readonly Unit[], reader: SectionReader): Quotation {
  const { anchor, heading, page } = source.record;
  const blocks = reader.blocksOf(source.record);
  const tables = [...Map.groupBy(rows, ({ block }) => block)].map(([block, inTable]) => {
    const { parts = [], markdown = () => '' } = blocks[block] ?? {};
    return markdown(inTable.map(({ passage }) => parts.findIndex((part) => part.passage === passage)));
  });
  const citation: Citation = {
    recordNumber: source.recordNumber,
    path: page.path,
    anchor,
    heading,
    passage: [...new Set([rows[0]?.passage ?? heading, rows.at(-1)?.passage ?? heading])].join('\n'),
  };
  const piece: AnswerPiece = { kind: 'section', markdown: tables.join('\n\n'), citation };
  return { source, piece, rest: null, otherTabs: [], leftOut: [] };
}

/** Matches a sentence about the block after its paragraph, and one that is incomplete without it. */
const POINTS_AHEAD = /:\s*$|\bthe following\b|^(?:these|here) (?:is|are)\b|\bbelow[.,;)]/i;
const INTRODUCES = /:\s*$/;
/** Matches a sentence about the block before its paragraph. */
const POINTS_BACK =
  /\b(?:this|these|above) (?:commands?|code|configuration|examples?|files?|functions?|manifests?|mutations?|programs?|query|queries|recipes?|requests?|response|rules|scripts?|settings|table)\b/i;

/** Removes the sentences of a paragraph that are about code, a list, or a table beside it which is not quoted. */
function withoutPointers(
  blocks: readonly SectionBlock[],
  index: number,
  positions: readonly number[],
  quoted: Selection,
): readonly number[] {
  const { parts = [] } = blocks[index] ?? {};
  const [previous, next] = [previousBlock(blocks, index), nextBlock(blocks, index)];
  const isMissing = (block: number): boolean => block >= 0 && blocks[block]?.kind !== 'paragraph' && !quoted.has(block);
  const matches = (pattern: RegExp) => (position: number) => pattern.test(parts[position]?.passage ?? '');
  const ahead = quoted.has(next) ? -1 : positions.findIndex(matches(isMissing(next) ? POINTS_AHEAD : INTRODUCES));
  const kept = ahead < 0 ? positions : positions.slice(0, ahead);
  return isMissing(previous) ? kept.filter((position) => !matches(POINTS_BACK)(position)) : kept;
}

/** Selects the first paragraph of a section and the first one in an admonition, because a reader must not miss a warning. */
function selectLead(blocks: readonly SectionBlock[]): Selection {
  const warning = blocks.findIndex(({ isInAdmonition }) => isInAdmonition);
  return new Map([0, warning].filter((i) => i >= 0).map((i) => [i, new Set(blocks[i]?.parts.keys())]));
}

/** Returns the first step after the quoted ones; null if no list of steps is interrupted. */
function nextStep(blocks: readonly SectionBlock[], quoted: Selection, source: IndexedSection): Rest | null {
  const lists = [...quoted].filter(([i]) => blocks[i]?.isNumbered === true);
  const interrupted = lists.map(([i, positions]) => blocks[i]?.parts[Math.max(...positions) + 1]).filter((part) => part !== undefined);
  const part = interrupted.at(-1);
  if (part === undefined) return null;
  const [text = ''] = splitSentences(part.passage.split('\n', 1)[0] ?? '');
  return { source, text, ...(part.number !== undefined && { step: part.number }) };
}

/** Returns the label of the tab that is quoted: the one that the question names, or else the first one. */
function chooseTab(tabs: readonly Panel[], query: ScoringQuery, reader: SectionReader): string {
  const weights = tabs.map(({ label }) => nameWeight(label, query, reader));
  return tabs[weights.indexOf(Math.max(...weights))]?.label ?? '';
}

/** Removes the code after the tabs that belongs to tabs that are not quoted, because its lead-in names only them: `GraphQL returns:`. */
function withoutOutputOfOtherTabs(
  blocks: readonly SectionBlock[],
  tabs: readonly (readonly Panel[])[],
  chosen: readonly string[],
): readonly SectionBlock[] {
  const others = tabs.flat().filter(({ group, label }) => chosen[group] !== label);
  const isAboutOthers = ({ introducesNext, parts, tabs: around }: SectionBlock): boolean => {
    const text = parts.at(-1)?.passage ?? '';
    return (
      introducesNext &&
      around.length === 0 &&
      others.some(({ label }) => text.includes(label)) &&
      !chosen.some((label) => text.includes(label))
    );
  };
  return blocks.map((block, i) => {
    const before = blocks[previousBlock(blocks, i)];
    return isAboutOthers(block) || (block.kind === 'code' && before !== undefined && isAboutOthers(before)) ? EMPTY_BLOCK : block;
  });
}

/** Splits positions into runs of consecutive ones, because a quotation must not join sentences that are apart on the page. */
function runsOf(positions: readonly number[]): number[][] {
  const runs: number[][] = [];
  for (const position of positions) {
    const run = runs.at(-1);
    if (run !== undefined && run.at(-1) === position - 1) run.push(position);
    else runs.push([position]);
  }
  return runs;
}

/** Words that are typical of sentences that answer a yes/no question, and the addition to the score of such a sentence. */
const DECIDING_WORDS =
  /\b(?:not|no|none|never|only|cannot|can|supports?|supported|possible|impossible|available|allows?|lets?|works?|there (?:is|are)|by default|without|both|either|needs?|requires?|must)\b/i;
const DECIDING_BONUS = 0.15;

/** Words that point to a neighbor of a sentence: "support this flag", "the consumer then updates it". */
const POINTS_TO_NEIGHBOR = /\b(?:this|these|those|such|above|below|following|then|both|also|otherwise|instead|too)\b/i;

/** Returns the sentence that answers a yes/no question, which is quoted first; null if it begins the section, or if it and a neighbor belong together. */
function decidingSentence(blocks: readonly SectionBlock[], units: readonly ScoredUnit[]): { block: number; position: number } | null {
  const sentences = units.filter(({ kind }) => kind === 'sentence');
  const best = bestUnit(
    sentences.map((unit) => ({ ...unit, score: unit.score + (DECIDING_WORDS.test(unit.passage) ? DECIDING_BONUS : 0) })),
  );
  const block = best === null ? undefined : blocks[best.block];
  if (
    best === null ||
    best.refersBack ||
    best.introducesNext ||
    best.position === 0 ||
    POINTS_TO_NEIGHBOR.test(best.passage) ||
    sentences.some(({ position, refersBack }) => refersBack && position === best.position + 1) ||
    block?.kind !== 'paragraph' ||
    !DECIDING_WORDS.test(best.passage)
  )
    return null;
  return { block: best.block, position: positionOf(block, best) };
}

/** A list or table with at least this many entries that answers a "why" question is treated as a list of errors with their causes. */
const MIN_ERROR_ENTRIES = 4;
/** Minimum score of a quoted cause as a share of the best one's. */
const MIN_OF_BEST_CAUSE = 0.75;

const isErrorList = (block: SectionBlock | undefined): boolean =>
  block !== undefined && (block.kind === 'list' || block.kind === 'table') && !block.isNumbered && block.parts.length >= MIN_ERROR_ENTRIES;

/** Selects the entries of a list of errors that are about the error in the question. */
function selectCauses(blocks: readonly SectionBlock[], units: readonly ScoredUnit[], best: ScoredUnit): Selection {
  const list = blocks[best.block] as SectionBlock;
  const entries = units.filter(({ kind, block }) => (kind === 'item' || kind === 'row') && block === best.block);
  const bestScore = bestUnit(entries)?.score ?? 0;
  const causes = entries.filter(({ score }) => score >= MIN_OF_BEST_CAUSE * bestScore).toSorted((a, b) => b.score - a.score);
  const positions = (causes.length === 0 ? [best] : causes.slice(0, MAX_ROWS)).map((entry) => positionOf(list, entry));
  return new Map([[best.block, new Set(positions)]]);
}

/**
 * Selects all parts of a short section. Of a long section, selects as many parts as fit, in this order: the best part with what introduces
 * it, the rest of its block, the code beside it, the first block of the section, and then the blocks after and before it.
 */
function selectParts(blocks: readonly SectionBlock[], units: readonly ScoredUnit[], best: ScoredUnit, maxWords: number): Selection {
  const quoted: Selection = new Map();
  const total = blocks.reduce((sum, { parts }) => sum + countWords(parts), 0);
  const isShort = total <= maxWords * WHOLE_SECTION_TOLERANCE;
  let left = isShort ? total : maxWords;

  /** Adds a part if it fits. @returns whether it is selected now */
  function add(block: number, position: number, isNeeded = false): boolean {
    const part = blocks[block]?.parts[position];
    const positions = quoted.get(block) ?? new Set();
    if (part === undefined || positions.has(position)) return part !== undefined;
    if (part.words > left && !isNeeded) return false;
    left -= part.words;
    quoted.set(block, positions.add(position));
    return true;
  }
  /** Adds the parts of a block from `start` on. @returns whether all of them were added */
  const addFrom = (block: number, start = 0): boolean =>
    (blocks[block]?.parts ?? []).every((_, position) => position < start || add(block, position));

  if (isShort) {
    blocks.forEach((_, i) => addFrom(i));
    return quoted;
  }
  const answering = blocks[best.block];
  const start = answering === undefined ? 0 : firstPart(answering, positionOf(answering, best), left);
  const before = previousBlock(blocks, best.block);
  const lead = blocks[before]?.introducesNext === true ? before : -1;
  if (answering?.isNumbered === true && countWords(answering.parts) <= left * WHOLE_STEPS_TOLERANCE)
    left = Math.max(left, countWords(answering.parts) + countWords(blocks[lead]?.parts ?? []));
  add(best.block, start, true);
  addFrom(lead);
  if (answering?.kind === 'table') {
    for (const position of bestRows(answering, units, best)) add(best.block, position);
  } else {
    if (answering?.kind === 'paragraph') addFrom(best.block);
    else addFrom(best.block, start);
  }
  const next = nextBlock(blocks, best.block);
  // Code before the best part belongs to it if it says so: "With these rules, …".
  for (const beside of POINTS_BACK.test(best.passage) ? [before, next] : [next]) {
    if (blocks[beside]?.kind !== 'code') continue;
    const words = countWords(blocks[beside].parts);
    if (words <= left + CODE_TOLERANCE * maxWords) left = Math.max(left, words);
    addFrom(beside);
  }
  addFrom(0);
  /** Adds a neighboring block. @returns whether to continue, which is also true for a table or code that does not fit */
  const addNeighbor = (block: number): boolean => {
    const { kind, parts } = blocks[block] as SectionBlock;
    // A table is added as a whole, because readers would take a part of it for all of it.
    const isAdded = (kind !== 'table' || countWords(parts) <= left) && addFrom(block);
    return isAdded || kind === 'table' || kind === 'code';
  };
  for (let i = best.block + 1; i < blocks.length && addNeighbor(i); i++);
  for (let i = best.block - 1; i > 0 && addNeighbor(i); i--);
  return quoted;
}

/** Return the index of the next and of the previous block with parts. */
const nextBlock = (blocks: readonly SectionBlock[], index: number): number =>
  blocks.findIndex(({ parts }, i) => i > index && parts.length > 0);
const previousBlock = (blocks: readonly SectionBlock[], index: number): number =>
  blocks.findLastIndex(({ parts }, i) => i < index && parts.length > 0);

const countWords = (parts: SectionBlock['parts']): number => parts.reduce((sum, { words }) => sum + words, 0);

/** Returns the position of the part of a block with which a unit begins. */
function positionOf({ parts }: SectionBlock, { entries }: ScoredUnit): number {
  const first = entries[0] ?? '';
  return Math.max(
    0,
    parts.findIndex(({ passage }) => passage === first),
  );
}

/** Returns the first part of a list to quote: steps are quoted from the first one, except if the best one would not fit then. */
function firstPart({ isNumbered, parts }: SectionBlock, best: number, maxWords: number): number {
  const fits = countWords(parts) <= maxWords * WHOLE_STEPS_TOLERANCE || countWords(parts.slice(0, best + 1)) <= maxWords;
  return isNumbered && fits ? 0 : best;
}

/** Returns the rows of a long table that answer about as well as the best one. */
function bestRows(table: SectionBlock, units: readonly ScoredUnit[], best: ScoredUnit): number[] {
  const rows = units.filter(({ kind, block, score }) => kind === 'row' && block === best.block && score >= MIN_OF_BEST_ROW * best.score);
  return rows
    .toSorted((a, b) => b.score - a.score)
    .slice(0, MAX_ROWS)
    .map((row) => positionOf(table, row));
}
