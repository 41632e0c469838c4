import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import type { Page } from 'playwright-core';
import type { AxeResults } from 'axe-core';

const AXE = readFileSync(createRequire(import.meta.url).resolve('axe-core/axe.min.js'), 'utf8');
const TAGS = ['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'wcag22aa', 'best-practice'];

const ALL = { type: 'tag', values: TAGS };
/** The rules whose result depends on the color mode. */
const COLORS = { type: 'rule', values: ['color-contrast', 'link-in-text-block'] };

/**
 * Runs axe on the current state of the page. Returns a line with rule, element, and reason for each violation.
 *
 * @param options.mode `dark` checks only rules about colors, because the same state is also tested in light mode
 * @param options.within selector of the only part to check, if the rest of the page is as other tests have checked it
 */
export const violations = (page: Page, { mode, within }: { mode?: 'light' | 'dark'; within?: string } = {}): Promise<string[]> =>
  run(page, mode === 'dark' ? COLORS : ALL, within);

/**
 * Runs axe in light mode, and then the rules about colors in dark mode, because the mode changes only colors.
 *
 * @param within as for `violations`
 */
export async function violationsInBothModes(page: Page, within?: string): Promise<string[]> {
  const found: string[] = [];
  for (const [mode, rules] of [['light', ALL] as const, ['dark', COLORS] as const]) {
    await page.evaluate((chosen) => {
      document.documentElement.dataset['theme'] = chosen;
    }, mode);
    found.push(...(await run(page, rules, within)).map((line) => `${mode}: ${line}`));
  }
  return found;
}

async function run(page: Page, runOnly: { type: string; values: string[] }, within?: string): Promise<string[]> {
  await page.evaluate(`if (!window.axe) { ${AXE} }`);
  await page.evaluate(async () => {
    // Transitions between colors: of two modes, or from the browser's colors to those of styles that have just arrived. They are ended
    // instead of awaited, because one in a part that the browser skips does not end by itself. What moves without end changes no color.
    let passing;
    do {
      // In the frame in which styles arrive, their transitions have not started.
      for (let frame = 0; frame < 2; frame++) await new Promise(requestAnimationFrame);
      passing = document.getAnimations().filter((animation) => animation instanceof CSSTransition && animation.playState !== 'finished');
      for (const transition of passing) transition.finish();
    } while (passing.length > 0);
  });
  const results = await page.evaluate(
    ([only, part]) => {
      const axe = Reflect.get(window, 'axe') as { run(context: Node, options: object): Promise<AxeResults> };
      const context = part === undefined ? document : document.querySelector(part);
      if (context === null) throw new Error(`No element matches "${part}".`);
      return axe.run(context, { runOnly: only, resultTypes: ['violations'] });
    },
    [runOnly, within] as const,
  );
  return results.violations.flatMap(({ id, nodes }) =>
    nodes.map((node) => `${id}: ${node.target.join(' ')}: ${node.failureSummary?.replaceAll('\n', ' ') ?? ''}`),
  );
}
