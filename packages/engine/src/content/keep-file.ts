import { mkdirSync, renameSync, writeFileSync } from 'node:fs';
import { dirname } from 'node:path';

/** Writes a file of a cache in one step: who reads it finds the old one or the new one, also when two builds write it at a time. */
export function keepFile(file: string, content: string | Uint8Array): void {
  const unfinished = `${file}.${process.pid}${UNFINISHED}`;
  mkdirSync(dirname(file), { recursive: true });
  writeFileSync(unfinished, content);
  renameSync(unfinished, file);
}

/** How the names of files end that are being written. */
export const UNFINISHED = '.part';
