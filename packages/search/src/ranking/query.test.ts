import fc from 'fast-check';
import { expect, test } from 'vitest';
import { decodeIndex } from '../index-file/read.ts';
import { parseSynonyms } from '../index-file/synonyms.ts';
import { encodeIndex } from '../index-file/write.ts';
import { SAMPLE_RECORDS, samplePage } from '../testing/sample-records.ts';
import type { QueryWord, SearchRecord } from '../types.ts';
import { createQueryAnalyzer, understandText, necessityOf } from './query.ts';
import { createSearchEngine } from './engine.ts';

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

/** Number of pages of the sample, and of invented words in the questions of each page, so that the site has enough authored questions. */
const PAGES = 40;
const WORDS = 300;

const inventedWords = Array.from({ length: WORDS }, (_, i) => `zq${i.toString(36)}x`).join(' ');

/**
 * Returns pages with one section each, whose questions contain "harbor" and "sailor" and whose text contains only "harbor". The
 * questions of five pages contain "bosun" as well.
 */
function pagesOf(count: number, more: readonly string[] = []): SearchRecord[] {
  return Array.from({ length: count }, (_, i) => {
    const questions = [`harbor sailor${i < 5 ? ' bosun' : ''}`, inventedWords, ...more];
    return samplePage(`/docs/page-${i}`, `Pier ${i}`, [[`Pier ${i}`, 'Ships stay in the harbor.']]).map((record) => ({
      ...record,
      questions,
    }));
  }).flat();
}

function analyze(records: SearchRecord[], text: string): Pick<QueryWord, 'necessity' | 'seldomAsked'>[] {
  return createSearchEngine(decodeIndex(encodeIndex(records))).understand(`${text} `);
}

const necessitiesOf = (records: SearchRecord[], text: string): number[] => analyze(records, text).map(({ necessity }) => necessity);

test('a word that the answers contain is necessary, a word that they lack is not, and an unknown word is between them', () => {
  const [harbor = 0, penguin = 0, sailor = 1] = necessitiesOf(pagesOf(PAGES), 'harbor penguin sailor');
  expect(harbor).toBeGreaterThan(0.9);
  expect(penguin).toBeLessThan(harbor);
  expect(penguin).toBeGreaterThan(sailor);
  expect(sailor).toBeLessThan(0.05);
});

test('the fewer sections have authored questions with a word, the more seldom it is asked', () => {
  const [harbor, bosun, penguin] = analyze(pagesOf(PAGES), 'harbor bosun penguin').map(({ seldomAsked }) => seldomAsked);
  expect([harbor, penguin]).toEqual([0, 1]);
  expect(bosun).toBeCloseTo(1 - Math.log(6) / Math.log(PAGES + 1));
});

test('the names of the page and the other questions of the section count as its text', () => {
  const [sailor, pier] = necessitiesOf(pagesOf(PAGES, ['another sailor', 'which pier']), 'sailor pier');
  expect(sailor).toBeGreaterThan(0.9);
  expect(pier).toBeGreaterThan(0.9);
});

test('the most frequent term of a word counts', () => {
  const index = decodeIndex(encodeIndex(pagesOf(PAGES)));
  const [harbor = -1, bosun = -1] = ['harbor', 'bosun'].map((word) => index.dictionary.find(word));
  expect(necessityOf(index)([bosun, harbor])).toEqual(necessityOf(index)([harbor]));
});

test('no word is certain to be in a section, even if the sections contain all words of their questions', () => {
  const records = pagesOf(PAGES).map((record) => ({ ...record, text: `harbor sailor bosun ${inventedWords}` }));
  for (const necessity of necessitiesOf(records, 'harbor penguin')) expect(necessity < 1).toBe(true);
});

test('a site with few authored questions has no evidence', () => {
  const withoutQuestions = pagesOf(PAGES).map(({ questions: _, ...record }) => record);
  for (const records of [pagesOf(5), withoutQuestions])
    expect(analyze(records, 'harbor')).toMatchObject([{ necessity: 0.5, seldomAsked: 0 }]);
});
