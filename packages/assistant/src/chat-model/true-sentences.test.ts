import { expect, test } from 'vitest';
import { parseSentence } from './answer-units.ts';
import { findSupport, readSection } from './section-support.ts';
import { sampleEvidence } from './testing/sample-evidence.ts';
import { TRUE_SENTENCES } from './testing/true-sentences.ts';

test('R-602 at least 38 of 40 sentences that say the same as a page in other words are shown', () => {
  const sentences = TRUE_SENTENCES.flatMap(([text, ...all]) => all.map((sentence) => ({ text, sentence })));
  const hidden = sentences.filter(({ text, sentence }) => {
    const section = readSection(sampleEvidence('/docs/x', 'Overview', text));
    return (
      findSupport(
        section,
        parseSentence(sentence, () => null),
      ) === null
    );
  });
  expect(sentences).toHaveLength(40);
  expect(hidden.length, hidden.map(({ sentence }) => sentence).join('\n')).toBeLessThanOrEqual(2);
});
