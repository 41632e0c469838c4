/** Checks the entity registries in the samples of pages. */
import { join } from 'node:path';

import { expect, test } from 'vitest';
import { parse } from 'yaml';

import { entities } from '@quire/reference/catalog';

import { readPages, ROOT } from './pages.ts';
import { examples } from './written-names.ts';

interface Registry {
  id?: string;
  entities?: { keyAspect?: string; aspects?: string[] }[];
}

const { catalog } = await entities.read({ dir: join(ROOT, 'website/catalog'), projectRoot: ROOT });

/** Returns the aspects of DataHub that the registry of a custom model lists. GMS finds only the model's own aspects and rejects it. */
function builtInAspects(code: string): string[] {
  const registry = parse(code) as Registry | null;
  if (typeof registry?.id !== 'string' || !Array.isArray(registry.entities)) return [];
  const listed = registry.entities.flatMap(({ keyAspect, aspects = [] }) => (keyAspect === undefined ? aspects : [keyAspect, ...aspects]));
  return listed.filter((name) => catalog.aspects.has(name));
}

test('a custom model lists only its own aspects', () => {
  const registries = readPages().flatMap((page) =>
    examples(page)
      .filter(({ language, code }) => language === 'yaml' && /^entities:/m.test(code))
      .map(({ code, line }) => ({ place: `${page.file}:${line}`, code })),
  );
  expect(registries.length).toBeGreaterThan(0);
  expect(registries.flatMap(({ place, code }) => builtInAspects(code).map((name) => `${place} ${name}`))).toEqual([]);
});

test('an aspect of DataHub is found in a custom model, but not in the registry of a fork', () => {
  const list = 'entities:\n  - name: spreadsheet\n    keyAspect: spreadsheetKey\n    aspects: [spreadsheetInfo, ownership]\n';
  expect(builtInAspects(`id: shop-model\n${list}`)).toEqual(['ownership']);
  expect(builtInAspects(list)).toEqual([]);
});
