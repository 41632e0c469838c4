import { expect, test } from 'vitest';

import { primaryColorStyle } from './design-tokens.ts';

test('a color with enough contrast is used unchanged', () => {
  expect(primaryColorStyle('#00508c')).toMatch(/^:root\{--brand:#00508c;--brand-fill:#00508c;/);
});

test('a light color is darkened for text and fills until white text on it is readable, and marks keep it', () => {
  const style = primaryColorStyle('#25c2a0');
  expect(style).toContain('--brand:#25c2a0');
  // The contrast with white is 4.60:1; one step lighter, it is 4.43:1.
  expect(style).toContain('--brand-fill:#19846d');
});

test('text is lighter than the color in dark mode', () => {
  const [light = '', dark = ''] = primaryColorStyle('#2e8555').split("[data-theme='dark']");
  const text = (rule: string): number => Number.parseInt(/--brand-text:#(\w+)/.exec(rule)?.[1] ?? '', 16);
  expect(text(dark)).toBeGreaterThan(0x2e8555);
  expect(text(light)).toBeLessThanOrEqual(0x2e8555);
});

test('active entries have the color, too, instead of the accent of the default design', () => {
  for (const rule of primaryColorStyle('#e434aa').split('}').slice(0, 2)) {
    const valueOf = (name: string): string | undefined => new RegExp(`--${name}:(#\\w+)`).exec(rule)?.[1];
    expect([valueOf('accent'), valueOf('accent-text')]).toEqual([valueOf('brand-text'), valueOf('brand-text')]);
    expect(valueOf('accent-tint')).toBe(valueOf('brand-tint'));
  }
});
