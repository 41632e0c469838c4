/** An answer made of the documentation's own words: picked, put in order, quoted, never rewritten. */
import type { Evidence, QueryWord } from '@quire/search';
import type { AnswerPiece, Retrieval } from '../contract.ts';
import { compose, type Group } from './compose.ts';
import { wantedOf } from './question-words.ts';
import { rankUnits } from './rank-units.ts';
import { scoreUnits } from './score-units.ts';
import type { Unit } from './section-reading.ts';
import { createSectionReader, pieceKind, type SectionReader } from './units.ts';

export interface ExtractOptions {
  /** What the index knows of the question's words (`SearchEngine.understand`): their rarity and what stands in for them. */
  words?: readonly QueryWord[];
  /** Most words of prose, lists and tables together; 120 when absent. A block of code comes on top of them. */
  mostWords?: number;
  /** Keeps what it has read between answers; absent: the sections are read for this answer alone. */
  reader?: SectionReader;
}

const MOST_WORDS = 120;
/** Sections that are quoted from: on the development questions those further back made answers worse. */
const MOST_SECTIONS = 6;
const GROUPS = 3;
const LEAST_OF_BEST = { section: 0.55, page: 0.74, elsewhere: 0.82 };

/**
 * Pieces of an answer, the one that answers the question first. The same retrieval gives the same pieces.
 * Without evidence, or with none that can be quoted, there are none. Never throws.
 */
export function extractAnswer(
  { question, evidence }: Retrieval,
  { words, mostWords = MOST_WORDS, reader = createSectionReader() }: ExtractOptions = {},
): AnswerPiece[] {
  const wanted = wantedOf(question, words, reader.vocabulary);
  const sources = evidence.slice(0, MOST_SECTIONS);
  const units = sources.flatMap(({ record }, i) => reader.unitsOf(record).map((unit): Unit => ({ ...unit, evidence: i })));
  const pageOf = (unit: Unit): string => sources[unit.evidence]?.record.page.path ?? '';
  const ranked = rankUnits(scoreUnits(units, sources, wanted, reader));
  const groups = compose(ranked, units, pageOf, { words: mostWords, groups: GROUPS, leastOfBest: LEAST_OF_BEST });
  return groups.flatMap((group) => pieces(group, sources));
}

/** A group's units as pieces; sentences that follow each other in a paragraph are one. */
function pieces({ units }: Group, evidence: readonly Evidence[]): AnswerPiece[] {
  const runs: Unit[][] = [];
  for (const unit of units) {
    const run = runs.at(-1);
    const previous = run?.at(-1);
    if (run !== undefined && previous !== undefined && continues(previous, unit)) run.push(unit);
    else runs.push([unit]);
  }
  return runs.flatMap((run) => piece(run, evidence));
}

const continues = (a: Unit, b: Unit): boolean =>
  a.kind === 'sentence' && b.kind === 'sentence' && a.block === b.block && a.place + a.span === b.place;

function piece(run: readonly Unit[], evidence: readonly Evidence[]): AnswerPiece[] {
  const [first] = run;
  const source = evidence[first?.evidence ?? -1];
  if (first === undefined || source === undefined) return [];
  const { record, recordNumber } = source;
  const { anchor, heading, page } = record;
  const passage = run.map((unit) => unit.passage).join(' ');
  return [
    {
      kind: pieceKind(first),
      markdown: run.map((unit) => unit.markdown()).join(' '),
      citation: { recordNumber, path: page.path, anchor, heading, passage },
    },
  ];
}
