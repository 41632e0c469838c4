import { describe, expect, test } from 'vitest';

import type { Problem } from '@quire/engine/model/problem.ts';
import { formatProblem } from '@quire/engine/model/problem.ts';

import { sharedFieldsSchema, sourceSchema } from '../schema/source.ts';
import { releasesSchema } from '../schema/cli.ts';
import { readYamlFile, readYamlText } from './read-yaml.ts';

const told = (result: { read: unknown } | { problems: Problem[] }): string[] =>
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

const readSource = (text: string): string[] => told(readYamlText(text, 'catalog/sources/shop.yaml', sourceSchema));

describe('a file of the catalogue', () => {
  test('gives its data, with defaults filled in and lines to name', () => {
    const result = readYamlText(SOURCE, 'catalog/sources/shop.yaml', sourceSchema);
    if (!('read' in result)) throw new Error(told(result).join('\n'));
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
      'a word that is no support status',
      SOURCE.replace('certified', 'golden'),
      ['5: plugins.0.support: must be one of certified, incubating, testing, unknown; found "golden"'],
    ],
    [
      'a field name with a blank',
      SOURCE.replace('name: host', 'name: ho st'),
      ['8: plugins.0.fields.0.name: must be names parted by dots, such as profiling.enabled'],
    ],
    [
      'another kind of value',
      SOURCE.replace('fields:', 'aliases:\n    fields:'),
      ['7: plugins.0.aliases: is not a key of this file. Keys here are plugin, support, extra, capabilities, recipe, fields'],
    ],
    ['an empty file', '', [': the file: must be a mapping of keys, but is empty']],
  ])('tells of %s', (_, text, expected) => {
    expect(readSource(text)).toEqual(expected.map((line) => `catalog/sources/shop.yaml:${line}`.replace('yaml::', 'yaml:')));
  });

  test('broken YAML is told with its line', () => {
    expect(readSource('platform: shop\nname: "Shop\n')[0]).toMatch(/^catalog\/sources\/shop\.yaml:\d: is no valid YAML: /);
  });

  test('a key twice is told', () => {
    expect(readSource(`${SOURCE}name: Again\n`)).toEqual(['catalog/sources/shop.yaml:10: is no valid YAML: Map keys must be unique']);
  });

  test('a bomb of aliases is not resolved', () => {
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
    const start = performance.now();
    expect(told(readYamlText(levels.join('\n'), 'catalog/x.yaml', sourceSchema))).toEqual([
      'catalog/x.yaml:4: holds more than 20 aliases: write the values out',
    ]);
    expect(performance.now() - start).toBeLessThan(500);
  });

  test('a few aliases are fine', () => {
    const text = 'releases:\n  - { version: v0.1.0, date: &day "2023-01-01" }\n  - { version: v0.1.1, date: *day }\n';
    expect(told(readYamlText(text, 'catalog/releases.yaml', releasesSchema))).toEqual([]);
  });

  test('a date that is none is told', () => {
    expect(told(readYamlText('releases:\n  - { version: v0.1.0, date: "2023-02-31" }\n', 'r.yaml', releasesSchema))).toEqual([
      'r.yaml:2: releases.0.date: must look like 2023-06-13',
    ]);
  });

  test('a pattern of shared fields has its star at the start', () => {
    expect(told(readYamlText('"profiling.*": x\n', 's.yaml', sharedFieldsSchema))).toHaveLength(1);
    expect(told(readYamlText('"*.ignoreCase": x\n', 's.yaml', sharedFieldsSchema))).toEqual([]);
  });

  test('a file that is not there is told, not thrown', async () => {
    expect(told(await readYamlFile('/nowhere/catalog/x.yaml', '/nowhere', sourceSchema))).toEqual([
      'catalog/x.yaml: cannot be read: put the file back, or remove what names it',
    ]);
  });
});
