import { describe, expect, test } from 'vitest';

import type { AnswerEvent, Assistant } from '@quire/assistant/contract.ts';
import { citationLink } from '@quire/assistant/citations.ts';
import { SAMPLE_RECORDS } from '@quire/search/testing';

import { describeReport } from './evaluate-site.ts';
import { evaluateAssistant, missedGoals, type AssistantReport, readAnswer } from './evaluate.ts';

const citation = (path: string, anchor: string): string =>
  citationLink({ recordNumber: 0, path, anchor, heading: '', passage: 'Stop all containers without losing' }, 1, '/');
const STOPPING = `Stop all containers without losing what you loaded. ${citation('/docs/quickstart', 's1')}`;
const QUESTION = { q: 'how do I stop it', kind: 'question', relevant: ['/docs/quickstart'] };
const OFF_TOPIC = { q: 'capital of France', kind: 'off-topic' };

/** Answers each question with its text from `answers`, and refuses if that is null or missing. */
function assistantThatSays(answers: Record<string, string | null>): Assistant {
  return {
    async *ask({ text }): AsyncGenerator<AnswerEvent> {
      const answer = answers[text] ?? null;
      yield { kind: 'references', ids: answer === null ? [] : ['docs/quickstart.md'], refused: answer === null };
      yield { kind: 'text', text: answer ?? 'Sorry' };
    },
  };
}

const evaluate = (answer: string | null, offTopic: string | null = null): Promise<AssistantReport> =>
  evaluateAssistant(assistantThatSays({ [QUESTION.q]: answer, [OFF_TOPIC.q]: offTopic }), SAMPLE_RECORDS, [QUESTION], [OFF_TOPIC]);

test('an answer is split at its citations', () => {
  const { cited, uncited } = readAnswer(`${STOPPING}\n\nMore.`, '/');
  expect(cited).toEqual([{ path: '/docs/quickstart', anchor: 's1', markdown: 'Stop all containers without losing what you loaded. ' }]);
  expect(uncited).toBe('More.');
  expect(readAnswer(STOPPING.replace('(/docs', '(/base/docs'), '/base/').cited[0]?.path).toBe('/docs/quickstart');
});

describe('R-602 answers are judged', () => {
  test('a right answer and a refusal reach every goal', async () => {
    const { rates, failures } = await evaluate(STOPPING);
    expect(rates).toMatchObject({ answerableRefused: 0, unanswerableRefused: 1, relevantFirst: 1, citationPrecision: 1 });
    expect(rates).toMatchObject({ citationsResolve: 1, groundedness: 1 });
    expect(failures).toEqual([]);
    expect(missedGoals(rates)).toEqual([]);
  });

  test('text that is not in the cited section is reported', async () => {
    const { rates, failures } = await evaluate(STOPPING.replace('all containers', 'nearly all containers'));
    expect(rates.groundedness).toBe(0);
    expect(failures.map(({ what }) => what)).toEqual(['not in its section']);
  });

  test('the note of a page above a quotation is not a quotation', async () => {
    const records = SAMPLE_RECORDS.map((record) => ({ ...record, page: { ...record.page, note: 'Only in the hosted edition.' } }));
    const evaluateNote = async (note: string): Promise<number> => {
      const assistant = assistantThatSays({ [QUESTION.q]: `*${note}*\n\n${STOPPING}`, [OFF_TOPIC.q]: null });
      return (await evaluateAssistant(assistant, records, [QUESTION], [OFF_TOPIC])).rates.groundedness;
    };
    expect(await evaluateNote('Only in the hosted edition.')).toBe(1);
    expect(await evaluateNote('In every edition.')).toBe(0.5);
  });

  test('a citation of a missing heading is reported as a broken link', async () => {
    const { rates } = await evaluate(`Stop. ${citation('/docs/quickstart', 'absent')}`);
    expect(rates.citationsResolve).toBe(0);
  });

  test('a first citation of another page, a false refusal, and a false answer are reported', async () => {
    const other = await evaluate(`Everything. ${citation('/docs/delete', '')}`, STOPPING);
    expect(other.failures.map(({ what, q }) => [what, q])).toContainEqual(['other page first', QUESTION.q]);
    expect(other.failures.map(({ what, q }) => [what, q])).toContainEqual(['answered', OFF_TOPIC.q]);
    expect(other.refusedByKind).toEqual({ 'off-topic': 0 });
    expect(other.ratesByKind).toMatchObject({ question: { answerableRefused: 0, relevantFirst: 0 } });
    const refused = await evaluate(null, STOPPING);
    expect(missedGoals(refused.rates)).toEqual([
      '0.0 % of the unanswerable questions are refused, at least 90.0 % are required',
      '100.0 % of the answerable questions are refused, at most 10.0 % may be',
    ]);
  });

  test('the report contains measures, times, and failures', async () => {
    const text = describeReport(await evaluate(null));
    expect(text).toContain('| answerable questions (1) refused | 100.0 % |');
    expect(text).toContain('| readers at once |');
    expect(text).toContain('  refused (question): how do I stop it\n       answered by /docs/quickstart');
  });
});
