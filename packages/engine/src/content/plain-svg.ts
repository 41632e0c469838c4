/**
 * Plain drawings: those in a small part of SVG, which every program draws alike, and in a time that grows with the size of the file: shapes, text, gradients,
 * and arrowheads. Whatever repeats other parts, or is drawn together with what is behind it, makes a drawing one that is not plain; so does anything unknown.
 *
 * The build writes a plain drawing again from what it has read. So every program reads the same drawing, even if programs read its source differently.
 * Style sheets become styles of the elements; links, and data of editors, are left out.
 */
import { escapeHtml } from '@quire/search';
import sax, { type QualifiedAttribute, type QualifiedTag } from 'sax';

import {
  checkDrawing,
  createShape,
  GRADIENTS,
  namesIn,
  OF_OUTLINES,
  OtherPart,
  OUTLINED,
  refuse,
  type Shape,
  shapesIn,
  TEXTS,
} from './drawing-limits.ts';
import { MAX_NESTING } from './parser-limits.ts';

const SVG = 'http://www.w3.org/2000/svg';
const XLINK = 'http://www.w3.org/1999/xlink';
const XML = 'http://www.w3.org/XML/1998/namespace';

const DESCRIPTIONS = new Set(['desc', 'title']);
const GROUPS = ['defs', 'g', 'marker', 'svg', 'symbol'];
const ELEMENTS = new Set([...GROUPS, ...OUTLINED, ...TEXTS, ...DESCRIPTIONS, ...GRADIENTS, 'a', 'clipPath', 'stop', 'style']);
/** They have no effect, or none without elements that are not plain. */
const LEFT_OUT = new Set(['metadata', 'view']);

/** The elements that may be in others. */
function mayContain(parent: string, name: string): boolean {
  if (OUTLINED.has(parent) || parent === 'stop') return DESCRIPTIONS.has(name);
  if (parent === 'style') return false;
  if (TEXTS.has(parent)) return name === 'tspan' || DESCRIPTIONS.has(name);
  if (GRADIENTS.has(parent)) return name === 'stop' || DESCRIPTIONS.has(name);
  if (parent === 'clipPath') return name === 'rect' || DESCRIPTIONS.has(name);
  if (parent === 'marker') return OUTLINED.has(name) || name === 'g' || DESCRIPTIONS.has(name);
  return name !== 'stop' && name !== 'tspan';
}

/** A number of a size that no program rounds or ignores. */
const NUMBER = String.raw`[+-]?(?:\d{1,7}(?:\.\d{0,20})?|\.\d{1,20})(?:e(?:-\d{1,2}|\+?[0-4]))?`;
const LENGTH = `${NUMBER}(?:%|px|pt|pc|em|ex|mm|cm|in)?`;
const listOf = (item: string): string => String.raw`(?:${item}(?:\s*,\s*|\s+))*${item}`;
const COLOR_FUNCTION = String.raw`(?:rgb|hsl)a?\([\s\d.,%/+-]*\)`;
const COLOR = `(?:#[\\da-f]{3,8}|[a-z]+|${COLOR_FUNCTION})`;
/** draw.io writes a color for each color mode. */
const ANY_COLOR = `(?:${COLOR}|light-dark\\(\\s*${COLOR}\\s*,\\s*${COLOR}\\s*\\))`;
const ID = String.raw`[\w.:\p{L}-]{1,200}`;
const LOCAL = String.raw`url\(\s*(["']?)#(${ID})\1\s*\)`;
const FAMILY = String.raw`(?:"[\w .-]{1,100}"|'[\w .-]{1,100}'|[\w.-](?:[\w .-]{0,100}[\w.-])?)`;
/** Matches a value without space around it: patterns contain spaces themselves, and two runs of them beside each other would take quadratic time. */
const whole = (pattern: string): RegExp => new RegExp(`^(?:${pattern})$`, 'iu');
const LENGTHS = whole(`${listOf(LENGTH)}|[a-z-]*`);

