import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';

import { afterEach, expect, test } from 'vitest';

import { formatProblem } from '@quire/engine/model/problem.ts';
import { growthBeyondLinear } from '@quire/engine/testing/growth.ts';

import { generateReference } from './generate-reference.ts';
import type { ReferenceOutput } from './generate-reference.ts';
import { createCounter } from './generator.ts';
import { pythonPageSchema, pythonSdk } from './python-sdk.ts';
import { readYamlText } from './catalog-files.ts';

const roots: string[] = [];
afterEach(() => Promise.all(roots.splice(0).map((root) => rm(root, { recursive: true }))));

const CONTEXT = { basePath: '/docs', siteUrl: 'https://docs.example.com', hasDoc: () => true };

/** Generates the reference of a catalog. @param files texts by path */
async function generate(files: Record<string, string>, most?: number): Promise<ReferenceOutput> {
  const root = await mkdtemp(join(tmpdir(), 'catalog-'));
  roots.push(root);
  for (const [path, text] of Object.entries(files)) {
    await mkdir(dirname(join(root, 'catalog', path)), { recursive: true });
    await writeFile(join(root, 'catalog', path), text);
  }
  return generateReference(
    { dir: join(root, 'catalog'), projectRoot: root },
    { ...CONTEXT, ...(most !== undefined && { count: createCounter(most) }) },
  );
}

const repeat = (count: number, text: string): string =>
  Array.from({ length: count }, (_, index) => text.replaceAll('#', String(index))).join('');

const entity = (name: string, aspect: string, more = ''): string =>
  `{ name: ${name}, label: ${name}, position: 1, purpose: p, when: w, urn: 'urn:li:x', aspects: [${aspect}]${more},
  key: { aspect: ${name}Key, record: ${name}Key, namespace: a, fields: [{ name: id, type: string, description: d }] } }\n`;

const TOO_LARGE =
  'The generated pages up to that of this file have more than 20000 characters, because many of them repeat the same texts: shorten the descriptions, or use fewer types, options, and arguments.';

test.each<[string, Record<string, string>, string]>([
  [
    'an enum on the pages of many entities',
    {
      ...Object.fromEntries(Array.from({ length: 20 }, (_, index) => [`entities/e${index}.yaml`, entity(`e${index}`, 'a')])),
      'aspects/a.yaml': `types: [{ kind: enum, name: E, namespace: a, symbols: [${repeat(1000, 'S#, ')}] }]
aspects: [{ name: a, record: A, namespace: a, description: d, fields: [{ name: x, type: E, description: d }] }]\n`,
    },
    'catalog/entities/e10.yaml',
  ],
  [
    'the description of an argument of many operations',
    {
      'graphql/a.graphql': `type Query { ${repeat(500, 'q#(name: Int): Int ')} }`,
      'graphql/shared-fields.yaml': `name: ${'a '.repeat(100)}\n`,
    },
    'catalog/graphql',
  ],
  [
    'input types of the arguments of many operations',
    { 'graphql/a.graphql': `input I { ${repeat(200, 'f#: Int ')} } type Query { ${repeat(200, 'q#(a: I, b: I): Int ')} }` },
    'catalog/graphql',
  ],
  [
    'the fields of the input type that thousands of arguments of one operation have',
    { 'graphql/a.graphql': `input I { ${repeat(3000, 'f#: Int ')} } type Query { q(${repeat(3000, 'a#: I ')}): Int }` },
    'catalog/graphql',
  ],
  [
    'the description of an option of a source',
    {
      'shared-fields.yaml': `"*.a": ${'a '.repeat(100)}\n`,
      'sources/shop.yaml': `{ platform: shop, name: Shop, plugins: [{ plugin: shop, support: testing, extra: null, fields: [${repeat(100, '{ name: f#, type: x, description: d }, { name: f#.a, type: x }, ')}] }] }\n`,
    },
    'catalog/sources/shop.yaml',
  ],
  [
    'a list of members that the modules of a Python page repeat',
    {
      'python-sdk/x.yaml': `{ title: t, description: d, position: 1, introduction: i, modules: [{ module: a, description: d, members: &m [${repeat(100, '{ name: C#, description: d }, ')}] }, ${repeat(5, '{ module: a, description: d, members: *m }, ')}] }\n`,
    },
    'catalog/python-sdk/x.yaml',
  ],
])('a short catalog cannot become long pages: %s', async (_, files, file) => {
  const { problems } = await generate(files, 20_000);
  expect(problems.map(formatProblem)).toEqual([`${file}: ${TOO_LARGE}`]);
});

