import { describe, expect, test } from 'vitest';
import { lackOfFact, lacksPastDate } from './asked-fact.ts';

describe('what a question after a fact must find', () => {
  test.each([
    ['When was it released?', 'A release has notes.', 1],
    ['When was it released?', 'Released in 2020.', 0.5],
    ['When is the next meeting?', 'It takes place every month, on a Thursday.', 0.5],
    ['How many versions are kept?', 'All of them.', 1],
    ['How many versions are kept?', 'At most 20 versions are kept.', 0.5],
    ['Who founded it?', 'Founded in 2020 by some people.', 1],
    ['Who may create tokens?', 'Everybody.', 0],
    ['How do I release it?', 'Carefully.', 0],
    ['', '', 0],
  ])('%j in %j lacks %d', (asked, text, lack) => {
    expect(lackOfFact(asked, [text])).toBe(lack);
  });

  test('a date in the past needs a year in some text', () => {
    expect(lacksPastDate('When was it founded?', ['Long ago.', ''])).toBe(true);
    expect(lacksPastDate('In which year did it begin?', [])).toBe(true);
    expect(lacksPastDate('When was it founded?', ['Long ago.', 'In 2019.'])).toBe(false);
    expect(lacksPastDate('When is it due?', [])).toBe(false);
  });
});
