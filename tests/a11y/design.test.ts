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
  cacheDir: join(ROOT, '.cache/browser-tests/development'),
});
let server: RunningServer;

beforeAll(async () => {
  server = await listen(development.app, { port: 0, host: '127.0.0.1', onStopping: () => undefined });
});
afterAll(async () => {
  await server.close();
  await development.close();
});

const LOOKS = WIDTHS.flatMap(([width, viewport]) => (['light', 'dark'] as const).map((mode) => [width, mode, viewport] as const));

test.each(LOOKS)("R-607 axe finds nothing on the handbook's page of all tokens and parts: %s px, %s", (_width, mode, viewport) =>
  visit({ viewport }, async ({ page }) => {
    await page.addInitScript((chosen) => localStorage.setItem('theme', chosen), mode);
    await page.goto(`${server.url}/handbook/design`);
    expect(await page.title()).toBe('Design | DataHub');
    expect(await page.getAttribute('html', 'data-theme')).toBe(mode);
    expect(await violations(page, mode)).toEqual([]);
  }),
);
