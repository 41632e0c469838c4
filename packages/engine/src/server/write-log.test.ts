import { execFileSync } from 'node:child_process';
import { join } from 'node:path';
import { setImmediate as nextTurn } from 'node:timers/promises';

import { expect, test } from 'vitest';

import type { LogEntry } from './log-entry.ts';
import { createLogWriter } from './write-log.ts';

const entry = (path: string): LogEntry => ({
  kind: 'access',
  time: '2026-01-01T00:00:00.000Z',
  method: 'GET',
  path,
  status: 200,
  ms: 1,
  bytes: 2,
});

test('the lines of a turn are written in one piece, in order, and none twice', async () => {
  const written: string[] = [];
  const log = createLogWriter({ write: (text) => written.push(text) });
  log(entry('/a'));
  log(entry('/b "quoted"\n'));
  expect(written).toEqual([]);
  await nextTurn();
  log(entry('/c'));
  await nextTurn();
  await nextTurn();
  expect(written).toHaveLength(2);
  const lines = written.map((text) =>
    text
      .trimEnd()
      .split('\n')
      .map((line) => (JSON.parse(line) as { path: string }).path),
  );
  expect(lines).toEqual([['/a', '/b "quoted"\n'], ['/c']]);
});

test('a process that ends or breaks in the same turn has written its lines', () => {
  const module = join(import.meta.dirname, 'write-log.ts');
  for (const end of ['process.exit(0)', 'throw new Error("broken")']) {
    const script = `import { createLogWriter } from ${JSON.stringify(module)}; createLogWriter(process.stdout)({ kind: 'access', path: '/last' }); ${end};`;
    let out: string;
    try {
      out = execFileSync(process.execPath, ['--input-type=module', '-e', script], {
        encoding: 'utf8',
        stdio: ['ignore', 'pipe', 'ignore'],
      });
    } catch (error) {
      out = (error as { stdout: string }).stdout;
    }
    expect(out).toBe('{"kind":"access","path":"/last"}\n');
  }
});
