/** Reads files only inside their folders, so that a symbolic link cannot publish other files of the machine, and writes files atomically. */
import {
  closeSync,
  existsSync,
  lstatSync,
  mkdirSync,
  openSync,
  readdirSync,
  readFileSync,
  readSync,
  realpathSync,
  renameSync,
  rmSync,
  statSync,
  writeFileSync,
} from 'node:fs';
import { join, relative, sep, dirname } from 'node:path';

import { escapePath, globSync } from 'tinyglobby';
import { LineCounter } from 'yaml';
import { z } from 'zod';
import { messageOf } from '@quire/search/error-message';

import { relativePath } from '#config/relative-path.ts';
import type { Problem } from '#model/problem.ts';

import { parseYaml } from './yaml.ts';

/** Whether a path is inside a folder, by name only. Both are absolute. */
export function isInside(folder: string, path: string): boolean {
  const rest = relative(folder, path);
  return rest !== '' && rest !== '..' && !rest.startsWith(`..${sep}`) && !rest.startsWith(sep);
}

/** Whether a file is hidden, or in a hidden folder, such as `.env` and `.git/config`. @param path relative */
export const isHidden = (path: string): boolean => /(?:^|[\\/])\./.test(path);

/**
 * Whether an existing file or folder is inside a folder after all symbolic links are resolved. A link that leads to a hidden file, a database, or a
 * private key counts as one that leads outside. The caller decides about such files that it names itself. Both paths are absolute.
 */
export function resolvesInside(folder: string, path: string): boolean {
  const [home, real] = [realpathSync.native(folder), realpathSync.native(path)];
  const isLink = relative(home, real) !== relative(folder, path);
  return isInside(home, real) && !(isLink && isConfidential(home, real));
}

/** Whether a file or folder is one to which no symbolic link may lead. @param folder that contains it @param real without symbolic links, absolute */
export const isConfidential = (folder: string, real: string): boolean =>
  isHidden(relative(folder, real)) || (statSync(real).isFile() && isPrivate(real));

/** Describes a symbolic link for which `resolvesInside` returns false, or that leads to a folder. */
export const REFUSED_LINK =
  'is a symbolic link that leads outside the content folder, or to a folder, a hidden file, a database, or a private key: replace it with a copy of its target';

/** Whether a path leads to a file. To read a pipe or a device would never end. */
export const isFile = (path: string): boolean => existsSync(path) && statSync(path).isFile();

export const NOT_A_FILE = 'is a folder, a pipe, a socket, or a device: replace it with a file';

/** Whether an error says that a file or folder does not exist (any more), or that one has taken the place of the other. */
export const isMissing = (error: unknown): error is NodeJS.ErrnoException =>
  error instanceof Error && 'code' in error && ['ENOENT', 'ENOTDIR', 'EISDIR'].includes(String(error.code));

/** Returns the nearest folder with a git repository: this one, or one around it; null if there is none. @param folder absolute */
export function repositoryOf(folder: string): string | null {
  if (existsSync(join(folder, '.git'))) return folder;
  return folder === dirname(folder) ? null : repositoryOf(dirname(folder));
}

/**
 * Whether a file or folder of the configuration is a symbolic link, or is inside a folder that is one. Folders that also contain the
 * configuration are not checked.
 * @param base absolute folder of the configuration
 */
export function isBehindSymlink(path: string, base: string): boolean {
  if (!existsSync(path)) return false;
  let shared = base;
  while (path !== shared && !isInside(shared, path)) shared = dirname(shared);
  const start = path !== shared && shared === dirname(shared) ? dirname(path) : shared;
  return realpathSync.native(path) !== join(realpathSync.native(start), relative(start, path));
}

/** The first bytes of a SQLite database, of its write-ahead log, and of its rollback journal. */
const DATABASE_STARTS = ['SQLite format 3\0', '\x37\x7F\x06\x82', '\x37\x7F\x06\x83', '\xD9\xD5\x05\xF9'];
const PRIVATE_KEY = /-----BEGIN [A-Z\d ]*PRIVATE KEY/;
/** Number of bytes in which a private key has to start. Certificates may precede it. */
const KEY_START_BYTES = 64 * 1024;

/** Whether a file is a database, such as the query log, or contains a private key. */
export function isPrivate(path: string): boolean {
  const file = openSync(path, 'r');
  try {
    const bytes = Buffer.alloc(KEY_START_BYTES);
    const start = bytes.toString('latin1', 0, readSync(file, bytes));
    return DATABASE_STARTS.some((one) => start.startsWith(one)) || PRIVATE_KEY.test(start);
  } finally {
    closeSync(file);
  }
}

/** Maximum length of a YAML file of the content, in UTF-16 units. */
export const MAX_YAML_LENGTH = 1 << 19;
export const TOO_LONG_YAML = `the file has more than ${MAX_YAML_LENGTH} characters: shorten it`;

