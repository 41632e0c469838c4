import { parse } from 'yaml';
import { describe, expect, test } from 'vitest';
import type { QueryRecord } from '#query-log/store.ts';
import { describeReport } from './describe-report.ts';
import { createReport, type NearPage, proposedLine, type QueryReport } from './report.ts';

const DAY_MS = 86_400_000;
const TO = Date.UTC(2026, 10, 21);
const FROM = TO - 30 * DAY_MS;

let clock = 0;
const entry = (query: string, changes: Partial<QueryRecord> = {}): QueryRecord => ({
  time: FROM + (clock += 1) * 1000,
  source: 'assistant',
  query,
  rating: null,
  outcome: null,
  ...changes,
});
const refused = (query: string): QueryRecord => entry(query, { outcome: 'refused' });
const rated = (query: string, rating: 'positive' | 'negative'): QueryRecord => entry(query, { rating });
const missed = (query: string): QueryRecord => entry(query, { source: 'search', outcome: 'no-results' });

const nearTo = (query: string): NearPage => ({
  title: `On ${query}`,
  path: '/docs/near',
  anchor: 'start',
  heading: 'Start it',
  source: 'docs/near.md',
});

function reportOn(records: QueryRecord[], limit = 20): Promise<QueryReport> {
  return createReport(records, { from: FROM, to: TO, limit, nearestPages: (query) => [nearTo(query)] });
}

describe('R-604 the report', () => {
  test('a question that both the page and the server logged counts once', async () => {
    const report = await reportOn([entry('Does it support Teradata?'), refused('does it  support Teradata? ')]);
    expect(report).toMatchObject({ questions: 1, refused: { total: 1, groupCount: 1 }, repeated: { total: 0 } });
  });

  test('questions of clients that do not log are counted from the entries of the server', async () => {
    expect((await reportOn([refused('x y'), refused('x y')])).questions).toBe(2);
  });

  test('a rating belongs to the question with the same words', async () => {
    const report = await reportOn([entry('how to delete?'), rated('how to delete?', 'negative'), rated('other', 'positive')]);
    expect(report).toMatchObject({ questions: 1, ratings: { positive: 1, negative: 1 } });
    expect(report.ratedDown.groups).toMatchObject([{ count: 1, example: 'how to delete?' }]);
  });

  test('questions with the same stems form one group, named after the most common wording', async () => {
    const { refused: list } = await reportOn([
      refused('How do I ingest from Teradata?'),
      refused('teradata ingesting'),
      refused('teradata ingesting'),
      refused('why is the sky blue'),
    ]);
    expect(list).toMatchObject({ total: 4, groupCount: 2 });
    expect(list.groups).toMatchObject([
      { terms: ['ingest', 'teradata'], count: 3, wordings: 2, example: 'teradata ingesting' },
      { count: 1, example: 'why is the sky blue' },
    ]);
    expect(list.groups[0]?.nearestPages).toEqual([nearTo('teradata ingesting')]);
  });

  test('an identifier and its separate words form one group', async () => {
    const { withoutResult } = await reportOn([missed('AUTH_SAML_ENABLED'), missed('auth saml enabled')]);
    expect(withoutResult).toMatchObject({ total: 2, groupCount: 1 });
  });

  test('queries of stop words, symbols, or other scripts have their own groups', async () => {
    const { withoutResult } = await reportOn(['how is it', '???', '!!!', '日本語'].map(missed));
    expect(withoutResult.groupCount).toBe(4);
  });

  test('only questions are listed as repeated, from the second occurrence', async () => {
    const report = await reportOn([entry('delete'), entry('deleting'), entry('once'), missed('search'), missed('search')]);
    expect(report.repeated.groups).toMatchObject([{ count: 2, terms: ['delet'] }]);
  });

  test('searches with results are not listed as gaps', async () => {
    expect((await reportOn([entry('x', { source: 'search', outcome: 'found' })])).withoutResult.total).toBe(0);
  });

  test('abandoned searches have their own list', async () => {
    const report = await reportOn([entry('company dictionary', { source: 'search', rating: 'negative' }), missed('x')]);
    expect(report.searchedAgain).toMatchObject({ total: 1, groups: [{ example: 'company dictionary' }] });
    expect(report.searchedAgain.groups[0]?.nearestPages).toEqual([nearTo('company dictionary')]);
    expect([report.ratings.negative, report.ratedDown.total, report.withoutResult.total]).toEqual([0, 0, 1]);
    expect(describeReport(report)).toContain('1 followed by another search');
  });

  test('groups are sorted by count, then by time, and the limit does not change the totals', async () => {
    const report = await reportOn([...['a1', 'b1', 'b1', 'c1'].map(missed)], 2);
    expect(report.withoutResult.groups.map(({ example }) => example)).toEqual(['b1', 'c1']);
    expect(report.withoutResult).toMatchObject({ total: 4, groupCount: 3 });
  });
});

