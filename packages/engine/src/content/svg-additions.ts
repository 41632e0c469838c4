/** Sums up what the rules of style sheets add to elements of a drawing. */
import type { Reference } from './svg-references.ts';

/** What rules add to an element. */
export interface Addition {
  references: Reference[];
  dash: number;
  length: number;
  /** Those of a group, because the opacity of one costs more than that of a shape. */
  effects: number;
  effectsOfShape: number;
  /** The cost of the functions of filters, if they cover the whole drawing. */
  filters: number;
  /** The number of gradients and patterns for the shapes inside. */
  paints: number;
  /** Whether the rule starts an animation. */
  animates: boolean;
  /** The cost of shadows for each element inside. */
  shadows: number;
  blur: number;
}
/** The key of the steps of animations, each of which can be that of any animated element. */
export const STEPS = '@keyframes';
/** The rules for the elements with a key: see `keyOf`. */
export interface Styles {
  /** What all rules add that do not depend on the elements around the element. */
  always: Addition;
  /** @see isCostly @property around the classes and names that elements around it have, from the outside */
  others: { addition: Addition; around: readonly (readonly string[])[] }[];
  /** Of all rules: see `Extent`. */
  matches: number;
  searches: number;
}
const noAddition = (): Addition => ({
  ...{ references: [], dash: Infinity, length: 0, shadows: 0, blur: 0 },
  ...{ effects: 0, effectsOfShape: 0, filters: 0, paints: 0, animates: false },
});
export const noStyles = (): Styles => ({ always: noAddition(), others: [], matches: 0, searches: 0 });

/** Adds what a rule adds. */
export function addRule(sum: Addition, rule: Addition): void {
  for (const reference of rule.references) sum.references.push(reference);
  sum.dash = Math.min(sum.dash, rule.dash);
  sum.length += rule.length;
  sum.effects += rule.effects;
  sum.effectsOfShape += rule.effectsOfShape;
  sum.filters += rule.filters;
  sum.paints += rule.paints;
  sum.animates ||= rule.animates;
  sum.shadows += rule.shadows;
  sum.blur = Math.max(sum.blur, rule.blur);
}

/** Adds a step of an animation. The steps of all animations change the same few properties, so only the most expensive one counts. */
export function addStep(styles: Map<string, Styles>, addition: Addition): void {
  const steps = styles.get(STEPS) ?? noStyles();
  styles.set(STEPS, steps);
  const effects = Math.max(steps.always.effects, addition.effects);
  const filters = Math.max(steps.always.filters, addition.filters);
  addRule(steps.always, addition);
  Object.assign(steps.always, { effects, effectsOfShape: effects, filters });
}

/** Whether what a rule adds is worth comparing its whole selector; other rules are only counted. */
export const isCostly = ({ effects, filters, blur, shadows, paints }: Addition): boolean =>
  [effects, filters, blur, shadows, paints].some((one) => one > 0);
