import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

import { expect, onTestFinished, test } from 'vitest';

import { growthBeyondLinear } from '#testing/growth.ts';

import type { DocSource } from './document.ts';
import { authorsOf, createAuthorPages, createTagPages, knownAuthors, namesOfAuthors } from './tags-and-authors.ts';
import { compileMarkdown, docSource } from './testing/compile-markdown.ts';

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

test('the authors of a site are read once, and not for each post', () => {
  let reads = 0;
  const entries = {
    get ana() {
      reads += 1;
      return { name: 'Ana' };
    },
  };
  for (let post = 0; post < 10; post++) expect(namesOfAuthors({ authors: ['ana'] }, entries)).toBe('Ana');
  expect(reads).toBe(1);
});

test('long details of an author are cut, because each post can repeat them', () => {
  expect(authorsOf({ authors: [{ name: 'x'.repeat(9000) }] }, new Map())[0]?.name).toHaveLength(2000);
});

test('a post shows each author once, and 50 at most, so that a short list cannot repeat long details thousands of times', () => {
  const known = new Map(knownAuthors({ a: { name: 'Ana', title: 'x'.repeat(2000) } }));
  expect(authorsOf({ authors: Array(10_000).fill('a') }, known)).toHaveLength(1);
  const names = Array.from({ length: 60 }, (_, number) => ({ name: `n${number}` }));
  expect(authorsOf({ authors: names }, known)).toHaveLength(50);
});

test('only 2000 authors and 2000 tags have a page, which is reported', () => {
  const root = mkdtempSync(join(tmpdir(), 'authors-'));
  onTestFinished(() => rmSync(root, { recursive: true }));
  const names = Array.from({ length: 2005 }, (_, number) => `n${number}`);
  writeFileSync(join(root, 'authors.yml'), names.map((name) => `${name}: { name: ${name}, page: true }\n`).join(''));
  const docs = [docSource('post.md', '', { frontMatter: { authors: names, tags: names } })];
  const options = { docs, basePath: '/blog', words: {}, projectRoot: root };
  const authors = createAuthorPages({ ...options, roots: [root] });
  const tags = createTagPages({ ...options, root: join(root, 'blog') });
  // One more page lists the others.
  expect([authors.pages.length, tags.pages.length]).toEqual([2001, 2001]);
  const body = tags.withTags(authors.withAuthors(docs[0] as DocSource)).body;
  expect(body).toContain('· [n49](/blog/authors/n49)\n');
  expect(body).toMatch(/\[n1999\]\(\/blog\/tags\/n1999\)\n$/);
  const message = (what: string): string => `the folder has more than 2000 ${what} with a page, so the others have none: use fewer`;
  expect([...authors.problems, ...tags.problems].map(({ message }) => message)).toEqual([message('authors'), message('tags')]);
});

test('the permalink of an author is a route without empty parts, which another page cannot have as well', () => {
  const permalinkOf = (permalink: string) => new Map(knownAuthors({ a: { name: 'Ana', page: { permalink } } })).get('a')?.page;
  expect(['2024//06/second/', '/./team/ana', '../../ana'].map(permalinkOf)).toEqual(['2024/06/second', 'team/ana', 'ana']);
});

test('the lists of tags repeat the descriptions of pages up to a limit, because a page can have many tags', () => {
  const tags = Array.from({ length: 100 }, (_, number) => `tag${number}`);
  const docs = Array.from({ length: 500 }, (_, number) =>
    docSource(`page${number}.md`, '', { frontMatter: { tags, description: 'word '.repeat(60) } }),
  );
  const { pages } = createTagPages({ root: '/site/docs', docs, basePath: '/docs', words: {}, projectRoot: '/site' });
  expect(pages).toHaveLength(101);
  expect(pages[0]?.body).toContain(': word word');
  const total = pages.reduce((sum, { body }) => sum + body.length, 0);
  expect(total).toBeLessThan(2_100_000 + 100 * 500 * 60);
  expect(pages.at(-2)?.body.match(/^- \[/gm)).toHaveLength(500);
});

test('a tag of pictures whose label is cut inside of one has a page', () => {
  const doc = docSource('a.md', '', {
    frontMatter: { tags: [`a${'😀'.repeat(300)}`, { label: '-', permalink: `${'😀'.repeat(3)}\uD83D` }] },
  });
  const { pages } = createTagPages({ root: '/site/docs', docs: [doc], basePath: '/docs', words: {}, projectRoot: '/site' });
  expect(pages).toHaveLength(3);
});

test('a tag of thousands of pages has several lists, because one would be too long', async () => {
  const docs = Array.from({ length: 4000 }, (_, number) =>
    docSource(`page${number}.md`, 'Words of a page.', { frontMatter: { tags: ['a'] } }),
  );
  const { pages } = createTagPages({ root: '/site/docs', docs, basePath: '/docs', words: {}, projectRoot: '/site' });
  const { html, problems } = await compileMarkdown(pages[0]?.body ?? '');
  expect(problems.filter(({ message }) => message.includes('longer'))).toEqual([]);
  expect(String(html).match(/<ul>/g)?.length).toBeGreaterThan(1);
  expect(String(html).match(/<li>/g)).toHaveLength(4000);
  expect(String(html)).not.toContain('<li>\n<p>');
});