/** The entries of a YAML file by name, such as those of `tags.yml`, each with its properties. */
export type Entries = Readonly<Record<string, Readonly<Record<string, unknown>>>>;

const entriesSchema = z.record(
  z.string(),
  z
    .record(z.string(), z.unknown())
    .nullable()
    .transform((entry) => entry ?? {}),
);

/**
 * Reads a YAML file with named entries, such as `tags.yml`, from a folder of content. Without the file, there are no entries.
 * @param names file names, of which the first that exists is read @param projectRoot messages name files relative to this folder
 */
export function readEntries(root: string, names: readonly string[], projectRoot: string): { entries: Entries; problems: Problem[] } {
  const path = names.map((name) => join(root, name)).find((one) => existsSync(one));
  if (path === undefined) return { entries: {}, problems: [] };
  const refuse = (message: string, line?: number): { entries: Entries; problems: Problem[] } => ({
    entries: {},
    problems: [{ file: relativePath(projectRoot, path), ...(line && { line }), message, severity: 'error' }],
  });
  if (!resolvesInside(root, path)) return refuse(`the file ${REFUSED_LINK}`);
  if (!isFile(path)) return refuse(`this ${NOT_A_FILE}`);
  if (statSync(path).size > MAX_YAML_LENGTH) return refuse(TOO_LONG_YAML);
  try {
    const lines = new LineCounter();
    const document = parseYaml(readFileSync(path, 'utf8'), lines);
    const [error] = document.errors;
    if (error !== undefined) return refuse(`the file cannot be read: ${error.message}`, lines.linePos(error.pos[0]).line);
    const { data, success } = entriesSchema.safeParse(document.toJS() ?? {});
    return success ? { entries: data, problems: [] } : refuse('expected names with their properties, such as `ana: { name: Ana }`');
  } catch (error) {
    return refuse(`the file cannot be read: ${messageOf(error)}`);
  }
}

/**
 * Reports each symbolic link in folders that are copied to the output, because links are never copied.
 * @param folders absolute @param projectRoot messages name files relative to this folder
 */
export function checkStaticFolders(folders: readonly string[], projectRoot: string): Problem[] {
  return folders.flatMap((folder) =>
    findSymlinks(folder).map((link): Problem => {
      const file = relativePath(projectRoot, link);
      const message = 'the file is a symbolic link, which is not copied from a static folder: replace it with a copy of its target';
      return { file, message, severity: 'error' };
    }),
  );
}

/**
 * Returns the symbolic links below a folder that lead outside of it (see `resolvesInside`), nowhere, or to a folder, as paths relative to the
 * folder. A link to another folder would list its files twice, and twelve folders with links to each other have more than 12! paths.
 */
export function refusedSymlinks(folder: string): { path: string; isFolder: boolean }[] {
  return findSymlinks(folder).flatMap((link) => {
    // `existsSync` follows links: it returns false for a link that leads nowhere, or to itself.
    const isFolder = existsSync(link) && statSync(link).isDirectory();
    return isFile(link) && resolvesInside(folder, link) ? [] : [{ path: relativePath(folder, link), isFolder }];
  });
}

/** Returns the files of a folder that match a glob, sorted, without refused symbolic links. A missing folder has none. */
export function filesInside(folder: string, pattern: string): string[] {
  if (!existsSync(folder)) return [];
  const ignore = refusedSymlinks(folder).map(({ path, isFolder }) => escapePath(path) + (isFolder ? '/**' : ''));
  return globSync(pattern, { cwd: folder, ignore: ['**/node_modules/**', ...ignore] }).toSorted();
}

/** Returns the absolute paths of all symbolic links below a folder, sorted. */
function findSymlinks(folder: string): string[] {
  if (lstatSync(folder, { throwIfNoEntry: false }) === undefined) return [];
  // A recursive `readdir` follows links to folders: one that leads to the root would list the whole machine.
  return readdirSync(folder, { withFileTypes: true })
    .flatMap((entry) => {
      const path = join(folder, entry.name);
      if (entry.isSymbolicLink()) return [path];
      return entry.isDirectory() ? findSymlinks(path) : [];
    })
    .toSorted();
}

/** Suffix of files that are still being written. */
export const TEMPORARY_SUFFIX = '.part';

/**
 * Writes a file atomically: a concurrent reader sees either the old or the new content. Creates missing folders. A symbolic link at the
 * path of the file is replaced, not followed.
 */
export function writeFileAtomic(file: string, content: string | Uint8Array): void {
  const temporary = `${file}.${process.pid}${TEMPORARY_SUFFIX}`;
  mkdirSync(dirname(file), { recursive: true });
  rmSync(temporary, { force: true });
  writeFileSync(temporary, content, { flag: 'wx' });
  renameSync(temporary, file);
}
