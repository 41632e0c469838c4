/** Parses JSX and HTML tags in the text of a page. Tags can span lines, and attributes can be strings, template literals, or objects. Runs no code. */
import { decodeHTMLAttribute } from 'entities';
import { parseDocument, visit } from 'yaml';

import type { Line, LineRange } from './source-lines.ts';

export interface JsxAttribute {
  name: string;
  /** `flag`: without a value; `literal`: a string, number, or boolean; `code`: another expression, which would have to be run. */
  kind: 'flag' | 'literal' | 'code';
  /** Character references such as `&amp;` are decoded, unless the value is in braces. */
  value: string;
  /** Whether the value is in braces, which HTML does not have; absent: no. */
  isBraced?: true;
  /** Lines of the attribute, relative to the line of the tag's `<`. */
  rows: readonly [first: number, last: number];
}

export interface JsxTag {
  name: string;
  isClosing: boolean;
  isSelfClosing: boolean;
  /** Whether a frame or player has no end tag, which would hide the rest of the page; absent: no. */
  isUnclosed?: true;
  attributes: JsxAttribute[];
  /** Offset after the `>`. */
  end: number;
}

/** Characters that are scanned for a tag after the budget is used up. */
const MIN_SCANNED_CHARACTERS = 200;

/**
 * Characters that may still be scanned in vain, in text that looks like a tag or an expression but is not one. Without a budget, a text with
 * many unclosed tags would take quadratic time. The length of a tag itself is not limited.
 */
export interface ReadingBudget {
  characters: number;
}

export const readingBudget = (textLength: number): ReadingBudget => ({ characters: 100_000 + 8 * textLength });

/** Returns the offset at which scanning from `start` has to stop. */
export const limitOf = (text: string, start: number, { characters }: ReadingBudget): number =>
  Math.min(text.length, start + Math.max(MIN_SCANNED_CHARACTERS, characters));

