/** the same content, published as the managed edition. */
import { expect, test } from 'vitest';

import { createFixture } from './build-fixture.ts';
import type { Fixture } from './build-fixture.ts';

const FILES: Record<string, string> = {
  'index.md': '# Start\n\nWords.\n',
  ...Object.fromEntries(
    ['usual', 'managed', 'managed-dark'].map((name) => [`/public/${name}.svg`, '<svg xmlns="http://www.w3.org/2000/svg"/>']),
  ),
  '/public/usual.ico': '',
  '/public/managed.ico': '',
  'feature.md': '# Feature\n\n<FeatureAvailability saasOnly/>\n\nWords.\n',
};
const BRAND = `staticDirectories: ['public'], navbar: { title: 'Fixture', logo: { alt: 'Fixture', src: '/usual.svg' } }, favicon: '/usual.ico',
  announcementBar: { id: 'a', content: 'News of the usual edition' },
  managedEdition: { title: 'Managed Fixture', favicon: '/managed.ico', logo: { alt: 'Managed', src: '/managed.svg', srcDark: '/managed-dark.svg' } },`;
const COMPONENTS = `components: { FeatureAvailability: {
  render: ({ saasOnly }) => '<p class="' + (saasOnly ? 'unavailable' : 'available') + '">Self-hosted edition</p>',
} },`;
const DOCS = `docs: { root: 'content/docs', sidebar: 'sidebar.yaml', editUrl: 'https://git.example.org/edit/', showLastUpdateAuthor: false, showLastUpdateTime: false },`;

async function built(isSaas: boolean): Promise<Fixture> {
  const site = createFixture(FILES, `customFields: { isSaas: ${isSaas} }, ${BRAND} ${COMPONENTS} ${DOCS}`);
  await site.build();
  return site;
}

test('R-503 the managed edition has its own title, logo, and icon, is not indexed, and starts with the documentation', async () => {
  const site = await built(true);
  const html = site.read('site/docs/feature/index.html');
  expect(html).toContain('<title>Feature | Managed Fixture</title>');
  expect(html).toContain('<meta property="og:site_name" content="Managed Fixture">');
  expect(html).toContain('<link rel="icon" href="/managed.ico">');
  expect(html).toContain('src="/managed.svg"');
  expect(html).toContain('src="/managed-dark.svg"');
  expect(html).toContain('<span>Managed Fixture</span>');
  expect(html).not.toContain('usual');
  expect(html).toContain('<meta name="robots" content="noindex">');
  expect(site.read('site/robots.txt')).toContain('Disallow: /');
  expect(site.read('site/sitemap.xml')).not.toContain('<loc>');
  expect(site.read('site/index.html')).toContain('content="0; url=/docs"');
  expect(html).not.toContain('News of the usual edition');
  expect(html).not.toContain('git.example.org/edit');
  expect(html).toContain('<p class="unavailable">Self-hosted edition</p>');
});

test('R-503 the open source edition from the same files has none of this', async () => {
  const site = await built(false);
  const html = site.read('site/docs/feature/index.html');
  expect(html).toContain('<title>Feature | Fixture</title>');
  expect(html).toContain('src="/usual.svg"');
  expect(html).toContain('<link rel="icon" href="/usual.ico">');
  expect(html).not.toContain('managed');
  expect(html).not.toContain('noindex');
  expect(html).toContain('News of the usual edition');
  expect(html).toContain('https://git.example.org/edit/feature.md');
  expect(site.read('site/robots.txt')).toContain('Allow: /');
});
