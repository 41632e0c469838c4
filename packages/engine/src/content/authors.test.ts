import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

import { expect, onTestFinished, test } from 'vitest';

import { growthBeyondLinear } from '#server/testing/growth.ts';

import { authorsOf, createAuthorPages } from './authors.ts';
import { docSource } from './testing/compile-markdown.ts';

test('the time to list the pages of authors grows linearly with the number of authors', () => {
  const root = mkdtempSync(join(tmpdir(), 'authors-'));
  onTestFinished(() => rmSync(root, { recursive: true }));
  const read = (marks: string): unknown => {
    const keys = [...marks].map((_, index) => `a${index}`);
    writeFileSync(join(root, 'authors.yml'), keys.map((key) => `${key}: { name: ${key}, page: true }\n`).join(''));
    const docs = [docSource('post.md', '', { frontMatter: { authors: keys } })];
    return createAuthorPages({ roots: [root], docs, basePath: '/blog', words: {}, projectRoot: root });
  };
  expect(growthBeyondLinear(read, '#', 1 << 12)).toBeNull();
});

test.each([
  ['https://ana.example', 'https://ana.example'],
  ['mailto:ana@shop.example', 'mailto:ana@shop.example'],
  ['javascript:alert(1)', null],
  ['https://[', null],
])('R-605 the %j address of an author becomes %j', (url, expected) => {
  expect(authorsOf({ authors: [{ name: 'Ana', url }] }, new Map())).toMatchObject([{ name: 'Ana', url: expected }]);
});
