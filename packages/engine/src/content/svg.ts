/** SVG drawings: converts labels of draw.io, reads the size of a file, and makes drawings part of a page. */
import type { Element, Properties, Root } from 'hast';
import { sanitize } from 'hast-util-sanitize';
import type { Schema } from 'hast-util-sanitize';
import { htmlToHast } from 'satteri';

import { createTranslate } from '#model/interface-words.ts';

import type { TransformContext } from './document.ts';
import { createElement, visitElements } from './html-tree.ts';
import { shownSize } from './picture-size.ts';
import { NARROW_DRAWING } from './plain-svg.ts';
import { isNestedTooDeeply, TOO_DEEP } from './parser-limits.ts';

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
  const x = /\sx="([\d.-]{1,20})"/.exec(start)?.[1] ?? '0';
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

/**
 * Elements and attributes that a drawing would lose as a part of a page, and a transform of the first element, which would move it over
 * other parts. Without the tags of an element, a page would show what is in it, although browsers do not draw that in a file.
 */
const NEEDS_FILE = new RegExp(
  `^<svg[^>]*\\stransform=|<(?!/|(?:${SVG_SCHEMA.tagNames?.join('|')})[\\s/>])|\\s(?:style|fill-rule|clip-rule|(?:fill|stroke)-opacity|font-style|font-family|letter-spacing|display|visibility|overflow|text-decoration|writing-mode)=`,
);

/** Whether a drawing that the build wrote stays a file, because it would be another one as part of a page. */
export const needsFile = (svg: string): boolean => NEEDS_FILE.test(svg);

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

/** Returns the size of a drawing in pixels; null if it has neither a `viewBox` nor a width and a height in pixels. */
export function sizeOf(attributes: Properties): { width: number; height: number } | null {
  const box = viewBoxOf(attributes);
  return box === null ? null : sizeOfDrawing(box, attributes['width']);
}

/** Returns the size attributes of an image with an SVG file that the build wrote. Without them, a browser stretches the drawing to the width of the text. */
export function shownSizeOfFile({ properties }: Element, svg: string): Properties {
  const [, width, height] = /^<svg(?=[^>]* width="([\d.]+)")(?=[^>]* height="([\d.]+)")/.exec(svg) ?? [];
  return width === undefined || height === undefined ? {} : shownSize(properties, { width: Number(width), height: Number(height) });
}

/** In pixels. A narrower drawing is an icon or a logo, which keeps its size and has no frame. */
const MIN_FRAMED_WIDTH = 400;

/** Returns the `viewBox`, or one derived from width and height in pixels; null without either. */
function viewBoxOf(properties: Properties): string | null {
  if (typeof properties['viewBox'] === 'string') return properties['viewBox'];
  const [width, height] = [properties['width'], properties['height']].map((size) => /^(\d+(?:\.\d+)?)(?:px)?$/.exec(String(size))?.[1]);
  return width === undefined || height === undefined ? null : `0 0 ${width} ${height}`;
}

/** Four numbers. A browser ignores others, and negative sizes. */
const VIEW_BOX = /^\s*(?:-?[\d.]+(?:e-?\d+)?(?:\s*,\s*|\s+)){2}[\d.]+(?:e-?\d+)?(?:\s*,\s*|\s+)[\d.]+(?:e-?\d+)?\s*$/i;

/**
 * Replaces an image with the content of its SVG file, so that its classes get the colors of the reader's color mode. The alternative text
 * becomes its accessible name. On narrow screens the diagram scrolls and a button enlarges it, unless the file has a drawing for narrow
 * screens.
 * @param number of the drawing on its page, because ids must be unique on a page
 * @param fail reports a problem; the image stays unchanged, except if only its alternative text is missing
 */
export function inlineDiagram(
  node: Element,
  parent: Root | Element,
  svg: string,
  number: number,
  { services }: Pick<TransformContext, 'services'>,
  fail: (message: string) => void,
): void {
  const label = String(node.properties['alt'] ?? '');
  const drawings = readDrawings(svg, label, number, fail);
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
function readDrawings(
  svg: string,
  label: string,
  number: number,
  fail: (message: string) => void,
): { wide: Element; narrow: Element | null } | null {
  const refuse = (message: string): null => {
    fail(message);
    return null;
  };
  const written = htmlToHast(svg, { fragment: true }) as Root;
  if (isNestedTooDeeply(written)) return refuse(TOO_DEEP);
  const parsed = sanitize(written, SVG_SCHEMA) as Root;
  const wide = parsed.children.find((child): child is Element => child.type === 'element' && child.tagName === 'svg');
  if (wide === undefined) return refuse('the file contains no <svg> element');
  if (label === '') fail('a diagram needs an alternative text: describe its message between the square brackets');
  const symbol = wide.children.find(
    (child): child is Element => child.type === 'element' && child.tagName === 'symbol' && child.properties['id'] === NARROW_DRAWING,
  );
  wide.children = wide.children.filter((child) => child !== symbol);
  const narrow = symbol === undefined ? null : { ...symbol, tagName: 'svg' };
  for (const drawing of narrow === null ? [wide] : [wide, narrow]) {
    const viewBox = viewBoxOf(drawing.properties);
    if (viewBox === null || !VIEW_BOX.test(viewBox))
      return refuse(
        `the <${drawing === wide ? 'svg' : 'symbol'}> has no viewBox of four numbers, so its size is unknown: add viewBox="0 0 WIDTH HEIGHT"`,
      );
    const { width, height } = sizeOfDrawing(viewBox, drawing.properties['width']) ?? { width: 0, height: 0 };
    const className = drawing === wide ? {} : { className: ['diagram-narrow'] };
    const kept = Object.fromEntries(Object.entries(drawing.properties).filter(([name]) => PASSED_ON.has(name)));
    drawing.properties = { ...kept, ...className, viewBox, width, height, role: 'img', ariaLabel: label };
    const prefix = drawing === wide ? `d${number}-` : `d${number}n-`;
    visitElements({ type: 'root', children: [drawing] }, (element) => renameIds(element, prefix));
  }
  return { wide, narrow };
}

/** The attributes that the shapes of a drawing get from its first element. */
const PASSED_ON = new Set(
  `textAnchor dominantBaseline markerEnd markerStart fontSize fontWeight fill stroke strokeWidth strokeDashArray strokeLineCap
  strokeLineJoin opacity`.split(/\s+/),
);

/** Prefixes the id of an element, and its references to ids. */
function renameIds(node: Element, prefix: string): void {
  for (const [name, value] of Object.entries(node.properties)) {
    if (name === 'id') node.properties[name] = prefix + String(value);
    else if (name === 'href') node.properties[name] = String(value).replace(/^#(?=.)/, `#${prefix}`);
    else if (typeof value === 'string') node.properties[name] = value.replace(/url\((["']?)#/g, `url($1#${prefix}`);
  }
}
