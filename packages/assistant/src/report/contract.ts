/** The nouns of the report on what readers ask and do not find. */

/** A page that is nearest to what was asked. */
export interface NearPage {
  title: string;
  /** Route without base URL. */
  path: string;
}

/** Queries that come down to the same words. */
export interface QueryGroup {
  /** Stems of the words, in alphabetical order. */
  terms: string[];
  /** How often it came to what the list is about. */
  count: number;
  /** How many ways of putting it there were. */
  wordings: number;
  /** The commonest of them, as it was written. */
  example: string;
  /** ISO 8601, of the last time. */
  last: string;
  /** Best first; empty where nothing is near or the site is not built. */
  nearestPages: NearPage[];
}

/** A list of groups, the commonest first. */
export interface QueryList {
  /** Queries in all, those of groups left out included. */
  total: number;
  /** Groups in all. */
  groupCount: number;
  /** As many of them as were asked for. */
  groups: QueryGroup[];
}

export interface QueryReport {
  /** ISO 8601: from this moment … */
  from: string;
  /** … to before this one. */
  to: string;
  questions: number;
  ratings: { positive: number; negative: number };
  refused: QueryList;
  ratedDown: QueryList;
  /** Searches that found nothing. */
  withoutResult: QueryList;
  /** Questions that were asked more than once. */
  repeated: QueryList;
}
