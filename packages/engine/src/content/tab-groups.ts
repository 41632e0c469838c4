/** Tabs with one `groupId` follow one choice of the reader, so they have to offer the same values. */
import type { Problem } from '#model/problem.ts';

import type { DocSource } from './document.ts';

type Source = Pick<DocSource, 'file' | 'body' | 'bodyLine'>;

interface TabSet {
  file: string;
  /** 1-based. */
  line: number;
  group: string;
  values: string[];
}

/** Reports sets of tabs with a value that the largest set of their group lacks: a choice there would be none elsewhere. */
export function checkTabGroups(docs: readonly Source[]): Problem[] {
  const groups = Map.groupBy(docs.flatMap(tabSetsOf), ({ group }) => group);
  return [...groups].flatMap(([group, sets]) => {
    const largest = sets.reduce((most, set) => (set.values.length > most.values.length ? set : most));
    return sets.flatMap(({ file, line, values }): Problem[] => {
      const others = values.filter((value) => !largest.values.includes(value));
      if (others.length === 0) return [];
      const message = `the tabs of the group "${group}" offer ${quoted(others)}; those in ${largest.file}:${largest.line} offer ${quoted(largest.values)}, so the reader's choice does not carry over. Use the same values, or another groupId`;
      return [{ file, line, message, severity: 'warning', kind: 'tab groups whose values differ' }];
    });
  });
}

const quoted = (values: readonly string[]): string => values.map((value) => `"${value}"`).join(', ');

/** The sets of a page that belong to a group, read line by line. Tags inside of code are no tabs. */
function tabSetsOf({ file, body, bodyLine }: Source): TabSet[] {
  if (!body.includes('<Tabs')) return [];
  const sets: TabSet[] = [];
  const open: TabSet[] = [];
  let fence = '';
  for (const [index, line] of body.split('\n').entries()) {
    const [, mark = ''] = /^\s*(`{3,}|~{3,})/.exec(line) ?? [];
    if (fence !== '') {
      if (mark.startsWith(fence)) fence = '';
    } else if (mark !== '') fence = mark;
    else if (/^\s*<Tabs\b/.test(line)) open.push({ file, line: bodyLine + index, group: attribute(line, 'groupId'), values: [] });
    else if (/^\s*<TabItem\b/.test(line)) open.at(-1)?.values.push(attribute(line, 'value'));
    else if (/^\s*<\/Tabs>/.test(line)) {
      const set = open.pop();
      if (set !== undefined && set.group !== '') sets.push(set);
    }
  }
  return sets;
}

const attribute = (tag: string, name: string): string => new RegExp(`\\b${name}="([^"]*)"`).exec(tag)?.[1] ?? '';
