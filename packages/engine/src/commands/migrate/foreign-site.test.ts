import { mkdirSync, mkdtempSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

import { expect, onTestFinished, test } from 'vitest';

import { growthBeyondLinear } from '#server/testing/growth.ts';

import { withoutComments } from './docusaurus-theme.ts';
import { baseUrlOf, countFiles, editUrlOf, inlineHtml } from './foreign-site.ts';

test('R-605 a base URL may be written without the slashes at its ends', () => {
  expect(['/k/docs', 'k/', '/', '', undefined].map(baseUrlOf)).toEqual(['/k/docs/', '/k/', '/', undefined, undefined]);
});

test('an address to edit pages that is not hierarchical is left out', () => {
  const editUrls = ['https://git.example.org/a/edit/main', 'javascript:alert(1)', 'mailto:a@example.org'];
  expect(editUrls.map((editUrl) => editUrlOf({ editUrl }, 'docs', []))).toEqual([
    'https://git.example.org/a/edit/main/docs/',
    undefined,
    undefined,
  ]);
});

test('announcements and footers keep links, emphasis, and the texts of pictures', () => {
  const html = '<div>A <img src="a.png" alt="picture"> <IMG src=b> <a onclick="x()" href="/b">b</a> <script>c</script> 1 < 2 <b';
  expect(inlineHtml(html)).toBe('A picture <a href="/b">b</a> c 1 &lt; 2 <b');
});

test('the comments of a stylesheet are removed', () => {
  expect(withoutComments('a {} /* b /* c */ d {} /**/ e {} /* f {}')).toBe('a {}  d {}  e {} /* f {}');
});

test.each(['<img ', '<a ', '<img alt="', '<img >', '<'])('the time to read HTML grows linearly with its length: %j', (piece) => {
  expect(growthBeyondLinear(inlineHtml, piece, 1 << 17)).toBeNull();
});

test.each(['/*', '/**/', '*/', '/'])('the time to remove comments grows linearly with the length of a stylesheet: %j', (piece) => {
  expect(growthBeyondLinear(withoutComments, piece, 1 << 17)).toBeNull();
});

test('files behind a symbolic link that leads outside are not counted, and a link to the root directory is not followed', () => {
  const folder = mkdtempSync(join(tmpdir(), 'foreign-'));
  onTestFinished(() => rmSync(folder, { recursive: true }));
  mkdirSync(join(folder, 'blog/inner'), { recursive: true });
  for (const file of ['a.md', 'blog/b.md', 'blog/inner/c.mdx', 'blog/d.txt']) writeFileSync(join(folder, file), '');
  symlinkSync('/', join(folder, 'blog/root'));
  symlinkSync('../a.md', join(folder, 'blog/outside.md'));
  symlinkSync('b.md', join(folder, 'blog/inside.md'));
  expect(countFiles(join(folder, 'blog'), /\.mdx?$/)).toBe(3);
  expect(countFiles(join(folder, 'none'), /\.mdx?$/)).toBe(0);
});
