import { spawnSync } from 'node:child_process';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

import type { Browser, CDPSession, Page } from 'playwright-core';

import type { Benchmark } from '#commands/bench.ts';
import { createApp } from '#server/app.ts';
import { listen } from '#server/main.ts';
import { readSiteManifest, siteDirectory } from '#server/site-manifest.ts';

import { launchBrowser } from '../../tests/e2e/browser.ts';
import { MISSING, TREE_CONFIG, treeIsThere } from '../real-tree.ts';
import { median, print, round } from '../report.ts';
import type { Measured } from '../report.ts';

const root = join(import.meta.dirname, '../..');
const RUNS = 5;
/** Slow 4G and a processor four times slower, as in the peers' measurements. */
const NETWORK = { offline: false, latency: 150, downloadThroughput: (1.6 * 1024 * 1024) / 8, uploadThroughput: (750 * 1024) / 8 };
const SLOWER = 4;
const QUIET_MS = 1500;

interface Subject {
  config: string;
  from: string;
  to: string;
  heading: string;
}

/** The page of median size and its neighbour on the real tree; without the tree, two pages of our own. */
const subject = (): Subject =>
  treeIsThere()
    ? { config: TREE_CONFIG, from: '/docs/posts', to: '/docs/code_of_conduct', heading: 'Code of Conduct' }
    : { config: join(root, 'site.config.ts'), from: '/docs/townhalls', to: '/docs/slack', heading: '' };

export const benchmark: Benchmark = {
  summary: 'Bytes, paint, blocking and shift of a docs page before interaction; script and click time after it.',
  async run(args) {
    if (!treeIsThere()) process.stdout.write(`${MISSING} Own pages are measured instead.\n`);
    const { config, from, to, heading } = subject();
    const dir = mkdtempSync(join(tmpdir(), 'bench-weight-'));
    const built = spawnSync(
      process.execPath,
      [join(root, 'src/cli.ts'), 'build', '--config', config, '--out', join(dir, 'build'), '--cache-dir', join(dir, 'cache')],
      { cwd: root, encoding: 'utf8' },
    );
    if (built.status !== 0) throw new Error(`The build failed:\n${built.stderr.slice(0, 2000)}`);
    const server = await serveQuietly(join(dir, 'build'));
    const browser = await launchBrowser();
    try {
      const loads = await repeat(RUNS, () => measureLoad(browser, server.url + from));
      const walks = await repeat(RUNS, () => measureWalk(browser, server.url + from, to, heading));
      return print('weight', [...loadRows(loads), ...walkRows(walks)], args.includes('--json'));
    } finally {
      await browser.close();
      await server.close();
      rmSync(dir, { recursive: true });
    }
  },
};

async function serveQuietly(dir: string): Promise<{ url: string; close: () => Promise<void> }> {
  const manifest = await readSiteManifest(dir);
  const app = createApp({
    siteDir: siteDirectory(dir),
    manifest,
    log: () => undefined,
    now: Date.now,
    health: () => ({ status: 'ok', build: manifest.build, uptimeSeconds: 0 }),
  });
  return listen(app, { port: 0, host: '127.0.0.1', onStopping: () => undefined });
}

async function repeat<T>(times: number, work: () => Promise<T>): Promise<T[]> {
  const results: T[] = [];
  for (let run = 0; run < times; run++) results.push(await work());
  return results;
}

interface Load {
  script: number;
  font: number;
  total: number;
  paint: number;
  blocking: number;
  shift: number;
}

/** One visit with an empty cache, nothing touched, until the network has been quiet. */
async function measureLoad(browser: Browser, url: string): Promise<Load> {
  const context = await browser.newContext({ viewport: { width: 1350, height: 940 } });
  const page = await context.newPage();
  const client = await context.newCDPSession(page);
  const bytes = await countBytes(client);
  await client.send('Network.emulateNetworkConditions', NETWORK);
  await client.send('Emulation.setCPUThrottlingRate', { rate: SLOWER });
  await page.addInitScript(observePaints);
  await page.goto(url, { waitUntil: 'networkidle' });
  await page.waitForTimeout(QUIET_MS);
  const vitals = await page.evaluate(
    () => (globalThis as unknown as { vitals: { paint: number; blocking: number; shift: number } }).vitals,
  );
  await context.close();
  return { ...vitals, script: bytes.of('Script'), font: bytes.of('Font'), total: bytes.total() };
}

