import { existsSync, readFileSync } from 'node:fs';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

import { describe, expect, test } from 'vitest';

import { formatProblem } from '@quire/engine/model/problem.ts';

import { sourceSchema } from '../schema/source.ts';
import type { Source } from '../schema/source.ts';
import { readSources } from '../sources/read-sources.ts';
import { readIntegrations } from './read-integrations.ts';

const root = process.cwd();
const factsFile = join(root, '../shared/facts/integrations.json');
const context = { basePath: '/docs', hasDoc: (source: string): boolean => existsSync(join(root, 'website/content/docs', source)) };

/** A source with two plugins, the second better supported and able to do more than the first. */
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
    const { catalogue, problems } = await readIntegrations({ dir, projectRoot: dir }, sources, context);
    return { catalogue, problems: problems.map(formatProblem) };
  } finally {
    await rm(dir, { recursive: true });
  }
}

describe('an entry of the listing', () => {
  test('says of a source what its file says: best support, derived features, plain text', async () => {
    const { catalogue, problems } = await read(null);
    expect(problems).toEqual([]);
    expect(catalogue).toEqual([
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

  test('of no source leads to its written page; all stand by name', async () => {
    const { catalogue } = await read(ENTRY.replace('Wire', 'Atlas'));
    expect(catalogue.map(({ name, route, status }) => [name, route, status])).toEqual([
      ['Atlas', '/docs/lineage/airflow', 'Not rated'],
      ['Shop', '/docs/generated/ingestion/sources/shop', 'Incubating'],
    ]);
  });
});

describe('what an author can get wrong', () => {
  test('a page that is not there is told and not listed', async () => {
    const { catalogue, problems } = await read(ENTRY.replace('airflow.md', 'wire.md'));
    expect(problems).toEqual([
      'integrations.yaml:1: Wire: there is no page content/docs/lineage/wire.md: write it, or name the page that tells of Wire',
    ]);
    expect(catalogue.map(({ name }) => name)).toEqual(['Shop']);
  });

  test('a system that is listed twice', async () => {
    const { problems } = await read(ENTRY.replace('Wire', 'Shop'));
    expect(problems).toEqual(['integrations.yaml:1: Shop is listed twice: sources/shop.yaml has it as well. Remove one']);
  });

  test.each([
    ['a connection of no kind', ENTRY.replace('Push', 'Shove'), '0.connection: must be one of Pull, Push; found "Shove"'],
    ['a status of its own', ENTRY.replace('type:', 'status: Certified, type:'), '0.status: is not a key of this file'],
    ['an address for a page', ENTRY.replace('lineage/airflow.md', '/docs/lineage/airflow'), 'must be a file below content/docs'],
  ])('%s', async (_, yaml, message) => {
    const { catalogue, problems } = await read(yaml);
    expect(problems).toEqual([expect.stringContaining(message)]);
    expect(catalogue).toHaveLength(1);
  });

  test('a derived feature is not marked by hand', () => {
    const parsed = sourceSchema.safeParse({ ...SHOP, listing: { type: 'Datastore', features: ['Stateful Ingestion'] } });
    expect(parsed.success).toBe(false);
  });
});

interface FactEntry {
  name: string;
  docs_route: string;
  platform_type: string;
  connection_type: string;
  support_status: string | null;
  features: string[];
}

/** What the platform marks a source with although neither its capabilities nor its options have it. */
const CONTRADICTED = ['Athena: Column Level Lineage'];

test.skipIf(!existsSync(factsFile))('every integration is listed as the platform has it (held against ../shared/facts)', async () => {
  const location = { dir: join(root, 'website/catalog'), projectRoot: root };
  const sources = (await readSources(location)).catalogue.entries.map(({ source }) => source.data);
  const { catalogue, problems } = await readIntegrations(location, sources, context);
  expect(problems).toEqual([]);
  const { integrations } = JSON.parse(readFileSync(factsFile, 'utf8')) as { integrations: FactEntry[] };
  for (const fact of integrations) {
    const ours = catalogue.find(({ name }) => name === fact.name);
    const status = (fact.support_status ?? 'UNKNOWN').replace('UNKNOWN', 'not rated');
    expect(`${ours?.route} ${ours?.type} ${ours?.connection} ${ours?.status.toLowerCase()}`, fact.name).toBe(
      `${fact.docs_route} ${fact.platform_type} ${fact.connection_type} ${status.toLowerCase()}`,
    );
    const lacking = fact.features.filter((feature) => ours?.features.includes(feature) !== true);
    expect(
      lacking.filter((feature) => !CONTRADICTED.includes(`${fact.name}: ${feature}`)),
      fact.name,
    ).toEqual([]);
  }
  const names = new Set(integrations.map(({ name }) => name));
  // The platform's own list forgets a source that it has a page for.
  expect(catalogue.filter(({ name }) => !names.has(name)).map(({ name }) => name)).toEqual(['Google Cloud Storage']);
});
