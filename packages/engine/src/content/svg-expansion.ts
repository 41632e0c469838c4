/**
 * Finds drawings whose elements repeat others so often that showing them would block the reader's browser: with `<use>`, or with patterns, masks,
 * clip paths, filters, and markers that contain each other, also if a style sheet names them. Finds outlines of too many dashes as well.
 */
import { plainCss, type PlainCss } from './svg-css.ts';
import { type Attribute, dashesIn, MAX_DASHES, outlineMeasure, smallestDash } from './svg-dashes.ts';

/** An element of a drawing. */
export interface Shape {
  name: string;
  /** Names with or without a prefix, as in XML or HTML. */
  attributes: readonly Attribute[];
  children: Shape[];
}

/** Maximum number of elements that a drawing repeats. */
export const MAX_REPEATED_ELEMENTS = 20_000;
/** Maximum length of a chain in which each element contains or references the next one. */
const MAX_CHAIN = 1000;
/** Maximum number of references that are followed. A style sheet can apply each of its references to each element. */
const MAX_REFERENCES = 2_000_000;

/**
 * How often an element shows what it references: once, once for each element inside, which inherit the reference, or for each of their vertices.
 */
type Repetition = 'once' | 'element' | 'vertex';
interface Reference {
  /** Null: in another file. */
  id: string | null;
  repeated: Repetition;
}

/** What a browser draws for an element. */
interface Extent {
  elements: number;
  vertices: number;
  /** The number of elements with those that they reference. */
  size: number;
  /** The length of all outlines. */
  length: number;
  /** The number of dashes of the elements for which an attribute defines them. */
  dashes: number;
}
const ENDLESS: Extent = { elements: Infinity, vertices: Infinity, size: Infinity, length: Infinity, dashes: Infinity };

/** Elements whose `href` is a link, names an element that they animate, or a path that they follow. */
const NOT_SHOWN = new Set(['a', 'animate', 'animateMotion', 'animateTransform', 'set', 'mpath', 'textPath']);
export const ANIMATIONS = new Set(['animate', 'animateMotion', 'animateTransform', 'set']);
/** Elements that contain only colors. Thousands of shapes can use the same one. */
const GRADIENTS = new Set(['linearGradient', 'radialGradient', 'meshgradient']);

/**
 * Returns what a browser would have to draw too often; null if the drawing is cheap.
 * @param sheets texts of the style sheets of the drawing @param allowed number of elements that it may repeat
 */
