import { setTimeout as pause } from 'node:timers/promises';
import { expect, test } from 'vitest';
import { createGroupCommit } from './sqlite-log.ts';

test('what comes while a group is written makes the next group, in order', async () => {
  const groups: number[][] = [];
  const commits = createGroupCommit<number>(async (group) => {
    groups.push([...group]);
    await pause(10);
  });
  const first = commits.add(1);
  await pause(1);
  await Promise.all([first, commits.add(2), commits.add(3), commits.add(4)]);
  expect(groups).toEqual([[1], [2, 3, 4]]);
});

test('nothing is acknowledged before it is written', async () => {
  let isWritten = false;
  const commits = createGroupCommit<number>(async () => {
    await pause(10);
    isWritten = true;
  });
  await commits.add(1);
  expect(isWritten).toBe(true);
});

test('the failure of a group is reported to all of its entries and to no others', async () => {
  let isFull = true;
  const commits = createGroupCommit<number>(async () => {
    if (isFull) throw new Error('disk full');
  });
  const results = await Promise.allSettled([commits.add(1), commits.add(2)]);
  expect(results.map(({ status }) => status)).toEqual(['rejected', 'rejected']);
  isFull = false;
  await expect(commits.add(3)).resolves.toBeUndefined();
});

test('what waits at the end is written, and nothing after it', async () => {
  const written: number[] = [];
  const commits = createGroupCommit<number>(async (group) => void written.push(...group));
  const last = commits.add(1);
  await commits.finish();
  await last;
  await expect(commits.add(2)).rejects.toThrow('The query log is closed.');
  expect(written).toEqual([1]);
});