interface Property {
  /** The values that it may have. */
  values: RegExp;
  /** Its initial value; null: elements inherit it. */
  initial: string | null;
}

/** The properties that a plain drawing may contain, as an attribute or in a style. */
const PROPERTIES = new Map<string, Property>();
function define(values: RegExp, initial: string | null, names: string): void {
  for (const name of namesIn(names)) PROPERTIES.set(name, { values, initial });
}
define(whole(`${ANY_COLOR}|${LOCAL}(?:\\s+${COLOR})?`), null, 'fill stroke color');
define(whole(ANY_COLOR), 'rgb(0, 0, 0)', 'stop-color');
define(LENGTHS, '1', 'opacity stop-opacity');
define(LENGTHS, null, 'fill-opacity stroke-opacity stroke-width stroke-miterlimit stroke-dashoffset font-size letter-spacing word-spacing');
define(whole('[a-z-]*'), null, 'fill-rule clip-rule stroke-linecap stroke-linejoin text-anchor text-rendering shape-rendering');
define(whole('[a-z -]*'), null, 'paint-order');
define(whole('[a-z-]+|\\d{1,4}'), null, 'font-weight font-style');
define(whole('[a-z\\d%.-]*'), null, 'font-stretch');
define(whole('normal|small-caps'), null, 'font-variant');
define(whole(`${FAMILY}(?:\\s*,\\s*${FAMILY})*`), null, 'font-family');
define(whole('[a-z-]*'), 'auto', 'dominant-baseline alignment-baseline');
define(LENGTHS, '0px', 'baseline-shift');
define(whole('none|underline|overline|line-through'), 'none', 'text-decoration text-decoration-line');
define(whole('none|inline|block'), 'inline', 'display');
define(whole('visible|hidden|collapse'), null, 'visibility');
define(whole('visible|hidden|scroll|auto'), 'visible', 'overflow');
define(whole(`none|${LOCAL}`), 'none', 'clip-path');
define(whole(`none|${listOf(`${NUMBER}(?:px)?`)}`), 'none', 'stroke-dasharray');
define(whole(`none|${LOCAL}`), 'none', 'marker-start marker-end');

/** Properties that are left out, because these values of them have no effect in a picture. */
const WITHOUT_EFFECT = new Map<string, RegExp>();
for (const [values, names] of [
  ['none', 'filter mask marker marker-mid vector-effect -inkscape-stroke'],
  ['normal|auto|isolate', 'mix-blend-mode isolation font-kerning white-space unicode-bidi font-feature-settings kerning text-transform'],
  ['none|normal|auto|0(?:px)?|100%', 'font-size-adjust text-indent text-transform text-decoration-style text-decoration-color'],
  ['none|transparent', 'background background-color'],
  ['ltr|lr|lr-tb|horizontal-tb|mixed|auto|sRGB', 'direction writing-mode text-orientation color-interpolation'],
  [
    String.raw`[\w\s#.,%()'"-]*`,
    `color-scheme cursor max-width pointer-events user-select -webkit-user-select -moz-user-select -webkit-font-smoothing -inkscape-font-specification solid-color solid-opacity
    line-height enable-background image-rendering color-rendering color-interpolation-filters text-align shape-padding mask-type
    font-variant-ligatures font-variant-position font-variant-caps font-variant-numeric font-variant-alternates font-variant-east-asian`,
  ],
] as const)
  for (const name of namesIn(names)) WITHOUT_EFFECT.set(name, whole(values));

