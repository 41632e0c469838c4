import { expect, test } from 'vitest';
import { createModelBudget } from './chat-answerer.ts';

const DAY = 86_400_000;

test('R-412 requests of a day are counted, and forgotten at midnight (UTC)', () => {
  let now = 5 * DAY + 1000;
  const budget = createModelBudget({ requestsPerDay: 2, tokensPerDay: 1000, requestsAtATime: 9 }, () => now);
  budget.take(10)?.settle(10);
  budget.take(10)?.settle(10);
  expect([budget.hasCapacity(), budget.take(10)]).toEqual([false, null]);
  now = 6 * DAY;
  expect(budget.hasCapacity()).toBe(true);
});

test('R-412 that the budget is used up is reported once a day, and that many requests are active is not', () => {
  let now = 0;
  let reports = 0;
  const budget = createModelBudget(
    { requestsPerDay: 2, tokensPerDay: 1000, requestsAtATime: 1 },
    () => now,
    () => reports++,
  );
  const first = budget.take(10);
  expect([budget.take(10), reports]).toEqual([null, 0]);
  first?.settle(10);
  budget.take(10)?.settle(10);
  expect([budget.hasCapacity(), budget.hasCapacity(), budget.take(10), reports]).toEqual([false, false, null, 1]);
  now = DAY;
  budget.take(900);
  expect([budget.take(200), reports]).toEqual([null, 2]);
});

test('R-412 tokens are set aside until it is known how many were used', () => {
  const budget = createModelBudget({ requestsPerDay: 99, tokensPerDay: 1000, requestsAtATime: 9 }, () => 0);
  const first = budget.take(900);
  expect(budget.take(200)).toBeNull();
  first?.settle(100);
  first?.settle(0);
  expect(budget.take(900)).not.toBeNull();
  expect(budget.take(1)).toBeNull();
});

test('what is settled on the next day does not lighten it', () => {
  let now = 0;
  const budget = createModelBudget({ requestsPerDay: 99, tokensPerDay: 1000, requestsAtATime: 9 }, () => now);
  const late = budget.take(900);
  now = DAY;
  budget.take(1000);
  late?.settle(0);
  expect(budget.take(1)).toBeNull();
});

test('requests at a time', () => {
  const budget = createModelBudget({ requestsPerDay: 99, tokensPerDay: 1000, requestsAtATime: 1 }, () => 0);
  const first = budget.take(1);
  expect(budget.hasCapacity()).toBe(false);
  first?.settle(1);
  expect(budget.hasCapacity()).toBe(true);
});

test('a budget of nothing never has room', () => {
  expect(createModelBudget({ requestsPerDay: 0, tokensPerDay: 1000, requestsAtATime: 1 }, () => 0).hasCapacity()).toBe(false);
});

test('a retry counts like a request, and is refused when none is left', () => {
  const budget = createModelBudget({ requestsPerDay: 2, tokensPerDay: 1000, requestsAtATime: 5 }, () => 0);
  const grant = budget.take(100);
  expect(grant?.retry()).toBe(true);
  expect(grant?.retry()).toBe(false);
  grant?.settle(150);
  expect(budget.take(100)).toBeNull();
});

test('the tokens of a retry are set aside too', () => {
  const budget = createModelBudget({ requestsPerDay: 9, tokensPerDay: 250, requestsAtATime: 5 }, () => 0);
  const grant = budget.take(100);
  expect(grant?.retry()).toBe(true);
  expect(grant?.retry()).toBe(false);
  expect(budget.take(60)).toBeNull();
  grant?.settle(150);
  expect(budget.take(100)).not.toBeNull();
});
