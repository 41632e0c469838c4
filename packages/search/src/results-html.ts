/** Renders the results page as HTML: the server fills the built page with it, and the script in the browser updates the page. */
import { type SearchWord, type Translate } from './search-words.ts';
import { MAX_PAGES_OF_RESULTS, RESULTS_PER_PAGE, type SearchAddress, writeSearchAddress } from './search-address.ts';
import type { Result, Results } from './site-search.ts';
import type { TextPiece } from './types.ts';

export interface ResultsHtmlOptions {
  address: SearchAddress;
  /** Address of the results page, with base URL. */
  searchUrl: string;
  /** Address where readers report failed searches; null: none. */
  feedbackUrl: string | null;
  /** Whether the previous pages of results are shown above this one. If not, there is a link to the previous page. */
  isContinued?: boolean;
  translate: Translate;
}

export interface ResultsHtml {
  /** The status above the list, which screen readers announce. */
  status: string;
  /** Groups, list, and paging, or advice if there are no results. */
  body: string;
  /** Whether the page's introduction with its links stays visible, because there are no results. */
  keepsLinks?: boolean;
}

export function resultsHtml(results: Results, options: ResultsHtmlOptions): ResultsHtml {
  const { address, translate } = options;
  if (results.everywhere === 0) {
    const status = markup`${translate('No results for')} “<strong>${address.query}</strong>”`.text;
    return { status, body: nothingFound(results, options).text, keepsLinks: true };
  }
  const { total } = results;
  const list = results.results.length === 0 ? emptyPage(options) : markup`<ol class="search-hits">${results.results.map(hit)}</ol>`;
  const count = translate(total === 1 ? '{count} result for' : '{count} results for', { count: total });
  return {
    status: markup`${count} <strong>${address.query}</strong>`.text,
    body: markup`${groupLinks(results, options)}${list}${paging(results, options)}`.text,
  };
}

/** The HTML that the component of the search page renders, which `fillResultsPage` replaces. */
const EMPTY = '<p class="search-count" role="status"></p><div class="search-results"></div><div class="search-introduction">';

/** Returns the built search page with the query in its field, and with the results instead of its introduction. */
export function fillResultsPage(page: string, query: string, { status, body, keepsLinks = false }: ResultsHtml): string {
  const filled = `<p class="search-count" role="status">${status}</p><div class="search-results">${body}</div><div class="search-introduction"${keepsLinks ? '' : ' hidden'}>`;
  // These are functions because `$` has a special meaning in a replacement string.
  return page.replace(EMPTY, () => filled).replace(' name="q"', () => markup` name="q" value="${query}"`.text);
}

const TOO_MANY_REQUESTS = 429;

/** Returns what the reader can do about a failed search. @param status HTTP status of the answer; 0 if there was none */
export function errorHint(status: number): SearchWord {
  return status === TOO_MANY_REQUESTS
    ? 'You might want to wait a moment, because there were too many searches.'
    : 'You might want to check your network connection.';
}

/** @param canRetry whether to show a button that repeats the search @param errorStatus see `errorHint` */
export function errorHtml(translate: Translate, canRetry = false, errorStatus = 0): ResultsHtml {
  const retry = canRetry ? markup`<button type="button" class="link-button" data-retry>${translate('Try again')}</button>` : null;
  return {
    status: markup`<strong>${translate('Unable to fetch results')}</strong>`.text,
    body: markup`<div class="search-message"><p>${translate(errorHint(errorStatus))}</p>${retry}</div>`.text,
  };
}

const href = ({ searchUrl }: ResultsHtmlOptions, address: SearchAddress): string => searchUrl + writeSearchAddress(address);

function nothingFound({ suggestions }: Results, options: ResultsHtmlOptions): SafeHtml {
  const { translate, feedbackUrl } = options;
  const links = suggestions.map((query) => markup`<li><a href="${href(options, { query, group: null, page: 0 })}">${query}</a></li>`);
  const tries = links.length === 0 ? null : markup`<p>${translate('Try searching for:')}</p><ul>${links}</ul>`;
  const feedback =
    feedbackUrl === null
      ? null
      : markup`<p>${translate('Believe this query should return results?')} <a href="${feedbackUrl}">${translate('Let us know.')}</a></p>`;
  // The links of the page's introduction follow.
  return markup`<div class="search-message">${tries}${feedback}</div><h2>${translate('Popular pages')}</h2>`;
}

