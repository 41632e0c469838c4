import type { TranslatedPattern } from './translate-pattern.ts';

/** Filled where the program is bundled (`scripts/ensure-program.mjs`); where the sources run, a pattern is translated when it is asked for. */
export const TRANSLATED: ReadonlyMap<string, TranslatedPattern | null> = new Map();
