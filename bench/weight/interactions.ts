/** Measures interactions with a hydrated page: opening the search, the first result, and scrolling the longest page. */
import type { Browser, Page } from 'playwright-core';

import { openPage } from '../../tests/e2e/browser.ts';
import { median, round } from '../report.ts';
import type { Measured } from '../report.ts';

const RUNS = 5;
const PAGE = '/docs/quickstart';
/** The longest page of the site: GraphQL types in hundreds of tables. */
const LONGEST = '/docs/graphql/objects';
const WHEEL_PX = 600;

/** @param url address of the project's own site */
export async function interactionRows(browser: Browser, url: string): Promise<Measured[]> {
  const opens: number[] = [];
  const results: number[] = [];
  for (let run = 0; run < RUNS; run += 1) {
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
