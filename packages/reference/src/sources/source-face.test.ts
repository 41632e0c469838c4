import { expect, test } from 'vitest';

import { renderSourceFace, sourceFace } from './source-face.ts';
import type { Capability, Plugin, SupportStatus } from './source-file.ts';

const plugin = (support: SupportStatus, capabilities: readonly [Capability, supported: boolean][]): Plugin => ({
  plugin: 'shop',
  support,
  extra: null,
  capabilities: capabilities.map(([capability, supported]) => ({ capability, supported })),
  fields: [],
});

test('names the best support status, and the capabilities that any plugin supports in their usual order', () => {
  const plugins = [
    plugin('testing', [['TAGS', true]]),
    plugin('certified', [
      ['DOMAINS', false],
      ['CONTAINERS', true],
      ['TAGS', true],
    ]),
  ];
  const listing = { type: 'Datastore' as const, mark: 'shop', features: [] };
  expect(sourceFace({ name: 'The "Shop"', plugins, listing })).toBe(
    '<SourceFace support="certified" able="CONTAINERS TAGS">\n\n<SourceMark name="The Shop" mark="shop"/>\n\n</SourceFace>',
  );
});

test('shows the support status beside the mark, and each capability with its icon', () => {
  expect(renderSourceFace({ support: 'testing' })).toBe(
    '<div class="source-face" data-nosnippet><slot></slot><p class="source-support testing">Testing</p></div>',
  );
  const html = renderSourceFace({ support: 'certified', able: 'TAGS CONTAINERS NEITHER' });
  expect(html.replace(/<svg.*?<\/svg>/g, '*')).toBe(
    '<div class="source-face" data-nosnippet><slot></slot><p class="source-support certified">Certified</p><ul><li>*Asset containers</li><li>*Tags</li></ul></div>',
  );
});
