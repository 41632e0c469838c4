import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

import { afterEach, beforeEach, expect, test } from 'vitest';

import { compileMarkdown, docSource } from '@quire/engine/content/testing/compile-markdown.ts';

import { entities } from './index.ts';
import { readEntities } from './read-entities.ts';

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
const told = async (): Promise<string[]> =>
  (await read()).problems.map(({ file, line, message }) => `${file.replace('catalog/', '')}:${line ?? ''}: ${message}`);

test('a model without fault', async () => {
  expect(await told()).toEqual([]);
});

test.each([
  [
    'an entity in a relationship that is not there',
    ASPECTS.replace('type: long', 'type: string, relationships: [{ name: SentTo, entityTypes: [parcels] }]'),
    ['aspects/parcel.yaml:7: parcelInfo.weight: the relationship SentTo leads to parcels, which is no entity. Did you mean parcel?'],
  ],
  [
    'a field that stands twice',
    `${ASPECTS}      - { name: weight, type: int, description: In kilograms. }\n`,
    ['aspects/parcel.yaml:8: parcelInfo.weight stands twice: remove one of the two'],
  ],
  [
    'a field without type',
    ASPECTS.replace('type: long, ', ''),
    ['aspects/parcel.yaml:7: aspects.0.fields.0.type: is missing', NO_ASPECT()],
  ],
  [
    'a field without description',
    ASPECTS.replace(', description: In grams.', ''),
    ['aspects/parcel.yaml:7: parcelInfo.weight has no description: say what it holds, here or in shared-fields.yaml'],
  ],
  [
    'a type that is not there',
    ASPECTS.replace('long', 'ParcelKei'),
    ['aspects/parcel.yaml:7: parcelInfo.weight: ParcelKei is no type. Did you mean ParcelKey?'],
  ],
  [
    'a key of another file',
    ASPECTS.replace('record:', 'records:'),
    [
      'aspects/parcel.yaml:3: aspects.0.records: is not a key of this file. Did you mean record?',
      'aspects/parcel.yaml:2: aspects.0.record: is missing',
      NO_ASPECT(),
    ],
  ],
  [
    'an aspect that stands twice',
    ASPECTS + ASPECTS.replace('aspects:\n', ''),
    ['aspects/parcel.yaml:8: the aspect parcelInfo is described twice, here and in catalog/aspects/parcel.yaml:2: remove one'],
  ],
])('%s', async (_, text, expected) => {
  await put('aspects/parcel.yaml', text);
  expect((await told()).sort()).toEqual([...expected].sort());
});

function NO_ASPECT(): string {
  return 'entities/parcel.yaml:13: aspects of parcel: parcelInfo is described nowhere: describe it, or correct the name';
}

test('types that are made of themselves', async () => {
  await put(
    'aspects/loop.yaml',
    `types:
  - { kind: record, name: Egg, namespace: a, fields: [{ name: from, type: Hen, description: Who laid it. }] }
  - { kind: record, name: Hen, namespace: a, fields: [{ name: from, type: Egg, description: Where it came from. }] }
`,
  );
  expect(await told()).toEqual([
    'aspects/loop.yaml:2: Egg is made of itself (Egg → Hen → Egg): make a field on the way optional or a list',
    'aspects/loop.yaml:3: Hen is made of itself (Hen → Egg → Hen): make a field on the way optional or a list',
  ]);
});

test('types that may hold themselves are no fault, and their page has an end', async () => {
  await put('aspects/parcel.yaml', ASPECTS.replace('type: long', 'type: Box'));
  await put(
    'aspects/box.yaml',
    'types:\n  - { kind: record, name: Box, namespace: a, fields: [{ name: inside, type: "array[Box]", description: More of them. }] }\n',
  );
  const { catalogue, problems } = await read();
  expect(problems).toEqual([]);
  expect(entities.generate(catalogue, { basePath: '/docs', hasDoc: () => false })[0]?.markdown).toContain('id="type-box"');
});

test('a file that is not there: the aspect that an entity names', async () => {
  await rm(join(root, 'catalog/aspects/parcel.yaml'));
  expect(await told()).toEqual([NO_ASPECT()]);
});

test('an example that its aspect does not allow', async () => {
  await put('entities/parcel.yaml', `${PARCEL}example: { aspect: parcelInfo, value: { wieght: 3 } }\n`);
  expect(await told()).toEqual([
    'entities/parcel.yaml:14: example.value.wieght: is no field of this record; it has weight',
    'entities/parcel.yaml:14: example.value.weight: is missing, and the field is not optional',
  ]);
  await put('entities/parcel.yaml', `${PARCEL}example: { aspect: parcelInfo, value: { weight: heavy } }\n`);
  expect(await told()).toEqual(['entities/parcel.yaml:14: example.value.weight: must be of type long']);
});

test('a selection that is no GraphQL', async () => {
  await put('entities/parcel.yaml', `${PARCEL}graphql: { query: parcel, select: "name {" }\n`);
  expect(await told()).toEqual([expect.stringContaining('entities/parcel.yaml:14: graphql.select: is no list of fields: Syntax Error')]);
});

test('names and texts with HTML come out as text', async () => {
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
  const { catalogue, problems } = await read();
  expect(problems).toEqual([]);
  const [page] = entities.generate(catalogue, { basePath: '/docs', hasDoc: () => false });
  const compiled = await compileMarkdown(page?.markdown ?? '', {
    source: page?.source ?? '',
    doc: { title: page?.title ?? '', drawings: page?.drawings ?? {} },
    others: ['api/restli/restli-overview.md', 'metadata-modeling/metadata-model.md'].map((source) => docSource(source)),
  });
  expect(compiled.problems).toEqual([]);
  expect(compiled.html).not.toMatch(/<(script|img|b|i)\b/);
  expect(compiled.html).toContain('&#x3C;script>alert(1)&#x3C;/script>');
});

test('a name with HTML is refused', async () => {
  await put('aspects/parcel.yaml', ASPECTS.replace('name: weight', 'name: <b>'));
  expect(await told()).toContain('aspects/parcel.yaml:7: aspects.0.fields.0.name: must be a name of letters, digits and _');
});

test('aliases of YAML that would grow without end are refused', async () => {
  await put('aspects/bomb.yaml', `a: &a [x]\n${Array.from({ length: 30 }, (_, index) => `b${index}: *a\n`).join('')}`);
  expect((await told())[0]).toContain('holds more than 20 aliases: write the values out');
});

test('a catalogue without entities has no pages', async () => {
  await rm(join(root, 'catalog'), { recursive: true });
  const { catalogue, problems } = await read();
  expect(problems).toEqual([]);
  expect(entities.generate(catalogue, { basePath: '/docs', hasDoc: () => false })).toEqual([]);
});
