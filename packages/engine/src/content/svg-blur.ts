/** Measures how far the blurs of a drawing reach, because a browser draws everything within this distance. */
import { plainCss } from './svg-css.ts';
import type { Attribute } from './svg-dashes.ts';
import type { Shape } from './svg-expansion.ts';

/** Size of a drawing to which the radius of a blur is related, in pixels. */
const SIZE = 600;
/** Maximum radius (standard deviation) of a blur in a drawing of this size. */
export const MAX_BLUR = SIZE / 8;

const NUMBER = /[+-]?(?:\d+\.?\d*|\.\d+)(?:e[+-]?\d+)?/gi;
const numbersIn = (text = ''): number[] => (text.match(NUMBER) ?? []).map((number) => Math.abs(Number(number)));
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

/** Returns how much a list of transformations can enlarge something; Infinity: unknown. */
function scaleOfTransform(list: string): number {
  let scale = 1;
  const rest = list.replace(/\b([a-z]\w*) ?\(([^()]*)\)/gi, (_, name: string, values: string) => {
    const numbers = numbersIn(values);
    if (/^scale[xy]?$/i.test(name)) scale *= largestOf(numbers);
    else if (/^matrix$/i.test(name))
      scale *= Math.max(Math.hypot(numbers[0] ?? 0, numbers[1] ?? 0), Math.hypot(numbers[2] ?? 0, numbers[3] ?? 0));
    else if (!/^(?:translate[xy]?|rotate)$/i.test(name)) scale = Infinity;
    return '';
  });
  return rest.includes('(') ? Infinity : scale;
}

const scalesInStyle = (css: string): number[] =>
  valuesIn(css, 'transform|scale|zoom|perspective')?.map(([name, value]) =>
    /^transform$/i.test(name) ? scaleOfTransform(value) : Infinity,
  ) ?? [Infinity];

/** @param largest the largest size in the drawing @returns how much an element enlarges what it contains */
export function scaleOfShape(shape: Shape, largest: number, isRoot: boolean): number {
  const style = scalesInStyle(valueOf(shape, 'style') ?? '');
  const own = ['transform', 'patternTransform'].map((name) => scaleOfTransform(valueOf(shape, name) ?? ''));
  const scale = [...style, ...own].reduce((product, one) => product * one, 1);
  if (shape.name === 'marker' || valueOf(shape, 'primitiveUnits')?.trim() === 'objectBoundingBox') return Infinity;
  const [, , width, height] = numbersIn(valueOf(shape, 'viewBox'));
  if (width === undefined || height === undefined) return scale;
  const view = Math.min(width, height);
  return isRoot ? (scale * SIZE) / view : scale * Math.max(1, largest / view);
}

/** Returns the largest size of a part of a drawing. */
export const largestSize = (attributes: readonly Attribute[]): number =>
  largestOf(
    attributes.flatMap(([name, value]) => (/^(?:viewBox|width|height)$/.test(name) ? numbersIn(value) : [])),
    SIZE,
  );

/** Whether style sheets or animations can enlarge any element. */
export const canGrow = (sheets: readonly string[], animations: readonly Shape[]): boolean =>
  sheets.some((css) => scalesInStyle(css).some((scale) => scale > 1)) ||
  animations.some(
    (shape) => /^(?:scale|skew[XY])$/.test(valueOf(shape, 'type')?.trim() ?? '') || valueOf(shape, 'attributeName')?.trim() === 'viewBox',
  );
