import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

import { afterEach, beforeEach, expect, onTestFinished, test, vi } from 'vitest';

import { compileMarkdown, docSource } from '@quire/engine/content/testing/compile-markdown.ts';

import { readEntities } from './entity-files.ts';
import { entities } from './entity-page.ts';

let root = '';
beforeEach(async () => {
  root = await mkdtemp(join(tmpdir(), 'entities-'));
  await mkdir(join(root, 'catalog/entities'), { recursive: true });
  await mkdir(join(root, 'catalog/aspects'));
  await put('entities/parcel.yaml', PARCEL);
  await put('aspects/parcel.yaml', ASPECTS);
});
afterEach(() => rm(root, { recursive: true }));

const PARCEL = `name: parcel
label: Parcel
position: 0
purpose: Something sent.
when: When you send.
urn: urn:li:parcel:1
key:
  aspect: parcelKey
  record: ParcelKey
  namespace: a.key
  fields:
    - { name: id, type: string, description: A number. }
aspects: [parcelInfo]
`;
const ASPECTS = `aspects:
  - name: parcelInfo
    record: ParcelInfo
    namespace: a
    description: What is in it.
    fields:
      - { name: weight, type: long, description: In grams. }
`;

const put = (path: string, text: string): Promise<void> => writeFile(join(root, 'catalog', path), text);
const read = () => readEntities({ dir: join(root, 'catalog'), projectRoot: root });
const problemsOf = async (): Promise<string[]> =>
  (await read()).problems.map(({ file, line, message }) => `${file.replace('catalog/', '')}:${line ?? ''}: ${message}`);

test('a valid model has no problems', async () => {
  expect(await problemsOf()).toEqual([]);
});

test.each([
  [
    'a relationship to an unknown entity',
    ASPECTS.replace('type: long', 'type: string, relationships: [{ name: SentTo, entityTypes: [parcels] }]'),
    ['aspects/parcel.yaml:7: parcelInfo.weight: the relationship SentTo leads to parcels, which is not an entity. Did you mean parcel?'],
  ],
  [
    'a duplicate field',
    `${ASPECTS}      - { name: weight, type: int, description: In kilograms. }\n`,
    ['aspects/parcel.yaml:8: parcelInfo.weight is defined twice: remove one'],
  ],
  [
    'a field without type',
    ASPECTS.replace('type: long, ', ''),
    ['aspects/parcel.yaml:7: aspects.0.fields.0.type: is missing', NO_ASPECT()],
  ],
  [
    'a field without description',
    ASPECTS.replace(', description: In grams.', ''),
    ['aspects/parcel.yaml:7: parcelInfo.weight has no description: add one here or in shared-fields.yaml'],
  ],
  [
    'an unknown type',
    ASPECTS.replace('long', 'ParcelKei'),
    ['aspects/parcel.yaml:7: parcelInfo.weight: ParcelKei is not a type. Did you mean ParcelKey?'],
  ],
  [
    'an unknown key',
    ASPECTS.replace('record:', 'records:'),
    [
      'aspects/parcel.yaml:3: aspects.0.records: is not a key of this file. Did you mean record?',
      'aspects/parcel.yaml:2: aspects.0.record: is missing',
      NO_ASPECT(),
    ],
  ],
  [
    'a duplicate aspect',
    ASPECTS + ASPECTS.replace('aspects:\n', ''),
    ['aspects/parcel.yaml:8: The aspect parcelInfo is defined twice, here and in catalog/aspects/parcel.yaml:2. Remove one.'],
  ],
])('%s', async (_, text, expected) => {
  await put('aspects/parcel.yaml', text);
  expect((await problemsOf()).sort()).toEqual([...expected].sort());
});

function NO_ASPECT(): string {
  return 'entities/parcel.yaml:13: aspects of parcel: parcelInfo is not defined: define it, or correct the name';
}

test('infinitely recursive types are reported', async () => {
  await put(
    'aspects/loop.yaml',
    `types:
  - { kind: record, name: Egg, namespace: a, fields: [{ name: from, type: Hen, description: Who laid it. }] }
  - { kind: record, name: Hen, namespace: a, fields: [{ name: from, type: Egg, description: Where it came from. }] }
`,
  );
  expect(await problemsOf()).toEqual([
    'aspects/loop.yaml:2: Egg contains itself (Egg → Hen → Egg): make a field on the path optional or a list',
    'aspects/loop.yaml:3: Hen contains itself (Hen → Egg → Hen): make a field on the path optional or a list',
  ]);
});

