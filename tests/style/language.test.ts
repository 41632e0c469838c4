/** Words and phrases that pages, catalog texts, and the handbook should avoid (handbook/style.md, "Language"). */
import { globSync, readFileSync } from 'node:fs';
import { join } from 'node:path';

import { expect, test } from 'vitest';

import { ROOT } from './pages.ts';

/** Each pattern with its replacement. */
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
  [/\btells(?: (?:what|which|whether|how|why|where|when|that|of)\b|[.,;:])/i, 'shows, states'],
  [/\bcatalogues?\b/i, 'catalog'],
  [/\bcolou?red mark\b|\bcolours?\b/i, 'color'],
  [/\bbehaviours?\b/i, 'behavior'],
  [/\blicences?\b/i, 'license'],
  [/\b(?:the first|the former) (?:is|has|does|gives|takes)\b[^.\n]*\b(?:the second|the latter)\b/i, 'the names of both things'],
  [/\benvironment {3,}variable\b/i, 'the `X` environment variable'],
  [/(?: {3,}|\*\*), (?:endpoint|enum|class|option|link|button|tab|privilege)(?:,| and\b| or\b)/, 'no comma before the noun'],
];

const TEXTS = [
  'website/content/**/*.{md,yaml}',
  'website/catalog/**/*.{md,yaml,graphql}',
  'handbook/**/*.md',
  'README.md',
  'examples/**/*.md',
];
/** The rules also apply to comments, messages, and test titles. */
const CODE = ['{packages,website,bench,scripts,tests,examples}/**/*.{ts,tsx,mjs,css}'];
/** The rules for code, which may contain "told". */
const CODE_RULES = RULES.filter(([, instead]) => instead !== 'is informed, is reported');
/** The style guide quotes the phrases that it advises against. */
const EXCEPTIONS = ['handbook/style.md'];

/** Blanks out everything that is not prose: code, addresses, and the questions in front matter, which are words of readers. */
function proseOf(text: string): string {
  const blank = (match: string): string => match.replace(/[^\n]/g, ' ');
  return (
    text
      .replace(/^(```|~~~)[\s\S]*?^\1/gm, blank)
      .replace(/^\s*- \{ ask: .*$/gm, blank)
      .replace(/`[^`\n]*`/g, blank)
      // The bracket shows that a link ends here, not code.
      .replace(/\]\([^)]*\)/g, (match) => `]${blank(match.slice(1))}`)
      .replace(/https?:\S+/g, blank)
  );
}

/** Text in which code is one word and links are their texts, so that lists of them can be recognized. Lists of keywords are blank. */
function linkTexts(text: string): string {
  const blank = (match: string): string => match.replace(/[^\n]/g, ' ');
  return text
    .replace(/^(```|~~~)[\s\S]*?^\1/gm, blank)
    .replace(/^\s*- \{ (?:ask|from): .*$/gm, blank)
    .replace(/^\w+: \[.*\]$/gm, blank)
    .replace(/`[^`\n]*`/g, 'code')
    .replace(/\]\([^)]*\)/g, ']');
}

