/** A pattern of a grammar, in the syntax of Oniguruma → a regular expression of JavaScript. */
import { toRegExpDetails } from 'oniguruma-to-es';

import type { AsciiSet } from './ascii-set.ts';
import { neededCharacters } from './needed-characters.ts';

/** Plain data, so that it can be made before it is wanted. */
export interface TranslatedPattern {
  source: string;
  flags: string;
  /** What `EmulatedRegExp` does beside the expression; left out where it has nothing to do. */
  emulation?: NonNullable<ReturnType<typeof toRegExpDetails>['options']>;
  needs: AsciiSet;
}

/** As Shiki translates them for its own engine. */
const TRANSLATION = {
  global: true,
  hasIndices: true,
  lazyCompileLength: 3000,
  rules: { allowOrphanBackrefs: true, asciiWordBoundaries: true, captureGroup: true, recursionLimit: 5, singleline: true },
};

/** @returns null where JavaScript has no expression for it */
export function translatePattern(pattern: string): TranslatedPattern | null {
  try {
    const { pattern: source, flags, options } = toRegExpDetails(pattern, TRANSLATION);
    return { source, flags, ...(options === undefined ? {} : { emulation: options }), needs: neededCharacters(pattern) };
  } catch {
    return null;
  }
}
