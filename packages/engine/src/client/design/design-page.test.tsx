import { readFileSync } from 'node:fs';

import { expect, test } from 'vitest';

import { readDesignTokens } from '#build/design-tokens.ts';
import { sampleSite } from '#model/testing/sample-site.ts';

import * as controls from '../ui/controls.tsx';
import * as icons from '../ui/icon.tsx';
import { renderDesign } from './design-page.tsx';

const root = new URL('../../../../../', import.meta.url);
const css = readFileSync(new URL('packages/engine/src/client/styles/tokens.css', root), 'utf8');
const tokens = readDesignTokens();
const html = renderDesign('<h1>Design</h1>', tokens, sampleSite);

test('every token of tokens.css is listed once, with its light and dark values', () => {
  const names = new Set([...css.matchAll(/^ {2}--([\w-]+):/gm)].map(([, name = '']) => name));
  expect(names.size).toBeGreaterThan(80);
  expect([...names].filter((name) => html.split(`<code>--${name}</code>`).length !== 2)).toEqual([]);
  expect(tokens.map(({ name }) => name)).toEqual([...names]);
  expect(tokens.find(({ name }) => name === 'surface')).toEqual({
    name: 'surface',
    light: '#ffffff',
    dark: '#141414',
    group: 'Surfaces and text',
  });
});

test('every control and every icon is shown', () => {
  const shown = readFileSync(new URL('./design-page.tsx', import.meta.url), 'utf8');
  const parts = Object.keys(controls).filter((name) => name !== 'VisuallyHidden');
  expect(parts.length).toBeGreaterThan(2);
  expect(parts.filter((name) => !shown.includes(`<${name}`))).toEqual([]);
  const count = Object.values(icons).filter((icon) => 'shapes' in icon).length;
  expect(html.split('class="icon"').length - 1).toBeGreaterThanOrEqual(count);
});

test.each([
  ['button variants', /button button-primary.*button button-secondary.*button button-quiet.*disabled=""/s],
  ['fields', /type="search".*class="button/s],
  ['loading and error', /class="spinner".*class="loading-error" role="alert"/s],
])('%s', (_name, pattern) => expect(html).toMatch(pattern));
