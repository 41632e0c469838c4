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
  /** Empty: an element of another namespace than that of SVG. */
  name: string;
  /** Without their namespaces. */
  attributes: Readonly<Record<string, string>>;
  children: Shape[];
  /** Number of characters of its text, without that of its children. */
  letters: number;
  /** The declarations of the rules that apply to it. */
  rules: string[];
  /** What it adds up to, with all that it repeats; null: not counted yet. */
  sum: Sum | null;
}

/** A rule of a style sheet. */
export interface Rule {
  /** The last part of each selector, such as `path.a#b`. */
  targets: readonly string[];
  declarations: string;
}

interface Sum {
  elements: number;
  /** Number of characters of outlines. */
  outlines: number;
  /** Number of characters of texts. */
  letters: number;
  /** Number of elements that can have dashes. */
  dashed: number;
  /** Length of their outlines. */
  length: number;
}

export const emptyShape = (): Shape => ({ name: '', attributes: {}, children: [], letters: 0, rules: [], sum: null });

/** Maximum number of elements that a browser creates for references, in addition to those of the file. */
const MAX_REPEATED_ELEMENTS = 50_000;
/** Characters of outlines that take about as long as one of a text. */
const LETTER = 20;
/** Maximum number of characters of outlines, in addition to those of the file. */
const MAX_REPEATED_OUTLINES = 20_000_000;
/** Maximum number of elements of a drawing with a text that clips. A browser takes milliseconds for each, but the build does not clip them. */
const MAX_ELEMENTS_WITH_CLIPPING_TEXT = 200;
/** Browsers draw at most a million dashes of an element, which takes 50 milliseconds. */
const MAX_DASHED_ELEMENTS = 60;
/** Maximum number of dashes of more elements. */
const MAX_DASHES = 20_000_000;
/** Maximum number of comparisons of rules with elements. */
const MAX_COMPARISONS = 1_000_000;

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
    shape.children.forEach(collect);
  };
  collect(root);
  applyRules(shapes, rules);
  const periods = shapes.flatMap((shape) => periodsOf(stylesOf(shape)));
  // An element without an outline passes its dashes on.
  const isAnyDashed = shapes.some((shape) => outlineOf(shape) === '' && periodsOf(stylesOf(shape)).length > 0);
  if (isAnyDashed && shapes.some(({ name }) => name === 'text')) refuse('dashes that a text can have');

  function sumOf(shape: Shape, around: Set<Shape>): Sum {
    if (shape.sum !== null) return shape.sum;
    if (around.has(shape)) refuse('an element that references itself');
    if (around.size > MAX_NESTING) refuse(`elements in more than ${MAX_NESTING} others`);
    around.add(shape);
    const styles = stylesOf(shape);
    const isDashed = isAnyDashed || periodsOf(styles).length > 0;
    const outline = outlineOf(shape);
    const sum: Sum = {
      elements: 1,
      outlines: outline.length,
      letters: shape.letters,
      dashed: isDashed ? 1 : 0,
      length: isDashed ? lengthOf(outline) : 0,
    };
    const add = (id: string | undefined, times: number): void => {
      const other = id === undefined ? undefined : byId.get(id);
      if (other !== undefined) addTo(sum, sumOf(other, around), times);
    };
    for (const child of shape.children) addTo(sum, sumOf(child, around), 1);
    if (shape.name !== 'a') add(shape.attributes['href']?.trim().slice(1), 1);
    const { elements, outlines } = sum;
    for (const [, id] of styles.matchAll(NOT_INHERITED)) add(id, 1);
    for (const [, name, id] of styles.matchAll(INHERITED)) add(id, name === 'marker-mid' ? elements + outlines / 2 : elements);
    around.delete(shape);
    shape.sum = sum;
    return sum;
  }

  const written = shapes.reduce((sum, shape) => sum + outlineOf(shape).length + shape.letters * LETTER, 0);
  const { elements, outlines, letters, dashed, length } = sumOf(root, new Set());
  if (elements > shapes.length + MAX_REPEATED_ELEMENTS) refuse(`references that repeat more than ${MAX_REPEATED_ELEMENTS} elements`);
  if (outlines + letters * LETTER > written + MAX_REPEATED_OUTLINES) refuse('references that repeat long paths or texts too often');
  if (elements > MAX_ELEMENTS_WITH_CLIPPING_TEXT && shapes.some((shape) => shape.name === 'clipPath' && (shape.sum?.letters ?? 0) > 0))
    refuse(`more than ${MAX_ELEMENTS_WITH_CLIPPING_TEXT} elements and a text that clips`);
  if (periods.length > 0 && dashed > MAX_DASHED_ELEMENTS && length / Math.min(...periods) > MAX_DASHES)
    refuse(`more than ${MAX_DASHES} dashes`);
}

function addTo(sum: Sum, other: Sum, times: number): void {
  sum.elements += other.elements * times;
  sum.outlines += other.outlines * times;
  sum.letters += other.letters * times;
  sum.dashed += other.dashed * times;
  sum.length += other.length * times;
}

function applyRules(shapes: readonly Shape[], rules: readonly Rule[]): void {
  const counted = rules.filter(({ declarations }) => /url\(|stroke-dasharray/i.test(declarations));
  const targets = counted.flatMap((rule) => rule.targets.map((target) => ({ ...rule, target })));
  if (targets.length * shapes.length > MAX_COMPARISONS) refuse('more rules of style sheets than a browser can compare with its elements');
  for (const { target, declarations } of targets) {
    const [name = ''] = /^[^.#[]*/.exec(target) ?? [];
    const id = /#([^.#[]+)/.exec(target)?.[1];
    const classes = [...target.matchAll(/\.([^.#[]+)/g)].map(([, one = '']) => one);
    for (const shape of shapes)
      if (
        (name === '' || name === '*' || name === shape.name) &&
        (id === undefined || id === shape.attributes['id']) &&
        classes.every((one) => ` ${shape.attributes['class'] ?? ''} `.replace(/\s/g, ' ').includes(` ${one} `))
      )
        shape.rules.push(declarations);
  }
}

/** The styles and the attributes of an element, as declarations. */
const stylesOf = ({ attributes, rules }: Shape): string =>
  [...Object.entries(attributes).map(([name, value]) => (name === 'style' ? value : `${name}:${value}`)), ...rules].join(';');

/** Returns the lengths of the dashes of an element with the gaps between them. */
const periodsOf = (styles: string): number[] =>
  [...styles.matchAll(DASHES)].flatMap(([, value = '']) => {
    const sum = numbersIn(value).reduce((total, number) => total + number, 0);
    return sum === 0 ? [] : [/[a-z%]/i.test(value.replaceAll('px', '')) ? Number.MIN_VALUE : sum];
  });

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
