import { readFileSync } from 'node:fs';
import { deserialize, serialize } from 'node:v8';
import { writeFileAtomic } from '#content/files.ts';

export interface PackCache<Value> extends EntryStore<Value> {
  /** Of what the last build kept. */
  keys(): string[];
  /** Reads entries ahead while the process is idle, if they fit into memory. */
  readAhead(): void;
}

/**
 * What earlier builds made of each page, so that an edit of one page costs the work for one page. It is in one
 * file, since opening one to each page took longer than all the rest; each value is read only when it is asked for.
 */
export function createPackCache<Value>(file: string): PackCache<Value> {
  const known = readPack(file);
  const kept = createEntryStore(file, known, pack);
  const ready = new Map<string, Value>();
  return {
    keys: () => [...known.keys()],
    readAhead() {
      if (known.size > MOST_AHEAD) return;
      for (const [key, bytes] of known) {
        const value = read<Value>(bytes);
        if (value !== undefined) ready.set(key, value);
      }
    },
    get(key) {
      const bytes = kept.get(key);
      const value = ready.get(key) ?? (bytes === undefined ? undefined : read<Value>(bytes));
      ready.delete(key);
      return value;
    },
    set: (key, value) => kept.set(key, serialize(value)),
    save: kept.save,
  };
}

/** Values read ahead: those of a small site. */
const MOST_AHEAD = 512;

function read<Value>(bytes: Uint8Array): Value | undefined {
  try {
    return deserialize(bytes) as Value;
  } catch {
    return undefined;
  }
}

/** The length of the table of contents in four bytes, the table as JSON, and what it names, one after the other. */
function pack(entries: ReadonlyMap<string, Buffer>): Buffer {
  const table = Buffer.from(JSON.stringify([...entries].map(([key, { length }]) => [key, length])));
  const length = Buffer.alloc(4);
  length.writeUInt32LE(table.length);
  return Buffer.concat([length, table, ...entries.values()]);
}

/** Undefined if there is no complete file. */
function readPack(file: string): Map<string, Buffer> {
  try {
    const bytes = readFileSync(file);
    let offset = 4 + bytes.readUInt32LE();
    const table = JSON.parse(bytes.toString('utf8', 4, offset)) as [key: string, length: number][];
    const entries = new Map(table.map(([key, length]) => [key, bytes.subarray(offset, (offset += length))]));
    return offset === bytes.length ? entries : new Map();
  } catch {
    return new Map();
  }
}

/** What earlier builds made, by key, in one file. */
export interface EntryStore<Value> {
  get(key: string): Value | undefined;
  set(key: string, value: Value): void;
  /** Writes what this build used, and nothing else, where that is not what is kept already. */
  save(): void;
}

/** @param known content of the file @param encode makes the new content */
export function createEntryStore<Value>(
  file: string,
  known: ReadonlyMap<string, Value>,
  encode: (entries: ReadonlyMap<string, Value>) => string | Uint8Array,
): EntryStore<Value> {
  const used = new Map<string, Value>();
  let isChanged = false;
  return {
    get(key) {
      const value = known.get(key);
      if (value !== undefined) used.set(key, value);
      return value;
    },
    set(key, value) {
      isChanged = true;
      used.set(key, value);
    },
    save() {
      if (!isChanged && used.size === known.size) return;
      writeFileAtomic(file, encode(used));
    },
  };
}
