import { expect, test } from 'vitest';
import { growthBeyondLinear, HOSTILE_PIECES } from '@quire/engine/server/testing/growth.ts';
import { createUnitReader, parseSentence } from './answer-units.ts';

function readAnswer(text: string): void {
  const reader = createUnitReader();
  const units = [...reader.push(text), ...reader.end(true)];
  for (const unit of units) parseSentence(unit.text, () => null);
}

test.each(HOSTILE_PIECES)('R-412 the time for an answer grows with its length and no faster: %j', (piece) => {
  expect(growthBeyondLinear(readAnswer, piece, 64_000)).toBeNull();
});
