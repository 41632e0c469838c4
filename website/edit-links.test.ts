import { existsSync, readFileSync } from 'node:fs';

import { expect, test } from 'vitest';

import { editUrl } from './edit-links.ts';

const REPOSITORY = 'https://github.com/datahub-project/datahub/';

test.each([
  ['quickstart.md', 'blob/master/docs/quickstart.md'],
  ['introduction.md', 'blob/master/README.md'],
  ['metadata-ingestion/index.md', 'blob/master/metadata-ingestion/README.md'],
  ['metadata-ingestion/sink_docs/file.md', 'blob/master/metadata-ingestion/sink_docs/file.md'],
  ['metadata-modeling/metadata-model.md', 'blob/master/docs/modeling/metadata-model.md'],
  ['generated/ingestion/sources/delta-lake.md', 'tree/master/metadata-ingestion/docs/sources/delta-lake'],
  ['generated/metamodel/entities/chart.md', 'blob/master/metadata-models/src/main/resources/entity-registry.yml'],
  ['graphql/objects/search.md', 'tree/master/datahub-graphql-core/src/main/resources'],
])('R-105 %s is edited as %s', (source, file) => {
  expect(editUrl(source)).toBe(REPOSITORY + file);
});

test('release notes have no edit link, because they are generated from tags', () => {
  expect(editUrl('releases.md')).toBeNull();
});

test('every page with its own edit link exists', () => {
  const table = readFileSync('website/edit-links.ts', 'utf8').matchAll(/^ {2}'([^']+)': '/gm);
  const pages = [...table].map(([, page = '']) => page);
  expect(pages.length).toBeGreaterThan(0);
  expect(pages.filter((page) => !existsSync(`website/content/docs/${page}`))).toEqual([]);
});
