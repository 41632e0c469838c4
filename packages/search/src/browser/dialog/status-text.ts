import type { SessionState } from './search-session.ts';

/** What a screen reader is told once an answer is there; nothing while it is on its way. */
export function statusText({ query, status, answer }: SessionState): string {
  if (query.trim() === '' || status === 'idle' || status === 'loading') return '';
  if (status === 'failed') return 'Unable to fetch results. You might want to check your network connection.';
  const total = answer?.total ?? 0;
  if (total === 0) return `No results for ${answer?.query ?? query}`;
  return `${total} ${total === 1 ? 'result' : 'results'} for ${answer?.query ?? query}`;
}
