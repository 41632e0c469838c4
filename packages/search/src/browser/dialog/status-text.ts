import { say } from '../../words.ts';
import type { SessionState } from './search-session.ts';

/** What a screen reader is told once an answer is there; nothing while it is on its way. */
export function statusText({ query, status, answer }: SessionState): string {
  if (query.trim() === '' || status === 'idle' || status === 'loading') return '';
  if (status === 'failed') return `${say('Unable to fetch results')}. ${say('You might want to check your network connection.')}`;
  const total = answer?.total ?? 0;
  if (total === 0) return say('No results for {query}', { query: answer?.query ?? query });
  return say(total === 1 ? '{count} result for {query}' : '{count} results for {query}', { count: total, query: answer?.query ?? query });
}
