/** Test fixture: a page and a category for the tests of the shell. */
import type { PageData, SidebarCategory } from '#model/page.ts';

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
