import { type Evidence, MARK, type QueryWord, type SearchPage, type SearchRecord, plainText } from '@quire/search';
import { describe, expect, test } from 'vitest';
import { UNKNOWN_PRODUCT } from '../product.ts';
import { NO_MATCH } from './coverage.ts';
import { PLAIN_TERMS } from './terms.ts';
import { directoryReaderOf, hasSteps, isUnaskedHistory, isDirectory, rerank, RANKING_FEATURES, type RankingFeatures } from './rerank.ts';
import { analyzeQuestion } from './analyze-question.ts';

const page: SearchPage = {
  id: 'deploy',
  path: '/docs/deploy',
  title: 'Deploy',
  sidebarLabel: 'Deploy',
  breadcrumbs: [],
  group: 'guides',
  language: 'en',
  tags: [],
};

function section(...lines: string[]): SearchRecord {
  const marked = lines.join('\n');
  return { page, anchor: '', heading: 'Deploy', level: 1, text: plainText(marked), marked, code: [] };
}

const row = (name: string, about: string): string => `${MARK.row}${MARK.label}${name} ${MARK.cell}${about}`;
const HEADER = `${MARK.headerRow}Page ${MARK.cell}What it is for`;

describe('a list of pages', () => {
  const list = section('Docker is enough to try it.', HEADER, row('Deploying to AWS', 'Create a cluster.'), row('Docker', 'Containers.'));

  test('is recognized by rows that start with a link', () => {
    expect(isDirectory(list)).toBe(true);
    expect(isDirectory(section(HEADER, `${MARK.row}PORT ${MARK.cell}8080`))).toBe(false);
    expect(isDirectory(section('One.', 'Two.', 'Three.', row('Docker', 'Containers.')))).toBe(false);
    expect(isDirectory(section(''))).toBe(false);
  });

  test('has an entry with the name and the terms of each page', () => {
    const [aws, docker, ...others] = directoryReaderOf(PLAIN_TERMS)(list);
    expect([aws?.name, docker?.name, others]).toEqual(['Deploying to AWS', 'Docker', []]);
    expect(['deploy', 'cluster', 'contain'].map((term) => aws?.terms.has(term))).toEqual([true, true, false]);
    expect(['docker', 'contain', 'cluster'].map((term) => docker?.terms.has(term))).toEqual([true, true, false]);
    expect(directoryReaderOf(PLAIN_TERMS)(section('Nothing here.'))).toEqual([]);
  });
});

test('a history that the question does not ask for is recognized', () => {
  const past = { ...page, title: 'Change log' };
  expect(isUnaskedHistory(past, 'how do I deploy')).toBe(true);
  expect(isUnaskedHistory(past, 'what is in the change log')).toBe(false);
  expect(isUnaskedHistory(page, 'how do I deploy')).toBe(false);
});

test('steps are distinguished from other list items', () => {
  expect(hasSteps(section(`${MARK.step}1${MARK.step}Start it.`))).toBe(true);
  expect(hasSteps(section(`${MARK.item}One of many.`))).toBe(false);
});

