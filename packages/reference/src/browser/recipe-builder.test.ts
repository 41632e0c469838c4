// @vitest-environment happy-dom
import { beforeEach, expect, test, vi } from 'vitest';
import { isMap, parseDocument } from 'yaml';

import { createRecipeCheck } from '../examples/check-examples.ts';
import { readSources } from '../sources/source-file.ts';
import { recipeOptions } from '../sources/recipes.ts';
import type { RecipeOptions } from '../sources/recipes.ts';
import { addOption, initialOptions, mountRecipeBuilder, writeRecipe } from './recipe-builder.ts';

const SHOP: RecipeOptions = {
  type: 'shop',
  sink: ['sink:', '  type: console'],
  options: [
    { id: 'shop-host', path: ['host'], lines: ['host: db'], isRequired: true, isFirst: true },
    { id: 'shop-filter', path: ['filter'] },
    { id: 'shop-filter.allow', path: ['filter', 'allow'], lines: ['allow:', '  - .*'] },
    { id: 'shop-auth.mode', path: ['auth', 'mode'], lines: ['mode: a'] },
    { id: 'shop-auth.token', path: ['auth', 'token'], lines: ['token: ${TOKEN}'], isRequired: true },
    { id: 'shop-paths', path: ['paths'] },
    { id: 'shop-paths.deep.a', path: ['paths', '-', 'deep', 'a'], lines: ['a: 1'] },
    { id: 'shop-paths.b', path: ['paths', '-', 'b'], lines: ['b: 2'], isRequired: true },
    { id: 'shop-stateful_ingestion.enabled', path: ['stateful_ingestion', 'enabled'], lines: ['enabled: true'] },
  ],
};

/** Returns the lines of the configuration after the options with these ids were added. */
function configWith(...ids: string[]): string[] {
  let chosen = initialOptions(SHOP);
  for (const id of ids) {
    const option = SHOP.options.find((each) => each.id === `shop-${id}`);
    if (option !== undefined) chosen = addOption(SHOP.options, chosen, option);
  }
  const lines = writeRecipe(SHOP, chosen);
  return lines.slice(lines.indexOf('  config:') + 1, lines.indexOf('sink:')).map((line) => line.slice(4));
}

test('adding an option also adds the required options beside it, in the order of the page', () => {
  expect(configWith('auth.mode', 'filter')).toEqual([
    'host: db',
    'filter:',
    '  allow:',
    '    - .*',
    'auth:',
    '  mode: a',
    '  token: ${TOKEN}',
  ]);
});

test('options of a list are written into its first item', () => {
  expect(configWith('paths.deep.a')).toEqual(['host: db', 'paths:', '  - deep:', '      a: 1', '    b: 2']);
  expect(configWith('paths')).toEqual(['host: db', 'paths:', '  - b: 2']);
});

test('a recipe with stateful ingestion has a pipeline name', () => {
  const enabled = SHOP.options.filter(({ path }) => path[0] === 'stateful_ingestion');
  expect(writeRecipe(SHOP, enabled)).toContain('pipeline_name: <shop-production>');
  expect(writeRecipe(SHOP, [])).toEqual(['source:', '  type: shop', '  config: {}', 'sink:', '  type: console']);
});

test('property: every option of every source gives a recipe that passes the checks', async () => {
  const { catalog } = await readSources({ dir: 'website/catalog', projectRoot: process.cwd() });
  const all = catalog.entries.map(({ source }) => source.data);
  const check = createRecipeCheck(all, { cli: null } as unknown as Parameters<typeof createRecipeCheck>[1]);
  let count = 0;
  for (const source of all) {
    for (const data of Object.values(recipeOptions(source))) {
      for (const option of data.options) {
        const text = writeRecipe(data, addOption(data.options, initialOptions(data), option)).join('\n');
        const document = parseDocument(text);
        expect(document.errors, text).toEqual([]);
        expect(document.hasIn(['source', 'config', ...option.path.map((step) => (step === '-' ? 0 : step))]), `${option.id}\n${text}`).toBe(
          true,
        );
        // A placeholder has no type, and readers may add deprecated options.
        const findings = isMap(document.contents) ? check(document.contents, () => 0, false) : [];
        expect(
          findings.filter(({ message }) => !/<| is deprecated/.test(message)).map(({ message }) => message),
          text,
        ).toEqual([]);
        count++;
      }
    }
  }
  expect(count).toBe(all.flatMap(({ plugins }) => plugins.flatMap(({ fields }) => fields)).length);
});

const row = (name: string): string => `<tr><td><a id="shop-${name}" href="#shop-${name}"><code>${name}</code></a></td></tr>`;

const button = (name: string): HTMLButtonElement => document.querySelector(`[aria-label="Add ${name} to the recipe"]`) as HTMLButtonElement;
const announcement = (): string | null | undefined => document.querySelector('#live-region')?.textContent;

let unmount: () => void;
beforeEach(() => {
  document.body.innerHTML = `<a href="/base/schemas/sources/shop.json">JSON Schema</a><div id="root" data-plugin="shop"></div>
    <div class="table"><table><tbody>${row('host')}${row('filter')}${row('auth.mode')}</tbody></table></div>`;
  unmount?.();
  unmount = mountRecipeBuilder(document.querySelector('#root') as HTMLElement, [...document.querySelectorAll<HTMLElement>('.table')]);
});

const answerWith = (response: () => Response): void =>
  void vi.stubGlobal(
    'fetch',
    vi.fn(async () => response()),
  );

test('the first selected option loads the file of options once and shows the recipe, and more options can be added and removed', async () => {
  answerWith(() => Response.json({ shop: SHOP }));
  expect(document.querySelector('.recipe-builder')).toBeNull();
  button('host').click();
  await expect.poll(() => announcement()).toBe('host is required. The recipe has 1 option.');
  button('filter').click();
  await expect.poll(() => announcement()).toBe('Added filter. The recipe has 2 options.');
  expect(button('filter').getAttribute('aria-pressed')).toBe('true');
  expect(document.querySelector('.recipe-builder .line')?.textContent).toBe('    filter:\n');
  button('filter').click();
  await expect.poll(() => announcement()).toBe('Removed filter. The recipe has 1 option.');
  expect(vi.mocked(fetch).mock.calls.map(([address]) => new URL(String(address), location.href).pathname)).toEqual([
    '/base/schemas/sources/shop.options.json',
  ]);
});

test('closing the recipe returns the focus to the option, and selecting another option opens it again', async () => {
  answerWith(() => Response.json({ shop: SHOP }));
  button('filter').click();
  await expect.poll(() => announcement()).toContain('Added filter');
  const panel = document.querySelector<HTMLElement>('.recipe-builder');
  panel?.querySelector<HTMLElement>('.recipe-close')?.click();
  expect(panel?.hidden).toBe(true);
  expect(document.activeElement).toBe(button('filter'));
  button('auth.mode').click();
  await expect.poll(() => announcement()).toContain('Added auth.mode');
  expect(panel?.hidden).toBe(false);
  unmount();
  expect(document.querySelectorAll('.recipe-builder, .option-add')).toHaveLength(0);
});

test('a failure to load the options is reported, and the next attempt loads them again', async () => {
  answerWith(() => new Response('', { status: 503 }));
  button('filter').click();
  await expect.poll(() => announcement()).toContain('could not be loaded');
  answerWith(() => Response.json({ shop: SHOP }));
  button('filter').click();
  await expect.poll(() => announcement()).toBe('Added filter. The recipe has 2 options.');
});