test('R-108 an operation can have a name that every JavaScript object has', async () => {
  const { pages, problems } = await generate({ 'graphql/schema.graphql': 'type Query { constructor(valueOf: String!): Int }\n' });
  expect(problems).toEqual([]);
  expect(pages.find(({ path }) => path === '/docs/graphql/queries')?.markdown).toContain('### `constructor` {#constructor}');
});

test('a page that is too long is left out, with an error', async () => {
  const { problems, pages } = await generate({
    'graphql/a.graphql': `type Query { ${repeat(500, 'q#(name: Int): Int ')} }`,
    'graphql/shared-fields.yaml': `name: ${'a '.repeat(1200)}\n`,
  });
  expect(problems.map(formatProblem)).toEqual([
    'catalog/graphql: The generated page /docs/graphql/queries has more than 1000000 characters: shorten the descriptions, or use fewer types, options, and arguments',
  ]);
  expect(pages.map(({ path }) => path)).not.toContain('/docs/graphql/queries');
});

test('an example that is not valid GraphQL is an error, and the page of its entity has none', async () => {
  const { problems, pages } = await generate({ 'entities/e.yaml': entity('e', '', ', graphql: { query: q, select: "a {" }') });
  expect(problems.map(formatProblem)).toEqual([
    expect.stringMatching(/^catalog\/entities\/e\.yaml:1: graphql\.select: is not a list of fields: Syntax Error/),
  ]);
  expect(pages[0]?.markdown).not.toContain('```graphql');
});

test('a long chain of default values of a schema is an error', async () => {
  const { problems } = await generate({
    'graphql/a.graphql': `${Array.from({ length: 5000 }, (_, index) => `input I${index} { a: I${index + 1} = {} }`).join('\n')}
input I5000 { a: Int }
type Query { a(x: I0 = {}): Int }`,
  });
  expect(problems.map(formatProblem)).toEqual([
    'catalog/graphql: The default values of input types lead to too many others: remove some of them',
  ]);
});

test('two entities cannot have the same page', async () => {
  const { problems } = await generate({ 'entities/a.yaml': entity('Box', ''), 'entities/b.yaml': entity('box', '') });
  expect(problems.map(formatProblem)).toEqual([
    'catalog/entities/b.yaml:1: The entity box is defined twice, here and in catalog/entities/a.yaml:1. Remove one.',
  ]);
});

test('two topics cannot have the same page', async () => {
  const topic = '{ id: a, label: A, description: d }';
  const { problems } = await generate({
    'graphql/a.graphql': 'type Query { a: Int }',
    'graphql/reference.yaml': `topics: [${topic}, ${topic}]\n`,
  });
  expect(problems.map(formatProblem)).toEqual(['catalog/graphql/reference.yaml:1: topics: must have different ids']);
});

test('the name of a Python page cannot lead to another folder', async () => {
  const { problems, pages } = await generate({ 'python-sdk/...yaml': '', 'python-sdk/a?b.yaml': '' });
  expect(pages).toEqual([]);
  expect(problems.map(({ file }) => file)).toEqual(['catalog/python-sdk/...yaml', 'catalog/python-sdk/a?b.yaml']);
});

test('only the first mistakes of a file are listed', async () => {
  const { problems } = await generate({ 'cli.yaml': '[]', 'entities/e.yaml': entity('e', repeat(3000, 'a#, ')) });
  expect(problems.filter(({ file }) => file === 'catalog/entities/e.yaml')).toHaveLength(101);
});

test('targets of relationships count as fields, because each becomes a row of a table', async () => {
  const { problems } = await generate({
    'entities/e.yaml': entity('e', 'a'),
    'aspects/a.yaml': `types: [{ kind: record, name: R, namespace: a, fields: [{ name: f, type: string, description: d, relationships: [${repeat(100, '{ name: r#, entityTypes: [e] }, ')}] }] }]
aspects: [{ name: a, record: A, namespace: a, description: d, fields: [${repeat(30, '{ name: x#, type: R, description: d }, ')}] }]\n`,
  });
  expect(problems[0]?.message).toContain('a has more than 2000 fields inside its values');
});

test('the time to generate a page of the Python SDK grows linearly with its length', () => {
  const page = (members: string): unknown => {
    let number = 0;
    const list = members.replaceAll('#', () => `, { name: C${number++}, description: d, values: [x] }`);
    const text = `{ title: t, description: d, position: 1, introduction: i, modules: [{ module: a, description: d, members: [{ name: C, description: d }${list}] }] }`;
    const result = readYamlText(text, 'catalog/python-sdk/x.yaml', pythonPageSchema);
    if (!('read' in result)) throw new Error(result.problems.map(formatProblem).join('\n'));
    return pythonSdk.generate([result.read], CONTEXT, { entities: [], aspects: new Map(), types: new Map(), writers: new Map() });
  };
  expect(growthBeyondLinear(page, '#', 1 << 12)).toBeNull();
});
