/** A snapshot of a build that later builds into the same folder do not change. */
import { link, mkdir, readdir, readlink, rm, stat, symlink } from 'node:fs/promises';
import { basename, dirname, join } from 'node:path';
import { INTERRUPTED, isRunning } from '#config/build-folder.ts';

export interface BuildSnapshot {
  /** Absolute folder of the build. */
  directory: string;
  /** Identifies the state of the build folder at the time of the snapshot. */
  signature: string;
  remove(): Promise<void>;
}

const MAX_CONCURRENT_LINKS = 64;

/** Copies a tree with hard links. A build replaces files by renaming new ones over them, so the links keep the old content and take no space. */
async function linkTree(from: string, to: string): Promise<void> {
  await mkdir(to, { recursive: true });
  const entries = await readdir(from, { withFileTypes: true });
  for (let start = 0; start < entries.length; start += MAX_CONCURRENT_LINKS) {
    await Promise.all(
      entries.slice(start, start + MAX_CONCURRENT_LINKS).map(async (entry) => {
        const [source, target] = [join(from, entry.name), join(to, entry.name)];
        if (entry.isDirectory()) await linkTree(source, target);
        else if (entry.isSymbolicLink()) await symlink(await readlink(source), target);
        else await link(source, target);
      }),
    );
  }
}

/** Returns a value that changes whenever a build is published into the folder; null during a publish, or if there is no build. */
export async function buildSignature(directory: string): Promise<string | null> {
  const [folder, manifest, interrupted] = await Promise.all(
    [directory, join(directory, 'manifest.json'), join(directory, INTERRUPTED)].map((path) =>
      stat(path, { bigint: true }).catch(() => null),
    ),
  );
  if (!folder || !manifest || interrupted) return null;
  return [folder, manifest].map(({ ino, mtimeNs }) => `${ino}:${mtimeNs}`).join(' ');
}

/**
 * Takes a snapshot beside the build folder. If the parent folder is not writable, as on a read-only disk, returns the build
 * folder itself, because no build can change it either.
 * @returns null during a publish; the caller should retry
 */
export async function takeSnapshot(directory: string, name: string): Promise<BuildSnapshot | null> {
  const before = await buildSignature(directory);
  if (before === null) return null;
  const target = join(dirname(directory), `.${basename(directory)}.serving-${name}`);
  const remove = (): Promise<void> => rm(target, { recursive: true, force: true });
  try {
    await remove();
    await linkTree(directory, target);
  } catch {
    await remove().catch(() => undefined);
    if ((await buildSignature(directory)) !== before) return null;
    return { directory, signature: before, remove: async () => undefined };
  }
  if ((await buildSignature(directory)) === before) return { directory: target, signature: before, remove };
  await remove();
  return null;
}

/** Removes the snapshots of servers that were killed. */
export async function removeStaleSnapshots(directory: string): Promise<void> {
  const prefix = `.${basename(directory)}.serving-`;
  const names = await readdir(dirname(directory)).catch(() => []);
  for (const name of names) {
    const pid = name.startsWith(prefix) ? Number.parseInt(name.slice(prefix.length), 10) : Number.NaN;
    if (!Number.isNaN(pid) && !isRunning(pid))
      await rm(join(dirname(directory), name), { recursive: true, force: true }).catch(() => undefined);
  }
}
