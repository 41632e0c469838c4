import { fork } from 'node:child_process';
import type { ChildProcess } from 'node:child_process';

import type { SearchPage, Section } from '@quire/search';

import type { IndexTask, Answer, MadeIndex, Message, SentPage, SentSection } from './search-index.ts';

/** The making of the index in a process of its own: it analyses pages on the second core while the build compiles the next. */
export interface Indexer {
  /** Called before the first page. */
  begin(task: IndexTask): void;
  /** Hands over a page; the pages' order is the index's. Resolves as soon as the next may follow. */
  add(page: SearchablePage): Promise<void>;
  /** Makes the file of what was added; to be called once. */
  finish(): Promise<MadeIndex>;
  /** Ends the process, also one that was never asked to finish. */
  stop(): void;
}

export interface SearchablePage {
  page: SearchPage;
  /** Names the page as it is now, with all that its analysis depends on. */
  key: string;
  /** Asked for where no earlier build analyzed the page. */
  sections(): Promise<readonly Section[]>;
}

/** Pages in one message: to send one for each took a twentieth of the time of the thread that compiles. */
const AT_A_TIME = 8;
/** Messages on their way to the process: enough to keep it busy, few enough to keep the memory flat. */
const AT_ONCE = 4;

/** @param cacheDir where analyses of pages are kept; null keeps none */
export function startIndexer(cacheDir: string | null): Indexer {
  const child = fork(new URL('./search-index.ts', import.meta.url), cacheDir === null ? [] : [cacheDir], {
    serialization: 'advanced',
  });
  child.unref();
  const kept = (cacheDir === null ? Promise.resolve(new Set<string>()) : keptBy(child)).finally(() => child.channel?.unref());
  const ended = new Promise<never>((_, reject) => {
    child.once('error', reject);
    const fail = (reason: string): void => reject(new Error(`The search index could not be made: ${reason}`));
    child.on('message', (answer: Answer) => 'failed' in answer && fail(answer.failed));
    child.once('exit', (status, signal) => fail(`its process ended with ${signal ?? `status ${status}`}.`));
  });
  ended.catch(() => undefined);
  let pending = 0;
  let wake = (): void => undefined;

  // `finish` reports a process that died, because its answer is missing.
  function send(message: Message): void {
    pending += 1;
    child.send(message, () => {
      pending -= 1;
      wake();
    });
  }

  let collected: SentPage[] = [];
  function sendCollected(): void {
    if (collected.length > 0) send({ add: collected });
    collected = [];
  }

  return {
    begin: (task) => send({ begin: task }),
    async add({ page, key, sections }) {
      const isKept = (await kept).has(key);
      collected.push(isKept ? { page, key } : { page, key, sections: (await sections()).map(toSend) });
      if (collected.length === AT_A_TIME) sendCollected();
      // Changes when a message has gone out.
      // oxlint-disable-next-line no-unmodified-loop-condition
      while (pending > AT_ONCE) await new Promise<void>((resolve) => (wake = resolve));
    },
    async finish() {
      await kept;
      child.ref();
      child.channel?.ref();
      const made = new Promise<MadeIndex>((resolve) => child.once('message', (answer: Answer) => 'made' in answer && resolve(answer.made)));
      sendCollected();
      send({ finish: true });
      return Promise.race([made, ended]);
    },
    stop: () => void child.kill(),
  };
}

const toSend = ({ text, ...section }: Section): SentSection => (section.marked === undefined ? { ...section, text } : section);

/** Names of the cached pages; none if the process died, which `finish` reports. */
function keptBy(child: ChildProcess): Promise<ReadonlySet<string>> {
  return new Promise((resolve) => {
    child.once('message', (answer: Answer) => resolve(new Set('kept' in answer ? answer.kept : [])));
    child.once('exit', () => resolve(new Set()));
    child.once('error', () => resolve(new Set()));
  });
}