/** Programs disagree about an angle of 90 degrees, so angles are smaller. */
const SKEW = String.raw`skew[XY]\(\s*[+-]?(?:[0-8]?\d(?:\.\d{0,20})?|\.\d{1,20})\s*\)`;
const TRANSFORM = String.raw`(?:(?:matrix|translate|scale|rotate)\(\s*${listOf(NUMBER)}\s*\)|${SKEW})`;
/** The values of the attributes that are not properties. */
const ATTRIBUTES = new Map<string, RegExp>();
const addAttributes = (values: RegExp, names: string): void => {
  for (const name of namesIn(names)) ATTRIBUTES.set(name, values);
};
addAttributes(
  whole(`${listOf(LENGTH)}|auto(?:-start-reverse)?`),
  `cx cy dx dy fr fx fy height markerHeight markerWidth offset orient r refX refY rx ry textLength width x x1 x2 y y1 y2`,
);
addAttributes(whole(`(?:${NUMBER}(?:\\s*,\\s*|\\s+)){3}${NUMBER}`), 'viewBox');
addAttributes(whole(`(?:${TRANSFORM}\\s*(?:,\\s*(?=[a-z]))?)*`), 'transform gradientTransform');
addAttributes(/^(?:[MmZzLlHhVvCcSsQqTtAa\s,.+-]|\d{1,20}(?!\d)|e(?:-\d{1,2}|\+?[0-4])(?!\d))*$/, 'd points');
addAttributes(whole('[a-z -]*'), 'clipPathUnits gradientUnits lengthAdjust markerUnits preserveAspectRatio spreadMethod xml:space');
addAttributes(/^[^<>]*$/, 'class');
addAttributes(new RegExp(`^${ID}$`, 'u'), 'id');
addAttributes(new RegExp(`^#${ID}$`, 'u'), 'href');
/** Attributes that have no effect. */
const PASSIVE =
  /^(?:(?:data|aria)-.+|agent|baseProfile|content|contentScriptType|contentStyleType|etag|focusable|host|(?:xml:)?lang|p-id|rel|role|t|tabindex|target|type|version|zoomAndPan)$/;

/** Maximum number of attributes of an element. The parser compares each with all others, so its time is quadratic. */
const MAX_ATTRIBUTES = 300;
/** Maximum number of fonts of a text, because a browser looks for each of them. */
const MAX_FONTS = 4;
/** Maximum number of comparisons of rules with elements. */
const MAX_COMPARISONS = 1_000_000;
/** Maximum number of characters of the styles of all elements. A rule adds its styles to many. */
const MAX_STYLE_CHARACTERS = 1_000_000;

const quoted = (name: string, value: string): string => `${name.slice(0, 40)}="${value.slice(0, 40)}"`;

export interface ReadDrawing {
  /** The first element, with what browsers draw of the others; of a drawing that is not plain, at most its size. Null: there is none. */
  root: Shape | null;
  /** Description of the first part that makes a drawing one that is not plain; null: it is plain. */
  unplain: string | null;
  /** Square pixels of all letters with their outlines, or more; 0 if it is not plain. */
  letterPixels: number;
}

