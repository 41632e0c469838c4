/** Keeps `migrate` inside the project of a site, because its configuration can name any folder of the machine. */
import { existsSync, realpathSync } from 'node:fs';
import { dirname, join, relative, resolve } from 'node:path';

import { isConfidential, isInside, repositoryOf } from '#content/files.ts';

import type { Note } from './foreign-site.ts';

/** Returns the folder of a site's project: its git repository, because docs are often beside the site; without one, the folder of the site. */
const projectOf = (dir: string): string => repositoryOf(realpathSync.native(dir)) ?? realpathSync.native(dir);

/**
 * Whether a path is in the project of a site after all symbolic links are resolved, and none of them leads to a hidden file, a database, or a private
 * key. There need not be such a file.
 * @param dir folder of the site @param path absolute, or relative to `dir`
 */
export function isInProject(dir: string, path: string): boolean {
  let existing = resolve(dir, path);
  while (!existsSync(existing)) existing = dirname(existing);
  const [project, real] = [projectOf(dir), realpathSync.native(existing)];
  const isLink = real !== join(realpathSync.native(dir), relative(resolve(dir), existing));
  return real === project || (isInside(project, real) && !(isLink && isConfidential(project, real)));
}

/** Whether a file or folder exists in the project of a site; see `isInProject`. */
export const existsInProject = (dir: string, path: string): boolean => existsSync(resolve(dir, path)) && isInProject(dir, path);

/** Describes a path that `migrate` does not follow, and what to do. */
export const outsideProject = (dir: string, path: string): string =>
  `${path} is outside of ${projectOf(dir)}. Only the git repository of a site is read, or its folder if it is not in one: copy what the site needs into it, and migrate again`;

/** Whether `migrate` may read a path that a configuration names. If not, a note says that it is left out. @param what is at the path, for the note */
export function mayRead(dir: string, path: string, what: string, notes: Note[]): boolean {
  if (isInProject(dir, path)) return true;
  notes.push({ kind: 'left out', text: `${what}: ${outsideProject(dir, path)}` });
  return false;
}
