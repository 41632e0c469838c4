/** Measures the front pages of the project's own site like a documentation page. */
import type { Browser } from 'playwright-core';

import { median, round } from '../report.ts';
import type { Measured } from '../report.ts';
import { measureLoad } from './load.ts';
import type { Load } from './load.ts';

const PAGES = ['/', '/docs/', '/integrations', '/guild'];
const RUNS = 3;

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
export async function frontPageRows(browser: Browser, url: string): Promise<Measured[]> {
  const loads = new Map<string, Load[]>();
  for (const page of PAGES) {
    const visits: Load[] = [];
    for (let run = 0; run < RUNS; run += 1) visits.push(await measureLoad(browser, url + page));
    loads.set(page, visits);
  }
  return FIGURES.map(({ key, what, unit, of }) => {
    const values = [...loads].map(([page, visits]) => ({ page, value: median(visits.map(of)) }));
    const { page = '', value = 0 } = values.toSorted((a, b) => b.value - a.value)[0] ?? {};
    return { key, what: `front pages, maximum (${page}): ${what}`, value, unit };
  });
}
