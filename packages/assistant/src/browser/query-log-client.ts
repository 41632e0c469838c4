/** Tells the query log what was asked and how the answer was rated. Only ok is looked at; the reader sees nothing of it. */

import { reportReaderEvent } from '@quire/engine/client/reader-events.ts';

export type Rating = 'positive' | 'negative';

export interface QueryLogClient {
  logQuery(query: string): Promise<void>;
  logFeedback(query: string, rating: Rating): Promise<void>;
}

/** @param address of the service @param key anonymous and public */
export function createQueryLogClient(address: string, key: string): QueryLogClient {
  async function post(record: object, what: 'query' | 'feedback'): Promise<void> {
    try {
      const response = await fetch(address, {
        method: 'POST',
        headers: { 'Content-Type': 'application/json', Prefer: 'return=minimal', apikey: key },
        body: JSON.stringify(record),
        // Outlives the page: readers rate and leave.
        keepalive: true,
      });
      if (response.ok) console.info(`Logged ${what}`);
      else console.error(`Error logging ${what}`, response.status);
    } catch (error) {
      console.error(`Error logging ${what}`, error);
    }
  }

  return {
    logQuery: (query) => post({ query }, 'query'),
    logFeedback: (query, rating) => post({ query, result_rating: rating }, 'feedback'),
  };
}

/** Where nobody keeps a log, as on a host that only serves files. */
export const NO_QUERY_LOG: QueryLogClient = {
  logQuery: () => Promise.resolve(),
  logFeedback: () => Promise.resolve(),
};

/** Reports each entry of a log as an event, too, for sites that count what readers do. */
export function withReaderEvents(log: QueryLogClient): QueryLogClient {
  return {
    logQuery(question) {
      reportReaderEvent({ name: 'ask', question });
      return log.logQuery(question);
    },
    logFeedback(question, rating) {
      reportReaderEvent({ name: 'rating', of: 'answer', question, rating });
      return log.logFeedback(question, rating);
    },
  };
}
