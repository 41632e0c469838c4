import { execFileSync } from 'node:child_process';
import { join } from 'node:path';
import { setImmediate as nextTurn } from 'node:timers/promises';

import { expect, test } from 'vitest';

import { jsonLine } from '#model/invisible-characters.ts';

import { createLogWriter, errorLogEntry, searchLogEntry, type LogEntry } from './log.ts';

const entry = (path: string): LogEntry => ({
  kind: 'access',
  time: '2026-01-01T00:00:00.000Z',
  method: 'GET',
  path,
  status: 200,
  ms: 1,
  bytes: 2,
});

test('lines of one event loop turn are written together, in order, and once', async () => {
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

test('text of a visitor cannot manipulate the terminal', async () => {
  let written = '';
  createLogWriter({ write: (text) => (written += text) })(entry('/\u{1b}[2J\u{9b}2J\u{202e}\u{2028}é'));
  await nextTurn();
  expect(written).toContain('"path":"/\\u001b[2J\\u009b2J\\u202e\\u2028é"');
  expect(JSON.parse(written)).toMatchObject({ path: '/\u{1b}[2J\u{9b}2J\u{202e}\u{2028}é' });
});

test('characters that an operator would not see are escaped, except where letters and emoji need them', () => {
  const value = 'a\u{ad}\u{180e}\u{200b}\u{feff}\u{e0041}\u{3164}\u{200d}z 👩‍💻 ❤️ می‌خواهم';
  expect(jsonLine(value)).toBe('"a\\u00ad\\u180e\\u200b\\ufeff\\udb40\\udc41\\u3164\\u200dz 👩‍💻 ❤️ می‌خواهم"\n');
  expect(JSON.parse(jsonLine(value))).toBe(value);
  // A chain of selectors can encode text.
  expect(jsonLine('❤\u{fe0f}\u{fe00}\u{fe01}')).toBe('"❤\u{fe0f}\\ufe00\\ufe01"\n');
});

test('a long message of an error is cut', () => {
  const { message, stack } = errorLogEntry(new Error('x'.repeat(1_000_000)), 0, null);
  expect(message).toBe(`${'x'.repeat(4000)}…`);
  expect(stack).toHaveLength(4001);
});

test('lines are written even if the process exits or throws in the same turn', () => {
  const module = join(import.meta.dirname, 'log.ts');
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

const NOW = Date.UTC(2026, 10, 20);

test('a search without results and a slow search are logged', () => {
  expect(searchLogEntry({ query: 'a@b.org zz', total: 0, ms: 1.26 }, NOW)).toEqual({
    kind: 'search',
    time: '2026-11-20T00:00:00.000Z',
    query: '[e-mail] zz',
    total: 0,
    ms: 1.3,
  });
  expect(searchLogEntry({ query: 'x'.repeat(900), total: 3, ms: 51 }, NOW)?.query).toHaveLength(200);
});

test.each([
  { query: 'found at once', total: 3, ms: 2 },
  { query: ' ', total: 0, ms: 0 },
])('the search for "$query" is not logged', (search) => expect(searchLogEntry(search, NOW)).toBeNull());
