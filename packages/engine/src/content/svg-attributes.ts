/** Checks the attributes of drawings, each on its own. */
import { svg as svgAttributes } from 'property-information';
import type { QualifiedAttribute } from 'sax';
import { attributeInfo } from './html-tree.ts';
import { compactAddress } from './svg-rasters.ts';

const SVG = 'http://www.w3.org/2000/svg';
const XLINK = 'http://www.w3.org/1999/xlink';
const XML = 'http://www.w3.org/XML/1998/namespace';
/** Namespaces of the data that editors store in their drawings. Browsers do not know them. */
export const EDITORS =
  /^(?:http:\/\/(?:www\.inkscape\.org\/|(?:inkscape|sodipodi)\.sourceforge\.net\/|www\.w3\.org\/(?:1999\/02\/22-rdf-syntax-ns#|2000\/xmlns\/)|purl\.org\/dc\/|creativecommons\.org\/ns#|web\.resource\.org\/cc\/|www\.bohemiancoding\.com\/sketch\/|www\.figma\.com\/figma\/|ns\.adobe\.com\/|www\.serif\.com\/|schemas\.microsoft\.com\/visio\/|xml\.openoffice\.org\/|krita\.org\/)|https?:\/\/(?:www\.)?boxy-svg\.com\b)/;
/** Attributes that editors write although SVG does not define them. They have no effect. */
const EDITOR_ATTRIBUTE = /^(?:data-.+|aria-.+|(?:agent|content|enable-background|etag|host|isolation|mix-blend-mode|p-id|t|white-space))$/;
/** Links within the file, links to pages, embedded pictures, and relative paths. */
const SAFE_ADDRESS = /^(?:#|https?:\/\/|data:image\/(?:png|jpeg|webp);base64,|(?![a-z][a-z\d+.-]*:))/i;
const SCHEME = /^[a-z][a-z\d+.-]*:/i;

/** Whether a namespace is that of SVG. A drawing without namespaces is checked as SVG, because a page reads it as such. */
export const isSvg = (uri: string): boolean => uri === SVG || uri === '';

const SVG_NUMBER = /^[+-]?(?:\d{1,9}(?:\.\d+)?|\.\d+)(?:e[+-]?\d)?$/i;
/** Whether a browser reads a `viewBox` as it was measured. It ignores one that is not four numbers, or has a negative or very large size. */
export function isViewBox(value: string): boolean {
  const numbers = value
    .replace(/[ \t\r\n]+/g, ' ')
    .replace(/^ | $/g, '')
    .split(/ ?, ?| /);
  const isSize = (number: string, index: number): boolean => SVG_NUMBER.test(number) && (index < 2 || !number.startsWith('-'));
  return numbers.join('') === '' || (numbers.length === 4 && numbers.every(isSize));
}

/** Maximum number of times at which an animation begins or ends. */
const MAX_TIMES = 20;
/**
 * Whether the beginnings and ends of animations stay few: of several times of an animation, only one is the end of another animation, and none is its
 * beginning or before its end. Otherwise, each of them would lead to several others, without end.
 */
function isTiming(value: string): boolean {
  const times = value.split(';');
  if (times.length === 1) return true;
  const ends = times.filter((time) => /\.\s*end\b/i.test(time));
  return times.length <= MAX_TIMES && ends.length <= 1 && !times.some((time) => /\.(?!\d|end\b)|end\s*-|\\/i.test(time));
}

/** @param isInSvg whether the attribute belongs to an element of SVG. Its own attributes have no namespace. */
export function isSafeAttribute({ local, uri, value }: QualifiedAttribute, isInSvg: boolean): boolean {
  // A scheme has no spaces or control characters in it.
  if (local === 'href')
    return SAFE_ADDRESS.test(compactAddress(value)) && (SCHEME.test(value.trim()) || !SCHEME.test(compactAddress(value)));
  if (local === 'attributeName') return isKnownAttribute(value.trim()) && !/href$/i.test(value.trim());
  if (local === 'viewBox') return isViewBox(value);
  if (local === 'begin' || local === 'end') return isTiming(value);
  if (uri === '') return !isInSvg || isKnownAttribute(local);
  if (uri === XML) return /^(?:space|lang|id)$/.test(local);
  return uri === XLINK || EDITORS.test(uri);
}

/** Whether an attribute is one of SVG, other than those that run code, or one of editors. */
const isKnownAttribute = (name: string): boolean =>
  !/^on/i.test(name) && (attributeInfo(svgAttributes, name).defined || EDITOR_ATTRIBUTE.test(name));