test('finitely recursive types are valid, and their page terminates', async () => {
  await put('aspects/parcel.yaml', ASPECTS.replace('type: long', 'type: Box'));
  await put(
    'aspects/box.yaml',
    'types:\n  - { kind: record, name: Box, namespace: a, fields: [{ name: inside, type: "array[Box]", description: More of them. }] }\n',
  );
  const { catalog, problems } = await read();
  expect(problems).toEqual([]);
  expect(
    entities.generate(catalog, { basePath: '/docs', siteUrl: 'https://docs.example.com', hasDoc: () => false })[0]?.markdown,
  ).toContain('id="type-box"');
});

test('the page shows the meanings of enum values, and a meaning without a value is reported', async () => {
  const size = (meanings: string): string =>
    `${ASPECTS.replace('type: long', 'type: Size')}types:
  - { kind: enum, name: Size, namespace: a, symbols: [SMALL, LARGE], deprecatedSymbols: [LARGE], meanings: { ${meanings} } }
`;
  await put('aspects/parcel.yaml', size('LARGE: More than `10` kg.'));
  const { catalog, problems } = await read();
  expect(problems).toEqual([]);
  const [page] = entities.generate(catalog, { basePath: '/docs', siteUrl: 'https://docs.example.com', hasDoc: () => false });
  expect(page?.markdown).toContain('| `SMALL` |  |\n| `LARGE` | **Deprecated.** More than `10` kg. |');
  expect(page?.markdown).not.toContain('<NotIndexed>');
  for (const name of ['letter', 'postcard']) {
    const other = PARCEL.replace('name: parcel', `name: ${name}`)
      .replace('parcelKey', `${name}Key`)
      .replace('urn:li:parcel', `urn:li:${name}`);
    await put(`entities/${name}.yaml`, other);
  }
  const pages = entities.generate((await read()).catalog, { basePath: '/docs', siteUrl: 'https://docs.example.com', hasDoc: () => false });
  for (const each of pages.slice(0, 3)) expect(each.markdown, 'repeated on three pages').toMatch(/<NotIndexed>\s+\| Value \| Meaning/);
  await Promise.all(['letter', 'postcard'].map((name) => rm(join(root, `catalog/entities/${name}.yaml`))));
  await put('aspects/parcel.yaml', size('HUGE: Too much.'));
  expect(await problemsOf()).toEqual([
    'aspects/parcel.yaml:9: Size: meanings has HUGE, which is not one of symbols. Add it there, or correct the name.',
  ]);
});

test('an aspect without a definition is reported', async () => {
  await rm(join(root, 'catalog/aspects/parcel.yaml'));
  expect(await problemsOf()).toEqual([NO_ASPECT()]);
});

test('an example that does not match its aspect is reported', async () => {
  await put('entities/parcel.yaml', `${PARCEL}example: { aspect: parcelInfo, value: { wieght: 3 } }\n`);
  expect(await problemsOf()).toEqual([
    'entities/parcel.yaml:14: example.value.wieght: is not a field of this record; its fields are weight',
    'entities/parcel.yaml:14: example.value.weight: is missing, but the field is required',
  ]);
  await put('entities/parcel.yaml', `${PARCEL}example: { aspect: parcelInfo, value: { weight: heavy } }\n`);
  expect(await problemsOf()).toEqual(['entities/parcel.yaml:14: example.value.weight: must be of type long']);
});

test('an invalid GraphQL selection is reported', async () => {
  await put('entities/parcel.yaml', `${PARCEL}graphql: { query: parcel, select: "name {" }\n`);
  expect(await problemsOf()).toEqual([
    expect.stringContaining('entities/parcel.yaml:14: graphql.select: is not a list of fields: Syntax Error'),
  ]);
});

