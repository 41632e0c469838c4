import { execFileSync } from 'node:child_process';

import { expect, test } from 'vitest';

const MODULE = new URL('process-resources.ts', import.meta.url).href;

/** Priorities of the main thread and of a thread that lowered its own. A lower number means a higher priority. */
function priorities(niceness: number): { main: number; thread: number } {
  const script = `
    import { getPriority } from 'node:os';
    import { Worker } from 'node:worker_threads';
    const source = "import { getPriority } from 'node:os'; import { parentPort } from 'node:worker_threads'; import { lowerThreadPriority } from '${MODULE}'; lowerThreadPriority(); parentPort.postMessage(getPriority());";
    new Worker(new URL('data:text/javascript,' + encodeURIComponent(source))).on('message', (thread) => console.log(JSON.stringify({ main: getPriority(), thread })));
  `;
  const command = ['-n', String(niceness), process.execPath, '--input-type=module', '-e', script];
  return JSON.parse(execFileSync('nice', command, { encoding: 'utf8' })) as { main: number; thread: number };
}

test.runIf(process.platform === 'linux')(
  'lowers the priority of a worker thread, but not of the main thread or of a thread with a lower priority',
  () => {
    const own = priorities(0);
    expect(own.thread).toBe(Math.max(own.main, 10));
    expect(priorities(19)).toEqual({ main: 19, thread: 19 });
  },
);
