/** Reads files only inside their folders, so that a symbolic link cannot publish other files of the machine, and writes files atomically. */
import { lstatSync, readdirSync, realpathSync, mkdirSync, renameSync, writeFileSync } from 'node:fs';
import { join, relative, sep, dirname } from 'node:path';

import type { Problem } from '#model/problem.ts';

/** Whether a path is inside a folder, by name only. Both are absolute. */
export function isInside(folder: string, path: string): boolean {
  const rest = relative(folder, path);
  return rest !== '' && rest !== '..' && !rest.startsWith(`..${sep}`) && !rest.startsWith(sep);
}

/** Whether an existing file is inside a folder once all symbolic links are followed. Both paths are absolute. */
export function isReallyInside(folder: string, path: string): boolean {
  return isInside(realpathSync.native(folder), realpathSync.native(path));
}

/**
 * Finds symbolic links in folders that are copied to the output as they are. They are never copied, so each one that
 * exists is an error.
 * @param folders absolute @param projectRoot messages name files relative to this folder
 */
export function checkStaticFolders(folders: readonly string[], projectRoot: string): Problem[] {
  return folders.flatMap((folder) =>
    symbolicLinks(folder).map((link): Problem => {
      const file = relative(projectRoot, link).split(sep).join('/');
      const message = 'is a symbolic link, and static folders are published as they are: put a copy of the file in its place';
      return { file, message, severity: 'error' };
    }),
  );
}

function symbolicLinks(folder: string): string[] {
  if (lstatSync(folder, { throwIfNoEntry: false }) === undefined) return [];
  // A recursive `readdir` follows links to folders: one that leads to the root would list the whole machine.
  return readdirSync(folder, { withFileTypes: true })
    .flatMap((entry) => {
      const path = join(folder, entry.name);
      if (entry.isSymbolicLink()) return [path];
      return entry.isDirectory() ? symbolicLinks(path) : [];
    })
    .toSorted();
}

/** Suffix of files that are still being written. */
export const TEMPORARY_SUFFIX = '.part';

/** Writes a file atomically: a concurrent reader sees either the old or the new content. Creates missing folders. */
export function writeFileAtomic(file: string, content: string | Uint8Array): void {
  const temporary = `${file}.${process.pid}${TEMPORARY_SUFFIX}`;
  mkdirSync(dirname(file), { recursive: true });
  writeFileSync(temporary, content);
  renameSync(temporary, file);
}