describe('a page with several good sections', () => {
  const word = (written: string, weight: number): QueryWord => {
    return {
      written,
      match: 'exact',
      similarity: 1,
      weight,
      documentShare: 0.1,
      necessity: 0.5,
      seldomAsked: 0,
      exactTerms: [written],
      alternatives: [],
    };
  };
  const words = [word('alpha', 0.9), word('beta', 0.1)];
  const other = { ...page, path: '/docs/other', title: 'Other' };
  const evidence = (terms: string[], recordNumber: number, onPage: SearchPage): Evidence => {
    const record = { ...section(terms.join(' ')), page: onPage };
    return { record, recordNumber, score: 1, coverage: 1, contains: (term) => terms.includes(term) };
  };
  const similar = [evidence(['alpha', 'beta'], 0, other), evidence(['alpha'], 1, page), evidence(['alpha'], 2, page)];
  const order = (text: string, found = similar, weight = 1): number[] => {
    const onlyWords = { ...Object.fromEntries(RANKING_FEATURES.map((name) => [name, 0])), sectionWords: weight } as RankingFeatures;
    const question = analyzeQuestion({ text, conversation: [] });
    const asked = {
      question,
      words,
      askedCount: words.length,
      product: UNKNOWN_PRODUCT,
      terms: PLAIN_TERMS,
      matchAuthored: () => NO_MATCH,
      likelihoodsOf: () => null,
    };
    return rerank(found, asked, onlyWords).map(({ recordNumber }) => recordNumber);
  };

  test('ranks above a page with a single section that is slightly better', () => {
    expect(order('How do I use alpha beta?')).toEqual([1, 0, 2]);
  });

  test('does not rank above a page with a much better section, however many sections it has', () => {
    const weak = Array.from({ length: 20 }, (_, i) => evidence(['beta'], i + 1, page));
    expect(order('How do I use alpha beta?', [...weak, evidence(['alpha'], 0, other)], 6)[0]).toBe(0);
  });

  test('does not rank higher if the question has a context', () => {
    expect(order('Our intern left yesterday. How do I use alpha beta?')).toEqual([0, 1, 2]);
  });
});

test('a section about errors ranks first only if the question names an error', () => {
  const [troubleshooting, recipe] = ['Troubleshooting', 'Recipe'].map((heading, recordNumber): Evidence => {
    const record = { ...section('Deploy it.'), heading, level: 2, anchor: heading.toLowerCase() };
    return { record, recordNumber, score: 1 - recordNumber / 10, coverage: 1, contains: () => false };
  });
  const first = (text: string): string | undefined => {
    const question = analyzeQuestion({ text, conversation: [] });
    const asked = {
      question,
      words: [],
      askedCount: 0,
      product: UNKNOWN_PRODUCT,
      terms: PLAIN_TERMS,
      matchAuthored: () => NO_MATCH,
      likelihoodsOf: () => null,
    };
    return rerank([troubleshooting!, recipe!], asked)[0]?.record.heading;
  };
  expect(first('How do I deploy it?')).toBe('Recipe');
  expect(first('How do I fix the error after I deploy it?')).toBe('Troubleshooting');
});

test.each([
  ['podman', 0.001, 'Podman, Azure, and Nomad'],
  ['scim', 0.001, 'SAML and SCIM'],
  ['mlflow', 0.001, 'MLflow and others'],
  // A word that many sections contain, and one that only begins a sentence.
  ['scim', 0.1, 'Start it'],
  ['rate', 0.001, 'Start it'],
])(
  'a rare name, such as "%s" in a share of %s of the sections, leads to the section with this name in its heading',
  (written, share, heading) => {
    const sections = ['Start it', 'Podman, Azure, and Nomad', 'SAML and SCIM', 'MLflow and others', 'Rate limits of a server'].map(
      (title, recordNumber): Evidence => {
        const record = { ...section('Text.'), heading: title, level: 2, anchor: '' };
        return { record, recordNumber, score: 1, coverage: 1, contains: () => false };
      },
    );
    const word: QueryWord = {
      ...{ written, match: 'exact', similarity: 1, weight: 1, documentShare: share, necessity: 0.5, seldomAsked: 0 },
      ...{ exactTerms: [written], alternatives: [] },
    };
    const asked = {
      ...{ question: analyzeQuestion({ text: `How do I use ${written}?`, conversation: [] }), words: [word], askedCount: 1 },
      ...{ product: UNKNOWN_PRODUCT, terms: PLAIN_TERMS, matchAuthored: () => NO_MATCH, likelihoodsOf: () => null },
    };
    const weights = { ...Object.fromEntries(RANKING_FEATURES.map((name) => [name, 0])), rareName: 1 } as RankingFeatures;
    expect(rerank(sections, asked, weights)[0]?.record.heading).toBe(heading);
  },
);
