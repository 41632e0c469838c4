/** What the build and the server both know about the folder of a build: the names in it, and whether the process that writes it is still running. */
import { readFileSync } from 'node:fs';

/** The page that shows errors to readers, beside the published files. */
export const ERROR_PAGE = 'error.html';
/** The error page contains these comments in the places of the status code and the message. */
export const ERROR_PARTS = { status: '<!--status-->', message: '<!--message-->' };

/** Lists the files of the build. A build replaces and deletes nothing else in the folder. */
export const OWNED_FILES = '.made-by-build.json';

/**
 * Exists during a publish, while the folder may contain files of two builds. The next build completes a publish that was interrupted, with the
 * steps in this file (`build/publish.ts`).
 */
export const INTERRUPTED = '.interrupted';

/**
 * Whether another process with this id is running, to recognize locks of processes that have ended. False for the id of the current process:
 * in a container, an earlier process may have had the same id.
 * @param started its start as `startOf` returned it, so that a later process with the same id is not mistaken for it; default: unknown
 */
export function isRunning(pid: number, started = ''): boolean {
  if (pid === process.pid) return false;
  const current = startOf(pid);
  if (started !== '' && current !== '' && current !== started) return false;
  try {
    process.kill(pid, 0);
    return true;
  } catch (error) {
    return error instanceof Error && 'code' in error && error.code === 'EPERM';
  }
}

/** Returns the boot and the time at which a process started; '' if there is no such process, or on systems other than Linux. */
export function startOf(pid: number): string {
  try {
    const stat = readFileSync(`/proc/${pid}/stat`, 'utf8');
    // The start is the 22nd field. The second one is the name of the program in parentheses, which may contain spaces.
    const started = stat.slice(stat.lastIndexOf(')') + 2).split(' ')[19];
    return `${readFileSync('/proc/sys/kernel/random/boot_id', 'utf8').trim()} ${started}`;
  } catch {
    return '';
  }
}
