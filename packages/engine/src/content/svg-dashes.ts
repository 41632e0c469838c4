/** Estimates how many dashes the outlines of a drawing have, because a browser computes each of them. */
import { plainCss } from './svg-css.ts';
import { outlineOfPath } from './svg-paths.ts';

export type Attribute = readonly [name: string, value: string];

/** Maximum number of dashes in a drawing. A browser draws this many in one or two seconds: it computes the outline of each, also those of wide lines. */
export const MAX_DASHES = 200_000;

const NUMBER = /[+-]?(?:\d+\.?\d*|\.\d+)(?:e[+-]?\d+)?/gi;
const numbersIn = (text: string): number[] => (text.match(NUMBER) ?? []).map((number) => Math.abs(Number(number)));
const sumOf = (numbers: readonly number[]): number => numbers.reduce((total, number) => total + number, 0);

/** Pixels of each unit that has the same size everywhere. */
const UNITS: Readonly<Record<string, number>> = { '': 1, px: 1, pt: 1.4, pc: 16, in: 96, cm: 38, mm: 3.8, q: 1 };
const LENGTH = new RegExp(`(${NUMBER.source})([a-z%]*)`, 'gi');

/** Returns the sum of lengths in pixels; Infinity if one is not a number with a unit of a fixed size. @param percent pixels of 1% */
function lengthOfSize(size: string, percent = Infinity): number {
  let sum = 0;
  const rest = size.replace(LENGTH, (_, number: string, unit: string) => {
    sum += Math.abs(Number(number)) * (unit === '%' ? percent : (UNITS[unit.toLowerCase()] ?? Infinity));
    return ' ';
  });
  // NaN: zero in an unknown unit.
  return /^(?:auto|none|normal)?$/i.test(rest.replace(/[\s,;]+/g, '')) ? sum || 0 : Infinity;
}