const NAME = /[A-Za-z][\w-]*(?:\.[A-Za-z]\w*)*/y;
const ATTRIBUTE_NAME = /[A-Za-z_:@][\w:.@-]*/y;
const SPACE = /\s*/y;
const EQUALS = /\s*=\s*/y;
const BARE_VALUE = /[^\s"'`=<>{}]+/y;

/** Parses the tag that starts at a `<`. Returns null if there is none, and subtracts the scanned characters from the budget. */
export function readTag(text: string, start: number, budget = readingBudget(text.length)): JsxTag | null {
  const read = scanTag(text, start, limitOf(text, start, budget));
  if (typeof read !== 'number') return read;
  budget.characters -= read - start;
  return null;
}

/** Returns the tag, or the offset at which the scan failed. */
function scanTag(text: string, start: number, limit: number): JsxTag | number {
  let at = start + 1;
  let row = 0;
  let counted = start;
  /** Returns the row of an offset, which must not be before the last one: each character is counted once. */
  const rowAt = (offset: number): number => {
    for (; counted < offset; counted++) if (text[counted] === '\n') row += 1;
    return row;
  };
  const isClosing = text[at] === '/';
  if (isClosing) at += 1;
  const name = match(NAME, text, at);
  if (name === '') return at;
  at += name.length;
  const attributes: JsxAttribute[] = [];
  while (at < limit) {
    const space = match(SPACE, text, at).length;
    at += space;
    const character = text[at];
    if (character === '>') return { name, isClosing, isSelfClosing: false, attributes, end: at + 1 };
    if (character === '/' && text[at + 1] === '>') return { name, isClosing, isSelfClosing: true, attributes, end: at + 2 };
    // A tag name must be followed by a space, so `<https://…>` and `<a@b.example>` are not tags.
    if (space === 0 || isClosing) return at;
    if (character === '{') {
      const end = endOfBraces(text, at, limit);
      if (end === null) return limit;
      attributes.push({ name: '', kind: 'code', value: text.slice(at + 1, end - 1).trim(), rows: [rowAt(at), rowAt(end)] });
      at = end;
      continue;
    }
    const attributeName = match(ATTRIBUTE_NAME, text, at);
    if (attributeName === '') return at;
    const first = rowAt(at);
    at += attributeName.length;
    const sign = match(EQUALS, text, at);
    if (sign === '') {
      attributes.push({ name: attributeName, kind: 'flag', value: '', rows: [first, first] });
      continue;
    }
    const value = readValue(text, at + sign.length, limit);
    if (typeof value === 'number') return value;
    const isBraced = text[at + sign.length] === '{' ? { isBraced: true as const } : {};
    attributes.push({ name: attributeName, kind: value.kind, value: value.value, ...isBraced, rows: [first, rowAt(value.end)] });
    at = value.end;
  }
  return limit;
}

function match(pattern: RegExp, text: string, at: number): string {
  pattern.lastIndex = at;
  return pattern.exec(text)?.[0] ?? '';
}

interface Value {
  kind: 'literal' | 'code';
  value: string;
  end: number;
}

/** Returns the value, or the offset at which the scan failed. */
function readValue(text: string, at: number, limit: number): Value | number {
  const quote = text[at];
  if (quote === '"' || quote === "'") {
    // Slice first, so that `indexOf` does not search beyond the limit.
    const length = text.slice(at + 1, limit).indexOf(quote);
    const end = at + 1 + length;
    return length < 0 ? limit : { kind: 'literal', value: decodeHTMLAttribute(text.slice(at + 1, end)), end: end + 1 };
  }
  if (quote === '{') {
    const end = endOfBraces(text, at, limit);
    return end === null ? limit : { ...readExpression(text.slice(at + 1, end - 1)), end };
  }
  const bare = match(BARE_VALUE, text, at);
  return bare === '' ? at : { kind: 'literal', value: decodeHTMLAttribute(bare), end: at + bare.length };
}

const ESCAPED: Readonly<Record<string, string>> = { n: '\n', t: '\t', r: '', '\n': '' };

/** Replaces the escapes of a JavaScript string with their characters. */
export const withoutEscapes = (text: string): string =>
  text.replace(
    /\\(?:u\{([\da-f]{1,6})\}|u([\da-f]{4})|x([\da-f]{2})|([^]))/gi,
    (whole, braced?: string, four?: string, two?: string, one = '') => {
      const code = braced ?? four ?? two;
      if (code === undefined) return ESCAPED[one as string] ?? (one as string);
      const point = Number.parseInt(code, 16);
      return point > 0x10_ff_ff ? whole : String.fromCodePoint(point);
    },
  );

/** Parses a JavaScript literal: a string, a number, or a boolean. Returns other expressions unchanged, as `code`. */
export function readExpression(source: string): { kind: 'literal' | 'code'; value: string } {
  const code = source.trim();
  const text = /^(?:"((?:[^"\\]|\\.)*)"|'((?:[^'\\]|\\.)*)'|`((?:[^`\\$]|\\.|\$(?!\{))*)`)$/s.exec(code);
  if (text !== null) return { kind: 'literal', value: withoutEscapes(text[1] ?? text[2] ?? text[3] ?? '') };
  return { kind: /^(?:true|false|-?\d[\d_.]*)$/.test(code) ? 'literal' : 'code', value: code };
}

