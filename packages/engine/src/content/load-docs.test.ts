import { mkdtempSync, mkdirSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';

import { expect, onTestFinished, test } from 'vitest';

import { parseFrontMatter } from './front-matter.ts';
import { REFUSED_LINK } from './files.ts';
import { loadDocs, withLastUpdates } from './load-docs.ts';
import type { LoadOptions } from './load-docs.ts';

async function load(files: Readonly<Record<string, string | Uint8Array>>, more: Partial<LoadOptions> = {}) {
  const root = mkdtempSync(join(tmpdir(), 'docs-'));
  onTestFinished(() => rmSync(root, { recursive: true }));
  for (const [name, content] of Object.entries(files)) {
    mkdirSync(dirname(join(root, name)), { recursive: true });
    writeFileSync(join(root, name), content);
  }
  return loadDocs({ root, projectRoot: root, include: ['**/*.md'], exclude: ['**/_*'], basePath: '/docs', drafts: false, ...more });
}

test('files that start with an underscore are not pages, and pages are sorted by path', async () => {
  const { docs } = await load({ 'b.md': 'x', 'a.md': 'x', '_part.md': 'x', 'c.txt': 'x' });
  expect(docs.map((doc) => doc.source)).toEqual(['a.md', 'b.md']);
});

test('the title comes from the front matter, the first heading, or the file name', async () => {
  const { docs } = await load({
    'a.md': '---\ntitle: Own\n---\n\n# Other\n',
    'b.md': '```\n# no\n```\r\n\r\n# The `real` [one](x.md)\r\n',
    'c.md': 'text',
    'guides/02-Write-Plugin.md': 'text',
  });
  expect(docs.map((doc) => doc.title)).toEqual(['Own', 'The real one', 'c', 'Write-Plugin']);
});

test('the label in the sidebar may be in the key that other engines use', async () => {
  const { docs, problems } = await load({
    'a.md': '---\ntitle: A\nsidebarTitle: Short\n---\n',
    'b.md': '---\nsidebarTitle: C\nsidebar_label: B\n---\n',
  });
  expect(problems).toEqual([]);
  expect(docs.map((doc) => doc.sidebarLabel)).toEqual(['Short', 'B']);
});

test('R-106 a draft is not built, and its id is known to the sidebar', async () => {
  const files = { 'a.md': '---\ntitle: A\ndraft: true\n---\n', 'b.md': 'x' };
  const production = await load(files);
  expect(production.docs.map((doc) => doc.id)).toEqual(['b']);
  expect([...production.draftIds]).toEqual(['a']);
  expect((await load(files, { drafts: true })).docs).toHaveLength(2);
});

test('rules for a foreign tree set slug, title, label, and id, and can change the text', async () => {
  const { docs } = await load(
    { 'docs/x/README.md': '# Old\n' },
    {
      defaults: () => ({ slug: '/y', id: 'docs/x/README', sidebarLabel: 'Label' }),
      rewrite: (_source, text) => text.replace('Old', 'New'),
    },
  );
  expect(docs[0]).toMatchObject({ id: 'docs/x/README', path: '/docs/y', title: 'New', sidebarLabel: 'Label' });
});

test('invalid front matter is reported with its line and the nearest key', () => {
  const messages = (text: string): string[] => parseFrontMatter('a.md', text).problems.map(({ line, message }) => `${line}: ${message}`);
  expect(messages('---\ntitle: x\nsidebar_lable: y\n---\n')).toEqual([
    '3: front matter has no key "sidebar_lable"; did you mean "sidebar_label"?',
  ]);
  expect(messages('---\ntitle: [3]\n---\n')).toEqual(['2: front matter "title": expected text']);
  // Other pages repeat titles and labels, for example in the sidebar.
  for (const key of ['title', 'sidebar_label', 'pagination_label'])
    expect(messages(`---\n${key}: ${'x'.repeat(501)}\n---\n`)).toEqual([`2: front matter "${key}": expected at most 500 characters`]);
  expect(messages('---\nsidebar_position: first\ndraft: maybe\n---\n')).toEqual([
    '2: front matter "sidebar_position": expected a number',
    '3: front matter "draft": expected true or false',
  ]);
  expect(messages('---\ntitle: [x\n---\n')[0]).toMatch(/^\d: the front matter is not valid YAML: /);
  expect(messages('---\ntitle: x\n')).toEqual(['1: the front matter that starts with --- is never closed: end it with a line of ---']);
  expect(messages('text\n---\nmore')).toEqual([]);
});

test('an unquoted value with a colon is reported, and the front matter is parsed as intended', () => {
  const { frontMatter, problems } = parseFrontMatter('a.md', '---\nid: a\ntitle: Part 1: "The" start\nslug: /a:b\ntags: [x]\n---\nText\n');
  expect(frontMatter).toEqual({ id: 'a', title: 'Part 1: "The" start', slug: '/a:b', tags: ['x'] });
  expect(problems).toEqual([
    { file: 'a.md', line: 3, message: 'the value of "title" contains a colon: put it in quotes', severity: 'error' },
  ]);
});

test('titles, descriptions, and questions are on one line', () => {
  const text = '---\ntitle: "A\\n\\n# B"\ndescription: |\n  One.\n  Two.\nquestions:\n  - ask: "What is\\n# it for"\n---\n';
  expect(parseFrontMatter('a.md', text)).toMatchObject({
    frontMatter: { title: 'A # B', description: 'One. Two.', questions: [{ ask: 'What is # it for' }] },
    problems: [],
  });
});

test('the body starts after the front matter, with the line number of the file', () => {
  expect(parseFrontMatter('a.md', '---\ntitle: x\n---\n\nText')).toMatchObject({ body: '\nText', bodyLine: 4 });
});

test.each(['../../x', '/../../x', '/a/../../x', '../..', '../../../../outside', 'a\\b', 'a?b', 'a#b'])(
  'the slug %j is rejected with its line',
  async (slug) => {
    const { docs, problems } = await load({ 'guides/a.md': `---\ntitle: A\nslug: '${slug}'\n---\n` });
    expect(problems.map(({ file, line, severity }) => ({ file, line, severity }))).toEqual([
      { file: 'guides/a.md', line: 3, severity: 'error' },
    ]);
    expect(problems[0]?.message).toContain('write a route such as /guides/start');
    expect(docs[0]?.path).toBe('/docs/guides/a');
  },
);

test('a symbolic link out of the content folder is rejected, and one inside of it is a page', async () => {
  const outside = mkdtempSync(join(tmpdir(), 'outside-'));
  onTestFinished(() => rmSync(outside, { recursive: true }));
  writeFileSync(join(outside, 'secret.md'), 'secret');
  const root = mkdtempSync(join(tmpdir(), 'docs-'));
  onTestFinished(() => rmSync(root, { recursive: true }));
  writeFileSync(join(root, 'a.md'), 'text');
  symlinkSync(join(root, 'a.md'), join(root, 'b.md'));
  symlinkSync(join(outside, 'secret.md'), join(root, 'c.md'));
  symlinkSync(outside, join(root, 'folder'));
  const { docs, problems } = loadDocs({ root, projectRoot: root, include: ['**/*.md'], exclude: [], basePath: '/docs', drafts: false });
  expect(docs.map(({ source }) => source)).toEqual(['a.md', 'b.md']);
  expect(problems.map(({ file, message }) => `${file}: ${message}`)).toEqual([
    `folder: the folder ${REFUSED_LINK}`,
    `c.md: the file ${REFUSED_LINK}`,
  ]);
});

test('front matter of Docusaurus is used or reported, and one invalid key does not affect the others', () => {
  const { frontMatter, problems } = parseFrontMatter(
    'a.md',
    '---\ntitle: A\nsidebar_class_name: x\nunlisted: true\npagination_next: null\nsomething_else: 1\ntoc_min_heading_level: 9\nlast_update: { author: Ann, date: 2024-01-02 }\n---\n',
  );
  expect(frontMatter.title).toBe('A');
  expect(problems.map(({ line, severity, message }) => `${line} ${severity}: ${message.split(';')[0]}`)).toEqual([
    '3 warning: front matter "sidebar_class_name" has no effect here',
    '6 warning: front matter has no key "something_else", so it has no effect',
    expect.stringMatching(/^7 error: front matter "toc_min_heading_level": /),
  ]);
});

test.each([
  ['a: *gone', 2, 'there is no "&gone" before it'],
  [`a: &a [x,x,x,x,x,x,x,x,x,x]\nb: &b [${Array(10).fill('*a').join()}]\nc: [${Array(10).fill('*b').join()}]`, 1, 'Excessive alias count'],
])('unreadable YAML aliases are reported with the file: %j', (yaml, line, reason) => {
  const { frontMatter, problems } = parseFrontMatter('a.md', `---\n${yaml}\n---\n`);
  expect(frontMatter).toEqual({});
  expect(problems).toMatchObject([{ file: 'a.md', line, message: expect.stringContaining(reason) as string, severity: 'error' }]);
});

test('every front matter key of Docusaurus is used or reported, and its value is read as Docusaurus does', () => {
  const text = `---
id: 12
title: 404
title_meta: a
description: ''
keywords: [1, b]
slug: /x
sidebar_label: 7
sidebar_position: '3'
sidebar_class_name: a
sidebar_custom_props: { a: b }
displayed_sidebar: docs
pagination_label: 5
pagination_next: null
pagination_prev: a/b
parse_number_prefixes: false
hide_title: 'true'
hide_table_of_contents: true
toc_min_heading_level: '2'
toc_max_heading_level: 4
custom_edit_url: null
image: img/card.png
tags: [a]
draft: 'false'
unlisted: false
last_update: { date: 2024-01-02 }
format: mdx
authors: ana
date: 2024-01-02
---
`;
  const { frontMatter, problems } = parseFrontMatter('a.md', text);
  expect(frontMatter).toMatchObject({
    ...{ id: '12', title: '404', description: '', keywords: ['1', 'b'], sidebar_label: '7', sidebar_position: 3, pagination_label: '5' },
    ...{ hide_title: true, toc_min_heading_level: 2, draft: false, pagination_next: null, custom_edit_url: null },
    ...{ parse_number_prefixes: false, image: 'img/card.png', tags: ['a'], format: 'mdx' },
  });
  expect(problems.map(({ kind, severity }) => `${severity}: ${kind}`)).toEqual(
    ['sidebar_class_name', 'sidebar_custom_props'].map((key) => `warning: front matter "${key}" has no effect`),
  );
});

test('the last update of the front matter overrides that of git', async () => {
  const { docs } = await load({
    'a.md': '---\nlast_update: { author: Ann, date: 2024-01-02 }\n---\n',
    'b.md': '---\nlast_update: { date: 5 May 2024 }\n---\n',
    'c.md': 'text',
  });
  const update = { author: 'Git', date: '2026-01-01' };
  const updated = withLastUpdates(docs, new Map(docs.map(({ absolute }) => [absolute, update])));
  expect(updated.map(({ lastUpdate }) => lastUpdate)).toEqual([
    { author: 'Ann', date: '2024-01-02' },
    { author: 'Git', date: expect.stringMatching(/^2024-05-0[45]$/) as string },
    update,
  ]);
});

test('the last update of a generated page is that of the files in its folder', async () => {
  const { docs } = await load({ 'a.md': 'text', 'b.md': 'text' });
  const [one, other] = docs.map((doc, index) => ({ ...doc, absolute: index === 0 ? '/catalog/graphql' : '/catalog/graph' }));
  const updates = new Map(
    ['2024-01-02', '2025-03-04', '2023-01-01'].map((date, index) => [`/catalog/graphql/${index}.yaml`, { author: null, date }]),
  );
  const updated = withLastUpdates(
    [one, other].filter((doc) => doc !== undefined),
    updates,
  );
  expect(updated.map(({ lastUpdate }) => lastUpdate)).toEqual([{ author: null, date: '2025-03-04' }, null]);
});

test.each([
  ['01-guides/02-start.md', 'guides/start', '/docs/guides/start', 2],
  ['guides/3. Next.md', 'guides/next', '/docs/guides/next', 3],
  ['02-guides/index.md', 'guides', '/docs/guides', 2],
  ['notes/2024-05-notes.md', 'notes/2024-05-notes', '/docs/notes/2024-05-notes', null],
  ['v/1.2-notes.md', 'v/1.2-notes', '/docs/v/1.2-notes', null],
  ['2fa.md', '2fa', '/docs/2fa', null],
])('the number prefix of %s affects only the sidebar position', async (source, id, path, position) => {
  const { docs } = await load({ [source]: 'text' });
  expect(docs[0]).toMatchObject({ id, path, sidebarPosition: position });
});

test.each([
  ['guides/a.md', 'start', 'guides/start', '/docs/guides/start'],
  ['a.md', 'start', 'start', '/docs/start'],
  ['guides/a.md', 'other/start', 'other/start', '/docs/guides/a'],
])('the id of %s, %s, is relative to its folder and part of the route', async (source, own, id, path) => {
  const { docs } = await load({ [source]: `---\nid: ${own}\n---\n` });
  expect(docs[0]).toMatchObject({ id, path });
});

test.each(['"+275760-09-13"', '-271821-04-20', '"99999-01-01"', '9999-99-99', 'nonsense'])(
  'a date that no calendar of readers shows is like no date: %s',
  async (date) => {
    const { docs } = await load(
      { 'a.md': `---\ndate: ${date}\n---\n`, 'b.md': `---\nlast_update: { author: Ann, date: ${date} }\n---\n` },
      { isBlog: true },
    );
    expect(withLastUpdates(docs, new Map()).map(({ lastUpdate }) => lastUpdate?.date)).toEqual([undefined, undefined]);
  },
);

test('a page that is generated from a folder has the newest update of the files in it', async () => {
  const { docs } = await load({ 'a.md': 'x', 'a/b.md': 'x' });
  const [doc] = docs;
  if (doc === undefined) throw new Error('no page');
  const updates = new Map([
    ['/site/a/b.md', { author: 'Ann', date: '2026-01-01' }],
    ['/site/a/b/c.md', { author: 'Ben', date: '2026-03-01' }],
    ['/site/ab/d.md', { author: 'Cem', date: '2026-05-01' }],
  ]);
  const [updated] = withLastUpdates([{ ...doc, absolute: '/site/a' }], updates);
  expect(updated?.lastUpdate).toEqual({ author: 'Ben', date: '2026-03-01' });
});