export function excessIn(root: Shape, sheets: readonly string[] = [], allowed = MAX_REPEATED_ELEMENTS): 'elements' | 'dashes' | null {
  const shapes = allShapes(root);
  if (shapes.some(({ name }) => name === 'pattern') && usesContext(shapes, sheets)) return 'elements';
  const byId = new Map<string, Shape[]>();
  // Browsers use the first element with an id, but an animation can change which one that is.
  for (const shape of shapes) for (const id of valuesOf(shape, 'id')) addTo(byId, id, shape);
  const rules = readRules(sheets);
  const animated = shapes.filter(({ name }) => ANIMATIONS.has(name)).flatMap(animatedValues);
  const css = sheets.map((text) => ['style', text] as const);
  const dash = smallestDash([...animated, ...css]);
  const hasDashes = dash < Infinity || shapes.some(({ attributes }) => smallestDash(attributes) < Infinity);
  const outlineOf = outlineMeasure(
    shapes.filter(({ name }) => name === 'svg' || name === 'symbol').flatMap(({ attributes }) => attributes),
  );
  // Animations and style sheets can also change the path of any element.
  const addedVertices = sumOf([...animated, ...css], verticesIn);
  const addedLength = hasDashes ? sumOf([...animated, ...css], outlineOf) : 0;
  const extents = new Map<Shape, Extent>();
  let references = 0;

  /** Returns the elements that a reference shows; null: too many, or those of another file. */
  function targetsOf(id: string | null): Shape[] | null {
    if (id === null) return null;
    const targets = byId.get(id) ?? byId.get(decoded(id)) ?? [];
    references += 1 + targets.length;
    return references > MAX_REFERENCES ? null : targets.filter(({ name }) => !GRADIENTS.has(name));
  }

  // It uses loops, because each callback would take a part of the stack.
  function extentOf(shape: Shape, depth: number): Extent {
    // A chain of references can be longer than the stack.
    if (depth > MAX_CHAIN) return ENDLESS;
    // Until its extent is known, an element counts as infinite, so that one that contains itself is found.
    const known = extents.get(shape);
    if (known !== undefined) return known;
    // The answer is known, and other elements can have as many references.
    if (references > MAX_REFERENCES) return ENDLESS;
    extents.set(shape, ENDLESS);
    const parts = [...shape.children];
    if (!NOT_SHOWN.has(shape.name))
      for (const href of valuesOf(shape, 'href'))
        if (href.startsWith('#')) for (const target of targetsOf(href.slice(1)) ?? [shape]) parts.push(target);
    const length = hasDashes ? addedLength + sumOf(shape.attributes, outlineOf) : 0;
    const extent: Extent = { elements: 1, vertices: addedVertices + sumOf(shape.attributes, verticesIn), size: 1, length, dashes: 0 };
    for (const part of parts) {
      const inner = extentOf(part, depth + 1);
      for (const key of ['elements', 'vertices', 'size', 'length', 'dashes'] as const) extent[key] += inner[key];
    }
    const times = { once: 1, element: extent.elements, vertex: Math.max(extent.elements, extent.vertices) };
    for (const { id, repeated } of [...ownReferences(shape), ...keysOf(shape).flatMap((key) => rules.get(key) ?? [])])
      // The element itself counts as infinite.
      for (const target of targetsOf(id) ?? [shape]) {
        const shown = extentOf(target, depth + 1);
        for (const key of ['size', 'length', 'dashes'] as const) extent[key] += shown[key] * times[repeated];
      }
    // The elements inside inherit the dashes.
    if (hasDashes) extent.dashes += dashesIn(extent.length, smallestDash(shape.attributes));
    extents.set(shape, extent);
    return extent;
  }
  const { size, length, dashes } = extentOf(root, 0);
  if (size > shapes.length + allowed) return 'elements';
  return dashes + dashesIn(length, dash) > MAX_DASHES ? 'dashes' : null;
}

/** Returns the elements of a drawing. Does not recurse. */
function allShapes(root: Shape): Shape[] {
  const shapes = [root];
  for (let index = 0; index < shapes.length; index++) for (const child of shapes[index]?.children ?? []) shapes.push(child);
  return shapes;
}

/** Returns the values of an attribute, such as `href` and `xlink:href`. */
const valuesOf = ({ attributes }: Shape, name: string): string[] =>
  attributes.flatMap(([key, value]) => (key === name || key.endsWith(`:${name}`) ? [value.trim()] : []));

const sumOf = <T>(values: readonly T[], numberOf: (value: T) => number): number => values.reduce((sum, value) => sum + numberOf(value), 0);

