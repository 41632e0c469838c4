import { readFileSync } from 'node:fs';
import { deserialize, serialize } from 'node:v8';
import { writeFileAtomic } from '#content/files.ts';

export interface PackCache<Value> extends EntryStore<Value> {
  /** Returns the keys of the entries that the last build saved. */
  keys(): string[];
  /** Reads entries ahead while the process is idle, if they fit into memory. */
  readAhead(): void;
}

/**
 * Caches one value per page across builds in a single file, because opening one file per page took longer than everything
 * else. Values are deserialized on demand.
 */
export function createPackCache<Value>(file: string): PackCache<Value> {
  const known = readPack(file);
  const kept = createEntryStore(file, known, pack);
  const ready = new Map<string, Value>();
  return {
    keys: () => [...known.keys()],
    readAhead() {
      if (known.size > MAX_READ_AHEAD) return;
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

/** Maximum number of values that are read ahead. */
const MAX_READ_AHEAD = 512;

function read<Value>(bytes: Uint8Array): Value | undefined {
  try {
    return deserialize(bytes) as Value;
  } catch {
    return undefined;
  }
}

/** Encodes entries: the length of the index in four bytes, the index as JSON (keys and lengths), and the values. */
function pack(entries: ReadonlyMap<string, Buffer>): Buffer {
  const table = Buffer.from(JSON.stringify([...entries].map(([key, { length }]) => [key, length])));
  const length = Buffer.alloc(4);
  length.writeUInt32LE(table.length);
  return Buffer.concat([length, table, ...entries.values()]);
}

/** Reads the entries of a file; empty if it is missing or incomplete. */
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

/** A key-value store in one file, which keeps only the entries that the current build uses. */
export interface EntryStore<Value> {
  get(key: string): Value | undefined;
  set(key: string, value: Value): void;
  /** Writes the entries that this build used, unless the file already contains exactly these. */
  save(): void;
}

/** @param known entries of the file @param encode serializes the new entries */
function createEntryStore<Value>(
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
