/**
 * Publishes a build: swaps its staged files into the output folder. The next build completes an interrupted publish. Files that no
 * build made are never touched, and folders with files under version control are rejected.
 */
import {
  existsSync,
  lstatSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  renameSync,
  rmdirSync,
  rmSync,
  writeFileSync,
  realpathSync,
} from 'node:fs';
import { basename, dirname, join } from 'node:path';
import { INTERRUPTED, isRunning, OWNED_FILES, startOf } from '#config/build-folder.ts';
import { filesIn } from './fingerprint.ts';
import { repositoryOf } from '#content/files.ts';
import { git } from '#content/last-updates.ts';

/** The remaining steps of publishing, in the file `INTERRUPTED`. Each step can be repeated. */
interface PublishPlan {
  /** Name of the folder with the new files that have not been moved yet. It is beside the output folder. */
  staged: string;
  /** The process that publishes. */
  pid: number;
  /** When it started; '' if that is unknown. After a restart of the machine, another process may have its id. */
  started: string;
  obsolete: string[];
  /** All files of builds that are in the output folder afterward. */
  owned: string[];
}

/** Reports a file in the output folder that no build made and that this build would overwrite. */
class ForeignFileError extends Error {
  override name = 'ForeignFileError';
}

/** Returns the files that builds wrote to an output folder; null if no build has written to it. */
export function readOwnedFiles(dir: string): string[] | null {
  const listed = readJson(join(dir, OWNED_FILES)) as string[] | null;
  const plan = readJson(join(dir, INTERRUPTED)) as Partial<PublishPlan> | null;
  // After an interruption, the folder contains files of both builds.
  return plan?.owned === undefined ? listed : [...new Set([...(listed ?? []), ...plan.owned])];
}

/**
 * Replaces files one by one, and removes obsolete ones. Assets are moved before the pages that refer to them and removed after
 * them. Files at the top level, which describe the whole build, are moved last.
 * @param staged folder with the new files only; it is removed
 * @param wanted paths of all files of the new output, with `/`, without their compressed forms
 * @throws ForeignFileError before anything is changed, if a file that would be overwritten was not created by a build, or a folder is a symbolic link
 */
export function publishStaged(staged: string, dir: string, wanted: ReadonlySet<string>): void {
  const previous = readOwnedFiles(dir);
  const owned = new Set(previous);
  const stagedFiles = filesIn(staged).toSorted((a, b) => publishOrder(a) - publishOrder(b));
  if (!existsSync(dir)) {
    // There is nothing to replace, so the staging folder becomes the output in one step.
    writeFileSync(join(staged, OWNED_FILES), JSON.stringify(stagedFiles.toSorted()));
    renameSync(staged, dir);
    return;
  }
  rejectSymlinks(dir, [...stagedFiles, ...owned]);
  const foreign = stagedFiles.find((file) => !owned.has(file) && isForeign(dir, file, owned));
  if (foreign !== undefined) {
    throw new ForeignFileError(
      `${join(dir, foreign)} was not created by a build, and the build would overwrite it. Move it elsewhere, or name another folder with --out.`,
    );
  }
  const obsolete = obsoleteFiles(previous ?? [], wanted, new Set(stagedFiles));
  const gone = new Set(obsolete);
  const after = [...new Set([...owned, ...stagedFiles])].filter((file) => !gone.has(file)).toSorted();
  const plan: PublishPlan = { staged: basename(staged), pid: process.pid, started: startOf(process.pid), obsolete, owned: after };
  mkdirSync(dir, { recursive: true });
  // Write all files to the staging folder first, so that a full disk stops the build before the output is changed.
  writeFileSync(join(staged, OWNED_FILES), JSON.stringify(after));
  writeFileSync(join(staged, INTERRUPTED), JSON.stringify(plan));
  renameSync(join(staged, INTERRUPTED), join(dir, INTERRUPTED));
  applyPlan(plan, dir);
}

/**
 * Completes the publish of a build that was killed. Does nothing while that build is running, or if its staging folder is gone;
 * in this case, the next build writes every file again. Only call it after `rejectTracked`, because it trusts the plan.
 * @param dir the output folder
 * @throws ForeignFileError before anything is changed, if a folder or a new file is a symbolic link
 */
export function resumePublishing(dir: string): void {
  const plan = readPlan(dir);
  if (plan === null || isRunning(plan.pid, plan.started)) return;
  const staged = join(dirname(dir), plan.staged);
  const stagedFiles = filesIn(staged);
  rejectSymlinks(dir, [...stagedFiles, ...plan.obsolete]);
  const link = stagedFiles.find((file) => isSymlink(join(staged, file)));
  if (link !== undefined) throw symlinkError(join(staged, link));
  applyPlan(plan, dir);
}

/** Whether a staging folder is needed to complete an interrupted publish. */
export function isBeingPublished(staged: string, dir: string): boolean {
  return readPlan(dir)?.staged === basename(staged);
}

