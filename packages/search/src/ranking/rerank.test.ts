import { expect, test } from 'vitest';
import { createAnalyzer } from '../analysis.ts';
import type { SearchPage } from '../types.ts';
import { isProse, nameKeys } from './rerank.ts';

const analyzer = createAnalyzer();
const { phraseKey } = analyzer;

const pageAt = (path: string): SearchPage => ({
  id: path,
  path,
  title: 'Start here',
  sidebarLabel: 'First steps',
  breadcrumbs: [],
  group: 'guides',
  language: 'en',
  tags: [],
});

test.each([
  ['/docs/transformer/intro', 'Transformers'],
  ['/docs/transformer/overview', 'transformer'],
  ['/docs/transformer/dataset-transformer', 'dataset transformers'],
  ['/docs/intro-to-x', 'intro-to-x'],
  ['/overview', 'overview'],
])('%s can be named %j', (path, name) => {
  expect(nameKeys(pageAt(path), analyzer)).toContain(phraseKey(name));
});

test('only the index page of a folder is named after the folder', () => {
  expect(nameKeys(pageAt('/docs/transformer/dataset'), analyzer)).not.toContain(phraseKey('transformer'));
});

test('a page can be named by its title or its sidebar label', () => {
  expect(nameKeys(pageAt('/docs/x'), analyzer)).toEqual(expect.arrayContaining([phraseKey('start here'), phraseKey('first steps')]));
});

test.each([
  ['how do I delete a dataset', true],
  ['delete a dataset', false],
  ['what does AUTH_OIDC_ENABLED do', false],
  ['datahub delete --urn x --hard', false],
  ['what is in values.yaml please', false],
  ['', false],
])('"%s" is prose: %s', (text, prose) => {
  expect(isProse(text)).toBe(prose);
});
