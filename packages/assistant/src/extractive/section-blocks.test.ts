import { describe, expect, test } from 'vitest';
import { MARK } from '@quire/search';
import { readBlocks, readLines, tabGroupsOf } from './section-blocks.ts';

describe('tabs', () => {
  const tab = (label: string): string => MARK.tab + label + MARK.tab;
  const block = MARK.codeBlock;
  const lines = readLines({
    text: '',
    marked: [
      `Run:${tab('A')}${block}${tab('')}${tab('B')}`,
      `${MARK.item}Two${block}${tab('')}${tab('C')}`,
      `${MARK.item}Three${tab('')}`,
      `Then:${tab('A')}${block}${tab('')}`,
      `Done.${block}`,
    ].join('\n'),
    code: ['a', 'b', 'c', 'd'],
  });

  test('are groups, each of which ends at the next text', () => {
    expect(tabGroupsOf(lines).map((group) => group.map(({ label }) => label))).toEqual([['A', 'B', 'C'], ['A']]);
  });

  test('contain the lists and code between their marks, and the other blocks keep their positions', () => {
    const passages = (labels: string): string[] =>
      readBlocks(lines, ({ label }) => labels.includes(label)).map(({ parts }) => parts.map(({ passage }) => passage).join(' '));
    expect(passages('ABC')).toEqual(['Run:', 'a', 'Two', 'Three', 'Then:', 'c', 'Done.', 'd']);
    expect(passages('B')).toEqual(['Run:', '', 'Two', '', 'Then:', '', 'Done.', 'd']);
  });
});
