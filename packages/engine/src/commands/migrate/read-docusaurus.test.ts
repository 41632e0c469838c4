import { expect, test } from 'vitest';

import { readAdmonitions } from './read-docusaurus.ts';
import type { Note } from './foreign-site.ts';

test('R-605 the names of admonitions that a site of Docusaurus adds are kept and reported', () => {
  const notes: Note[] = [];
  expect(
    readAdmonitions([{ admonitions: { keywords: ['note', 'new-feature'] } }, { admonitions: { keywords: ['new-feature'] } }], notes),
  ).toEqual({
    admonitions: ['new-feature'],
  });
  expect(notes).toEqual([{ kind: 'kept', text: 'the admonitions new-feature, which look like `info`' }]);
  expect(readAdmonitions([{ admonitions: true }, {}], notes)).toEqual({});
});
