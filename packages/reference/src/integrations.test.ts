import { existsSync } from 'node:fs';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

import { describe, expect, test } from 'vitest';

import { formatProblem } from '@quire/engine/model/problem.ts';

import { readIntegrations } from './integrations.ts';
import { readSources, sourceSchema } from './sources/source-file.ts';
import type { Source } from './sources/source-file.ts';

const root = process.cwd();
const context = {
  basePath: '/docs',
  siteUrl: 'https://docs.example.com',
  hasDoc: (source: string): boolean => existsSync(join(root, 'website/content/docs', source)),
};

/** A source with two plugins; the second has better support and more capabilities. */
const SHOP: Source = sourceSchema.parse({
  platform: 'shop',
  name: 'Shop',
  summary: 'Tables of a `shop`, see [its page](../shop.md).',
  listing: { type: 'BI Tool', features: ['UI Ingestion', 'Lower Casing'] },
  plugins: [
    { plugin: 'shop', support: 'testing', extra: null, fields: [] },
    {
      plugin: 'shop-usage',
      support: 'incubating',
      extra: null,
      capabilities: [{ capability: 'LINEAGE_FINE', supported: true }],
      fields: [{ name: 'stateful_ingestion', type: 'Config' }],
    },
  ],
});

const ENTRY = '- { name: Wire, summary: Events., page: lineage/airflow.md, type: Messaging, connection: Push }\n';

async function read(yaml: string | null, sources: readonly Source[] = [SHOP]) {
  const dir = await mkdtemp(join(tmpdir(), 'integrations-'));
  try {
    if (yaml !== null) await writeFile(join(dir, 'integrations.yaml'), yaml);
    const { catalog, problems } = await readIntegrations({ dir, projectRoot: dir }, sources, context);
    return { catalog, problems: problems.map(formatProblem) };
  } finally {
    await rm(dir, { recursive: true });
  }
}

describe('an entry of the listing', () => {
  test('of a source has the best support status, derived features and plain text', async () => {
    const { catalog, problems } = await read(null);
    expect(problems).toEqual([]);
    expect(catalog).toEqual([
      {
        name: 'Shop',
        text: 'Tables of a shop, see its page.',
        route: '/docs/generated/ingestion/sources/shop',
        type: 'BI Tool',
        connection: 'Pull',
        status: 'Incubating',
        features: ['Column Level Lineage', 'Lower Casing', 'Stateful Ingestion', 'UI Ingestion'],
      },
    ]);
  });

  test('without a source links to its written page; entries are sorted by name', async () => {
    const { catalog } = await read(ENTRY.replace('Wire', 'Atlas'));
    expect(catalog.map(({ name, route, status }) => [name, route, status])).toEqual([
      ['Atlas', '/docs/lineage/airflow', 'Not rated'],
      ['Shop', '/docs/generated/ingestion/sources/shop', 'Incubating'],
    ]);
  });
});

describe('author errors', () => {
  test('a missing page is reported and not listed', async () => {
    const { catalog, problems } = await read(ENTRY.replace('airflow.md', 'wire.md'));
    expect(problems).toEqual([
      'integrations.yaml:1: The page content/docs/lineage/wire.md of Wire does not exist. Write it, or name another page.',
    ]);
    expect(catalog.map(({ name }) => name)).toEqual(['Shop']);
  });

  test('a duplicate system is reported', async () => {
    const { problems } = await read(ENTRY.replace('Wire', 'Shop'));
    expect(problems).toEqual(['integrations.yaml:1: Shop is listed twice, here and in sources/shop.yaml. Remove one.']);
  });

  test.each([
    ['an unknown connection', ENTRY.replace('Push', 'Shove'), '0.connection: must be one of Pull, Push; found "Shove"'],
    ['a status key', ENTRY.replace('type:', 'status: Certified, type:'), '0.status: is not a key of this file'],
    ['a URL instead of a file', ENTRY.replace('lineage/airflow.md', '/docs/lineage/airflow'), 'must be a file below content/docs'],
  ])('%s', async (_, yaml, message) => {
    const { catalog, problems } = await read(yaml);
    expect(problems).toEqual([expect.stringContaining(message)]);
    expect(catalog).toHaveLength(1);
  });

  test('a derived feature cannot be set by hand', () => {
    const parsed = sourceSchema.safeParse({ ...SHOP, listing: { type: 'Datastore', features: ['Stateful Ingestion'] } });
    expect(parsed.success).toBe(false);
  });
});

test('the catalog of the project is valid', async () => {
  const location = { dir: join(root, 'website/catalog'), projectRoot: root };
  const sources = (await readSources(location)).catalog.entries.map(({ source }) => source.data);
  const { catalog, problems } = await readIntegrations(location, sources, context);
  expect(problems).toEqual([]);
  expect(catalog).toHaveLength(57);
});
