/** Ranked units → the few that make an answer, each with what it needs to be understood. */
import { cosine } from './terms.ts';
import type { RankedUnit } from './rank-units.ts';
import type { Unit } from './section-reading.ts';

/** Units that stand together in the answer as they do on the page. */
export interface Group {
  /** In reading order. */
  units: Unit[];
  score: number;
}

export interface Limits {
  words: number;
  groups: number;
  /** Share of the best unit's score that another one must have: in its section, on its page, elsewhere. */
  leastOfBest: { section: number; page: number; elsewhere: number };
}

/** Maximal marginal relevance (Carbonell, Goldstein 1998): weight of fitness against being new. */
const LAMBDA = 0.7;
/** What a unit gains for standing where the best one stands. */
const NEARNESS = { section: 0.12, page: 0.05, elsewhere: 0 };
/** More likeness than this says the same again. */
const SAME = 0.8;
const MOST_BACK = 2;
/** Part of the question that a unit of another section must hold. */
const LEAST_OWN = 0.55;

interface Composition {
  groups: Group[];
  taken: RankedUnit[];
  words: number;
}

/** @param ranked best first @param all every unit of the evidence, from which lead-ins and antecedents come */
export function compose(ranked: readonly RankedUnit[], all: readonly Unit[], pageOf: (unit: Unit) => string, limits: Limits): Group[] {
  const composition: Composition = { groups: [], taken: [], words: 0 };
  const around = createSurroundings(all);
  const tryTo = (unit: RankedUnit): boolean => {
    const units = around(unit);
    if (units === null || !fits(units, composition, limits)) return false;
    take(unit, units, composition);
    return true;
  };
  const first = ranked.find((unit) => unit.score > 0 && tryTo(unit));
  if (first === undefined) return [];
  const left = ranked.filter((unit) => {
    const near = nearness(unit, first, pageOf);
    // What stands in another section must speak of the matter by itself.
    return unit !== first && unit.score >= limits.leastOfBest[near] * first.score && (near === 'section' || unit.own >= LEAST_OWN);
  });
  while (left.length > 0 && composition.groups.length < limits.groups) {
    tryTo(left.splice(bestPlace(left, composition.taken, pageOf), 1)[0] as RankedUnit);
  }
  return inOrder(composition.groups, pageOf);
}

function nearness(unit: Unit, other: Unit, pageOf: (unit: Unit) => string): keyof typeof NEARNESS {
  if (unit.evidence === other.evidence) return 'section';
  return pageOf(unit) === pageOf(other) ? 'page' : 'elsewhere';
}

function bestPlace(left: readonly RankedUnit[], taken: readonly RankedUnit[], pageOf: (unit: Unit) => string): number {
  const [first] = taken;
  if (first === undefined) return 0;
  let best = 0;
  let most = -Infinity;
  left.forEach((unit, i) => {
    const near = NEARNESS[nearness(unit, first, pageOf)];
    const likeness = taken.reduce((most, other) => Math.max(most, cosine(unit.vector, other.vector)), 0);
    const value = LAMBDA * (unit.score + near) - (1 - LAMBDA) * likeness * first.score - (likeness > SAME ? 1 : 0);
    if (value > most) [best, most] = [i, value];
  });
  return best;
}

/** Ranked units are copies of the units around them. */
const isSame = (a: Unit, b: Unit): boolean => a.evidence === b.evidence && a.place === b.place && a.span === b.span && a.kind === b.kind;
const notIn =
  (taken: readonly Unit[]) =>
  (unit: Unit): boolean =>
    !taken.some((other) => isSame(unit, other));

const overlaps = (a: Unit, b: Unit): boolean =>
  a.evidence === b.evidence && a.place < b.place + b.span && b.place < a.place + a.span && !(a.kind === 'code' && b.kind !== 'code');

const isBlock = ({ kind }: Unit): boolean => kind === 'list' || kind === 'row' || kind === 'table';

function fits(units: readonly Unit[], { groups, words }: Composition, limits: Limits): boolean {
  const taken = groups.flatMap((group) => group.units);
  const added = units.filter(notIn(taken));
  if (added.length === 0 || added.some((unit) => taken.some((other) => overlaps(unit, other) || overlaps(other, unit)))) return false;
  if ([...taken, ...added].filter(({ hasCode }) => hasCode).length > 1) return false;
  if (added.some(isBlock) && taken.some((unit) => isBlock(unit) && added.some(({ kind }) => kind === unit.kind))) return false;
  return words + added.reduce((sum, unit) => sum + unit.words, 0) <= limits.words;
}

