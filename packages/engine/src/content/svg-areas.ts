/**
 * Measures which part of a drawing its shapes and the regions of its filters cover, because a browser computes effects for each pixel, and how
 * often outlines cross the drawing.
 */
import { plainCss } from './svg-css.ts';
import type { Attribute } from './svg-dashes.ts';
import type { Shape } from './svg-expansion.ts';
import { type Box, outlineOfPath } from './svg-paths.ts';

/** The width and height of a drawing that has none. */
const USUAL_SIZE = 600;
const MAX_SIZE = 1e9;
/** Numbers, also those in pixels. */
const NUMBER = /^\s*([+-]?(?:\d+(?:\.\d*)?|\.\d+)(?:e[+-]?\d+)?)(?:px)?\s*$/i;

const valueOf = ({ attributes }: Shape, name: string): string | undefined => attributes.find(([key]) => key === name)?.[1];
/** Returns the value of an attribute as a number, which is 0 if it is absent; NaN: unknown. */
const numberOf = (shape: Shape, name: string): number => Number(NUMBER.exec(valueOf(shape, name) ?? '0')?.[1] ?? Number.NaN);

/** Returns the width or height in pixels. */
function sizeOf(drawing: Shape, name: 'width' | 'height'): number {
  const size = numberOf(drawing, name);
  // A browser ignores larger ones than it can store.
  return size > 0 && size < MAX_SIZE ? size : USUAL_SIZE;
}

/** Returns the area of a drawing in its user units. */
function areaOf(drawing: Shape): number {
  const [, , width = 0, height = 0] = (valueOf(drawing, 'viewBox') ?? '')
    .trim()
    .split(/[\s,]+/)
    .map(Number);
  if (!(width > 0 && height > 0)) return sizeOf(drawing, 'width') * sizeOf(drawing, 'height');
  // With "slice", the drawing is larger than what is shown of it.
  return /slice/i.test(valueOf(drawing, 'preserveAspectRatio') ?? '') ? Math.min(width, height) ** 2 : width * height;
}

