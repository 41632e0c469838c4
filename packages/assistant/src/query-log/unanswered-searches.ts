import type { QueryLog } from '#query-log/contract.ts';
import type { AnsweredSearch } from '@quire/search';

/** Takes note of searches that found nothing. */
export interface UnansweredSearches {
  /** To be told of every search, those with results too: they show that somebody typed on. */
  notice(search: AnsweredSearch): void;
  /** Notes what still waits. */
  finish(): Promise<void>;
}

export interface UnansweredSearchesOptions {
  queryLog: QueryLog;
  /** Milliseconds since 1970. */
  now: () => number;
  onError: (error: unknown) => void;
  /** How long nobody may have typed on, in milliseconds; 5000 when absent. */
  waitMs?: number;
}

/** Searches that wait at a time. More are left out: the log is for learning, and must not be flooded through the search. */
const MOST_WAITING = 50;
const SHORTEST = 3;
const LONGEST = 200;

/**
 * As somebody types, every key is a search. Of a run of searches that each begin with the one before, only the last is what
 * they looked for, and only if it found nothing. Who types is not known and need not be: a longer query that comes within
 * a few seconds stands for the shorter one, no matter who sent it.
 */
export function createUnansweredSearches({ queryLog, now, onError, waitMs = 5000 }: UnansweredSearchesOptions): UnansweredSearches {
  const waiting = new Map<string, { query: string; timer: NodeJS.Timeout }>();

  async function note(key: string): Promise<void> {
    const entry = waiting.get(key);
    if (entry === undefined) return;
    clearTimeout(entry.timer);
    waiting.delete(key);
    await queryLog.append({ time: now(), source: 'search', query: entry.query, rating: null, outcome: 'no-results' }).catch(onError);
  }

  return {
    notice({ query, total }) {
      const text = query.trim();
      const key = text.toLowerCase().replace(/\s+/g, ' ');
      for (const [shorter, { timer }] of waiting) {
        if (!key.startsWith(shorter)) continue;
        clearTimeout(timer);
        waiting.delete(shorter);
      }
      if (total > 0 || key.length < SHORTEST || key.length > LONGEST || waiting.size >= MOST_WAITING) return;
      waiting.set(key, { query: text, timer: setTimeout(() => void note(key), waitMs).unref() });
    },
    async finish() {
      await Promise.all([...waiting.keys()].map(note));
    },
  };
}
