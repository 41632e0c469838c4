/** Measures how far the blurs of a drawing reach, because a browser draws everything within this distance. */
import { plainCss } from './svg-css.ts';
import type { Attribute } from './svg-dashes.ts';
import type { Shape } from './svg-expansion.ts';

/** Size of a drawing to which the radius of a blur is related, in pixels. */
const SIZE = 600;
/** Maximum radius (standard deviation) of a blur in a drawing of this size. It reaches three times as far, so that it covers four times the area. */
export const MAX_BLUR = SIZE / 6;

const NUMBER = /[+-]?(?:\d+\.?\d*|\.\d+)(?:e[+-]?\d+)?/gi;
const numbersIn = (text = ''): number[] => (text.match(NUMBER) ?? []).map((number) => Math.abs(Number(number)));
/** Returns a product; Infinity if it is unknown, because one factor is 0 and the other one Infinity. */
export const productOf = (...factors: readonly number[]): number => {
  const product = factors.reduce((all, one) => all * one, 1);
  return Number.isNaN(product) ? Infinity : product;
};
const largestOf = (numbers: readonly number[], otherwise = 0): number => numbers.reduce((one, other) => Math.max(one, other), otherwise);
const valueOf = ({ attributes }: Shape, name: string): string | undefined => attributes.find(([key]) => key === name)?.[1];

/** Returns the values of properties in a style, or a style sheet; null if it is unclear where its declarations end. @param names `a|b` */
function valuesIn(css: string, names: string): (readonly [name: string, value: string])[] | null {
  const { text, isClear } = plainCss(css);
  if (!isClear) return new RegExp(names, 'i').test(text) ? null : [];
  const declarations = new RegExp(`(?<![\\w-])(?:-webkit-)?(?:backdrop-)?(${names}) ?: ?([^;{}]*)`, 'gi');
  return Array.from(text.matchAll(declarations), ([, name = '', value = '']) => [name, value]);
}

/** A color, whose numbers are not lengths. */
const COLOR = /#[\da-f]+|\b(?:rgb|hsl|hwb|lab|lch|oklab|oklch|color)a? ?\([^()]*\)/gi;

/** Returns the radius of the functions of the property `filter`; Infinity if it depends on the size of something else. */
function blurOfFunctions(value: string): number {
  if (!/blur|drop-shadow/i.test(value)) return 0;
  const lengths = value.replace(COLOR, ' ');
  const isKnown =
    /^(?:[a-z-]+ ?\([^()]*\)|[\s,]|! ?important)*$/i.test(lengths) && !/\d(?:e[+-]?\d+)?(?!px)[a-z]/i.test(lengths.replace(/px/gi, ' '));
  return isKnown ? largestOf(numbersIn(lengths)) : Infinity;
}

/** Returns the largest radius of the blurs in a style, or a style sheet; Infinity: unknown. */
export const blurOfStyle = (css: string): number =>
  largestOf(valuesIn(css, 'filter')?.map(([, value]) => blurOfFunctions(value)) ?? [Infinity]);

/** Returns the radius of the blur that an element is, or has, in its own units. */
export function blurOf(shape: Shape): number {
  const animated = valueOf(shape, 'attributeName')?.trim();
  if (animated === 'stdDeviation') return Infinity;
  if (animated === 'filter' && /blur|drop-shadow/i.test(shape.attributes.map(([, value]) => value).join(' '))) return Infinity;
  const written = /^fe(?:GaussianBlur|DropShadow)$/.test(shape.name) ? largestOf(numbersIn(valueOf(shape, 'stdDeviation') ?? '2')) : 0;
  return largestOf([written, blurOfStyle(`filter:${valueOf(shape, 'filter') ?? ''}`), blurOfStyle(valueOf(shape, 'style') ?? '')]);
}

/** Returns how much a slant by angles in degrees can enlarge something; Infinity: unknown. */
const skewOf = (angles: string): number =>
  /\d(?!deg)[a-z]/i.test(angles.replace(/deg/gi, ' '))
    ? Infinity
    : numbersIn(angles).reduce((scale, angle) => scale * (1 + Math.abs(Math.tan((angle * Math.PI) / 180))), 1);

