/** The address of the results page: `/search?q=…&group=…&page=…`, the same for the server and for the script. */
import type { SearchGroup } from '../types.ts';
import { cutQuery } from './request-limits.ts';

/** What of `URLSearchParams` is used; declared here because this zone is typed without any platform. */
declare const URLSearchParams: new (init: [name: string, value: string][]) => { toString(): string };

export interface SearchAddress {
  query: string;
  /** Null: all parts of the site. */
  group: string | null;
  /** 0-based; 1-based in the address, where the first is left out. */
  page: number;
}

/** Results to a page of results. */
export const RESULTS_PER_PAGE = 20;

/**
 * Reads an address. Parameters that are not valid are ignored, as is a group that the site does not have; a query that is
 * too long is cut.
 */
export function readSearchAddress(
  parameters: { get(name: string): string | null },
  groups: readonly Pick<SearchGroup, 'name'>[],
): SearchAddress {
  const group = parameters.get('group');
  const page = parameters.get('page') ?? '';
  return {
    query: cutQuery((parameters.get('q') ?? '').trim()),
    group: groups.some(({ name }) => name === group) ? group : null,
    page: /^[1-9]\d{0,4}$/.test(page) ? Number(page) - 1 : 0,
  };
}

/** The query part of an address, from its question mark. */
export function writeSearchAddress({ query, group, page }: SearchAddress): string {
  const parts: [string, string][] = [['q', query]];
  if (group !== null) parts.push(['group', group]);
  if (page > 0) parts.push(['page', String(page + 1)]);
  return `?${new URLSearchParams(parts).toString()}`;
}
