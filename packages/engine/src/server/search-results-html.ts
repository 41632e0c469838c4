/** Search results as HTML, in all states of the results page. The texts of a hit are escaped already. */
import { type SearchAddress, escapeHtml, writeSearchAddress, type SearchGroup } from '@quire/search';
import type { DocSearchHit, SearchResults } from '@quire/search/docsearch';

export interface RenderOptions {
  address: SearchAddress;
  /** The results of the address. */
  found: SearchResults;
  /** All results of the query, counted by `group`. */
  everywhere: SearchResults;
  /** With base URL. */
  searchUrl: string;
  groups: readonly SearchGroup[];
  feedbackUrl: string | null;
}

export function renderError(): string {
  return '<div class="search-message" role="status"><p><strong>Unable to fetch results</strong></p><p>You might want to check your network connection.</p></div>';
}

export function renderResults(options: RenderOptions): string {
  const { found, everywhere } = options;
  if (everywhere.nbHits === 0) return renderNothingFound(options);
  const list = found.hits.length > 0 ? `<ol class="search-hits">${found.hits.map(renderHit).join('')}</ol>` : renderEmptyPage(options);
  return `<p class="search-count" role="status">${countOf(found)}</p>${renderGroups(options)}${list}${renderPaging(options)}`;
}

function countOf({ nbHits, query }: SearchResults): string {
  return `${nbHits} ${nbHits === 1 ? 'result' : 'results'} for <strong>${escapeHtml(query)}</strong>`;
}

function renderNothingFound({ found, everywhere, searchUrl, feedbackUrl }: RenderOptions): string {
  const suggestions = (everywhere.suggestions ?? []).map((query) => {
    return `<li><a href="${hrefOf(searchUrl, { query, group: null, page: 0 })}">${escapeHtml(query)}</a></li>`;
  });
  const tries = suggestions.length === 0 ? '' : `<p>Try searching for:</p><ul>${suggestions.join('')}</ul>`;
  const feedback =
    feedbackUrl === null ? '' : `<p>Believe this query should return results? <a href="${escapeHtml(feedbackUrl)}">Let us know.</a></p>`;
  return `<div class="search-message" role="status"><p>No results for “<strong>${escapeHtml(found.query)}</strong>”</p>${tries}${feedback}</div>`;
}

/** A part of the site without results, or a page after the last: the filters lead on. */
function renderEmptyPage({ address, searchUrl }: RenderOptions): string {
  const first = hrefOf(searchUrl, { ...address, group: null, page: 0 });
  return `<p class="search-message">There is nothing here. <a href="${first}">Show all results</a></p>`;
}

function renderHit(hit: DocSearchHit): string {
  const { hierarchy, _highlightResult: highlighted, breadcrumbs = [] } = hit;
  const headings = Object.entries(hierarchy).filter(([level, text]) => level !== 'lvl0' && text !== null);
  const [level, text] = headings.at(-1) ?? ['lvl1', hit.url];
  const title = highlighted?.hierarchy[level as 'lvl1']?.value ?? text;
  const trail = [...(breadcrumbs.length > 0 ? breadcrumbs : [hierarchy.lvl0]), ...headings.slice(0, -1).map(([, heading]) => heading)];
  const excerpt = highlighted?.content?.value ?? hit.content;
  return (
    `<li class="search-hit"><p class="search-hit-trail">${trail.filter((step) => step !== null).join(' › ')}</p>` +
    `<p class="search-hit-title"><a href="${hit.url}">${title}</a></p>` +
    `${excerpt === null ? '' : `<p class="search-hit-text">${excerpt}</p>`}</li>`
  );
}

/** Links that keep to one part of the site, those with results only. */
function renderGroups({ address, everywhere, searchUrl, groups: all }: RenderOptions): string {
  const counts = everywhere.facets?.['group'] ?? {};
  const groups = all.filter(({ name }) => name === address.group || (counts[name] ?? 0) > 0);
  if (groups.length < 2) return '';
  const link = (group: string | null, label: string, count: number): string => {
    const current = group === address.group ? ' aria-current="true"' : '';
    return `<li><a href="${hrefOf(searchUrl, { ...address, group, page: 0 })}"${current}>${label} <span class="search-group-count">${count}</span></a></li>`;
  };
  const links = groups.map(({ name, label }) => link(name, label, counts[name] ?? 0));
  return `<nav class="search-groups" aria-label="Parts of the documentation"><ul>${link(null, 'All', everywhere.nbHits)}${links.join('')}</ul></nav>`;
}

function renderPaging({ address, found, searchUrl }: RenderOptions): string {
  if (found.nbPages < 2 || found.hits.length === 0) return '';
  const link = (page: number, rel: string, label: string): string =>
    `<a rel="${rel}" href="${hrefOf(searchUrl, { ...address, page })}">${label}</a>`;
  const previous = found.page > 0 ? link(found.page - 1, 'prev', 'Previous results') : '';
  const next = found.page + 1 < found.nbPages ? link(found.page + 1, 'next', 'More results') : '';
  return `<nav class="search-paging" aria-label="Pages of results">${previous}<span>Page ${found.page + 1} of ${found.nbPages}</span>${next}</nav>`;
}

const hrefOf = (searchUrl: string, address: SearchAddress): string => escapeHtml(searchUrl + writeSearchAddress(address));
