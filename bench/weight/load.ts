/** Measures the bytes and web vitals of a visit with an empty cache on a slow connection. */
import type { Browser, CDPSession } from 'playwright-core';

import { openPage } from '../../tests/e2e/browser.ts';

/** "Slow 4G": latency in milliseconds, throughput in bytes per second. */
const NETWORK = { offline: false, latency: 150, downloadThroughput: (1.6 * 1024 * 1024) / 8, uploadThroughput: (750 * 1024) / 8 };
/** Factor by which the processor is slowed down. */
const CPU_SLOWDOWN = 4;
/** Milliseconds to wait after the network is idle. */
export const QUIET_MS = 1500;

export interface Load {
  /** Bytes on the wire: scripts, fonts, and everything except icons. */
  script: number;
  font: number;
  total: number;
  /** Largest contentful paint and total blocking time, in milliseconds. */
  paint: number;
  blocking: number;
  /** Cumulative layout shift. */
  shift: number;
}

/** Visits a page with an empty cache and without any user action. */
export async function measureLoad(browser: Browser, url: string): Promise<Load> {
  const context = await browser.newContext({ viewport: { width: 1350, height: 940 } });
  const page = await openPage(context);
  const client = await context.newCDPSession(page);
  const bytes = await countBytes(client);
  await client.send('Network.emulateNetworkConditions', NETWORK);
  await client.send('Emulation.setCPUThrottlingRate', { rate: CPU_SLOWDOWN });
  await page.addInitScript(observePaints);
  await page.goto(url, { waitUntil: 'networkidle' });
  await page.waitForTimeout(QUIET_MS);
  const vitals = await page.evaluate(() => {
    const { paint, blocking, shift } = (globalThis as unknown as { vitals: { paint: number; blocking: number; shift: number } }).vitals;
    return { paint, blocking, shift };
  });
  await context.close();
  return { ...vitals, script: bytes.of('Script'), font: bytes.of('Font'), total: bytes.total() };
}

/**
 * Runs in the page. Total blocking time is the time beyond 50 ms of each task after the first contentful paint. It is computed from
 * long animation frames, because the list of long tasks lacks tasks that only perform layout and paint.
 */
function observePaints(): void {
  const frames: { end: number; blocking: number }[] = [];
  let firstPaint = Infinity;
  const vitals = {
    paint: 0,
    shift: 0,
    get blocking() {
      return frames.reduce((sum, { end, blocking }) => sum + (end > firstPaint ? blocking : 0), 0);
    },
  };
  (globalThis as unknown as { vitals: typeof vitals }).vitals = vitals;
  const observe = (type: string, take: (entry: PerformanceEntry) => void): void => {
    new PerformanceObserver((list) => list.getEntries().forEach(take)).observe({ type, buffered: true } as PerformanceObserverInit);
  };
  observe('paint', (entry) => (firstPaint = Math.min(firstPaint, entry.startTime)));
  observe('largest-contentful-paint', (entry) => (vitals.paint = entry.startTime));
  observe('long-animation-frame', (entry) => {
    const { blockingDuration } = entry as unknown as { blockingDuration: number };
    frames.push({ end: entry.startTime + entry.duration, blocking: blockingDuration });
  });
  observe('layout-shift', (entry) => (vitals.shift += (entry as unknown as { value: number }).value));
}

/** Counts bytes on the wire, including headers, by type of resource. The total excludes icons. */
export async function countBytes(client: CDPSession): Promise<{ of(type: string): number; total(): number }> {
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
