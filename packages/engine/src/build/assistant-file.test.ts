import { expect, test } from 'vitest';

import { assistantFile } from './assistant-file.ts';
import type { Site } from './site.ts';

test('R-408 documents by id, the other pages by path, the template where one is configured', () => {
  const site = {
    config: { assistant: { promptTemplate: 'Ours' } },
    docs: [{ id: 'quickstart', path: '/docs/quickstart', title: 'Quickstart', body: 'left out' }],
    frontPages: [
      { kind: 'guild', path: '/guild/' },
      { kind: 'search', path: '/search' },
      { kind: 'not-found', path: '/404' },
    ],
  } as unknown as Site;
  expect(assistantFile(site)).toEqual({
    promptTemplate: 'Ours',
    documents: { quickstart: ['/docs/quickstart', 'Quickstart'] },
    otherPages: ['/guild', '/search'],
  });
});