test('HTML in names and texts is shown as text', async () => {
  const evil = '<script>alert(1)</script> & `<img src=x onerror=1>` **b** {x} :::note';
  await put(
    'entities/parcel.yaml',
    PARCEL.replace('Something sent.', JSON.stringify(evil))
      .replace('label: Parcel', `label: ${JSON.stringify(evil)}`)
      .replace('urn:li:parcel:1', 'urn:li:parcel:<b>|`x`'),
  );
  await put(
    'aspects/parcel.yaml',
    ASPECTS.replace('In grams.', JSON.stringify(evil)).replace(
      'type: long',
      'type: string, default: "<i>|", relationships: [{ name: "<u>", entityTypes: [parcel] }]',
    ),
  );
  const { catalog, problems } = await read();
  expect(problems).toEqual([]);
  const [page] = entities.generate(catalog, { basePath: '/docs', siteUrl: 'https://docs.example.com', hasDoc: () => false });
  const compiled = await compileMarkdown(page?.markdown ?? '', {
    source: page?.source ?? '',
    doc: { title: page?.title ?? '', drawings: page?.drawings ?? {} },
    others: ['api/restli/restli-overview.md', 'metadata-modeling/metadata-model.md'].map((source) => docSource(source)),
  });
  expect(compiled.problems).toEqual([]);
  expect(compiled.html).not.toMatch(/<(script|img|b|i)\b/);
  expect(compiled.html).toContain('&#x3C;script>alert(1)&#x3C;/script>');
});

test('a field name with HTML is rejected', async () => {
  await put('aspects/parcel.yaml', ASPECTS.replace('name: weight', 'name: <b>'));
  expect(await problemsOf()).toContain('aspects/parcel.yaml:7: aspects.0.fields.0.name: must be a name of letters, digits, and _');
});

test('R-502 of the errors in an example, the first hundred are reported, each with the first names of its record', async () => {
  const fields = Array.from({ length: 30 }, (_, i) => `      - { name: field${i}, type: long, optional: true, description: A number. }\n`);
  await put('aspects/parcel.yaml', ASPECTS + fields.join(''));
  const keys = Array.from({ length: 300 }, (_, i) => `k${i}: 0`).join(', ');
  await put('entities/parcel.yaml', `${PARCEL}example: { aspect: parcelInfo, value: { ${keys} } }\n`);
  const problems = await problemsOf();
  expect(problems).toHaveLength(100);
  expect(problems[0]).toMatch(/k0: is not a field of this record; its fields are weight, field0, .* field8, 21 others/);
});

test('YAML aliases beyond the limit are rejected', async () => {
  await put('aspects/bomb.yaml', `a: &a [x]\n${Array.from({ length: 30 }, (_, index) => `b${index}: *a\n`).join('')}`);
  expect((await problemsOf())[0]).toContain('The file has more than 20 aliases. Write out the values.');
});

test('a catalog without entities has no pages', async () => {
  await rm(join(root, 'catalog'), { recursive: true });
  const { catalog, problems } = await read();
  expect(problems).toEqual([]);
  expect(entities.generate(catalog, { basePath: '/docs', siteUrl: 'https://docs.example.com', hasDoc: () => false })).toEqual([]);
});

/** A chain of records, each with two fields of the next one. */
const doubling = (count: number, optional: boolean, isIncluded = false): string =>
  Array.from({ length: count }, (_, index) => {
    const field = (name: string): string => `{ name: ${name}, type: T${index + 1}, optional: ${optional}, description: x }`;
    const parts = isIncluded ? `includes: [T${index + 1}, T${index + 1}]` : `fields: [${field('a')}, ${field('b')}]`;
    return `  - { kind: record, name: T${index}, namespace: a, ${index === count - 1 ? 'fields: [{ name: a, type: string, description: x }]' : parts} }\n`;
  }).join('');
const DOUBLED = ASPECTS.replace('type: long', 'type: T0');

test.each([
  ['required', `${DOUBLED}types:\n${doubling(40, false)}`],
  ['optional', `${DOUBLED}types:\n${doubling(40, true)}`],
])('R-108 an aspect with 2^40 %s fields inside its values is an error', async (_, text) => {
  await put('aspects/parcel.yaml', text);
  expect(await problemsOf()).toEqual([
    'aspects/parcel.yaml:2: parcelInfo has more than 2000 fields inside its values, or fields that are more than 50 levels deep: nest fewer types',
  ]);
});

