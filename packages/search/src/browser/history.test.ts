import { describe, expect, test } from 'vitest';
import { createHistory, type KeyValueStore } from './history.ts';
import { sampleResult } from './testing/sample-search.ts';

function store(entries: Record<string, string> = {}): KeyValueStore & { entries: Record<string, string> } {
  return { entries, get: (key) => entries[key] ?? null, set: (key, value) => void (entries[key] = value) };
}

const ids = (hits: readonly { id: string }[]): string[] => hits.map(({ id }) => id);
const RECENT = 'search-recent:docs';
const FAVORITE = 'search-favorite:docs';

describe('R-301 recent and favorite searches', () => {
  test('are stored once each, the newest first', () => {
    const kept = store();
    const history = createHistory(kept, 'docs');
    for (const name of ['a', 'b', 'a']) history.choose(sampleResult(name));
    expect(ids(JSON.parse(kept.entries[RECENT] ?? ''))).toEqual(['a', 'b']);
  });

  test('contain the page of a section, but neither highlights nor excerpts', () => {
    const kept = store();
    const history = createHistory(kept, 'docs');
    history.choose(
      sampleResult('kafka#setup', { title: [{ text: 'setup', highlighted: true }], excerpt: [{ text: 'x', highlighted: false }] }),
    );
    expect(kept.entries[RECENT]).toBe('[{"id":"kafka#setup","href":"/base/docs/kafka#setup","title":"setup","page":"kafka"}]');
    expect(history.read().recent[0]).toMatchObject({
      ...{ href: '/base/docs/kafka#setup', pageHref: '/base/docs/kafka', isPage: false, excerpt: [] },
      title: [{ text: 'setup', highlighted: false }],
    });
  });

  test('keep a section apart from its page if both have the same title', () => {
    const history = createHistory(store(), 'docs');
    for (const name of ['kafka#kafka', 'kafka']) history.choose(sampleResult(name));
    expect(history.read().recent.map(({ isPage }) => isPage)).toEqual([true, false]);
  });

  test('are limited to seven, or to four beside favorites', () => {
    const history = createHistory(store(), 'docs');
    for (const name of 'abcdefghi') history.choose(sampleResult(name));
    expect(ids(history.read().recent)).toEqual([...'ihgfedc']);
    history.save('h');
    expect(ids(history.read().favorite)).toEqual(['h']);
    expect(ids(history.read().recent)).toEqual([...'igfe']);
  });

  test('do not duplicate a favorite that is opened again', () => {
    const history = createHistory(store(), 'docs');
    history.choose(sampleResult('a'));
    history.save('a');
    history.choose(sampleResult('a'));
    expect(history.read()).toMatchObject({ recent: [], favorite: [{ id: 'a' }] });
  });

  test('can be removed, and removing an unknown one changes nothing', () => {
    const history = createHistory(store(), 'docs');
    for (const name of 'ab') history.choose(sampleResult(name));
    history.save('a');
    history.save('unknown');
    history.forget('b');
    history.unsave('a');
    expect(history.read()).toEqual({ recent: [], favorite: [] });
  });

  test.each(['{', '{"a":1}', 'null', '[1,null,{"id":1},{"id":"x","href":"/x"},{"id":"x","href":"javascript:alert(1)","title":"x"}]'])(
    'are empty if the storage is invalid: %s',
    (text) => {
      const history = createHistory(store({ [RECENT]: text, [FAVORITE]: text }), 'docs');
      expect(history.read()).toEqual({ recent: [], favorite: [] });
    },
  );
});
