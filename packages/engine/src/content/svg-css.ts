/** Reads the styles of drawings, and finds those whose cost for the reader's browser is unknown. */

import { isPlainFont } from './svg-fonts.ts';

/** An address without spaces, parentheses, and quotes, of a document in the style. */
const EMBEDDED = /url\(\s*(["']?)(data:([\w/+.-]*)[;,][\w/+.;=,%-]*)\1\s*\)/gi;
/** Stands for a font in the style. */
const EMBEDDED_FONT = 'embedded-font';
/** Types of pictures, whose size `pixelsOf` finds, and of fonts. Browsers do not rely on the types. */
const PICTURE = /^image\/(?:png|jpe?g|webp)$/i;
const FONT = /^(?:font\/[\w.+-]*|application\/(?:[\w.-]*font[\w.-]*|octet-stream))$/i;
const COMMENT = /\/\*(?:(?!\/\*)[^{};()\\])*?\*\//g;
const STRING = /(["'])(?!\s*data:)([\w #.,+:/?=&%@-]*)\1/g;
/** A comment, a text, or an address without quotes, which can be without an end. */
const TOKEN = /\/\*[^]*?(?:\*\/|$)|"[^"\n\r\f]*"?|'[^'\n\r\f]*'?|(?<![\w\u{80}-\u{10FFFF}-])url\(\s*(?!["'\s])[^()"']*\)?/giu;
const IS_COMPLETE = /^(?:\/\*[^]*\*\/|(["'])[^]*\1|url\([^]*\))$/i;
/** What is before and after a text that is the value of an attribute in a selector. */
const ATTRIBUTE = { start: /\[\s{0,9}[\w:-]{1,50}\s{0,9}[*^$]?=\s{0,9}$/, end: /^\s*\]/ };
const ESCAPE = /\\(?:([\da-f]{1,6})\s?|([^]))/gi;

/** CSS without pictures and fonts in it, comments, quotes, and escapes, and with single spaces. */
export interface PlainCss {
  text: string;
  /** Whether each brace and semicolon of the text has its meaning in CSS, and is not a part of a text or a comment. */
  isClear: boolean;
}

export function plainCss(css: string): PlainCss {
  const withoutData = css.replace(EMBEDDED, (whole, _, address: string, type: string) =>
    PICTURE.test(type) ? 'none' : FONT.test(type) && isPlainFont(address) ? EMBEDDED_FONT : whole,
  );
  const text = withoutTokens(withoutData).replace(COMMENT, ' ').replace(STRING, '$2').replace(/\s+/g, ' ');
  const isClear = !/["'\\]|\/\*|\*\//.test(text);
  const unescape = (_: string, code: string | undefined, character = ''): string =>
    code === undefined ? character : String.fromCodePoint(Math.min(Number.parseInt(code, 16), 0x10_ff_ff));
  return { text: isClear ? text : text.replace(ESCAPE, unescape), isClear };
}

/**
 * Removes comments, and replaces quoted values in selectors by names, or by `*` if they are no names. Changes nothing if it is not certain where
 * comments and texts end, because a part of the style could be hidden in one.
 */
function withoutTokens(css: string): string {
  if (css.includes('\\')) return css;
  let isCertain = true;
  const result = css.replace(TOKEN, (token: string, at: number) => {
    if (!IS_COMPLETE.test(token)) isCertain = false;
    if (token.startsWith('/*')) return ' ';
    const isValue =
      /^["']/.test(token) &&
      ATTRIBUTE.start.test(css.slice(Math.max(0, at - 80), at)) &&
      ATTRIBUTE.end.test(css.slice(at + token.length, at + token.length + 10));
    const value = token.slice(1, -1);
    return isValue ? (/^[\w.:-]{1,100}$/.test(value) ? value : '*') : token;
  });
  return isCertain ? result : css;
}

/** Returns the addresses of the pictures in a style. */
export const picturesIn = (css: string): string[] =>
  Array.from(css.matchAll(EMBEDDED), ([, , address = '', type = '']) => (PICTURE.test(type) ? [address] : [])).flat();

/** Rules that load other sheets, or give a name to values. */
const UNSAFE_RULE = /@(?:import|property|function)/i;
/** Properties that an element can take from the one around it although browsers do not inherit them: what they show, and the path. */
const NOT_INHERITED = /mask|filter|clip-path|^(?:d|all)$/i;
/** Values that stand for those of other elements, properties, or attributes. */
const INDIRECT = /inherit|(?:var|attr|if|(?<![\w-])--[\w-]*)\(/i;

/** Maximum number of characters of the value of a custom property. Each element that uses it reads it again. */
const MAX_VALUE = 300;

/** Returns a description of a style whose references cannot be counted; null if there is none. */
export function unsafeStyle(css: string): string | null {
  const { text, isClear } = plainCss(css);
  const rule = UNSAFE_RULE.exec(text);
  if (rule !== null) return `"${rule[0]}"`;
  // Browsers ignore spaces in addresses. Pictures and fonts in the style are already removed.
  // oxlint-disable-next-line no-control-regex
  if (/["'(]data:/i.test(text.replace(/[\u0000-\u0020]/g, ''))) return 'a style with a document or a color font in it';
  // A comment can hide where a declaration ends.
  if (text.includes('/*') && INDIRECT.test(text)) return 'a comment in a style that refers to other styles';
  for (const declaration of text.split(/[;{}]/)) {
    const colon = declaration.indexOf(':');
    const [name, value] = [declaration.slice(0, Math.max(0, colon)).trim(), declaration.slice(colon + 1)];
    // Texts could double with each of a chain of custom properties, and an element with one copies those around it.
    const isUnsafe =
      value.includes(EMBEDDED_FONT) && !(isClear && /^src$/i.test(name))
        ? true
        : name.startsWith('--')
          ? /url|var\(/i.test(value) || value.length > MAX_VALUE
          : NOT_INHERITED.test(name) && INDIRECT.test(value);
    if (isUnsafe) return `the style "${declaration.trim().slice(0, 40)}"`;
  }
  return null;
}

/** Maximum number of commas in a value, because a browser can draw a layer for each. */
const MAX_COMMAS = 100;
/** Maximum number of parentheses around each other: in a value, and in the condition of a group of rules. */
const MAX_PARENTHESES = { value: 20, condition: 5 };
/** Values that may be longer: letters of a font, and the points of a path. */
const LONG_LIST = /^ ?(?:unicode-range|d) ?:/i;
/** Attributes that are properties with lists or functions, and `style`. */
export const LISTS =
  /^(?:style|clip-path|cursor|fill|filter|font|font-family|marker(?:-\w+)?|mask(?:-\w+)?|stroke|(?:[a-z]+-)?color|transform-origin)$/;

/** Returns how many parentheses are around each other. @param hasEnds whether each one that looks closed is, and not a part of a text */
function nestingIn(text: string, hasEnds = true): number {
  let [depth, deepest] = [0, 0];
  for (const [mark] of text.matchAll(/[()[\]]/g)) {
    if (mark === '(' || mark === '[') depth++;
    else if (hasEnds && depth > 0) depth--;
    deepest = Math.max(deepest, depth);
  }
  return deepest;
}

const hasLongList = (value: string): boolean => value.split(',').length > MAX_COMMAS + 1;
const tooLong = (value: string): string => `a list with more than ${MAX_COMMAS} commas: "${value.trim().slice(0, 40)}"`;

/** Returns a description of values that crash a browser, or keep it busy; null if there are none. */
export function longList(css: string): string | null {
  const { text, isClear } = plainCss(css);
  if (nestingIn(text, isClear) > MAX_PARENTHESES.value) return `parentheses in more than ${MAX_PARENTHESES.value} others`;
  if (!isClear) return hasLongList(text) ? tooLong(text) : null;
  for (const { 0: value, index } of text.matchAll(/[^;{}]+/g))
    // Selectors, which `{` follows, are counted as rules.
    if (text[index + value.length] !== '{' && hasLongList(value) && !LONG_LIST.test(value)) return tooLong(value);
  return null;
}

/** A rule of a style sheet. */
export interface Rule {
  /** Empty: the rule can apply to any element. Pseudo-classes with a value are those of another one. */
  selectors: readonly string[];
  /** The declarations of the rule. */
  body: string;
}

/** Rules with blocks, and other rules, that do not make the meaning of a sheet unclear. */
const GROUPS = /^@(?:media|supports)\b/i;
const BLOCKS = /^@(?:font-face|page|(?:-(?:webkit|moz|o)-)?keyframes)\b/i;
const STATEMENTS = /^@(?:charset|namespace)\b/i;
const STEPS = /^(?:from|to|[\d.]+%)$/i;
/**
 * The only selectors: types, classes, ids, attributes with a value or with a part of it (`*`: any), and pseudo-classes that concern an element alone, or
 * its position, with spaces, `>`, or `+` between them. A browser compares others with all elements around or before each element.
 */
const SIMPLE =
  /(?:[.#][\w\u{80}-\u{10FFFF}-]{1,200}|\[ ?[\w:-]{1,50} ?(?:[*$^]?= ?(?:\*|[\w.:-]{1,100}) ?)?\]|::?(?:root|link|visited|hover|active|focus|focus-visible|focus-within|target|first-child|last-child|before|after))/u;
/** Pseudo-classes that only leave out elements. */
const FUNCTION = /:(?:not\( ?[.#]?[\w-]{1,200} ?\)|nth-(?:child|of-type)\( ?(?:odd|even|-?\d{0,5}n? ?(?:[+-] ?)?\d{0,5}) ?\))/gi;
const COMPOUND = `(?:(?:\\*|[\\w-]{1,100})${SIMPLE.source}{0,20}|${SIMPLE.source}{1,20})`;
const SELECTOR = new RegExp(`^${COMPOUND}(?:(?: ?[>+] ?| )${COMPOUND}){0,20}$`, 'u');
/** Maximum length of the condition of a group of rules, and number of groups that contain each other. */
const MAX_CONDITION = 200;
const MAX_GROUPS = 5;
/** Maximum number of rules for one selector, and of custom properties. */
const MAX_CUSTOM_PROPERTIES = 200;

/** Returns the rules of a style sheet, or the description of a part that is not known to be cheap. */
export function readSheet(css: string): Rule[] | string {
  const { text, isClear } = plainCss(css);
  if (!isClear)
    return 'a style sheet with a backslash, or with a comment or a quoted text that contains other marks than those of a sentence';
  if ((text.match(/(?<![\w-])--[\w-]{1,100} ?:/g)?.length ?? 0) > MAX_CUSTOM_PROPERTIES)
    return `more than ${MAX_CUSTOM_PROPERTIES} custom properties`;
  const rules: Rule[] = [];
  const open: ('group' | 'block' | 'rule')[] = [];
  // Between marks, a text at an even index, which the mark after it ends.
  const parts = text.split(/([{}])/);
  for (let index = 0; index < parts.length; index += 2) {
    const statements = (parts[index] ?? '').split(';').map((part) => part.trim());
    const isBlock = parts[index + 1] === '{';
    const prelude = isBlock ? (statements.pop() ?? '') : '';
    const inside = open.at(-1);
    const rule = statements.find((statement) => statement.startsWith('@') && !STATEMENTS.test(statement));
    if (rule !== undefined) return `the rule "${rule.slice(0, 40)}"`;
    if (inside === 'rule') {
      if (isBlock) return `a rule inside another: "${prelude.slice(0, 40)}"`;
      (rules.at(-1) as { body: string }).body = statements.join(';');
    }
    if (!isBlock) {
      if (parts[index + 1] === '}') open.pop();
    } else if (GROUPS.test(prelude)) {
      if (prelude.length > MAX_CONDITION || nestingIn(prelude) > MAX_PARENTHESES.condition)
        return `the long condition "${prelude.slice(0, 40)}"`;
      if (open.length === MAX_GROUPS) return `groups of rules in more than ${MAX_GROUPS} others`;
      open.push('group');
    } else if (BLOCKS.test(prelude)) {
      // Keyframes can be used on any element.
      if (!/keyframes/i.test(prelude)) rules.push({ selectors: [], body: '' });
      open.push(/keyframes/i.test(prelude) ? 'block' : 'rule');
    } else {
      const selectors = prelude.split(',').map((selector) => selector.replace(FUNCTION, ':first-child').trim());
      const unknown = selectors.find((selector) => !(inside === 'block' ? STEPS : SELECTOR).test(selector));
      if (unknown !== undefined) return `the selector "${unknown.slice(0, 60)}", which is not one of types, classes, and ids`;
      rules.push({ selectors: inside === 'block' ? [] : selectors, body: '' });
      open.push('rule');
    }
  }
  return open.includes('group') ? 'a group of rules without an end' : rules;
}

/** The parts of a selector between which are spaces, `>`, or `+`. */
export const compoundsOf = (selector: string): string[] => selector.split(/[ >+]+/);
