/**
 * Plain drawings: those that contain only shapes, text, and styles that every program draws alike. The build can measure how long one takes (see
 * `drawings.ts`), and a browser neither runs code nor loads files for it. Anything unknown makes a drawing one that is not plain.
 *
 * The build writes a plain drawing again from what it has read. So every program reads the same drawing, even if programs read its source differently.
 */
import sax, { type QualifiedAttribute, type QualifiedTag } from 'sax';

import { isSafeTarget } from '#model/url.ts';

import { checkRepetitions, emptyShape, OtherPart, refuse, type Rule, type Shape, shapesIn } from './svg-repetitions.ts';
import { MAX_NESTING } from './nested-marks.ts';

const SVG = 'http://www.w3.org/2000/svg';
const XLINK = 'http://www.w3.org/1999/xlink';
const XML = 'http://www.w3.org/XML/1998/namespace';
const ELEMENTS = new Set(
  `a circle clipPath defs desc ellipse g line linearGradient marker mask path pattern polygon polyline radialGradient rect stop style
  svg symbol text title tspan use view`.split(/\s+/),
);

/** A number of a size that no program rounds or ignores. */
const NUMBER = String.raw`[+-]?(?:\d{1,7}(?:\.\d{0,20})?|\.\d{1,20})(?:e(?:-\d{1,2}|\+?[0-4]))?`;
const LENGTH = `${NUMBER}(?:%|px|pt|pc|em|ex|mm|cm|in)?`;
const listOf = (item: string): string => String.raw`\s*(?:${item}(?:\s*,\s*|\s+))*${item}\s*`;
const COLOR_FUNCTION = String.raw`(?:rgb|hsl)a?\([\s\d.,%/+-]*\)`;
const COLOR = `(?:#[\\da-f]{3,8}|[a-z]+|${COLOR_FUNCTION})`;
/** draw.io writes a color for each color mode. */
const ANY_COLOR = `(?:${COLOR}|light-dark\\(\\s*${COLOR}\\s*,\\s*${COLOR}\\s*\\))`;
const LOCAL = String.raw`url\(\s*(["']?)#[^\s"'()\\#%]+\1\s*\)`;
const WORDS = String.raw`[\w\s.-]*`;
const whole = (pattern: string): RegExp => new RegExp(`^(?:${pattern})$`, 'i');

/** The values that a property may have, in a style or as an attribute. */
const PROPERTIES = new Map<string, RegExp>();
function define(values: RegExp, names: string): void {
  for (const name of names.trim().split(/\s+/)) PROPERTIES.set(name, values);
}
define(whole(`\\s*(?:${ANY_COLOR}|${LOCAL}(?:\\s+${COLOR})?)\\s*`), 'fill stroke color stop-color solid-color text-decoration-color');
define(whole(`\\s*(?:none|${LOCAL})\\s*`), 'clip-path mask marker-start marker-mid marker-end');
define(/^\s*none\s*$/, 'marker filter vector-effect');
define(
  whole(`${listOf(LENGTH)}|\\s*[a-z-]*\\s*`),
  `baseline-shift fill-opacity font-size letter-spacing opacity stop-opacity solid-opacity stroke-dasharray stroke-dashoffset stroke-miterlimit
  rx ry stroke-opacity stroke-width text-indent word-spacing line-height kerning`,
);
define(
  whole(WORDS),
  `alignment-baseline clip-rule color-interpolation color-interpolation-filters color-rendering cursor direction dominant-baseline
  enable-background fill-rule font-kerning font-stretch font-style font-variant font-weight image-rendering isolation
  mask-type paint-order pointer-events shape-rendering stroke-linecap stroke-linejoin text-align text-anchor
  text-rendering text-transform unicode-bidi user-select -webkit-user-select white-space writing-mode -webkit-font-smoothing
  font-variant-ligatures font-variant-position font-variant-caps font-variant-numeric font-variant-alternates font-variant-east-asian
  font-feature-settings text-decoration-line text-orientation shape-padding font-size-adjust`,
);
// The build draws a straight line instead of a wavy one, which takes less time.
define(/^(?!.*wavy)[\w\s.-]*$/is, 'text-decoration text-decoration-style');
define(whole(String.raw`(?:[\w\s.,%/+-]|"[\w\s.,%/+-]*"|'[\w\s.,%/+-]*')*`), 'font font-family -inkscape-font-specification');
define(
  /^\s*(?:normal|multiply|screen|overlay|darken|lighten|color-dodge|color-burn|hard-light|soft-light|difference|exclusion|hue|saturation|color|luminosity)\s*$/,
  'mix-blend-mode',
);
define(/^\s*(?:none|inline|block)\s*$/, 'display');
define(/^\s*(?:visible|hidden|collapse)\s*$/, 'visibility');
define(/^\s*(?:visible|hidden|scroll|auto)\s*$/, 'overflow');

