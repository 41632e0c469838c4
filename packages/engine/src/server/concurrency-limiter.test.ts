import { expect, test } from 'vitest';
import { createConcurrencyLimiter, type Slot } from './concurrency-limiter.ts';

const client = (address: string, block: string | null = null) => ({ address, block });

test('R-412 slots are limited for each address and in total', () => {
  const limiter = createConcurrencyLimiter({ perAddress: 2, overall: 3 });
  const first = limiter.acquire(client('a')) as Slot;
  limiter.acquire(client('a'));
  expect(limiter.acquire(client('a'))).toBe('address');
  limiter.acquire(client('b'));
  expect(limiter.acquire(client('c'))).toBe('overall');
  first.release();
  expect(limiter.active()).toBe(2);
  expect(limiter.acquire(client('c'))).toBeTypeOf('object');
});

test('R-412 one IPv6 /48 network cannot acquire all slots', () => {
  const limiter = createConcurrencyLimiter({ perAddress: 40, overall: 600 });
  const taken = Array.from({ length: 650 }, (_, i) => limiter.acquire(client(`network ${i % 60}`, 'block')));
  expect(taken.filter((slot) => typeof slot === 'object')).toHaveLength(160);
  expect(limiter.acquire(client('other', 'another block'))).toBeTypeOf('object');
});

test('releasing a slot twice frees it once', () => {
  const limiter = createConcurrencyLimiter({ perAddress: 5, overall: 5 });
  const slot = limiter.acquire(client('a', 'x')) as Slot;
  limiter.acquire(client('a', 'x'));
  slot.release();
  slot.release();
  expect(limiter.active()).toBe(1);
});
