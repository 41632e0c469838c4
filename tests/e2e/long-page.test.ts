import type { Page } from 'playwright-core';
import { expect, test } from 'vitest';
import { openAwake, own, useBrowser, wake, yardstick } from './visit.ts';

const visit = useBrowser();

/** Types with hundreds of tables: the longest page of the site. */
const LONGEST = '/docs/graphql/objects';
const LONG_TASK_MS = 50;
/** Where the machine is slow; the longest task was measured at 1.3 to 2.6 of them. */
const MOST_YARDSTICKS = 3;
const WHEEL_PX = 600;

interface TraceEvent {
  name: string;
  pid: number;
  tid: number;
  args: { name?: string };
  /** Microseconds of processor time, where the event has a length. */
  tdur?: number;
}

const isAtEnd = (page: Page): Promise<boolean> => page.evaluate(() => scrollY + innerHeight >= document.documentElement.scrollHeight - 2);

async function scrollThrough(page: Page): Promise<void> {
  // Beside the sidebar and the contents, which scroll by themselves.
  await page.mouse.move(700, 450);
  while (!(await isAtEnd(page))) {
    for (let wheel = 0; wheel < 10; wheel += 1) {
      await page.mouse.wheel(0, WHEEL_PX);
      await page.waitForTimeout(20);
    }
  }
}

/** Milliseconds of processor time of each task of the page's main thread, longest first. Waiting for a busy machine does not count. */
function taskTimes(trace: Buffer): number[] {
  const { traceEvents } = JSON.parse(trace.toString()) as { traceEvents: TraceEvent[] };
  const threads = traceEvents.filter(({ name, args }) => name === 'thread_name' && args.name === 'CrRendererMain');
  const tasksOf = ({ pid, tid }: TraceEvent): number[] =>
    traceEvents
      .filter((event) => event.pid === pid && event.tid === tid && event.name.endsWith('RunTask'))
      .map(({ tdur = 0 }) => tdur / 1000);
  const busiest = threads.map(tasksOf).toSorted((one, other) => other.length - one.length)[0] ?? [];
  return busiest.toSorted((one, other) => other - one);
}

test('R-109 the longest reference page scrolls without a long task once React is in', { retry: 3 }, () =>
  visit({}, async ({ page }) => {
    await openAwake(page, own(LONGEST));
    await page.waitForLoadState('networkidle');
    const slowness = await yardstick(page);
    const browser = page.context().browser();
    await browser?.startTracing(page, { categories: ['toplevel'] });
    await scrollThrough(page);
    const times = taskTimes((await browser?.stopTracing()) ?? Buffer.from('{"traceEvents":[]}'));
    expect(times.length).toBeGreaterThan(100);
    expect(times[0], `yardstick: ${slowness} ms`).toBeLessThan(Math.max(LONG_TASK_MS, MOST_YARDSTICKS * slowness));
  }),
);

const SNOWFLAKE = '/docs/generated/ingestion/sources/snowflake';

test('R-104 R-109 an address of options that are folded away opens them, with React and before', () =>
  visit({}, async ({ page }) => {
    const isShown = (id: string): Promise<unknown> =>
      page.waitForFunction((name) => {
        const target = document.getElementById(name);
        const top = target?.getBoundingClientRect().top ?? -1;
        return target?.closest('details')?.open === true && top >= 0 && top < innerHeight;
      }, id);
    // React is on its way for good.
    await page.route('**/assets/entry-*', () => undefined);
    await page.goto(own(`${SNOWFLAKE}#snowflake-profiling`));
    await isShown('snowflake-profiling');
    await page.goto(own('/docs'));
    await page.goto(own(`${SNOWFLAKE}#snowflake-profiling.enabled`));
    await isShown('snowflake-profiling.enabled');
    await page.unroute('**/assets/entry-*');
    await page.reload();
    await wake(page);
    await page.evaluate(() => void (location.hash = 'snowflake-classification'));
    await isShown('snowflake-classification');
  }));

test('R-104 a hash that cannot be decoded leaves the page as it is', () =>
  visit({}, async ({ page }) => {
    await openAwake(page, own(`${SNOWFLAKE}#%E0%A4%A`));
    expect(await page.evaluate(() => scrollY)).toBe(0);
  }));
