import { readFile } from 'node:fs/promises';
import { expect, test } from 'vitest';
import { DEFAULT_GATE, RANKING_WEIGHTS } from '@quire/assistant/fitted-weights.ts';
import { gateWeights } from '../../website/gate-weights.ts';
import { weightsModules, fitLogistic, termEvidence } from './fit-weights.ts';

test('the committed weight modules match the output of the fit', async () => {
  for (const { file, text } of weightsModules({ ranking: RANKING_WEIGHTS, ownGate: gateWeights, defaultGate: DEFAULT_GATE }))
    expect(await readFile(file, 'utf8')).toBe(text);
});

const samples = [0, 0.1, 0.2, 0.6, 0.4, 0.8, 0.9, 1].map((value, i) => ({ values: [value, 0.5], positive: i >= 4 }));

test('features that distinguish the classes get a weight, other features get none', () => {
  const [bias = 0, telling = 0, constant = 0] = fitLogistic(samples, 0.01);
  expect(telling).toBeGreaterThan(1);
  expect(Math.abs(constant)).toBeLessThan(0.01);
  expect(bias + telling * 0.1).toBeLessThan(0);
  expect(bias + telling * 0.9).toBeGreaterThan(0);
});

test('a stronger ridge penalty gives smaller weights, and the same samples give the same weights', () => {
  const weight = (ridge: number): number => fitLogistic(samples, ridge)[1] ?? 0;
  expect(weight(0.1)).toBeLessThan(weight(0.01));
  expect(fitLogistic(samples, 0.01)).toEqual(fitLogistic(samples, 0.01));
});

test('both classes have the same total weight, regardless of their sizes', () => {
  const balanced = [
    { values: [0], positive: false },
    { values: [0], positive: true },
  ];
  const [bias = 1] = fitLogistic([...balanced, ...Array.from({ length: 20 }, () => ({ values: [0], positive: false }))], 0.01);
  expect(Math.abs(bias)).toBeLessThan(0.001);
});

test('a term is evidence by the share of the questions that contain it, and a rare one is weak evidence', () => {
  const ask = (count: number, positive: boolean, ...terms: string[]) => Array.from({ length: count }, () => ({ terms, positive }));
  const evidence = termEvidence([
    ...ask(60, true, 'the', 'table'),
    ...ask(20, true, 'the', 'owner'),
    ...ask(3, true, 'the', 'seldom'),
    ...ask(20, false, 'the', 'salary'),
    ...ask(2, false, 'the', 'once'),
  ]);
  const of = (term: string): number => evidence.get(term) ?? 0;
  expect(of('table')).toBeGreaterThan(of('owner'));
  expect(of('owner')).toBeGreaterThan(of('seldom'));
  expect(of('seldom')).toBeGreaterThan(0);
  expect(of('salary')).toBeLessThan(-1);
  expect(of('the')).toBeCloseTo(0);
  expect(evidence.has('once')).toBe(false);
  expect(Math.max(...evidence.values())).toBeLessThanOrEqual(2);
});
