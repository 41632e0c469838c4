/** The patterns of languages that documentations are full of, translated ahead: the program's bundle holds them. */
import { bundledLanguages } from 'shiki/langs';
import type { BundledLanguage } from 'shiki/langs';

import { translatePattern } from './translate-pattern.ts';
import type { TranslatedPattern } from './translate-pattern.ts';

/** Other languages are translated when a page has code in them. */
const COMMON: readonly BundledLanguage[] = [
  'diff',
  'docker',
  'dotenv',
  'graphql',
  'groovy',
  'html',
  'ini',
  'java',
  'javascript',
  'json',
  'kotlin',
  'markdown',
  'properties',
  'protobuf',
  'python',
  'shellscript',
  'shellsession',
  'sql',
  'toml',
  'typescript',
  'xml',
  'yaml',
];

/** By the pattern as a grammar asks for it; null where JavaScript has no expression for it. */
export async function translateCommonPatterns(): Promise<Map<string, TranslatedPattern | null>> {
  const grammars = await Promise.all(COMMON.map(async (name) => (await bundledLanguages[name]()).default));
  const patterns = new Set(patternsIn(grammars).flatMap(asAskedFor));
  return new Map([...patterns].map((pattern) => [pattern, translatePattern(pattern)]));
}

const KEYS = new Set(['match', 'begin', 'end', 'while']);

function patternsIn(part: unknown): string[] {
  if (typeof part !== 'object' || part === null) return [];
  return Object.entries(part).flatMap(([key, value]) => (KEYS.has(key) && typeof value === 'string' ? [value] : patternsIn(value)));
}

/** What a grammar makes of an anchor that does not hold where it searches: a character that no text has. */
const NEVER = '\uFFFF';

/** In the forms that the grammar's reader gives it (RegExpSource of `vscode-textmate`): for the end of a text, and for each anchor that holds or does not. */
function asAskedFor(pattern: string): string[] {
  const source = pattern.replace(/\\(.)/gs, (escape, letter) => (letter === 'z' ? '$(?!\\n)(?<!\\n)' : escape));
  const without = (letters: string): string =>
    source.replace(/\\(.)/gs, (escape, letter: string) => (letters.includes(letter) ? `\\${NEVER}` : escape));
  return [...new Set([without(''), without('A'), without('G'), without('AG')])];
}
