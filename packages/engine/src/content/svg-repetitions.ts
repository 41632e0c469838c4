/**
 * Counts what a browser repeats because of the references of a drawing, and its dashes. The program that draws it in the build does not repeat parts
 * that nobody can see, so it cannot measure them.
 */
import { MAX_NESTING } from './nested-marks.ts';

/** A part of a drawing that is not plain. It ends the parsing. */
export class OtherPart extends Error {}

export function refuse(what: string): never {
  throw new OtherPart(what);
}

/** An element of a drawing. */
export interface Shape {
  name: string;
  attributes: Readonly<Record<string, string>>;
  /** Elements and texts. */
  children: (Shape | string)[];
  /** What the rules that apply to it contain. */
  rules: Style[];
  /** What it adds up to, with all that it repeats; null: not counted yet. */
  sum: Sum | null;
}

/** A rule of a style sheet. */
export interface Rule {
  /** The last part of each selector, such as `path.a#b`. */
  targets: readonly string[];
  declarations: string;
}

/** What declarations contain that is counted. */
interface Style {
  /** References that the elements inside inherit. */
  inherited: { property: string; id: string }[];
  /** Ids of masks and clip paths. */
  own: string[];
  /** Lengths of dashes with the gaps between them. */
  periods: number[];
}

interface Sum {
  elements: number;
  /** Number of references to clip paths, masks, patterns, and markers. */
  effects: number;
  /** Number of clip paths, masks, patterns, and markers. */
  definitions: number;
  /** Number of characters of outlines. */
  outlines: number;
  /** Number of characters of texts. */
  letters: number;
  /** Number of positions of single characters. */
  positions: number;
  /** Number of elements that can have dashes. */
  dashed: number;
  /** Length of their outlines. */
  length: number;
}

export const emptyShape = (): Shape => ({ name: '', attributes: {}, children: [], rules: [], sum: null });

export const shapesIn = ({ children }: Shape): Shape[] => children.filter((child) => typeof child !== 'string');

/** Returns the number of characters of an element's text, without that of its children. */
const lettersOf = ({ name, children }: Shape): number =>
  name === 'style' ? 0 : children.reduce((sum, child) => sum + (typeof child === 'string' ? child.length : 0), 0);

/** Maximum number of elements that a browser creates for references, in addition to those of the file. */
const MAX_REPEATED_ELEMENTS = 50_000;
/** Characters of outlines that take about as long as one of a text whose script or direction changes at each character. */
const LETTER = 200;
/** Maximum number of characters of outlines, in addition to those of the file. */
const MAX_REPEATED_OUTLINES = 20_000_000;
/** Maximum number of characters of one text. The time of a browser can grow with its square. */
const MAX_LETTERS = 10_000;
/** Maximum number of elements of a drawing with a text that clips. A browser takes milliseconds for each, but the build does not clip them. */
const MAX_ELEMENTS_WITH_CLIPPING_TEXT = 200;
/** Maximum number of positions of single characters, also of texts that nobody sees. */
const MAX_POSITIONS = 30_000;
/** Browsers draw at most a million dashes of an element, which takes 50 milliseconds. */
const MAX_DASHED_ELEMENTS = 60;
/** Maximum number of dashes of more elements. */
const MAX_DASHES = 20_000_000;
/** Maximum number of comparisons of rules with elements, and of what the rules contain for them. */
const MAX_COMPARISONS = 1_000_000;
/** Elements that cost a browser time for each reference to them. */
const EFFECTS = new Set(['clipPath', 'mask', 'pattern', 'marker']);

/** The properties that an element passes on to those in it. */
const INHERITED = /(?:^|[;\s"])(fill|stroke|marker-(?:start|mid|end))\s*:\s*url\(\s*["']?#([^\s"'()]+)/gi;
const NOT_INHERITED = /(?:^|[;\s"])(?:mask|clip-path)\s*:\s*url\(\s*["']?#([^\s"'()]+)/gi;
const DASHES = /(?:^|[;\s])stroke-dasharray\s*:([^;]*)/g;
const OUTLINES = ['d', 'points', 'x1', 'x2', 'y1', 'y2', 'width', 'height', 'r', 'rx', 'ry'];
/** Units that are larger than a pixel. */
const UNITS = /\d\.?(?:%|pt|pc|em|ex|mm|cm|in)/i;
const NUMBERS = /[+-]?(?:\d+\.?\d*|\.\d+)(?:e[+-]?\d+)?/gi;

