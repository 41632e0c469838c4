import fc from 'fast-check';
import { expect, test } from 'vitest';
import { decodeIndex } from '../index-file/read.ts';
import { parseSynonyms } from '../index-file/synonyms.ts';
import { encodeIndex } from '../index-file/write.ts';
import { SAMPLE_RECORDS } from '../testing/sample-records.ts';
import { createQueryAnalyzer, understandText } from './query.ts';

const { rules } = parseSynonyms('oneWay: [{ from: sso, to: [oidc] }]');
const index = decodeIndex(encodeIndex(SAMPLE_RECORDS, { synonyms: rules }));
const understand = (text: string): ReturnType<typeof understandText> => understandText(index, text, createQueryAnalyzer(index));

test('each word is classified by its occurrence on the pages', () => {
  const words = understand('does Snowflake hide the platfrom from sso in airbyte?');
  expect(words.map(({ written, match }) => [written, match])).toEqual([
    ['Snowflake', 'exact'],
    ['hide', 'exact'],
    ['platfrom', 'spelling'],
    ['sso', 'synonym'],
    ['airbyte', 'none'],
  ]);
});

test('a corrected word has the similarity of its correction, and an unknown word has none', () => {
  const [corrected, unknown] = understand('platfrom airbyte ');
  expect(corrected).toMatchObject({ exactTerms: [], similarity: 7 / 8 });
  expect(corrected?.alternatives[0]).toEqual(['platform']);
  expect(unknown).toMatchObject({ exactTerms: [], alternatives: [], similarity: 0, weight: 1, documentShare: 0 });
});

test('rarer words have more weight', () => {
  const [common, rare] = understand('glossary warehouse');
  expect(common?.weight).toBeLessThan(rare?.weight ?? 0);
  expect(common?.documentShare).toBeGreaterThan(rare?.documentShare ?? 1);
});

test('without authored questions, no word is evidence for or against an answer', () => {
  for (const word of understand('glossary airbyte')) expect(word).toMatchObject({ necessity: 0.5, seldomAsked: 0 });
});

test('a name that is on no page is not an exact match, even if its parts are', () => {
  expect(understand('OpenMetadata').map(({ match }) => match)).not.toContain('exact');
  expect(understand('createGlossaryTerm').map(({ match }) => match)).toEqual(['exact', 'exact', 'exact']);
});

test('a word with a different ending is found by its stem', () => {
  expect(understand('containerz conatiners').map(({ alternatives }) => alternatives[0])).toEqual([['contain'], ['contain']]);
});

test('property: the weights of any text are from 0 to 1', () => {
  const hostile = fc.oneof(
    fc.string({ maxLength: 3000 }),
    fc.constantFrom('', '__proto__', 'constructor', '🍕🍕', '.,;!?', 'a'.repeat(2000)),
  );
  fc.assert(
    fc.property(hostile, (text) => {
      for (const { weight, similarity, documentShare, necessity, seldomAsked } of understand(text))
        for (const value of [weight, similarity, documentShare, necessity, seldomAsked]) expect(value >= 0 && value <= 1).toBe(true);
    }),
  );
});
