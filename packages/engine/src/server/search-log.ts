import type { AnsweredSearch } from '@quire/search';
import type { SearchLogEntry } from './log-entry.ts';
import { redact } from './redact.ts';

const SLOW_MS = 50;
const MAX_LOGGED_QUERY = 200;
/** What is cut off cannot be redacted, so more is read than is logged. */
const MAX_READ = 1000;

/** What the log is told of a search: those that found nothing, from which we learn, and slow ones; null for all others. */
export function searchLogEntry({ query, total, ms }: AnsweredSearch, now: number): SearchLogEntry | null {
  // As somebody types, most words are unfinished: an empty search is no question.
  if (query.trim() === '' || (total > 0 && ms <= SLOW_MS)) return null;
  const rounded = Math.round(ms * 10) / 10;
  return {
    kind: 'search',
    time: new Date(now).toISOString(),
    query: redact(query.slice(0, MAX_READ)).slice(0, MAX_LOGGED_QUERY),
    total,
    ms: rounded,
  };
}
