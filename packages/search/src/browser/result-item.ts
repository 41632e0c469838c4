/** A hit of a response, or of the stored ones, made ready to be shown: plain text, and an address that is safe to follow. */
import { isWebUrl, withBase } from '../url.ts';
import type { TextPiece } from '../types.ts';
import { writeSearchAddress } from '../protocol/search-address.ts';
import type { DocSearchHit, HierarchyLevel, HighlightedValue } from '../protocol/types.ts';
import { plainText, readMarked } from './read-marked.ts';

/** What is kept of a hit that was chosen. */
export type StoredHit = Omit<DocSearchHit, '_highlightResult' | '_snippetResult'>;

export interface ResultItem {
  id: string;
  href: string;
  /** Address of the page, without the anchor: tells what belongs to one page. */
  pageHref: string;
  /** Whether the page as such was found, not a section of it. */
  isPage: boolean;
  group: string;
  pageTitle: TextPiece[];
  /** Heading of the section; the page's title where `isPage`. */
  title: TextPiece[];
  excerpt: TextPiece[];
  /** What is above the title: sidebar, page title, headings. */
  trail: string[];
  /** What the history keeps of it; null where it was not found by a search. */
  hit: StoredHit | null;
}

/** A question that is offered before anything is typed, with the address of its answer. */
export interface OfferedQuestion {
  ask: string;
  href: string;
}

/** What the site around the search gives to it. */
export interface SearchHost {
  /** Questions that the open page answers, and those that many readers have. */
  questions(): { page: readonly OfferedQuestion[]; common: readonly OfferedQuestion[] };
  /** Hands what was typed to an assistant; null where the site has none. */
  ask: { label: string; open(query: string): void } | null;
}

/** A site without questions and without an assistant. */
export const NO_HOST: SearchHost = { questions: () => ({ page: [], common: [] }), ask: null };

export function questionItem({ ask, href }: OfferedQuestion): ResultItem {
  const title = [{ text: ask, highlighted: false }];
  return {
    id: `question ${ask}`,
    href,
    pageHref: href,
    isPage: true,
    group: '',
    pageTitle: title,
    title,
    excerpt: [],
    trail: [],
    hit: null,
  };
}

/** The data of a site that its search needs in the browser. */
export interface SearchSite {
  /** Starts and ends with `/`. */
  baseUrl: string;
  /** Origin: `https://docs.example.org`. */
  url: string;
  locale: { htmlLang: string };
  docs: { pluginId: string; version: { name: string } };
  links: { repository: string | null };
  /** What the search says, by the English words; absent in English. */
  words?: Readonly<Record<string, string>>;
  /** One of several versions and languages: the route below which its results page and its index lie. Absent: there is one. */
  docSet?: { prefix: string };
  search: {
    /** Who answers searches: the site's server, a hosted service, or a worker in the browser. */
    provider: 'embedded' | 'hosted' | 'browser';
    /** Id and public key for the hosted service; '' for the others. */
    applicationId: string;
    apiKey: string;
    indexName: string;
    /** Whether searches keep to the reader's language and version. */
    contextual: boolean;
    /** Groups of pages in the order of their filters. */
    groups: readonly { name: string; label: string }[];
  };
}

/** Address of the results page. */
export const searchPageUrl = ({ baseUrl, docSet }: Pick<SearchSite, 'baseUrl' | 'docSet'>): string =>
  withBase(baseUrl, `${docSet?.prefix ?? ''}/search`);

const LEVELS: readonly HierarchyLevel[] = ['lvl6', 'lvl5', 'lvl4', 'lvl3', 'lvl2'];

/** The hosted service stores full addresses: those of this site become local, so that another deployment leads to itself. */
function localAddress(escaped: string, site: Pick<SearchSite, 'url'>): string | null {
  const url = plainText(readMarked(escaped));
  if (!isWebUrl(url)) return null;
  return url.startsWith(`${site.url}/`) ? url.slice(site.url.length) : url;
}

type Texts = Partial<Record<string, HighlightedValue>>;

function textOf(hit: DocSearchHit, level: HierarchyLevel): TextPiece[] {
  const snippet = (hit._snippetResult?.hierarchy as Texts | undefined)?.[level]?.value;
  const highlight = (hit._highlightResult?.hierarchy as Texts | undefined)?.[level]?.value;
  return readMarked(highlight ?? snippet ?? hit.hierarchy[level]);
}

/** Whether a value from outside has what an item needs: an id, an address and a hierarchy with a page title. */
function isHit(value: unknown): value is DocSearchHit {
  if (typeof value !== 'object' || value === null) return false;
  const { objectID, url, hierarchy } = value as Partial<Record<keyof DocSearchHit, unknown>>;
  return typeof objectID === 'string' && typeof url === 'string' && typeof hierarchy === 'object' && hierarchy !== null;
}

/** Sidebar labels, or the group where the answer has none, and the headings above the section's own. */
function trailOf({ breadcrumbs, hierarchy }: DocSearchHit, level: HierarchyLevel | undefined): string[] {
  const above = Array.isArray(breadcrumbs) && breadcrumbs.length > 0 ? breadcrumbs : [hierarchy.lvl0];
  const headings = LEVELS.toReversed().filter((one) => level !== undefined && one < level);
  const parts = level === undefined ? above : [...above, hierarchy.lvl1, ...headings.map((one) => hierarchy[one])];
  return parts.map((part) => plainText(readMarked(part))).filter((part) => part !== '');
}

/** The item of a hit; null when the value is no hit, has no name to show, or leads to a script. */
export function toResultItem(value: unknown, site: Pick<SearchSite, 'url'>): ResultItem | null {
  if (!isHit(value)) return null;
  const href = localAddress(value.url, site);
  const level = LEVELS.find((one) => typeof value.hierarchy[one] === 'string');
  const pageTitle = textOf(value, 'lvl1');
  const title = level === undefined ? pageTitle : textOf(value, level);
  if (href === null || title.length === 0) return null;
  const { _highlightResult: highlight, _snippetResult: snippet, ...hit } = value;
  return {
    id: value.objectID,
    href,
    pageHref: href.replace(/#.*$/s, ''),
    isPage: level === undefined,
    group: plainText(readMarked(value.hierarchy.lvl0)),
    pageTitle,
    title,
    excerpt: readMarked(snippet?.content?.value ?? highlight?.content?.value),
    trail: trailOf(value, level),
    hit,
  };
}

/** Address of the results page for a query. */
export function searchAddress(site: Pick<SearchSite, 'baseUrl' | 'docSet'>, query: string): string {
  return searchPageUrl(site) + writeSearchAddress({ query, group: null, page: 0 });
}
