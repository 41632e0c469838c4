import { expect, test } from 'vitest';
import { decodeIndex } from '../index-file/read.ts';
import { encodeIndex } from '../index-file/write.ts';
import { samplePage } from '../testing/sample-records.ts';
import type { QueryWord, SearchRecord } from '../types.ts';
import { createSearchEngine } from './engine.ts';
import { necessityOf } from './necessity.ts';

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
