import { expect, test } from 'vitest';

import { withCardLists } from './built-in-components.ts';
import { docSource } from '../testing/compile-markdown.ts';

const card = { label: 'A page', href: '/docs/a' };

test('a page with a list of cards gets those of its category', () => {
  const docs = [docSource('a.md', '<DocCardList />'), docSource('b.md', 'Text.')];
  const found = withCardLists(docs, () => [card]);
  expect(found.docs.map(({ cards }) => cards)).toEqual([[card], undefined]);
  expect(found.problems).toEqual([]);
});

test('lists on all pages of a large category are reported and left out', () => {
  const docs = Array.from({ length: 1000 }, (_, number) => docSource(`page${number}.md`, '<DocCardList />'));
  const found = withCardLists(docs, () => Array.from({ length: 1000 }, () => card));
  expect(found.docs.filter(({ cards = [] }) => cards.length > 0)).toHaveLength(10);
  expect(found.problems).toHaveLength(990);
  expect(found.problems[0]?.message).toContain('the lists of cards up to this page have more than 10000 cards');
});
