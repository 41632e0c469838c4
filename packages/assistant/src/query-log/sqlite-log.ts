import { resolve } from 'node:path';
import { Worker } from 'node:worker_threads';
import { messageOf } from '@quire/search/error-message';
import { type QueryLog, QueryLogError, type QueryRecord, readInPages, type StoredRecord } from './store.ts';
import type { SqliteReply, SqliteRequest } from './sqlite-thread.ts';

/**
 * Opens a log in a file for one server. A missing file or folder is created. The log has its own thread, because a commit waits
 * for the disk (tens of milliseconds if other programs write too), and no answer should wait for that. Logs of the same file in
 * this process share the thread.
 * @throws QueryLogError if the file cannot be used
 */
export async function openSqliteLog(file: string): Promise<QueryLog> {
  const { ask, release } = await shareThread(resolve(file));
  const commits = createGroupCommit<QueryRecord[]>(async (entries) => void (await ask({ kind: 'append', records: entries.flat() })));
  let closing: Promise<void> | undefined;
  return {
    append: (...records) => commits.add(records),
    read: (from, to) => readInPages(from, (after) => ask({ kind: 'page', after, to })),
    deleteBefore: async (before) => void (await ask({ kind: 'delete', before })),
    reopen: async () => void (await ask({ kind: 'reopen' })),
    close: () => (closing ??= commits.finish().then(release)),
  };
}

/** A thread that several logs use. */
interface SharedThread {
  thread: Promise<Thread>;
  users: number;
}

/**
 * The threads by the paths of their files. During a reload, the old build and the new one use the same file. If it was moved, only one of
 * them may create the new one: two would take each other's write-ahead log for one that a killed server left behind.
 */
const threads = new Map<string, SharedThread>();
/** Threads that are closing their files, which must not be opened before. */
const closingThreads = new Map<string, Promise<unknown>>();

/** Returns the thread of a file. The last user that releases it closes the file. */
async function shareThread(path: string): Promise<Pick<Thread, 'ask'> & { release: () => Promise<void> }> {
  const shared = threads.get(path) ?? { thread: openThread(path), users: 0 };
  threads.set(path, shared);
  shared.users++;
  const forget = (): void => void (threads.get(path) === shared && threads.delete(path));
  let thread: Thread;
  try {
    thread = await shared.thread;
  } catch (error) {
    forget();
    throw error;
  }
  void thread.ended.then(forget);
  return {
    ask: thread.ask,
    async release() {
      if (--shared.users > 0) return;
      forget();
      const closed = thread.ask({ kind: 'close' });
      closingThreads.set(path, closed);
      await closed.finally(() => closingThreads.get(path) === closed && closingThreads.delete(path));
    },
  };
}

async function openThread(path: string): Promise<Thread> {
  await closingThreads.get(path)?.catch(() => undefined);
  const thread = startThread(path);
  await thread.opened;
  return thread;
}

interface Thread {
  opened: Promise<StoredRecord[]>;
  /** Resolves when the thread has ended. */
  ended: Promise<void>;
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
  const { promise: ended, resolve: onEnd } = Promise.withResolvers<void>();

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
    onEnd();
    for (const { reject } of waiting.splice(0)) reject(new QueryLogError(`The query log ${file} cannot be used: ${reason}.`));
  };
  worker.on('error', (error) => end(messageOf(error)));
  worker.on('exit', () => end('its thread has ended'));

  return {
    opened: expectReply(),
    ended,
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
