import { keepFile } from '#content/keep-file.ts';

/** What earlier builds made, by key, in one file. */
export interface KeptEntries<Value> {
  get(key: string): Value | undefined;
  set(key: string, value: Value): void;
  /** Writes what this build used, and nothing else, where that is not what is kept already. */
  save(): void;
}

/** @param known what the file holds @param encode makes the file of what is to be kept */
export function createKeptEntries<Value>(
  file: string,
  known: ReadonlyMap<string, Value>,
  encode: (entries: ReadonlyMap<string, Value>) => string | Uint8Array,
): KeptEntries<Value> {
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
      keepFile(file, encode(used));
    },
  };
}
