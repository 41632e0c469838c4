/** Evaluates files of another generator in a process that may read and nothing else, and ends when its time is over. */
import { fork } from 'node:child_process';
import { once } from 'node:events';
import { join } from 'node:path';

const TIMEOUT_MS = 20_000;

/** The value that a module exports, as JSON can hold it; or a sentence about what is wrong. */
export type Evaluated = { value: unknown } | { problem: string };

/** @param file absolute path of a JavaScript or TypeScript module @param timeoutMs after which the process is ended */
export async function evaluateFile(file: string, timeoutMs = TIMEOUT_MS): Promise<Evaluated> {
  const child = fork(join(import.meta.dirname, 'evaluate-entry.ts'), {
    execArgv: [
      '--permission',
      '--allow-fs-read=*',
      '--disable-warning=ExperimentalWarning',
      '--disable-warning=MODULE_TYPELESS_PACKAGE_JSON',
    ],
    env: { PATH: process.env['PATH'], NODE_ENV: 'production' },
    stdio: ['ignore', 'ignore', 'pipe', 'ipc'],
  });
  let told = '';
  child.stderr?.on('data', (text: Buffer) => (told += text.toString().slice(0, 2000)));
  const timer = setTimeout(() => child.kill('SIGKILL'), timeoutMs);
  try {
    child.send(file);
    const ended = once(child, 'exit').then((): Evaluated => {
      const lasted = child.signalCode === 'SIGKILL' ? `it took longer than ${timeoutMs / 1000} seconds` : 'its process ended';
      return { problem: `${lasted}${told === '' ? '' : `: ${told.trim().split('\n')[0]}`}` };
    });
    const answered = once(child, 'message').then(([answer]) => answer as Evaluated);
    return await Promise.race([answered, ended]);
  } finally {
    clearTimeout(timer);
    child.kill('SIGKILL');
  }
}
