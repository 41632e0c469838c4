import { expect, test } from 'vitest';

import { hexColor } from './docusaurus-theme.ts';

test.each([
  ['#2E8555', '#2E8555'],
  ['#abc', '#aabbcc'],
  ['rgb(4, 115, 119)', '#047377'],
  ['rgb(100% 50% 0%)', '#ff8000'],
  ['hsl(167 68% 36%)', '#1d9a7f'],
  ['hsl(210deg, 80%, 40%)', '#1466b8'],
  ['rgba(1, 2, 3, 0.5)', undefined],
  ['var(--brand)', undefined],
  ['rgb(1, 2)', undefined],
])('%s is converted to %s', (css, hex) => {
  expect(hexColor(css)).toBe(hex);
});
