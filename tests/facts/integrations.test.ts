/** Compares the list of integrations with that of the platform. */
import { existsSync } from 'node:fs';
import { join } from 'node:path';

import { expect, test } from 'vitest';

import { readIntegrations, sources as sourcePart } from '@quire/reference/catalog';

import { readFacts } from './facts.ts';

const root = process.cwd();
const context = {
  basePath: '/docs',
  siteUrl: 'https://docs.example.com',
  hasDoc: (source: string): boolean => existsSync(join(root, 'website/content/docs', source)),
};

interface FactEntry {
  name: string;
  docs_route: string;
  platform_type: string;
  connection_type: string;
  support_status: string | null;
  features: string[];
}

/** Features in the platform's list that contradict the capabilities and options of the source. */
const CONTRADICTED = ['Athena: Column Level Lineage'];

test('every integration is listed with the properties of the platform', async () => {
  const location = { dir: join(root, 'website/catalog'), projectRoot: root };
  const sources = (await sourcePart.read(location)).catalog.entries.map(({ source }) => source.data);
  const { catalog, problems } = await readIntegrations(location, sources, context);
  expect(problems).toEqual([]);
  const { integrations } = readFacts<{ integrations: FactEntry[] }>('integrations.json');
  for (const fact of integrations) {
    const ours = catalog.find(({ name }) => name === fact.name);
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
  // The platform's own list omits this source although it has a page.
  expect(catalog.filter(({ name }) => !names.has(name)).map(({ name }) => name)).toEqual(['Google Cloud Storage']);
});
