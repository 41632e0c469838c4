/** Sets of ASCII characters in 128 bits: to ask whether one set holds another takes a nanosecond. */
export interface AsciiSet {
  /** Bits of the characters from 0, 32, 64 and 96 on. */
  bits: readonly [number, number, number, number];
}

/** Everything beyond ASCII counts as this character. */
const BEYOND = 0;

/** @param codes of characters, in UTF-16 */
export function asciiSet(codes: Iterable<number>): AsciiSet {
  const bits: [number, number, number, number] = [0, 0, 0, 0];
  for (const code of codes) add(bits, code);
  return { bits };
}

export function charactersOf(text: string): AsciiSet {
  const bits: [number, number, number, number] = [0, 0, 0, 0];
  for (let at = 0; at < text.length; at++) add(bits, text.charCodeAt(at));
  return { bits };
}

function add(bits: [number, number, number, number], code: number): void {
  const character = code < 128 ? code : BEYOND;
  bits[(character >> 5) as 0 | 1 | 2 | 3] |= 1 << (character & 31);
}

export function holdsAll({ bits: held }: AsciiSet, { bits: wanted }: AsciiSet): boolean {
  return ((wanted[0] & ~held[0]) | (wanted[1] & ~held[1]) | (wanted[2] & ~held[2]) | (wanted[3] & ~held[3])) === 0;
}