/** Attributes and properties that change the region of a filter, or the size of a shape. */
const SIZE = /^(?:x|y|width|height|filterUnits|viewBox|preserveAspectRatio|[xy][12]|r[xy]?|c[xy]|d|points|all)$/;
const SIZE_IN_STYLE = /(?:^|[;{ ])(?:x|y|width|height|r[xy]?|c[xy]|d|all) ?:|\\/i;
const STROKE_IN_STYLE = /(?:^|[;{ -])(?:stroke-(?:width|miterlimit)) ?: ?([^;{}!]*)/gi;

/** Returns the largest distance between the outline of a shape and the edge of its line; Infinity: unknown. */
function reachOfLines(attributes: readonly Attribute[]): number {
  let [width, miter] = [1, 4];
  const read = (name: string, value: string): void => {
    const number = Number(NUMBER.exec(value)?.[1] ?? Infinity);
    if (/miter/i.test(name)) miter = Math.max(miter, number);
    else width = Math.max(width, number);
  };
  for (const [name, value] of attributes)
    if (/^stroke-?(?:width|miter-?limit)$/i.test(name)) for (const one of value.split(';')) read(name, one);
    else if (name === 'style' && /stroke|\\/i.test(value)) {
      const { text, isClear } = plainCss(value);
      if (!isClear && /stroke-(?:width|miter)/i.test(text)) return Infinity;
      for (const [declaration, one = ''] of text.matchAll(STROKE_IN_STYLE)) read(declaration, one);
    }
  return (width / 2) * miter;
}

const boxAround = (x: number, y: number, width: number, height: number): Box => ({ left: x, top: y, right: x + width, bottom: y + height });

/** Returns a box around the outline of a shape; null: unknown, as for a text. */
function boxOf(shape: Shape): Box | null {
  const [x, y, width, height] = ['x', 'y', 'width', 'height'].map((name) => numberOf(shape, name)) as [number, number, number, number];
  switch (shape.name) {
    case 'rect':
      return boxAround(x, y, width, height);
    case 'circle':
    case 'ellipse': {
      // One of the radii of an ellipse can stand for both.
      const radius = Math.max(...['r', 'rx', 'ry'].map((name) => numberOf(shape, name)));
      return boxAround(0, 0, 2 * radius, 2 * radius);
    }
    case 'line': {
      const [x1, y1, x2, y2] = ['x1', 'y1', 'x2', 'y2'].map((name) => numberOf(shape, name)) as [number, number, number, number];
      return boxAround(0, 0, Math.abs(x2 - x1), Math.abs(y2 - y1));
    }
    case 'path':
      return outlineOfPath(valueOf(shape, 'd') ?? '')?.box ?? null;
    case 'polygon':
    case 'polyline':
      return outlineOfPath(`M${valueOf(shape, 'points') ?? '0 0'}`)?.box ?? null;
    default:
      return null;
  }
}

/** Elements that are filled. The others are groups, or not shown. */
export const SHAPES = /^(?:circle|ellipse|glyph|line|mesh|missing-glyph|path|poly(?:gon|line)|rect|t(?:ext|extPath|span))$/;

/** Measures a drawing. Parts of it are from 0 to 1, which is also the result if the part is unknown. */
interface AreaMeasure {
  /** @param reach of a blur around the shape */
  ofShape(shape: Shape, reach: number): number;
  /**
   * Returns the length of the outline of a path in relation to the size of the drawing; Infinity: unknown. At each of its vertices, the outline
   * crosses its line.
   */
  ofOutline(shape: Shape, vertices: number): number;
  /** Returns the part that the region of an element covers, which is 1 for elements other than filters. */
  ofRegion(shape: Shape): number;
}

/**
 * @param attributes those of all elements and animations, and the style sheets
 * @param animated those of animations, and the style sheets @param hasMarkers whether lines can have markers @param hasViews whether the drawing names views of it
 */
export function areaMeasure(
  drawing: Shape | undefined,
  attributes: readonly Attribute[],
  animated: readonly Attribute[],
  hasMarkers: boolean,
  hasViews: boolean,
): AreaMeasure {
  const area = drawing === undefined ? 0 : areaOf(drawing);
  const changes = ([name, value]: Attribute): boolean => (name === 'style' ? SIZE_IN_STYLE.test(plainCss(value).text) : SIZE.test(name));
  // Another view can show a part of the drawing in full size.
  const isKnown = area > 0 && !hasViews && !animated.some(changes);
  let line: number | undefined;
  const partOf = (width: number, height: number): number => {
    const part = (width * height) / area;
    return Number.isNaN(part) ? 1 : Math.min(1, Math.max(0, part));
  };

  function ofShape(shape: Shape, reach: number): number {
    const isMeasured = isKnown && !(hasMarkers && /^(?:path|line|poly)/.test(shape.name));
    if (!isMeasured || shape.attributes.some(([name, value]) => name === 'style' && changes([name, value]))) return 1;
    const box = boxOf(shape);
    if (box === null) return 1;
    line ??= reachOfLines(attributes);
    const margin = 2 * (line + reach);
    return box.left > box.right ? 0 : partOf(box.right - box.left + margin, box.bottom - box.top + margin);
  }
  function ofOutline(shape: Shape, vertices: number): number {
    if (!isKnown || shape.attributes.some(([name, value]) => name === 'style' && changes([name, value]))) return Infinity;
    const [path, points] = [valueOf(shape, 'd'), valueOf(shape, 'points')];
    const outline = outlineOfPath(path ?? (points === undefined ? '' : `M${points}z`));
    line ??= reachOfLines(attributes);
    return outline === null ? Infinity : (outline.length + vertices * line) / Math.sqrt(area);
  }
  function ofRegion(shape: Shape): number {
    if (!isKnown || shape.name !== 'filter' || valueOf(shape, 'filterUnits')?.trim() !== 'userSpaceOnUse') return 1;
    const [width, height] = [numberOf(shape, 'width'), numberOf(shape, 'height')];
    return valueOf(shape, 'width') === undefined || valueOf(shape, 'height') === undefined ? 1 : Math.max(0.02, partOf(width, height));
  }
  return { ofShape, ofOutline, ofRegion };
}
