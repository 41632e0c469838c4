/** Test fixtures of search in the browser: a fictional site, results and a fake source. */
import { RESULTS_PER_PAGE } from '../../search-address.ts';
import type { Result, Results, ResultsQuery } from '../../site-search.ts';
import type { ResultSource } from '../result-source.ts';
import { SearchError } from '../search-error.ts';
import type { SearchSite } from '../search-site.ts';

/** A site with search. */
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

/** A result for a page (`kafka`), or for a section of it (`kafka#setup`). */
export function sampleResult(name: string, changes: Partial<Result> = {}): Result {
  const [page = '', anchor = ''] = name.split('#');
  const piece = (text: string) => [{ text, highlighted: false }];
  return {
    id: name,
    href: `/base/docs/${name}`,
    pageHref: `/base/docs/${page}`,
    isPage: anchor === '',
    group: 'Guides',
    pageTitle: piece(page),
    title: piece(anchor === '' ? page : anchor),
    excerpt: [],
    trail: ['Guides'],
    ...changes,
  };
}

/** An answer with these results, one page of them unless `total` is higher. */
export const sampleResults = (results: readonly Result[], changes: Partial<Results> = {}): Results => ({
  results: [...results],
  total: results.length,
  everywhere: changes.total ?? results.length,
  groups: sampleSearchSite.search.groups.map((group) => ({ ...group, count: 0 })),
  suggestions: [],
  ...changes,
});

/** A fake source that answers queries from a table and records them. `down` makes it fail with `status`. */
export function sampleSource(
  answers: Record<string, readonly Result[]>,
  suggestions: readonly string[] = [],
): ResultSource & { asked: ResultsQuery[]; down: boolean; status: number } {
  const source = {
    asked: [] as ResultsQuery[],
    down: false,
    status: 0,
    answer(query: ResultsQuery): Promise<Results> {
      source.asked.push(query);
      if (source.down) return Promise.reject(new SearchError('unreachable', source.status));
      const all = answers[query.text] ?? [];
      const label = sampleSearchSite.search.groups.find(({ name }) => name === query.group)?.label;
      const found = label === undefined ? all : all.filter(({ group }) => group === label);
      const from = (query.page ?? 0) * RESULTS_PER_PAGE;
      const list = found.slice(from, from + (query.pages ?? 1) * RESULTS_PER_PAGE);
      const groups = sampleSearchSite.search.groups.map((group) => ({
        ...group,
        count: all.filter((result) => result.group === group.label).length,
      }));
      return Promise.resolve(
        sampleResults(list, {
          total: found.length,
          everywhere: all.length,
          groups,
          suggestions: all.length > 0 ? [] : [...suggestions],
        }),
      );
    },
  };
  return source;
}
