import { mkdirSync, mkdtempSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

import { expect, onTestFinished, test } from 'vitest';

import { checkStaticFolders, isInside } from './files.ts';
import { readCategoryFiles } from './sidebar/categories.ts';
import { createSiteMap } from './site-map.ts';
import { compileMarkdown, docSource, messages } from './testing/compile-markdown.ts';

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
  // A walk that follows links finds this one again and again.
  symlinkSync(outside, join(outside, 'around'));
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

test('beside the docs, a link publishes a file of the folder for inlined files, but no hidden one', async () => {
  const { root } = makeTree();
  writeFileSync(join(root, 'recipe.yml'), 'a: 1');
  writeFileSync(join(root, '.env'), 'TOKEN=secret');
  mkdirSync(join(root, 'pages'));
  const map = createSiteMap({
    ...{ docs: [], root: join(root, 'pages'), inlineRoot: root, otherPaths: [], staticDirectories: [], knownMissing: [] },
  });
  const { resolveTarget } = map.resolverFor(docSource('page.md', '', { absolute: join(root, 'pages/page.md') }));
  expect(resolveTarget('../recipe.yml')).toMatchObject({ kind: 'file' });
  expect(resolveTarget('../.env')).toEqual({ kind: 'broken', message: expect.stringContaining('is hidden') as string });
  expect(resolveTarget('../../outside/passwd')).toMatchObject({ kind: 'broken' });
});

test('rules.resolveLink decides about a file that cannot be published', () => {
  const { root } = makeTree();
  writeFileSync(join(root, 'README.md'), '# Readme');
  const map = createSiteMap({
    ...{ docs: [], root, inlineRoot: root, otherPaths: [], staticDirectories: [], knownMissing: [] },
    resolveLink: (target) => (target === './README.md' ? 'https://git.example.org/README.md' : undefined),
  });
  const { resolveTarget } = map.resolverFor(docSource('page.md', '', { absolute: join(root, 'page.md') }));
  expect(resolveTarget('./README.md')).toEqual({ kind: 'external', url: 'https://git.example.org/README.md' });
  expect(resolveTarget('README.md')).toMatchObject({ kind: 'broken' });
});

test('a symbolic link in a static folder is an error', () => {
  const { root } = makeTree();
  expect(checkStaticFolders([root, join(root, 'nowhere')], root).map(({ file, severity }) => `${severity} ${file}`)).toEqual([
    'error linked',
    'error passwd.txt',
  ]);
});

test('the description of a category is not read through a symbolic link', () => {
  const { root, outside } = makeTree();
  writeFileSync(join(outside, 'settings.yaml'), 'label: secret');
  mkdirSync(join(root, 'part'));
  symlinkSync(join(outside, 'settings.yaml'), join(root, 'part/_category_.yaml'));
  writeFileSync(
    join(root, '_category_.yml'),
    `a: &a [x,x,x,x,x,x,x,x,x,x]\nb: &b [${Array(10).fill('*a').join()}]\nc: [${Array(10).fill('*b').join()}]`,
  );
  const { categories, problems } = readCategoryFiles(root, '');
  expect([...categories]).toEqual([]);
  expect(problems.map(({ file, message }) => `${file}: ${message}`)).toEqual([
    '_category_.yml: the file cannot be read: Excessive alias count indicates a resource exhaustion attack',
    'part/_category_.yaml: the file is a symbolic link that leads outside the content folder',
  ]);
});
