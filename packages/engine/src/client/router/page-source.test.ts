// @vitest-environment happy-dom
import { expect, test, vi } from 'vitest';
import { createPageCache } from './page-cache.ts';
import { mayPrefetch } from './connection.ts';
import { createPageSource } from './page-source.ts';
import { mayLoadAfresh } from './reload-guard.ts';

const data = { build: 'b', title: 't', body: 'x', path: '/a' };
const never = new AbortController().signal;

test('R-204 what was fetched ahead is not fetched again', async () => {
  const get = vi.fn(async () => Response.json(data));
  const source = createPageSource('/base/', get);
  await Promise.all([source.prefetch('/a'), source.prefetch('/a'), source.load('/a', never)]);
  expect((await source.load('/a', never)).title).toBe('t');
  expect(get).toHaveBeenCalledTimes(1);
  expect(get).toHaveBeenCalledWith('/base/a.json', { priority: 'low' });
});

test('a failed prefetch is told by load, and not asked for again by prefetch', async () => {
  const get = vi.fn(async () => new Response('', { status: 404 }));
  const source = createPageSource('/', get);
  await source.prefetch('/a');
  await source.prefetch('/a');
  expect(get).toHaveBeenCalledTimes(1);
  await expect(source.load('/a', never)).rejects.toThrow('/a.json answered with status 404.');
});

test.each(['<html>', '[]', '{"build":"b"}', 'null'])('page data %s is refused', async (text) => {
  await expect(createPageSource('/', async () => new Response(text)).load('/a', never)).rejects.toThrow();
});

test.each([
  [{ saveData: true }, false],
  [{ effectiveType: '2g' }, false],
  [{ effectiveType: 'slow-2g' }, false],
  [{ effectiveType: '4g' }, true],
  [undefined, true],
])('R-204 connection %o allows fetching ahead: %s', (connection, allowed) => {
  expect(mayPrefetch(connection)).toBe(allowed);
});

test('R-221 the cache is bounded in entries and bytes, oldest out first', () => {
  const page = data as never;
  const few = createPageCache(2, 100);
  for (const path of ['a', 'b', 'c']) few.set(path, page, 10);
  expect([few.get('a'), few.size]).toEqual([undefined, 2]);
  few.set('d', page, 95);
  expect(few.size).toBe(1);
  const many = createPageCache();
  for (let index = 0; index < 10_005; index += 1) many.set(String(index), page, 1);
  expect(many.size).toBe(10_000);
});

test('R-201 the same address is loaded afresh once in ten seconds; without storage never', () => {
  expect(mayLoadAfresh('/x', 0)).toBe(true);
  expect(mayLoadAfresh('/x', 9_999)).toBe(false);
  expect(mayLoadAfresh('/x', 10_000)).toBe(true);
  expect(mayLoadAfresh('/y', 10_001)).toBe(true);
  expect(
    mayLoadAfresh('/z', 0, () => {
      throw new Error('denied');
    }),
  ).toBe(false);
});
