/** The thread of a SQLite log: opens the file it is told, then answers request by request, in order. */
import { parentPort, workerData } from 'node:worker_threads';
import type { StoredRecord } from './read-in-pages.ts';
import { openSqliteRequests, type SqliteRequest } from './sqlite-requests.ts';

/** The first is on the opening. */
export type SqliteReply = { rows: StoredRecord[] } | { problem: string };

function reply(work: () => StoredRecord[]): void {
  let message: SqliteReply;
  try {
    message = { rows: work() };
  } catch (error) {
    message = { problem: error instanceof Error ? error.message : String(error) };
  }
  parentPort?.postMessage(message);
}

reply(() => {
  const answer = openSqliteRequests(workerData as string);
  parentPort?.on('message', (request: SqliteRequest) => {
    reply(() => answer(request));
    if (request.kind === 'close') parentPort?.close();
  });
  return [];
});
