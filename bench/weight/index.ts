import { spawnSync } from 'node:child_process';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Browser, Page } from 'playwright-core';
import type { Benchmark } from '../commands.ts';
import { readEnvironment } from '@quire/engine/config/env.ts';
import { loadConfig } from '@quire/engine/config/load.ts';
import { serve, type RunningServer } from '@quire/engine/server/main.ts';
import { launchBrowser, openPage } from '../../tests/e2e/browser.ts';
import { TREE_MISSING_MESSAGE, TREE_CONFIG, treeExists } from '../real-tree.ts';
import { median, print, round, type Measured } from '../report.ts';
import { countBytes, measureLoad, QUIET_MS, type Load } from './load.ts';

const root = join(import.meta.dirname, '../..');
const RUNS = 5;

/** A site, and the two pages between which a reader navigates. */
interface MeasuredPages {
  config: string;
  from: string;
  to: string;
  /** Text of the heading of the second page; '': any text. */
  heading: string;
}

/** Returns the page of median size and the next page of the real tree, or two pages of our own website without the tree. */
const measuredPages = (): MeasuredPages =>
  treeExists()
    ? { config: TREE_CONFIG, from: '/docs/posts', to: '/docs/code_of_conduct', heading: 'Code of Conduct' }
    : { config: join(root, 'website/site.config.ts'), from: '/docs/townhalls', to: '/docs/slack', heading: '' };

export const benchmark: Benchmark = {
  summary: 'Bytes, paint, blocking, and shift of a docs page and of the front pages before interaction; script and click time after it.',
  async run(args) {
    if (!treeExists()) process.stdout.write(`${TREE_MISSING_MESSAGE} Pages of the website are measured instead.\n`);
    const { config, from, to, heading } = measuredPages();
    const browser = await launchBrowser();
    try {
      const measured = await withSite(config, async (url) => {
        const loads = await repeat(RUNS, () => measureLoad(browser, url + from));
        const navigations = await repeat(RUNS, () => measureNavigation(browser, url + from, to, heading));
        return [...loadRows(loads), ...navigationRows(navigations)];
      });
      const front = await withSite(join(root, 'website/site.config.ts'), async (url) => [
        ...(await frontPageRows(browser, url)),
        ...(await interactionRows(browser, url)),
      ]);
      return print('weight', [...measured, ...front], args.includes('--json'));
    } finally {
      await browser.close();
    }
  },
};

/** Builds a site and serves it while `use` runs. */
async function withSite<T>(config: string, use: (url: string) => Promise<T>): Promise<T> {
  const dir = mkdtempSync(join(tmpdir(), 'bench-weight-'));
  const built = spawnSync(
    process.execPath,
    [join(root, 'packages/engine/src/cli.ts'), 'build', '--config', config, '--out', join(dir, 'build'), '--cache-dir', join(dir, 'cache')],
    { cwd: root, encoding: 'utf8' },
  );
  if (built.status !== 0) throw new Error(`The build failed:\n${built.stderr.slice(0, 2000)}`);
  const server = await serveQuietly(join(dir, 'build'), config);
  try {
    return await use(server.url.replace(/\/$/, ''));
  } finally {
    await server.close();
    rmSync(dir, { recursive: true });
  }
}

/** Starts the whole server without its log. */
async function serveQuietly(dir: string, config: string): Promise<RunningServer> {
  const env = { QUERY_LOG_FILE: join(dir, 'query-log.sqlite') };
  const { plugins } = await loadConfig(config, {});
  return serve({ dir, port: 0, host: '127.0.0.1', environment: readEnvironment(env), env, plugins, log: () => undefined });
}

async function repeat<T>(times: number, work: () => Promise<T>): Promise<T[]> {
  const results: T[] = [];
  for (let run = 0; run < times; run++) results.push(await work());
  return results;
}

interface NavigationFigures {
  /** Bytes of all scripts after React was loaded. */
  allScript: number;
  /** Milliseconds from the click to the paint of the new heading. */
  click: number;
}

