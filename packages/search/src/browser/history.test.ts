import { describe, expect, test } from 'vitest';
import { createHistory, type KeyValueStore } from './history.ts';
import { sampleHit } from './testing/sample-search.ts';

function store(entries: Record<string, string> = {}): KeyValueStore & { entries: Record<string, string> } {
  return { entries, get: (key) => entries[key] ?? null, set: (key, value) => void (entries[key] = value) };
}

const ids = (hits: readonly { objectID: string }[]): string[] => hits.map(({ objectID }) => objectID);
const RECENT = '__DOCSEARCH_RECENT_SEARCHES__docs';
const FAVORITE = '__DOCSEARCH_FAVORITE_SEARCHES__docs';

describe('R-301 recent and favorite searches', () => {
  test('are kept under the names DocSearch uses, the newest first and each once', () => {
    const kept = store();
    const history = createHistory(kept, 'docs');
    for (const name of ['a', 'b', 'a']) history.choose(sampleHit(name));
    expect(ids(JSON.parse(kept.entries[RECENT] ?? ''))).toEqual(['a', 'b']);
  });

  test('seven are kept, four beside favorites', () => {
    const history = createHistory(store(), 'docs');
    for (const name of 'abcdefghi') history.choose(sampleHit(name));
    expect(ids(history.read().recent)).toEqual([...'ihgfedc']);
    history.save('h');
    expect(ids(history.read().favorite)).toEqual(['h']);
    expect(ids(history.read().recent)).toEqual([...'igfe']);
  });

  test('a favorite that is chosen again does not become a recent one', () => {
    const history = createHistory(store(), 'docs');
    history.choose(sampleHit('a'));
    history.save('a');
    history.choose(sampleHit('a'));
    expect(history.read()).toMatchObject({ recent: [], favorite: [{ objectID: 'a' }] });
  });

  test('both can be removed; an unknown one changes nothing', () => {
    const history = createHistory(store(), 'docs');
    for (const name of 'ab') history.choose(sampleHit(name));
    history.save('a');
    history.save('unknown');
    history.forget('b');
    history.unsave('a');
    expect(history.read()).toEqual({ recent: [], favorite: [] });
  });

  test.each(['{', '{"a":1}', 'null', '[1,null,{"objectID":1},{"objectID":"x","url":"/x"}]'])(
    'what cannot be read counts as nothing: %s',
    (text) => {
      const history = createHistory(store({ [RECENT]: text, [FAVORITE]: text }), 'docs');
      expect(history.read()).toEqual({ recent: [], favorite: [] });
    },
  );
});
