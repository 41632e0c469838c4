import { mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, statSync, utimesSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { type ShellExtensions, loadShell } from './shell.ts';
import { sampleSite } from '#model/testing/sample-site.ts';
import type { Bundler, ShellFiles } from './bundler.ts';

const FILES: ShellFiles = {
  loader: '/l.js',
  notFound: '/n.js',
  style: '/s.css',
  criticalDocs: '/d.css',
  criticalFront: '/f.css',
  font: '/m.woff2',
};

/** Extensions of a site that has only documentation. */
const NO_EXTENSIONS: ShellExtensions = {
  pages: {},
  islands: {},
  pageStyles: null,
  analytics: null,
  clients: [],
  slots: [],
  criticalStyles: [],
  sources: [],
};

let cacheDir: string;
let log: string[];
beforeEach(() => {
  cacheDir = mkdtempSync(join(tmpdir(), 'shell-'));
  log = [];
});
afterEach(() => rmSync(cacheDir, { recursive: true, force: true }));

/** Writes the files of a bundle, or fails after it has started. */
function bundler(failure?: Error): Bundler {
  return {
    start: () => void log.push('start'),
    stop: () => void log.push('stop'),
    async bundle({ outDir }) {
      log.push('bundle');
      for (const folder of ['server', 'client/assets']) mkdirSync(join(outDir, folder), { recursive: true });
      writeFileSync(join(outDir, 'client/assets/l.js'), 'loader();');
      writeFileSync(join(outDir, 'server/prerender.mjs'), "export const renderShell = () => 'shell';");
      if (failure !== undefined) throw failure;
      return { files: FILES, peakMiB: 7 };
    },
  };
}

const load = (more: { bundler: Bundler; noCache?: boolean }): ReturnType<typeof loadShell> =>
  loadShell({ cacheDir, site: sampleSite, extensions: NO_EXTENSIONS, configuredStyle: '', ...more });

test('a shell is bundled once and cached under its fingerprint', async () => {
  const first = await load({ bundler: bundler() });
  expect(first).toMatchObject({ files: FILES, peakMiB: 7 });
  expect(readdirSync(join(cacheDir, 'shell'))).toEqual([first.id]);
  const second = await load({ bundler: bundler() });
  expect(second).toMatchObject({ id: first.id, files: FILES, peakMiB: 0 });
  expect(log).toEqual(['bundle']);
});

test.each(['manifest.json', 'client/assets/l.js', 'server/prerender.mjs'])(
  'a shell is bundled again if its %s is damaged',
  async (name) => {
    const { clientDir } = await load({ bundler: bundler() });
    const file = join(clientDir, '..', name);
    const content = readFileSync(file, 'utf8');
    for (const damaged of ['', '{}', content.slice(0, -1), content.replace('l', 'm'), null]) {
      if (damaged === null) rmSync(file);
      else writeFileSync(file, damaged);
      log = [];
      expect(await load({ bundler: bundler() })).toMatchObject({ files: FILES, clientDir });
      expect(log).toEqual(['bundle']);
      expect(readFileSync(file, 'utf8')).toBe(content);
    }
    log = [];
    await load({ bundler: bundler() });
    expect(log).toEqual([]);
  },
);

test('a build without a cache bundles even if the shell is cached', async () => {
  const { id } = await load({ bundler: bundler() });
  expect(await load({ bundler: bundler(), noCache: true })).toMatchObject({ id, peakMiB: 7 });
  expect(log).toEqual(['bundle', 'bundle']);
  expect(readdirSync(join(cacheDir, 'shell'))).toEqual([id]);
});

test('two builds that bundle a shell at the same time use the one that is finished first, whose files never disappear', async () => {
  const { promise, resolve } = Promise.withResolvers<void>();
  const slow: Bundler = { ...bundler(), bundle: (options) => promise.then(() => bundler().bundle(options)) };
  const second = load({ bundler: slow });
  const { id, clientDir } = await load({ bundler: bundler() });
  const folder = dirname(clientDir);
  const { ino } = statSync(folder);
  resolve();
  expect(await second).toMatchObject({ id, clientDir, files: FILES });
  expect(statSync(folder).ino).toBe(ino);
  expect(readdirSync(join(cacheDir, 'shell'))).toEqual([id]);
});

test.each([true, false])('a failed bundle leaves no files (without a cache: %s)', async (noCache) => {
  await expect(load({ bundler: bundler(new Error('no such module')), noCache })).rejects.toThrow('no such module');
  expect(log).toEqual(['bundle', 'stop']);
  expect(readdirSync(join(cacheDir, 'shell'))).toEqual([]);
});

test('the least recently used shell is evicted when the cache is full', async () => {
  const of = (title: string): ReturnType<typeof loadShell> =>
    loadShell({ cacheDir, site: { ...sampleSite, title }, extensions: NO_EXTENSIONS, configuredStyle: '', bundler: bundler() });
  const ids: string[] = [];
  for (const title of ['a', 'b', 'c', 'd', 'e', 'f']) {
    const { id } = await of(title);
    // File systems may store times with a low resolution, so set them apart.
    const time = new Date(2020, 0, ids.push(id));
    utimesSync(join(cacheDir, 'shell', id), time, time);
  }
  await of('a');
  const { id: added } = await of('g');
  const kept = readdirSync(join(cacheDir, 'shell')).toSorted();
  expect(kept).toEqual([...ids.filter((_, index) => index !== 1), added].toSorted());
});

test('a shell that was used recently is not evicted, because another process may read its files', async () => {
  const titles = ['a', 'b', 'c', 'd', 'e', 'f', 'g', 'h'];
  for (const title of titles)
    await loadShell({ cacheDir, site: { ...sampleSite, title }, extensions: NO_EXTENSIONS, configuredStyle: '', bundler: bundler() });
  expect(readdirSync(join(cacheDir, 'shell'))).toHaveLength(titles.length);
});

test('folders in the cache that no build made are not evicted', async () => {
  const foreign = [
    ...Array.from({ length: 8 }, (_, index) => `thesis-${index}`),
    ...Array.from({ length: 8 }, (_, index) => `20261128110${index}`),
  ];
  for (const name of foreign) mkdirSync(join(cacheDir, 'shell', name), { recursive: true });
  const { id } = await load({ bundler: bundler() });
  expect(readdirSync(join(cacheDir, 'shell')).toSorted()).toEqual([...foreign, id].toSorted());
});

test('a shell is bundled again when the configuration gives a file another role', async () => {
  const of = (extensions: Partial<ShellExtensions>): ReturnType<typeof loadShell> =>
    loadShell({ cacheDir, site: sampleSite, extensions: { ...NO_EXTENSIONS, ...extensions }, configuredStyle: '', bundler: bundler() });
  const ids = [
    await of({ pages: { about: '/site/about.tsx' } }),
    await of({ pages: { team: '/site/about.tsx' } }),
    await of({ islands: { about: '/site/about.tsx' } }),
    await of({ pageStyles: '/site/about.css' }),
  ].map(({ id }) => id);
  expect(new Set(ids).size).toBe(4);
});
