/** The order in which results are in the list: groups by their best hit, in a group the hits of one page together. */
import type { ResultItem } from '../result-item.ts';

export interface ResultRow extends ResultItem {
  /** Whether the row above is of the same page: the row then leaves the page's title out. */
  continued: boolean;
  /** Number of the row in the whole list, from 0. */
  place: number;
}

export interface ResultGroup {
  label: string;
  rows: ResultRow[];
}

const MOST_ROWS = 8;

function gather<Item>(items: readonly Item[], keyOf: (item: Item) => string): Item[][] {
  const gathered = new Map<string, Item[]>();
  for (const item of items) {
    const key = keyOf(item);
    gathered.set(key, [...(gathered.get(key) ?? []), item]);
  }
  return [...gathered.values()];
}

/** A page's own hit goes before those of its sections. */
function inPage(items: readonly ResultItem[]): Omit<ResultRow, 'place'>[] {
  const ordered = [...items.filter(({ isPage }) => isPage), ...items.filter(({ isPage }) => !isPage)];
  return ordered.map((item, index) => ({ ...item, continued: index > 0 }));
}

export function groupResults(items: readonly ResultItem[]): ResultGroup[] {
  const groups = gather(items, ({ group }) => group).map((members) => ({
    label: members[0]?.group || 'Documentation',
    rows: gather(members, ({ pageHref }) => pageHref)
      .flatMap(inPage)
      .slice(0, MOST_ROWS),
  }));
  return groups.map(({ label, rows }, number) => {
    const before = groups.slice(0, number).reduce((sum, group) => sum + group.rows.length, 0);
    return { label, rows: rows.map((row, index) => ({ ...row, place: before + index })) };
  });
}