function readPlan(dir: string): PublishPlan | null {
  const plan = readJson(join(dir, INTERRUPTED)) as Partial<PublishPlan> | null;
  const { staged = '', pid, started = '', obsolete, owned } = plan ?? {};
  // Only move files from a staging folder of this output.
  const isOurs = staged.startsWith(`${basename(dir)}.next-`) && basename(staged) === staged;
  if (!isOurs || pid === undefined || obsolete === undefined || owned === undefined) return null;
  const isFolder = lstatSync(join(dirname(dir), staged), { throwIfNoEntry: false })?.isDirectory() === true;
  return isFolder ? { staged, pid, started, obsolete, owned } : null;
}

/** Reads a JSON file; null if it is missing or invalid. */
function readJson(file: string): unknown {
  try {
    return JSON.parse(readFileSync(file, 'utf8'));
  } catch {
    return null;
  }
}

function applyPlan({ staged, obsolete }: PublishPlan, dir: string): void {
  const from = join(dirname(dir), staged);
  // Remove obsolete files first, because a new file may have the path of an old folder.
  removeFiles(
    dir,
    obsolete.filter((file) => !isAsset(file)),
  );
  moveFiles(
    from,
    dir,
    filesIn(from).toSorted((a, b) => publishOrder(a) - publishOrder(b)),
  );
  removeFiles(dir, obsolete.filter(isAsset));
  // Remove the marker before the staging folder. In the other order, an interruption would leave an output that counts as incomplete.
  rmSync(join(dir, INTERRUPTED));
  rmSync(from, { recursive: true, force: true });
}

/** Rejects an output folder in which a folder above one of the files is a symbolic link. @throws ForeignFileError */
function rejectSymlinks(dir: string, files: readonly string[]): void {
  const folders = new Set<string>();
  for (const file of files)
    for (let folder = dirname(file); folder !== '.' && !folders.has(folder); folder = dirname(folder)) folders.add(folder);
  const link = [...folders].find((folder) => isSymlink(join(dir, folder)));
  if (link !== undefined) throw symlinkError(join(dir, link));
}

const symlinkError = (link: string): ForeignFileError =>
  new ForeignFileError(
    `${link} is a symbolic link, which no build creates, and files elsewhere could be changed through it. Remove it, or name another folder with --out.`,
  );

function isSymlink(path: string): boolean {
  try {
    return lstatSync(path).isSymbolicLink();
  } catch {
    // There is nothing, or a file instead of a folder above it.
    return false;
  }
}

/** Whether a file that no build made is at a path, at one of the folders above it, or inside a folder at this path. */
function isForeign(dir: string, path: string, owned: ReadonlySet<string>): boolean {
  for (let folder = dirname(path); folder !== '.'; folder = dirname(folder)) if (isFile(join(dir, folder))) return !owned.has(folder);
  if (isFile(join(dir, path))) return true;
  return filesIn(join(dir, path)).some((file) => !owned.has(`${path}/${file}`));
}

function isFile(path: string): boolean {
  return existsSync(path) && !lstatSync(path).isDirectory();
}

const isAsset = (file: string): boolean => file.startsWith('site/assets/');
const publishOrder = (file: string): number => (!file.includes('/') ? 2 : isAsset(file) ? 0 : 1);

function moveFiles(from: string, to: string, files: readonly string[]): void {
  const createdFolders = new Set<string>();
  for (const file of files) {
    const target = join(to, file);
    const folder = dirname(target);
    if (!createdFolders.has(folder)) mkdirSync(folder, { recursive: true });
    createdFolders.add(folder);
    renameSync(join(from, file), target);
  }
}

/** Returns the files that this build neither wrote nor kept, and the compressed forms of files that no longer have any. */
function obsoleteFiles(previous: readonly string[], wanted: ReadonlySet<string>, stagedFiles: ReadonlySet<string>): string[] {
  return previous.filter((file) => {
    const whole = file.replace(/\.(?:br|gz)$/, '');
    const isStale = whole !== file && stagedFiles.has(whole) && !stagedFiles.has(file);
    return !wanted.has(file) && (!wanted.has(whole) || isStale);
  });
}

/** Removes files and the folders that become empty. */
function removeFiles(dir: string, listed: readonly string[]): void {
  // The lists are read from files, so reject paths that leave the folder.
  const files = listed.filter((file) => !file.split('/').includes('..'));
  for (const file of files) if (isFile(join(dir, file))) rmSync(join(dir, file));
  for (const folder of new Set(files.map(dirname))) removeEmptyFolders(dir, folder);
}

function removeEmptyFolders(dir: string, folder: string): void {
  for (let path = folder; path !== '.'; path = dirname(path)) {
    // The folder may have been removed together with another file, or replaced by a file before an interruption.
    if (!existsSync(join(dir, path))) continue;
    if (isFile(join(dir, path))) return;
    if (readdirSync(join(dir, path)).length > 0) return;
    rmdirSync(join(dir, path));
  }
}

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
