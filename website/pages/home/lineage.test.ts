import { expect, test } from 'vitest';
import { isOnTrace, trace, traceColumn, type Feeds } from './lineage.ts';

const FEEDS: Feeds = new Map([
  ['orders', ['load']],
  ['customers', ['load']],
  ['load', ['facts']],
  ['facts', ['chart', 'model']],
  ['views', ['model']],
]);
const COLUMNS: Feeds = new Map([
  ['orders.amount', ['facts.amount']],
  ['customers.region', ['facts.region']],
  ['facts.amount', ['chart.revenue']],
]);
const WITH_COLUMNS = new Set(['orders', 'customers', 'facts', 'chart', 'views']);

test('the trace of an entity contains everything upstream and downstream of it', () => {
  const traced = trace('facts', FEEDS);
  expect([...traced.upstream].sort()).toEqual(['customers', 'load', 'orders']);
  expect([...traced.downstream].sort()).toEqual(['chart', 'model']);
});

test('an edge is on the trace if it leads to or from the start', () => {
  const traced = trace('facts', FEEDS);
  expect(isOnTrace('orders', 'load', 'facts', traced)).toBe(true);
  expect(isOnTrace('facts', 'model', 'facts', traced)).toBe(true);
  expect(isOnTrace('views', 'model', 'facts', traced)).toBe(false);
});

test('the trace of a column contains only the entities that it passes through, including tasks', () => {
  const traced = traceColumn('facts.amount', COLUMNS, FEEDS, WITH_COLUMNS);
  expect([...traced.upstream].sort()).toEqual(['load', 'orders']);
  expect([...traced.downstream]).toEqual(['chart']);
});

test('the trace of a cycle terminates', () => {
  const circle: Feeds = new Map([
    ['a', ['b']],
    ['b', ['a']],
  ]);
  expect([...trace('a', circle).downstream]).toEqual(['b']);
});