/** Hovers over a link and clicks it. Measures the time until the frame with the next page's heading, and all script loaded by then. */
async function measureNavigation(browser: Browser, url: string, to: string, heading: string): Promise<NavigationFigures> {
  const context = await browser.newContext({ viewport: { width: 1350, height: 940 } });
  const page = await openPage(context);
  const bytes = await countBytes(await context.newCDPSession(page));
  await page.goto(url, { waitUntil: 'load' });
  await page.evaluate(
    (target) => document.querySelector('.page-body')?.insertAdjacentHTML('afterbegin', `<a id="bench-link" href="${target}">next</a>`),
    to,
  );
  await page.hover('#bench-link');
  // Wait until React and the data of the link's page have been loaded.
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

function navigationRows(navigations: readonly NavigationFigures[]): Measured[] {
  return [
    {
      key: 'allScriptKB',
      what: 'all scripts after React has loaded',
      value: round(median(navigations.map((navigation) => navigation.allScript)) / 1000, 1),
      unit: 'kB',
    },
    {
      key: 'clickToHeadingMs',
      what: 'hovered, then clicked: heading painted',
      value: round(median(navigations.map((navigation) => navigation.click)), 1),
      unit: 'ms',
    },
  ];
}

// The front pages of the project's own site are measured like a documentation page.

const FRONT_PAGES = ['/', '/docs/', '/integrations', '/guild'];
const FRONT_PAGE_RUNS = 3;

interface Figure {
  key: string;
  what: string;
  unit: string;
  of: (load: Load) => number;
}

const FIGURES: readonly Figure[] = [
  { key: 'frontScriptKB', what: 'script before interaction', unit: 'kB', of: (load) => round(load.script / 1000, 1) },
  { key: 'frontTotalKB', what: 'all bytes, fonts apart', unit: 'kB', of: (load) => round((load.total - load.font) / 1000, 1) },
  { key: 'frontFontKB', what: 'fonts', unit: 'kB', of: (load) => round(load.font / 1000, 1) },
  { key: 'frontLargestPaintMs', what: 'largest contentful paint', unit: 'ms', of: (load) => round(load.paint, 0) },
  { key: 'frontTotalBlockingMs', what: 'total blocking time', unit: 'ms', of: (load) => round(load.blocking, 0) },
  { key: 'frontLayoutShift', what: 'cumulative layout shift', unit: '', of: (load) => round(load.shift, 4) },
];

/** Returns a row for each figure with the largest value of all pages and the page that has it. */
async function frontPageRows(browser: Browser, url: string): Promise<Measured[]> {
  const loads = new Map<string, Load[]>();
  for (const page of FRONT_PAGES) {
    const visits: Load[] = [];
    for (let run = 0; run < FRONT_PAGE_RUNS; run += 1) visits.push(await measureLoad(browser, url + page));
    loads.set(page, visits);
  }
  return FIGURES.map(({ key, what, unit, of }) => {
    const values = [...loads].map(([page, visits]) => ({ page, value: median(visits.map(of)) }));
    const { page = '', value = 0 } = values.toSorted((a, b) => b.value - a.value)[0] ?? {};
    return { key, what: `front pages, maximum (${page}): ${what}`, value, unit };
  });
}

// Interactions with a hydrated page: opening the search, the first result, and scrolling the longest page.

const INTERACTION_RUNS = 5;
const PAGE = '/docs/quickstart';
/** The longest page of the site: GraphQL types in hundreds of tables. */
const LONGEST = '/docs/graphql/objects';
const WHEEL_PX = 600;

/** @param url address of the project's own site */
async function interactionRows(browser: Browser, url: string): Promise<Measured[]> {
  const opens: number[] = [];
  const results: number[] = [];
  for (let run = 0; run < INTERACTION_RUNS; run += 1) {
    await inPage(browser, url + PAGE, async (page) => {
      await page.hover('a[data-search]');
      await page.waitForLoadState('networkidle');
      opens.push(await timeOpen(page));
    });
    await inPage(browser, url + PAGE, async (page) => results.push(await timeFirstResult(page, 'lineage')));
  }
  const longest = await inPage(browser, url + LONGEST, longestTask);
  return [
    { key: 'dialogOpenMs', what: 'search link clicked: dialog open', value: round(median(opens), 0), unit: 'ms' },
    { key: 'firstResultMs', what: 'search link clicked, query typed: first result', value: round(median(results), 0), unit: 'ms' },
    { key: 'longestTaskMs', what: 'longest page scrolled through: longest task, processor time', value: round(longest, 0), unit: 'ms' },
  ];
}

async function inPage<T>(browser: Browser, address: string, use: (page: Page) => Promise<T>): Promise<T> {
  const context = await browser.newContext({ viewport: { width: 1350, height: 940 } });
  try {
    const page = await openPage(context);
    await page.goto(address, { waitUntil: 'load' });
    // The first pointer movement loads React.
    await page.mouse.move(300, 300);
    await page.waitForLoadState('networkidle');
    return await use(page);
  } finally {
    await context.close();
  }
}

function timeOpen(page: Page): Promise<number> {
  return page.evaluate(async () => {
    const start = performance.now();
    document.querySelector<HTMLElement>('a[data-search]')?.click();
    while (document.querySelector('.search-dialog[open]') === null) await new Promise(requestAnimationFrame);
    return performance.now() - start;
  });
}

/** Types the query as soon as the field exists, and measures the time until the first result. */
function timeFirstResult(page: Page, query: string): Promise<number> {
  return page.evaluate(async (text) => {
    const until = async (selector: string): Promise<void> => {
      while (document.querySelector(selector) === null) await new Promise(requestAnimationFrame);
    };
    const start = performance.now();
    document.querySelector<HTMLElement>('a[data-search]')?.click();
    await until('.search-dialog[open] input');
    document.execCommand('insertText', false, text);
    await until('.search-dialog [role="option"]');
    return performance.now() - start;
  }, query);
}

interface TraceEvent {
  name: string;
  pid: number;
  tid: number;
  args: { name?: string };
  /** Processor time in microseconds, if the event has a duration. */
  tdur?: number;
}

/** Scrolls the page to its end. @returns processor time of the main thread's longest task in milliseconds */
async function longestTask(page: Page): Promise<number> {
  const browser = page.context().browser();
  await browser?.startTracing(page, { categories: ['toplevel'] });
  await page.mouse.move(700, 450);
  const isAtEnd = (): Promise<boolean> => page.evaluate(() => scrollY + innerHeight >= document.documentElement.scrollHeight - 2);
  while (!(await isAtEnd())) {
    for (let wheel = 0; wheel < 10; wheel += 1) {
      await page.mouse.wheel(0, WHEEL_PX);
      await page.waitForTimeout(20);
    }
  }
  const trace = (await browser?.stopTracing()) ?? Buffer.from('{"traceEvents":[]}');
  const { traceEvents } = JSON.parse(trace.toString()) as { traceEvents: TraceEvent[] };
  const threads = traceEvents.filter(({ name, args }) => name === 'thread_name' && args.name === 'CrRendererMain');
  const tasks = traceEvents.filter(
    (event) => event.name.endsWith('RunTask') && threads.some(({ pid, tid }) => pid === event.pid && tid === event.tid),
  );
  return Math.max(0, ...tasks.map(({ tdur = 0 }) => tdur / 1000));
}