/** Returns the average length in a list of dashes and gaps: 0 if it is unknown, Infinity without dashes. */
function averageDash(list: string): number {
  const numbers = numbersIn(list);
  if (numbers.length === 0) return /[(*]/.test(list) ? 0 : Infinity;
  const total = lengthOfSize(list);
  if (total === Infinity) return 0;
  return total > 0 ? total / numbers.length : Infinity;
}

/** Returns the declarations of a style, with names in lower case; null if it is unclear where they end. */
export function declarationsIn(style: string): Attribute[] | null {
  const { text, isClear } = plainCss(style);
  if (!isClear) return null;
  return text.split(/[;{}]/).map((declaration) => {
    const colon = declaration.indexOf(':');
    const value = declaration.slice(colon + 1).replace(/! ?important/i, '');
    return [declaration.slice(0, Math.max(0, colon)).trim().toLowerCase(), value.trim()];
  });
}

const hasDash = (style: string): boolean => /dash/i.test(plainCss(style).text);

/** Returns the smallest average length of dashes; `style` is the name of the attribute, and of a style sheet. */
export function smallestDash(attributes: readonly Attribute[]): number {
  let smallest = Infinity;
  for (const [name, value] of attributes) {
    if (name === 'style' && /dash|\\/i.test(value))
      smallest = Math.min(smallest, smallestDash(declarationsIn(value) ?? [['stroke-dasharray', hasDash(value) ? '*' : '']]));
    else if (/^stroke-?dash-?array$/i.test(name)) for (const list of value.split(';')) smallest = Math.min(smallest, averageDash(list));
  }
  return smallest;
}

/** @param dash see `smallestDash` */
export const dashesIn = (length: number, dash: number): number => (dash === Infinity ? 0 : length / Math.max(dash, Number.MIN_VALUE));

/** Attributes that lengthen the outline of an element, or the scale of its dashes. */
const OUTLINE = /^(?:points|pathlength|[xy][12]|width|height|r[xy]?)$/i;
/** Properties that make the outline longer than its numbers. */
const UNMEASURED = /^(?:vector-?effect|font-?size-?adjust|zoom|all)$/i;
const FONT = /^font(?:-?size)?$/i;
/** Whether the sum of two values of an attribute can make outlines longer, or dashes shorter, than each of them. */
export const isMeasured = (name: string): boolean =>
  /^(?:d|stroke-?dash-?array)$/i.test(name) || [OUTLINE, UNMEASURED, FONT].some((one) => one.test(name));

/** The length of the outline of a letter in relation to the size of the font. A curve takes several times as long as a line. */
const OUTLINE_OF_LETTER = 20;
/** In pixels, for texts without a size, and with one such as `xxx-large`. */
const FONT_SIZES = { usual: 16, named: 64 };

/** Returns the largest size of fonts; Infinity: unknown. Those of the element around a text are among the attributes of a drawing, too. */
function largestFont(attributes: readonly Attribute[]): number {
  let largest = FONT_SIZES.usual;
  for (const [name, value] of attributes) {
    if (name === 'style' && /font|\\/i.test(value)) largest = Math.max(largest, largestFont(declarationsIn(value) ?? [['font', '*']]));
    if (!FONT.test(name)) continue;
    if (/[(*\\%]|larger|smaller/i.test(value)) return Infinity;
    if (/small|medium|large/i.test(value)) largest = Math.max(largest, FONT_SIZES.named);
    for (const [, number, unit = ''] of value.matchAll(LENGTH))
      // A number without a unit in the shorthand is a weight, or the height of a line.
      if (unit !== '' || name !== 'font') largest = Math.max(largest, Math.abs(Number(number)) * (UNITS[unit.toLowerCase()] ?? Infinity));
  }
  return largest;
}

function lengthOfPath(path: string): number {
  const measured = outlineOfPath(path)?.length;
  if (measured !== undefined) return measured;
  const numbers = numbersIn(path);
  // With the command T, each curve can be longer than the one before. With Z, a line leads back to the start.
  return sumOf(numbers) * (/t/i.test(path) ? numbers.length : 1 + (path.match(/z/gi)?.length ?? 0));
}

/** Measures outlines. The results are upper bounds up to a small factor; Infinity: unknown. */
export interface OutlineMeasure {
  /** Returns the length that an attribute, or a style, adds to the outline of an element. */
  ofAttribute(attribute: Attribute): number;
  ofText(characters: number): number;
}

/**
 * @param attributes those of all elements and animations, and the style sheets
 * @param hasFonts whether the letters of a text can be those of a font that the drawing contains
 */
export function outlineMeasure(attributes: readonly Attribute[], hasFonts: boolean): OutlineMeasure {
  let view = 5000;
  for (const [name, value] of attributes)
    if (/^(?:viewBox|width|height)$/.test(name)) view = numbersIn(value).reduce((largest, number) => Math.max(largest, number), view);
  const letter = hasFonts ? Infinity : largestFont(attributes) * OUTLINE_OF_LETTER;

  function ofAttribute([name, value]: Attribute, isInStyle = false): number {
    if (name === 'style') return sumOf(declarationsIn(value)?.map((declaration) => ofAttribute(declaration, true)) ?? [Infinity]);
    if (name === 'd') {
      const path = isInStyle ? (/^path ?\(([^()]*)\)$/i.exec(value)?.[1] ?? (/^none$/i.test(value) ? '' : null)) : value;
      return path === null ? Infinity : lengthOfPath(path);
    }
    if (/^points$/i.test(name) && !isInStyle) return lengthOfPath(`M${value}z`);
    if (OUTLINE.test(name)) return lengthOfSize(value, view / 100) * (/^r/i.test(name) ? 2 * Math.PI : 2);
    return UNMEASURED.test(name) && !/^\s*(?:none|normal)\s*$/i.test(value) ? Infinity : 0;
  }
  return { ofAttribute: (attribute) => ofAttribute(attribute), ofText: (characters) => (characters === 0 ? 0 : characters * letter) };
}
