/** Reads data about the platform that is not part of the repository. The tests in this folder run only on request: `npm test -- --only facts`. */
import { existsSync, readFileSync } from 'node:fs';
import { resolve } from 'node:path';

const SHARED = resolve(import.meta.dirname, '../../../shared');

/** Folder of the platform's own files. */
export const CORPUS = resolve(SHARED, 'corpus/datahub-2023-06');

/** Reads a file of facts. Throws an Error if the file does not exist. */
export function readFacts<T>(name: string): T {
  const file = resolve(SHARED, 'facts', name);
  if (!existsSync(file)) throw new Error(`${file}: not found. Put the data about the platform beside the repository.`);
  return JSON.parse(readFileSync(file, 'utf8')) as T;
}