/** Characters that XML does not allow. */
const NOT_IN_XML = /[^\t\n\r\u{20}-\u{D7FF}\u{E000}-\u{FFFD}\u{10000}-\u{10FFFF}]/u;
/** The start of the value of an attribute. */
const VALUE = /=\s*["']/g;

/** With strict entities, the parser knows only those of XML. */
const PARSER_OPTIONS = { xmlns: true, strictEntities: true, position: false };

/** @param text content of an SVG file */
export function readDrawing(text: string): ReadDrawing {
  // The value of an attribute cannot contain `<`.
  if (text.split('<').some((tag) => (tag.match(VALUE)?.length ?? 0) > MAX_ATTRIBUTES))
    return { root: null, unplain: `more than ${MAX_ATTRIBUTES} attributes`, letterPixels: 0 };
  const encoding = /^\s*<\?xml[^>]*\bencoding\s*=\s*["']([^"']*)/i.exec(text)?.[1] ?? 'utf-8';
  const document = createShape('');
  const problems = /^(?:utf-8|us-ascii|ascii)$/i.test(encoding) ? [] : [`text in ${encoding}`];
  let letterPixels = 0;
  try {
    const rules = parse(text, document, problems);
    const [root, ...others] = shapesIn(document);
    if (root?.name !== 'svg' || others.length > 0) refuse('no outermost element, or several');
    applyRules(root, rules);
    letterPixels = checkDrawing(root);
  } catch (error) {
    if (!(error instanceof OtherPart)) throw error;
    problems.push(error.message);
  }
  return { root: shapesIn(document)[0] ?? null, unplain: problems[0] ?? null, letterPixels };
}

/**
 * Adds the elements to `document`, and returns the rules of style sheets.
 * @param problems what makes the drawing one that is not plain; the parsing ends at the first element if there is any
 * @throws OtherPart for problems after that
 */
function parse(text: string, document: Shape, problems: string[]): Rule[] {
  /** Null: an element that is left out. */
  const open: (Shape | null)[] = [document];
  const rules: Rule[] = [];
  let namespace: string | null = null;
  const fail = (problem: string): void => void (namespace === null ? problems.push(problem) : refuse(problem));
  const addText = (content: string): void => {
    const shape = open.at(-1);
    if (!shape || !(TEXTS.has(shape.name) || DESCRIPTIONS.has(shape.name) || shape.name === 'style')) return;
    if (NOT_IN_XML.test(content)) refuse('a character that XML does not allow');
    shape.children.push(content);
  };
  const parser = Object.assign(sax.parser(true, PARSER_OPTIONS), {
    onopentag(tag: QualifiedTag) {
      const parent = open.at(-1) ?? null;
      const isFirst = namespace === null;
      // A page reads a drawing without namespaces as SVG.
      namespace ??= tag.uri === SVG ? SVG : '';
      if (open.length > MAX_NESTING) refuse(`elements in more than ${MAX_NESTING} others`);
      const isLeftOut = parent === null || DESCRIPTIONS.has(parent.name) || tag.uri !== namespace || LEFT_OUT.has(tag.local);
      const shape = isLeftOut ? null : createShape(drawnAs(tag.local, parent));
      open.push(shape);
      if (parent === null || shape === null) return;
      if (isFirst) {
        shape.attributes = sizeAttributes(tag);
        parent.children.push(shape);
      }
      if (problems.length > 0 || !ELEMENTS.has(tag.local) || (isFirst && tag.local !== 'svg')) refuse(`<${tag.name.slice(0, 40)}>`);
      if (!isFirst && !mayContain(parent.name, shape.name)) refuse(`<${tag.name.slice(0, 40)}> in <${parent.name}>`);
      readAttributes(tag, shape);
      if (isFirst) return;
      // Without references, browsers do not draw shapes in definitions, nor symbols.
      const isUnused = parent.name === 'defs' && (OUTLINED.has(shape.name) || TEXTS.has(shape.name));
      const isOtherSymbol = shape.name === 'symbol' && (shape.attributes['id'] !== NARROW_DRAWING || open.length !== 3);
      if (isUnused || isOtherSymbol) open[open.length - 1] = null;
      else if (shape.name !== 'style') parent.children.push(shape);
    },
    onclosetag() {
      const shape = open.pop();
      if (shape?.name === 'style') for (const rule of readSheet(shape.children.join(''))) rules.push(rule);
    },
    ontext: addText,
    oncdata: addText,
    onprocessinginstruction: ({ name }: { name: string }) => name === 'xml-stylesheet' && fail('a style sheet in another file'),
    ondoctype: (doctype: string) => doctype.includes('[') && fail('definitions of entities or attributes'),
    onerror({ message }: Error) {
      const problem = `XML that is not well-formed (${message.split('\n')[0]})`;
      // Programs define entities for namespaces. After any other mistake, nothing is read.
      if (!message.startsWith('Invalid character entity')) refuse(problem);
      fail(problem);
      parser.resume();
    },
  });
  // Editors write it, although only HTML defines it.
  parser.ENTITIES['nbsp'] = '\u{A0}';
  parser.write(text).close();
  return rules;
}

/** The id of the `<symbol>` in an SVG file that narrow screens show instead of the drawing. */
export const NARROW_DRAWING = 'narrow';

/** Returns the element as which an element is drawn: the content of a link, without the link. */
const drawnAs = (name: string, parent: Shape): string => (name !== 'a' ? name : TEXTS.has(parent.name) ? 'tspan' : 'g');

const sizeAttributes = ({ attributes }: QualifiedTag): Record<string, string> =>
  Object.fromEntries(
    ['viewBox', 'width', 'height'].flatMap((name) => (attributes[name] === undefined ? [] : [[name, attributes[name].value]])),
  );

/** Reads the attributes that have an effect. @throws OtherPart */
function readAttributes(tag: QualifiedTag, shape: Shape): void {
  shape.attributes = {};
  for (const attribute of Object.values(tag.attributes)) {
    const name = effectiveName(attribute);
    // An id with space around it is another one.
    const value = name === 'id' ? attribute.value : attribute.value.trim();
    if (name === null || PASSIVE.test(name) || (name === 'href' && !GRADIENTS.has(tag.local))) continue;
    if (NOT_IN_XML.test(value)) refuse('a character that XML does not allow');
    if (name === 'style') {
      for (const [property, written] of readDeclarations(value)) shape.style.set(property, written);
      continue;
    }
    if (WITHOUT_EFFECT.get(name)?.test(value)) continue;
    if (!(PROPERTIES.get(name)?.values ?? ATTRIBUTES.get(name))?.test(value)) {
      // Nothing can refer to such an id.
      if (name === 'id') continue;
      refuse(`the attribute ${quoted(attribute.name, value)}`);
    }
    // Of two links, browsers follow the one without a prefix.
    if (attribute.uri === '' || !Object.hasOwn(shape.attributes, name)) shape.attributes[name] = valueOf(name, value);
  }
}

/** Returns the name that an attribute has in the drawing that is written; null: it has no effect. */
function effectiveName({ local, uri, prefix }: QualifiedAttribute): string | null {
  if (uri === XML) return /^(?:space|lang)$/.test(local) ? `xml:${local}` : null;
  if (uri === XLINK) return local === 'href' ? local : null;
  return uri === '' && prefix === '' ? local : null;
}

/** Returns the value that is written: the first of many fonts, and a reference without its quotation marks and the color in its place. */
function valueOf(name: string, value: string): string {
  if (name !== 'font-family') return value.replace(new RegExp(`^${LOCAL}.*$`, 'isu'), 'url(#$2)');
  const families = value.split(',', MAX_FONTS).map((family) => family.trim().replace(/^(["'])(.*)\1$/, '$2'));
  return families.map((family) => (/^[a-z-]+$/i.test(family) ? family : `'${family}'`)).join(', ');
}

/** Reads the declarations of a style, without those that have no effect. @throws OtherPart */
function readDeclarations(style: string): [property: string, value: string][] {
  return style.split(';').flatMap((declaration): [string, string][] => {
    const colon = declaration.indexOf(':');
    const name = declaration.slice(0, colon).trim().toLowerCase();
    const value = declaration
      .slice(colon + 1)
      .trim()
      .replace(/!\s*important$/i, '')
      .trim();
    if (declaration.trim() === '' || (colon > 0 && WITHOUT_EFFECT.get(name)?.test(value))) return [];
    if (colon <= 0 || !PROPERTIES.get(name)?.values.test(value)) refuse(`the style "${declaration.trim().slice(0, 40)}"`);
    return [[name, valueOf(name, value)]];
  });
}

/** A rule of a style sheet for one selector. */
interface Rule {
  /** Null: any element. */
  element: string | null;
  id: string | undefined;
  classes: string[];
  declarations: [property: string, value: string][];
}

/** An element, ids, and classes of the same element. */
const SELECTOR = /^(\*|[a-z]+)?((?:[.#][\w\p{L}-]{1,200}){0,20})$/iu;

/** Reads the rules of a style sheet. @throws OtherPart */
function readSheet(sheet: string): Rule[] {
  const parts = sheet.replace(/\/\*[^*"'\\{}]*\*\//g, ' ').split('}');
  if (parts.pop()?.trim() !== '') refuse('a style sheet that does not end');
  return parts.flatMap((part) => {
    const [selectors = '', style = '', ...rest] = part.split('{');
    if (rest.length > 0) refuse(`the style "${part.trim().slice(0, 40)}"`);
    const declarations = [...new Map(readDeclarations(style))];
    return selectors.split(',').map((written): Rule => {
      const [selector, element = '*', names = ''] = SELECTOR.exec(written.trim()) ?? [];
      if (!selector) return refuse(`the style "${written.trim().slice(0, 40)}"`);
      const classes = [...names.matchAll(/\.([^.#]+)/g)].map(([, name = '']) => name);
      return { element: element === '*' ? null : element, id: /#([^.#]+)/.exec(names)?.[1], classes, declarations };
    });
  });
}

const specificityOf = ({ element, id, classes }: Rule): number =>
  (id === undefined ? 0 : 10_000) + classes.length * 100 + (element === null ? 0 : 1);

/** Adds the declarations of style sheets to the elements, before those of their own style. @throws OtherPart */
function applyRules(root: Shape, rules: readonly Rule[]): void {
  const sorted = rules.toSorted((a, b) => specificityOf(a) - specificityOf(b));
  let comparisons = 0;
  let characters = 0;
  const apply = (shape: Shape): void => {
    const classes = new Set(shape.attributes['class']?.split(/[ \t\n\r\f]+/));
    comparisons += sorted.length;
    if (comparisons > MAX_COMPARISONS) refuse('more rules of style sheets than a browser can compare with its elements');
    const matching = sorted.filter(
      ({ element, id, classes: wanted }) =>
        (element === null || element === shape.name) &&
        (id === undefined || id === shape.attributes['id']) &&
        wanted.every((name) => classes.has(name)),
    );
    if (matching.length > 0) shape.style = new Map([...matching.flatMap(({ declarations }) => declarations), ...shape.style]);
    for (const [property, value] of shape.style) characters += property.length + value.length;
    if (characters > MAX_STYLE_CHARACTERS) refuse(`styles of more than ${MAX_STYLE_CHARACTERS} characters`);
    shapesIn(shape).forEach(apply);
  };
  apply(root);
}

/** Writes a plain drawing as an SVG file. */
export function writeDrawing(root: Shape): string {
  return writeShape({ ...root, attributes: { xmlns: SVG, ...root.attributes } });
}

function writeShape({ name, attributes, style, children }: Shape): string {
  const declarations = [...style].map(([property, value]) => `${property}:${value}`);
  const all = declarations.length === 0 ? attributes : { ...attributes, style: declarations.join(';') };
  const written = Object.entries(all).map(([attribute, value]) => ` ${attribute}="${escapeHtml(value)}"`);
  const content = children.map((child) => (typeof child === 'string' ? escapeHtml(child) : writeShape(child)));
  const start = `<${name}${written.join('')}`;
  return content.length === 0 ? `${start}/>` : `${start}>${content.join('')}</${name}>`;
}

/** What a plain drawing may contain, for code that removes everything else: names, and sources of expressions. */
export const PLAIN = {
  elements: [...ELEMENTS],
  outlined: [...OUTLINED],
  properties: [...PROPERTIES].map(([name, { values, initial }]) => ({ name, values: values.source, initial })),
  ofOutlines: [...OF_OUTLINES],
  attributes: [...ATTRIBUTES].map(([name, { source, flags }]) => ({ name, values: source, flags })),
};
