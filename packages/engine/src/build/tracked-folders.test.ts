import { execFileSync } from 'node:child_process';
import { mkdirSync, mkdtempSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';

import { expect, onTestFinished, test } from 'vitest';

import { gitEnvironment } from '#content/last-updates.ts';

import { rejectTracked } from './tracked-folders.ts';

test('a cache that is under version control is rejected, even if a folder around it poses as a repository', async () => {
  const folder = mkdtempSync(join(tmpdir(), 'tracked-'));
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }));
  const repository = join(folder, 'repository');
  const write = (path: string, text = ''): void => {
    mkdirSync(dirname(join(repository, path)), { recursive: true });
    writeFileSync(join(repository, path), text);
  };
  const git = (...args: string[]): unknown => execFileSync('git', args, { cwd: repository, env: gitEnvironment(), stdio: 'ignore' });
  write('site/.cache/shell/x.mjs');
  write('site/HEAD', 'ref: refs/heads/main\n');
  write('site/config', '[core]\nbare = true\n');
  for (const part of ['objects', 'refs']) write(`site/${part}/x`);
  git('init', '--quiet');
  git('add', '--all');
  write('site/build/own.html');
  const cache = join(repository, 'site/.cache');
  await expect(rejectTracked([cache])).rejects.toThrow(`${cache} contains files that are under version control.`);
  // A disk that ignores case leads from one folder to the other like this link, which is not under version control.
  symlinkSync('.cache', join(repository, 'site/.Cache'));
  await expect(rejectTracked([join(repository, 'site/.Cache')])).rejects.toThrow('under version control');
  symlinkSync('site', join(repository, 'linked'));
  await expect(rejectTracked([join(repository, 'linked/.cache')])).rejects.toThrow('under version control');
  await rejectTracked([join(repository, 'site/build'), join(repository, 'site/none'), join(folder, 'elsewhere/.cache')]);
});
