import { describe, expect, test } from 'vitest';

import { sampleSite } from '#model/testing/sample-site.ts';

import { renderFrontPage } from './index.tsx';

describe('R-108 a page module without a default export', () => {
  test.each([{ Guild: () => null }, { default: 'text' }, null])('is rejected with its name: %o', (module) => {
    expect(() => renderFrontPage('guild', sampleSite, {}, { guild: { file: 'pages/guild.tsx', module } })).toThrow(
      'pages/guild.tsx has no default export. A page module must export its component as default.',
    );
  });

  test('a component that throws is reported with its file', () => {
    const module = {
      default: () => {
        throw new TypeError('data.links is undefined');
      },
    };
    expect(() => renderFrontPage('guild', sampleSite, {}, { guild: { file: 'pages/guild.tsx', module } })).toThrow(
      'pages/guild.tsx: the page "guild" could not be rendered: data.links is undefined',
    );
  });

  test('a page without a component is also rejected', () => {
    expect(() => renderFrontPage('guild', sampleSite, {}, {})).toThrow('The page "guild" has no component.');
  });
});
