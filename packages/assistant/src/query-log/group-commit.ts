import { QueryLogError } from './contract.ts';

/** Writes entries in groups: while one group is written the next one gathers, so that many entries cost few commits. */
export interface GroupCommit<Entry> {
  /** Resolves once the entry's group is written. Rejects as the write did. */
  add(entry: Entry): Promise<void>;
  /** Resolves once all is written; entries that come later are refused. */
  finish(): Promise<void>;
}

/** Entries that are to be written together. */
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
    // The next group is written whether or not this one was.
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
