/** The interface between the search and the site that contains it. */
import { withBase, writeSearchAddress } from '../search-address.ts';

/** A question that is offered before anything is typed, with the address of its answer. */
export interface OfferedQuestion {
  ask: string;
  href: string;
}

/** A page that is offered before anything is typed. */
export interface OfferedPage {
  label: string;
  href: string;
}

/** The functions that the site provides for the dialog. */
export interface SearchHost {
  /** Returns the questions that the open page answers, and common questions. */
  questions(): { page: readonly OfferedQuestion[]; common: readonly OfferedQuestion[] };
  /** Returns popular pages; if absent, no pages are offered. */
  popularPages?: () => readonly OfferedPage[];
  /** Passes the query to an assistant; null if the site has none. */
  ask: { label: string; open(query: string): void } | null;
  /** Called for each search after a pause in typing, with the number of its results. */
  onSearched?: OnSearched;
}

/** @param results number of results */
export type OnSearched = (query: string, results: number) => void;

/** Name of an event on the document: the reader reformulated a query without opening a result. Its detail is the first query. */
export const SEARCHED_AGAIN = 'search-again';

/** Returns a function that calls `onSearched` only once for consecutive calls with the same query. */
export function onceForEachQuery(onSearched: OnSearched = () => undefined): OnSearched {
  let last = '';
  return (query, results) => {
    if (query !== last) onSearched(query, results);
    last = query;
  };
}

/** A host without questions and without an assistant. */
export const NO_HOST: SearchHost = { questions: () => ({ page: [], common: [] }), ask: null };

/** The data of a site that its search needs in the browser. */
export interface SearchSite {
  /** Starts and ends with `/`. */
  baseUrl: string;
  /** Origin: `https://docs.example.org`. */
  url: string;
  locale: { htmlLang: string };
  docs: { pluginId: string; version: { name: string } };
  links: { repository: string | null };
  /** Translations of the words of search, by the English ones; absent in English. */
  words?: Readonly<Record<string, string>>;
  /** The doc set, if the site has several: the route prefix of its results page and of its index. */
  docSet?: { prefix: string };
  search: {
    /** The backend: the server of the site, a hosted service, or a worker in the browser. */
    provider: 'embedded' | 'hosted' | 'browser';
    /** Id and public key for the hosted service; '' for the others. */
    applicationId: string;
    apiKey: string;
    indexName: string;
    /** Whether searches are restricted to the reader's language and version. */
    contextual: boolean;
    /** Groups of pages in the order of their filters. */
    groups: readonly { name: string; label: string }[];
  };
}

/** Address of the results page. */
export const searchPageUrl = ({ baseUrl, docSet }: Pick<SearchSite, 'baseUrl' | 'docSet'>): string =>
  withBase(baseUrl, `${docSet?.prefix ?? ''}/search`);

/** Address where readers report failed searches; null without a source repository. */
export const feedbackAddress = ({ links }: Pick<SearchSite, 'links'>): string | null => links.repository && `${links.repository}/issues`;

/** Address of the results page for a query. */
export function searchAddress(site: Pick<SearchSite, 'baseUrl' | 'docSet'>, query: string, group: string | null = null): string {
  return searchPageUrl(site) + writeSearchAddress({ query, group, page: 0 });
}
