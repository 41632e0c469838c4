/** Reads the source files of schemas: `.graphql` and `.pdl` files. */
import { readFile, stat } from 'node:fs/promises';

import { relativePath } from '@quire/engine/config/relative-path.ts';
import type { Problem } from '@quire/engine/model/problem.ts';

export interface SchemaFile {
  /** Path relative to the project, with slashes. */
  file: string;
  text: string;
}

/** The maximum size of a file in bytes: several times that of a large schema with its descriptions. */
const MAX_SCHEMA_SIZE = 2_000_000;
const TOO_LONG = `The file has more than ${MAX_SCHEMA_SIZE} bytes. Shorten its descriptions, or divide it into several files.`;

/** Reads files in the order of their paths. Those that are too long are not read, but reported. @param paths absolute paths */
export async function readSchemaFiles(paths: readonly string[], projectRoot: string): Promise<{ files: SchemaFile[]; tooLong: Problem[] }> {
  const files: SchemaFile[] = [];
  const tooLong: Problem[] = [];
  for (const path of paths.toSorted()) {
    const file = relativePath(projectRoot, path);
    if ((await stat(path)).size > MAX_SCHEMA_SIZE) tooLong.push({ file, message: TOO_LONG, severity: 'error' });
    else files.push({ file, text: await readFile(path, 'utf8') });
  }
  return { files, tooLong };
}
