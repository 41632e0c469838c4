import { execFileSync } from 'node:child_process';

import { expect, test } from 'vitest';

const MODULE = new URL('give-way.ts', import.meta.url).href;

/** Priorities of a process's main thread and of a thread of it that gave way; the lower the number, the sooner it goes. */
function priorities(niceness: number): { main: number; thread: number } {
  const script = `
    import { getPriority } from 'node:os';
    import { Worker } from 'node:worker_threads';
    const source = "import { getPriority } from 'node:os'; import { parentPort } from 'node:worker_threads'; import { giveWay } from '${MODULE}'; giveWay(); parentPort.postMessage(getPriority());";
    new Worker(new URL('data:text/javascript,' + encodeURIComponent(source))).on('message', (thread) => console.log(JSON.stringify({ main: getPriority(), thread })));
  `;
  const command = ['-n', String(niceness), process.execPath, '--input-type=module', '-e', script];
  return JSON.parse(execFileSync('nice', command, { encoding: 'utf8' })) as { main: number; thread: number };
}

test.skipIf(process.platform !== 'linux')('a thread gives way, and neither the rest of its process nor who is lower still', () => {
  const own = priorities(0);
  expect(own.thread).toBe(Math.max(own.main, 10));
  expect(priorities(19)).toEqual({ main: 19, thread: 19 });
});
