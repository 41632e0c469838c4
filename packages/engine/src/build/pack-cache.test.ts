import { mkdtempSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

import { expect, onTestFinished, test } from 'vitest';

import { createPackCache } from './pack-cache.ts';

const createCache = (file: string) => createPackCache<Analysis>(file);

interface Analysis {
  terms: string[];
  anchors: Set<string>;
}

function cacheFile(): string {
  const dir = mkdtempSync(join(tmpdir(), 'analyses-'));
  onTestFinished(() => rmSync(dir, { recursive: true, force: true }));
  return join(dir, 'kept', 'analyses.bin');
}

const analysis = (term: string): Analysis => ({ terms: [term, 'größe 🙂'], anchors: new Set([term]) });

test('the next build finds the entries of the last one, and entries that it does not use are dropped', () => {
  const file = cacheFile();
  const first = createCache(file);
  for (const name of ['a', 'b', 'c']) first.set(name, analysis(name));
  first.save();
  const second = createCache(file);
  expect(second.get('a')).toEqual(analysis('a'));
  expect(second.get('c')).toEqual(analysis('c'));
  expect(second.get('d')).toBeUndefined();
  second.save();
  const third = createCache(file);
  expect(third.keys()).toEqual(['a', 'c']);
  expect([third.get('a'), third.get('b'), third.get('c')]).toEqual([analysis('a'), undefined, analysis('c')]);
});

test('reading ahead returns the same entries as reading on demand, any number of times', () => {
  const file = cacheFile();
  const first = createCache(file);
  for (const name of ['a', 'b']) first.set(name, analysis(name));
  first.save();
  const second = createCache(file);
  second.readAhead();
  expect(['a', 'a', 'c', 'b'].map((name) => second.get(name)?.terms[0])).toEqual(['a', 'a', undefined, 'b']);
});

test('the pack file is not written again if nothing changed', () => {
  const file = cacheFile();
  const first = createCache(file);
  first.set('a', analysis('a'));
  first.save();
  const { ino } = statSync(file);
  const second = createCache(file);
  second.get('a');
  second.save();
  expect(statSync(file).ino).toBe(ino);
});

test('a truncated or invalid pack file is treated as empty', () => {
  const file = cacheFile();
  const first = createCache(file);
  first.set('a', analysis('a'));
  first.save();
  const whole = readFileSync(file);
  for (const length of [0, 3, 10, whole.length - 5]) {
    writeFileSync(file, whole.subarray(0, length));
    expect(createCache(file).get('a')).toBeUndefined();
  }
  writeFileSync(file, Buffer.from([255, 255, 255, 255, 1, 2]));
  const again = createCache(file);
  expect(again.get('a')).toBeUndefined();
  again.set('a', analysis('a'));
  again.save();
  expect(createCache(file).get('a')).toEqual(analysis('a'));
});
