import { join } from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { createDevServer } from '@quire/engine/build/dev-server.ts';
import { listen, type RunningServer } from '@quire/engine/server/main.ts';
import { ROOT } from '../e2e/global-setup.ts';
import { WIDTHS, useBrowser } from '../e2e/visit.ts';
import { violations } from './violations.ts';

const visit = useBrowser();
const development = createDevServer({
  configFile: join(ROOT, 'website/site.config.ts'),
  // The global setup has filled this cache with the compiled pages of the same site.
  cacheDir: join(ROOT, '.cache/browser-tests/own/cache'),
});
let server: RunningServer;

beforeAll(async () => {
  // The first request opens the whole site, which takes longer than a navigation may on a busy machine.
  await development.app.request('/handbook/design');
  server = await listen(development.app, { port: 0, host: '127.0.0.1', onStopping: () => undefined });
});
afterAll(async () => {
  await server.close();
  await development.close();
});

const LOOKS = WIDTHS.flatMap(([width, viewport]) => (['light', 'dark'] as const).map((mode) => [width, mode, viewport] as const));

test.each(LOOKS)(
  'R-607 axe finds no violation on the handbook page with all design tokens and components: %s px, %s',
  (_width, mode, viewport) =>
    visit({ viewport }, async ({ page }) => {
      await page.addInitScript((chosen) => localStorage.setItem('theme', chosen), mode);
      await page.goto(`${server.url}/handbook/design`);
      expect(await page.title()).toBe('Design | DataHub');
      expect(await page.getAttribute('html', 'data-theme')).toBe(mode);
      expect(await violations(page, { mode })).toEqual([]);
    }),
);
