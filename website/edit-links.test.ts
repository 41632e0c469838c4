import { existsSync, readFileSync } from 'node:fs';

import { expect, test } from 'vitest';

import { editUrl } from './edit-links.ts';

const REPOSITORY = 'https://github.com/datahub-project/datahub/blob/master/';

test.each([
  ['quickstart.md', 'docs/quickstart.md'],
  ['introduction.md', 'README.md'],
  ['metadata-ingestion/index.md', 'metadata-ingestion/README.md'],
  ['metadata-ingestion/sink_docs/file.md', 'metadata-ingestion/sink_docs/file.md'],
  ['metadata-modeling/metadata-model.md', 'docs/modeling/metadata-model.md'],
])('%s is edited as %s', (source, file) => {
  expect(editUrl(source)).toBe(REPOSITORY + file);
});

test('every page with a link of its own exists', () => {
  const table = readFileSync('website/edit-links.ts', 'utf8').matchAll(/^ {2}'([^']+)': '/gm);
  const pages = [...table].map(([, page = '']) => page);
  expect(pages.length).toBeGreaterThan(0);
  expect(pages.filter((page) => !existsSync(`website/content/docs/${page}`))).toEqual([]);
});
