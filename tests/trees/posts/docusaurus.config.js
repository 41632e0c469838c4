module.exports = {
  title: 'Tern',
  url: 'https://tern.example.org',
  baseUrl: '/',
  i18n: { defaultLocale: 'en', locales: ['en', 'fr', 'de'] },
  presets: [['classic', { docs: { sidebarPath: false }, blog: { blogTitle: 'Journal' } }]],
  plugins: [['content-docs', { id: 'community', path: 'community', routeBasePath: 'community', sidebarPath: false }]],
  themeConfig: { navbar: { title: 'Tern', items: [{ to: 'blog', label: 'Journal' }] } },
};
