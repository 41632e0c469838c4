import { expect, test } from 'vitest';

import { readAdmonitions } from './read-docusaurus.ts';
import type { Note } from './foreign-site.ts';

test('R-605 additional admonition types of a Docusaurus site are kept and reported', () => {
  const notes: Note[] = [];
  expect(
    readAdmonitions([{ admonitions: { keywords: ['note', 'new-feature'] } }, { admonitions: { keywords: ['new-feature'] } }], notes),
  ).toEqual({
    admonitions: ['new-feature'],
  });
  expect(notes).toEqual([{ kind: 'kept', text: 'the admonitions new-feature, which look like `info`' }]);
  expect(readAdmonitions([{ admonitions: true }, {}], notes)).toEqual({});
});
