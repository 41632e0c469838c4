/**
 * Finds drawings whose elements repeat others so often that showing them would block the reader's browser: with `<use>`, or with patterns, masks,
 * clip paths, filters, and markers that contain each other, also if a style sheet names them. Finds outlines of too many dashes as well.
 */
import { type Addition, addRule, addStep, isCostly, noStyles, STEPS, type Styles } from './svg-additions.ts';
import { areaMeasure, SHAPES } from './svg-areas.ts';
import { blurOf, blurOfStyle, growthIn, largestSize, MAX_BLUR, productOf, scaleOfShape } from './svg-blur.ts';
import { compoundsOf, picturesIn, plainCss, readSheet } from './svg-css.ts';
import { type Attribute, dashesIn, isMeasured, MAX_DASHES, outlineMeasure, type OutlineMeasure, smallestDash } from './svg-dashes.ts';
import {
  effectsOf,
  effectsOfStyle,
  filtersOf,
  filtersOfStyle,
  GROUPS,
  MAX_EFFECTS,
  PAINT,
  paintsOf,
  paintsOfStyle,
  shadowsOfStyle,
} from './svg-effects.ts';
import { costOfVertices, hasLongPath, verticesIn } from './svg-points.ts';
import { ownReferences, referencesIn } from './svg-references.ts';
import { compactAddress, MAX_EMBEDDED_PIXELS, pixelsOf } from './svg-rasters.ts';

/** An element of a drawing. */
export interface Shape {
  name: string;
  /** Names with or without a prefix, as in XML or HTML. */
  attributes: readonly Attribute[];
  children: Shape[];
  /** The number of characters of text directly in the element; absent: none. */
  characters?: number;
}

/** Maximum number of elements that a drawing repeats. */
export const MAX_REPEATED_ELEMENTS = 20_000;
/** Maximum number of points of the paths that a drawing repeats, for each element that it may repeat. */
const MAX_POINTS_PER_REPEATED_ELEMENT = 10;
/** Maximum number of letters that a drawing repeats. */
export const MAX_REPEATED_LETTERS = 20_000;
/** Maximum number of lines across the whole drawing in its paths. A browser draws that many in a few seconds. */
export const MAX_LINES = 20_000;
/** Maximum number of steps that a browser needs to find the rules for all elements. It takes about as many nanoseconds. */
const MAX_COMPARISONS = 20_000_000;
/** The smallest part of the cost of a filter or gradient for the whole drawing, however small a shape is. */
const MIN_PART = 0.02;
/** Maximum length of a chain in which each element contains or references the next one. */
const MAX_CHAIN = 1000;
/** Maximum number of gradients, patterns, or filters each of which takes its missing parts from the next. */
const MAX_TEMPLATES = 10;
/** Maximum number of references that are followed. A style sheet can apply each of its references to each element. */
const MAX_REFERENCES = 2_000_000;

/** What a browser draws for an element. */
interface Extent {
  elements: number;
  vertices: number;
  /** The sum of the parts of the drawing that the shapes cover. It is at most that of `elements`. */
  covered: number;
  /** The number of elements with those that they reference. */
  size: number;
  /** The length of all outlines. */
  length: number;
  /** The number of dashes of the elements for which an attribute or a rule defines them. */
  dashes: number;
  /** The number of points of the elements with those that they reference. */
  points: number;
  /** The number of letters of texts. */
  letters: number;
  /** How often outlines of paths cross the drawing. It is at most `points`, because a line between two points crosses it once. */
  lines: number;
  /** The cost of filters, masks, and other effects. */
  effects: number;
  /** The cost of effects, in which those with a small region count less. It is at most that of `effects`. */
  areas: number;
  /** The pixels of pictures. */
  pixels: number;
  /** The number of rules and declarations that are applied to the elements. */
  matches: number;
  /** The number of parts of selectors that can be compared with each element around these elements. */
  searches: number;
  /** The number of elements that contain each other. */
  height: number;
  /** The largest radius of a blur. */
  blur: number;
}
/** What elements show several times if it is referenced several times. */
const REFERENCED = ['size', 'length', 'dashes', 'points', 'letters', 'lines', 'effects', 'areas', 'pixels', 'matches', 'searches'] as const;
const ADDED = ['elements', 'vertices', 'covered', ...REFERENCED] as const;
const OF_DEFINITION = ADDED.filter((key) => key !== 'effects' && key !== 'areas');
const LARGEST = ['height', 'blur'] as const;
const ENDLESS = Object.fromEntries([...ADDED, ...LARGEST].map((key) => [key, Infinity])) as unknown as Extent;

