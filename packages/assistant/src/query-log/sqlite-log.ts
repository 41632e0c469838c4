import { Worker } from 'node:worker_threads';
import { type QueryLog, QueryLogError, type QueryRecord, readInPages, type StoredRecord } from './store.ts';
import type { SqliteReply, SqliteRequest } from './sqlite-thread.ts';

/**
 * Opens a log in a file for one server. A missing file or folder is created. The log has its own thread, because a commit waits
 * for the disk (tens of milliseconds if other programs write too), and no answer should wait for that.
 * @throws QueryLogError if the file cannot be used
 */
export async function openSqliteLog(file: string): Promise<QueryLog> {
  const { ask, opened } = startThread(file);
  await opened;
  const commits = createGroupCommit<QueryRecord[]>(async (entries) => void (await ask({ kind: 'append', records: entries.flat() })));
  let closing: Promise<void> | undefined;
  return {
    append: (...records) => commits.add(records),
    read: (from, to) => readInPages(from, (after) => ask({ kind: 'page', after, to })),
    deleteBefore: async (before) => void (await ask({ kind: 'delete', before })),
    reopen: async () => void (await ask({ kind: 'reopen' })),
    close: () => (closing ??= commits.finish().then(async () => void (await ask({ kind: 'close' })))),
  };
}

interface Thread {
  opened: Promise<StoredRecord[]>;
  ask(request: SqliteRequest): Promise<StoredRecord[]>;
}

interface PendingRequest {
  resolve: (rows: StoredRecord[]) => void;
  reject: (error: QueryLogError) => void;
}

function startThread(file: string): Thread {
  const worker = new Worker(new URL('sqlite-thread.ts', import.meta.url), { workerData: file });
  /** In the order of the requests, in which the replies arrive. */
  const waiting: PendingRequest[] = [];
  let isOver = false;

  function expectReply(): Promise<StoredRecord[]> {
    // Keep the process alive only while it waits for a reply.
    worker.ref();
    return new Promise((resolve, reject) => void waiting.push({ resolve, reject }));
  }

  worker.on('message', (reply: SqliteReply) => {
    const next = waiting.shift();
    if (waiting.length === 0) worker.unref();
    if ('rows' in reply) next?.resolve(reply.rows);
    else next?.reject(new QueryLogError(reply.problem));
  });
  const end = (reason: string): void => {
    isOver = true;
    for (const { reject } of waiting.splice(0)) reject(new QueryLogError(`The query log ${file} cannot be used: ${reason}.`));
  };
  worker.on('error', (error) => end(error instanceof Error ? error.message : String(error)));
  worker.on('exit', () => end('its thread has ended'));

  return {
    opened: expectReply(),
    async ask(request) {
      if (isOver) throw new QueryLogError(`The query log ${file} is closed.`);
      worker.postMessage(request);
      return expectReply();
    },
  };
}

/** Writes entries in groups: while one group is written, the next one is collected, so that many entries need few commits. */
export interface GroupCommit<Entry> {
  /** Resolves when the group of the entry is written. Rejects with the error of the write. */
  add(entry: Entry): Promise<void>;
  /** Resolves when everything is written. Later entries are rejected. */
  finish(): Promise<void>;
}

/** Entries that are written together. */
interface Group<Entry> {
  entries: Entry[];
  written: Promise<void>;
}

export function createGroupCommit<Entry>(write: (entries: Entry[]) => Promise<void>): GroupCommit<Entry> {
  let last: Promise<unknown> = Promise.resolve();
  let gathering: Group<Entry> | null = null;
  let isFinished = false;

  function startGroup(): Group<Entry> {
    const entries: Entry[] = [];
    const written = last.then(() => {
      gathering = null;
      return write(entries);
    });
    // Write the next group even if this one failed.
    last = written.catch(() => undefined);
    return { entries, written };
  }

  return {
    add(entry) {
      if (isFinished) return Promise.reject(new QueryLogError('The query log is closed.'));
      gathering ??= startGroup();
      gathering.entries.push(entry);
      return gathering.written;
    },
    async finish() {
      isFinished = true;
      await last;
    },
  };
}
