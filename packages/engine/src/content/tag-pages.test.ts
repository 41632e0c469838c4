import { expect, test } from 'vitest';

import { createTagPages } from './tag-pages.ts';
import { compileMarkdown, docSource } from './testing/compile-markdown.ts';

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
