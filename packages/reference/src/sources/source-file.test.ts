import { describe, expect, test } from 'vitest';

import { formatProblem } from '@quire/engine/model/problem.ts';

import { readYamlText } from '../catalog-files.ts';
import { checkSource, describeField, sourceSchema } from './source-file.ts';

const shared = {
  profiling: 'Profiles.',
  'profiling.enabled': 'Exact.',
  '*.enabled': 'By pattern.',
  '*.profiling.enabled': 'By the longer pattern.',
};

function check(fields: string, platform = 'shop'): string[] {
  const text = `platform: ${platform}\nname: Shop\nplugins:\n  - plugin: shop\n    support: testing\n    extra: null\n    fields:\n${fields}`;
  const result = readYamlText(text, 'catalog/sources/shop.yaml', sourceSchema);
  if (!('read' in result)) throw new Error(result.problems.map(formatProblem).join('\n'));
  return checkSource(result.read, shared).map(formatProblem);
}

const field = (name: string, description = true): string =>
  `      - { name: "${name}", type: string${description ? ', description: x' : ''} }\n`;

test.each([
  [
    'a plugin with more than 1000 options',
    Array.from({ length: 1001 }, (_, index) => field(`f${index}`)).join(''),
    'plugins.0.fields: must have at most 1000 options',
  ],
  ['an option with a long name', field('a.'.repeat(100) + 'a'), 'plugins.0.fields.0.name: must have at most 200 characters'],
])('R-108 %s is an error, because all options are compared with each other', (_, fields, message) => {
  expect(() => check(fields)).toThrow(message);
});

test('R-108 the plugins of a source with too many options together are an error, because aliases can repeat them', () => {
  const fields = Array.from({ length: 800 }, (_, index) => `{ name: f${index}, type: string, description: x }`).join(', ');
  const plugin = (name: string, list: string): string => `  - { plugin: ${name}, support: testing, extra: null, fields: ${list} }\n`;
  const text = `platform: shop\nname: Shop\nplugins:\n${plugin('a', `&f [${fields}]`)}${plugin('b', '*f')}${plugin('c', '*f')}`;
  const result = readYamlText(text, 'shop.yaml', sourceSchema);
  expect('problems' in result && result.problems.map(formatProblem)).toEqual([
    'shop.yaml:3: plugins: must have at most 2000 options together',
  ]);
});

test('R-108 the most similar option is named for the first mistakes only', () => {
  const found = check(Array.from({ length: 100 }, (_, index) => field(`parent${index}.a`)).join(''));
  expect(found).toHaveLength(100);
  expect(found.filter((message) => message.includes('did you mean'))).toHaveLength(50);
});

test('R-108 a starter recipe that is not YAML, and options with names that every JavaScript object has, do not end the generation', async () => {
  const { recipeOptions, recipeStart } = await import('./recipes.ts');
  const source = sourceSchema.parse({
    platform: 'shop',
    name: 'Shop',
    recipe: 'source: { type: shop, config: { host: a } }',
    plugins: [
      {
        plugin: 'shop',
        support: 'testing',
        extra: null,
        fields: [
          { name: 'constructor', type: 'string' },
          { name: 'toString', type: 'string' },
        ],
      },
    ],
  });
  const [plugin] = source.plugins;
  if (plugin === undefined) throw new Error('no plugin');
  expect(recipeOptions(source)['shop']?.options.map(({ lines }) => lines)).toEqual([
    ['constructor: <constructor>'],
    ['toString: <toString>'],
  ]);
  for (const recipe of ['source: [', 'source: &a { type: shop, config: *a }', 'a: *b']) expect(recipeStart(plugin, recipe)).toBeNull();
});

describe('a source', () => {
  test('is valid if every option has a description', () => {
    expect(
      check(field('host') + field('profiling', false) + field('profiling.enabled', false) + field('domain') + field('domain.`key`.allow')),
    ).toEqual([]);
  });

  test.each([
    ['a duplicate option', field('host') + field('host'), ['9: plugins.fields.name: "host" of shop is defined twice: remove one']],
    [
      'an option with an unknown parent',
      field('profiling') + field('profilng.enabled'),
      ['9: plugins.fields.name: "profilng.enabled" of shop is inside "profilng", which is not a field; did you mean "profiling"?'],
    ],
    [
      'an option without a description',
      field('host', false),
      ['8: plugins.fields.name: "host" of shop has no description: add "description:" here or an entry to catalog/shared-fields.yaml'],
    ],
  ])('%s is reported', (_, fields, expected) => {
    expect(check(fields)).toEqual(expected.map((line) => `catalog/sources/shop.yaml:${line}`));
  });

  test('must have the name of its file', () => {
    expect(check(field('host'), 'store')).toEqual([
      'catalog/sources/shop.yaml:1: platform: must be "shop" like the name of the file; found "store"',
    ]);
  });
});

describe('the description of an option', () => {
  test.each([
    ['its own description', { name: 'profiling.enabled', description: 'Own.' }, 'Own.'],
    ['the shared description of its exact name', { name: 'profiling.enabled' }, 'Exact.'],
    ['that of the longest pattern', { name: 'x.profiling.enabled' }, 'By the longer pattern.'],
    ['that of a pattern', { name: 'x.enabled' }, 'By pattern.'],
    ['none', { name: 'x.y' }, null],
  ])('is %s', (_, one, expected) => {
    expect(describeField(one, shared)).toBe(expected);
  });
});
