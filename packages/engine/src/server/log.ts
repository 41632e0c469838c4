import type { AnsweredSearch } from '@quire/search';
import { jsonLine } from '#model/invisible-characters.ts';
import { redact } from './redact.ts';

/** An entry of the server's log, one line of JSON. It does not contain anything that identifies visitors. */
export interface AccessLogEntry {
  kind: 'access';
  /** ISO 8601. */
  time: string;
  method: string;
  /** Path without the query string, which may contain searches of readers. */
  path: string;
  status: number;
  /** Milliseconds until the response was ready to be sent. */
  ms: number;
  /** Size of the body in bytes; 0 if the length is not known in advance. */
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

/** A search that had no results or took long. */
interface SearchLogEntry {
  kind: 'search';
  /** ISO 8601. */
  time: string;
  /** Redacted query. */
  query: string;
  total: number;
  ms: number;
}

/** A question that the assistant answered or failed to answer; never its text. */
export interface AnswerLogEntry {
  kind: 'answer';
  /** ISO 8601. */
  time: string;
  outcome: string;
  /** Milliseconds from the request to the references; null if there were none. */
  msToReferences: number | null;
  /** Milliseconds from the request to the first text; null if there was none. */
  msToText: number | null;
  /** Milliseconds from the request to the end. */
  ms: number;
}

export type LogEntry = AccessLogEntry | ErrorLogEntry | SearchLogEntry | AnswerLogEntry;

const MAX_LOGGED_PATH = 512;
/** Maximum number of characters of an error's message and of its stack. A database may send messages of any length. */
const MAX_LOGGED_ERROR = 4000;
const shortened = (text: string, max: number): string => (text.length > max ? `${text.slice(0, max)}…` : text);

/** Returns the path of a URL for the log: without the query, and cut to a maximum length. */
export function loggedPath(url: string): string {
  const { pathname } = new URL(url);
  return shortened(pathname, MAX_LOGGED_PATH);
}

/** Returns the log entry of an error. @param request null for an error outside of a request */
export function errorLogEntry(error: unknown, now: number, request: { method: string; url: string } | null): ErrorLogEntry {
  const { message, stack = '' } = error instanceof Error ? error : new Error(String(error));
  const { method, path } = request === null ? { method: '', path: '' } : { method: request.method, path: loggedPath(request.url) };
  const time = new Date(now).toISOString();
  return { kind: 'error', time, method, path, message: shortened(message, MAX_LOGGED_ERROR), stack: shortened(stack, MAX_LOGGED_ERROR) };
}

const SLOW_MS = 50;
const MAX_LOGGED_QUERY = 200;
/** Number of characters that are redacted before the text is cut to `MAX_LOGGED_QUERY`, because a secret that is cut in half cannot be recognized. */
const MAX_REDACTED_LENGTH = 1000;

/** Returns the log entry of a search that had no results or took long; null for others. */
export function searchLogEntry({ query, total, ms }: AnsweredSearch, now: number): SearchLogEntry | null {
  if (query.trim() === '' || (total > 0 && ms <= SLOW_MS)) return null;
  const rounded = Math.round(ms * 10) / 10;
  return {
    kind: 'search',
    time: new Date(now).toISOString(),
    query: redact(query.slice(0, MAX_REDACTED_LENGTH)).slice(0, MAX_LOGGED_QUERY),
    total,
    ms: rounded,
  };
}

/**
 * Creates a writer of one JSON line per entry. Entries of one turn of the event loop are written together, because writing
 * takes longer than formatting the lines. Pending entries are written when the process exits.
 */
export function createLogWriter(out: { write(text: string): unknown }): (entry: LogEntry) => void {
  let lines = '';
  function flush(): void {
    const text = lines;
    lines = '';
    if (text !== '') out.write(text);
  }
  process.once('exit', flush);
  return (entry) => {
    if (lines === '') setImmediate(flush);
    lines += jsonLine(entry);
  };
}
