/** Estimates how long a browser takes for the effects of a drawing, such as filters and masks, because each of them can cover the whole drawing. */
import { blurOfStyle } from './svg-blur.ts';
import { plainCss } from './svg-css.ts';
import { type Attribute, declarationsIn } from './svg-dashes.ts';
import type { Shape } from './svg-expansion.ts';

/** Maximum cost of all effects of a drawing. One is about two milliseconds for 600 × 600 pixels. */
export const MAX_EFFECTS = 1500;

/** The cost of elements that are effects, or that a browser draws as a layer. Each is counted as often as others reference it. */
const ELEMENTS: Readonly<Record<string, number>> = {
  ...{ feBlend: 1.5, feColorMatrix: 1.5, feComponentTransfer: 1.5, feComposite: 2, feFlood: 0.5, feMerge: 1.5, feOffset: 1 },
  ...{ feDropShadow: 30, feGaussianBlur: 30, feMorphology: 60 },
  ...{ mask: 2, clipPath: 0.25, pattern: 0.5 },
  ...{ animate: 1, animateMotion: 1, animateTransform: 1, set: 1 },
};
/** The cost of functions of the property `filter`; that of others is 3. */
const FUNCTIONS: Readonly<Record<string, number>> = { blur: 20, 'drop-shadow': 10 };
/** The cost of a blur of at most three pixels, such as the shadow of a box. */
const SMALL_BLUR = 7;
/** Elements whose opacity needs a layer, because it is that of several shapes together. */
export const GROUPS = /^(?:a|g|svg|switch|symbol|text|use)$/;

/** Parts of the names of properties with a cost, with values that cost something, for styles in which it is unclear where declarations end. */
const EFFECT =
  /filter|blend-mode(?! ?: ?normal)|mask|animation|transition|opacity(?! ?: ?1 ?(?:;|$))|background|border-image|shadow|reflect/i;

/** Pictures and shadows of boxes. The root of a drawing has one, and each mask is a list of pictures, too. */
const LAYERS = /^(?:-webkit-)?(?:background(?!-color)|border-image|box-(?:shadow|reflect)|mask)/i;
const COLOR = /\b(?:rgb|hsl|hwb|lab|lch|oklab|oklch|color)a?\([^()]*\)/gi;
const countCommas = (list: string): number => list.replace(/\([^()]*\)/g, '').split(',').length - 1;
/** Returns the cost of a list: that of each of its gradients and other functions, and of each further part. */
const costOfList = (list: string): number => {
  const value = list.replace(COLOR, ' ');
  return 2 * (value.match(/(?<!url)\(/gi)?.length ?? 0) + countCommas(value);
};

/** Returns the cost of a property, however often its value has several effects. @param value in plain CSS */
function costOf(name: string, value: string, isGroup: boolean): number {
  if (/^mix-blend-mode$/i.test(name)) return /^\s*normal/i.test(value) ? 0 : 1;
  if (LAYERS.test(name)) return costOfList(value);
  if (/^(?:-webkit-)?(?:animation|transition)/i.test(name)) return 1 + countCommas(value);
  return isGroup && /^opacity$/i.test(name) && !/^\s*1\s*$/.test(value) ? 0.5 : 0;
}

/** Returns the cost of the functions of the property `filter` in a style, if they cover the whole drawing. */
export function filtersOfStyle(style: string): number {
  if (!/filter|\\/i.test(style)) return 0;
  let cost = 0;
  for (const [name, value] of declarationsIn(style) ?? []) {
    if (!/^(?:-webkit-)?(?:backdrop-)?filter$/i.test(name)) continue;
    const isSmall = blurOfStyle(`filter:${value}`) <= 3;
    const called = Array.from(value.replace(COLOR, ' ').matchAll(/(?<![\w-])([\w-]+)\(/g), ([, one = '']) => one.toLowerCase());
    cost += called.reduce((sum, one) => sum + (one === 'url' ? 0 : isSmall ? SMALL_BLUR : (FUNCTIONS[one] ?? 3)), 0);
  }
  return cost;
}
/** Returns the cost of the functions of the property `filter` of an element, if they cover the whole drawing. */
export const filtersOf = ({ attributes }: Shape): number =>
  attributes.reduce(
    (cost, [name, value]) => cost + (name === 'style' ? filtersOfStyle(value) : name === 'filter' ? filtersOfStyle(`filter:${value}`) : 0),
    0,
  );

/** The cost of filling the whole drawing with a gradient. */
export const PAINT = 0.5;
const PAINT_IN_STYLE = /(?:^|[;{ ])(?:fill|stroke) ?:[^;}]*url/gi;
/** Returns the number of gradients and patterns that a style sets for the shapes inside an element. */
export const paintsOfStyle = (style: string): number =>
  /url|\\/i.test(style) ? (plainCss(style).text.match(PAINT_IN_STYLE)?.length ?? 0) : 0;
/** Returns the number of gradients and patterns that an element sets for the shapes inside it. */
export const paintsOf = ({ attributes }: Shape): number =>
  attributes.reduce(
    (sum, [name, value]) =>
      sum + (name === 'style' ? paintsOfStyle(value) : /^(?:fill|stroke)$/.test(name) ? paintsOfStyle(`${name}:${value}`) : 0),
    0,
  );

/** Returns the cost of the shadows in a style for each text inside an element. */
export const shadowsOfStyle = (style: string): number => {
  if (!/shadow|\\/i.test(style)) return 0;
  const shadows = declarationsIn(style)?.filter(([name]) => name === 'text-shadow') ?? [];
  return shadows.reduce((cost, [, value]) => cost + (/^none$/i.test(value) ? 0 : 1 + costOfList(value)), 0);
};

/** Returns the cost of the effects in a style, without that of functions of filters and of the elements that they reference; Infinity: unknown. */
export function effectsOfStyle(style: string, isGroup = true): number {
  if (!EFFECT.test(style) && !style.includes('\\')) return 0;
  const declarations = declarationsIn(style);
  if (declarations === null) return EFFECT.test(plainCss(style).text) ? Infinity : 0;
  return declarations.reduce((cost, [name, value]) => cost + costOf(name, value, isGroup), 0);
}

/** Returns the cost of the effects of an element: see `effectsOfStyle`. */
export function effectsOf({ name: element, attributes }: Shape): number {
  const isGroup = GROUPS.test(element);
  const ofAttribute = ([name, value]: Attribute): number =>
    name === 'style' ? effectsOfStyle(value, isGroup) : EFFECT.test(name) ? effectsOfStyle(`${name}:${value}`, isGroup) : 0;
  return attributes.reduce((cost, attribute) => cost + ofAttribute(attribute), ELEMENTS[element] ?? 0);
}
