import remarkMath from 'remark-math-that-is-not-installed';
import { themes as prismThemes } from 'prism-react-renderer-that-is-not-installed';

const config = {
  title: 'Kestrel',
  tagline: 'Jobs on time',
  favicon: 'img/logo.svg',
  url: 'https://kestrel.example.org',
  baseUrl: '/k/',
  organizationName: 'kestrel',
  projectName: 'kestrel',
  onBrokenLinks: 'throw',
  i18n: { defaultLocale: 'en', locales: ['en', 'de'] },
  presets: [
    [
      'classic',
      {
        docs: {
          routeBasePath: '/',
          sidebarPath: './sidebars.ts',
          remarkPlugins: [remarkMath],
          editUrl: 'https://git.example.org/kestrel/edit/main',
          versions: { '1.0': { label: '1.0 (stable)' } },
        },
        blog: { showReadingTime: true },
        theme: { customCss: './src/css/custom.css' },
      },
    ],
  ],
  plugins: [
    [
      '@docusaurus/plugin-client-redirects',
      {
        redirects: [
          { from: ['/begin', '/start'], to: '/intro' },
          { from: '/gone', to: '/nowhere' },
        ],
      },
    ],
    [
      '@docusaurus/plugin-content-docs',
      { id: 'community', path: 'community', routeBasePath: 'community', sidebarPath: './sidebars-community.js' },
    ],
    ['@docusaurus/plugin-content-docs', { id: 'gone', path: 'gone' }],
    'kestrel-plugin-of-its-own',
  ],
  themeConfig: {
    navbar: {
      title: 'Kestrel',
      logo: { alt: 'Kestrel', src: 'img/logo.svg', width: 40, height: '30px' },
      items: [
        { type: 'docSidebar', sidebarId: 'docs', position: 'left', label: 'Docs' },
        { type: 'doc', docId: 'tutorial/first', label: 'Tutorial', position: 'left' },
        { type: 'docSidebar', docsPluginId: 'community', sidebarId: 'people', label: 'Community', position: 'left' },
        { to: '/blog', label: 'Blog', position: 'left' },
        { type: 'dropdown', label: 'More', items: [{ label: 'Forum', href: 'https://forum.example.org' }] },
        { type: 'docsVersionDropdown' },
        { type: 'search' },
        { href: 'https://git.example.org/kestrel', 'aria-label': 'Repository', className: 'header-github-link' },
      ],
    },
    footer: {
      style: 'light',
      links: [{ title: 'Docs', items: [{ label: 'Start', to: '/intro' }, { html: '<a href="https://forum.example.org">Ask</a>' }] }],
      copyright: `Copyright © <b>${2000 + 26}</b> <a href='https://kestrel.example.org' target="_blank">Kestrel</a> <3 <img src="b.svg" alt="birds">`,
    },
    colorMode: { respectPrefersColorScheme: true },
    announcementBar: { id: 'two', content: '<b>Version 2</b> is <a target="_blank" href="/k/intro">here</a>' },
    prism: { theme: prismThemes.github },
    algolia: { appId: 'x' },
  },
};

export default config;
