import { renderToStaticMarkup } from 'react-dom/server';
import { describe, expect, test } from 'vitest';

import { Icon, searchIcon } from './icon.tsx';
import { createPalette, palettes } from '../design/design-tokens.ts';

describe('icons', () => {
  test('an icon is an SVG element that is hidden from screen readers', () => {
    expect(renderToStaticMarkup(<Icon icon={searchIcon} />)).toMatch(/^<svg class="icon".*aria-hidden="true"/);
  });

  test.each([
    [null],
    [undefined],
    ['search'],
    [{}],
    [{ name: 'x' }],
    [{ name: 'x', shapes: [] }],
    [{ name: 'x', shapes: [{ d: 1 }] }],
    [{ name: 1, shapes: [{ d: 'M0 0' }] }],
  ])('R-219 %j is not an icon definition and renders nothing', (icon) => expect(renderToStaticMarkup(<Icon icon={icon} />)).toBe(''));

  test('R-219 a two-tone icon uses the icon colors', () => {
    const icon = { name: 'x', shapes: [{ d: 'M0 0', tone: 'secondary', filled: true }] };
    expect(renderToStaticMarkup(<Icon icon={icon} />)).toContain('class="icon-filled icon-secondary"');
  });
});

describe('R-219 palettes', () => {
  test('there are thirteen colors of ten shades in both modes', () => {
    expect(Object.keys(palettes).toSorted()).toEqual([
      'blue',
      'cyan',
      'geekblue',
      'gold',
      'green',
      'grey',
      'lime',
      'magenta',
      'orange',
      'purple',
      'red',
      'volcano',
      'yellow',
    ]);
    for (const { light, dark } of Object.values(palettes)) expect([light.length, dark.length]).toEqual([10, 10]);
  });

  test('the base color is the sixth shade, and the dark palette has its own shades', () => {
    const { light, dark } = createPalette('#1890ff');
    expect(light[5]).toBe('#1890ff');
    expect(dark[0]).toBe('#111d2c');
  });
});
