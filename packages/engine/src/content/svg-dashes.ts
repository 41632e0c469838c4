/** Estimates how many dashes the outlines of a drawing have, because a browser computes each of them. */
import { plainCss } from './svg-css.ts';

export type Attribute = readonly [name: string, value: string];

/** Maximum number of dashes in a drawing. A browser draws ten million in about a second. */
export const MAX_DASHES = 20_000_000;

const NUMBER = /[+-]?(?:\d+\.?\d*|\.\d+)(?:e[+-]?\d+)?/gi;
const numbersIn = (text: string): number[] => (text.match(NUMBER) ?? []).map((number) => Math.abs(Number(number)));
const sumOf = (numbers: readonly number[]): number => numbers.reduce((total, number) => total + number, 0);

/** Returns the average length in a list of dashes and gaps: 0 if it is unknown, Infinity without dashes. */
function averageDash(list: string): number {
  const numbers = numbersIn(list);
  const units = list.replace(NUMBER, ' ');
  // References, and units other than those of a fixed size.
  if (/[(*]/.test(units) || (numbers.length > 0 && /%|\b(?!(?:px|p[tc]|in|[cm]m|q)\b)[a-z]/i.test(units))) return 0;
  const total = sumOf(numbers);
  return total > 0 ? total / numbers.length : Infinity;
}

const DASHES = /stroke-dasharray ?(:|\/\*)([^;}!]*)/gi;

/** Returns the smallest average length of dashes; `style` is the name of the attribute, and of a style sheet. */
export function smallestDash(attributes: readonly Attribute[]): number {
  let smallest = Infinity;
  for (const [name, value] of attributes) {
    const isStyle = name === 'style';
    if (!isStyle && !/^stroke-?dash-?array$/i.test(name)) continue;
    if (isStyle && !/dash|\\/i.test(value)) continue;
    const dashes = isStyle
      ? Array.from(plainCss(value).text.matchAll(DASHES), ([, start, list]) => `${start?.slice(1)}${list}`)
      : value.split(';');
    for (const list of dashes) smallest = Math.min(smallest, averageDash(list));
  }
  return smallest;
}

/** @param dash see `smallestDash` */
export const dashesIn = (length: number, dash: number): number => (dash === Infinity ? 0 : length / Math.max(dash, Number.MIN_VALUE));

/** Attributes that lengthen the outline of an element, or the scale of its dashes. */
const OUTLINE = /^(?:d|points|pathLength|[xy][12]|width|height|r[xy]?)$/;
const OUTLINE_IN_CSS = /path ?\(([^)]*)|(?<![\w-])(?:r[xy]?|width|height) ?:([^;}]*)/gi;

/**
 * Returns a function that measures the outline with an attribute, or with a style, which can be that of any element. The result is an upper bound
 * up to a small factor.
 * @param sizes attributes of the elements that 100% can refer to
 */
export function outlineMeasure(sizes: readonly Attribute[]): (attribute: Attribute) => number {
  let view = 100;
  for (const [name, value] of sizes)
    if (/^(?:viewBox|width|height)$/.test(name)) view = numbersIn(value).reduce((largest, number) => Math.max(largest, number), view);

  const lengthOfPath = (path: string): number => {
    const numbers = numbersIn(path);
    // With the command T, each curve can be longer than the one before.
    return sumOf(numbers) * (/t/i.test(path) ? numbers.length : 1);
  };
  const lengthOfSize = (size: string): number => {
    const length = sumOf(numbersIn(size));
    if (size.includes('%')) return (length * view) / 100;
    // An inch is 96 pixels.
    return /[a-z]/i.test(size.replace(/px|e[+-]?\d/gi, '')) ? length * 100 : length;
  };
  return ([name, value]) => {
    if (name === 'd') return lengthOfPath(value);
    if (name !== 'style') return OUTLINE.test(name) ? lengthOfSize(value) : 0;
    const found = plainCss(value).text.matchAll(OUTLINE_IN_CSS);
    return sumOf(Array.from(found, ([, path, size = '']) => (path === undefined ? lengthOfSize(size) : lengthOfPath(path))));
  };
}
