import type { SearchSite } from '../result-item.ts';

/** A site with search for tests. */
export const sampleSearchSite: SearchSite = {
  baseUrl: '/base/',
  url: 'https://docs.example',
  locale: { htmlLang: 'en' },
  docs: { pluginId: 'default', version: { name: 'current' } },
  links: { repository: 'https://code.example/repo' },
  search: {
    provider: 'embedded',
    applicationId: '',
    apiKey: '',
    indexName: 'sample',
    contextual: true,
    groups: [
      { name: 'guides', label: 'Guides' },
      { name: 'sources', label: 'Sources' },
      { name: 'graphql', label: 'GraphQL' },
    ],
  },
};
