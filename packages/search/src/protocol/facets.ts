/** Facet filters and counts: what of a page a client may filter and count by. */
import type { SearchPage } from '../types.ts';
import type { FacetFilters } from './types.ts';

/** The values of a page by attribute; `lang` and `tags` are older names. */
const ATTRIBUTES: Readonly<Record<string, (page: SearchPage) => readonly string[]>> = {
  language: (page) => [page.language],
  lang: (page) => [page.language],
  docusaurus_tag: (page) => page.tags,
  tags: (page) => page.tags,
  group: (page) => [page.group],
};

type Accepts = (page: SearchPage) => boolean;

/** `attribute:value`; a value after `-` excludes. What no page has as an attribute no page matches, as with the hosted service. */
function single(filter: string): Accepts {
  const colon = filter.indexOf(':');
  const attribute = filter.slice(0, colon);
  const written = filter.slice(colon + 1);
  const excludes = written.startsWith('-');
  const value = excludes ? written.slice(1) : written;
  const values = Object.hasOwn(ATTRIBUTES, attribute) ? ATTRIBUTES[attribute] : undefined;
  return (page) => (values?.(page).includes(value) ?? false) !== excludes;
}

/** Filters → one question to each page; undefined where nothing is filtered. */
export function facetPredicate(filters: FacetFilters): Accepts | undefined {
  const all = filters.map((part): Accepts => {
    if (typeof part === 'string') return single(part);
    const any = part.map(single);
    return (page) => any.length === 0 || any.some((accepts) => accepts(page));
  });
  return all.length === 0 ? undefined : (page) => all.every((accepts) => accepts(page));
}

export interface FacetCounter {
  tally(page: SearchPage): void;
  counts: Record<string, Record<string, number>>;
}

/** Counts pages by the attributes asked for, `*` for all. */
export function createFacetCounter(facets: readonly string[]): FacetCounter {
  const wanted = facets.includes('*') ? Object.keys(ATTRIBUTES) : facets.filter((name) => Object.hasOwn(ATTRIBUTES, name));
  const counts: FacetCounter['counts'] = Object.fromEntries(wanted.map((name) => [name, {}]));
  return {
    counts,
    tally(page) {
      for (const [attribute, ofAttribute] of Object.entries(counts)) {
        for (const value of ATTRIBUTES[attribute]?.(page) ?? []) ofAttribute[value] = (ofAttribute[value] ?? 0) + 1;
      }
    },
  };
}
