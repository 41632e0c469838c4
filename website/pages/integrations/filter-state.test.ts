import { describe, expect, test } from 'vitest';
import { countOption, isEmpty, matches, optionKey, readQuery, writeQuery, type FilterEntry, type FilterKind } from './filter-state.ts';

const entry = (text: string, type: string, connection: string, status: string, feature: string[]): FilterEntry => ({
  text,
  values: { type: [type], connection: [connection], status: [status], feature },
});

const ENTRIES = [
  entry('Snowflake: tables and tags', 'datastore', 'pull', 'certified', ['ui-ingestion', 'column-level-lineage']),
  entry('MySQL: tables and views', 'datastore', 'pull', 'certified', ['ui-ingestion']),
  entry('Spark: a listener', 'datastore', 'push', 'not-rated', []),
  entry('Looker: dashboards', 'bi-tool', 'pull', 'certified', ['ui-ingestion', 'column-level-lineage']),
  entry('Redash: dashboards and tables', 'bi-tool', 'pull', 'incubating', []),
];

const OPTIONS: Record<FilterKind, ReadonlySet<string>> = {
  type: new Set(['datastore', 'bi-tool']),
  connection: new Set(['pull', 'push']),
  status: new Set(['certified', 'incubating', 'not-rated']),
  feature: new Set(['ui-ingestion', 'column-level-lineage']),
};

const state = (query: string) => readQuery(query, OPTIONS);
const shown = (query: string): string[] => ENTRIES.filter((each) => matches(each, state(query))).map(({ text }) => text.replace(/:.*/, ''));

describe('matching entries', () => {
  test.each([
    ['', ['Snowflake', 'MySQL', 'Spark', 'Looker', 'Redash']],
    ['?text=TABLES', ['Snowflake', 'MySQL', 'Redash']],
    ['?text=tables+views', ['MySQL']],
    ['?text=views++tables+', ['MySQL']],
    ['?type=datastore', ['Snowflake', 'MySQL', 'Spark']],
    ['?type=datastore&type=bi-tool', ['Snowflake', 'MySQL', 'Spark', 'Looker', 'Redash']],
    ['?type=datastore&connection=push', ['Spark']],
    ['?type=bi-tool&feature=ui-ingestion', ['Looker']],
    ['?feature=ui-ingestion&feature=column-level-lineage', ['Snowflake', 'MySQL', 'Looker']],
    ['?text=tables&type=datastore&type=bi-tool&status=certified&feature=column-level-lineage', ['Snowflake']],
    ['?text=tables&connection=push', []],
  ])('%s', (query, names) => {
    expect(shown(query)).toEqual(names);
  });
});

test('an option counts the entries that match the filters of other kinds', () => {
  expect(countOption(ENTRIES, state(''), 'type', 'datastore')).toBe(3);
  expect(countOption(ENTRIES, state('?type=bi-tool'), 'type', 'datastore')).toBe(3);
  expect(countOption(ENTRIES, state('?status=certified'), 'type', 'datastore')).toBe(2);
  expect(countOption(ENTRIES, state('?status=certified&text=tags'), 'type', 'bi-tool')).toBe(0);
});

describe('the address', () => {
  test('a state can be restored from its query string', () => {
    const query = '?text=tables+%26+views&type=bi-tool&type=datastore&status=certified';
    expect(writeQuery(state(query))).toBe(query);
  });

  test('the query string does not depend on the order of selection', () => {
    expect(writeQuery(state('?type=datastore&type=bi-tool'))).toBe(writeQuery(state('?type=bi-tool&type=datastore')));
  });

  test('the empty state has no query string', () => {
    expect(writeQuery(state('?text=+++'))).toBe('');
    expect(isEmpty(state('?text=+++'))).toBe(true);
  });

  test.each([
    '?type=nonsense',
    '?type=__proto__&feature=constructor',
    '?type=<script>alert(1)</script>',
    '?connection=pull%20',
    '?unknown=1&page=-1',
    '?%E0%A4%A',
    `?${'type=x&'.repeat(5000)}`,
  ])('invalid parameters in a query string are ignored (%#)', (query) => {
    expect(isEmpty(state(query))).toBe(true);
    expect(writeQuery(state(query))).toBe('');
  });

  test('text is limited to 100 characters, and repeated options count once', () => {
    expect(state(`?text=${'a'.repeat(5000)}`).text).toHaveLength(100);
    expect(writeQuery(state('?type=bi-tool&type=bi-tool'))).toBe('?type=bi-tool');
  });

  test('special characters of regular expressions are matched literally', () => {
    expect(shown('?text=.*(%5B%5C')).toEqual([]);
  });
});

test.each([
  ['BI Tool', 'bi-tool'],
  ['AI+ML', 'ai-ml'],
  ['ETL and Processing', 'etl-and-processing'],
])('the %s option is written as %s', (label, key) => {
  expect(optionKey(label)).toBe(key);
});
