import type { Config } from '@docusaurus/types';
import { rates } from 'lost-rates';

import { version } from './package.json';
import { Mode, readName } from './settings';

export default async function config(): Promise<Config> {
  return {
    title: await readName(),
    tagline: `Version ${version}`,
    url: 'https://lantern.example.org',
    baseUrl: '/',
    favicon: 'https://lantern.example.org/icon.png',
    customFields: { rates },
    i18n: { defaultLocale: 'en', locales: ['en', 'de'], localeConfigs: { de: { label: 'Deutsch' } } },
    presets: [
      [
        'classic',
        {
          docs: {
            sidebarPath: require.resolve('./sidebars.ts'),
            includeCurrentVersion: false,
            editUrl: 'https://git.example.org/lantern/edit/main/site',
            versions: { '1.0': { label: 'One' } },
          },
          blog: { blogTitle: 'News', editUrl: 'https://git.example.org/lantern/edit/main/site/' },
          pages: { editUrl: 'https://git.example.org/lantern/edit/main/site/' },
        },
      ],
    ],
    themeConfig: {
      colorMode: { defaultMode: Mode.Dark },
      prism: { magicComments: [{ className: 'removed', line: 'remove-me' }] },
      footer: {
        links: [
          { title: 'People', items: [{ to: '/crew', label: 'Crew' }] },
          { title: 'Docs', items: [{ to: '/docs/start', label: 'Start' }] },
        ],
      },
      navbar: {
        title: 'Lantern',
        logo: { src: 'img/lost.svg' },
        items: [
          { to: 'docs/start', label: 'Docs', position: 'left' },
          { to: 'blog', label: 'News', position: 'left' },
          { to: '/crew', label: 'Crew', position: 'left' },
          { label: 'People', items: [{ to: 'crew#ana', label: 'Ana' }] },
          { href: 'https://github.com/lantern-example/lantern/releases', label: 'v2.0', position: 'right' },
          { href: 'https://github.com/lantern-example/lantern', 'aria-label': 'GitHub repository', position: 'right' },
        ],
      },
    },
  };
}
