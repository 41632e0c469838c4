// @vitest-environment happy-dom
import { expect, test, vi } from 'vitest';
import { createStorage } from './storage.ts';

test('R-213 unavailable storage warns once and keeps values in memory', () => {
  const warn = vi.spyOn(console, 'warn').mockImplementation(() => undefined);
  const storage = createStorage(() => {
    throw new Error('denied');
  });
  storage.set('a', '1');
  expect(storage.get('a')).toBe('1');
  storage.remove('a');
  expect(storage.get('a')).toBeNull();
  expect(warn).toHaveBeenCalledTimes(1);
  warn.mockRestore();
});

test('a stored value is in localStorage', () => {
  createStorage(() => localStorage).set('theme', 'dark');
  expect(localStorage.getItem('theme')).toBe('dark');
});

test('after a full storage refused a value, the stored values can still be read', () => {
  const warn = vi.spyOn(console, 'warn').mockImplementation(() => undefined);
  const full = {
    getItem: (key: string) => (key === 'theme' ? 'dark' : null),
    setItem() {
      throw new DOMException('The quota has been exceeded.', 'QuotaExceededError');
    },
  };
  const storage = createStorage(() => full as unknown as Storage);
  storage.set('a', '1');
  storage.set('b', '2');
  expect([storage.get('theme'), storage.get('a'), storage.get('b')]).toEqual(['dark', '1', '2']);
  expect(warn).toHaveBeenCalledTimes(1);
  warn.mockRestore();
});
