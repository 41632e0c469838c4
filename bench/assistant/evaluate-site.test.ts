import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

import { expect, test } from 'vitest';

import { describeEvaluation, evaluateSite } from './evaluate-site.ts';

const CONFIG = 'tests/fixtures/small-site/site.config.ts';

test('the evaluation of a small site reports the goals that it misses', async () => {
  const dir = await mkdtemp(join(tmpdir(), 'evaluate-assistant-'));
  const questions = join(dir, 'questions.jsonl');
  const unanswerable = join(dir, 'unanswerable.jsonl');
  await writeFile(questions, '{"question": "What is the capital of France?", "relevant": ["/docs/guide", "/docs/absent"]}\n');
  await writeFile(unanswerable, '{"question": "Who painted the Mona Lisa?"}\n');
  const evaluation = await evaluateSite({ config: CONFIG, questions, unanswerable });
  await rm(dir, { recursive: true });
  expect(evaluation.kept).toBe(false);
  expect(describeEvaluation(evaluation)).toContain('Goal missed: 100.0 % of the answerable questions are refused, at most 10.0 % may be');
});

test('questions about another site are reported', async () => {
  await expect(evaluateSite({ config: CONFIG })).rejects.toThrow(
    /None of the questions of .*answerable\.dev\.jsonl is answered by a page of/,
  );
});
