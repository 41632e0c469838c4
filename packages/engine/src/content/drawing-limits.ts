/** Limits of plain drawings, so that the time to draw one grows with the size of its file. */

/** An element of a drawing. */
export interface Shape {
  name: string;
  attributes: Record<string, string>;
  /** Declarations that apply to it, from its attribute and from style sheets. */
  style: Map<string, string>;
  /** Elements and texts. */
  children: (Shape | string)[];
}

export const createShape = (name: string, attributes: Record<string, string> = {}): Shape => ({
  name,
  attributes,
  style: new Map(),
  children: [],
});

export const namesIn = (list: string): string[] => list.trim().split(/\s+/);
export const OUTLINED = new Set(namesIn('circle ellipse line path polygon polyline rect'));
export const TEXTS = new Set(['text', 'tspan']);
export const GRADIENTS = new Set(['linearGradient', 'radialGradient']);
/** Properties that only elements with an outline may have, so that none inherits them. */
export const OF_OUTLINES = new Set(['stroke-dasharray', 'marker-start', 'marker-end']);

const MAX_NESTED_TSPANS = 3;
/** Maximum number of characters of one text, and of all. The time of a browser can grow with the square of one. */
const MAX_LETTERS = { one: 2000, all: 20_000 };
/** Maximum number of texts, for each of which a browser can look for its fonts. */
const MAX_TEXTS = 3000;
/** Maximum number of positions of single characters. */
const MAX_POSITIONS = 5000;
const MAX_STOPS = 64;
/** Maximum number of elements, and of characters of outlines, of an arrowhead, which a browser draws for each line that it ends. */
const MAX_MARKER = { elements: 10, outlines: 2000 };
/** Largest coordinate, width of a stroke, and size of a font, in pixels. A browser divides curves that are far larger than the picture into many lines. */
const MAX_PIXELS = { coordinate: 1_000_000, 'stroke-width': 10_000, 'font-size': 10_000 };
/** A browser draws at most a million dashes of an element, which takes 50 milliseconds. */
const MAX_DASHES = 2_000_000;

/** A part of a drawing that is not plain. It ends the parsing. */
export class OtherPart extends Error {}

export function refuse(what: string): never {
  throw new OtherPart(what);
}

export const shapesIn = ({ children }: Shape): Shape[] => children.filter((child) => typeof child !== 'string');

/** Returns the values that an element has for a property: that of its attribute, and that of its style, which replaces it. */
const valuesOf = ({ attributes, style }: Shape, property: string): string[] =>
  [attributes[property], style.get(property)].filter((value) => value !== undefined);

const OUTLINES = ['d', 'points', 'x1', 'x2', 'y1', 'y2', 'width', 'height', 'r', 'rx', 'ry'];
/** Units that are larger than a pixel. */
const UNITS = /\d\.?(?:%|pt|pc|em|ex|mm|cm|in)/i;
const NUMBERS = /[+-]?(?:\d+\.?\d*|\.\d+)(?:e[+-]?\d+)?/gi;

const outlineOf = ({ attributes }: Shape): string => OUTLINES.flatMap((name) => attributes[name] ?? []).join(' ');
const numbersIn = (text: string): number[] => (text.match(NUMBERS) ?? []).map((number) => Math.abs(Number(number)));
const sumOf = (numbers: readonly number[]): number => numbers.reduce((sum, number) => sum + number, 0);
/** Returns the largest of any number of numbers, at least 0. */
const maxOf = (numbers: readonly number[]): number => numbers.reduce((max, number) => Math.max(max, number), 0);

/**
 * Returns a length that the lines of an outline do not exceed: four times its numbers, for curves around them. The control points of smooth curves can move
 * further with each, an arc can grow with the ratio of its radii, and units are larger than pixels.
 */
function lengthOf(outline: string): number {
  const smooth = outline.match(/t/gi)?.length ?? 0;
  return 4 * sumOf(numbersIn(outline)) * (1 + smooth) * (/a/i.test(outline) ? 100 : 1) * (UNITS.test(outline) ? 100 : 1);
}

/** Returns the number of dashes of an element, or a larger one. */
function dashesOf(shape: Shape): number {
  const periods = valuesOf(shape, 'stroke-dasharray').map((value) => sumOf(numbersIn(value)));
  return maxOf(periods.filter((period) => period > 0).map((period) => lengthOf(outlineOf(shape)) / period));
}

const lettersOf = (shape: Shape): number =>
  sumOf(shape.children.map((child) => (typeof child === 'string' ? child.length : TEXTS.has(child.name) ? lettersOf(child) : 0)));

