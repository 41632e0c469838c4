// @vitest-environment happy-dom
import { expect, test } from 'vitest';
import { sampleSite } from '#model/testing/sample-site.ts';
import { createStorage } from '../storage.ts';
import { keepPreferredVersion } from './preferred-version.ts';

const KEY = 'docs-preferred-version-default';

function keptAfter(kind: 'doc' | 'guild', versionPersistence: 'localStorage' | 'none'): string | null {
  localStorage.clear();
  const store = createStorage(() => localStorage);
  keepPreferredVersion({ kind }, { docs: { ...sampleSite.docs, versionPersistence } }, store);
  return store.get(KEY);
}

test('R-106 a documentation page makes its version the preferred one; other pages do not', () => {
  expect(keptAfter('doc', 'localStorage')).toBe('current');
  expect(keptAfter('guild', 'localStorage')).toBeNull();
});

test('R-106 with versionPersistence "none" nothing is kept', () => {
  expect(keptAfter('doc', 'none')).toBeNull();
});
