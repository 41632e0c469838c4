import { fork } from 'node:child_process';
import type { ChildProcess } from 'node:child_process';

import type { SearchPage, Section } from '@quire/search';

import type { IndexTask, IndexerResponse, BuiltIndex, IndexerRequest, PageMessage, SectionMessage } from './indexer-process.ts';

/** The parent's side of `indexer-process.ts`: builds the index in a child process, which analyzes pages while the build compiles the next ones. */
export interface Indexer {
  /** Must be called before the first page is added. */
  begin(task: IndexTask): void;
  /** Adds a page. The index keeps the order of pages. Resolves as soon as the next page can be added. */
  add(page: SearchablePage): Promise<void>;
  /** Builds the index of the added pages. Call it once. */
  finish(): Promise<BuiltIndex>;
  /** Kills the process, even if `finish` was never called. */
  stop(): void;
}

export interface SearchablePage {
  page: SearchPage;
  /** Cache key: a hash of the page and of everything that its analysis depends on. */
  key: string;
  /** Returns the sections. Called only if the analysis of the page is not cached. */
  sections(): Promise<readonly Section[]>;
}

/** Pages per message. With one message per page, sending took a twentieth of the compiling thread's time. */
const BATCH_SIZE = 8;
/** Maximum number of messages in transit: enough to keep the process busy, few enough to limit memory. */
const MAX_PENDING = 4;

/** @param cacheDir folder in which analyses of pages are cached; null: no cache */
export function startIndexer(cacheDir: string | null): Indexer {
  const child = fork(new URL('./indexer-process.ts', import.meta.url), cacheDir === null ? [] : [cacheDir], {
    serialization: 'advanced',
  });
  child.unref();
  const cachedKeys = (cacheDir === null ? Promise.resolve(new Set<string>()) : receiveCachedKeys(child)).finally(() =>
    child.channel?.unref(),
  );
  const ended = new Promise<never>((_, reject) => {
    child.once('error', reject);
    const fail = (reason: string): void => reject(new Error(`The search index could not be built: ${reason}`));
    child.on('message', (answer: IndexerResponse) => 'failed' in answer && fail(answer.failed));
    // `exit` can be emitted before the last message has been read; `close` cannot.
    child.once('close', (status, signal) => fail(`its process ended with ${signal ?? `status ${status}`}.`));
  });
  ended.catch(() => undefined);
  let pending = 0;
  let wake = (): void => undefined;

  // Ignore errors here: `finish` reports a process that has died.
  function send(message: IndexerRequest): void {
    pending += 1;
    child.send(message, () => {
      pending -= 1;
      wake();
    });
  }

  let collected: PageMessage[] = [];
  function sendCollected(): void {
    if (collected.length > 0) send({ add: collected });
    collected = [];
  }

  return {
    begin: (task) => send({ begin: task }),
    async add({ page, key, sections }) {
      const isCached = (await cachedKeys).has(key);
      collected.push(isCached ? { page, key } : { page, key, sections: (await sections()).map(toMessage) });
      if (collected.length === BATCH_SIZE) sendCollected();
      // The callback of `child.send` changes `pending`.
      // oxlint-disable-next-line no-unmodified-loop-condition
      while (pending > MAX_PENDING) await new Promise<void>((resolve) => (wake = resolve));
    },
    async finish() {
      await cachedKeys;
      child.ref();
      child.channel?.ref();
      const made = new Promise<BuiltIndex>((resolve) =>
        child.once('message', (answer: IndexerResponse) => 'made' in answer && resolve(answer.made)),
      );
      sendCollected();
      send({ finish: true });
      return Promise.race([made, ended]);
    },
    stop: () => void child.kill(),
  };
}

const toMessage = ({ text, ...section }: Section): SectionMessage => (section.marked === undefined ? { ...section, text } : section);

/** Returns the keys of the cached pages; none if the process died, which `finish` reports. */
function receiveCachedKeys(child: ChildProcess): Promise<ReadonlySet<string>> {
  return new Promise((resolve) => {
    child.once('message', (answer: IndexerResponse) => resolve(new Set('cachedKeys' in answer ? answer.cachedKeys : [])));
    child.once('close', () => resolve(new Set()));
    child.once('error', () => resolve(new Set()));
  });
}
