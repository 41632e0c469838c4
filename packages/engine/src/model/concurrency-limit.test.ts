import { expect, test } from 'vitest';

import { createLimit } from './concurrency-limit.ts';

const turn = (): Promise<void> => new Promise((resolve) => setTimeout(resolve, 1));

test('never more than the limit at once, each one served, in order', async () => {
  const limit = createLimit(3);
  let running = 0;
  let most = 0;
  const started: number[] = [];
  const results = await Promise.all(
    Array.from({ length: 20 }, (_, number) =>
      limit(async () => {
        started.push(number);
        most = Math.max(most, ++running);
        await turn();
        running--;
        return number;
      }),
    ),
  );
  expect(most).toBe(3);
  expect(results).toEqual(started);
});

test('a task that fails gives its place on', async () => {
  const limit = createLimit(1);
  const failed = limit(() => Promise.reject(new Error('no')));
  const next = limit(async () => 'done');
  await expect(failed).rejects.toThrow('no');
  expect(await next).toBe('done');
});
