import { describe, expect, test } from 'vitest';
import { failureSentence, waitInWords } from './failure-sentence.ts';

const NOW = Date.parse('2026-11-20T12:00:00Z');

describe('what the reader is told', () => {
  test.each([
    ['1', 'in 1 second'],
    ['30', 'in 30 seconds'],
    ['0', 'in 1 second'],
    ['121', 'in 3 minutes'],
    ['7200', 'in 2 hours'],
    ['Fri, 20 Nov 2026 12:01:00 GMT', 'in 60 seconds'],
    ['Fri, 20 Nov 2026 11:00:00 GMT', 'in 1 second'],
    ['soon', 'in a little while'],
    ['', 'in a little while'],
    [null, 'in a little while'],
    ['99999999999999999999', 'in a little while'],
  ])('Retry-After %j is %s', (value, words) => expect(waitInWords(value, NOW)).toBe(words));

  test.each([
    [429, 'Too many questions came from here in a short time. Ask again in 30 seconds.'],
    [503, 'The assistant is busy. Ask again in 30 seconds.'],
    [413, 'The question is too long: at most 2,000 characters are read. Shorten it, then ask again.'],
    [401, 'The assistant does not accept the key of this site. Whoever runs the site has to mend that.'],
    [400, 'The assistant cannot read this question. Put it in other words, then ask again.'],
    [500, 'The assistant has a fault. Ask again in 30 seconds.'],
  ])('status %i', (status, sentence) => expect(failureSentence(status, '30', NOW)).toBe(sentence));
});
