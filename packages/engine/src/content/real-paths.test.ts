import { mkdirSync, mkdtempSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

import { expect, onTestFinished, test } from 'vitest';

import { checkStaticFolders, isInside } from './real-paths.ts';
import { compileMarkdown, messages } from './testing/compile-markdown.ts';

/** A content folder with links to a file of a folder beside it. */
function makeTree(): { root: string; outside: string } {
  const folder = mkdtempSync(join(tmpdir(), 'real-paths-'));
  onTestFinished(() => rmSync(folder, { recursive: true }));
  const [root, outside] = [join(folder, 'docs'), join(folder, 'outside')];
  mkdirSync(root);
  mkdirSync(outside);
  writeFileSync(join(outside, 'passwd'), 'secret');
  symlinkSync(join(outside, 'passwd'), join(root, 'passwd.txt'));
  symlinkSync(outside, join(root, 'linked'));
  return { root, outside };
}

test.each([
  ['/a', '/a/b', true],
  ['/a', '/a/..b', true],
  ['/a', '/a', false],
  ['/a', '/ab', false],
  ['/a', '/a/../b', false],
])('in %s is %s: %s', (folder, path, expected) => {
  expect(isInside(folder, path)).toBe(expected);
});

test.each(['[x](./passwd.txt)', '![x](./passwd.txt)', '[x](linked/passwd)', '{{ inline passwd.txt }}', '{{ inline linked/passwd }}'])(
  '%s does not publish a file outside the content folder',
  async (markdown) => {
    const page = await compileMarkdown(markdown, { root: makeTree().root, source: 'page.md' });
    expect(page.html + page.markdown).not.toContain('secret');
    expect(page.assets).toEqual([]);
    expect(messages(page)).toHaveLength(1);
    expect(messages(page)[0]).toMatch(/outside the content folder|leaves the content tree/);
  },
);

test('a symbolic link in a static folder is an error', () => {
  const { root } = makeTree();
  expect(checkStaticFolders([root, join(root, 'nowhere')], root).map(({ file, severity }) => `${severity} ${file}`)).toEqual([
    'error linked',
    'error passwd.txt',
  ]);
});
