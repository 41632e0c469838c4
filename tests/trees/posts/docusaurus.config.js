const EDIT = 'https://git.example.org/tern/edit/';

const BLOG = {
  editUrl: EDIT,
  blogTitle: 'Journal',
  blogSidebarTitle: 'All entries',
  feedOptions: { type: 'all', title: 'News of terns', copyright: 'Copyright © 2026 Tern', limit: 3 },
};

module.exports = {
  title: 'Tern',
  url: 'https://tern.example.org',
  baseUrl: '/',
  i18n: { defaultLocale: 'en', locales: ['en', 'fr', 'de'] },
  presets: [['classic', { docs: { sidebarPath: false, editUrl: EDIT, editLocalizedFiles: true }, blog: BLOG }]],
  plugins: [['content-docs', { id: 'community', path: 'community', routeBasePath: 'community', sidebarPath: false }]],
  themeConfig: { navbar: { title: 'Tern', items: [{ to: 'blog', label: 'Journal' }] } },
};
