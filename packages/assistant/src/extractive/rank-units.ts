/** Biased LexRank (Otterbacher, Erkan, Radev 2005): what is like other good units is better, the question weighing most. */
import type { ScoredUnit } from './score-units.ts';
import { cosine, vectorsOf, type Terms, type TermVector } from './terms.ts';

export interface RankedUnit extends ScoredUnit {
  vector: TermVector;
}

/** Units that are compared with each other; the rest is too far behind to matter. */
const COMPARED = 36;
const LEAST_LIKENESS = 0.08;
const STEPS = 12;
/** Part of each step that goes back to the question, and the part of the result that the walk has. */
const BIAS = 0.7;
const SHARE_OF_WALK = 0.25;

/** The best units, best first; scores are 0 to about 1. */
export function rankUnits(units: readonly ScoredUnit[]): RankedUnit[] {
  const termsOf = (some: readonly ScoredUnit[]): Terms[] => some.map(({ terms }) => terms);
  const compared = units.toSorted(byScore).slice(0, COMPARED);
  const vectors = vectorsOf(termsOf(compared), termsOf(units));
  const walked = walk(compared, vectors);
  const most = Math.max(1e-9, ...walked);
  const best = compared[0]?.score ?? 0;
  return compared
    .map((unit, i) => ({
      ...unit,
      vector: vectors[i] as TermVector,
      score: (1 - SHARE_OF_WALK) * unit.score + SHARE_OF_WALK * best * ((walked[i] ?? 0) / most),
    }))
    .toSorted(byScore);
}

/** Equal scores keep the order of the pages, so that the same question always has the same answer. */
function byScore(a: ScoredUnit, b: ScoredUnit): number {
  if (a.score !== b.score) return a.score < b.score ? 1 : -1;
  return a.evidence - b.evidence || a.place - b.place || a.span - b.span;
}

function walk(units: readonly ScoredUnit[], vectors: readonly TermVector[]): readonly number[] {
  const sum = units.reduce((total, { score }) => total + score, 0) || 1;
  const prior = units.map(({ score }) => score / sum);
  const dealt = dealtOut(units, vectors);
  let ranks = prior;
  for (let step = 0; step < STEPS; step++) {
    const next = prior.map((own) => BIAS * own);
    for (let from = 0; from < units.length; from++) {
      const rank = (1 - BIAS) * (ranks[from] as number);
      const { to, parts } = dealt[from] as Shares;
      for (let i = 0; i < to.length; i++) (next[to[i] as number] as number) += rank * (parts[i] as number);
    }
    ranks = next;
  }
  return ranks;
}

/** How the rank of a unit is dealt out. */
interface Shares {
  /** Places of the units that get a part of it. */
  to: number[];
  /** The part of each: 1 in all. */
  parts: number[];
}

/** How the rank of each unit is dealt out to the others by their likeness to it. */
function dealtOut(units: readonly ScoredUnit[], vectors: readonly TermVector[]): Shares[] {
  const dealt = units.map((): Shares => ({ to: [], parts: [] }));
  const give = (from: number, to: number, likeness: number): void => {
    dealt[from]?.to.push(to);
    dealt[from]?.parts.push(likeness);
  };
  for (let i = 0; i < units.length; i++) {
    for (let j = 0; j < i; j++) {
      const [a, b] = [units[i] as ScoredUnit, units[j] as ScoredUnit];
      // Parts of one list are the list again: they must not vote for each other.
      if (a.evidence === b.evidence && a.block === b.block && a.kind !== b.kind) continue;
      const likeness = cosine(vectors[i] as TermVector, vectors[j] as TermVector);
      if (likeness < LEAST_LIKENESS) continue;
      give(i, j, likeness);
      give(j, i, likeness);
    }
  }
  for (const { parts } of dealt) {
    const total = parts.reduce((sum, part) => sum + part, 0);
    for (let i = 0; i < parts.length; i++) (parts[i] as number) /= total;
  }
  return dealt;
}
