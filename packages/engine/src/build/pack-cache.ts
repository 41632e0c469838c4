import { readFileSync } from 'node:fs';
import { deserialize, serialize } from 'node:v8';
import { writeFileAtomic } from '#content/files.ts';

/** A key-value cache in one file, which keeps only the entries that the current build uses. */
interface PackCache<Value> {
  /** Returns the value; undefined for a cache miss. */
  get(key: string): Value | undefined;
  set(key: string, value: Value): void;
  /** Writes the entries that this build used, unless the file already contains exactly these. */
  save(): void;
  /** Returns the keys of the entries that the last build saved. */
  keys(): string[];
  /** Reads entries ahead while the process is idle, if they fit into memory. */
  readAhead(): void;
}

/**
 * Opens a cache of one value per page. All values are in a single file, because opening one file per page took longer than
 * everything else. Values are deserialized on demand.
 */
export function createPackCache<Value>(file: string): PackCache<Value> {
  /** The serialized entries of the file. */
  const saved = readPack(file);
  /** The serialized entries that this build used or added. */
  const used = new Map<string, Buffer>();
  /** Values that were read ahead. */
  const ready = new Map<string, Value>();
  let isChanged = false;
  return {
    keys: () => [...saved.keys()],
    readAhead() {
      if (saved.size > MAX_READ_AHEAD) return;
      for (const [key, bytes] of saved) {
        const value = read<Value>(bytes);
        if (value !== undefined) ready.set(key, value);
      }
    },
    get(key) {
      const bytes = saved.get(key);
      if (bytes === undefined) return undefined;
      used.set(key, bytes);
      const value = ready.get(key) ?? read<Value>(bytes);
      ready.delete(key);
      return value;
    },
    set(key, value) {
      isChanged = true;
      used.set(key, serialize(value));
    },
    save() {
      if (isChanged || used.size !== saved.size) writeFileAtomic(file, pack(used));
    },
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