/** Checks what a browser draws, and removes ids that occur a second time. @throws OtherPart */
export function checkDrawing(root: Shape): void {
  const all: Shape[] = [];
  const byId = new Map<string, Shape>();
  const collect = (shape: Shape): void => {
    all.push(shape);
    const { id } = shape.attributes;
    // Browsers refer to the first one.
    if (id !== undefined && byId.has(id)) delete shape.attributes['id'];
    else if (id !== undefined) byId.set(id, shape);
    shapesIn(shape).forEach(collect);
  };
  collect(root);
  const checkTarget = (id: string | undefined, kinds: ReadonlySet<string>): void => {
    const target = id === undefined ? undefined : byId.get(id);
    if (id !== undefined && (target === undefined || !kinds.has(target.name))) refuse(`a reference to "${id.slice(0, 40)}"`);
  };
  for (const shape of all) {
    for (const property of OF_OUTLINES)
      if (!OUTLINED.has(shape.name) && valuesOf(shape, property).some((value) => value !== 'none'))
        refuse(`${property} of <${shape.name}>`);
    for (const [property, kinds] of REFERENCES)
      for (const value of valuesOf(shape, property)) checkTarget(/^url\(#(.*)\)$/.exec(value)?.[1], kinds);
    const { href } = shape.attributes;
    checkTarget(href?.trim().slice(1), GRADIENTS);
    if (href !== undefined && byId.get(href.trim().slice(1))?.attributes['href'] !== undefined) refuse('a gradient that refers to others');
    if (GRADIENTS.has(shape.name) && shape.children.length > MAX_STOPS) refuse(`a gradient of more than ${MAX_STOPS} colors`);
    if (shape.name === 'clipPath') checkClip(shape);
    if (shape.name === 'marker') checkMarker(shape);
  }
  checkTexts(all);
  checkExtents(root, all);
  if (sumOf(all.map(dashesOf)) > MAX_DASHES) refuse(`more than ${MAX_DASHES} dashes`);
}

const REFERENCES: readonly [property: string, kinds: ReadonlySet<string>][] = [
  ['fill', GRADIENTS],
  ['stroke', GRADIENTS],
  ['clip-path', new Set(['clipPath'])],
  ['marker-start', new Set(['marker'])],
  ['marker-end', new Set(['marker'])],
];

/** A clip path is one rectangle, because the time to combine several shapes can grow with the square of their number. */
function checkClip(clip: Shape): void {
  const shapes = [clip, ...shapesIn(clip).filter(({ name }) => name === 'rect')];
  if (shapes.length > 2 || shapes.some((shape) => valuesOf(shape, 'clip-path').length > 0)) refuse('a clip path of more than a rectangle');
}

function checkMarker(marker: Shape): void {
  const collect = (shape: Shape): Shape[] => [shape, ...shapesIn(shape).flatMap(collect)];
  const shapes = shapesIn(marker).flatMap(collect);
  const hasReference = shapes.some((shape) =>
    REFERENCES.some(([property]) => valuesOf(shape, property).some((value) => value.startsWith('url'))),
  );
  const outlines = sumOf(shapes.map((shape) => outlineOf(shape).length));
  if (hasReference || shapes.length > MAX_MARKER.elements || outlines > MAX_MARKER.outlines) refuse('a marker of many parts');
}

interface Transform {
  /** How much larger it makes what it transforms, at most. */
  scale: number;
  /** How far it moves that, at most. */
  shift: number;
}

/** Returns what several transforms do together, the outer one first. */
const combine = (outer: Transform, inner: Transform): Transform => ({
  scale: outer.scale * inner.scale,
  shift: outer.shift + outer.scale * inner.shift,
});

const SAME: Transform = { scale: 1, shift: 0 };

function readTransform(text: string): Transform {
  return [...text.matchAll(/(matrix|translate|scale|rotate|skew[XY])\(([^()]*)\)/gi)].reduce((all, [, name = '', written = '']) => {
    const numbers = numbersIn(written);
    const [a = 1, b = 0, c = 0, d = 0] = numbers;
    const kind = name.toLowerCase();
    if (kind === 'scale') return combine(all, { scale: maxOf(numbers), shift: 0 });
    if (kind === 'matrix') return combine(all, { scale: Math.max(a + c, b + d), shift: sumOf(numbers.slice(4)) });
    return combine(
      all,
      kind.startsWith('skew') ? { scale: 1 + Math.tan((a * Math.PI) / 180), shift: 0 } : { scale: 1, shift: 2 * sumOf(numbers) },
    );
  }, SAME);
}

/** Returns how much larger than its `viewBox` an element of a size is, and how far that begins from the zero point. */
function viewTransform({ attributes }: Shape, size: number): Transform {
  const [x = 0, y = 0, width = 0, height = 0] = numbersIn(attributes['viewBox'] ?? '');
  // The drawing is as large as fits, or it fills the element, each side for itself or both.
  const side = /none|slice/.test(attributes['preserveAspectRatio'] ?? '') ? Math.min(width, height) : Math.max(width, height);
  return side === 0 ? SAME : { scale: size / side, shift: (size / side) * (x + y) };
}

/** Larger side of a drawing on a large screen, in pixels. */
const SHOWN_SIDE = 2000;

/** Returns what the `viewBox` of an element does to its content. @param stroke largest width of a stroke, with which arrowheads grow */
function innerTransform(shape: Shape, stroke: number): Transform {
  const largest = (...names: string[]): number => maxOf(names.flatMap((name) => numbersIn(shape.attributes[name] ?? '')));
  if (shape.name === 'svg' || shape.name === 'symbol') return viewTransform(shape, Math.max(SHOWN_SIDE, largest('width', 'height')));
  if (shape.name !== 'marker') return SAME;
  const unit = Math.max(1, stroke);
  const size = unit * Math.max(3, largest('markerWidth', 'markerHeight'));
  return shape.attributes['viewBox'] === undefined ? { scale: unit, shift: 0 } : viewTransform(shape, size);
}

const ARC_NUMBER = String.raw` ?([+-]?(?:\d+\.?\d*|\.\d+)(?:e[+-]?\d+)?)`;
const ARC_FLAG = ' ?([01])';
/** The radii, the rotation, the flags, and the end of an arc. No space is needed after a flag. */
const ARC = new RegExp(`${ARC_NUMBER.repeat(3)}${ARC_FLAG.repeat(2)}${ARC_NUMBER.repeat(2)}`, 'gi');

/** Returns the numbers of a command of an outline that are coordinates. An arc is not far from its ends, except for a long one. */
function coordinatesOf(command: string): number[] {
  if (!/^a/i.test(command)) return numbersIn(command);
  return [...command.replace(/[\s,]+/g, ' ').matchAll(ARC)].flatMap(([, radiusX, radiusY, , isLong, , x, y]) => {
    const [first = 0, second = 0, ...end] = [radiusX, radiusY, x, y].map((number) => Math.abs(Number(number)));
    return isLong === '1' ? [2 * Math.max(first, second), ...end] : end;
  });
}

/** Returns the largest coordinate of an outline, or a larger number: the numbers of relative commands add up. */
function coordinateIn(outline: string): number {
  const commands = outline.match(/[a-df-z]?[^a-df-z]*/gi) ?? [];
  const factor = UNITS.test(outline) ? 100 : 1;
  const relative = commands.filter((command) => /^[a-z]/.test(command)).map((command) => sumOf(coordinatesOf(command)));
  const absolute = commands.filter((command) => !/^[a-z]/.test(command)).map((command) => maxOf(coordinatesOf(command)));
  return factor * (sumOf(relative) + 2 * maxOf(absolute));
}

/** Checks how large parts are in pixels. */
function checkExtents(root: Shape, all: readonly Shape[]): void {
  const inPixels = (value: string): number[] => numbersIn(value).map((one) => one * (UNITS.test(value) ? 100 : 1));
  const largest = (property: string): number => maxOf(all.flatMap((shape) => valuesOf(shape, property).flatMap(inPixels)));
  const stroke = largest('stroke-width');
  const scales = { 'stroke-width': 0, 'font-size': 0 };
  const check = (shape: Shape, outer: Transform): void => {
    const { attributes, name } = shape;
    const own = combine(outer, readTransform(`${attributes['transform'] ?? ''} ${attributes['gradientTransform'] ?? ''}`));
    const inside = combine(own, innerTransform(shape, stroke));
    scales['stroke-width'] = Math.max(scales['stroke-width'], inside.scale);
    if (TEXTS.has(name)) scales['font-size'] = Math.max(scales['font-size'], inside.scale);
    const positions = ['x', 'y', 'dx', 'dy', 'cx', 'cy'].map((axis) => attributes[axis] ?? '');
    const coordinate = own.shift + own.scale * maxOf([outlineOf(shape), ...positions].map(coordinateIn));
    if (shape !== root && name !== 'symbol' && coordinate > MAX_PIXELS.coordinate)
      refuse(`coordinates above ${MAX_PIXELS.coordinate} pixels`);
    for (const child of shapesIn(shape)) check(child, inside);
  };
  check(root, SAME);
  for (const [property, value] of [
    ['stroke-width', stroke],
    ['font-size', largest('font-size')],
  ] as const)
    if (value * scales[property] > MAX_PIXELS[property]) refuse(`a ${property} above ${MAX_PIXELS[property]} pixels`);
}

function checkTexts(all: readonly Shape[]): void {
  const texts = all.filter(({ name }) => TEXTS.has(name));
  const letters = texts.filter(({ name }) => name === 'text').map(lettersOf);
  const positions = texts.flatMap(({ attributes }) => ['x', 'y', 'dx', 'dy'].map((axis) => numbersIn(attributes[axis] ?? '').length));
  if (texts.length > MAX_TEXTS) refuse(`more than ${MAX_TEXTS} texts`);
  if (letters.some((count) => count > MAX_LETTERS.one)) refuse(`a text of more than ${MAX_LETTERS.one} characters`);
  if (sumOf(letters) > MAX_LETTERS.all) refuse(`texts of more than ${MAX_LETTERS.all} characters`);
  if (sumOf(positions) > MAX_POSITIONS) refuse(`more than ${MAX_POSITIONS} positions of characters`);
  const depthOf = (shape: Shape): number => 1 + maxOf(shapesIn(shape).map(depthOf));
  if (texts.some((text) => text.name === 'text' && depthOf(text) > MAX_NESTED_TSPANS + 1))
    refuse(`parts of a text in more than ${MAX_NESTED_TSPANS} others`);
}
