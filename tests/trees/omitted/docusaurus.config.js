const remarkShout = require('remark-shout');
const release = require('./generated/release');

module.exports = {
  title: 'Plover',
  url: 'https://plover.example.org',
  baseUrl: '/p/',
  tagline: `Release ${release.name}`,
  customFields: { release },
  favicon: 'data:image/svg+xml,<svg/>',
  headTags: [{ tagName: 'meta', attributes: { name: 'rating', content: 'general' } }],
  plugins: [['@docusaurus/plugin-client-redirects', { redirects: [{ from: ['/ask/', '/aid'], to: '/help/' }] }]],
  presets: [
    [
      'classic',
      {
        docs: {
          routeBasePath: '/',
          sidebarPath: false,
          remarkPlugins: [remarkShout],
          sidebarItemsGenerator: (args) => args,
        },
        blog: false,
      },
    ],
  ],
  themeConfig: {
    image: 'img/card.png',
    metadata: [{ name: 'keywords', content: 'birds' }],
    tableOfContents: { maxHeadingLevel: 4 },
    announcementBar: { content: 'Hello', backgroundColor: '#fafbfc', textColor: '#091e42' },
    navbar: {
      logo: { alt: 'Plover', src: 'https://host.example.org/logo.svg' },
      items: [
        {
          type: 'localeDropdown',
          dropdownItemsAfter: [
            { to: '/help', label: 'Help us translate' },
            { type: 'html', value: '<hr>' },
          ],
        },
        {
          label: 'Bird',
          items: [
            { href: '/p/help', label: 'Help' },
            { type: 'html', value: '<b>Only words</b>' },
          ],
        },
        { href: 'https://www.github.com/plover-example', className: 'mark', position: 'right' },
        { href: 'https://talk.plover.example.org/help', className: 'talk', position: 'right' },
        { className: 'lost', position: 'right' },
      ],
    },
    footer: {
      logo: { src: 'img/foot.png' },
      links: [
        {
          title: 'Docs',
          items: [
            { to: '/help', label: 'Help' },
            { html: '<a href="https://host.example.org"><img src="x.svg" alt="Hosted by a host"></a>' },
          ],
        },
        {
          title: 'Social',
          items: [
            { html: '<img src="https://badge.example.org/stars.svg">' },
            { html: '<a href="https://github.com/plover-example/stars"><img src="https://badge.example.org/stars.svg"></a>' },
          ],
        },
      ],
    },
  },
};
