import { expect, test } from 'vitest';

import type { DocSource, PageOutline } from '#content/document.ts';
import type { Problem } from '#model/problem.ts';
import { growthBeyondLinear } from '#testing/growth.ts';

import { checkAnchorsOf } from './check-site.ts';
import type { Site } from './site.ts';

const SITE = { config: { onBrokenAnchors: 'warn' }, linkResolver: { isKnownMissing: () => false } } as unknown as Site;
const PIECE = '[a](#section-a)\n\n';

/** Checks a page that consists of links to an unknown anchor and has as many headings. */
function check(body: string): Problem[] {
  const links = body.split(PIECE).slice(1);
  const page = {
    ...{ path: '/a', file: 'a.md' },
    anchors: new Set(links.map((_, index) => `section-${index}`)),
    references: links.map(() => ({ target: '#section-a', path: '/a', anchor: 'section-a' })),
  };
  return checkAnchorsOf(page as unknown as PageOutline, { body, bodyLine: 1 } as DocSource, [], SITE);
}

test('each link to an unknown anchor is reported with its line, the first fifty with a suggestion', () => {
  const problems = check(PIECE.repeat(60));
  expect(problems.map(({ line }) => line)).toEqual(Array.from({ length: 60 }, (_, index) => 2 * index + 1));
  expect(problems.filter(({ message }) => message.includes('did you mean'))).toHaveLength(50);
});

test('the time to check the anchors of a page grows linearly with its length', () => {
  expect(growthBeyondLinear(check, PIECE, 1 << 17)).toBeNull();
});
