import { globSync, readFileSync } from 'node:fs';
import { join } from 'node:path';

import { describe, expect, test } from 'vitest';

import { components } from '../components.ts';
import { SCREENS, chip, person, table, text } from './screens.ts';

const content = join(import.meta.dirname, '../content/docs');
const used = globSync('**/*.md', { cwd: content }).flatMap((file) =>
  [...readFileSync(join(content, file), 'utf8').matchAll(/<Screen name="([^"]*)"/g)].map((match) => match[1] ?? ''),
);

describe('drawn screens', () => {
  test('every screen is used, and every used screen exists', () => {
    expect([...new Set(used)].toSorted()).toEqual(Object.keys(SCREENS).toSorted());
  });

  test('a screen is an image with alternative text', () => {
    const html = components.Screen.render({ name: 'domains', alt: 'All "domains"' });
    expect(html).toMatch(/^<figure class="screen" role="img" aria-label="All &quot;domains&quot;"><div class="s-bar">Domains<\/div>/);
    expect(components.Screen.markdown({ name: 'domains', alt: 'All domains.' })).toBe('*Screen: All domains.*');
  });

  test.each([
    [{ name: 'domain', alt: 'x' }, 'There is no screen "domain". Known: '],
    [{ name: 'domains' }, 'The screen "domains" has no alt'],
  ])('%j is rejected', (attributes, message) => {
    expect(() => components.Screen.render(attributes as Record<string, string>)).toThrow(message);
  });

  test('text is escaped', () => {
    expect(text('<b>')).toBe('<span>&lt;b&gt;</span>');
    expect(chip('a & b', 'good')).toBe('<span class="s-chip good">a &amp; b</span>');
    expect(person('"ana')).toContain('data-initial="&quot;"');
  });

  test('a table has one column for each cell of its rows, with a header row', () => {
    expect(table([[text('1'), text('2')]], ['a', 'b'])).toBe(
      '<div class="s-table c2"><div class="s-head"><span>a</span><span>b</span></div>' +
        '<div class="s-row"><span><span>1</span></span><span><span>2</span></span></div></div>',
    );
  });
});
