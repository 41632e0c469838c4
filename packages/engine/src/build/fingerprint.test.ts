import { mkdirSync, mkdtempSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

import { expect, onTestFinished, test } from 'vitest';

import { OWNED_FILES } from '#config/build-folder.ts';

import { filesIn, fingerprintFiles } from './fingerprint.ts';

test('nested files, hidden files, and symbolic links are listed, but not the contents of linked folders', () => {
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

test('the fingerprint of a site with a module in its root folder ignores packages, caches, and output', () => {
  const root = mkdtempSync(join(tmpdir(), 'site-'));
  onTestFinished(() => rmSync(root, { recursive: true, force: true }));
  const write = (name: string, text: string): void => {
    mkdirSync(join(root, name, '..'), { recursive: true });
    writeFileSync(join(root, name), text);
  };
  write('analytics.js', 'one');
  write('parts/part.js', 'one');
  const before = fingerprintFiles([root]);
  for (const name of ['node_modules/a/index.js', '.cache/shell/a.js', `build/${OWNED_FILES}`, 'build/site/a.js']) write(name, 'one');
  symlinkSync(join(root, 'parts'), join(root, 'link'));
  symlinkSync(join(root, 'gone'), join(root, 'dangling'));
  expect(fingerprintFiles([root])).toBe(before);
  write('parts/part.js', 'two');
  expect(fingerprintFiles([root])).not.toBe(before);
});
