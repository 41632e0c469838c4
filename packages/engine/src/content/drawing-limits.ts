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
/** Units other than pixels. */
const UNITS = /\d\.?(?:%|pt|pc|em|ex|mm|cm|in)/i;
/** Units of the size of the font around. */
const FONT_UNITS = /\d\.?e[mx]/i;
/** No other unit is larger than this number of pixels. */
const PIXELS_PER_UNIT = 100;
const NUMBERS = /[+-]?(?:\d+\.?\d*|\.\d+)(?:e[+-]?\d+)?/gi;

const outlineOf = ({ attributes }: Shape): string => OUTLINES.flatMap((name) => attributes[name] ?? []).join(' ');
const numbersIn = (text: string): number[] => (text.match(NUMBERS) ?? []).map((number) => Math.abs(Number(number)));
const sumOf = (numbers: readonly number[]): number => numbers.reduce((sum, number) => sum + number, 0);
/** Returns the largest of any number of numbers, at least 0. */
const maxOf = (numbers: readonly number[]): number => numbers.reduce((max, number) => Math.max(max, number), 0);

/** Returns the numbers of a text in units of the coordinates, or larger ones. @param unit the largest unit, in pixels */
function lengthsIn(text: string, unit: number): number[] {
  const factor = UNITS.test(text) ? unit : 1;
  return numbersIn(text).map((number) => number * factor);
}

/**
 * Returns a length that the lines of an outline do not exceed: four times its numbers, for curves around them. The control points of smooth curves can move
 * further with each, and an arc can grow with the ratio of its radii.
 */
function lengthOf(outline: string, unit: number): number {
  const smooth = outline.match(/t/gi)?.length ?? 0;
  return 4 * sumOf(lengthsIn(outline, unit)) * (1 + smooth) * (/a/i.test(outline) ? Math.max(100, arcRatio(outline)) : 1);
}

/** Returns the number of dashes of an element, or a larger one. */
function dashesOf(shape: Shape, unit: number): number {
  const periods = valuesOf(shape, 'stroke-dasharray').map((value) => sumOf(numbersIn(value)));
  return maxOf(periods.filter((period) => period > 0).map((period) => lengthOf(outlineOf(shape), unit) / period));
}

/** Returns the size of the largest font in an element, in pixels, or a larger one. @param outer size of the font around it */
function largestFont(shape: Shape, outer: number): number {
  const sizes = valuesOf(shape, 'font-size').map((value) => {
    const [number = 0] = numbersIn(value);
    // Words such as "larger" and "xx-large".
    if (!/\d/.test(value)) return Math.max(50, 1.5 * outer);
    if (FONT_UNITS.test(value)) return number * outer;
    return value.includes('%') ? (number / 100) * outer : number * (UNITS.test(value) ? PIXELS_PER_UNIT : 1);
  });
  const own = sizes.length === 0 ? outer : maxOf(sizes);
  return Math.max(own, maxOf(shapesIn(shape).map((child) => largestFont(child, own))));
}

const lettersOf = (shape: Shape): number =>
  sumOf(shape.children.map((child) => (typeof child === 'string' ? child.length : TEXTS.has(child.name) ? lettersOf(child) : 0)));

/**
 * Checks what a browser draws, and removes ids that occur a second time.
 * @returns square pixels of all letters with their outlines, or more
 * @throws OtherPart
 */
