/** Biased LexRank (Otterbacher, Erkan, Radev 2005): what is like other good units is better, the question weighing most. */
import type { ScoredUnit } from './score-units.ts';
import { cosine, createWeights, vectorOf, type TermVector } from './terms.ts';

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
  const weight = createWeights(units.map(({ terms }) => terms));
  const compared = units
    .toSorted(byScore)
    .slice(0, COMPARED)
    .map((unit) => ({ ...unit, vector: vectorOf(unit.terms, weight) }));
  const walked = walk(compared);
  const most = Math.max(1e-9, ...walked);
  const best = compared[0]?.score ?? 0;
  return compared
    .map((unit, i) => ({ ...unit, score: (1 - SHARE_OF_WALK) * unit.score + SHARE_OF_WALK * best * ((walked[i] ?? 0) / most) }))
    .toSorted(byScore);
}

/** Equal scores keep the order of the pages, so that the same question always has the same answer. */
function byScore(a: ScoredUnit, b: ScoredUnit): number {
  return b.score - a.score || a.evidence - b.evidence || a.place - b.place || a.span - b.span;
}

function walk(units: readonly RankedUnit[]): number[] {
  const sum = units.reduce((total, { score }) => total + score, 0) || 1;
  const prior = units.map(({ score }) => score / sum);
  const likeness = likenessOf(units);
  let ranks = prior;
  for (let step = 0; step < STEPS; step++) {
    ranks = prior.map((own, i) => BIAS * own + (1 - BIAS) * ranks.reduce((gained, rank, j) => gained + rank * (likeness[j]?.[i] ?? 0), 0));
  }
  return ranks;
}

/** For each unit how its rank is dealt out to the others. */
function likenessOf(units: readonly RankedUnit[]): number[][] {
  const rows = units.map(() => Array.from(units, () => 0));
  units.forEach((a, i) => {
    for (let j = 0; j < i; j++) {
      const b = units[j] as RankedUnit;
      // Parts of one list are the list again: they must not vote for each other.
      const value = a.evidence === b.evidence && a.block === b.block && a.kind !== b.kind ? 0 : cosine(a.vector, b.vector);
      if (value < LEAST_LIKENESS) continue;
      (rows[i] as number[])[j] = value;
      (rows[j] as number[])[i] = value;
    }
  });
  return rows.map((row) => {
    const total = row.reduce((sum, value) => sum + value, 0);
    return total === 0 ? row : row.map((value) => value / total);
  });
}
