/** Every name in the code of a page exists in the catalog or in handbook/foreign-names.txt. */
import { closest, distance } from 'fastest-levenshtein';
import { describe, expect, test } from 'vitest';

import { readLines } from '@quire/engine/content/source-lines.ts';
import { checkCommand, readShell } from '@quire/reference/catalog';

import { readKnownNames } from './known-names.ts';
import { readPages, readWords } from './pages.ts';
import type { WrittenPage } from './pages.ts';
import { expandedVariables, flags, proseNames, shellCode, upperNames } from './written-names.ts';
import type { WrittenName } from './written-names.ts';

const LIST = 'handbook/foreign-names.txt';
const pages = readPages();
const known = await readKnownNames();
const foreign = readWords(LIST);

/** The spelling of a name in prose determines its kind. */
const isOption = (name: string): boolean => /^[a-z][a-z0-9_]*(\.[a-z0-9_]+)*$/.test(name) && (name.includes('_') || isInGroup(name));
const isInGroup = (name: string): boolean => name.includes('.') && known.groups.has(name.split('.')[0] ?? '');
const isModelName = (name: string): boolean => name.split('.').some((step) => /^(?:[a-z]+|[A-Z][a-z0-9]+)[A-Z]/.test(step));

/** A name that differs in one or two letters from a variable of DataHub is a typo, even if the reader could choose it. */
const isTypo = (name: string): boolean => [...known.variables].some((one) => distance(name, one) <= 2);

interface Rule {
  kind: string;
  written: (page: WrittenPage) => WrittenName[];
  list: ReadonlySet<string>;
  isKnown: (name: string, page: WrittenPage) => boolean;
}

const rules: Rule[] = [
  {
    kind: 'environment variables and constants',
    written: upperNames,
    list: known.upper,
    isKnown: (name, page) =>
      known.upper.has(name) ||
      known.prefixes.some((prefix) => name.startsWith(prefix)) ||
      (expandedVariables(page).has(name) && !isTypo(name)),
  },
  { kind: 'flags', written: flags, list: known.flags, isKnown: (name) => known.flags.has(name) || name === '--help' },
  {
    kind: 'options of recipes',
    written: (page) => proseNames(page).filter(({ name }) => isOption(name)),
    list: known.snake,
    isKnown: (name) => known.snake.has(name),
  },
  {
    kind: 'operations, types, entities and aspects',
    written: (page) => proseNames(page).filter(({ name }) => isModelName(name)),
    list: known.camel,
    isKnown: (name) => known.camel.has(name) || name.split('.').every((step) => known.camel.has(step)),
  },
];

/** Returns the names of a page that the catalog lacks, including names on the list of foreign names. */
const unknownNames = (page: WrittenPage, { written, isKnown }: Rule): WrittenName[] =>
  written(page).filter(({ name }) => !isKnown(name, page));

function wrongCommands(page: WrittenPage): string[] {
  return shellCode(page)
    .filter(({ code }) => !foreign.has(code))
    .flatMap(({ code, line }) =>
      readShell(code)
        .commands.flatMap((command) => checkCommand(command, known.cli, true))
        .map((finding) => `${page.file}:${line + finding.line - 1} ${finding.message}`),
    );
}

describe('R-606 names on pages exist', () => {
  test.each(rules)('$kind', (rule) => {
    const names = [...rule.list];
    const unknown = pages.flatMap((page) =>
      unknownNames(page, rule)
        .filter(({ name }) => !foreign.has(name))
        .map(
          ({ name, line }) => `${page.file}:${line} ${name} does not exist in the catalog. The nearest name is ${closest(name, names)}.`,
        ),
    );
    expect(unknown).toEqual([]);
  });

  test('commands', () => {
    expect(pages.flatMap(wrongCommands)).toEqual([]);
  });

  test(`${LIST} contains only names that a page uses and the catalog lacks`, () => {
    const needed = new Set(pages.flatMap((page) => rules.flatMap((rule) => unknownNames(page, rule).map(({ name }) => name))));
    for (const page of pages) for (const { code } of shellCode(page)) needed.add(code);
    expect([...foreign].filter((name) => !needed.has(name))).toEqual([]);
  });
});

test('samples that start the quickstart with Docker Compose use its default graph store, not Neo4j', () => {
  const files = pages.flatMap((page) =>
    shellCode(page).flatMap(({ code, line }) =>
      Array.from(code.matchAll(/quickstart\/docker-compose\S*\.quickstart\.yml/g), ([file]) => `${page.file}:${line} ${file}`),
    ),
  );
  expect(files.length).toBeGreaterThan(0);
  expect(files.filter((file) => file.includes('docker-compose.quickstart.yml'))).toEqual([]);
});

describe('typos are found', () => {
  const page = (text: string): WrittenPage => ({ file: 'typo.md', title: '', description: '', lines: readLines(text, 1) });

  test.each([
    ['a variable', 'DATAHUB_GMS_TOKN', 'set `DATAHUB_GMS_TOKN`'],
    ['a variable that an example expands', 'DATAHUB_GMS_TOKN', '```shell\ncurl -H "Bearer ${DATAHUB_GMS_TOKN}"\n```'],
    ['a flag', '--dry-runn', '`--dry-runn` shows what would go'],
    ['an option with its value', 'include_table_linage', 'set `include_table_linage: true`'],
    ['a nested option', 'profiling.enabeld', 'set `profiling.enabeld`'],
    ['an operation', 'addTagz', 'call `addTagz(input: …)`'],
    ['an aspect', 'datasetPropertys', 'the aspect `datasetPropertys`'],
    ['a field of an aspect', 'corpUserInfo.managrUrn', 'its `corpUserInfo.managrUrn`'],
  ])('%s', (_, name, text) => {
    expect(rules.flatMap((rule) => unknownNames(page(text), rule).map((one) => one.name))).toEqual([name]);
  });

  test.each([
    ['a command in a sentence', 'run `datahub docker nuk`', 'typo.md:1 "datahub docker" has no sub-command "nuk"'],
    [
      'a command of a session',
      'a\n\n```shell-session\n$ datahub get --urnn\nnothing\n```',
      'typo.md:4 "datahub get urn" has no option --urnn',
    ],
  ])('%s', (_, text, message) => {
    expect(wrongCommands(page(text))).toEqual([expect.stringContaining(message)]);
  });

  test('placeholders for the reader’s own names are ignored', () => {
    const own = page(
      '```yaml\npassword: ${SHOP_PASSWORD}\n```\nSet `SHOP_PASSWORD`, then `datahub ingest -c <file>`; see `app_config.py`.',
    );
    expect(rules.flatMap((rule) => unknownNames(own, rule))).toEqual([]);
    expect(wrongCommands(own)).toEqual([]);
  });
});