function take(unit: RankedUnit, units: readonly Unit[], composition: Composition): void {
  const taken = composition.groups.flatMap((group) => group.units);
  const added = units.filter(notIn(taken));
  composition.taken.push(unit);
  composition.words += added.reduce((sum, one) => sum + one.words, 0);
  const neighbour = composition.groups.find((group) =>
    group.units.some((one) => added.some((other) => isNext(one, other) || isNext(other, one))),
  );
  if (neighbour === undefined) composition.groups.push({ units: [...added].sort(inReadingOrder), score: unit.score });
  else neighbour.units = [...neighbour.units, ...added].sort(inReadingOrder);
}

const isNext = (a: Unit, b: Unit): boolean => a.evidence === b.evidence && a.place + a.span === b.place;
const inReadingOrder = (a: Unit, b: Unit): number => a.place - b.place || b.span - a.span;

/** What a unit cannot do without: the sentence before `This …`, the list behind `Run:`, the lead-in of a list. Null when that is missing. */
function createSurroundings(all: readonly Unit[]): (unit: Unit) => Unit[] | null {
  const at = new Map<string, Unit[]>();
  for (const unit of all) {
    for (const place of [unit.place, unit.place + unit.span - 1]) {
      const key = `${unit.evidence} ${place}`;
      const known = at.get(key);
      if (known === undefined) at.set(key, [unit]);
      else if (!known.includes(unit)) known.push(unit);
    }
  }
  const sentenceAt = (evidence: number, place: number): Unit | undefined =>
    at.get(`${evidence} ${place}`)?.find(({ kind }) => kind === 'sentence');
  const blockAt = (evidence: number, place: number): Unit | undefined =>
    (at.get(`${evidence} ${place}`) ?? [])
      .filter((unit) => unit.place === place && (unit.kind === 'list' || unit.kind === 'table' || unit.kind === 'code'))
      .sort((a, b) => b.span - a.span)[0];

  function before(unit: Unit, steps: number): Unit[] | null {
    if (!unit.leansBack) return [];
    const previous = sentenceAt(unit.evidence, unit.place - 1);
    if (previous === undefined || steps === 0 || previous.leadsOn) return null;
    const further = before(previous, steps - 1);
    return further === null ? null : [...further, previous];
  }

  /** The sentence right before; before code in several languages the one before them all. */
  function leadOf({ evidence, place, kind }: Unit): Unit | undefined {
    let before = place - 1;
    if (kind === 'code') while (blockAt(evidence, before)?.kind === 'code') before--;
    return sentenceAt(evidence, before);
  }

  /** Code that nothing leads to is explained behind it, if at all. */
  function after({ evidence, place, span }: Unit): Unit[] {
    const next = sentenceAt(evidence, place + span);
    return next === undefined || next.leadsOn ? [] : [next];
  }

  return (unit) => {
    if (unit.kind === 'sentence' && unit.leadsOn) {
      const next = blockAt(unit.evidence, unit.place + 1);
      const back = before(unit, MOST_BACK);
      return next === undefined || back === null ? null : [...back, unit, next];
    }
    if (unit.kind === 'sentence' || unit.kind === 'item') {
      const back = before(unit, MOST_BACK);
      return back === null ? null : [...back, unit];
    }
    const lead = unit.kind === 'row' ? undefined : leadOf(unit);
    if (unit.kind === 'code' && lead === undefined) return [unit, ...after(unit)];
    if (lead === undefined || (!lead.leadsOn && unit.kind !== 'code')) return [unit];
    const back = before(lead, MOST_BACK);
    return back === null ? [unit] : [...back, lead, unit];
  };
}

/** The best group first, then the others of its page, then page by page. What to do comes after what is said of it in its section. */
function inOrder(groups: readonly Group[], pageOf: (unit: Unit) => string): Group[] {
  const pages = [...new Set(groups.map(({ units }) => pageOf(units[0] as Unit)))];
  const ordered = pages.flatMap((page) => groups.filter(({ units }) => pageOf(units[0] as Unit) === page));
  const [best, ...others] = ordered;
  if (best === undefined || !best.units.some(({ kind }) => kind === 'code' || kind === 'list')) return ordered;
  const isBefore = ({ units }: Group): boolean =>
    units[0]?.evidence === best.units[0]?.evidence && (units[0]?.place ?? 0) < (best.units[0]?.place ?? 0);
  return [...others.filter(isBefore), best, ...others.filter((group) => !isBefore(group))];
}
