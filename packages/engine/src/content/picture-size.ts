/** Determines the size at which a picture is shown: the size in its attributes or style, or the size of its file. */
import type { Properties } from 'hast';

import { attributeText } from './jsx-parser.ts';

interface Size {
  width: number;
  height: number;
}

/** Pixels of each unit. */
const PIXELS: Readonly<Record<string, number>> = { '': 1, px: 1, em: 16, rem: 16 };

/** Converts a length to whole pixels; null for a length in percent and for other values. */
function pixelsOf(value: unknown): number | null {
  const [, number, unit = ''] = /^(\d+(?:\.\d+)?)\s*(px|r?em)?$/i.exec(String(value ?? '').trim()) ?? [];
  const pixels = number === undefined ? 0 : Math.round(Number(number) * (PIXELS[unit.toLowerCase()] ?? 1));
  return pixels === 0 ? null : pixels;
}

const percentOf = (value: unknown): string | null => /^\s*([1-9]\d*(?:\.\d+)?%)\s*$/.exec(String(value ?? ''))?.[1] ?? null;

/**
 * Returns the `width` and `height` attributes of a picture. With a width in percent there is no height, because the stylesheet keeps the ratio.
 * @param written attributes of the author @param own size of the file in pixels
 */
export function shownSize({ width, height, dataMaxWidth }: Properties, own: Size): Pick<Properties, 'width' | 'height' | 'dataMaxWidth'> {
  const limited = (pixels: number): number => Math.min(pixels, pixelsOf(dataMaxWidth) ?? Infinity);
  const percent = percentOf(width);
  if (percent !== null && dataMaxWidth === undefined) return { width: percent, height: undefined, dataMaxWidth };
  const byHeight = pixelsOf(height);
  const wanted = pixelsOf(width) ?? (byHeight === null ? own.width : Math.round((byHeight * own.width) / own.height));
  const shown = limited(wanted);
  return { width: shown, height: shown === own.width ? own.height : Math.round((shown * own.height) / own.width), dataMaxWidth: undefined };
}

/** Whether the author set a size. */
export const isSized = ({ width, height, dataMaxWidth }: Properties): boolean =>
  percentOf(width) !== null || [width, height, dataMaxWidth].some((value) => pixelsOf(value) !== null);

/** A size in CSS (`width: 50%;`) or in a style object of JSX (`{ maxWidth: '20rem' }`). */
const DECLARATION = /(?<=^|[{;,\s])(['"]?)(max-?width|width|height)\1\s*:\s*(['"]?)(auto|\d+(?:\.\d+)?(?:px|%|r?em)?)\3\s*(?=[;,}]|$)/gi;

/** Whether a style only sets the size. */
export const isSizeStyle = (style: string): boolean => style.replace(DECLARATION, '').replace(/[{};,\s]/g, '') === '';

/** Returns the size in a style as attributes of `<img>`. Ignores a `max-width` in percent, because the stylesheet limits every picture to the column. */
export function sizeOfStyle(style: string): Record<string, string> {
  const found = [...style.matchAll(DECLARATION)].map(([, , name = '', , value = '']): [string, string] => [
    /^max/i.test(name) ? 'data-max-width' : name.toLowerCase(),
    value,
  ]);
  return Object.fromEntries(found.filter(([name, value]) => value !== 'auto' && (name === 'width' || !value.endsWith('%'))));
}

/** Returns the size in the attributes of a picture component as HTML attributes of `<img>`. */
export function sizeAttributes({ width, height, style }: Readonly<Record<string, string | true | null | undefined>>): string {
  const size = Object.entries({ width, height, ...sizeOfStyle(typeof style === 'string' ? style : '') });
  return size.map(([name, value]) => (typeof value === 'string' ? ` ${name}="${attributeText(value)}"` : '')).join('');
}

/** Reads `{width=300}`, which markdown-it and kramdown allow after a picture. @returns the attributes, and the length of their text; null if there are none */
export function sizeAfterPicture(text: string): { size: Record<string, string>; length: number } | null {
  const [whole = '', inside = ''] = /^\{:?\s*((?:(?:width|height)=(?:"[^"{}]*"|'[^'{}]*'|[\w.%]+)\s*)+)\}/.exec(text) ?? [];
  const pairs = [...inside.matchAll(/\b(\w+)=["']?([\w.%]+)/g)].map(([, name = '', value = '']) => [name, value]);
  return whole === '' ? null : { size: Object.fromEntries(pairs) as Record<string, string>, length: whole.length };
}