describe('R-604 the report as text', () => {
  test('an empty log is reported in a sentence', async () => {
    expect(describeReport(await reportOn([]))).toBe('What readers asked from 2026-10-22 to 2026-11-21: nothing is in the log.\n');
  });

  test('lists have counts, wordings, and nearest pages', async () => {
    const records = [refused('teradata?'), refused('Teradata'), rated('delete', 'negative'), ...['x1', 'x2', 'x3'].map(missed)];
    expect(describeReport(await reportOn(records, 1))).toBe(`What readers asked from 2026-10-22 to 2026-11-21
2 questions, 2 refused, 0 rated up, 1 rated down, 3 searches without a result, 0 followed by another search

Questions refused: 2, on 1 subject
    2  Teradata (2 wordings)
       near: /docs/near
       if "Start it" of docs/near.md answers it, paste this under questions:
         - { ask: "Teradata", at: start }

Answers rated down: 1, on 1 subject
    1  delete
       near: /docs/near

Searches without a result: 3, on 3 subjects
    1  x3
       near: /docs/near
       and 2 more subjects (--limit shows more)

Searches followed by another search: none

Questions asked again and again: 2, on 1 subject
    2  Teradata (2 wordings)
       near: /docs/near

Pages rated by readers: none
`);
  });

  test('pages are listed with their ratings and latest comments, the lowest rated first', async () => {
    const page = (path: string, rating: 'positive' | 'negative', sentence = ''): QueryRecord =>
      entry(sentence, { source: 'page', page: path, rating });
    const records = [
      page('/docs/liked', 'positive'),
      page('/docs/mixed', 'negative', 'The flag is gone.'),
      page('/docs/mixed', 'positive'),
      page('/docs/bad', 'negative', 'first'),
      page('/docs/bad', 'negative', 'last \u001B[2J'),
    ];
    const report = await reportOn(records, 2);
    expect(report).toMatchObject({ questions: 0, ratings: { positive: 0, negative: 0 }, pages: { total: 5, pageCount: 3 } });
    expect(describeReport(report)).toMatch(
      /\nPages rated by readers: 5 ratings of 3 pages, worst first\n {4}2 not helpful, 0 helpful {2}\/docs\/bad\n {7}"last \[2J"\n {7}"first"\n {4}1 not helpful, 1 helpful {2}\/docs\/mixed\n {7}"The flag is gone\."\n {7}and 1 more page \(--limit shows more\)\n$/,
    );
  });

  test('a group may have more wordings than a call has arguments', async () => {
    const wordings = Array.from({ length: 200_000 }, (_, i) =>
      refused(`kafka ${'!'.repeat(i % 40)}${'?'.repeat(Math.floor(i / 40) % 40)}${'.'.repeat(i / 1600)}`),
    );
    const { refused: list } = await reportOn(wordings);
    expect(list.groups).toMatchObject([{ count: 200_000, wordings: 200_000, last: new Date(wordings.at(-1)?.time ?? 0).toISOString() }]);
  });

  test('the proposed line is valid YAML for any question, and only real questions get one', async () => {
    for (const [question, anchor] of [
      ['What is "x: y" # {z}?', 'start'],
      ['Why \\n?', '2-start'],
      ['Introduction?', ''],
    ] as const) {
      const [read] = parse(`questions:\n${proposedLine(question, { anchor })}\n`).questions as { ask: string; at?: string }[];
      expect(read).toEqual(anchor === '' ? { ask: question } : { ask: question, at: anchor });
    }
    const text = describeReport(await reportOn([missed('kafka'), missed('x'.repeat(201))]));
    expect(text).not.toContain('paste');
  });

  test('control characters in queries are not printed to the terminal', async () => {
    const report = await reportOn([missed('\u001B[2Jgone\u0007 \u009B31m \u202Etxt'), missed('x'.repeat(500))]);
    const text = describeReport(report);
    for (const steering of ['\u0007', '\u001B', '\u009B', '\u202E']) expect(text).not.toContain(steering);
    expect(Math.max(...text.split('\n').map((line) => line.length))).toBeLessThan(120);
  });

  test('a query cannot contain invisible text, nor a rating a line that looks like one to paste', async () => {
    const tags = [...'evil'].map((letter) => String.fromCodePoint(0xe0000 + letter.charCodeAt(0))).join('');
    const query = `how do I ingest\u200B from\u3164 kafka${tags}\uFEFF?`;
    const sentence = `Good.${' '.repeat(73)}- { ask: "x" }\u2028- { ask: "y" }`;
    const text = describeReport(
      await reportOn([missed(query), { ...missed(sentence), source: 'page', page: '/docs/x', rating: 'negative' }]),
    );
    expect(text).not.toMatch(/[\p{Cf}\p{Default_Ignorable_Code_Point}\u2028]/u);
    expect(text).toContain('how do I ingest from kafka ?');
    expect(text).toContain('"Good. - { ask: "x" } - { ask: "y" }"');
  });
});
