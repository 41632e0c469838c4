/** Words and phrases that a technical editor would not sign (handbook/style.md, "Language"): in pages, catalog texts and the handbook. */
import { globSync, readFileSync } from 'node:fs';
import { join } from 'node:path';

import { expect, test } from 'vitest';

import { ROOT } from './pages.ts';

/** Each pattern with what to write in its place. */
const RULES: readonly (readonly [pattern: RegExp, instead: string])[] = [
  [/\banew\b/i, 'again'],
  [/\bmend(?:s|ed|ing)?\b/i, 'fix'],
  [/\bwhoever\b/i, 'anyone who, the reader, the user'],
  [/\bhas got\b/i, 'has'],
  [/\b(?:table|program|class|operator|plugin|file|folder|name|pattern)s? of (?:yours|ours)\b/i, 'your own'],
  [
    /\b(?:stands?|stood|lies?|lay) (?:in|on|at|beside|below|above|under) (?:the|a|an|its|their|this|that|one|`)/i,
    'is in, appears in, is on',
  ],
  [/\bhangs? on\b/i, 'depend on'],
  [/\bMost (?:rows|lines|characters|bytes|entries|pages|files|queries|requests) (?:that|to|a|of)\b/, 'Maximum number of'],
  [/\b(?:is|are|was|were) told\b/i, 'is informed, is reported'],
  [/\bcatalogues?\b/i, 'catalog'],
  [/\bcolou?red mark\b|\bcolours?\b/i, 'color'],
  [/\bbehaviours?\b/i, 'behavior'],
  [/\blicences?\b/i, 'license'],
  [/\b(?:the first|the former) (?:is|has|does|gives|takes)\b[^.\n]*\b(?:the second|the latter)\b/i, 'the names of both things'],
];

const TEXTS = [
  'website/content/**/*.{md,yaml}',
  'website/catalog/**/*.{md,yaml,graphql}',
  'handbook/**/*.md',
  'README.md',
  'examples/**/*.md',
];
/** Comments, messages and titles of tests are held to the same words. */
const CODE = ['{packages,website,bench,scripts,tests,examples}/**/*.{ts,tsx,mjs,css}'];
/** In code, a file or a person may be told apart, and told to do something. */
const CODE_RULES = RULES.filter(([, instead]) => instead !== 'is informed, is reported');
/** The style guide quotes what it advises against. */
const EXCEPTIONS = ['handbook/style.md'];

/** Code, addresses and code samples are not prose; front matter is, but its questions are the reader's own words. */
function proseOf(text: string): string {
  const blank = (match: string): string => match.replace(/[^\n]/g, ' ');
  return text
    .replace(/^(```|~~~)[\s\S]*?^\1/gm, blank)
    .replace(/^\s*- \{ ask: .*$/gm, blank)
    .replace(/`[^`\n]*`/g, blank)
    .replace(/\]\([^)]*\)/g, blank)
    .replace(/https?:\S+/g, blank);
}

test('no page, catalog text or chapter of the handbook uses a word of the list', () => {
  const findings = globSync(TEXTS, { cwd: ROOT, exclude: (path) => path.includes('node_modules') })
    .filter((file) => !EXCEPTIONS.includes(file))
    .toSorted()
    .flatMap((file) => {
      const lines = proseOf(readFileSync(join(ROOT, file), 'utf8')).split('\n');
      return lines.flatMap((line, index) =>
        RULES.flatMap(([pattern, instead]) => {
          const found = pattern.exec(line)?.[0];
          return found === undefined ? [] : [`${file}:${index + 1}: "${found}": write "${instead}"`];
        }),
      );
    });
  expect(findings).toEqual([]);
});

test('no comment, message or title of a test in the code uses a word of the list', () => {
  const findings = globSync(CODE, { cwd: ROOT, exclude: (path) => path.includes('node_modules') })
    .filter((file) => !file.endsWith('language.test.ts'))
    .toSorted()
    .flatMap((file) =>
      readFileSync(join(ROOT, file), 'utf8')
        .split('\n')
        .flatMap((line, index) =>
          CODE_RULES.flatMap(([pattern, instead]) => {
            const found = pattern.exec(line)?.[0];
            return found === undefined ? [] : [`${file}:${index + 1}: "${found}": write "${instead}"`];
          }),
        ),
    );
  expect(findings).toEqual([]);
});

test.each([
  ['The file lies in the folder', true],
  ['The token is anew', true],
  ['Most rows that are read', true],
  ['`anew` is code', false],
  ['The value stands for a name', false],
])('%s: %s', (line, isFound) => {
  expect(RULES.some(([pattern]) => pattern.test(proseOf(line)))).toBe(isFound);
});
