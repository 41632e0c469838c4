import { describe, expect, test } from 'vitest';

import { formatProblem } from '@quire/engine/model/problem.ts';
import type { Problem } from '@quire/engine/model/problem.ts';

import { releasesSchema } from './releases.ts';
import { sharedFieldsSchema, sourceSchema } from './sources/source-file.ts';
import { readYamlFile, readYamlText } from './catalog-files.ts';

const problemsOf = (result: { read: unknown } | { problems: Problem[] }): string[] =>
  'problems' in result ? result.problems.map(formatProblem) : [];

const SOURCE = `platform: shop
name: Shop
plugins:
  - plugin: shop
    support: certified
    extra: shop
    fields:
      - name: host
        type: string
`;

const readSource = (text: string): string[] => problemsOf(readYamlText(text, 'catalog/sources/shop.yaml', sourceSchema));

describe('a catalog file', () => {
  test('returns its data with defaults, and the line of each value', () => {
    const result = readYamlText(SOURCE, 'catalog/sources/shop.yaml', sourceSchema);
    if (!('read' in result)) throw new Error(problemsOf(result).join('\n'));
    expect(result.read.data.plugins[0]?.fields[0]).toEqual({
      name: 'host',
      type: 'string',
      required: false,
      nullable: false,
      deprecated: false,
    });
    expect(result.read.lineOf(['plugins', 0, 'fields', 0, 'name'])).toBe(8);
    expect(result.read.lineOf(['plugins', 0, 'nothing'])).toBe(4);
  });

  test.each([
    [
      'an unknown key, with the nearest',
      SOURCE.replace('support:', 'suport:'),
      ['4: plugins.0.support: is missing', '5: plugins.0.suport: is not a key of this file. Did you mean support?'],
    ],
    ['a field without a type', SOURCE.replace('        type: string\n', ''), ['8: plugins.0.fields.0.type: is missing']],
    [
      'an unknown support status',
      SOURCE.replace('certified', 'golden'),
      ['5: plugins.0.support: must be one of certified, incubating, testing, unknown; found "golden"'],
    ],
    [
      'a field name with a space',
      SOURCE.replace('name: host', 'name: ho st'),
      ['8: plugins.0.fields.0.name: must be names separated by dots, such as profiling.enabled'],
    ],
    [
      'an unknown key, with the known ones',
      SOURCE.replace('fields:', 'aliases:\n    fields:'),
      ['7: plugins.0.aliases: is not a key of this file. Keys here are plugin, support, extra, code, capabilities, recipe, fields'],
    ],
    ['an empty file', '', [': the file: must be a mapping of keys, but is empty']],
  ])('%s is reported', (_, text, expected) => {
    expect(readSource(text)).toEqual(expected.map((line) => `catalog/sources/shop.yaml:${line}`.replace('yaml::', 'yaml:')));
  });

  test('broken YAML is reported with its line', () => {
    expect(readSource('platform: shop\nname: "Shop\n')[0]).toMatch(/^catalog\/sources\/shop\.yaml:\d: The file is not valid YAML: /);
  });

  test('a duplicate key is reported', () => {
    expect(readSource(`${SOURCE}name: Again\n`)).toEqual([
      'catalog/sources/shop.yaml:10: The file is not valid YAML: the key "name" is repeated: keep one of them',
    ]);
  });

  test('nested aliases beyond the limit are not resolved', () => {
    const levels = Array.from(
      { length: 12 },
      (_, level) =>
        `l${level}: &l${level} [${
          level === 0
            ? 'x'
            : Array(9)
                .fill(`*l${level - 1}`)
                .join(', ')
        }]`,
    );
    expect(problemsOf(readYamlText(levels.join('\n'), 'catalog/x.yaml', sourceSchema))).toEqual([
      'catalog/x.yaml:4: The file has more than 20 aliases. Write out the values.',
    ]);
  });

  test.each([
    ['platform: *nothing', '1: The file is not valid YAML: "*nothing" has no value: there is no "&nothing" before it'],
    [
      'a: 1\nb: &b [x, x]\nc: &c [*b, *b, *b]\nd: &d [*c, *c, *c]\ne: [*d, *d, *d]',
      '3: The values of the file have more than 20 aliases, because aliases repeat others. Write out the values.',
    ],
  ])('aliases without a value, and those that multiply, are reported: %s', (text, message) => {
    expect(problemsOf(readYamlText(text, 'f.yaml', sharedFieldsSchema))).toEqual([`f.yaml:${message}`]);
  });

  test('a text that is too long is reported with its line', () => {
    const text = `platform: a\nname: ${'a'.repeat(5000)}\nsummary: ${'a'.repeat(5001)}`;
    expect(problemsOf(readYamlText(text, 'f.yaml', sourceSchema))).toEqual([
      'f.yaml:3: The text has more than 5000 characters. Shorten it.',
    ]);
  });

  test('a file with thousands of syntax errors lists the first ones', () => {
    expect(problemsOf(readYamlText('a: [}\n'.repeat(500), 'f.yaml', sharedFieldsSchema))).toHaveLength(100);
  });

  test('R-108 a file with thousands of mistakes lists the first ones and the number of the others', () => {
    const wrong = Array.from({ length: 30_000 }, (_, index) => `k${index}: 1\n`).join('');
    const problems = problemsOf(readYamlText(wrong, 'f.yaml', sharedFieldsSchema));
    expect(problems).toHaveLength(101);
    expect(problems.at(-1)).toBe('f.yaml: further problems: 29900. They are listed once these are corrected');
    const unknown = problemsOf(readYamlText(SOURCE + wrong, 'shop.yaml', sourceSchema));
    expect(unknown).toHaveLength(101);
    expect(unknown.at(-1)).toBe('shop.yaml: further problems: 29900. They are listed once these are corrected');
  });

  test('R-108 a file that is too long is not parsed', () => {
    expect(problemsOf(readYamlText('a: b\n'.repeat(200_000), 'f.yaml', sharedFieldsSchema))).toEqual([
      'f.yaml: the file has more than 524288 characters: shorten it',
    ]);
  });

  test('R-108 a mapping has no values for the names that every JavaScript object has', () => {
    const result = readYamlText('a: b\n__proto__: c\n', 'f.yaml', sharedFieldsSchema);
    if (!('read' in result)) throw new Error(problemsOf(result).join('\n'));
    expect(['a', 'constructor', 'toString', '__proto__'].map((name) => typeof result.read.data[name])).toEqual([
      'string',
      'undefined',
      'undefined',
      'undefined',
    ]);
  });

  test('a few aliases are allowed', () => {
    const text = 'releases:\n  - { version: v0.1.0, date: &day "2023-01-01" }\n  - { version: v0.1.1, date: *day }\n';
    expect(problemsOf(readYamlText(text, 'catalog/releases.yaml', releasesSchema))).toEqual([]);
  });

  test('an invalid date is reported', () => {
    expect(problemsOf(readYamlText('releases:\n  - { version: v0.1.0, date: "2023-02-31" }\n', 'r.yaml', releasesSchema))).toEqual([
      'r.yaml:2: releases.0.date: must look like 2023-06-13',
    ]);
  });

  test('a pattern of shared fields starts with its star', () => {
    expect(problemsOf(readYamlText('"profiling.*": x\n', 's.yaml', sharedFieldsSchema))).toHaveLength(1);
    expect(problemsOf(readYamlText('"*.ignoreCase": x\n', 's.yaml', sharedFieldsSchema))).toEqual([]);
  });

  test('a missing file is reported, not thrown', async () => {
    expect(problemsOf(await readYamlFile('/nowhere/catalog/x.yaml', '/nowhere', sourceSchema))).toEqual([
      'catalog/x.yaml: The file cannot be read. Restore it, or remove the reference to it.',
    ]);
  });
});
