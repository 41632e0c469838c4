/** A made-up site for the tests of what visitors see. */
import type { SiteData } from '../site.ts';

export const sampleSite: SiteData = {
  title: 'DataHub',
  tagline: '',
  url: 'https://docs.example',
  baseUrl: '/base/',
  isSaas: false,
  announcementBar: null,
  navbar: {
    title: 'DataHub',
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
  search: { provider: 'embedded', applicationId: '', apiKey: '', indexName: 'sample', contextual: true },
  assistant: {
    provider: 'server',
    projectKey: 'key',
    queryLogKey: 'log-key',
    iDontKnowMessage: 'Sorry, I am not sure how to answer that.',
    model: 'gpt-4',
    temperature: 0.1,
    topP: 1,
    frequencyPenalty: 0,
    presencePenalty: 0,
    maxTokens: 500,
    sectionsMatchCount: 10,
    sectionsMatchThreshold: 0.5,
  },
  links: { chat: 'https://chat.example/', repository: 'https://code.example/repo' },
};
