/**
 * SVG drawings. Checks files that are published unchanged, because a browser that opens one runs its scripts with the origin of the site, converts
 * labels of draw.io, and makes drawings part of a page.
 */
import { hash } from 'node:crypto';

import type { Element, Properties, Root } from 'hast';
import { sanitize } from 'hast-util-sanitize';
import type { Schema } from 'hast-util-sanitize';
import { toString } from 'hast-util-to-string';
import { LRUCache } from 'lru-cache';
import { htmlToHast } from 'satteri';
import sax, { type QualifiedTag } from 'sax';

import { createTranslate } from '#model/interface-words.ts';

import type { TransformContext } from './document.ts';
import { createElement, visitElements } from './html-tree.ts';
import { MAX_NESTING } from './nested-marks.ts';
import { shownSize } from './picture-size.ts';
import { isNestedTooDeeply, TOO_DEEP } from './source-lines.ts';
import { EDITORS, isSafeAttribute, isSvg, isViewBox } from './svg-attributes.ts';
import { LISTS, longList, readSheet, unsafeStyle } from './svg-css.ts';
import { MAX_DASHES } from './svg-dashes.ts';
import {
  animatedValues,
  ANIMATIONS,
  type Excess,
  excessIn,
  MAX_LINES,
  MAX_REPEATED_ELEMENTS,
  MAX_REPEATED_LETTERS,
  type Shape,
} from './svg-expansion.ts';
import { MAX_POINTS_OF_PATH } from './svg-points.ts';
import { MAX_EMBEDDED_PIXELS } from './svg-rasters.ts';

/**
 * Elements of SVG that a published file may contain: all that draw, of which the cost is known. Others run code, load documents, contain HTML, or
 * compute textures and lights.
 */
