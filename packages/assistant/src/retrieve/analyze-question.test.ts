import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { growthBeyondLinear, HOSTILE_PIECES } from '@quire/engine/testing/growth.ts';

import type { AnalyzedQuestion } from '../contract.ts';
import { PLAIN_TERMS } from './terms.ts';
import { productTerms } from '../product.ts';
import { analyzeQuestion, findComparedNames, isEveryday, isSmallTalk, splitQuestion } from './analyze-question.ts';

/** Analyzes the last text as a question that follows the others. */
function read(...texts: string[]): AnalyzedQuestion {
  const product = productTerms(
    { names: ['DataHub'], brands: [], commands: ['datahub delete', 'datahub ingest'], otherTools: [] },
    PLAIN_TERMS,
  );
  const conversation = texts.slice(0, -1).map((question) => ({ question, answer: '' }));
  return analyzeQuestion({ text: texts.at(-1) ?? '', conversation }, product);
}

test('a person at the beginning is not searched for', () => {
  expect(read("my colleague can't see the tab").searchText).toBe("can't see the tab");
  expect(read('the manager of an asset').searchText).toBe('the manager of an asset');
});

test.each([
  ['How do I delete a dataset?', 'how-to'],
  ['steps to upgrade', 'how-to'],
  ['What is a domain?', 'what-is'],
  ['difference between tag and term', 'what-is'],
  ['Why does ingestion hang?', 'why'],
  ['ingestion fails with 401', 'why'],
  ['Which port does GMS use?', 'which'],
  ['Does it support Trino?', 'yes-no'],
  ['What are the fields of a recipe?', 'list'],
  ['list the actions that exist', 'list'],
  ['snowflake lineage', 'other'],
  ['', 'other'],
])('"%s" asks for %s', (text, kind) => {
  expect(read(text).kind).toBe(kind);
});

describe('exact strings', () => {
  test('identifiers, commands, and quotations are kept verbatim and in order', () => {
    expect(read('Is AUTH_OIDC_ENABLED read by `docker up`, "Connection refused" or datahub delete --hard?').exactStrings).toEqual([
      'AUTH_OIDC_ENABLED',
      'docker up',
      'Connection refused',
      'datahub delete --hard',
      '--hard',
    ]);
  });

  test('the configuration of a site names its brands and commands', () => {
    const text = 'Does AcmeCloud run git commit --amend?';
    const product = productTerms({ names: [], brands: ['AcmeCloud'], commands: ['git commit'], otherTools: [] }, PLAIN_TERMS);
    expect(analyzeQuestion({ text, conversation: [] }, product).exactStrings).toEqual(['git commit --amend', '--amend']);
    expect(analyzeQuestion({ text, conversation: [] }).exactStrings).toEqual(['AcmeCloud', '--amend']);
  });

  test('words of prose and brand names are not exact strings', () => {
    expect(read('How does DataHub read BigQuery tables and views?').exactStrings).toEqual([]);
    expect(read('datahub ingest runs for ever').exactStrings).toEqual(['datahub ingest']);
  });
});

test('filler is not part of the search text', () => {
  expect(read('Can you please tell me what is the best way to delete a tag?').searchText).toBe('delete a tag?');
  expect(read('please').searchText).toBe('please');
});

describe('follow-ups', () => {
  test.each([
    [['How do I enable telemetry?', 'how do I turn it off?'], 'how do I turn it off? How do I enable telemetry?'],
    [['What is a domain?', 'why?'], 'why? What is a domain?'],
    [['What is a domain?', 'How do I create one?', 'can I delete it?'], 'can I delete it? How do I create one? What is a domain?'],
    [['How do I ingest dbt?', 'Is there a way to do it every night?'], 'do it every night? How do I ingest dbt?'],
  ])('%j is searched for together with the earlier questions', (texts, searchText) => {
    expect(read(...texts).searchText).toBe(searchText);
  });

  test.each([
    [['How do I ingest lineage from Snowflake?', 'and for BigQuery?'], 'and for BigQuery? How do I ingest lineage from'],
    [['How do I turn on Google login?', 'what about Okta?'], 'what about Okta? How do I turn on login'],
    [['how to ingest mysql', 'ok, and postgres?'], 'and postgres? ingest'],
  ])('%j replaces the name in the earlier question', (texts, searchText) => {
    expect(read(...texts).searchText).toBe(searchText);
  });

  test.each([
    ['What is a domain?', 'How do I back up DataHub?'],
    ['What is a domain?', 'Is there an Airflow plugin?'],
    ['What is a domain?', 'thanks'],
    ['What is a domain?', 'ok thanks'],
  ])('after "%s", "%s" is not a follow-up', (earlier, text) => {
    expect(read(earlier, text).searchText).toBe(text);
  });

  test('only the last eight turns are considered', () => {
    const turns = ['What is a glossary?', ...Array.from({ length: 8 }, () => 'and then?'), 'why?'];
    expect(read(...turns).searchText).not.toContain('glossary');
    expect(read(...turns.slice(0, 8), 'why?').searchText).toContain('glossary');
  });
});