/** An element among those around it, as selectors see it. */
interface Place {
  keys: ReadonlySet<string>;
  parent: Place | undefined;
}

/** Elements whose `href` is a link, names an element that they animate, or a path that they follow. */
const NOT_SHOWN = new Set(['a', 'animate', 'animateMotion', 'animateTransform', 'set', 'mpath', 'textPath']);
export const ANIMATIONS = new Set(['animate', 'animateMotion', 'animateTransform', 'set']);
/** Elements that are shown only where others reference them. */
const DEFINITIONS = new Set(['clipPath', 'defs', 'filter', 'marker', 'mask', 'pattern', 'symbol']);
/** Elements that contain only colors. Thousands of shapes can use the same one. */
const GRADIENTS = new Set(['linearGradient', 'radialGradient', 'meshgradient']);

/** Elements that can take their missing parts from the one that their `href` names. */
const TEMPLATES = new Set([...GRADIENTS, 'pattern', 'filter']);

/** What is too much in a drawing, as a text for its author. */
export type Excess =
  | 'elements'
  | 'templates'
  | 'path'
  | 'dashes'
  | 'effects'
  | 'pixels'
  | 'points'
  | 'letters'
  | 'lines'
  | 'comparisons'
  | 'blur';

/**
 * Returns what a browser would have to draw too often; null if the drawing is cheap.
 * @param sheets texts of the style sheets of the drawing @param allowed number of elements that it may repeat
 */