/** Returns an upper bound of the vertices of an attribute: each command and each number can be one. */
function verticesIn([name, value]: Attribute): number {
  const hasPath = name === 'style' ? /path\s*\(|\\/i.test(value) : /^(?:d|points)$/.test(name);
  return hasPath ? (value.match(/[a-z]|\.?\d+/gi)?.length ?? 0) : 0;
}

/** Returns the values of an animation as attributes of the element that it changes. */
export const animatedValues = (animation: Shape): Attribute[] =>
  valuesOf(animation, 'attributeName').flatMap((attribute) =>
    animation.attributes.flatMap(([name, value]) => (/^(?:to|from|by|values)$/.test(name) ? [[attribute, value] as const] : [])),
  );

/** Whether the shapes of a marker take what they are filled with from the line with the marker. */
const usesContext = (shapes: Shape[], sheets: readonly string[]): boolean =>
  [...sheets, ...shapes.flatMap(({ attributes }) => attributes.map(([, value]) => value))].some(
    (value) => /context-|\\/i.test(value) && /context-(?:fill|stroke)/i.test(plainCss(value).text),
  );

function decoded(id: string): string {
  try {
    return decodeURIComponent(id);
  } catch {
    return id;
  }
}

/** Adds a value to the list of a key. */
function addTo<T>(lists: Map<string, T[]>, key: string, value: T): void {
  const known = lists.get(key);
  if (known === undefined) lists.set(key, [value]);
  else known.push(value);
}

/** The start of a declaration, its end, or an address with a fragment. */
const PART = /(?:^|[;{}]) ?([\w-]{1,30}) ?:|[;{}]|url\( ?["']? ?([^)"'#]*)#([^)"']*)/gi;

/** Returns the references in plain CSS. @param property the attribute that it is the value of, if any */
function referencesIn({ text, isClear }: PlainCss, property = ''): Reference[] {
  const found: Reference[] = [];
  let name = property;
  for (const [part, declared, file, id] of text.matchAll(PART)) {
    if (id === undefined) name = declared ?? (part === ';' ? '' : name);
    // Fonts are not drawings.
    else if (!isClear || name !== 'src')
      found.push({ id: file === '' ? id.trim() : null, repeated: isClear ? repetitionOf(name) : 'vertex' });
  }
  return found;
}

function repetitionOf(property: string): Repetition {
  if (/^(?:mask|clip-?path|filter)/i.test(property)) return 'once';
  // Other markers are only at the start and at the end of a shape.
  return /^marker(?:-?mid)?$/i.test(property) ? 'vertex' : 'element';
}

function ownReferences(shape: Shape): Reference[] {
  return shape.attributes.flatMap(([name, value]) =>
    name !== 'href' && /url|\\/i.test(value) ? referencesIn(plainCss(value), name === 'style' ? '' : name) : [],
  );
}

/** Returns the keys under which the rules of an element are listed: see `keyOf`. */
const keysOf = (shape: Shape): string[] => [
  '*',
  shape.name,
  ...valuesOf(shape, 'id').map((id) => `#${id}`),
  ...valuesOf(shape, 'class').flatMap((names) => names.split(/\s+/).map((name) => `.${name}`)),
];

/** Returns the references of the rules of style sheets. */
function readRules(sheets: readonly string[]): Map<string, Reference[]> {
  const rules = new Map<string, Reference[]>();
  // A sheet ends with its open blocks, texts, and comments.
  for (const css of sheets) addRules(rules, plainCss(css));
  return rules;
}

function addRules(rules: Map<string, Reference[]>, { text, isClear }: PlainCss): void {
  // An animation can be used on any element.
  const isUnknown = !isClear || /keyframes/i.test(text);
  const parts = text.split(/([{}])/);
  for (let index = 0; index < parts.length; index += 2) {
    const references = referencesIn({ text: parts[index] ?? '', isClear });
    if (references.length === 0) continue;
    const isBlock = parts[index - 1] === '{' && parts[index + 1] !== '{';
    const selectors = isBlock && !isUnknown ? (parts[index - 2] ?? '').split(',') : ['*'];
    for (const key of new Set(selectors.map(keyOf))) for (const reference of references) addTo(rules, key, reference);
  }
}

/** Returns an id, a class, or a name that an element needs to match a selector; `*`: unknown. */
function keyOf(selector: string): string {
  const last = /^[\s\w\-.#>+~\u{80}-\u{FFFF}]*$/u.test(selector)
    ? (selector
        .trim()
        .split(/[\s>+~]+/)
        .at(-1) ?? '')
    : '';
  const [key] = /[#.][^#.]+$|^[^#.]+$/.exec(last) ?? ['*'];
  return key;
}
