import { readFile } from 'node:fs/promises';

import { expect, test } from 'vitest';

import { DEFAULT_GATE, RANKING_WEIGHTS } from '@quire/assistant/fitted-weights.ts';

import { gateWeights } from '../../website/gate-weights.ts';
import { weightsModules } from './fit-weights.ts';

test('the weights of the site and of sites without weights are written by the same fit', async () => {
  expect(gateWeights).toEqual(DEFAULT_GATE);
  for (const { file, text } of weightsModules({ ranking: RANKING_WEIGHTS, weights: gateWeights }))
    expect(await readFile(file, 'utf8')).toBe(text);
});
