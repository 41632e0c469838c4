import { readFile } from 'node:fs/promises';

import { expect, test } from 'vitest';

import { DEFAULT_GATE } from '@quire/assistant/gate/default-gate.ts';

import { gateWeights } from '../../website/gate-weights.ts';
import { WEIGHTS_FILES, weightsModule } from './fit-gate.ts';

test('the weights of the site and of sites without weights are written by the same fit', async () => {
  expect(gateWeights).toEqual(DEFAULT_GATE);
  for (const { file, beginning } of WEIGHTS_FILES) expect(await readFile(file, 'utf8')).toBe(weightsModule(beginning, gateWeights));
});
