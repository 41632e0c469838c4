import { readFileSync } from 'node:fs';

import { PAGE_COLORS } from '#config/schema.ts';
import { describe, expect, test } from 'vitest';

const css = readFileSync(new URL('./tokens.css', import.meta.url), 'utf8');
const [lightBlock = '', darkBlock = ''] = css.split("[data-theme='dark'] {\n    color-scheme");
const light = readColors(lightBlock);
const modes = { light, dark: new Map([...light, ...readColors(darkBlock)]) };

const text = ['text', 'text-soft', 'text-faint', 'brand-text', 'brand-text-hover'];
const surfaces = ['surface', 'surface-raised', 'surface-sunken'];
const code = ['keyword', 'string', 'constant', 'function', 'parameter', 'comment', 'punctuation', 'link'];
const meanings = ['note', 'tip', 'info', 'warning', 'danger'];

const pairs = [
  ...surfaces.flatMap((surface) => text.map((color) => [color, surface])),
  ...['code-surface', 'code-line', 'tip-tint', 'danger-tint'].flatMap((surface) =>
    ['code-text', ...code.map((kind) => `tk-${kind}`)].map((color) => [color, surface]),
  ),
  ...meanings.flatMap((kind) => [
    [kind, `${kind}-tint`],
    [kind, 'surface'],
    ['text', `${kind}-tint`],
  ]),
  ['brand-text', 'brand-tint'],
  ['accent-text', 'accent-tint'],
  ['accent-text', 'surface'],
  ['on-brand-fill', 'brand-fill'],
  ['on-brand-fill', 'brand-fill-hover'],
  ['text-inverse', 'surface-inverse'],
  ['text-inverse-soft', 'surface-inverse'],
  ['brand-inverse', 'surface-inverse'],
  ['on-error-box', 'error-box'],
] as [string, string][];

describe.each(Object.entries(modes))('R-607 contrast in the %s mode', (_mode, colors) => {
  test.each(pairs)('%s on %s is at least 4.5:1', (color, surface) => {
    expect(contrast(colorOf(colors, color), colorOf(colors, surface))).toBeGreaterThanOrEqual(4.5);
  });

  test.each([
    ['border-strong', 'surface'],
    ['focus-color', 'surface'],
    ['brand', 'surface'],
    ['accent', 'surface'],
  ])('%s on %s is at least 3:1', (color, surface) => {
    expect(contrast(colorOf(colors, color), colorOf(colors, surface))).toBeGreaterThanOrEqual(3);
  });
});

test('R-219 the icon colors are in the stylesheet', () => {
  expect(['icon-primary', 'icon-secondary', 'icon-accent'].map((name) => light.get(name))).toEqual(['#333', '#e6e6e6', '#1890ff']);
});

function readColors(block: string): Map<string, string> {
  return new Map([...block.matchAll(/--([\w-]+): (#[\da-f]{3,6});/g)].map(([, name = '', value = '']) => [name, value]));
}

function colorOf(colors: Map<string, string>, name: string): string {
  const color = colors.get(name);
  if (color === undefined) throw new Error(`tokens.css has no color --${name}`);
  return color;
}

/** Contrast ratio by WCAG 2.2: from 1 to 21. */
function contrast(one: string, other: string): number {
  const [darker = 0, lighter = 0] = [luminance(one), luminance(other)].toSorted((a, b) => a - b);
  return (lighter + 0.05) / (darker + 0.05);
}

function luminance(hex: string): number {
  const full = hex.length === 4 ? hex.replaceAll(/[\da-f]/g, '$&$&') : hex;
  const [red = 0, green = 0, blue = 0] = [1, 3, 5].map((at) => {
    const part = Number.parseInt(full.slice(at, at + 2), 16) / 255;
    return part <= 0.03928 ? part / 12.92 : ((part + 0.055) / 1.055) ** 2.4;
  });
  return 0.2126 * red + 0.7152 * green + 0.0722 * blue;
}

test('the theme color of the browser is the color of the page', () => {
  expect({ light: modes.light.get('surface'), dark: modes.dark.get('surface') }).toEqual(PAGE_COLORS);
});