const SAFE_ELEMENTS = new Set(
  `a animate animateMotion animateTransform circle clipPath color-profile defs desc ellipse feBlend feColorMatrix feComponentTransfer
  feComposite feDropShadow feFlood feFuncA feFuncB feFuncG feFuncR feGaussianBlur feMerge feMergeNode feMorphology feOffset filter
  flowPara flowRegion flowRoot flowSpan font font-face font-face-name font-face-src g glyph hkern image line linearGradient marker mask
  mesh meshgradient meshpatch meshrow metadata missing-glyph mpath path pattern polygon polyline radialGradient rect set stop style svg
  switch symbol text textPath title tspan use view vkern`.split(/\s+/),
);
/** Declarations other than comments, character data, and document types without definitions of entities or attributes. */
const DEFINITION = /<!(?!--|\[CDATA\[|DOCTYPE[^<>[\]]*>)/;
const decoder = new TextDecoder('utf-8', { fatal: true });

/** The results of checks by the hash of the file, because many pages can show or link to the same one. */
const checked = new LRUCache<string, { danger: string | null }>({ max: 1000 });

/** Returns the reason why an SVG file cannot be published, for the author; null if it is safe: all its elements and attributes are known to be. */
export function dangerInSvg(bytes: Uint8Array): string | null {
  const key = hash('sha256', bytes, 'base64url');
  const known = checked.get(key) ?? { danger: checkSvg(bytes) };
  checked.set(key, known);
  return known.danger;
}

function checkSvg(bytes: Uint8Array): string | null {
  const refuse = (what: string): string => `the drawing contains ${what}, so it is not published: export it without that`;
  if (bytes.length > MAX_BYTES)
    return `the drawing is larger than ${MAX_BYTES / 1e6} MB, so it is not published: simplify it, or save it as PNG`;
  let text;
  try {
    text = decoder.decode(bytes);
  } catch {
    return refuse('text that is not UTF-8');
  }
  // A browser recognizes UTF-16 without a byte order mark by these characters.
  if (text.includes('\0')) return refuse('text that is not UTF-8');
  const encoding = /^\s*<\?xml[^>]*\bencoding\s*=\s*["']([^"']*)/i.exec(text)?.[1] ?? 'utf-8';
  if (!/^(?:utf-8|us-ascii|ascii|iso-8859-1)$/i.test(encoding)) return refuse(`text in ${encoding}`);
  if (DEFINITION.test(text)) return refuse('definitions of entities or attributes');
  const found = firstUnsafePart(text);
  return found === null ? null : refuse(found);
}

/** Maximum size of a file. */
const MAX_BYTES = 2_000_000;
/** Maximum number of colors of a gradient. A browser reads them again for each shape with the gradient. */
const MAX_STOPS = 200;
/** Maximum number of attributes of an element. The parser compares each with all others, so its time is quadratic. */
const MAX_ATTRIBUTES = 1000;
/** A published file may repeat a further element for this many characters, because a page of text as a drawing references a shape for each letter. */
const CHARACTERS_PER_REPEATED_ELEMENT = 10;
/** The start of the value of an attribute. */
const VALUE = /=\s*["']/g;

/** With strict entities, the parser knows only those of XML. */
const PARSER_OPTIONS = { xmlns: true, strictEntities: true, position: false };

/** Descriptions of what takes a browser too long. */
const EXCESSES: Readonly<Record<Excess, string>> = {
  elements: `references that repeat more than ${MAX_REPEATED_ELEMENTS} elements`,
  templates: 'gradients, patterns, or filters that take their parts from more than ten others in a chain',
  path: `a path with more than ${MAX_POINTS_OF_PATH} points`,
  dashes: `more than ${MAX_DASHES} dashes, or dashes on a text or shape whose size is not in plain numbers or pixels`,
  effects:
    'more filters, gradients, masks, patterns, opacities, backgrounds, shadows, and animations than a browser can draw in a few seconds',
  blur: 'a blur whose radius is larger than a sixth of the drawing, or whose scale is unknown',
  pixels: `pictures that are not a still PNG, JPEG, or WebP, or have more than ${MAX_EMBEDDED_PIXELS / 1e6} megapixels`,
  comparisons: 'more rules of style sheets than a browser can compare with its elements',
  letters: `references that repeat more than ${MAX_REPEATED_LETTERS} letters`,
  lines: `paths that cross the whole drawing more than ${MAX_LINES} times`,
  points: 'references that repeat the points of long paths too often',
};

/** A part of a drawing that is not known to be safe. It ends the parsing, because later parts could take long. */
class UnsafePart extends Error {}

/** Returns a description of the first part of an XML document that is not known to be safe; null if there is none. */
function firstUnsafePart(text: string): string | null {
  // The value of an attribute cannot contain `<`.
  if (text.split('<').some((tag) => (tag.match(VALUE)?.length ?? 0) > MAX_ATTRIBUTES)) return `more than ${MAX_ATTRIBUTES} attributes`;
  const refuse = (what: string): never => {
    throw new UnsafePart(what);
  };
  const root: Shape = { name: '', attributes: [], children: [] };
  const open = [root];
  const sheets = new Map<Shape, string>();
  const readText = (content: string): void => {
    const shape = open.at(-1);
    if (shape?.name === 'style') sheets.set(shape, (sheets.get(shape) ?? '') + content);
    else if (shape !== undefined) shape.characters = (shape.characters ?? 0) + content.length;
  };
  const parser = Object.assign(sax.parser(true, PARSER_OPTIONS), {
    onopentag(tag: QualifiedTag) {
      if (open.length > MAX_NESTING) refuse(`elements in more than ${MAX_NESTING} others`);
      const unsafe = unsafePartOf(tag);
      if (unsafe !== null) refuse(unsafe);
      const attributes = Object.values(tag.attributes).map(({ name, value }) => [name, value] as const);
      const shape: Shape = { name: tag.local, attributes, children: [] };
      const unsafeAttribute = isSvg(tag.uri) ? unsafeStyleOf(shape) : null;
      if (unsafeAttribute !== null) refuse(unsafeAttribute);
      const around = open.at(-1)?.children;
      if (around?.push(shape) === MAX_STOPS && shape.name === 'stop') refuse(`a gradient of ${MAX_STOPS} colors`);
      open.push(shape);
    },
    onclosetag: () => void open.pop(),
    ontext: readText,
    oncdata: readText,
    onprocessinginstruction: ({ name }: { name: string }) =>
      /^(?:xml|(?!xml)[a-z][\w.-]*)$/i.test(name) || refuse(`the processing instruction "${name.slice(0, 40)}"`),
    onerror: ({ message }: Error) => refuse(`XML that is not well-formed (${message.split('\n')[0]})`),
  });
  // Editors write it, although only HTML defines it.
  parser.ENTITIES['nbsp'] = '\u{A0}';
  try {
    parser.write(text).close();
    const allowed = MAX_REPEATED_ELEMENTS + text.length / CHARACTERS_PER_REPEATED_ELEMENT;
    const css = [...sheets.values()];
    for (const sheet of css) {
      const unsafe = unsafeStyle(sheet) ?? longList(sheet) ?? readSheet(sheet);
      if (typeof unsafe === 'string') return unsafe;
    }
    const excess = excessIn(root, css, allowed);
    return excess === null ? null : EXCESSES[excess];
  } catch (error) {
    if (error instanceof UnsafePart) return error.message;
    throw error;
  }
}

function unsafePartOf({ name, local, uri, attributes }: QualifiedTag): string | null {
  if (isSvg(uri) ? !SAFE_ELEMENTS.has(local) : !EDITORS.test(uri)) return `"<${name}"`;
  // Several files could repeat each other.
  if (local === 'use' && Object.values(attributes).some((one) => one.local === 'href' && !one.value.trim().startsWith('#')))
    return '<use> with a shape of another file';
  if (
    /^(?:fe)?image$/i.test(local) &&
    Object.values(attributes).some((one) => one.local === 'href' && !/^(?:#|data:)/i.test(one.value.trim()))
  )
    return `<${local}> with a picture of another file`;
  const unsafe = Object.values(attributes).find((attribute) => !isSafeAttribute(attribute, isSvg(uri)));
  return unsafe === undefined ? null : `the attribute ${unsafe.name}="${unsafe.value.slice(0, 40)}"`;
}

/** Returns a description of an attribute, or a value of an animation, whose references cannot be counted; null if there is none. */
function unsafeStyleOf(shape: Shape): string | null {
  const animated = ANIMATIONS.has(shape.name) ? animatedValues(shape) : [];
  const indirect = animated.find(([name, value]) => /^(?:class|style)$/.test(name) || /url|\\/i.test(value));
  if (indirect !== undefined) return `an animation of ${indirect[0]}="${indirect[1].slice(0, 40)}"`;
  for (const [name, value] of [...shape.attributes, ...animated])
    if (/[(\\]|inherit/i.test(value) || (value.includes(',') && LISTS.test(name))) {
      const style = name === 'style' ? value : `${name}:${value}`;
      const unsafe = unsafeStyle(style) ?? (LISTS.test(name) ? longList(style) : null);
      if (unsafe !== null) return unsafe;
    }
  return null;
}

/**
 * Replaces the HTML labels of a draw.io drawing with SVG text, because `<foreignObject>` is not published. draw.io writes each label as a
 * `<switch>` of HTML and a shortened text, and adds a note for programs that support neither.
 */
export const withTextLabels = (svg: string): string =>
  svg
    .split('<switch>')
    .map((part, index) => {
      const end = index === 0 ? -1 : part.indexOf('</switch>');
      return end < 0 ? `${index === 0 ? '' : '<switch>'}${part}` : labelAsText(part.slice(0, end)) + part.slice(end + '</switch>'.length);
    })
    .join('');

/** Returns the text alternative of a `<switch>` with all words of its HTML label; '' for the note about the program. */
function labelAsText(alternatives: string): string {
  if (/^\s*<g\s[^>]*requiredFeatures=/.test(alternatives)) return '';
  const html = alternatives.indexOf('>', alternatives.indexOf('<foreignObject')) + 1;
  const end = alternatives.lastIndexOf('</foreignObject>');
  const start = /<text\b[^<>]*>/.exec(alternatives.slice(Math.max(0, end)))?.[0];
  if (!alternatives.trimStart().startsWith('<foreignObject') || end < 0 || start === undefined) return `<switch>${alternatives}</switch>`;
  const label = alternatives.slice(html, end);
  const width = Number(/\bwidth:\s*(\d+)px/.exec(label)?.[1] ?? 0);
  const lines = label
    .replace(/<br\b[^<>]*>|<\/(?:div|p|li|h\d)>/gi, '\n')
    .replace(/<[^<>]*>/g, '')
    .replace(/&nbsp;|[ \t]+/g, ' ')
    .split('\n')
    .flatMap((line) => wrapLine(line.trim(), width))
    .filter((line) => line !== '');
  const x = /\sx="([^"]*)"/.exec(start)?.[1] ?? '0';
  const rows = lines.map(
    (line, index) => `<tspan x="${x}" dy="${index === 0 ? (-LINE_HEIGHT_EM * (lines.length - 1)) / 2 : LINE_HEIGHT_EM}em">${line}</tspan>`,
  );
  return `${start}${rows.join('')}</text>`;
}

/** Line height of a label. */
const LINE_HEIGHT_EM = 1.2;
/** Average width of a character of a label. */
const CHARACTER_WIDTH_PX = 6.5;

/** Wraps a line between words. @param width in pixels; 1 (by draw.io) or 0: do not wrap */
function wrapLine(line: string, width: number): string[] {
  if (width <= 1) return [line];
  const rows: string[] = [];
  for (const word of line.split(' ')) {
    const last = rows.at(-1);
    if (last !== undefined && (last.length + 1 + word.length) * CHARACTER_WIDTH_PX <= width) rows[rows.length - 1] = `${last} ${word}`;
    else rows.push(word);
  }
  return rows;
}

/** The parts of an SVG that become part of a page: shapes, text, markers, and titles; no scripts, styles, links, or pictures. */
const SVG_SCHEMA: Schema = {
  tagNames: [
    'svg',
    'g',
    'defs',
    'marker',
    'path',
    'rect',
    'circle',
    'ellipse',
    'line',
    'polyline',
    'polygon',
    'text',
    'tspan',
    'title',
    'desc',
    'use',
    'symbol',
  ],
  attributes: {
    '*': [
      'id',
      'className',
      'viewBox',
      'width',
      'height',
      'x',
      'y',
      'x1',
      'y1',
      'x2',
      'y2',
      'cx',
      'cy',
      'r',
      'rx',
      'ry',
      'd',
      'points',
      'transform',
      'dx',
      'dy',
      'textAnchor',
      'dominantBaseline',
      'markerEnd',
      'markerStart',
      'markerWidth',
      'markerHeight',
      'refX',
      'refY',
      'orient',
      'markerUnits',
      'fontSize',
      'fontWeight',
      'strokeWidth',
      'strokeDashArray',
      'strokeLineCap',
      'strokeLineJoin',
      'fill',
      'stroke',
      'opacity',
      'preserveAspectRatio',
    ],
    use: [['href', /^#/]],
  },
  protocols: {},
  clobber: [],
  strip: ['script', 'style'],
};

/** An attribute value without an address outside of the drawing. Backslashes are not allowed, because they could disguise an address. */
const LOCAL_VALUE = /^(?:url\(["']?#[^()\\]*\)|(?![^]*url\s*\()[^\\]*)$/i;

function removeOutsideAddresses({ properties }: Element): void {
  for (const [name, value] of Object.entries(properties))
    if (typeof value === 'string' && !LOCAL_VALUE.test(value)) delete properties[name];
}

/**
 * Leaves only the text in titles and descriptions. A browser parses the content of a description as HTML, in which a `<title>` ends at the first
 * `</title>`, even at one in an attribute of an element inside it.
 */
function keepOnlyText(node: Element): void {
  if (node.tagName === 'title' || node.tagName === 'desc') node.children = [{ type: 'text', value: toString(node) }];
}

/** Returns an element of a page as an element of a drawing. */
function shapeOf({ tagName, properties, children }: Element): Shape {
  const attributes = Object.entries(properties).map(([name, value]) => [name, String(value)] as const);
  const characters = children.reduce((sum, child) => sum + (child.type === 'text' ? child.value.length : 0), 0);
  return { name: tagName, attributes, children: children.flatMap((child) => (child.type === 'element' ? shapeOf(child) : [])), characters };
}

/** Returns the size of a drawing in pixels: its `width` with the ratio of its `viewBox`, or the size of its `viewBox`; null without a `viewBox`. */
function sizeOfDrawing(viewBox: string, writtenWidth: unknown): { width: number; height: number } | null {
  const [, , width = 0, height = 0] = viewBox
    .trim()
    .split(/[\s,]+/)
    .map(Number);
  if (!(width > 0 && height > 0)) return null;
  const own = Number(/^\s*(\d+(?:\.\d+)?)(?:px)?\s*$/.exec(String(writtenWidth))?.[1] ?? width);
  return { width: own, height: own === width ? height : Math.round((own * height) / width) };
}

const attributeOfFile = (svg: string, name: string): string | undefined =>
  new RegExp(`<svg\\b[^<>]*?\\s${name}\\s*=\\s*["']([^"'<>]*)`, 'i').exec(svg)?.[1];

/** Returns the size of an SVG file in pixels; null if it has neither a `viewBox` nor a width and a height in pixels. */
export function sizeOfFile(svg: string): { width: number; height: number } | null {
  const [viewBox, width, height] = ['viewBox', 'width', 'height'].map((name) => attributeOfFile(svg, name));
  const box = viewBoxOf({ viewBox, width, height });
  return box === null ? null : sizeOfDrawing(box, width);
}

/** Returns the size attributes of an image with an SVG file. Without them, a browser stretches the drawing to the width of the text. */
export function shownSizeOfFile({ properties }: Element, svg: string): Properties {
  const own = sizeOfDrawing(attributeOfFile(svg, 'viewBox') ?? '', attributeOfFile(svg, 'width'));
  return own === null ? {} : shownSize(properties, own);
}

/** In pixels. A narrower drawing is an icon or a logo, which keeps its size and has no frame. */
const MIN_FRAMED_WIDTH = 400;

/** Returns the `viewBox`, or one derived from width and height in pixels; null without either. */
function viewBoxOf(properties: Properties): string | null {
  if (typeof properties['viewBox'] === 'string') return properties['viewBox'];
  const [width, height] = [properties['width'], properties['height']].map((size) => /^(\d+(?:\.\d+)?)(?:px)?$/.exec(String(size))?.[1]);
  return width === undefined || height === undefined ? null : `0 0 ${width} ${height}`;
}

/** The id of the `<symbol>` in an SVG file that narrow screens show instead of the drawing. */
const NARROW_DRAWING = 'narrow';

/**
 * Replaces an image with the content of its SVG file, so that its classes get the colors of the reader's color mode. The alternative text
 * becomes its accessible name. On narrow screens the diagram scrolls and a button enlarges it, unless the file has a drawing for narrow
 * screens.
 * @param fail reports a problem; the image stays unchanged, except if only its alternative text is missing
 */
export function inlineDiagram(
  node: Element,
  parent: Root | Element,
  svg: string,
  { services }: Pick<TransformContext, 'services'>,
  fail: (message: string) => void,
): void {
  const label = String(node.properties['alt'] ?? '');
  const drawings = readDrawings(svg, label, fail);
  if (drawings === null) return;
  const { wide, narrow } = drawings;
  const translate = createTranslate(services);
  const button: Element = createElement('button', { type: 'button', className: ['button', 'diagram-enlarge'] }, [
    { type: 'text', value: translate('Enlarge the picture') },
  ]);
  const isSmall = narrow === null && Number(wide.properties['width']) < MIN_FRAMED_WIDTH;
  const children = isSmall ? [wide] : [wide, narrow ?? button];
  // If the image is alone in its paragraph, the figure replaces the paragraph.
  const isAlone =
    parent.type === 'element' &&
    parent.tagName === 'p' &&
    parent.children.every((child) => child === node || (child.type === 'text' && child.value.trim() === ''));
  const className = [isSmall ? 'diagram-small' : 'diagram'];
  if (!isAlone) Object.assign(node, { tagName: 'span', properties: { className }, children });
  else {
    const framed = { className, tabIndex: 0, role: 'group', ariaLabel: translate('Diagram') };
    Object.assign(parent, { tagName: 'figure', properties: isSmall ? { className } : framed, children });
  }
}

/** Reads the drawing of an SVG file, and that for narrow screens, if it has one. Returns null after a problem that it reports. */
function readDrawings(svg: string, label: string, fail: (message: string) => void): { wide: Element; narrow: Element | null } | null {
  const refuse = (message: string): null => {
    fail(message);
    return null;
  };
  const written = htmlToHast(svg, { fragment: true }) as Root;
  if (isNestedTooDeeply(written)) return refuse(TOO_DEEP);
  const parsed = sanitize(written, SVG_SCHEMA) as Root;
  const wide = parsed.children.find((child): child is Element => child.type === 'element' && child.tagName === 'svg');
  if (wide === undefined) return refuse('the file contains no <svg> element');
  visitElements(parsed, removeOutsideAddresses);
  visitElements(parsed, keepOnlyText);
  const excess = excessIn(shapeOf(wide));
  if (excess === 'elements') return refuse(`its references repeat more than ${MAX_REPEATED_ELEMENTS} elements: draw them once`);
  if (excess === 'dashes') return refuse(`its lines have ${EXCESSES.dashes}: draw longer ones`);
  if (excess !== null) return refuse(`it contains ${EXCESSES[excess]}: draw less of them`);
  if (label === '') fail('a diagram needs an alternative text: describe its message between the square brackets');
  const symbol = wide.children.find((child): child is Element => child.type === 'element' && child.properties['id'] === NARROW_DRAWING);
  wide.children = wide.children.filter((child) => child !== symbol);
  const narrow = symbol === undefined ? null : { ...symbol, tagName: 'svg' };
  for (const drawing of narrow === null ? [wide] : [wide, narrow]) {
    const viewBox = viewBoxOf(drawing.properties);
    if (viewBox === null || !isViewBox(viewBox))
      return refuse(
        `the <${drawing === wide ? 'svg' : 'symbol'}> has no viewBox of four numbers, so its size is unknown: add viewBox="0 0 WIDTH HEIGHT"`,
      );
    const { width, height } = sizeOfDrawing(viewBox, drawing.properties['width']) ?? { width: 0, height: 0 };
    const className = drawing === wide ? {} : { className: ['diagram-narrow'] };
    drawing.properties = { ...className, viewBox, width, height, role: 'img', ariaLabel: label };
    separateIds(drawing, drawing === wide ? label : `${label} (narrow)`);
  }
  return { wide, narrow };
}

/** Prefixes the ids of a diagram with a hash of its alternative text, because ids must be unique on a page. */
function separateIds(root: Element, label: string): void {
  const prefix = `d${[...label].reduce((hash, char) => (hash * 31 + (char.codePointAt(0) ?? 0)) >>> 0, 7).toString(36)}-`;
  renameIds(root, prefix);
  visitElements(root, (node) => renameIds(node, prefix));
}

/** Prefixes the id of an element, and its references to ids. */
function renameIds(node: Element, prefix: string): void {
  for (const [name, value] of Object.entries(node.properties)) {
    if (name === 'id') node.properties[name] = prefix + String(value);
    else if (name === 'href') node.properties[name] = String(value).replace(/^#(?=.)/, `#${prefix}`);
    else if (typeof value === 'string') node.properties[name] = value.replace(/url\((["']?)#/g, `url($1#${prefix}`);
  }
}
