import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { Hono, type MiddlewareHandler } from 'hono';
import { RESULTS_PER_PAGE, type SearchAddress, readSearchAddress } from '@quire/search';
import type { SearchRequest } from '@quire/search/docsearch';
import { fillSearchPage } from '../search-page-html.ts';
import { renderError, renderResults } from '../search-results-html.ts';
import type { SearchBackend } from './search.ts';

export interface SearchPageOptions {
  backend: SearchBackend;
  /** Run before a search, to refuse clients that search too much. */
  guards?: readonly MiddlewareHandler[];
  /** Folder of the built site, absolute. */
  siteDir: string;
  baseUrl: string;
  /** Route below which the page lies, for one of several versions and languages; default ''. */
  prefix?: string;
  indexName: string;
  /** Where readers tell of what they did not find; null: nowhere. */
  feedbackUrl: string | null;
}

const HEADERS = { 'Cache-Control': 'no-store', 'X-Robots-Tag': 'noindex' };

/** The results page as the server renders it, for readers without JavaScript. Without a query the built page is right. */
export function searchPageService({
  backend,
  guards = [],
  siteDir,
  baseUrl,
  prefix = '',
  indexName,
  feedbackUrl,
}: SearchPageOptions): Hono {
  const service = new Hono();
  const root = prefix === '' ? baseUrl : `${baseUrl}${prefix.slice(1)}/`;
  const file = join(siteDir, prefix, 'search', 'index.html');
  let built: string | null = null;

  function results(address: SearchAddress): { status: 200 | 503; html: string } {
    if (backend === null) return { status: 503, html: renderError() };
    const requests = requestsFor(address, indexName);
    const [found, everywhere] = backend.answerAll(JSON.stringify({ requests })).results;
    if (found === undefined || everywhere === undefined) return { status: 503, html: renderError() };
    return {
      status: 200,
      html: renderResults({ address, found, everywhere, groups: backend.groups, searchUrl: root + 'search', feedbackUrl }),
    };
  }

  const paths = ['search', 'search/', 'search.html', 'search/index.html'].map((path) => root + path);
  // The page without a query is a file like any other.
  const searching =
    (guard: MiddlewareHandler): MiddlewareHandler =>
    (c, next) =>
      c.req.query('q') === undefined ? next() : guard(c, next);
  for (const guard of guards) service.on('GET', paths, searching(guard));
  service.on('GET', paths, async (c, next) => {
    const address = readSearchAddress(new URL(c.req.url).searchParams, backend?.groups ?? []);
    if (address.query === '') return next();
    built ??= await readFile(file, 'utf8').catch(() => null);
    // A site without front pages has none of this name either: the not-found page answers.
    if (built === null) return next();
    const { status, html } = results(address);
    return c.html(fillSearchPage(built, address.query, html), status, HEADERS);
  });
  return service;
}

/** The results, and how many there are in each part of the site: all of them pages, so that the numbers add up. */
function requestsFor({ query, group, page }: SearchAddress, indexName: string): SearchRequest[] {
  const facetFilters = group === null ? [] : [`group:${group}`];
  return [
    { indexName, query, page, hitsPerPage: RESULTS_PER_PAGE, distinct: true, facetFilters },
    { indexName, query, hitsPerPage: 0, distinct: true, facets: ['group'] },
  ];
}
