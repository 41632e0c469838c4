import fc from 'fast-check';
import { expect, test } from 'vitest';
import { forEachTerm, phraseKey, tokenize } from './analyze.ts';

function terms(text: string, keepStopWords = false): string[] {
  const found: string[] = [];
  forEachTerm(text, keepStopWords, (term) => found.push(term));
  return found;
}

test.each([
  ['AUTH_OIDC_ENABLED', ['auth_oidc_enabled', 'auth', 'oidc', 'enabl']],
  ['createGlossaryTerm', ['createglossaryterm', 'creat', 'glossari', 'term']],
  ['a.bee.cat', ['a.bee.cat', 'bee', 'cat']],
  ['state.remove_stale', ['state.remove_stale', 'remove_stale', 'state', 'remov', 'stale']],
  ['--soft', ['--soft', 'soft']],
  ['@Searchable', ['@searchable', 'searchabl']],
  ['/docs/lineage/airflow', ['docs/lineage/airflow', 'doc', 'lineag', 'airflow']],
  ['entity-registry.yml', ['entity-registry.yml', 'entity-registry', 'entiti', 'registri', 'yml']],
  ['urn:li:dataset', ['urn:li:dataset', 'urn', 'li', 'dataset']],
  ['java.io.IOException', ['java.io.ioexception', 'ioexception', 'java', 'io', 'io', 'except']],
])('identifiers are kept whole and split: %s', (text, expected) => {
  expect(terms(text)).toEqual(expected);
});

test.each([
  ['v0.2.8', ['0.2.8']],
  ['v_0_2_8', ['0.2.8']],
  ['0.10.4', ['0.10.4']],
  ['DataHub GraphQL', ['datahub', 'graphql']],
  ['APIs URNs', ['api', 'urn']],
  ["the provider's token doesn't", ['provid', 'token']],
  ['Ｆｕｌｌ café', ['full', 'cafe']],
])('names, versions, apostrophes and Unicode forms: %s', (text, expected) => {
  expect(terms(text)).toEqual(expected);
});

test('stop words are left out unless they are asked for', () => {
  expect(terms('What is the metadata service')).toEqual(['metadata', 'servic']);
  expect(terms('What is', true)).toEqual(['what', 'is']);
});

test('tokens know where they stand', () => {
  const text = 'Größe of “stateful_ingestion.enabled”, please';
  expect(tokenize(text).map(({ start, end }) => text.slice(start, end))).toEqual(['Größe', 'of', 'stateful_ingestion.enabled', 'please']);
});

test('the same title in other clothes has the same key', () => {
  expect(phraseKey('Access  Policies')).toBe(phraseKey('access-policy'));
  expect(phraseKey('About Domains')).not.toBe(phraseKey('Domains'));
});

test('any text at all is analysed, within its bounds and in order', () => {
  fc.assert(
    fc.property(fc.string({ unit: 'binary', maxLength: 300 }), (text) => {
      let last = 0;
      for (const { start, end, word } of tokenize(text)) {
        expect(start).toBeGreaterThanOrEqual(last);
        expect(end).toBeGreaterThan(start);
        for (const term of [...word.wholes, ...word.parts]) expect(term.length).toBeLessThanOrEqual(64);
        last = end;
      }
    }),
  );
});
