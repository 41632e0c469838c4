/**
 * Finds drawings whose elements repeat others so often that showing them would block the reader's browser: with `<use>`, or with patterns, masks,
 * clip paths, filters, and markers that contain each other, also if a style sheet names them.
 */

/** An element of a drawing. */
export interface Shape {
  name: string;
  /** Names with or without a prefix, as in XML or HTML. */
  attributes: readonly (readonly [name: string, value: string])[];
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
}
const ENDLESS: Extent = { elements: Infinity, vertices: Infinity, size: Infinity };

/** Elements whose `href` is a link, names an element that they animate, or a path that they follow. */
const NOT_SHOWN = new Set(['a', 'animate', 'animateMotion', 'animateTransform', 'set', 'mpath', 'textPath']);
const ANIMATIONS = new Set(['animate', 'animateMotion', 'animateTransform', 'set']);
/** Elements that contain only colors. Thousands of shapes can use the same one. */
const GRADIENTS = new Set(['linearGradient', 'radialGradient', 'meshgradient']);

/** @param css texts of the style sheets of the drawing @param allowed number of elements that it may repeat */
export function isExpanding(root: Shape, css = '', allowed = MAX_REPEATED_ELEMENTS): boolean {
  const shapes = allShapes(root);
  const byId = new Map<string, Shape[]>();
  // Browsers use the first element with an id, but an animation can change which one that is.
  for (const shape of shapes) for (const id of valuesOf(shape, 'id')) addTo(byId, id, shape);
  const animations = shapes.filter(({ name }) => ANIMATIONS.has(name)).flatMap(({ attributes }) => attributes);
  const rules = readRules(
    css,
    animations.some(([name, value]) => name === 'attributeName' && value.trim() === 'class'),
  );
  // Animations and style sheets can also change the path of any element.
  const addedVertices = animations.reduce((sum, [, value]) => sum + numbersIn(value), /\bpath\s*\(/i.test(css) ? numbersIn(css) : 0);
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
    const extent: Extent = { elements: 1, vertices: 0, size: 1 };
    for (const [name, value] of shape.attributes) if (/^(?:d|points|style)$/.test(name)) extent.vertices += numbersIn(value);
    for (const part of parts) {
      const { elements, vertices, size } = extentOf(part, depth + 1);
      extent.elements += elements;
      extent.vertices += vertices;
      extent.size += size;
    }
    const times = { once: 1, element: extent.elements, vertex: Math.max(extent.elements, extent.vertices + addedVertices) };
    for (const { id, repeated } of [...ownReferences(shape), ...keysOf(shape).flatMap((key) => rules.get(key) ?? [])])
      // The element itself counts as infinite.
      for (const target of targetsOf(id) ?? [shape]) extent.size += extentOf(target, depth + 1).size * times[repeated];
    extents.set(shape, extent);
    return extent;
  }
  return extentOf(root, 0).size > shapes.length + allowed;
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

const numbersIn = (text: string): number => text.match(/\d+(?:\.\d+)?/g)?.length ?? 0;

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

const EMBEDDED = /url\(\s*["']?data:[\w/+.;=,%-]*["']?\s*\)/gi;
const COMMENT = /\/\*(?:(?!\/\*)[^{};()\\])*?\*\//g;
const STRING = /(["'])([\w #.,+-]*)\1/g;
const ESCAPE = /\\(?:([\da-f]{1,6})\s?|([^]))/gi;

/**
 * Returns CSS without embedded files, comments, quotes, and escapes, and with single spaces.
 * @returns `isClear`: whether each brace and semicolon of the text has its meaning in CSS, and is not a part of a text or a comment
 */
function plainCss(css: string): { text: string; isClear: boolean } {
  const text = css.replace(EMBEDDED, 'none').replace(COMMENT, ' ').replace(STRING, '$2').replace(/\s+/g, ' ');
  const isClear = !/["'\\]|\/\*|\*\//.test(text);
  const unescape = (_: string, code: string | undefined, character = ''): string =>
    code === undefined ? character : String.fromCodePoint(Math.min(Number.parseInt(code, 16), 0x10_ff_ff));
  return { text: isClear ? text : text.replace(ESCAPE, unescape), isClear };
}

/** The start of a declaration, its end, or an address with a fragment. */
const PART = /(?:^|[;{}]) ?([\w-]{1,30}) ?:|[;{}]|url\( ?["']? ?([^)"'#]*)#([^)"']*)/gi;

/** Returns the references in plain CSS. @param property the attribute that it is the value of, if any */
function referencesIn({ text, isClear }: ReturnType<typeof plainCss>, property = ''): Reference[] {
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

/** Returns the references of the rules of a style sheet. @param isForAll whether each rule can apply to all elements */
function readRules(css: string, isForAll: boolean): Map<string, Reference[]> {
  const rules = new Map<string, Reference[]>();
  const { text, isClear } = plainCss(css);
  // A custom property can be used in another rule, and an animation on any element.
  const isUnknown = isForAll || !isClear || /--|keyframes/i.test(text);
  const parts = text.split(/([{}])/);
  for (let index = 0; index < parts.length; index += 2) {
    const references = referencesIn({ text: parts[index] ?? '', isClear });
    if (references.length === 0) continue;
    const isBlock = parts[index - 1] === '{' && parts[index + 1] !== '{';
    const selectors = isBlock && !isUnknown ? (parts[index - 2] ?? '').split(',') : ['*'];
    for (const key of new Set(selectors.map(keyOf))) for (const reference of references) addTo(rules, key, reference);
  }
  return rules;
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
