import { mkdirSync, renameSync, writeFileSync } from 'node:fs';
import { dirname } from 'node:path';

/** Suffix of files that are still being written. */
export const TEMPORARY_SUFFIX = '.part';

/** Writes a file atomically: a concurrent reader sees either the old or the new content. Creates missing folders. */
export function writeFileAtomic(file: string, content: string | Uint8Array): void {
  const temporary = `${file}.${process.pid}${TEMPORARY_SUFFIX}`;
  mkdirSync(dirname(file), { recursive: true });
  writeFileSync(temporary, content);
  renameSync(temporary, file);
}
