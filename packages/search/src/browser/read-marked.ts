/** Reads the HTML-escaped values of a response as plain text: the one that shows the pieces shows text, whatever the response says. */
import type { TextPiece } from '../types.ts';

const NAMED: Readonly<Record<string, string>> = { amp: '&', lt: '<', gt: '>', quot: '"', apos: "'", nbsp: '\u00a0' };
const LAST_CODE_POINT = 0x10ffff;

function decodeEntity(entity: string, name: string): string {
  if (!name.startsWith('#')) return NAMED[name] ?? entity;
  const hexadecimal = /^#x/i.test(name);
  const code = Number.parseInt(name.slice(hexadecimal ? 2 : 1), hexadecimal ? 16 : 10);
  return code > 0 && code <= LAST_CODE_POINT ? String.fromCodePoint(code) : entity;
}

/** One pass, so that `&amp;lt;` is the text `&lt;`. */
function decode(html: string): string {
  return html.replace(/&(#\d{1,7}|#x[\da-f]{1,6}|[a-z]{2,4});/gi, decodeEntity);
}

/** Splits at `<mark>` and `</mark>`; any other tag in the value is text like the rest. What is no text gives no pieces. */
export function readMarked(html: unknown): TextPiece[] {
  if (typeof html !== 'string') return [];
  const pieces: TextPiece[] = [];
  let highlighted = false;
  for (const part of html.split(/(<\/?mark>)/)) {
    if (part === '<mark>' || part === '</mark>') highlighted = part === '<mark>';
    else if (part !== '') pieces.push({ text: decode(part), highlighted });
  }
  return pieces;
}

/** The text alone. */
export function plainText(pieces: readonly TextPiece[]): string {
  return pieces.map(({ text }) => text).join('');
}
