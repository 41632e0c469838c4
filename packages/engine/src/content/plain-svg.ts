/**
 * Plain drawings: those that contain only shapes, text, and styles that every program draws alike. The build can measure how long one takes (see
 * `drawings.ts`), and a browser neither runs code nor loads files for it. Anything unknown makes a drawing one that is not plain.
 */
import sax, { type QualifiedAttribute, type QualifiedTag } from 'sax';

import { isSafeTarget } from '#model/url.ts';

import { checkRepetitions, emptyShape, OtherPart, refuse, type Rule, type Shape } from './svg-repetitions.ts';
import { MAX_NESTING } from './nested-marks.ts';

const SVG = 'http://www.w3.org/2000/svg';
const XLINK = 'http://www.w3.org/1999/xlink';
const XML = 'http://www.w3.org/XML/1998/namespace';
const XMLNS = 'http://www.w3.org/2000/xmlns/';
/** Namespaces of elements that browsers know. Those of editors have no effect, except that XML could name more of them than their own. */
const KNOWN_NAMESPACES = /^http:\/\/www\.w3\.org\/(?!1999\/02\/22-rdf-syntax-ns#|2000\/xmlns\/)/;

const ELEMENTS = new Set(
  `a circle clipPath defs desc ellipse g line linearGradient marker mask metadata path pattern polygon polyline radialGradient rect stop style
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
/** They have no effect on what is drawn. */
const PASSIVE = /^(?:data-.+|aria-.+|agent|class|content|etag|focusable|host|p-id|rel|role|t|tabindex|target)$/;

/** Maximum number of attributes of an element. The parser compares each with all others, so its time is quadratic. */
const MAX_ATTRIBUTES = 300;
/** The start of the value of an attribute. */
const VALUE = /=\s*["']/g;
const DOCTYPE = /<!DOCTYPE(?:[^<>[\]"']|"[^<>"]*"|'[^<>']*')*>/.source;
/** Comments, processing instructions, character data, document types, and tags; or `<` where none of them is complete. */
const MARKUP = new RegExp(
  `<!--[^]*?-->|<\\?[^]*?\\?>|<!\\[CDATA\\[[^]*?\\]\\]>|${DOCTYPE}|<[^!?"'<>](?:[^"'<>]|"[^"<]*"|'[^'<]*')*>|<`,
  'g',
);
/** The build inserts the drawing for narrow screens before the end tag, so nothing may follow that tag. */
const END = /(?:<\/(?:[\w.-]{1,50}:)?svg\s*|\/)>\s*$/;
const decoder = new TextDecoder('utf-8', { fatal: true });

/** With strict entities, the parser knows only those of XML. */
const PARSER_OPTIONS = { xmlns: true, strictEntities: true, position: false };

/** Returns a description of the first part that makes a drawing one that is not plain; null: it is plain. */
export function unplainPart(bytes: Uint8Array): string | null {
  let text;
  try {
    text = decoder.decode(bytes);
  } catch {
    return 'text that is not UTF-8';
  }
  // A browser recognizes UTF-16 without a byte order mark by these characters.
  if (text.includes('\0')) return 'text that is not UTF-8';
  const encoding = /^\s*<\?xml[^>]*\bencoding\s*=\s*["']([^"']*)/i.exec(text)?.[1] ?? 'utf-8';
  if (!/^(?:utf-8|us-ascii|ascii)$/i.test(encoding)) return `text in ${encoding}`;
  // The parser accepts some XML that is not well-formed.
  for (const { 0: markup, index } of text.matchAll(MARKUP))
    if (markup === '<') return text[index + 1] === '!' ? 'definitions of entities or attributes' : 'XML that is not well-formed';
  if (!END.test(text.slice(-200))) return 'something after its last element';
  // The value of an attribute cannot contain `<`.
  if (text.split('<').some((tag) => (tag.match(VALUE)?.length ?? 0) > MAX_ATTRIBUTES)) return `more than ${MAX_ATTRIBUTES} attributes`;
  try {
    readDrawing(text);
    return null;
  } catch (error) {
    if (error instanceof OtherPart) return error.message;
    throw error;
  }
}

/** @throws OtherPart */
function readDrawing(text: string): void {
  const open = [emptyShape()];
  const [root] = open;
  let sheet = '';
  const rules: Rule[] = [];
  const readText = (content: string): void => {
    const shape = open.at(-1);
    if (shape?.name === 'style') sheet += content;
    else if (shape !== undefined) shape.letters += content.length;
  };
  let written = 0;
  const parser = Object.assign(sax.parser(true, PARSER_OPTIONS), {
    onattribute: () => written++,
    onopentag(tag: QualifiedTag) {
      const parent = open.at(-1);
      // HTML reads the first of several attributes with one name, the parser the last, and other programs none.
      if (written > Object.keys(tag.attributes).length) refuse(`two attributes of <${tag.name.slice(0, 40)}> with the same name`);
      written = 0;
      if (open.length > MAX_NESTING) refuse(`elements in more than ${MAX_NESTING} others`);
      if (parent?.name === 'style') refuse('an element in a style sheet');
      checkElement(tag);
      // Attributes of other namespaces have no effect, except for that of links.
      const own = Object.values(tag.attributes).filter(({ local, uri }) => uri === '' || local === 'href');
      const attributes = Object.fromEntries(own.map(({ local, value }) => [local, value]));
      if (own.length > Object.keys(attributes).length) refuse(`two links of <${tag.name.slice(0, 40)}>`);
      const shape: Shape = { ...emptyShape(), name: isSvg(tag.uri) ? tag.local : '', attributes };
      parent?.children.push(shape);
      open.push(shape);
    },
    onclosetag() {
      if (open.pop()?.name !== 'style') return;
      rules.push(...readSheet(sheet));
      sheet = '';
    },
    ontext: readText,
    oncdata: readText,
    onprocessinginstruction: ({ name }: { name: string }) =>
      /^(?:xml|(?!xml)[a-z][\w.-]*)$/i.test(name) || refuse(`the processing instruction "${name.slice(0, 40)}"`),
    onerror: ({ message }: Error) => refuse(`XML that is not well-formed (${message.split('\n')[0]})`),
  });
  // In an object with a prototype, the parser would find prefixes such as `toString`, and lose `__proto__`.
  Object.assign(parser, { ns: Object.assign(Object.create(null) as object, { xml: XML, xmlns: XMLNS }) });
  // Editors write it, although only HTML defines it.
  parser.ENTITIES['nbsp'] = '\u{A0}';
  parser.write(text).close();
  if (root?.children.length !== 1) return refuse('no outermost element, or several');
  checkRepetitions(root, rules);
}

/** A name with one prefix at most. Programs divide others differently. */
const NAME_WITH_PREFIX = /^[^:]+(?::[^:]+)?$/;

/** Whether a namespace is that of SVG. A page reads a drawing without namespaces as SVG. */
const isSvg = (uri: string): boolean => uri === SVG || uri === '';

function checkElement({ name, local, uri, attributes }: QualifiedTag): void {
  if (!NAME_WITH_PREFIX.test(name) || typeof uri !== 'string' || (isSvg(uri) ? !ELEMENTS.has(local) : KNOWN_NAMESPACES.test(uri)))
    refuse(`<${name.slice(0, 40)}>`);
  for (const attribute of Object.values(attributes))
    if (!NAME_WITH_PREFIX.test(attribute.name) || !isPlainAttribute(attribute, local, isSvg(uri)))
      refuse(`the attribute ${attribute.name.slice(0, 40)}="${attribute.value.slice(0, 40)}"`);
}

function isPlainAttribute({ local, uri, value }: QualifiedAttribute, element: string, isInSvg: boolean): boolean {
  if (local === 'href') return element === 'a' ? isSafeTarget(value) : /^\s*#[^\s"'()\\#%]+\s*$/.test(value);
  if (/^on/i.test(local)) return false;
  if (uri === XML) return /^(?:space|lang)$/.test(local);
  if (uri !== '') return uri === XLINK || !KNOWN_NAMESPACES.test(uri) || uri === XMLNS;
  if (!isInSvg) return true;
  if (local === 'style') return unplainDeclaration(value) === null;
  return (PROPERTIES.get(local) ?? ATTRIBUTES.get(local))?.test(value) ?? PASSIVE.test(local);
}

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
