import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

import { afterEach, beforeEach, expect, test } from 'vitest';

import { readEntities } from '../entity-files.ts';
import { entities } from '../entity-page.ts';

let root = '';
beforeEach(async () => {
  root = await mkdtemp(join(tmpdir(), 'platform-model-'));
  await mkdir(join(root, 'catalog'));
  await mkdir(join(root, 'models'));
});
afterEach(() => rm(root, { recursive: true }));

const put = (path: string, text: string): Promise<void> => writeFile(join(root, path), text);
const read = () => readEntities({ dir: join(root, 'catalog'), projectRoot: root });

const REGISTRY = `entities:
  - name: parcel
    doc: A parcel.
    category: core
    keyAspect: parcelKey
    aspects: [parcelInfo]
events: []
`;
const KEY = 'namespace a.key\n@Aspect = { "name": "parcelKey" }\nrecord ParcelKey { id: string }\n';

async function site(info: string): Promise<void> {
  await put('catalog/metadata-model.yaml', 'registry: ../registry.yml\nmodels: [../models]\n');
  await put('registry.yml', REGISTRY);
  await put('models/ParcelKey.pdl', KEY);
  await put('models/ParcelInfo.pdl', info);
}

const INFO = `namespace a
@Aspect = { "name": "parcelInfo", "type": "timeseries" }
record ParcelInfo includes Stamped {
  /** Where it goes. */
  @Searchable = { "fieldType": "TEXT", "queryByDefault": "true" }
  @Relationship = { "/*": { "name": "SentTo", "entityTypes": ["Parcel"] } }
  to: array[string] = []
  @Deprecated
  size: optional union[small: string, Size]
}
`;

test('a PDL file of several megabytes is not read, but reported', async () => {
  await site(INFO);
  await put('models/Long.pdl', `namespace a\nrecord Long { }\n// ${'x'.repeat(2_000_000)}`);
  const { problems } = await read();
  expect(problems).toContainEqual({
    file: 'models/Long.pdl',
    message: 'The file has more than 2000000 bytes. Shorten its descriptions, or divide it into several files.',
    severity: 'error',
  });
});

test('R-605 registry and PDL files of the platform become pages by configuration', async () => {
  await site(INFO);
  await put('models/Stamped.pdl', 'namespace a // ours\nrecord Stamped { at: long = -1 }');
  await put('models/Size.pdl', 'namespace a\nenum Size { /** Up to 1 kg. */ S @deprecated L }');
  const { catalog, problems } = await read();
  expect(problems).toEqual([]);
  const info = catalog.aspects.get('parcelInfo');
  expect(info).toMatchObject({ record: 'ParcelInfo', timeseries: true, includes: ['Stamped'] });
  expect(info?.fields).toMatchObject([
    {
      name: 'to',
      type: 'array[string]',
      optional: false,
      default: [],
      deprecated: false,
      description: 'Where it goes.',
      search: [{ path: '', fieldType: 'TEXT', queryByDefault: true }],
      relationships: [{ path: '/*', name: 'SentTo', entityTypes: ['parcel'] }],
    },
    { name: 'size', type: 'union[small: string, Size]', optional: true, deprecated: true, search: [], relationships: [], description: '' },
  ]);
  expect(catalog.types.get('Size')).toMatchObject({ symbols: ['S', 'L'], deprecatedSymbols: ['L'], meanings: { S: 'Up to 1 kg.' } });
  const [page] = entities.generate(catalog, { basePath: '/docs', siteUrl: 'https://docs.example.com', hasDoc: () => false });
  expect(page).toMatchObject({ path: '/docs/generated/metamodel/entities/parcel', title: 'Parcel' });
});

test('R-108 a value of an enum can have a name that every JavaScript object has', async () => {
  await site(
    'namespace a\n@Aspect = { "name": "parcelInfo" }\nrecord ParcelInfo { size: enum Size { /** A small parcel. */ SMALL constructor } }\n',
  );
  const { catalog, problems } = await read();
  expect(problems).toEqual([]);
  const [page] = entities.generate(catalog, { basePath: '/docs', siteUrl: 'https://docs.example.com', hasDoc: () => false });
  expect(page?.markdown).toContain('| `SMALL` | A small parcel. |\n| `constructor` |  |');
});

test('an undeclared type is reported', async () => {
  await site(INFO);
  await put('models/Stamped.pdl', 'namespace a\nrecord Stamped {}');
  await put('models/Size.pdl', 'namespace a\nenum Other { S }');
  expect((await read()).problems.map(({ message }) => message)).toEqual([
    'parcelInfo.size: Size is not a type: define it, or correct the name',
  ]);
});

test.each([
  [
    'a missing punctuation mark',
    'namespace a\nrecord X {\n  to string\n}',
    'models/ParcelInfo.pdl:3: The file is not valid PDL: : is expected before "string"',
  ],
  [
    'a brace that is never closed',
    'namespace a\nrecord X {',
    'models/ParcelInfo.pdl:2: The file is not valid PDL: } is expected before "the end of the file"',
  ],
  [
    'a field without type',
    'namespace a\nrecord X {\n  to:\n}',
    'models/ParcelInfo.pdl:4: The file is not valid PDL: a name is expected before "}"',
  ],
  ['a character of another language', 'namespace a\n;', 'models/ParcelInfo.pdl:2: The file is not valid PDL: ";" is not valid in PDL'],
  [
    'something else',
    'namespace a\nclass X {}',
    'models/ParcelInfo.pdl:2: The file is not valid PDL: record, enum, typeref, or fixed is expected before "class"',
  ],
])('%s is reported with its line', async (_, text, message) => {
  await site(text);
  const [first] = (await read()).problems;
  expect(`${first?.file}:${first?.line}: ${first?.message}`).toBe(message);
});

test('missing files and folders are reported', async () => {
  await put('catalog/metadata-model.yaml', 'registry: ../none.yml\nmodels:\n  - ../nowhere\n');
  expect((await read()).problems.map(({ file, line, message }) => `${file}:${line ?? ''}: ${message}`)).toEqual([
    'none.yml:: The file cannot be read. Restore it, or remove the reference to it.',
    'catalog/metadata-model.yaml:3: The folder ../nowhere does not exist.',
  ]);
});

test('R-108 a chain of thousands of types, and a type that is nested too deeply, are errors', async () => {
  await site(INFO.replace('includes Stamped ', '').replace('Size', 'T0'));
  const chain = Array.from({ length: 20_000 }, (_, index) => `record T${index} { a: optional T${index + 1} }\n`).join('');
  await put('models/Chain.pdl', `namespace a\n${chain}record T20000 { a: string }\n`);
  await put('models/Deep.pdl', `namespace a\nrecord Deep { a: ${'array['.repeat(50_000)} }\n`);
  const { problems } = await read();
  expect(problems.map(({ file, message }) => `${file}: ${message}`)).toEqual([
    'models/Deep.pdl: The file is nested too deeply for a schema',
    expect.stringMatching(/^models\/ParcelInfo\.pdl: parcelInfo has more than 2000 fields inside its values/) as string,
  ]);
});