/** Programs disagree about an angle of 90 degrees, so angles are smaller. */
const SKEW = String.raw`skew[XY]\(\s*[+-]?(?:[0-8]?\d(?:\.\d{0,20})?|\.\d{1,20})\s*\)`;
const TRANSFORM = String.raw`(?:(?:matrix|translate|scale|rotate)\(${listOf(NUMBER)}\)|${SKEW})`;
/** The values of the attributes that are not properties. */
const ATTRIBUTES = new Map<string, RegExp>();
const addAttributes = (values: RegExp, names: string): void => {
  for (const name of names.trim().split(/\s+/)) ATTRIBUTES.set(name, values);
};
addAttributes(
  whole(`${listOf(LENGTH)}|auto(?:-start-reverse)?`),
  `cx cy dx dy fr fx fy height markerHeight markerWidth offset orient r refX refY textLength width x x1 x2 y y1 y2`,
);
addAttributes(whole(`\\s*(?:${NUMBER}(?:\\s*,\\s*|\\s+)){3}${NUMBER}\\s*`), 'viewBox');
addAttributes(whole(`\\s*(?:${TRANSFORM}\\s*(?:,\\s*(?=[a-z]))?)*`), 'transform gradientTransform patternTransform');
addAttributes(/^(?:[MmZzLlHhVvCcSsQqTtAa\s,.+-]|\d{1,20}(?!\d)|e(?:-\d{1,2}|\+?[0-4])(?!\d))*$/, 'd points');
addAttributes(
  whole(WORDS),
  `clipPathUnits gradientUnits lengthAdjust markerUnits maskContentUnits maskUnits patternContentUnits patternUnits preserveAspectRatio
  spreadMethod zoomAndPan version baseProfile contentScriptType contentStyleType lang`,
);
addAttributes(whole(String.raw`text/css`), 'type');
addAttributes(/^[^\s"'()\\#%]+$/, 'id');
/** They have no effect on what is drawn, except through style sheets. */
const PASSIVE = /^(?:(?:data|aria)-[\w.-]+|agent|class|content|etag|focusable|host|p-id|rel|role|t|tabindex|target)$/;

/** Maximum number of attributes of an element. The parser compares each with all others, so its time is quadratic. */
const MAX_ATTRIBUTES = 300;
/** The start of the value of an attribute. */
const VALUE = /=\s*["']/g;

/** With strict entities, the parser knows only those of XML. */
const PARSER_OPTIONS = { xmlns: true, strictEntities: true, position: false };

/** Elements with text. That in others is not drawn. */
const TEXTS = new Set(['a', 'desc', 'style', 'text', 'title', 'tspan']);
/** Elements in which others are not drawn. */
const ONLY_TEXT = new Set(['desc', 'style', 'title']);

export interface ReadDrawing {
  /** The first element, with what is drawn of the others; of a drawing that is not plain, at most its attributes. Null: there is none. */
  root: Shape | null;
  /** Description of the first part that makes a drawing one that is not plain; null: it is plain. */
  unplain: string | null;
}

/** @param text content of an SVG file */
export function readDrawing(text: string): ReadDrawing {
  // The value of an attribute cannot contain `<`.
  if (text.split('<').some((tag) => (tag.match(VALUE)?.length ?? 0) > MAX_ATTRIBUTES))
    return { root: null, unplain: `more than ${MAX_ATTRIBUTES} attributes` };
  const encoding = /^\s*<\?xml[^>]*\bencoding\s*=\s*["']([^"']*)/i.exec(text)?.[1] ?? 'utf-8';
  const document = emptyShape();
  const problems = /^(?:utf-8|us-ascii|ascii)$/i.test(encoding) ? [] : [`text in ${encoding}`];
  try {
    const rules = parse(text, document, problems);
    checkRepetitions(document, rules);
  } catch (error) {
    if (!(error instanceof OtherPart)) throw error;
    problems.push(error.message);
  }
  return { root: shapesIn(document)[0] ?? null, unplain: problems[0] ?? null };
}

/**
 * Adds the elements to `document`, and returns the rules of style sheets.
 * @param problems what makes the drawing one that is not plain; the parsing ends at the first element if there is any
 * @throws OtherPart for problems after that
 */
function parse(text: string, document: Shape, problems: string[]): Rule[] {
  /** Null: an element that is not drawn. */
  const open: (Shape | null)[] = [document];
  const rules: Rule[] = [];
  let namespace: string | null = null;
  const fail = (problem: string): void => void (namespace === null ? problems.push(problem) : refuse(problem));
  const addText = (content: string): void => {
    const shape = open.at(-1);
    if (shape && TEXTS.has(shape.name)) shape.children.push(content);
  };
  const parser = Object.assign(sax.parser(true, PARSER_OPTIONS), {
    onopentag(tag: QualifiedTag) {
      const parent = open.at(-1) ?? null;
      const isFirst = namespace === null;
      // A page reads a drawing without namespaces as SVG.
      namespace ??= tag.uri === SVG ? SVG : '';
      if (open.length > MAX_NESTING) refuse(`elements in more than ${MAX_NESTING} others`);
      const isDrawn = parent !== null && tag.uri === namespace && tag.local !== 'metadata' && !ONLY_TEXT.has(parent.name);
      const shape = isDrawn ? { ...emptyShape(), name: tag.local } : null;
      open.push(shape);
      if (shape === null) return;
      parent?.children.push(shape);
      if (isFirst) shape.attributes = sizeAttributes(tag);
      if (problems.length > 0 || !ELEMENTS.has(tag.local) || (isFirst && tag.local !== 'svg')) refuse(`<${tag.name.slice(0, 40)}>`);
      shape.attributes = attributesOf(tag);
    },
    onclosetag() {
      const shape = open.pop();
      if (shape?.name === 'style') rules.push(...readSheet(shape.children.join('')));
    },
    ontext: addText,
    oncdata: addText,
    onprocessinginstruction: ({ name }: { name: string }) => name === 'xml-stylesheet' && fail('a style sheet in another file'),
    ondoctype: (doctype: string) => doctype.includes('[') && fail('definitions of entities or attributes'),
    onerror({ message }: Error) {
      fail(`XML that is not well-formed (${message.split('\n')[0]})`);
      parser.resume();
    },
  });
  // Editors write it, although only HTML defines it.
  parser.ENTITIES['nbsp'] = '\u{A0}';
  parser.write(text).close();
  if (shapesIn(document).length !== 1) refuse('no outermost element, or several');
  return rules;
}

const sizeAttributes = ({ attributes }: QualifiedTag): Record<string, string> =>
  Object.fromEntries(
    ['viewBox', 'width', 'height'].flatMap((name) => (attributes[name] === undefined ? [] : [[name, attributes[name].value]])),
  );

/** Returns the attributes that have an effect. @throws OtherPart */
function attributesOf(tag: QualifiedTag): Record<string, string> {
  const kept: Record<string, string> = {};
  for (const attribute of Object.values(tag.attributes)) {
    const name = effectiveName(attribute);
    if (name === null) continue;
    if (!isPlainAttribute(name, attribute.value, tag.local))
      refuse(`the attribute ${attribute.name.slice(0, 40)}="${attribute.value.slice(0, 40)}"`);
    // Of two links, browsers follow the one without a prefix.
    if (attribute.uri === '' || !Object.hasOwn(kept, name)) kept[name] = attribute.value;
  }
  return kept;
}

/** Returns the name that an attribute has in the drawing that is written; null: it has no effect. */
function effectiveName({ local, uri, prefix }: QualifiedAttribute): string | null {
  if (uri === XML) return /^(?:space|lang)$/.test(local) ? `xml:${local}` : null;
  if (uri === XLINK) return local === 'href' ? local : null;
  return uri === '' && prefix === '' ? local : null;
}

function isPlainAttribute(name: string, value: string, element: string): boolean {
  if (name === 'href') return element === 'a' ? isSafeTarget(value) : /^\s*#[^\s"'()\\#%]+\s*$/.test(value);
  if (name === 'style') return unplainDeclaration(value) === null;
  return (PROPERTIES.get(name) ?? ATTRIBUTES.get(name))?.test(value) ?? (PASSIVE.test(name) || name.startsWith('xml:'));
}

/** Writes a plain drawing as an SVG file. */
export function writeDrawing(root: Shape): string {
  return writeShape({ ...root, attributes: { xmlns: SVG, ...root.attributes } });
}

function writeShape({ name, attributes, children }: Shape): string {
  const written = Object.entries(attributes).map(([attribute, value]) => ` ${attribute}="${escapeText(value)}"`);
  const content = children.map((child) => (typeof child === 'string' ? escapeText(child) : writeShape(child)));
  const start = `<${name}${written.join('')}`;
  return content.length === 0 ? `${start}/>` : `${start}>${content.join('')}</${name}>`;
}

/** Characters that XML does not allow. */
const NOT_IN_XML = /[^\t\n\r\u{20}-\u{D7FF}\u{E000}-\u{FFFD}\u{10000}-\u{10FFFF}]/gu;

const escapeText = (text: string): string =>
  text.replace(NOT_IN_XML, '').replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;').replaceAll('"', '&quot;');

/** Returns the first declaration of a style that is not plain; null if there is none. */
function unplainDeclaration(style: string): string | null {
  const isPlain = (declaration: string): boolean => {
    const colon = declaration.indexOf(':');
    const value = declaration.slice(colon + 1).replace(/!\s*important\s*$/, '');
    return declaration.trim() === '' || (colon > 0 && PROPERTIES.get(declaration.slice(0, colon).trim())?.test(value) === true);
  };
  return style.split(';').find((declaration) => !isPlain(declaration)) ?? null;
}

const NAME = String.raw`[\w\u{80}-\u{10FFFF}-]{1,200}`;
const SIMPLE = `(?:[.#]${NAME}|\\[[\\w-]{1,50}(?:[*^$]?="[\\w. -]{0,100}")?\\])`;
const COMPOUND = `(?:(?:\\*|[\\w-]{1,100})${SIMPLE}{0,20}|${SIMPLE}{1,20})`;
/** Types, classes, ids, and values of attributes, with spaces or `>` between them. */
const SELECTOR = new RegExp(`^\\s*${COMPOUND}(?:(?:\\s*>\\s*|\\s+)${COMPOUND}){0,10}\\s*$`, 'u');

const sourcesOf = (values: ReadonlyMap<string, RegExp>): [name: string, source: string, flags: string][] =>
  [...values].map(([name, { source, flags }]) => [name, source, flags]);

/** What a plain drawing may contain, for code that removes everything else: names, and sources and flags of expressions. */
export const PLAIN = {
  elements: [...ELEMENTS],
  properties: sourcesOf(PROPERTIES),
  attributes: sourcesOf(ATTRIBUTES),
  passive: PASSIVE.source,
  selector: SELECTOR.source,
};

/** Reads the rules of a style sheet. @throws OtherPart */
function readSheet(sheet: string): Rule[] {
  const parts = sheet.replace(/\/\*[^*"'\\{}]*\*\//g, ' ').split('}');
  if (parts.pop()?.trim() !== '') refuse('a style sheet that does not end');
  return parts.map((part) => {
    const [selectors = '', declarations = '', ...rest] = part.split('{');
    const all = selectors.split(',');
    const unknown = all.find((one) => !SELECTOR.test(one)) ?? (rest.length > 0 ? part : unplainDeclaration(declarations));
    if (unknown !== null) refuse(`the style "${unknown.trim().slice(0, 40)}"`);
    return {
      targets: all.map(
        (one) =>
          one
            .replace(/\[[^\][]*\]/g, '')
            .trim()
            .split(/[\s>]+/)
            .at(-1) ?? '',
      ),
      declarations,
    };
  });
}