export function checkDrawing(root: Shape): number {
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
  const letters = checkTexts(all);
  const font = largestFont(root, DEFAULT_FONT);
  const unit = Math.max(font, PIXELS_PER_UNIT);
  if (sumOf(all.map((shape) => dashesOf(shape, unit))) > MAX_DASHES) refuse(`more than ${MAX_DASHES} dashes`);
  return letters * checkExtents(root, all, font, unit) ** 2;
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
/** Size of the font where none is set, in pixels. */
const DEFAULT_FONT = 16;

const ARC_NUMBER = String.raw` ?([+-]?(?:\d+\.?\d*|\.\d+)(?:e[+-]?\d+)?)`;
const ARC_FLAG = ' ?([01])';
/** The radii, the rotation, the flags, and the end of an arc. No space is needed after a flag. */
const ARC = new RegExp(`${ARC_NUMBER.repeat(3)}${ARC_FLAG.repeat(2)}${ARC_NUMBER.repeat(2)}`, 'gi');

interface Arc {
  /** The larger radius, and how many times as large as the other one it is. */
  radius: number;
  ratio: number;
  /** Whether it can be longer than half a circle between its ends. */
  isLong: boolean;
  end: number[];
}

/** Returns the arcs of a command of an outline. */
function arcsIn(command: string): Arc[] {
  if (!/^a/i.test(command)) return [];
  return [...command.replace(/[\s,]+/g, ' ').matchAll(ARC)].map(([, radiusX, radiusY, , isLong, , x, y]) => {
    const [first = 0, second = 0, ...end] = [radiusX, radiusY, x, y].map((number) => Math.abs(Number(number)));
    const [smaller, radius] = first < second ? [first, second] : [second, first];
    // An arc without one of the radii is a line.
    const ratio = smaller === 0 ? 1 : radius / smaller;
    return { radius, ratio, isLong: isLong === '1' || ratio > 1.01, end };
  });
}

const commandsIn = (outline: string): string[] => outline.match(/[a-df-z]?[^a-df-z]*/gi) ?? [];

/** Returns how much further than the distance of its ends an arc of an outline can reach: an arc between ends that are too far apart becomes larger. */
const arcRatio = (outline: string): number =>
  Math.max(
    1,
    maxOf(
      commandsIn(outline)
        .flatMap(arcsIn)
        .map(({ ratio }) => ratio),
    ),
  );

/** Returns the numbers of a command of an outline that are coordinates. An arc is not far from its ends, except for a long one. */
function coordinatesOf(command: string): number[] {
  if (!/^a/i.test(command)) return numbersIn(command);
  return arcsIn(command).flatMap(({ radius, isLong, end }) => (isLong ? [2 * radius, ...end] : end));
}

/** Returns the largest coordinate of an outline, or a larger number: the numbers of relative commands add up. */
function coordinateIn(outline: string, unit: number): number {
  const commands = commandsIn(outline);
  const relative = commands.filter((command) => /^[a-z]/.test(command)).map((command) => sumOf(coordinatesOf(command)));
  const absolute = commands.filter((command) => !/^[a-z]/.test(command)).map((command) => maxOf(coordinatesOf(command)));
  return (UNITS.test(outline) ? unit : 1) * arcRatio(outline) * (sumOf(relative) + 2 * maxOf(absolute));
}

/** What is around an element. */
interface Surroundings {
  transform: Transform;
  /** Larger side of the innermost element with a size, in its coordinates. */
  side: number;
}

/** Returns the largest of the lengths in attributes. @param side what 100 % are @param unit the largest other unit, in pixels */
function largestLength({ attributes }: Shape, names: readonly string[], side: number, unit: number): number {
  const unitOf = (value: string): number => (value.includes('%') ? side / 100 : unit);
  return maxOf(names.flatMap((name) => lengthsIn(attributes[name] ?? '', unitOf(attributes[name] ?? ''))));
}

/** Returns what is around the content of an element. @param stroke largest width of a stroke, with which arrowheads grow */
function insideOf(shape: Shape, { transform, side }: Surroundings, stroke: number, unit: number): Surroundings {
  const { name, attributes } = shape;
  const boxSide = maxOf(numbersIn(attributes['viewBox'] ?? '').slice(2));
  if (name === 'svg' || name === 'symbol') {
    const own = largestLength(shape, ['width', 'height'], side, unit);
    // Without both, an element is as large as the one around it.
    const size = attributes['width'] === undefined || attributes['height'] === undefined ? Math.max(side, own) : own;
    return { transform: combine(transform, viewTransform(shape, size)), side: boxSide === 0 ? size : boxSide };
  }
  if (name !== 'marker') return { transform, side };
  const line = Math.max(1, stroke);
  const size = line * Math.max(3, largestLength(shape, ['markerWidth', 'markerHeight'], side, unit));
  const inner = attributes['viewBox'] === undefined ? { scale: line, shift: 0 } : viewTransform(shape, size);
  return { transform: combine(transform, inner), side: boxSide === 0 ? size : boxSide };
}

/** Checks how large parts are in pixels. @param font size of the largest font @param unit the largest unit @returns size of the largest letter with its outline */
function checkExtents(root: Shape, all: readonly Shape[], font: number, unit: number): number {
  const stroke = maxOf(all.flatMap((shape) => valuesOf(shape, 'stroke-width').flatMap((value) => lengthsIn(value, unit))));
  const scales = { 'stroke-width': 0, 'font-size': 0 };
  const check = (shape: Shape, around: Surroundings): void => {
    const { attributes, name } = shape;
    const transform = combine(around.transform, readTransform(`${attributes['transform'] ?? ''} ${attributes['gradientTransform'] ?? ''}`));
    const inside = insideOf(shape, { ...around, transform }, stroke, unit);
    scales['stroke-width'] = Math.max(scales['stroke-width'], inside.transform.scale);
    if (TEXTS.has(name)) scales['font-size'] = Math.max(scales['font-size'], inside.transform.scale);
    const positions = ['x', 'y', 'dx', 'dy', 'cx', 'cy'].map((axis) => attributes[axis] ?? '');
    const largest = maxOf([outlineOf(shape), ...positions].map((outline) => coordinateIn(outline, Math.max(unit, around.side / 100))));
    const coordinate = transform.shift + transform.scale * largest;
    if (shape !== root && name !== 'symbol' && coordinate > MAX_PIXELS.coordinate)
      refuse(`coordinates above ${MAX_PIXELS.coordinate} pixels`);
    for (const child of shapesIn(shape)) check(child, inside);
  };
  // The build writes the size of the first element in pixels, and a page shows it in at most the width of a large screen.
  const side = Math.max(SHOWN_SIDE, maxOf(['width', 'height'].flatMap((name) => numbersIn(root.attributes[name] ?? ''))));
  check({ ...root, attributes: { ...root.attributes, width: String(side), height: String(side) } }, { transform: SAME, side });
  for (const [property, value] of [
    ['stroke-width', stroke],
    ['font-size', font],
  ] as const)
    if (value * scales[property] > MAX_PIXELS[property]) refuse(`a ${property} above ${MAX_PIXELS[property]} pixels`);
  return font * scales['font-size'] + stroke * scales['stroke-width'];
}

/** @returns number of all letters */
function checkTexts(all: readonly Shape[]): number {
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
  return sumOf(letters);
}
