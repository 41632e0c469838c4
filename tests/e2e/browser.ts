/** Starts Chromium and opens pages for the browser tests. */
import { chromium, type Browser, type BrowserContext, type BrowserContextOptions, type Page } from 'playwright-core';
import { findTestBrowser } from '../../scripts/ensure-chromium.mjs';

/** Features that Playwright disables. Chromium uses only the last list of its command line, so ours has to repeat them. */
const DISABLED_BY_PLAYWRIGHT = [
  'AimEnabled',
  'AvoidCorsURLLoaderRestartOnRedirect',
  'AvoidUnnecessaryBeforeUnloadCheckSync',
  'DestroyProfileOnBrowserClose',
  'HttpsFirstBalancedModeAutoEnable',
  'HttpsUpgrades',
  'LensOverlay',
  'MediaRouter',
  'NetworkTimeServiceQuerying',
  'OptimizationHints',
  'PaintHolding',
  'PreconnectToSearch',
  'ThirdPartyStoragePartitioning',
];
/** Two pages that Chromium loads for the address bar of each new window. They need more processor time than the page under test. */
const ADDRESS_BAR = ['WebUIOmniboxPopup', 'WebUIOmniboxAimPopup'];

const ARGUMENTS = [
  '--no-sandbox',
  '--disable-quic',
  // The headless shell would otherwise round the widths of letters to pixels, so that lines end at other words.
  '--font-render-hinting=none',
  // Each page would otherwise start a process for its first, blank document and another one for its address.
  '--renderer-process-limit=1',
  '--disable-background-networking',
  '--disable-component-update',
  '--disable-sync',
  '--no-first-run',
  `--disable-features=${[...DISABLED_BY_PLAYWRIGHT, ...ADDRESS_BAR].join(',')}`,
];

/** The errors of a page during a test. Check them at the end, because they are added as they occur. */
export interface PageProblems {
  /** Errors on the console and uncaught errors, without CSP violations. */
  consoleErrors: string[];
  /** CSP violations as `directive: blocked address`. */
  cspViolations: string[];
}

let shared: Promise<Browser> | undefined;

/** Returns the browser that the test files of this process share. It starts on the first call and ends with the process. */
export function sharedBrowser(): Promise<Browser> {
  return (shared ??= launchBrowser());
}

/** Starts Chromium with a new profile. The caller has to close it. */
export async function launchBrowser(): Promise<Browser> {
  const executablePath = findTestBrowser();
  if (executablePath === null) throw new Error('Chromium was not found: run `node scripts/ensure-chromium.mjs`.');
  return chromium.launch({ executablePath, args: ARGUMENTS });
}

/** Opens a page whose pointer only the caller moves: the headless shell reports one in the corner of each new page, as if the reader had moved it there. */
export async function openPage(context: BrowserContext): Promise<Page> {
  const page = await context.newPage();
  await page.addInitScript(() => {
    for (const type of ['pointerover', 'pointermove', 'mouseover', 'mousemove'] as const)
      addEventListener(type, (event) => event.screenX === 0 && event.screenY === 0 && event.stopImmediatePropagation(), true);
  });
  return page;
}

/**
 * Opens a page in a new context (without cookies, storage, or cache of other tests), passes it to `use`, and always closes it.
 * `use` checks `problems` for errors that it causes on purpose.
 */
export async function withPage<Result>(
  browser: Browser,
  options: BrowserContextOptions,
  use: (page: Page, problems: PageProblems) => Promise<Result>,
): Promise<Result> {
  const context = await browser.newContext(options);
  try {
    const page = await openPage(context);
    const problems = await watch(page);
    return await use(page, problems);
  } finally {
    await context.close();
  }
}

async function watch(page: Page): Promise<PageProblems> {
  const problems: PageProblems = { consoleErrors: [], cspViolations: [] };
  page.on('pageerror', (error) => problems.consoleErrors.push(String(error)));
  page.on('console', (message) => {
    const text = message.text();
    if (message.type() !== 'error' || text.includes('Content Security Policy')) return;
    // The text of the error does not contain the address of a missing file.
    problems.consoleErrors.push(text.startsWith('Failed to load resource') ? `${text} ${message.location().url}` : text);
  });
  await page.exposeFunction('reportCspViolation', (violation: string) => problems.cspViolations.push(violation));
  await page.addInitScript(() => {
    document.addEventListener('securitypolicyviolation', (event) => {
      const report: unknown = Reflect.get(window, 'reportCspViolation');
      if (typeof report === 'function') report(`${event.effectiveDirective}: ${event.blockedURI} ${event.sample}`.trim());
    });
  });
  return problems;
}