test('R-108 a record that includes 2^40 records, and 3,000 nested types, are errors', async () => {
  await put('aspects/included.yaml', `types:\n${doubling(40, false, true)}`);
  expect(await problemsOf()).toContainEqual(
    expect.stringMatching(/T\d+ has \d+ fields with those of the records that it includes, more than 500: divide it$/),
  );
  const chain = Array.from(
    { length: 3000 },
    (_, index) => `  - { kind: alias, name: A${index}, namespace: a, type: ${index === 2999 ? 'string' : `A${index + 1}`} }\n`,
  );
  await put('aspects/included.yaml', `types:\n${chain.join('')}`);
  expect((await problemsOf())[0]).toMatch(/nests required types more than 50 levels deep: use fewer levels, or make a field optional$/);
});

test('R-108 records without fields that include each other twice are errors', async () => {
  const empty = Array.from(
    { length: 40 },
    (_, n) => `  - { kind: record, name: R${n}, namespace: a${n === 0 ? '' : `, includes: [R${n - 1}, R${n - 1}]`} }\n`,
  );
  await put('aspects/included.yaml', `types:\n${empty.join('')}`);
  expect(await problemsOf()).toContainEqual(
    expect.stringMatching(/R\d+ has \d+ fields with those of the records that it includes, more than 500: divide it$/),
  );
});

test('R-108 the fields of a record are collected once, although an example has thousands of its values', async () => {
  const fields = Array.from({ length: 400 }, (_, n) => `{ name: f${n}, type: int, optional: true, description: x }`).join(', ');
  const types = Array.from({ length: 40 }, (_, n) =>
    n === 0
      ? `  - { kind: record, name: R0, namespace: a, fields: [${fields}] }\n`
      : `  - { kind: record, name: R${n}, namespace: a, includes: [R${n - 1}] }\n`,
  );
  await put('aspects/parcel.yaml', `${ASPECTS.replace('type: long', '"type": "array[R39]"')}types:\n${types.join('')}`);
  const includes = vi.spyOn(Array.prototype, 'flatMap');
  onTestFinished(() => void vi.restoreAllMocks());
  const lookups = async (values: number): Promise<number> => {
    await put('entities/parcel.yaml', `${PARCEL}example: { aspect: parcelInfo, value: { weight: [${'{}, '.repeat(values)}{ g: 1 }] } }\n`);
    includes.mockClear();
    expect((await problemsOf()).at(-1)).toContain(`example.value.weight.${values}.g: is not a field of this record`);
    return includes.mock.calls.length;
  };
  expect(await lookups(500)).toBe(await lookups(5));
});

test('R-108 the pages of all entities show a limited number of fields', async () => {
  const wide = Array.from({ length: 100 }, (_, index) => `{ name: f${index}, type: string, description: x }`).join(', ');
  const types = Array.from({ length: 100 }, (_, index) => `  - { kind: record, name: T${index}, namespace: a, fields: [${wide}] }\n`);
  const uses = Array.from(
    { length: 100 },
    (_, index) =>
      `  - { name: uses${index}, record: Uses${index}, namespace: a, description: x, fields: [{ name: a, type: "array[T${index}]", description: x }] }\n`,
  );
  await put('aspects/parcel.yaml', `${ASPECTS}${uses.join('')}types:\n${types.join('')}`);
  const aspects = `aspects: [parcelInfo, ${uses.map((_, index) => `uses${index}`).join(', ')}]`;
  for (let index = 0; index < 8; index++) {
    const text = PARCEL.replace('aspects: [parcelInfo]', aspects).replaceAll(
      /parcelKey|ParcelKey|name: parcel$/gm,
      (word) => word + String(index),
    );
    await put(`entities/parcel${index}.yaml`, text);
  }
  expect(await problemsOf()).toEqual([
    'entities/parcel4.yaml:13: the pages of entities up to parcel4 show more than 100000 fields, so it and the others have none: use fewer aspects and types',
  ]);
});

test.each([
  ['with', 'weight: In grams.\n'],
  ['without', null],
])('R-108 names that every JavaScript object has are unknown like others, %s shared descriptions', async (_, shared) => {
  if (shared !== null) await put('aspects/shared-fields.yaml', shared);
  await put('aspects/parcel.yaml', ASPECTS.replace('name: weight, type: long, description: In grams.', 'name: constructor, type: long'));
  expect((await problemsOf())[0]).toBe(
    'aspects/parcel.yaml:7: parcelInfo.constructor has no description: add one here or in shared-fields.yaml',
  );
});
