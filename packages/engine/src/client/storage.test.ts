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
