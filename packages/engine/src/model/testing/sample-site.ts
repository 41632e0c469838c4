/** A fictional site for tests of the pages. */
import type { SiteData } from '../site.ts';

export const sampleSite: SiteData = {
  title: 'Sample',
  tagline: '',
  url: 'https://docs.example',
  baseUrl: '/base/',
  isSaas: false,
  announcementBar: null,
  navbar: {
    title: 'Sample',
    logo: null,
    hideOnScroll: false,
    items: [
      { label: 'Docs', href: '/docs', position: 'right', activeBasePath: 'docs' },
      { label: 'Demo', href: 'https://demo.example/', position: 'right' },
      { label: 'Slack', href: 'https://chat.example/', position: 'right', icon: 'slack' },
      { label: 'More', href: '', position: 'left', items: [{ label: 'Guild', href: '/guild' }] },
    ],
  },
  footer: {
    style: 'dark',
    groups: [{ title: 'Docs', items: [{ label: 'Quickstart', href: 'docs/quickstart' }] }],
    copyright: '© 2015–2026',
  },
  colorMode: { defaultMode: 'light', disableSwitch: false, respectPrefersColorScheme: false },
  docs: {
    pluginId: 'default',
    versionPersistence: 'localStorage',
    version: { name: 'current', label: 'Next', path: '/docs', isLast: true },
  },
  locale: { label: 'English', direction: 'ltr', htmlLang: 'en', calendar: 'gregory', path: '/' },
  search: {
    provider: 'embedded',
    applicationId: '',
    apiKey: '',
    indexName: 'sample',
    contextual: true,
    groups: [{ name: 'guides', label: 'Guides' }],
    popularPages: [],
  },
  plugins: {},
  links: { chat: 'https://chat.example/', repository: 'https://code.example/repo' },
  questions: [],
  aiChats: [],
};
