/** What the server writes to its log, one JSON line each. Nothing in it tells who the visitor is. */

export interface AccessLogEntry {
  kind: 'access';
  /** ISO 8601. */
  time: string;
  method: string;
  /** Without the query, which may hold what somebody searched for. */
  path: string;
  status: number;
  /** Milliseconds until the response was ready to be sent. */
  ms: number;
  /** Bytes of the body; 0 where the length is not known beforehand. */
  bytes: number;
}

export interface ErrorLogEntry {
  kind: 'error';
  /** ISO 8601. */
  time: string;
  method: string;
  path: string;
  message: string;
  stack: string;
}

/** A search that found nothing or took long. */
export interface SearchLogEntry {
  kind: 'search';
  /** ISO 8601. */
  time: string;
  /** Without e-mail addresses and tokens. */
  query: string;
  total: number;
  ms: number;
}

export type LogEntry = AccessLogEntry | ErrorLogEntry | SearchLogEntry;

const MAX_LOGGED_PATH = 512;

/** The path of a URL as it is logged: no query, and no longer than a line of a log should be. */
export function loggedPath(url: string): string {
  const { pathname } = new URL(url);
  return pathname.length > MAX_LOGGED_PATH ? `${pathname.slice(0, MAX_LOGGED_PATH)}…` : pathname;
}
