import { expect, test } from 'vitest';
import type { Client } from './client-address.ts';
import { createFairQueue, type FairQueue } from './fair-queue.ts';

const ipv4 = (address: string): Client => ({ address, block: null });
const ipv6 = (block: string, address: string): Client => ({ address: `${block}:${address}`, block });

function fill(queue: FairQueue<string>, client: Client, name: string, count: number): void {
  for (let i = 1; i <= count; i++) queue.add(client, `${name}${i}`);
}

function drain(queue: FairQueue<string>): string[] {
  const items: string[] = [];
  for (let item = queue.next(); item !== undefined; item = queue.next()) items.push(item);
  return items;
}

test('R-412 networks take turns, and in each network its addresses', () => {
  const queue = createFairQueue<string>();
  fill(queue, ipv6('one', 'a'), 'a', 3);
  fill(queue, ipv6('one', 'b'), 'b', 1);
  fill(queue, ipv6('one', 'c'), 'c', 1);
  fill(queue, ipv4('two'), 'x', 2);
  expect(queue.size).toBe(7);
  expect(drain(queue)).toEqual(['a1', 'x1', 'b1', 'x2', 'c1', 'a2', 'a3']);
  expect(queue.size).toBe(0);
  fill(queue, ipv4('two'), 'y', 1);
  expect(drain(queue)).toEqual(['y1']);
});

test('R-412 a network with many addresses has as many turns as a single address', () => {
  const queue = createFairQueue<string>();
  for (let i = 0; i < 400; i++) queue.add(ipv6('one', String(i)), 'attacker');
  queue.add(ipv4('two'), 'visitor');
  expect(drain(queue).indexOf('visitor')).toBe(1);
});

test('R-412 the excess is taken from the client with the heaviest items, however many others have', () => {
  const queue = createFairQueue<string>();
  queue.add(ipv4('attacker'), 'large 1', 60);
  fill(queue, ipv6('office', 'a'), 'a', 50);
  queue.add(ipv6('office', 'b'), 'b1', 5);
  queue.add(ipv4('attacker'), 'large 2', 60);
  expect(queue.weight).toBe(175);
  expect([queue.removeExcess(), queue.removeExcess(), queue.removeExcess()]).toEqual(['large 2', 'large 1', 'a50']);
  expect(queue.weight).toBe(54);
  expect(drain(queue)).toHaveLength(50);
  expect(queue.weight).toBe(0);
});

test('R-412 the excess is the newest item of the address that has the most, in the network that has the most', () => {
  const queue = createFairQueue<string>();
  fill(queue, ipv6('one', 'a'), 'a', 2);
  fill(queue, ipv6('one', 'b'), 'b', 1);
  fill(queue, ipv4('two'), 'x', 2);
  // Of the two addresses and networks with two items, the later one loses the next item.
  expect([queue.removeExcess(), queue.removeExcess()]).toEqual(['a2', 'x2']);
  expect(queue.size).toBe(3);
  expect([queue.removeExcess(), queue.removeExcess(), queue.removeExcess()].sort()).toEqual(['a1', 'b1', 'x1']);
  expect(queue.removeExcess()).toBeUndefined();
  expect(queue.size).toBe(0);
});
