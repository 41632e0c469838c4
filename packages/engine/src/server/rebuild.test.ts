/** A new build is published while the server runs. */
import { mkdir, readdir, rename, rm, writeFile } from 'node:fs/promises';
import { basename, dirname, join } from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import { setFlagsFromString } from 'node:v8';
import { runInNewContext } from 'node:vm';
import { Hono } from 'hono';
import { afterEach, expect, test, vi } from 'vitest';
import { readEnvironment } from '#config/env.ts';
import type { Plugin } from '../plugin.ts';
import type { LogEntry } from './log.ts';
import { serve, type RunningServer } from './main.ts';
import { writeTestBuild, type TestBuild } from './testing/test-build.ts';

let build: TestBuild;
let server: RunningServer;
let logged: LogEntry[] = [];
/** The services of all builds. */
let opened: WeakRef<Hono>[] = [];
afterEach(async () => {
  await server.close();
  await build.remove();
});

/**
 * Writes the files of a site whose page names its script, in the order of a build: each file is renamed into place, and old assets
 * are deleted last.
 */
async function publish(version: number): Promise<void> {
  const files = {
    [`site/assets/entry-${version}.js`]: `export const version = ${version};`,
    'site/index.html': `<script type="module" src="/assets/entry-${version}.js"></script>${'x'.repeat(5000)}`,
    'site/docs/quickstart/index.html': `<script type="module" src="/assets/entry-${version}.js"></script>`,
    'manifest.json': JSON.stringify({ ...build.manifest, build: `b${version}` }),
  };
  await writeFile(join(build.dir, '.interrupted'), '');
  for (const [file, text] of Object.entries(files)) {
    const staged = join(build.dir, 'site', 'staged.tmp');
    await mkdir(dirname(join(build.dir, file)), { recursive: true });
    await writeFile(staged, text);
    for (const end of ['.br', '.gz']) await rm(join(build.dir, file + end), { force: true });
    await rename(staged, join(build.dir, file));
    await new Promise((resolve) => setTimeout(resolve, 5));
  }
  await rm(join(build.dir, 'site', 'assets', `entry-${version - 1}.js`), { force: true });
  await rm(join(build.dir, '.interrupted'));
}

const plugin: Plugin = {
  name: 'versions',
  root: import.meta.dirname,
  serve({ manifest }) {
    const service = new Hono().get('/v1/build', (c) => c.text(manifest.build));
    opened.push(new WeakRef(service));
    return Promise.resolve({ services: [service] });
  },
};

const HOUR_MS = 3_600_000;
/** Long enough for several checks of the server, which makes one every 20 ms. */
const CHECKS_MS = 200;

async function start(now = Date.now): Promise<string> {
  build = await writeTestBuild();
  logged = [];
  opened = [];
  await publish(1);
  const log = (entry: LogEntry): void => void logged.push(entry);
  const environment = readEnvironment({});
  server = await serve({ dir: build.dir, port: 0, host: '127.0.0.1', environment, env: {}, plugins: [plugin], log, watchMs: 20, now });
  return server.url;
}

const snapshots = async (): Promise<number> =>
  (await readdir(dirname(build.dir))).filter((name) => name.startsWith(`.${basename(build.dir)}`)).length;

const text = async (url: string): Promise<string> => (await fetch(url, { headers: { connection: 'close' } })).text();

test('no request fails during five rebuilds, and each page finds its assets', async () => {
  const url = await start();
  const over = new AbortController();
  let requests = 0;
  const failures: string[] = [];
  const seen = new Set<string>();
  async function visit(path: string): Promise<void> {
    while (!over.signal.aborted) {
      const page = await fetch(`${url}${path}`);
      const version = /entry-(\d+)\.js/.exec(await page.text())?.[1] ?? '';
      const asset = await fetch(`${url}assets/entry-${version}.js`);
      const body = await asset.text();
      requests += 2;
      seen.add(version);
      if (page.status !== 200 || asset.status !== 200 || body !== `export const version = ${version};`) {
        failures.push(`${path} of build ${version}: ${page.status}, ${asset.status} ${body.slice(0, 60)}`);
      }
    }
  }
  const visits = ['', 'docs/quickstart', '', 'docs/quickstart.html'].map(visit);
  for (let version = 2; version <= 6; version++) {
    await publish(version);
    await vi.waitFor(async () => expect(await text(`${url}healthz`)).toContain(`"b${version}"`), 10_000);
    await expect.poll(() => seen).toContain(String(version));
  }
  over.abort();
  await Promise.all(visits);
  expect(failures).toEqual([]);
  expect([...seen].sort()).toEqual(['1', '2', '3', '4', '5', '6']);
  expect(requests).toBeGreaterThan(50);
  expect(logged.filter(({ kind }) => kind === 'error')).toEqual([]);
}, 30_000);