/** @throws OtherPart if a browser repeats too many elements or dashes */
export function checkRepetitions(root: Shape, rules: readonly Rule[]): void {
  const shapes: Shape[] = [];
  const byId = new Map<string, Shape>();
  const collect = (shape: Shape): void => {
    shapes.push(shape);
    const { id } = shape.attributes;
    if (id !== undefined && byId.has(id)) refuse(`two elements with the id "${id.slice(0, 40)}"`);
    if (id !== undefined) byId.set(id, shape);
    shapesIn(shape).forEach(collect);
  };
  collect(root);
  applyRules(shapes, rules);
  const styles = new Map(shapes.map((shape) => [shape, stylesOf(shape)]));
  const periodsIn = (shape: Shape): number[] => styles.get(shape)?.flatMap((style) => style.periods) ?? [];
  const shortest = shapes.flatMap(periodsIn).reduce((least, period) => Math.min(least, period), Infinity);
  // An element without an outline passes its dashes on.
  const isAnyDashed = shapes.some((shape) => outlineOf(shape) === '' && periodsIn(shape).length > 0);
  if (isAnyDashed && shapes.some(({ name }) => name === 'text')) refuse('dashes that a text can have');

  function sumOf(shape: Shape, around: Set<Shape>): Sum {
    if (shape.sum !== null) return shape.sum;
    if (around.has(shape)) refuse('an element that references itself');
    if (around.size > MAX_NESTING) refuse(`elements in more than ${MAX_NESTING} others`);
    around.add(shape);
    const isDashed = isAnyDashed || periodsIn(shape).length > 0;
    const outline = outlineOf(shape);
    const sum: Sum = {
      elements: 1,
      effects: 0,
      definitions: EFFECTS.has(shape.name) ? 1 : 0,
      outlines: outline.length,
      letters: lettersOf(shape),
      positions: positionsOf(shape),
      dashed: isDashed ? 1 : 0,
      length: isDashed ? lengthOf(outline) : 0,
    };
    const add = (id: string | undefined, times: number, definitionsInside = 0): void => {
      const other = id === undefined ? undefined : byId.get(id);
      if (other === undefined) return;
      const added = sumOf(other, around);
      addTo(sum, added, times);
      if (!EFFECTS.has(other.name)) return;
      if (added.effects > 0 || definitionsInside > 0) refuse('a clip path, mask, pattern, or marker in another');
      sum.effects += times;
    };
    for (const child of shapesIn(shape)) addTo(sum, sumOf(child, around), 1);
    if (shape.name !== 'a') add(shape.attributes['href']?.trim().slice(1), 1);
    const { elements, outlines, definitions } = sum;
    for (const { own, inherited } of styles.get(shape) ?? []) {
      for (const id of own) add(id, 1);
      for (const { property, id } of inherited) add(id, property === 'marker-mid' ? elements + outlines / 2 : elements, definitions);
    }
    around.delete(shape);
    shape.sum = sum;
    return sum;
  }

  const written = shapes.reduce((sum, shape) => sum + outlineOf(shape).length + lettersOf(shape) * LETTER, 0);
  const { elements, outlines, letters, positions, dashed, length } = sumOf(root, new Set());
  if (elements > shapes.length + MAX_REPEATED_ELEMENTS) refuse(`references that repeat more than ${MAX_REPEATED_ELEMENTS} elements`);
  if (outlines + letters * LETTER > written + MAX_REPEATED_OUTLINES) refuse('references that repeat long paths or texts too often');
  if (shapes.some(({ name, sum }) => name === 'text' && (sum?.letters ?? 0) > MAX_LETTERS))
    refuse(`a text of more than ${MAX_LETTERS} characters`);
  if (positions > MAX_POSITIONS) refuse(`more than ${MAX_POSITIONS} positions of characters`);
  if (elements > MAX_ELEMENTS_WITH_CLIPPING_TEXT && shapes.some((shape) => shape.name === 'clipPath' && (shape.sum?.letters ?? 0) > 0))
    refuse(`more than ${MAX_ELEMENTS_WITH_CLIPPING_TEXT} elements and a text that clips`);
  if (dashed > MAX_DASHED_ELEMENTS && length / shortest > MAX_DASHES) refuse(`more than ${MAX_DASHES} dashes`);
}

