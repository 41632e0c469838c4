import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { createAnalyzer, forEachWord, condense, questionKey, WORD } from './analysis.ts';
import { anyCharacter } from './testing/any-character.ts';

const { forEachTerm, phraseKey, tokenize } = createAnalyzer(['DataHub']);

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
])('identifiers are indexed whole and in parts: %s', (text, expected) => {
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
])('names, versions, apostrophes, and Unicode forms are normalized: %s', (text, expected) => {
  expect(terms(text)).toEqual(expected);
});

test('a camel case name of the site is one word in any case', () => {
  const termsOf = (names: string[]): string[] =>
    createAnalyzer(names)
      .tokenize('DataHub')
      .flatMap(({ word }) => [...word.parts]);
  expect(termsOf([])).toEqual(['data', 'hub']);
  expect(termsOf(['datahub'])).toEqual(['datahub']);
});

test('a name in camel case has the term of the name in lower case', () => {
  for (const name of ['OpenLineage', 'PagerDuty']) expect(terms(name)).toContain(terms(name.toLowerCase())[0]);
  expect(terms('updateLineage')).toEqual(['updatelineage', 'updat', 'lineag']);
});

test('stop words are skipped unless they are requested', () => {
  expect(terms('What is the metadata service')).toEqual(['metadata', 'servic']);
  expect(terms('What is', true)).toEqual(['what', 'is']);
});

test('tokens have the offsets of their words', () => {
  const text = 'Größe of “stateful_ingestion.enabled”, please';
  expect(tokenize(text).map(({ start, end }) => text.slice(start, end))).toEqual(['Größe', 'of', 'stateful_ingestion.enabled', 'please']);
});

test('titles that differ only in case, spacing, and plural have the same key', () => {
  expect(phraseKey('Access  Policies')).toBe(phraseKey('access-policy'));
  expect(phraseKey('About Domains')).not.toBe(phraseKey('Domains'));
});

/** In microseconds. The clock of a thread advances in steps of 4 ms, so shorter times cannot be compared. */
const CLOCK_TICKS = 12_000;

test.each([
  ['one long identifier', (length: number) => `a${'_'.repeat(length)}b`],
  ['many segments', (length: number) => 'ab_cd/'.repeat(length / 6)],
  ['words', (length: number) => 'some words '.repeat(length / 11)],
  ['alternating capital letters', (length: number) => 'aB'.repeat(length / 2)],
])('the time to analyze %s grows linearly with its length', (_name, textOf) => {
  // Returns the processor time of this thread in microseconds, which excludes other processes.
  const timeOf = (length: number): number => {
    const times = [0, 1, 2].map((attempt) => {
      const text = `${attempt}${textOf(length)}`;
      const start = process.threadCpuUsage();
      tokenize(text);
      return process.threadCpuUsage(start).user;
    });
    return Math.min(...times);
  };
  timeOf(4_000);
  // For 16 times the text, linear time is 16 times as long and quadratic time 256 times.
  expect(timeOf(128_000)).toBeLessThan(64 * Math.max(timeOf(8_000), CLOCK_TICKS));
});

test('property: the tokens of any text are in order and within its bounds', () => {
  fc.assert(
    fc.property(fc.string({ unit: anyCharacter, maxLength: 300 }), (text) => {
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

function found(text: string): [string, number][] {
  const words: [string, number][] = [];
  forEachWord(text, (word, start) => words.push([word, start]));
  return words;
}

describe('the words of a text', () => {
  test.each([
    ['', []],
    ['datahub', ['datahub']],
    ['a b_c  d', ['a', 'b_c', 'd']],
    ['AUTH_OIDC_ENABLED=true', ['AUTH_OIDC_ENABLED=true']],
    ['a.b.c. d', ['a.b.c', 'd']],
    ['use --dry-run, @admin', ['use', '--dry-run', '@admin']],
    ['---x a--b a@@b', ['--x', 'a', '--b', 'a', '@b']],
    ['https://x.org/a::b:::c', ['https://x.org/a::b', 'c']],
    ['naïve “quoted” don’t', ['naïve', 'quoted', 'don’t']],
    ['x-é --ü 日本 😀a', ['x-é', '--ü', '日本', 'a']],
    ["it's - not", ["it's", 'not']],
  ])('%s', (text, words) => {
    expect(found(text).map(([word]) => word)).toEqual(words);
    for (const [word, start] of found(text)) expect(text.slice(start, start + word.length)).toBe(word);
  });

  test('property: equal the matches of the regular expression', () => {
    const unit = fc.constantFrom(..."ab1_ --@@.::/'’=$é日\u0301😀“\n");
    fc.assert(
      fc.property(fc.string({ unit, maxLength: 24 }), (text) => {
        expect(found(text)).toEqual(Array.from(text.matchAll(new RegExp(WORD, 'gu')), (match) => [match[0], match.index]));
      }),
      { numRuns: 20_000 },
    );
  });
});

describe('condense()', () => {
  test('returns identifiers and the stems of other words in alphabetical order, each once', () => {
    expect(condense("Where do I set AUTH_OIDC_ENABLED, and isn't it `off` by default?")).toBe('AUTH_OIDC_ENABLED default off set');
    expect(condense('Deleting a deleted table deletes its tables')).toBe('delet tabl');
  });

  test('keeps a word that is too long for the index', () => {
    const long = 'running'.repeat(40_000);
    const start = process.cpuUsage();
    expect(condense(long)).toBe(long);
    expect(process.cpuUsage(start).user).toBeLessThan(1_000_000);
    expect(terms(long)).toEqual([]);
  });

  test('property: a condensed text has the same terms', () => {
    const word = fc.oneof(
      fc.string(),
      fc.constantFrom('where', 'Is', 'the', 'ports', 'Deleting', 'universities', 'isn’t', 'a.b_c', '--flag', '_', 'x::y'),
    );
    const text = fc.array(word).map((words) => words.join(' '));
    fc.assert(
      fc.property(text, (one) => {
        expect(new Set(terms(condense(one)))).toEqual(new Set(terms(one)));
      }),
    );
  });
});

test('questions that differ only in case, stop words, and the forms of words have the same key', () => {
  expect(questionKey('how do i connect bigquery')).toBe(questionKey('How can I connect BigQuery?'));
  expect(questionKey(condense('Connecting BigQuery'))).toBe(questionKey('connect bigquery'));
  expect(questionKey('connect postgres')).not.toBe(questionKey('connect bigquery'));
  expect(questionKey('What is this?')).toBe('');
});

test('words that texts repeat are stemmed once, because a short question is compared with the questions of many sections', () => {
  const letters = 'abcdefghij';
  const word = (i: number): string => `w${[...String(i)].map((digit) => letters[Number(digit)]).join('')}ational`;
  const timeOf = (wordOf: (i: number) => string): number => {
    const before = process.threadCpuUsage();
    for (let i = 0; i < 100_000; i++) condense(wordOf(i));
    return process.threadCpuUsage(before).user;
  };
  expect(timeOf((i) => word(i % 100))).toBeLessThan(timeOf(word) / 2);
});
