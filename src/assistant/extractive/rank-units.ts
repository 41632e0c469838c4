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
  return b.score - a.score || a.evidence - b.evidence || a.place - b.place || a.span - b.span;
}

function walk(units: readonly ScoredUnit[], vectors: readonly TermVector[]): readonly number[] {
  const sum = units.reduce((total, { score }) => total + score, 0) || 1;
  const prior = units.map(({ score }) => score / sum);
  const dealt = dealtOut(units, vectors);
  let ranks = prior;
  for (let step = 0; step < STEPS; step++) {
    const next = prior.map((own) => BIAS * own);
    dealt.forEach((shares, from) => {
      const rank = (1 - BIAS) * (ranks[from] as number);
      for (const { to, part } of shares) (next[to] as number) += rank * part;
    });
    ranks = next;
  }
  return ranks;
}

interface Share {
  /** Place of the unit that gets it. */
  to: number;
  part: number;
}

/** How the rank of each unit is dealt out to the others by their likeness to it. */
function dealtOut(units: readonly ScoredUnit[], vectors: readonly TermVector[]): Share[][] {
  const alike = units.map((): Share[] => []);
  units.forEach((a, i) => {
    for (let j = 0; j < i; j++) {
      const b = units[j] as ScoredUnit;
      // Parts of one list are the list again: they must not vote for each other.
      if (a.evidence === b.evidence && a.block === b.block && a.kind !== b.kind) continue;
      const likeness = cosine(vectors[i] as TermVector, vectors[j] as TermVector);
      if (likeness < LEAST_LIKENESS) continue;
      alike[i]?.push({ to: j, part: likeness });
      alike[j]?.push({ to: i, part: likeness });
    }
  });
  return alike.map((shares) => {
    const total = shares.reduce((sum, { part }) => sum + part, 0);
    return shares.map(({ to, part }) => ({ to, part: part / total }));
  });
}
