/** A Docusaurus site in a folder beside its docs, whose configuration uses absolute paths, and packages and files that are not there. */
import { readFileSync } from 'node:fs';
import { join } from 'node:path';

import { describe, expect, test } from 'vitest';

import { loadConfig } from '@quire/engine/config/load.ts';

import { migratedTree } from './build-fixture.ts';

describe('R-605 a Docusaurus site beside its docs', () => {
  const { out, migrated, dataOf } = migratedTree('beside/website');
  const report = (): string => readFileSync(join(out, 'report.md'), 'utf8');

  test('its configuration is evaluated in its folder', async () => {
    expect(migrated()).toMatchObject({ pages: 4, errors: 0, mistakes: 0 });
    const config = await loadConfig(join(out, 'site.config.ts'), {});
    expect(config).toMatchObject({ title: 'Heron', primaryColor: '#1466b8' });
    expect(config.docs.folders.map(({ name }) => name)).toEqual(['sdk', 'extra']);
    expect(report()).toContain('- the plugin docusaurus-lunr-search. ');
    expect(report()).not.toContain('not installed');
  });

  test('all pages are built, with the files that they include', () => {
    const { body, sidebar } = dataOf('/docs/intro');
    expect(body).toContain('Herons stand in <strong>shallow water</strong>.');
    expect(sidebar).not.toBeNull();
    expect(dataOf('/extra').body).toContain('href="/sdk"');
    expect(dataOf('/sdk').body).toContain('href="/docs/birds"');
  });

  test('the component map has at most ten lines, and no component loses its text', async () => {
    const { components } = await loadConfig(join(out, 'site.config.ts'), {});
    expect(Object.keys(components)).toHaveLength(10);
    expect(components).toMatchObject({ Term: { tag: 'span', fallback: 'id' }, Egret: { tag: 'img' }, '*': { tag: 'fragment' } });
    const { body } = dataOf('/docs/birds');
    for (const name of ['Alder', 'Fir', 'Larch'])
      expect(body).toMatch(new RegExp(`href="/docs/intro">[^]*${name} title[^]*Words of ${name}`));
    expect(dataOf('/docs/intro').body).toContain(
      'A <span>colony</span> has nests. Another <span>brood</span> and a <span>roost</span> too.',
    );
  });

  test('a component with content is a link only if most of its uses have an address', () => {
    const { body } = dataOf('/docs/intro');
    expect(body).toMatch(/Framed words\.[^]*More words\.[^]*Last words\./);
    expect(report()).toMatch(/`Frame2` \| 3 \| 1 \| `url`, `minHeight` \| `\{ tag: 'fragment'/);
  });
});
