import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

import { expect, onTestFinished, test } from 'vitest';

import type { SearchPage, Section } from '@quire/search';
import { encodeIndex } from '@quire/search/indexing';
import { SAMPLE_GROUPS, SAMPLE_RECORDS } from '@quire/search/testing';

import { createSearchIndexBuilder } from './indexer-process.ts';
import { startIndexer } from './indexer.ts';

const UNREADABLE = 'The cached search data of /docs/quickstart was corrupt and has been deleted. Run the build again.';

const PAGES = [...new Set(SAMPLE_RECORDS.map(({ page }) => page))];
const sectionsOf = (path: string): Section[] =>
  SAMPLE_RECORDS.filter(({ page }) => page.path === path).map(({ page: _page, ...section }) => section);

function cacheFolder(): string {
  const dir = mkdtempSync(join(tmpdir(), 'indexer-'));
  onTestFinished(() => rmSync(dir, { recursive: true, force: true }));
  return dir;
}

/** @param versions of pages by path, 1 by default @returns the index, and the pages whose sections were analyzed for */
async function buildIndex(cacheDir: string | null, versions: Readonly<Record<string, number>> = {}) {
  const indexer = startIndexer(cacheDir);
  onTestFinished(() => indexer.stop());
  indexer.begin(TASK);
  const analyzed: string[] = [];
  for (const page of PAGES)
    await indexer.add({
      page,
      key: `${page.path} ${versions[page.path] ?? 1}`,
      sections: () => {
        analyzed.push(page.path);
        return Promise.resolve(sectionsOf(page.path));
      },
    });
  const { bytes, records } = await indexer.finish();
  return { bytes: Buffer.from(bytes), records, analyzed };
}

const TASK = { synonyms: null, minimumRecords: 1, groups: SAMPLE_GROUPS, names: [] };
const EXPECTED_BYTES = Buffer.from(encodeIndex(SAMPLE_RECORDS, { groups: SAMPLE_GROUPS }));
const ALL_PATHS = PAGES.map(({ path }) => path);

test('only new and changed pages are analyzed, and the index does not change', async () => {
  const cacheDir = cacheFolder();
  const first = await buildIndex(cacheDir);
  expect(first).toEqual({ bytes: EXPECTED_BYTES, records: SAMPLE_RECORDS.length, analyzed: ALL_PATHS });
  expect(await buildIndex(cacheDir)).toEqual({ ...first, analyzed: [] });
  const [changed = ''] = ALL_PATHS;
  expect(await buildIndex(cacheDir, { [changed]: 2 })).toEqual({ ...first, analyzed: [changed] });
  // The last build did not use the entry of version 1, so it was dropped.
  expect((await buildIndex(cacheDir)).analyzed).toEqual([changed]);
});

test('without a cache, all pages are analyzed', async () => {
  expect(await buildIndex(null)).toEqual({ bytes: EXPECTED_BYTES, records: SAMPLE_RECORDS.length, analyzed: ALL_PATHS });
});

test('a truncated cache is discarded, and an unreadable one ends the build with instructions', async () => {
  const cacheDir = cacheFolder();
  await buildIndex(cacheDir);
  const file = join(cacheDir, 'search-analyses.bin');
  const whole = readFileSync(file);
  writeFileSync(file, whole.subarray(0, -9));
  expect((await buildIndex(cacheDir)).analyzed).toEqual(ALL_PATHS);
  // Keep the table, but overwrite the entries.
  const table = 4 + whole.readUInt32LE();
  writeFileSync(file, Buffer.concat([whole.subarray(0, table), Buffer.alloc(whole.length - table)]));
  await expect(buildIndex(cacheDir)).rejects.toThrow(`The search index could not be built: ${UNREADABLE}`);
  // The corrupt file was deleted.
  expect((await buildIndex(cacheDir)).analyzed).toEqual(ALL_PATHS);
  const builder = createSearchIndexBuilder(cacheFolder());
  const [page] = PAGES as [SearchPage];
  expect(() => builder.add({ page, key: 'unknown' })).toThrow(UNREADABLE);
});

test('finish() reports an indexing process that has ended, even before the first page', async () => {
  const indexer = startIndexer(null);
  indexer.stop();
  for (const page of PAGES) await indexer.add({ page, key: page.path, sections: () => Promise.resolve(sectionsOf(page.path)) });
  await expect(indexer.finish()).rejects.toThrow('The search index could not be built: its process ended with SIGTERM.');
});
