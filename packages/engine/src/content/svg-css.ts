/** Reads the styles of drawings, and finds those whose cost for the reader's browser is unknown. */

const EMBEDDED =
  /url\(\s*["']?data:(?:image\/(?:png|jpe?g|gif|webp|avif)|font\/[\w.+-]*|application\/(?:[\w.-]*font[\w.-]*|octet-stream))[;,][\w/+.;=,%-]*["']?\s*\)/gi;
const COMMENT = /\/\*(?:(?!\/\*)[^{};()\\])*?\*\//g;
const STRING = /(["'])([\w #.,+-]*)\1/g;
const ESCAPE = /\\(?:([\da-f]{1,6})\s?|([^]))/gi;

/** CSS without pictures and fonts in it, comments, quotes, and escapes, and with single spaces. */
export interface PlainCss {
  text: string;
  /** Whether each brace and semicolon of the text has its meaning in CSS, and is not a part of a text or a comment. */
  isClear: boolean;
}

export function plainCss(css: string): PlainCss {
  const text = css.replace(EMBEDDED, 'none').replace(COMMENT, ' ').replace(STRING, '$2').replace(/\s+/g, ' ');
  const isClear = !/["'\\]|\/\*|\*\//.test(text);
  const unescape = (_: string, code: string | undefined, character = ''): string =>
    code === undefined ? character : String.fromCodePoint(Math.min(Number.parseInt(code, 16), 0x10_ff_ff));
  return { text: isClear ? text : text.replace(ESCAPE, unescape), isClear };
}

/** Rules that load other sheets, or give a name to values. */
const UNSAFE_RULE = /@(?:import|property|function)/i;
/** Properties that an element can take from the one around it although browsers do not inherit them: what they show, and the path. */
const NOT_INHERITED = /mask|filter|clip-path|^(?:d|all)$/i;
/** Values that stand for those of other elements, properties, or attributes. */
const INDIRECT = /inherit|(?:var|attr|if|(?<![\w-])--[\w-]*)\(/i;

/** Returns a description of a style whose references cannot be counted; null if there is none. */
export function unsafeStyle(css: string): string | null {
  const { text } = plainCss(css);
  const rule = UNSAFE_RULE.exec(text);
  if (rule !== null) return `"${rule[0]}"`;
  // Browsers ignore spaces in addresses. Pictures and fonts in the style are already removed.
  // oxlint-disable-next-line no-control-regex
  if (/["'(]data:/i.test(text.replace(/[\u0000-\u0020]/g, ''))) return 'a style with a document in it';
  // A comment can hide where a declaration ends.
  if (text.includes('/*') && INDIRECT.test(text)) return 'a comment in a style that refers to other styles';
  for (const declaration of text.split(/[;{}]/)) {
    const colon = declaration.indexOf(':');
    const [name, value] = [declaration.slice(0, Math.max(0, colon)).trim(), declaration.slice(colon + 1)];
    const isUnsafe = name.startsWith('--') ? /url/i.test(value) : NOT_INHERITED.test(name) && INDIRECT.test(value);
    if (isUnsafe) return `the style "${declaration.trim().slice(0, 40)}"`;
  }
  return null;
}
