import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

import { expect, onTestFinished, test } from 'vitest';

import type { SearchPage, Section } from '@quire/search';
import { encodeIndex } from '@quire/search/indexing';
import { SAMPLE_GROUPS, SAMPLE_RECORDS } from '@quire/search/testing';

import { createSearchIndexBuilder } from './search-index.ts';
import { startIndexer } from './search-process.ts';

const UNREADABLE = 'The cached search data of /docs/quickstart was corrupt and has been deleted. Run the build again.';

const PAGES = [...new Set(SAMPLE_RECORDS.map(({ page }) => page))];
const sectionsOf = (path: string): Section[] =>
  SAMPLE_RECORDS.filter(({ page }) => page.path === path).map(({ page: _page, ...section }) => section);

function cacheFolder(): string {
  const dir = mkdtempSync(join(tmpdir(), 'indexer-'));
  onTestFinished(() => rmSync(dir, { recursive: true, force: true }));
  return dir;
}

/** @param versions of pages by path; 1 where none is named @returns the index, and the pages whose sections were asked for */
async function makeIndex(cacheDir: string | null, versions: Readonly<Record<string, number>> = {}) {
  const indexer = startIndexer(cacheDir);
  onTestFinished(() => indexer.stop());
  indexer.begin(TASK);
  const asked: string[] = [];
  for (const page of PAGES)
    await indexer.add({
      page,
      key: `${page.path} ${versions[page.path] ?? 1}`,
      sections: () => {
        asked.push(page.path);
        return Promise.resolve(sectionsOf(page.path));
      },
    });
  const { bytes, records } = await indexer.finish();
  return { bytes: Buffer.from(bytes), records, asked };
}

const TASK = { synonyms: null, minimumRecords: 1, groups: SAMPLE_GROUPS, names: [] };
const WHOLE = Buffer.from(encodeIndex(SAMPLE_RECORDS, { groups: SAMPLE_GROUPS }));
const ALL = PAGES.map(({ path }) => path);

test('only pages that no earlier build analyzed are sent, and the index is the same', async () => {
  const cacheDir = cacheFolder();
  const first = await makeIndex(cacheDir);
  expect(first).toEqual({ bytes: WHOLE, records: SAMPLE_RECORDS.length, asked: ALL });
  expect(await makeIndex(cacheDir)).toEqual({ ...first, asked: [] });
  const [changed = ''] = ALL;
  expect(await makeIndex(cacheDir, { [changed]: 2 })).toEqual({ ...first, asked: [changed] });
  // What the last build did not use is not kept.
  expect((await makeIndex(cacheDir)).asked).toEqual([changed]);
});

test('without a cache all are sent, and nothing is left behind', async () => {
  expect(await makeIndex(null)).toEqual({ bytes: WHOLE, records: SAMPLE_RECORDS.length, asked: ALL });
});

test('what was kept and is cut off counts as nothing; what cannot be read ends the build with what to do', async () => {
  const cacheDir = cacheFolder();
  await makeIndex(cacheDir);
  const file = join(cacheDir, 'search-analyses.bin');
  const whole = readFileSync(file);
  writeFileSync(file, whole.subarray(0, -9));
  expect((await makeIndex(cacheDir)).asked).toEqual(ALL);
  // The table stays, what it names is gone.
  const table = 4 + whole.readUInt32LE();
  writeFileSync(file, Buffer.concat([whole.subarray(0, table), Buffer.alloc(whole.length - table)]));
  await expect(makeIndex(cacheDir)).rejects.toThrow(`The search index could not be built: ${UNREADABLE}`);
  // It was removed.
  expect((await makeIndex(cacheDir)).asked).toEqual(ALL);
  const maker = createSearchIndexBuilder(cacheFolder());
  const [page] = PAGES as [SearchPage];
  expect(() => maker.add({ page, key: 'unknown' })).toThrow(UNREADABLE);
});

test('a process that has ended is reported at the end, whenever it ended', async () => {
  const indexer = startIndexer(null);
  indexer.stop();
  for (const page of PAGES) await indexer.add({ page, key: page.path, sections: () => Promise.resolve(sectionsOf(page.path)) });
  await expect(indexer.finish()).rejects.toThrow('The search index could not be built: its process ended with SIGTERM.');
});