test('no page, catalog text, or chapter of the handbook uses a word of the list', () => {
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

test('no comment, message, or test title in the code uses a word of the list', () => {
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

/** Nouns after which no name follows. Others, such as "user", "value", and "form", are idiomatic before a name. */
const NOUNS = [
  '(?:action|annotation|argument|aspect|attribute|button|claim|column|command|component|connector|container|database|dataset|directive)s?',
  '(?:endpoint|enum|extra|field|file|flag|folder|function|group|header|interface|job|key|label|menu|method|module|mutation|operation)s?',
  '(?:operator|option|package|page|parameter|permission|plugin|privilege|record|relationship|role|schema|scope|script|secret|service)s?',
  '(?:setting|sink|source|step|tab|table|tag|task|term|topic|transformer|variable)s?',
  '(?:branch|class|index)(?:es)?',
  '(?:entit|librar|polic|propert|quer|repositor)(?:y|ies)',
];
/** A noun with a determiner, followed by code or bold text, which can be the text of a link: "the option `x`", not "the `x` option". */
const NAME_AFTER_NOUN = new RegExp(
  String.raw`\b(?:the|an?|its|their|your|this|these|those|each|every) (?:[a-z-]+ ){0,2}(?:${NOUNS.join('|')}) \[?(?:\x60[^\x60]+\x60|\*\*[^*]+\*\*)`,
  'gi',
);
const namesAfterNouns = (line: string): string[] => line.match(NAME_AFTER_NOUN) ?? [];

/** Text without code blocks, targets of links, and the questions of readers. */
const withNames = (text: string): string => {
  const blank = (match: string): string => match.replace(/[^\n]/g, ' ');
  return text
    .replace(/^(```|~~~)[\s\S]*?^\1/gm, blank)
    .replace(/^\s*- \{ (?:ask|from): .*$/gm, blank)
    .replace(/\]\([^)]*\)/g, ']');
};

test('a name comes before its noun, as in "the `x` option"', () => {
  const findings = globSync(TEXTS, { cwd: ROOT, exclude: (path) => path.includes('node_modules') })
    .filter((file) => !EXCEPTIONS.includes(file))
    .toSorted()
    .flatMap((file) =>
      withNames(readFileSync(join(ROOT, file), 'utf8'))
        .split('\n')
        .flatMap((line, index) => namesAfterNouns(line).map((found) => `${file}:${index + 1}: "${found}": write the name before the noun`)),
    );
  expect(findings).toEqual([]);
});

test.each([
  ['Set the option `max_threads`.', ['the option `max_threads`']],
  ['You need the privilege **Edit Tags**.', ['the privilege **Edit Tags**']],
  ['The GraphQL query [`listTests`](../queries.md) returns them.', ['The GraphQL query [`listTests`']],
  ['Its fields `a` and `b`', ['Its fields `a`']],
  ['Set the `max_threads` option.', []],
  ['[Set the option](./options.md) in the `source` section.', []],
  ['You need the **Edit Tags** privilege.', []],
  ['Set the following options: `a` and `b`.', []],
  ['Set one option, `max_threads`.', []],
  ['Create a folder named `dags`.', []],
  ['Wait for the status `Succeeded`.', []],
])('%s: %j', (line, found) => {
  expect(namesAfterNouns(withNames(line))).toEqual(found);
});

/** Three items with commas, and then a conjunction without one. A list of two after an opening phrase looks like one of three. */
const SERIES = new RegExp(
  String.raw`\b(?!and\b)(?<item>[\w'-]+[*\])]?), (?<other>[*[]?[\w'-]+(?: [\w'-]+)?[*\]]?), (?!and |or |that )(?<last>[*[]?[\w'-]+(?: [\w'-]+)?[*\]]?) (?:and|or) (?!later\b)(?=[*[\w])`,
  'g',
);
const listsWithoutComma = (text: string): string[] => text.match(SERIES) ?? [];

test('a list has a comma before its last item', () => {
  const findings = globSync(TEXTS, { cwd: ROOT, exclude: (path) => path.includes('node_modules') })
    .filter((file) => !file.endsWith('code_of_conduct.md'))
    .toSorted()
    .flatMap((file) =>
      linkTexts(readFileSync(join(ROOT, file), 'utf8'))
        .split('\n')
        .flatMap((line, index) => listsWithoutComma(line).map((found) => `${file}:${index + 1}: "${found}": add a comma`)),
    );
  expect(findings).toEqual([]);
});

test.each([
  ['It reads databases, schemas, tables and columns.', ['databases, schemas, tables and ']],
  ['It reads databases, schemas, tables, and columns.', []],
  ['In a recipe, tables and columns are read.', []],
])('%s: %j', (line, found) => {
  expect(listsWithoutComma(line)).toEqual(found);
});

test.each([
  ['The file lies in the folder', true],
  ['The token is anew', true],
  ['Most rows that are read', true],
  ['The log tells what went wrong', true],
  ['A message tells the reader what to do', false],
  ['`anew` is code', false],
  ['Set the environment `HOST` variable', true],
  ['Set the `HOST` environment variable', false],
  ['The `Type`, enum, and the option', true],
  ['The `Type` enum, and the option', false],
  ['The value stands for a name', false],
])('%s: %s', (line, isFound) => {
  expect(RULES.some(([pattern]) => pattern.test(proseOf(line)))).toBe(isFound);
});
