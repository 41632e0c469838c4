/**
 * Whether another process with this id is running, to recognize locks of processes that have ended. False for the id of the current process:
 * in a container, an earlier process may have had the same id.
 */
export function isRunning(pid: number): boolean {
  if (pid === process.pid) return false;
  try {
    process.kill(pid, 0);
    return true;
  } catch (error) {
    return error instanceof Error && 'code' in error && error.code === 'EPERM';
  }
}
