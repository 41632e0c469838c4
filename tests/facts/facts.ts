/** Data about the platform beside the repository. The tests of this folder run only on request: `npm test -- --only facts`. */
import { existsSync, readFileSync } from 'node:fs';
import { resolve } from 'node:path';

const SHARED = resolve(import.meta.dirname, '../../../shared');

/** The platform's own files. */
export const CORPUS = resolve(SHARED, 'corpus/datahub-2023-06');

/** A file of facts. Throws if the data is not there. */
export function readFacts<T>(name: string): T {
  const file = resolve(SHARED, 'facts', name);
  if (!existsSync(file)) throw new Error(`${file}: not found. Put the data about the platform beside the repository.`);
  return JSON.parse(readFileSync(file, 'utf8')) as T;
}
