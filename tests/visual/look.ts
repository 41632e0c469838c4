import type { Page } from 'playwright-core';
import type { State } from './states.ts';

/** Content that depends on the date. */
const CHANGING = ['.footer p', '.doc-footer time'];

/** Opens a page in a state and takes its picture when its fonts have loaded, without animations and caret. */
export async function takePicture(page: Page, { address, mode, prepare }: State): Promise<Buffer> {
  await page.addInitScript((chosen) => localStorage.setItem('theme', chosen), mode);
  // Readers see the code font from the second page on, but every picture has to show it.
  await page.route('**/assets/critical-*.css', async (route) => {
    const response = await route.fetch();
    await route.fulfill({ response, body: (await response.text()).replaceAll('font-display:optional', 'font-display:block') });
  });
  await page.goto(address, { waitUntil: 'networkidle' });
  await page.evaluate(() => document.fonts.ready);
  await prepare?.(page);
  await page.mouse.move(0, 0);
  return page.screenshot({
    animations: 'disabled',
    caret: 'hide',
    mask: CHANGING.map((selector) => page.locator(selector)),
    maskColor: '#808080',
  });
}
