/** A made-up site and page for the tests of the shell. */
import type { SidebarCategory } from '#model/navigation.ts';
import type { PageData } from '#model/page.ts';
import type { SiteData } from '#model/site.ts';

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
  search: { provider: 'embedded', applicationId: '', apiKey: '', indexName: 'docs', contextual: true },
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
  links: { chat: 'https://chat.example/', repository: 'https://code.example/' },
};

export function sampleCategory(changes: Partial<SidebarCategory> = {}): SidebarCategory {
  return { type: 'category', label: 'Sources', key: 'sources', path: '/docs/kafka', linked: false, items: null, ...changes };
}

export function samplePage(changes: Partial<PageData> = {}): PageData {
  return {
    build: '1',
    kind: 'doc',
    path: '/docs/kafka',
    title: 'Kafka',
    description: '',
    contents: [{ level: 2, id: 'setup', text: 'Setup' }],
    breadcrumbs: [
      { label: 'Sources', path: null },
      { label: 'Kafka', path: '/docs/kafka' },
    ],
    sidebar: [
      sampleCategory({ items: [{ type: 'page', label: 'Kafka', path: '/docs/kafka' }] }),
      sampleCategory({ label: 'API', key: 'api', path: '/docs/api' }),
    ],
    previous: null,
    next: { label: 'Hive', path: '/docs/hive' },
    editUrl: 'https://code.example/kafka.md',
    lastUpdate: { author: 'Jo', date: '2026-11-20' },
    markdownUrl: '/base/docs/kafka.md',
    body: '<p>The body.</p>',
    ...changes,
  };
}
