import { mkdirSync, mkdtempSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

import { expect, onTestFinished, test } from 'vitest';

import { filesIn } from './fingerprint.ts';

test('files of all depths, hidden ones and links too, and nothing behind a link', () => {
  const dir = mkdtempSync(join(tmpdir(), 'files-in-'));
  onTestFinished(() => rmSync(dir, { recursive: true, force: true }));
  mkdirSync(join(dir, 'a/b'), { recursive: true });
  mkdirSync(join(dir, 'empty'));
  for (const file of ['top.txt', 'a/b/deep.txt', 'a/.hidden']) writeFileSync(join(dir, file), '');
  symlinkSync(join(dir, 'a'), join(dir, 'link'));
  symlinkSync(join(dir, 'gone'), join(dir, 'dangling'));
  expect(filesIn(dir).toSorted()).toEqual(['a/.hidden', 'a/b/deep.txt', 'dangling', 'link', 'top.txt']);
  expect(filesIn(join(dir, 'absent'))).toEqual([]);
});