/** Runs in the page. Blocking time is what long tasks take beyond 50 ms. */
function observePaints(): void {
  const vitals = { paint: 0, blocking: 0, shift: 0 };
  (globalThis as unknown as { vitals: typeof vitals }).vitals = vitals;
  const observe = (type: string, take: (entry: PerformanceEntry) => void): void => {
    new PerformanceObserver((list) => list.getEntries().forEach(take)).observe({ type, buffered: true } as PerformanceObserverInit);
  };
  observe('largest-contentful-paint', (entry) => (vitals.paint = entry.startTime));
  observe('longtask', (entry) => (vitals.blocking += Math.max(0, entry.duration - 50)));
  observe('layout-shift', (entry) => (vitals.shift += (entry as unknown as { value: number }).value));
}

/** Bytes on the wire, headers included, by kind of resource; icons are left out, as the peers' were. */
async function countBytes(client: CDPSession): Promise<{ of(type: string): number; total(): number }> {
  const types = new Map<string, string>();
  const sizes = new Map<string, number>();
  await client.send('Network.enable');
  client.on('Network.responseReceived', ({ requestId, type, response }) =>
    types.set(requestId, /favicon/.test(response.url) ? 'Icon' : type),
  );
  client.on('Network.loadingFinished', ({ requestId, encodedDataLength }) => {
    const type = types.get(requestId) ?? 'Other';
    sizes.set(type, (sizes.get(type) ?? 0) + encodedDataLength);
  });
  return {
    of: (type) => sizes.get(type) ?? 0,
    total: () => [...sizes].reduce((sum, [type, size]) => sum + (type === 'Icon' ? 0 : size), 0),
  };
}

interface Walk {
  allScript: number;
  click: number;
}

/** Hover, then click: time until the frame with the next page's heading, and all script by then. */
async function measureWalk(browser: Browser, url: string, to: string, heading: string): Promise<Walk> {
  const context = await browser.newContext({ viewport: { width: 1350, height: 940 } });
  const page = await context.newPage();
  const bytes = await countBytes(await context.newCDPSession(page));
  await page.goto(url, { waitUntil: 'load' });
  await page.evaluate(
    (target) => document.querySelector('.page-body')?.insertAdjacentHTML('afterbegin', `<a id="bench-link" href="${target}">next</a>`),
    to,
  );
  await page.hover('#bench-link');
  // Long enough for React and for the data of the page behind the link.
  await page.waitForTimeout(QUIET_MS);
  const click = await timeClick(page, heading);
  await context.close();
  return { allScript: bytes.of('Script'), click };
}

async function timeClick(page: Page, heading: string): Promise<number> {
  return page.evaluate(async (wanted) => {
    const before = document.querySelector('h1')?.textContent;
    const start = performance.now();
    document.querySelector<HTMLElement>('#bench-link')?.click();
    const changed = (): boolean => {
      const now = document.querySelector('h1')?.textContent ?? '';
      return now !== before && (wanted === '' || now.includes(wanted));
    };
    while (!changed() && performance.now() - start < 5000) await new Promise(requestAnimationFrame);
    await new Promise(requestAnimationFrame);
    return performance.now() - start;
  }, heading);
}

function loadRows(loads: readonly Load[]): Measured[] {
  const kB = (pick: (load: Load) => number): number => round(median(loads.map(pick)) / 1000, 1);
  return [
    { key: 'scriptKB', what: 'script before interaction', value: kB((load) => load.script), unit: 'kB' },
    { key: 'totalKB', what: 'all bytes before interaction, fonts apart', value: kB((load) => load.total - load.font), unit: 'kB' },
    { key: 'fontKB', what: 'fonts', value: kB((load) => load.font), unit: 'kB' },
    { key: 'largestPaintMs', what: 'largest contentful paint', value: round(median(loads.map((load) => load.paint)), 0), unit: 'ms' },
    { key: 'totalBlockingMs', what: 'total blocking time', value: round(median(loads.map((load) => load.blocking)), 0), unit: 'ms' },
    { key: 'layoutShift', what: 'cumulative layout shift', value: round(median(loads.map((load) => load.shift)), 4), unit: '' },
  ];
}

function walkRows(walks: readonly Walk[]): Measured[] {
  return [
    {
      key: 'allScriptKB',
      what: 'all script once React is in',
      value: round(median(walks.map((walk) => walk.allScript)) / 1000, 1),
      unit: 'kB',
    },
    {
      key: 'clickToHeadingMs',
      what: 'hovered, then clicked: heading painted',
      value: round(median(walks.map((walk) => walk.click)), 1),
      unit: 'ms',
    },
  ];
}
