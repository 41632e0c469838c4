import { expect, test, vi } from 'vitest';

import type { SidebarNode } from '#model/navigation.ts';

import { createPageSource } from './page-source.ts';
import { createSidebarLists } from './sidebar-lists.ts';

const NODES: SidebarNode[] = [{ type: 'page', label: 'One', path: '/docs/one' }];

test('the file of a list is asked for once; each page gets nodes of its own', async () => {
  const get = vi.fn(async () => Response.json(NODES));
  const lists = createSidebarLists(get);
  const [one, other] = await Promise.all([lists.load('/a.json'), lists.load('/a.json')]);
  expect([one, other, await lists.load('/a.json')]).toEqual([NODES, NODES, NODES]);
  expect(one).not.toBe(other);
  expect(get.mock.calls).toEqual([['/a.json', {}]]);
});

test('a list that a page holds, or that there is none of, is not asked for', async () => {
  const get = vi.fn(async () => new Response());
  const lists = createSidebarLists(get);
  expect(await lists.load(NODES)).toBe(NODES);
  expect(await lists.load(null)).toBeNull();
  expect(get).not.toHaveBeenCalled();
});

test('a list that could not be had is told of with its address, and asked for again', async () => {
  const answers = [new Response('', { status: 404 }), Response.json(NODES)];
  const lists = createSidebarLists(async () => answers.shift() ?? Response.error());
  await expect(lists.load('/a.json')).rejects.toThrow('/a.json answered with status 404.');
  expect(await lists.load('/a.json')).toEqual(NODES);
});

test('R-204 the list that a page names is fetched ahead with it', async () => {
  const page = { build: 'b', title: 't', body: 'x', path: '/a', sidebar: '/list.json' };
  const get = vi.fn(async (address: unknown) => Response.json(address === '/list.json' ? NODES : page));
  const source = createPageSource('/', get);
  await source.prefetch('/a');
  expect((await source.load('/a', new AbortController().signal)).sidebar).toEqual(NODES);
  expect(get.mock.calls).toEqual([
    ['/a.json', { priority: 'low' }],
    ['/list.json', { priority: 'low' }],
  ]);
});