test('plugin services change together with the pages, and an unfinished build changes nothing', async () => {
  const url = await start();
  expect(await text(`${url}v1/build`)).toBe('b1');
  await writeFile(join(build.dir, '.interrupted'), '');
  await writeFile(join(build.dir, 'site', 'index.html'), 'half a build');
  await new Promise((resolve) => setTimeout(resolve, 150));
  expect(await text(`${url}v1/build`)).toBe('b1');
  await publish(2);
  await vi.waitFor(async () => expect(await text(`${url}v1/build`)).toBe('b2'), 10_000);
  expect(await text(url)).toContain('entry-2.js');
});

test('SIGHUP reopens the build, and an invalid build is logged while the last one is still served', async () => {
  const url = await start();
  await writeFile(join(build.dir, 'manifest.json'), '{}');
  process.emit('SIGHUP');
  await expect.poll(() => logged.some(({ kind }) => kind === 'error')).toBe(true);
  expect(await text(url)).toContain('entry-1.js');
  await publish(2);
  await vi.waitFor(async () => expect(await text(url)).toContain('entry-2.js'), 10_000);
});

test('the services of a replaced build are not kept, although its assets are', async () => {
  const url = await start();
  const [first] = opened;
  expect(first?.deref() === undefined).toBe(false);
  await publish(2);
  await vi.waitFor(async () => expect(await text(`${url}v1/build`)).toBe('b2'), 10_000);
  setFlagsFromString('--expose-gc');
  const collectGarbage = runInNewContext('gc') as () => void;
  await vi.waitFor(
    () => {
      collectGarbage();
      // The error of `toBeUndefined` would keep the services.
      expect(first?.deref() === undefined).toBe(true);
    },
    { timeout: 20_000, interval: 500 },
  );
  expect((await fetch(`${url}assets/entry-1.js`)).status).toBe(200);
}, 30_000);

test('assets of a replaced build are served for a day and then deleted', async () => {
  let hours = 0;
  const startedAt = Date.now();
  const url = await start(() => startedAt + hours * HOUR_MS);
  const statusOf = async (version: number): Promise<number> => (await fetch(`${url}assets/entry-${version}.js`)).status;
  await publish(2);
  await vi.waitFor(async () => expect(await text(url)).toContain('entry-2.js'), 10_000);
  hours = 12;
  await publish(3);
  await vi.waitFor(async () => expect(await text(url)).toContain('entry-3.js'), 10_000);
  hours = 23;
  await wait(CHECKS_MS);
  expect([await statusOf(1), await statusOf(2), await statusOf(3)]).toEqual([200, 200, 200]);
  expect(await snapshots()).toBe(3);
  hours = 25;
  await vi.waitFor(async () => expect(await snapshots()).toBe(2), 10_000);
  expect([await statusOf(1), await statusOf(2), await statusOf(3)]).toEqual([404, 200, 200]);
  hours = 37;
  await vi.waitFor(async () => expect(await snapshots()).toBe(1), 10_000);
  expect([await statusOf(2), await statusOf(3)]).toEqual([404, 200]);
  expect(await text(url)).toContain('entry-3.js');
});

test('stopping the server removes its snapshot', async () => {
  await start();
  expect(await snapshots()).toBe(1);
  await server.close();
  expect(await snapshots()).toBe(0);
});

test('a server does not start on an interrupted publication, and waits for one in progress', async () => {
  await start();
  await server.close();
  await writeFile(join(build.dir, '.interrupted'), '');
  const again = serve({ dir: build.dir, port: 0, host: '127.0.0.1', environment: readEnvironment({}), env: {}, log: () => undefined });
  await expect(again).rejects.toThrow('its publish was interrupted. Build the site again.');
  const waiting = serve({ dir: build.dir, port: 0, host: '127.0.0.1', environment: readEnvironment({}), env: {}, log: () => undefined });
  await publish(2);
  server = await waiting;
  expect(await text(server.url)).toContain('entry-2.js');
}, 30_000);
