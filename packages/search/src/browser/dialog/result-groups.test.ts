import { describe, expect, test } from 'vitest';
import { sampleSearchSite as sampleSite } from '../testing/sample-site.ts';
import { toResultItem } from '../result-item.ts';
import { sampleHit } from '../testing/sample-search.ts';
import { groupResults } from './result-groups.ts';

const of = (...hits: ReturnType<typeof sampleHit>[]) => groupResults(hits.flatMap((hit) => toResultItem(hit, sampleSite) ?? []));
const other = (name: string) => sampleHit(name, { hierarchy: { ...sampleHit(name).hierarchy, lvl0: 'Sources' } });

describe('groupResults', () => {
  test('groups are in the order of their best hit', () => {
    expect(of(other('a'), sampleHit('b'), other('c')).map(({ label, rows }) => [label, rows.map(({ id }) => id)])).toEqual([
      ['Sources', ['a', 'c']],
      ['Guides', ['b']],
    ]);
  });

  test('the hits of a page stand together, its own first', () => {
    const rows = of(sampleHit('a#x'), sampleHit('b'), sampleHit('a'))[0]?.rows;
    expect(rows?.map(({ id, continued }) => [id, continued])).toEqual([
      ['a', false],
      ['a#x', true],
      ['b', false],
    ]);
  });

  test('rows are numbered through all groups', () => {
    expect(of(other('a'), sampleHit('b'), other('c')).flatMap(({ rows }) => rows.map(({ id, place }) => id + place))).toEqual([
      'a0',
      'c1',
      'b2',
    ]);
  });

  test('a group shows at most eight, and nothing gives no group', () => {
    expect(of(...[...'abcdefghijkl'].map((name) => sampleHit(name)))[0]?.rows).toHaveLength(8);
    expect(of()).toEqual([]);
  });
});
