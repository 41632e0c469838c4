import { readFile } from 'node:fs/promises';

import { expect, test } from 'vitest';

import { DEFAULT_GATE, RANKING_WEIGHTS } from '@quire/assistant/fitted-weights.ts';

import { gateWeights } from '../../website/gate-weights.ts';
import { weightsModules } from './fit-weights.ts';

test('the modules of the weights are what the fit writes', async () => {
  for (const { file, text } of weightsModules({ ranking: RANKING_WEIGHTS, ownGate: gateWeights, defaultGate: DEFAULT_GATE }))
    expect(await readFile(file, 'utf8')).toBe(text);
});