function addTo(sum: Sum, other: Sum, times: number): void {
  sum.elements += other.elements * times;
  sum.effects += other.effects * times;
  sum.definitions += other.definitions * times;
  sum.outlines += other.outlines * times;
  sum.letters += other.letters * times;
  sum.positions += other.positions * times;
  sum.dashed += other.dashed * times;
  sum.length += other.length * times;
}

function applyRules(shapes: readonly Shape[], rules: readonly Rule[]): void {
  const classes = new Map(shapes.map((shape) => [shape, new Set(shape.attributes['class']?.split(/\s+/))]));
  let comparisons = 0;
  const count = (times: number): void => {
    comparisons += times;
    if (comparisons > MAX_COMPARISONS) refuse('more rules of style sheets than a browser can compare with its elements');
  };
  for (const { targets, declarations } of rules) {
    const style = readStyle(declarations);
    const size = style.inherited.length + style.own.length + style.periods.length;
    if (size === 0) continue;
    count(targets.length * shapes.length);
    const tests = targets.map((target) => ({
      name: /^[^.#[]*/.exec(target)?.[0] ?? '',
      id: /#([^.#[]+)/.exec(target)?.[1],
      wanted: [...target.matchAll(/\.([^.#[]+)/g)].map(([, one = '']) => one),
    }));
    for (const shape of shapes) {
      const isMatch = tests.some(
        ({ name, id, wanted }) =>
          (name === '' || name === '*' || name === shape.name) &&
          (id === undefined || id === shape.attributes['id']) &&
          wanted.every((one) => classes.get(shape)?.has(one)),
      );
      if (!isMatch) continue;
      count(size);
      shape.rules.push(style);
    }
  }
}

/** Returns what the attributes, the style, and the rules of an element contain. */
function stylesOf({ attributes, rules }: Shape): Style[] {
  const own = Object.entries(attributes).map(([name, value]) => (name === 'style' ? value : `${name}:${value}`));
  return [readStyle(own.join(';')), ...rules];
}

const readStyle = (declarations: string): Style => ({
  inherited: [...declarations.matchAll(INHERITED)].map(([, property = '', id = '']) => ({ property: property.toLowerCase(), id })),
  own: [...declarations.matchAll(NOT_INHERITED)].map(([, id = '']) => id),
  periods: [...declarations.matchAll(DASHES)].flatMap(([, value = '']) => {
    const sum = numbersIn(value).reduce((total, number) => total + number, 0);
    return sum === 0 ? [] : [/[a-z%]/i.test(value.replaceAll('px', '')) ? Number.MIN_VALUE : sum];
  }),
});

/** Returns the number of positions of single characters that an element sets. */
const positionsOf = ({ name, attributes }: Shape): number =>
  name === 'text' || name === 'tspan' ? ['x', 'y', 'dx', 'dy'].reduce((sum, axis) => sum + numbersIn(attributes[axis] ?? '').length, 0) : 0;

const outlineOf = ({ attributes }: Shape): string => OUTLINES.flatMap((name) => attributes[name] ?? []).join(' ');

const numbersIn = (text: string): number[] => (text.match(NUMBERS) ?? []).map((number) => Math.abs(Number(number)));

/**
 * Returns a length that the lines of an outline do not exceed: four times its numbers, for curves around them. The control points of smooth curves can move
 * further with each, an arc can grow with the ratio of its radii, and units are larger than pixels.
 */
function lengthOf(outline: string): number {
  const sum = numbersIn(outline).reduce((total, number) => total + number, 0);
  const smooth = outline.match(/t/gi)?.length ?? 0;
  return 4 * sum * (1 + smooth) * (/a/i.test(outline) ? 100 : 1) * (UNITS.test(outline) ? 100 : 1);
}
