import fc from 'fast-check';
import { describe, expect, test } from 'vitest';

import { forEachWord, WORD } from './words.ts';

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

  test('are those that the expression finds', () => {
    const unit = fc.constantFrom(..."ab1_ --@@.::/'’=$é日\u0301😀“\n");
    fc.assert(
      fc.property(fc.string({ unit, maxLength: 24 }), (text) => {
        expect(found(text)).toEqual(Array.from(text.matchAll(new RegExp(WORD, 'gu')), (match) => [match[0], match.index]));
      }),
      { numRuns: 20_000 },
    );
  });
});
