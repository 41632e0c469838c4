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
  const compared = units.toSorted(byScore).slice(0, COMPARED);
  const vectors = compared.map(({ terms }) => vectorOf(terms, weight));
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
  return b.score - a.score || a.evidence - b.evidence || a.place - b.place || a.span - b.span;
}

function walk(units: readonly ScoredUnit[], vectors: readonly TermVector[]): Float64Array {
  const count = units.length;
  const sum = units.reduce((total, { score }) => total + score, 0) || 1;
  const prior = Float64Array.from(units, ({ score }) => score / sum);
  const dealt = dealtOut(units, vectors);
  let ranks = prior;
  for (let step = 0; step < STEPS; step++) {
    const next = prior.map((own) => BIAS * own);
    for (let from = 0; from < count; from++) {
      const rank = (1 - BIAS) * (ranks[from] as number);
      for (let to = 0; to < count; to++) (next[to] as number) += rank * (dealt[from * count + to] as number);
    }
    ranks = next;
  }
  return ranks;
}

/** How the rank of each unit is dealt out to the others by their likeness to it: a row for each, of one number for each. */
function dealtOut(units: readonly ScoredUnit[], vectors: readonly TermVector[]): Float64Array {
  const count = units.length;
  const likeness = new Float64Array(count * count);
  units.forEach((a, i) => {
    for (let j = 0; j < i; j++) {
      const b = units[j] as ScoredUnit;
      // Parts of one list are the list again: they must not vote for each other.
      const value =
        a.evidence === b.evidence && a.block === b.block && a.kind !== b.kind
          ? 0
          : cosine(vectors[i] as TermVector, vectors[j] as TermVector);
      if (value >= LEAST_LIKENESS) likeness[i * count + j] = likeness[j * count + i] = value;
    }
  });
  for (let from = 0; from < count; from++) {
    const row = likeness.subarray(from * count, (from + 1) * count);
    let total = 0;
    for (const value of row) total += value;
    if (total > 0) for (let to = 0; to < count; to++) (row[to] as number) /= total;
  }
  return likeness;
}