export function excessIn(root: Shape, sheets: readonly string[] = [], allowed = MAX_REPEATED_ELEMENTS): Excess | null {
  const shapes = allShapes(root);
  if (shapes.some(({ name }) => name === 'pattern') && usesContext(shapes, sheets)) return 'elements';
  const byId = new Map<string, Shape[]>();
  // Browsers use the first element with an id, but an animation can change which one that is.
  for (const shape of shapes) for (const id of valuesOf(shape, 'id')) addTo(byId, id, shape);
  if (hasLongChain(shapes, byId)) return 'templates';
  const animations = shapes.filter(({ name }) => ANIMATIONS.has(name));
  const animated = animations.flatMap(animatedValues);
  const css = sheets.map((text) => ['style', text] as const);
  const dash = smallestDash(animated);
  const hasDashes = smallestDash(css) < Infinity || dash < Infinity || shapes.some(({ attributes }) => smallestDash(attributes) < Infinity);
  const every = [...shapes.flatMap(({ attributes }) => attributes), ...animated, ...css];
  if (every.some(hasLongPath)) return 'path';
  const outlines = hasDashes ? outlineMeasure(every, /@font-face/i.test(sheets.join(' '))) : null;
  // Animations and style sheets can also change the path of any element.
  const addedVertices = sumOf([...animated, ...css], verticesIn);
  const addedLength = outlines === null ? 0 : animations.some(adds) ? Infinity : sumOf(animated, outlines.ofAttribute);
  const read = readStyles(sheets, shapes, outlines);
  if (read === null) return 'comparisons';
  const styles = read;
  const largest = largestSize(every);
  const growth = growthIn(sheets, animations);
  const drawing = root.name === '' ? root.children[0] : root;
  const [hasMarkers, hasViews] = [shapes.some(({ name }) => name === 'marker'), shapes.some(({ name }) => name === 'view')];
  const areas = areaMeasure(drawing, every, [...animated, ...css], hasMarkers, hasViews);
  const hasPaints = shapes.some(({ name }) => GRADIENTS.has(name) || name === 'pattern');
  const extents = new Map<Shape, Extent>();
  let references = 0;

  /** Returns the elements that a reference shows; null: too many, or those of another file. */
  function targetsOf(id: string | null): Shape[] | null {
    if (id === null) return null;
    const targets = byId.get(id) ?? byId.get(decoded(id)) ?? [];
    references += 1 + targets.length;
    return references > MAX_REFERENCES ? null : targets.filter(({ name }) => !GRADIENTS.has(name));
  }

  const places = placesOf(root);
  let comparisons = 0;
  /** Whether the elements around an element can be those of a selector. Does not tell `>` from a space. */
  function isInside({ parent }: Place, around: readonly (readonly string[])[]): boolean {
    let missing = around.length;
    for (let one = parent; one !== undefined && missing > 0; one = one.parent) {
      const names = around[missing - 1] ?? [];
      comparisons += 1 + names.length;
      if (hasAll(one.keys, names)) missing--;
    }
    return missing === 0;
  }
  /** Finds what rules add to an element; null: it takes too many comparisons, which are counted before they are made. */
  function stylesOf(shape: Shape): Omit<Styles, 'others'> | null {
    const place = places.get(shape) ?? { keys: new Set(), parent: undefined };
    const found = noStyles();
    for (const key of place.keys) {
      const listed = styles.get(key);
      if (listed === undefined) continue;
      found.matches += listed.matches;
      found.searches += listed.searches;
      comparisons += listed.matches;
      addRule(found.always, listed.always);
      for (const { addition, around } of listed.others) {
        if (comparisons > MAX_COMPARISONS) return null;
        if (isInside(place, around)) addRule(found.always, addition);
      }
    }
    return comparisons > MAX_COMPARISONS ? null : found;
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
    const styled = stylesOf(shape);
    if (styled === null) return ENDLESS;
    const own = styled.always;
    const steps = styles.get(STEPS)?.always;
    const isAnimated = own.animates || shape.attributes.some(([name, value]) => name === 'style' && /animation|\\/i.test(value));
    if (isAnimated && steps !== undefined) addRule(own, steps);
    const vertices = addedVertices + sumOf(shape.attributes, verticesIn);
    const ownEffects = effectsOf(shape) + (GROUPS.test(shape.name) ? own.effects : own.effectsOfShape);
    const filters = filtersOf(shape) + own.filters;
    const blur = Math.max(blurOf(shape), own.blur);
    // A blur reaches three times as far as its radius, and a shadow is moved.
    const part = filters > 0 ? Math.max(MIN_PART, areas.ofShape(shape, 8 * blur)) : 0;
    const extent: Extent = {
      ...{ elements: 1, vertices, size: 1, points: costOfVertices(vertices), height: 0, dashes: 0, pixels: embeddedPixels(shape) },
      length:
        outlines === null
          ? 0
          : addedLength + own.length + sumOf(shape.attributes, outlines.ofAttribute) + outlines.ofText(shape.characters ?? 0),
      letters: shape.characters ?? 0,
      lines: vertices === 0 ? 0 : Math.min(areas.ofOutline(shape, vertices), vertices),
      covered: hasPaints && SHAPES.test(shape.name) ? Math.max(MIN_PART, areas.ofShape(shape, 0)) : 0,
      effects: ownEffects + filters,
      areas: ownEffects + filters * part,
      matches: styled.matches,
      searches: styled.searches,
      blur,
    };
    const add = (inner: Extent, keys: readonly (typeof ADDED)[number][], times: number): void => {
      for (const key of keys) extent[key] += inner[key] === 0 ? 0 : inner[key] * times;
      for (const key of LARGEST) extent[key] = Math.max(extent[key], inner[key]);
    };
    for (const [index, part] of parts.entries())
      add(extentOf(part, depth + 1), index < shape.children.length && DEFINITIONS.has(part.name) ? OF_DEFINITION : ADDED, 1);
    const times = { once: 1, element: extent.elements, vertex: Math.max(extent.elements, extent.vertices) };
    for (const { id, repeated } of [...ownReferences(shape), ...own.references])
      // The element itself counts as infinite.
      for (const target of targetsOf(id) ?? [shape]) {
        add(extentOf(target, depth + 1), REFERENCED, times[repeated]);
        // The answer is known.
        if (extent.size > shapes.length + allowed) references = Infinity;
        if (references > MAX_REFERENCES) return ENDLESS;
      }
    // The elements inside inherit the dashes.
    if (hasDashes) extent.dashes += dashesIn(extent.length, Math.min(smallestDash(shape.attributes), own.dash));
    const shadows = own.shadows + sumOf(shape.attributes, ([name, value]) => (name === 'style' ? shadowsOfStyle(value) : 0));
    const paints = PAINT * (paintsOf(shape) + own.paints);
    extent.effects += (shadows + paints) * extent.elements;
    extent.areas += shadows * extent.elements + paints * extent.covered;
    extent.height++;
    if (extent.blur > 0) extent.blur = productOf(extent.blur, growth, scaleOfShape(shape, largest, shape === drawing));
    if (extent.lines > 0 && shape !== drawing)
      extent.lines = Math.min(productOf(extent.lines, growth, scaleOfShape(shape, largest, false)), extent.points);
    if (extent.areas > 0 || extent.covered > 0) {
      const scale = shape === drawing ? 1 : Math.max(1, productOf(growth, scaleOfShape(shape, largest, false))) ** 2;
      extent.covered = Math.min(extent.covered === 0 ? 0 : extent.covered * scale, extent.elements);
      extent.areas = Math.min(extent.areas === 0 ? 0 : extent.areas * scale, extent.effects * areas.ofRegion(shape));
    }
    extents.set(shape, extent);
    return extent;
  }
  const whole = extentOf(root, 0);
  if (comparisons > MAX_COMPARISONS) return 'comparisons';
  if (whole.size > shapes.length + allowed) return 'elements';
  if (whole.dashes + dashesIn(whole.length, dash) > MAX_DASHES) return 'dashes';
  // Those in a definition change other elements.
  if (Math.max(whole.areas, animations.length) > MAX_EFFECTS) return 'effects';
  if (whole.blur > MAX_BLUR) return 'blur';
  if (whole.lines > MAX_LINES) return 'lines';
  if (whole.letters - sumOf(shapes, ({ characters = 0 }) => characters) > MAX_REPEATED_LETTERS) return 'letters';
  if (whole.pixels + sumOf(sheets.flatMap(picturesIn), embedded) > MAX_EMBEDDED_PIXELS) return 'pixels';
  if (whole.matches + whole.searches * whole.height > MAX_COMPARISONS) return 'comparisons';
  const ownPoints = sumOf(shapes, ({ attributes }) => costOfVertices(addedVertices + sumOf(attributes, verticesIn)));
  return whole.points - ownPoints > allowed * MAX_POINTS_PER_REPEATED_ELEMENT ? 'points' : null;
}