test('property: any text is analyzed, in linear time', () => {
  const hostile = fc.oneof(
    fc.string({ maxLength: 3000 }),
    fc.constantFrom('', '__proto__', '🍕', '?!.,', '"'.repeat(2000), 'a.'.repeat(1500)),
  );
  fc.assert(
    fc.property(hostile, hostile, (earlier, text) => {
      const { searchText, exactStrings } = read(earlier, text);
      expect(searchText.length).toBeLessThanOrEqual(2 * 2000 + 100);
      expect(exactStrings.length).toBeLessThanOrEqual(8);
    }),
  );
});

test.each([
  ['What is the difference between a role and a policy?', ['role', 'policy']],
  ['whats the difference between soft delete and hard delete in short', ['soft delete', 'hard delete']],
  ['How does a domain differ from a data product?', ['domain', 'data product']],
  ['What is a domain and how does it differ from a glossary term?', ['domain', 'glossary term']],
  ['REST emitter vs. Kafka emitter', ['REST emitter', 'Kafka emitter']],
  ['we are new here. should we use tags or glossary terms?', ['tags', 'glossary terms']],
  ['Can I delete a tag or not?', null],
  ['How do I add an owner and a tag?', null],
  ['difference between the it and it', null],
  ['', null],
])('"%s" compares %j', (text, things) => {
  expect(findComparedNames(text)).toEqual(things);
});

test('a short question about a definition is reduced to the name', () => {
  expect(read('What is a data product?').searchText).toBe('data product?');
  expect(read('What is the default port of the web application?').searchText).toBe('What is the default port of the web application?');
  expect(read('Which tables have the same name?').searchText).toContain('name');
});

describe('the question is separated from its context', () => {
  test.each([
    ['Our build is slow. How do I skip the tests?', 'How do I skip the tests?', 'Our build is slow.'],
    ['hi team, we moved to AWS, where do i set the region', 'where do i set the region', 'hi team, we moved to AWS,'],
    ['can I delete it? my boss is angry', 'can I delete it?', 'my boss is angry'],
    ['I want to see the owners because the audit is tomorrow', 'I want to see the owners', 'because the audit is tomorrow'],
    ['We upgraded to 0.10.4\nwhich job rebuilds the index', 'which job rebuilds the index', 'We upgraded to 0.10.4'],
  ])('%s', (text, asked, context) => {
    expect(splitQuestion(text)).toMatchObject({ asked, context });
  });

  test.each(['How do I delete a dataset?', 'snowflake lineage', 'It fails. What can I do?', 'Connection refused, any idea?', '', '?!'])(
    '"%s" is one question without context',
    (text) => {
      expect(splitQuestion(text)).toEqual({ asked: text, context: '', refersToContext: false });
    },
  );

  test('a question that refers to its context is recognized', () => {
    expect(splitQuestion('Our intern broke the index. How do I build it again?').refersToContext).toBe(true);
    expect(splitQuestion('Our intern broke the index. How do I build an index?').refersToContext).toBe(false);
  });
});

test('small talk and everyday words are distinguished from names', () => {
  expect(['boss', 'Thanks', 'yesterday'].every(isSmallTalk)).toBe(true);
  expect(['lineage', 'Snowflake'].some((word) => isSmallTalk(word) || isEveryday(word))).toBe(false);
  expect(isEveryday('afternoon')).toBe(true);
});

test.each([...HOSTILE_PIECES, '…', ' – ', 'we ', 'and, '])('analysis time grows linearly with the length of the text: %j', (piece) => {
  expect(growthBeyondLinear(splitQuestion, piece, 64_000)).toBeNull();
});

test.each(['of', '?'])('runs of white space after "%s" do not slow down the analysis', (start) => {
  // Text of ordinary words is read in linear time.
  const times = [`${start} ${'words of '.repeat(220)}x`, `${start}${'\u3000 '.repeat(990)}x`].map((text) => {
    const before = process.threadCpuUsage();
    for (let i = 0; i < 10; i++) read(text);
    return process.threadCpuUsage(before).user;
  });
  expect(times[1]).toBeLessThan(20_000 + 5 * (times[0] ?? 0));
});

test('property: no word of a text is lost', () => {
  const letters = (text: string): string[] => (text.match(/[\p{L}\p{N}]/gu) ?? []).toSorted();
  const text = fc.oneof(
    fc.string({ maxLength: 300 }),
    fc
      .array(fc.constantFrom('how do I ', 'it broke', ', ', '. ', '?', ' because ', '\n', 'hi ', ' - ', '…'), { maxLength: 30 })
      .map((all) => all.join('')),
  );
  fc.assert(
    fc.property(text, (written) => {
      const { asked, context } = splitQuestion(written);
      expect(letters(`${asked} ${context}`)).toEqual(letters(written));
    }),
  );
});

test('white space between the names of a comparison may be long and have line breaks', () => {
  const compared = (text: string): unknown => analyzeQuestion({ text, conversation: [] }).comparedNames;
  expect(compared('What is the difference between\n a  tag \n and\ta term?')).toEqual(['tag', 'term']);
  // Text of ordinary words is read in linear time.
  const times = ['words of '.repeat(90), `a${'\n'.repeat(400)}${' '.repeat(400)}x`].map((text) => {
    const before = process.threadCpuUsage();
    for (let i = 0; i < 10; i++) compared(text);
    return process.threadCpuUsage(before).user;
  });
  expect(times[1]).toBeLessThan(20_000 + 5 * (times[0] ?? 0));
});
