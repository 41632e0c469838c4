/** Swaps the staged files of a build into its output folder. What is interrupted is finished by the next command that uses the folder. */
import { existsSync, lstatSync, mkdirSync, readFileSync, readdirSync, renameSync, rmSync, rmdirSync, writeFileSync } from 'node:fs';
import { basename, dirname, join } from 'node:path';

import { isRunning } from '#config/running-process.ts';

import { filesIn } from './fingerprint.ts';

/** Present while files are swapped in, and tells how to finish that (`Plan`). While it is there, the files may not belong together. */
export const INTERRUPTED = '.interrupted';

/** Lists the files that the last build made. A build replaces and deletes these and no others. */
const OWNED_FILES = '.made-by-build.json';

/** What is left to do; each step may be done again. */
interface Plan {
  /** Name of the folder with the new files, beside the output folder. Those that were moved are no longer there. */
  staged: string;
  /** The process that publishes. */
  pid: number;
  obsolete: string[];
  /** All files of builds in the output folder when this is done. */
  owned: string[];
}

/** An output folder contains files of somebody else where the build has to write. The message says which. */
export class ForeignFileError extends Error {
  override name = 'ForeignFileError';
}

/** What earlier builds made in an output folder; null for a folder that no build has written to. */
export function readOwnedFiles(dir: string): string[] | null {
  const listed = readJson(join(dir, OWNED_FILES)) as string[] | null;
  const plan = readJson(join(dir, INTERRUPTED)) as Partial<Plan> | null;
  // After an interruption there are files of both builds.
  return plan?.owned === undefined ? listed : [...new Set([...(listed ?? []), ...plan.owned])];
}

/**
 * Replaces old files by new ones, file by file, and removes those that are no longer wanted. Assets are moved before the pages
 * that name them and removed after them; files at the top, which describe the whole build, are moved last.
 * @param staged folder with the new files only; it is removed
 * @param wanted paths of all files of the new output, with `/`, without their compressed forms
 * @throws ForeignFileError before anything is changed, when a file to be written exists and was not made by a build
 */
export function publishStaged(staged: string, dir: string, wanted: ReadonlySet<string>): void {
  const previous = readOwnedFiles(dir);
  const owned = new Set(previous);
  const fresh = filesIn(staged).toSorted((a, b) => publishOrder(a) - publishOrder(b));
  const foreign = fresh.find((file) => !owned.has(file) && isForeign(dir, file, owned));
  if (foreign !== undefined) {
    throw new ForeignFileError(
      `${join(dir, foreign)} was not made by a build, and the build would overwrite it. Move it away, or name another folder with --out.`,
    );
  }
  const obsolete = obsoleteFiles(previous ?? [], wanted, new Set(fresh));
  const gone = new Set(obsolete);
  const after = [...new Set([...owned, ...fresh])].filter((file) => !gone.has(file)).toSorted();
  const plan: Plan = { staged: basename(staged), pid: process.pid, obsolete, owned: after };
  mkdirSync(dir, { recursive: true });
  // All that is written is written beside the folder: a full disk stops the build before anything is changed.
  writeFileSync(join(staged, OWNED_FILES), JSON.stringify(after));
  writeFileSync(join(staged, INTERRUPTED), JSON.stringify(plan));
  renameSync(join(staged, INTERRUPTED), join(dir, INTERRUPTED));
  carryOut(plan, dir);
}

/**
 * Finishes what a build began to publish before it was killed. Does nothing while that build runs, and where its new files are gone:
 * then the next build writes every file again.
 * @param dir the output folder
 */
export function resumePublishing(dir: string): void {
  const plan = readPlan(dir);
  if (plan !== null && !isRunning(plan.pid)) carryOut(plan, dir);
}

/** Whether the files of this folder are needed to finish what was begun. */
export function isBeingPublished(staged: string, dir: string): boolean {
  return readPlan(dir)?.staged === basename(staged);
}

function readPlan(dir: string): Plan | null {
  const plan = readJson(join(dir, INTERRUPTED)) as Partial<Plan> | null;
  const { staged = '', pid, obsolete, owned } = plan ?? {};
  // Nothing but a folder of this output may be emptied into it.
  const isOurs = staged.startsWith(`${basename(dir)}.next-`) && basename(staged) === staged;
  if (!isOurs || pid === undefined || obsolete === undefined || owned === undefined) return null;
  return existsSync(join(dirname(dir), staged)) ? { staged, pid, obsolete, owned } : null;
}

/** Null for a file that is missing or cannot be read. */
function readJson(file: string): unknown {
  try {
    return JSON.parse(readFileSync(file, 'utf8'));
  } catch {
    return null;
  }
}

function carryOut({ staged, obsolete }: Plan, dir: string): void {
  const from = join(dirname(dir), staged);
  // Before the move, because a file may take the place of a folder.
  remove(
    dir,
    obsolete.filter((file) => !isAsset(file)),
  );
  move(
    from,
    dir,
    filesIn(from).toSorted((a, b) => publishOrder(a) - publishOrder(b)),
  );
  remove(dir, obsolete.filter(isAsset));
  // The marker goes first: without its folder the output would count as half written.
  rmSync(join(dir, INTERRUPTED));
  rmSync(from, { recursive: true, force: true });
}

/** Whether a path, or a folder above it, is taken by a file that no build made, or the path by a folder with such a file. */
function isForeign(dir: string, path: string, owned: ReadonlySet<string>): boolean {
  const parent = dirname(path);
  if (parent !== '.' && isFile(join(dir, parent))) return !owned.has(parent);
  if (isFile(join(dir, path))) return true;
  return filesIn(join(dir, path)).some((file) => !owned.has(`${path}/${file}`));
}

function isFile(path: string): boolean {
  return existsSync(path) && !lstatSync(path).isDirectory();
}

const isAsset = (file: string): boolean => file.startsWith('site/assets/');
const publishOrder = (file: string): number => (!file.includes('/') ? 2 : isAsset(file) ? 0 : 1);

function move(from: string, to: string, files: readonly string[]): void {
  const made = new Set<string>();
  for (const file of files) {
    const target = join(to, file);
    const folder = dirname(target);
    if (!made.has(folder)) mkdirSync(folder, { recursive: true });
    made.add(folder);
    renameSync(join(from, file), target);
  }
}

/** Files that this build neither wrote nor kept, and compressed forms of a file that no longer has them. */
function obsoleteFiles(previous: readonly string[], wanted: ReadonlySet<string>, fresh: ReadonlySet<string>): string[] {
  return previous.filter((file) => {
    const whole = file.replace(/\.(?:br|gz)$/, '');
    const isStale = whole !== file && fresh.has(whole) && !fresh.has(file);
    return !wanted.has(file) && (!wanted.has(whole) || isStale);
  });
}

/** Removes files, and folders that this leaves empty. */
function remove(dir: string, listed: readonly string[]): void {
  // The lists are files like any other: one that was tampered with must not lead out of the folder.
  const files = listed.filter((file) => !file.split('/').includes('..'));
  for (const file of files) if (isFile(join(dir, file))) rmSync(join(dir, file));
  for (const folder of new Set(files.map(dirname))) removeEmpty(dir, folder);
}

function removeEmpty(dir: string, folder: string): void {
  for (let path = folder; path !== '.'; path = dirname(path)) {
    // The folder may have been removed together with another file, or replaced by a file before an interruption.
    if (!existsSync(join(dir, path))) continue;
    if (isFile(join(dir, path))) return;
    if (readdirSync(join(dir, path)).length > 0) return;
    rmdirSync(join(dir, path));
  }
}