/** Returns the address that `useBaseUrl` makes of a path, without the base URL of the site. */
export const fromBaseUrl = (path: string): string => (/^(?:[a-z][a-z\d+.-]*:|[/#])/i.test(path) ? path : `/${path}`);

/**
 * Returns the value of an array or object literal, `[{ label: 'A', value: 1 }]`; undefined if code would have to run.
 * @param constants values of identifiers
 */
export function readData(source: string, constants: ReadonlyMap<string, string> = new Map()): unknown {
  // The syntax is almost that of YAML's flow style. In YAML, though, an identifier is a string.
  const named = source.replace(
    /\b(useBaseUrl|require)\(\s*(['"])([^'"]*)\2\s*\)(?:\.default)?/g,
    (_, name: string, quote: string, file: string) => quote + (name === 'require' ? file : fromBaseUrl(file)) + quote,
  );
  const document = parseDocument(named, { prettyErrors: false, uniqueKeys: false });
  let isData = document.errors.length === 0;
  visit(document, {
    Scalar(key, node) {
      const { type, value } = node;
      if (key === 'key' || type !== 'PLAIN' || typeof value !== 'string') return;
      const known = constants.get(value);
      if (known === undefined) isData = false;
      else node.value = known;
    },
    Alias() {
      isData = false;
    },
  });
  return isData ? (document.toJS() as unknown) : undefined;
}

/**
 * Returns the offset after the brace that closes the one at `start`; null if it is still open at the limit. Braces in strings and template
 * literals do not count.
 */
export function endOfBraces(text: string, start: number, limit: number): number | null {
  let depth = 0;
  for (let at = start; at < limit; at++) {
    const character = text[at];
    if (character === '\\') at += 1;
    else if (character === '{') depth += 1;
    else if (character === '}' && --depth === 0) return at + 1;
    else if (character === '"' || character === "'" || character === '`') {
      let end = at + 1;
      while (end < limit && text[end] !== character) end += text[end] === '\\' ? 2 : 1;
      // Without a closing quote, this is an apostrophe in text.
      if (end < limit) at = end;
    }
  }
  return null;
}

/** The lines of a tag in the author's file. */
export interface TagLines {
  first: number;
  /** Whether only white space precedes the tag on its line. */
  startsLine: boolean;
  all: LineRange;
  /** The lines from the tag to its closing tag. */
  element(): LineRange;
  of(attribute: JsxAttribute): LineRange;
}

/** Number of UTF-16 units in which the end tag of an element is searched, to report its lines. */
const MAX_ELEMENT_LENGTH = 20_000;

/** A longer indentation counts as text. */
const MAX_INDENT = 100;

/** Returns the lines of a tag. @param text `lines`, joined @param at offset of the tag in it @param row index of the line with the tag */
export function linesOf(text: string, at: number, tag: JsxTag, lines: readonly Line[], row: number): TagLines {
  const numberOf = (offset: number): number => lines[Math.min(row + offset, lines.length - 1)]?.number ?? 1;
  const rowsTo = (end: number): number => text.slice(at, end).split('\n').length - 1;
  const range = (from: number, to: number): LineRange => [numberOf(from), numberOf(to)];
  return {
    first: numberOf(0),
    get startsLine() {
      return /(?:^|\n)[ \t>]*$/.test(text.slice(Math.max(0, at - MAX_INDENT), at));
    },
    get all() {
      return range(0, rowsTo(tag.end));
    },
    element() {
      const length = tag.isSelfClosing ? -1 : text.slice(tag.end, tag.end + MAX_ELEMENT_LENGTH).indexOf(`</${tag.name}`);
      return range(0, rowsTo(tag.end + Math.max(length, 0)));
    },
    of: ({ rows }) => range(...rows),
  };
}

/** Escapes a value for an attribute in double quotes; '' for a flag. */
export const attributeText = (value: string | true | undefined): string =>
  typeof value === 'string' ? value.replaceAll('&', '&amp;').replaceAll('"', '&quot;').replaceAll('<', '&lt;').replaceAll('>', '&gt;') : '';

/** Elements whose content browsers do not show. Without an end tag, they hide the rest of the page. */
const HIDING_CONTENT = new Set(['iframe', 'video', 'audio']);

/**
 * Extends the tag of a frame or player to the end of its element, and gives it the address of its first `<source>`. Without an end tag, it becomes
 * self-closing. Only the text before the next tag of the same name is searched, so the total time is linear.
 */
export function wholeEmbed(tag: JsxTag | null, text: string): JsxTag | null {
  if (tag === null || !HIDING_CONTENT.has(tag.name) || tag.isClosing || tag.isSelfClosing) return tag;
  const next = text.indexOf(`<${tag.name}`, tag.end);
  const content = text.slice(tag.end, next < 0 ? text.length : next);
  const [closing] = new RegExp(`</${tag.name}\\s*>`).exec(content) ?? [];
  if (closing === undefined) return { ...tag, isSelfClosing: true, isUnclosed: true };
  const end = content.indexOf(closing);
  const source = /<source\b/.exec(content.slice(0, end));
  const address = source === null ? undefined : readTag(content, source.index)?.attributes.find(({ name }) => name === 'src');
  const hasOwn = tag.attributes.some(({ name }) => name === 'src');
  const attributes = address === undefined || hasOwn ? tag.attributes : [...tag.attributes, address];
  return { ...tag, attributes, isSelfClosing: true, end: tag.end + end + closing.length };
}
