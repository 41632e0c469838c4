import { fork } from 'node:child_process';
import { enableCompileCache } from 'node:module';
import { fileURLToPath } from 'node:url';

import { plainText } from '#model/text-marks.ts';
import type { SearchRecord } from '#search/contract.ts';

import { giveWay } from './give-way.ts';
import { peakMiB } from './peak-memory.ts';
import type { IndexTask, SearchIndexFile } from './search-index.ts';

/** The making of the index in a process of its own: it analyses pages on the second core while the build compiles the next. */
export interface Indexer {
  /** Hands over the records of a page; the pages' order is the index's. Resolves as soon as the next may follow. */
  add(records: SearchRecord[]): Promise<void>;
  /** Makes the file of what was added; to be called once. */
  finish(task: IndexTask): Promise<MadeIndex>;
  /** Ends the process, also one that was never asked to finish. */
  stop(): void;
}

export interface MadeIndex extends SearchIndexFile {
  /** Of the process that made it. */
  peakMiB: number;
}

/** A record on its way: the text is not sent where it can be read from the text with marks. */
type SentRecord = Omit<SearchRecord, 'text'> & { text?: string };

/** What the build tells the process: the records of some pages, or that there are no more. */
type Message = { add: SentRecord[][] } | { finish: IndexTask };

/** Pages in one message: to send one for each took a twentieth of the time of the thread that compiles. */
const AT_A_TIME = 8;
/** Messages on their way to the process: enough to keep it busy, few enough to keep the memory flat. */
const AT_ONCE = 4;

/** @param cacheDir where analyses of pages are kept; null keeps none */
export function startIndexer(cacheDir: string | null): Indexer {
  const child = fork(fileURLToPath(import.meta.url), cacheDir === null ? [] : [cacheDir], { serialization: 'advanced' });
  child.unref();
  child.channel?.unref();
  let pending = 0;
  let wake = (): void => undefined;

  // A process that died is told of by `finish`, whose answer it owes.
  function send(message: Message, failed: (error: Error) => void = () => undefined): void {
    pending += 1;
    child.send(message, (error) => {
      pending -= 1;
      wake();
      if (error !== null) failed(error);
    });
  }

  let collected: SentRecord[][] = [];
  function sendCollected(): void {
    if (collected.length > 0) send({ add: collected });
    collected = [];
  }

  return {
    async add(records) {
      collected.push(records.map(({ text, ...record }) => (record.marked === undefined ? { ...record, text } : record)));
      if (collected.length === AT_A_TIME) sendCollected();
      // Changes when a message has gone out.
      // oxlint-disable-next-line no-unmodified-loop-condition
      while (pending > AT_ONCE) await new Promise<void>((resolve) => (wake = resolve));
    },
    finish(task) {
      child.ref();
      child.channel?.ref();
      return new Promise((resolve, reject) => {
        child.once('message', (made) => resolve(made as MadeIndex));
        child.once('error', reject);
        child.once('exit', (status) =>
          reject(new Error(`The search index could not be made: its process ended with status ${status}; what it said stands above.`)),
        );
        sendCollected();
        send({ finish: task }, reject);
      });
    },
    stop: () => void child.kill(),
  };
}

if (process.argv[1] === fileURLToPath(import.meta.url)) {
  enableCompileCache();
  giveWay();
  const { createSearchIndexMaker } = await import('./search-index.ts');
  const maker = createSearchIndexMaker(process.argv[2] ?? null);
  process.on('message', (message: Message) => {
    if ('add' in message) {
      for (const records of message.add)
        maker.add(records.map((record) => ({ ...record, text: record.text ?? plainText(record.marked ?? '') })));
      return;
    }
    const made: MadeIndex = { ...maker.finish(message.finish), peakMiB: peakMiB() };
    process.send?.(made, () => process.disconnect());
  });
}
