/** Front matter that readers see: tags and their pages, pictures of social cards, titles of tabs, numbers in names, authors of posts. */
import { existsSync } from 'node:fs';
import { join } from 'node:path';

import { expect, test } from 'vitest';

import { builtTree } from './build-fixture.ts';

const { dir, result, read, dataOf } = builtTree('front', { onPageErrors: 'warn' });

test('R-605 a page names its tags at its end, and each tag has a page', () => {
  expect(dataOf('/docs').body).toMatch(
    /<p><strong>Tags:<\/strong> <a href="\/k\/docs\/tags\/getting-started">Getting started<\/a>, <a href="\/k\/docs\/tags\/rest-api">REST API<\/a><\/p>\s*$/,
  );
  expect(read('/docs.md')).toContain('**Tags:** [Getting started](/k/docs/tags/getting-started)');
  const api = dataOf('/docs/tags/rest-api');
  expect(api.title).toBe('Tag: REST API');
  expect(api.body).toMatch(
    /<li><a href="\/k\/docs\/guides\/intro">First job<\/a>: Write a job\.<\/li>\s*<li><a href="\/k\/docs">Start<\/a>: How to start\.<\/li>[^]*<a href="\/k\/docs\/tags">Tags<\/a>/,
  );
});

test('R-605 tags have the labels, routes and descriptions of tags.yml or their own', () => {
  expect(dataOf('/docs/guides/intro').body).toMatch(
    /tags\/rest-api">REST API<\/a>, <a href="\/k\/docs\/tags\/work">Jobs &#x26; queues<\/a>, <a href="\/k\/docs\/tags\/read-later">Read later<\/a>/,
  );
  expect(dataOf('/docs/tags/read-later').body).toContain('<p>Pages for the second week.</p>');
});

test('R-605 all tags of a folder are listed with the number of their pages, without those of unlisted pages', () => {
  const items = [...dataOf('/docs/tags').body.matchAll(/<li>(.*?)<\/li>/g)].map(([, item = '']) => item.replace(/<[^>]*>/g, ''));
  expect(items).toEqual(['Getting started (1)', 'Jobs &#x26; queues (1)', 'Read later (1)', 'REST API (2)']);
  expect(dataOf('/docs/guides/hidden').body).not.toContain('Tags:');
  expect(existsSync(join(dir, 'build/site/docs/tags/secret.json'))).toBe(false);
  expect(dataOf('/news/tags').body).toContain('<a href="/k/news/tags/time">time</a> (1)');
});

test('R-605 tag pages are in no sidebar and no list of pages', () => {
  expect(read('/docs/tags.html')).toContain('<meta name="robots" content="noindex">');
  expect(read('/sitemap.xml')).not.toContain('/tags');
  expect(JSON.stringify(dataOf('/docs').sidebar)).not.toContain('tags');
});

test('R-605 the front matter sets pictures of social cards and titles of tabs', () => {
  const head = read('/docs.html').split('</head>')[0] ?? '';
  expect(head).toContain('<title>Start with Kestrel, the job queue | Kestrel</title>');
  expect(head).toContain('<meta property="og:image" content="https://kestrel.example.org/k/img/day.png">');
  expect(dataOf('/docs').body).toContain('<h1>Start</h1>');
  expect(read('/docs/guides/intro.html')).toContain('<meta property="og:image" content="https://cdn.example.org/card.png">');
});

test('R-605 number prefixes and the format of a file follow its front matter', () => {
  expect(dataOf('/docs/guides/2024-report').body).toContain('which is a lot.');
});

test('R-605 posts have authors', () => {
  expect(dataOf('/news/2026/05/06/clocks').lastUpdate).toEqual({
    author: 'Ana Costa, Ben',
    date: '2026-05-06',
    post: { minutes: 1 },
  });
});

test('R-605 keys without an effect and links to missing files are reported with their lines', () => {
  const messages = result().warnings.map(({ file, line, message }) => `${file.split('/').at(-1)}:${line}: ${message}`);
  expect(messages).toHaveLength(3);
  expect(messages).toContainEqual(expect.stringMatching(/^2024-report\.md:5: front matter "image": there is no file "\.\/lost\.png"/));
  expect(messages).toContainEqual('hidden.md:5: front matter "sidebar_class_name" has no effect here');
  expect(messages).toContainEqual(expect.stringMatching(/^2024-report\.md:8: the expression \{40 \+ 2\} is shown as text/));
});