/** The message for a group without results, and for a page number after the last page. */
function emptyPage(options: ResultsHtmlOptions): SafeHtml {
  const { translate, address } = options;
  return markup`<p class="search-message">${translate('No results in this part of the documentation.')} <a href="${href(options, { ...address, group: null, page: 0 })}">${translate('Show all results')}</a></p>`;
}

/** Links that restrict the results to a group, for each group with results. */
function groupLinks({ groups: all, everywhere }: Results, options: ResultsHtmlOptions): SafeHtml | null {
  const { address, translate } = options;
  const groups = all.filter(({ name, count }) => name === address.group || count > 0);
  if (groups.length < 2) return null;
  const link = (group: string | null, label: string, count: number): SafeHtml => {
    const current = group === address.group ? markup` aria-current="true"` : null;
    return markup`<li><a href="${href(options, { ...address, group, page: 0 })}"${current}>${label} <span class="search-group-count">${count}</span></a></li>`;
  };
  const links = [link(null, translate('All'), everywhere), ...groups.map(({ name, label, count }) => link(name, label, count))];
  return markup`<nav class="search-groups" aria-label="${translate('Parts of the documentation')}"><ul>${links}</ul></nav>`;
}

const marked = (pieces: readonly TextPiece[]): SafeHtml[] =>
  pieces.map(({ text, highlighted }) => (highlighted ? markup`<mark>${text}</mark>` : markup`${text}`));

function hit(result: Result): SafeHtml {
  const { href: target, trail, excerpt } = result;
  const text = excerpt.length === 0 ? null : markup`<p class="search-hit-text">${marked(excerpt)}</p>`;
  return markup`<li class="search-hit"><p class="search-hit-trail">${trail.join(' › ')}</p><p class="search-hit-title"><a href="${target}">${titleOf(result)}</a></p>${text}</li>`;
}

/** The heading of a section after the title of its page, since many pages have sections with the same heading. */
function titleOf({ title, isPage, pageTitle }: Result): SafeHtml[] {
  return isPage ? marked(title) : [markup`<span class="search-hit-page">${marked(pageTitle)}</span> › `, ...marked(title)];
}

function paging({ total, results }: Results, options: ResultsHtmlOptions): SafeHtml | null {
  const { address, translate, isContinued = false } = options;
  const pages = Math.min(Math.ceil(total / RESULTS_PER_PAGE), MAX_PAGES_OF_RESULTS);
  if (pages < 2 || results.length === 0) return null;
  const link = (page: number, rel: string, label: string): SafeHtml =>
    markup`<a${isContinued ? markup` class="button"` : null} rel="${rel}" href="${href(options, { ...address, page })}">${label}</a>`;
  const previous = address.page > 0 ? link(address.page - 1, 'prev', translate('Previous results')) : null;
  const next = address.page + 1 < pages ? link(address.page + 1, 'next', translate('More results')) : null;
  if (isContinued) return next && markup`<p class="search-paging">${next}</p>`;
  const position = markup`<span>${translate('Page {page} of {pages}', { page: address.page + 1, pages })}</span>`;
  return markup`<nav class="search-paging" aria-label="${translate('Pages of results')}">${previous}${position}${next}</nav>`;
}

// HTML templates that escape their values by default.

const ENTITIES: Readonly<Record<string, string>> = { '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;', "'": '&#39;' };

/** Escapes text for use between tags and in quoted attributes. */
export function escapeHtml(text: string): string {
  return text.replace(/[&<>"']/g, (character) => ENTITIES[character] as string);
}

/** HTML that can be inserted into a page, because its values were escaped. */
class SafeHtml {
  readonly text: string;
  constructor(text: string) {
    this.text = text;
  }
}

type Value = string | number | SafeHtml | null | readonly SafeHtml[];

const toHtml = (value: Value): string => {
  if (value === null) return '';
  if (value instanceof SafeHtml) return value.text;
  return Array.isArray(value) ? value.map(({ text }: SafeHtml) => text).join('') : escapeHtml(String(value));
};

/** Template tag that escapes all values except `SafeHtml`. `null` is empty. Attribute values must be in quotes. */
export function markup(parts: TemplateStringsArray, ...values: readonly Value[]): SafeHtml {
  return new SafeHtml(parts.reduce((text, part, index) => text + toHtml(values[index - 1] ?? null) + part));
}
