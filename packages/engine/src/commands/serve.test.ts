import { execFileSync } from 'node:child_process';
import { existsSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

import { expect, onTestFinished, test, vi } from 'vitest';

import { gitEnvironment } from '#content/last-updates.ts';
import { INTERRUPTED } from '#config/build-folder.ts';

import { finishPublishing } from './serve.ts';

test.each([true, false])('an interrupted publish is completed only if no file of it is under version control: %j', async (isTracked) => {
  const folder = mkdtempSync(join(tmpdir(), 'serve-'));
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }));
  const dir = join(folder, 'build');
  for (const path of [dir, join(folder, 'build.next-1')]) mkdirSync(path);
  writeFileSync(join(dir, 'old.txt'), 'old');
  writeFileSync(join(folder, 'build.next-1/new.txt'), 'new');
  writeFileSync(join(dir, INTERRUPTED), JSON.stringify({ staged: 'build.next-1', pid: process.pid, obsolete: ['old.txt'], owned: [] }));
  const git = (...args: string[]): unknown => execFileSync('git', args, { cwd: folder, env: gitEnvironment(), stdio: 'ignore' });
  git('init', '--quiet');
  if (isTracked) git('add', '--all');
  const printed = vi.spyOn(process.stderr, 'write').mockReturnValue(true);
  onTestFinished(() => printed.mockRestore());
  await finishPublishing(dir);
  expect(existsSync(join(dir, INTERRUPTED))).toBe(isTracked);
  expect(existsSync(join(dir, 'old.txt'))).toBe(isTracked);
  if (isTracked) expect(String(printed.mock.calls[0]?.[0])).toContain('contains files that are under version control');
  else expect(readFileSync(join(dir, 'new.txt'), 'utf8')).toBe('new');
});