/** Returns how much a list of transformations can enlarge something; Infinity: unknown. */
function scaleOfTransform(list: string): number {
  let scale = 1;
  const rest = list.replace(/\b([a-z]\w*) ?\(([^()]*)\)/gi, (_, name: string, values: string) => {
    const numbers = numbersIn(values);
    if (/^scale(?:[xyz]|3d)?$/i.test(name)) scale = productOf(scale, largestOf(numbers));
    else if (/^matrix$/i.test(name))
      scale = productOf(scale, Math.max(Math.hypot(numbers[0] ?? 0, numbers[1] ?? 0), Math.hypot(numbers[2] ?? 0, numbers[3] ?? 0)));
    else if (/^skew[xy]?$/i.test(name)) scale = productOf(scale, skewOf(values));
    else if (!/^(?:translate|rotate)(?:[xyz]|3d)?$/i.test(name)) scale = Infinity;
    return '';
  });
  return rest.includes('(') ? Infinity : scale;
}

const scalesInStyle = (css: string): number[] =>
  valuesIn(css, 'transform|scale|zoom|perspective')?.map(([name, value]) =>
    /^transform$/i.test(name) ? scaleOfTransform(value) : Infinity,
  ) ?? [Infinity];

/** Attributes with which what an element contains can be as large as a shape that references it. */
const CONTENT_UNITS = /^(?:(?:primitive|patternContent|maskContent)Units|clipPathUnits)$/;

/** @param largest the largest size in the drawing @returns how much an element enlarges what it contains */
export function scaleOfShape(shape: Shape, largest: number, isRoot: boolean): number {
  const style = scalesInStyle(valueOf(shape, 'style') ?? '');
  const own = ['transform', 'patternTransform'].map((name) => scaleOfTransform(valueOf(shape, name) ?? ''));
  const scale = productOf(...style, ...own);
  if (shape.name === 'marker' || shape.attributes.some(([name, value]) => CONTENT_UNITS.test(name) && value.trim() === 'objectBoundingBox'))
    return Infinity;
  const [, , width, height] = numbersIn(valueOf(shape, 'viewBox'));
  if (width === undefined || height === undefined) return scale;
  if (!isRoot) return productOf(scale, Math.max(1, largest / Math.min(width, height)));
  // The radius with which the drawing and the space around it are four times as large as the drawing.
  const radius = (Math.sqrt((width + height) ** 2 + 12 * width * height) - width - height) / 12;
  return productOf(scale, MAX_BLUR / radius);
}

/** Returns the largest size of a part of a drawing. */
export const largestSize = (attributes: readonly Attribute[]): number =>
  largestOf(
    attributes.flatMap(([name, value]) => (/^(?:viewBox|width|height)$/.test(name) ? numbersIn(value) : [])),
    SIZE,
  );

/** Returns how much style sheets and animations can enlarge any element; Infinity: unknown. */
export function growthIn(sheets: readonly string[], animations: readonly Shape[]): number {
  const scales = animations.map((shape) => {
    if (valueOf(shape, 'attributeName')?.trim() === 'viewBox') return Infinity;
    const type = valueOf(shape, 'type')?.trim() ?? '';
    if (!/^(?:scale|skew[XY])$/.test(type)) return 1;
    const isSum = shape.attributes.some(
      ([name, value]) => name === 'by' || (/^(?:additive|accumulate)$/.test(name) && value.trim() === 'sum'),
    );
    const values = ['from', 'to', 'values'].map((name) => valueOf(shape, name) ?? '').join(';');
    if (isSum) return Infinity;
    return type === 'scale' ? largestOf(numbersIn(values)) : largestOf(values.split(/[;,\s]+/).map(skewOf));
  });
  return largestOf([...scales, ...sheets.flatMap(scalesInStyle)], 1);
}
