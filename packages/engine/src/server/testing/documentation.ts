/** Test fixture: documentation of a few short pages and a long one, for the tools for agents. */
import { createSearchEngine, decodeIndex } from '@quire/search';
import { encodeIndex } from '@quire/search/indexing';
import { SAMPLE_GROUPS, SAMPLE_RECORDS, samplePage } from '@quire/search/testing';
import type { Documentation } from '../routes/mcp.ts';

const MANY = Array.from({ length: 130 }, (_, i) => samplePage(`/docs/topic-${i}`, `Topic ${i}`, [[`Topic ${i}`, 'About lineage.']])).flat();

/** Characters of each line of the long page, including the line break. */
export const LINE = 100;
export const LONG_PAGE = `${'x'.repeat(LINE - 1)}\n`.repeat(450);

export function documentation(baseUrl = '/'): Documentation {
  const index = decodeIndex(encodeIndex([...SAMPLE_RECORDS, ...MANY], { groups: SAMPLE_GROUPS }));
  return {
    title: 'Sample',
    engine: createSearchEngine(index),
    pages: [{ path: '/', title: 'Home' }, ...index.pages],
    readMarkdown: (page) => Promise.resolve(page.path === '/docs/topic-1' ? LONG_PAGE : `# ${page.title}\n`),
    baseUrl,
  };
}
