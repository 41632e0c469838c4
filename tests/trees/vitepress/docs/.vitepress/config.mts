import { defineConfig } from 'vitepress';
import { withMermaid } from 'vitepress-plugin-mermaid';

export default withMermaid(
  defineConfig({
    title: 'Heron',
    description: 'A tool for letters',
    base: '/heron/',
    srcExclude: ['**/drafts.md'],
    head: [['link', { rel: 'icon', href: '/heron/mark.svg' }]],
    sitemap: { hostname: 'https://heron.example.org' },
    lastUpdated: true,
    locales: { root: { label: 'English' }, fr: { label: 'Français', link: 'https://fr.heron.example.org' } },
    themeConfig: {
      logo: '/mark.svg',
      nav: [
        { text: 'Guide', link: '/guide/start' },
        {
          text: 'More',
          items: [
            { text: 'Help', items: [{ text: 'Ask', link: 'https://ask.example.org' }] },
            { text: 'API', link: '/reference/' },
          ],
        },
      ],
      sidebar: {
        '/guide/': [
          {
            text: 'Guide',
            collapsed: true,
            items: [
              { text: 'First letter', link: '/guide/start' },
              { text: 'Stamps', link: '/guide/stamps.html' },
            ],
          },
        ],
        '/reference/': {
          base: '/reference/',
          items: [
            { text: 'API', link: '' },
            { text: 'Elsewhere', link: 'https://api.example.org' },
          ],
        },
      },
      socialLinks: [{ icon: 'github', link: 'https://github.com/heron-example/heron' }],
      editLink: { pattern: 'https://git.example.org/heron/edit/main/docs/:path' },
      footer: { message: 'Free for <b>all</b>.', copyright: '© Heron' },
      outline: [2, 4],
      search: { provider: 'local' },
    },
  }),
);
