import { existsSync, realpathSync } from 'node:fs';
import { dirname, join } from 'node:path';

import { repositoryOf } from '#content/files.ts';
import { git } from '#content/last-updates.ts';

/**
 * Rejects folders with files under version control. A build trusts the files of earlier builds and runs some of them, so a pull request
 * must not be able to add any.
 * @param folders absolute @throws Error that names the folder
 */
export async function rejectTracked(folders: readonly string[]): Promise<void> {
  for (const folder of folders)
    if ((await isTracked(folder)) || (existsSync(folder) && (await isTracked(realpathSync.native(folder)))))
      throw new Error(
        `${folder} contains files that are under version control. The build trusts this folder, so it must only contain what builds on this machine wrote. Remove it from the repository: git rm -r --cached ${folder}`,
      );
}

/**
 * Whether a folder, or a file in it, is under version control. git neither follows symbolic links nor knows that `.Cache` is the same folder as
 * `.cache` on many disks, so call it also with the path on the disk.
 * @param folder absolute
 */
async function isTracked(folder: string): Promise<boolean> {
  const top = repositoryOf(dirname(folder));
  if (top === null) return false;
  // Name the repository, because a folder of the content could pose as one, and git would look no further.
  return (await git(top, ['--git-dir', join(top, '.git'), '--work-tree', top, 'ls-files', '-z', '--', folder])) !== '';
}