/** Whether the values of an animation are added to each other, or to that of the element, so that the sum is unknown. */
const adds = (animation: Shape): boolean =>
  valuesOf(animation, 'attributeName').some(isMeasured) &&
  animation.attributes.some(
    ([name, value]) => name === 'by' || (/^(?:additive|accumulate)$/.test(name) && value.trim() !== 'none' && value.trim() !== 'replace'),
  );

const embedded = (address: string): number => pixelsOf(address) ?? Infinity;

/** Returns the pixels of the pictures in an element. */
const embeddedPixels = (shape: Shape): number =>
  sumOf(
    shape.attributes.flatMap(([name, value]) => {
      if (/(?:^|:)href$/.test(name)) return [compactAddress(value)].filter((address) => /^data:/i.test(address));
      return /data:/i.test(value) ? picturesIn(value) : [];
    }),
    embedded,
  );

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

/** Whether templates take their parts from each other in a chain that is too long, or has no end. */
function hasLongChain(shapes: readonly Shape[], byId: ReadonlyMap<string, readonly Shape[]>): boolean {
  const lengths = new Map<string, number>();
  /** Returns the length of the longest chain that starts at an id; Infinity: too long. */
  function lengthFrom(id: string, depth: number): number {
    const known = lengths.get(id);
    if (known !== undefined || depth > MAX_TEMPLATES) return known ?? Infinity;
    // Until it is known.
    lengths.set(id, Infinity);
    let longest = 0;
    for (const shape of byId.get(id) ?? byId.get(decoded(id)) ?? [])
      if (TEMPLATES.has(shape.name)) longest = Math.max(longest, 1 + longestOf(shape, depth));
    lengths.set(id, longest);
    return longest;
  }
  function longestOf(shape: Shape, depth: number): number {
    let longest = 0;
    for (const href of valuesOf(shape, 'href')) if (href.startsWith('#')) longest = Math.max(longest, lengthFrom(href.slice(1), depth + 1));
    return longest;
  }
  return shapes.some((shape) => TEMPLATES.has(shape.name) && longestOf(shape, 0) > MAX_TEMPLATES);
}

/** Adds a value to the list of a key. */
function addTo<T>(lists: Map<string, T[]>, key: string, value: T): void {
  const known = lists.get(key);
  if (known === undefined) lists.set(key, [value]);
  else known.push(value);
}

/** Returns the keys under which the rules of an element are listed: see `keyOf`. */
const keysOf = (shape: Shape): Set<string> =>
  new Set([
    '*',
    shape.name,
    ...valuesOf(shape, 'id').map((id) => `#${id}`),
    ...valuesOf(shape, 'class').flatMap((names) => names.split(/\s+/).map((name) => `.${name}`)),
  ]);

/** Returns the place of each element of a drawing. Does not recurse. */
function placesOf(root: Shape): Map<Shape, Place> {
  const places = new Map([[root, { keys: keysOf(root), parent: undefined } as Place]]);
  for (const [shape, parent] of places) for (const child of shape.children) places.set(child, { keys: keysOf(child), parent });
  return places;
}

/** Whether a set contains all names. It is a loop, because each callback would take time. */
function hasAll(keys: ReadonlySet<string>, names: readonly string[]): boolean {
  for (const name of names) if (!keys.has(name)) return false;
  return true;
}

/**
 * Returns what the rules of style sheets add to elements; null: too much. A sheet that `readSheet` does not know adds nothing, because it is refused
 * before.
 */
function readStyles(sheets: readonly string[], shapes: readonly Shape[], outlines: OutlineMeasure | null): Map<string, Styles> | null {
  const styles = new Map<string, Styles>();
  const isPresent = attributesOf(shapes);
  let added = 0;
  for (const css of sheets) {
    const rules = readSheet(css);
    for (const { selectors, body } of typeof rules === 'string' ? [] : rules) {
      const declarations = body.split(';').length;
      added += Math.max(1, selectors.length) * declarations;
      if (added > MAX_COMPARISONS / 10) return null;
      const addition: Addition = {
        references: referencesIn({ text: body, isClear: true }),
        dash: smallestDash([['style', body]]),
        length: outlines?.ofAttribute(['style', body]) ?? 0,
        blur: blurOfStyle(body),
        effects: effectsOfStyle(body),
        effectsOfShape: effectsOfStyle(body, false),
        filters: filtersOfStyle(body),
        paints: paintsOfStyle(body),
        animates: /animation/i.test(body),
        shadows: shadowsOfStyle(body),
      };
      for (const selector of selectors.length === 0 ? ['*'] : selectors) {
        if (!isPresent(selector)) continue;
        const compounds = compoundsOf(selector);
        const key = keyOf(selector);
        const listed = styles.get(key) ?? noStyles();
        styles.set(key, listed);
        listed.matches += 1 + declarations;
        listed.searches += compounds.length > 1 ? compounds.length : 0;
        if (selectors.length === 0) addStep(styles, addition);
        // What is before `+` is not around the element.
        else if (compounds.length > 1 && !selector.includes('+') && isCostly(addition))
          listed.others.push({ addition, around: compounds.slice(0, -1).map(namesOf) });
        else addRule(listed.always, addition);
      }
    }
  }
  return styles;
}

/** Returns the classes and the name in a part of a selector. An animation can change the id of an element. */
const namesOf = (compound: string): string[] =>
  compound
    .replace(/\[[^\][]*\]|::?[\w-]+|#[^.#[:]+/g, '')
    .split(/(?=\.)/)
    .filter((name) => name !== '');

/** Returns whether a drawing has the attributes that a selector names. */
function attributesOf(shapes: readonly Shape[]): (selector: string) => boolean {
  const written = shapes.flatMap((shape) => [...shape.attributes, ...(ANIMATIONS.has(shape.name) ? animatedValues(shape) : [])]);
  const present = new Set(written.flatMap(([name, value]) => [name, ...value.split(';').map((one) => `${name}=${one.trim()}`)]));
  return (selector) =>
    Array.from(selector.matchAll(/\[([^\][]*)\]/g), ([, text = '']) =>
      text
        .replace(/[*$^]=.*$|= ?\*$/, '')
        .trim()
        .replace(/ ?= ?/, '='),
    ).every((text) => present.has(text));
}

/** Returns an id, a class, or a name that an element needs to match a selector; `*`: unknown. */
function keyOf(selector: string): string {
  const last = (compoundsOf(selector).at(-1) ?? '').replace(/\[[^\][]*\]|::?[\w-]+/g, '');
  return /[#.][^#.]+$|^[^#.]+$/.exec(last)?.[0] ?? '*';
}
