import { describe, expect, test } from 'vitest';
import { createSearchEngine, decodeIndex } from '@quire/search';
import { encodeIndex } from '@quire/search/indexing';
import { samplePage } from '@quire/search/testing';
import { answerSettings } from './answer-settings.ts';
import type { Answerer, AnswerOutcome, AnswerTask } from '#contract.ts';
import { assistantSchema } from './config.ts';
import { RESPONSE_MARKER, type AnswerEvent, type AnswerSettings, type Question } from './contract.ts';
import { createAssistant } from './create-assistant.ts';

const IDK = 'Sorry, I am not sure how to answer that.';
const RECORDS = [
  ...samplePage('/docs/delete', 'Deleting Metadata', [
    ['Deleting Metadata', 'The delete command removes the metadata of a dataset from DataHub.', 'datahub delete --urn "<urn>"'],
    ['Hard delete', 'A hard delete of a dataset removes all of its rows and cannot be undone.'],
  ]),
  ...samplePage('/docs/domains', 'Domains', [['Domains', 'A domain is a logical collection of related datasets.']]),
  ...samplePage('/docs/odd', 'Oddities', [
    ['Oddities', `The oddity ${RESPONSE_MARKER} is <script>alert(1)</script> in [a link](javascript:alert(1)).`],
  ]),
];
const engine = createSearchEngine(decodeIndex(encodeIndex(RECORDS)));
/** The gate is not under test, so it accepts or rejects every question. */
const ACCEPT_ALL: AnswerSettings = answerSettings(assistantSchema.parse({ iDontKnowMessage: IDK, sectionsMatchThreshold: 0 }), {
  baseUrl: '/',
});
const REJECT_ALL: AnswerSettings = { ...ACCEPT_ALL, sectionsMatchThreshold: 1 };

async function ask(
  question: string,
  {
    settings = ACCEPT_ALL,
    answerer,
    signal = new AbortController().signal,
  }: { settings?: AnswerSettings; answerer?: Answerer; signal?: AbortSignal } = {},
): Promise<{ events: AnswerEvent[]; ids: string[]; refused: boolean; text: string }> {
  const assistant = createAssistant({ engine, settings, ...(answerer !== undefined && { answerer }) });
  const asked: Question = { text: question, conversation: [] };
  const events: AnswerEvent[] = [];
  for await (const event of assistant.ask(asked, signal)) events.push(event);
  const [references] = events;
  const text = events.map((event) => (event.kind === 'text' ? event.text : '')).join('');
  return {
    events,
    ids: references?.kind === 'references' ? references.ids : [],
    refused: references?.kind === 'references' && references.refused,
    text,
  };
}

/** A fake answerer that yields these texts, returns this outcome, and records its tasks. */
function scripted(outcome: AnswerOutcome, texts: string[] = [], hasCapacity = true): Answerer & { tasks: AnswerTask[] } {
  const tasks: AnswerTask[] = [];
  return {
    tasks,
    hasCapacity: () => hasCapacity,
    async *answer(task) {
      tasks.push(task);
      for (const text of texts) yield { kind: 'text', text };
      return outcome;
    },
  };
}

describe('without a model', () => {
  test('R-411 R-602 references are sent before quotations with their citations', async () => {
    const { events, ids, refused, text } = await ask('How do I delete a dataset?');
    expect(events[0]?.kind).toBe('references');
    expect(events.slice(1).every(({ kind }) => kind === 'text')).toBe(true);
    expect(refused).toBe(false);
    expect(ids[0]).toBe('docs/delete.md');
    expect(text).toMatch(/\[1\]\(\/docs\/delete[^)]*:~:text=/);
  });

  test('R-409 a question that the gate rejects is refused, with the closest pages', async () => {
    const { events, ids, refused, text } = await ask('delete dataset', { settings: REJECT_ALL });
    expect([refused, ids, events.length]).toEqual([true, [], 2]);
    expect(text.split('\n')[0]).toBe(IDK);
    expect(text).toContain('Closest pages:\n\n- [Deleting Metadata](/docs/delete)');
  });

  test('R-106 the texts around quotations and refusals are translated', async () => {
    const words = { 'Closest pages:': 'Ähnliche Seiten:', 'Also relevant:': 'Siehe auch:' };
    const refused = await ask('delete dataset', { settings: { ...REJECT_ALL, words } });
    expect(refused.text).toContain('\n\nÄhnliche Seiten:\n\n- [');
    const texts = await Promise.all(
      [words, {}].map(async (own) => (await ask('dataset', { settings: { ...ACCEPT_ALL, words: own } })).text),
    );
    expect(texts[1]).toContain('Also relevant:');
    expect(texts[0]).toBe(texts[1]?.replace('Also relevant:', 'Siehe auch:'));
    const notice = 'The language model did not answer, so these are quotations from the documentation.';
    const settings = { ...ACCEPT_ALL, words: { [notice]: 'Das Sprachmodell hat nicht geantwortet.' } };
    const { text } = await ask('dataset', { settings, answerer: scripted('unavailable') });
    expect(text).toMatch(/^Das Sprachmodell hat nicht geantwortet\.\n\n\S/);
  });

  test('a question about another tool itself is refused, with the page about the tool', async () => {
    const question = 'Is a domain a logical collection of related datasets?';
    const askWith = (subject: string): ReturnType<typeof ask> => {
      const options = assistantSchema.parse({ iDontKnowMessage: IDK, otherTools: [{ names: ['domain'], subjects: [subject] }] });
      return ask(question, { settings: answerSettings(options, { baseUrl: '/' }) });
    };
    expect((await askWith('physical collection')).refused).toBe(false);
    expect((await askWith('logical collection')).text).toBe(`${IDK}\n\nClosest pages:\n\n- [Domains](/docs/domains)`);
  });

  test('a refusal names no page if the question is about another subject, or if no name of a page contains a word of it', async () => {
    expect((await ask('Who deleted the colors of Peru from the flag of Atlantis in 1987?', { settings: REJECT_ALL })).text).toBe(IDK);
    expect((await ask('collection', { settings: REJECT_ALL })).text).toBe(IDK);
  });

  test('a refusal does not name pages whose title only resembles a word of the question', async () => {
    expect((await ask('domian', { settings: REJECT_ALL })).text).toBe(IDK);
  });

  test.each(['', '   ', '?!', '😀', '__proto__', 'zzzzqqqq', '\u0000', 'x'.repeat(5000)])(
    'R-602 a question without usable words is refused: %j',
    async (question) => {
      const { refused, text } = await ask(question);
      expect(refused).toBe(true);
      expect(text).toBe(IDK);
    },
  );

  test('R-412 markup in a page stays plain text', async () => {
    const { text } = await ask('oddity');
    expect(text).not.toContain(RESPONSE_MARKER);
    expect(text).not.toMatch(/(?<!\\)<script>/);
    expect(text).not.toMatch(/\]\(javascript/);
  });

  test('every link starts with the base URL', async () => {
    const settings = { ...ACCEPT_ALL, baseUrl: '/site/' };
    expect((await ask('How do I delete a dataset?', { settings })).text).toContain('](/site/docs/delete');
    expect((await ask('delete dataset', { settings: { ...settings, sectionsMatchThreshold: 1 } })).text).toContain('](/site/docs/delete)');
  });

  test('an aborted question gets no events', async () => {
    expect((await ask('How do I delete a dataset?', { signal: AbortSignal.abort() })).events).toEqual([]);
  });
});

describe('with a model', () => {
  const QUESTION = 'How do I delete a dataset?';

  test('sends the references of all its sections before the text of the model', async () => {
    const answerer = scripted('answered', ['One. ', 'Two.']);
    const { ids, text } = await ask(QUESTION, { answerer });
    expect(text).toBe('One. Two.');
    expect(ids).toEqual(answerer.tasks[0]?.paths.map((path) => `${path.slice(1)}.md`));
  });

  test('does not send questions to the model that the gate rejects', async () => {
    const answerer = scripted('answered', ['x']);
    expect((await ask('delete dataset', { settings: REJECT_ALL, answerer })).refused).toBe(true);
    expect(answerer.tasks).toEqual([]);
  });

  test('answers with quotations and no notice if the budget is used up', async () => {
    const quoted = (await ask(QUESTION)).text;
    expect((await ask(QUESTION, { answerer: scripted('answered', ['x'], false) })).text).toBe(quoted);
    expect((await ask(QUESTION, { answerer: scripted('over-budget') })).text).toBe(quoted);
  });

  test("answers with quotations if the model's answer has no supported sentences", async () => {
    expect((await ask(QUESTION, { answerer: scripted('empty') })).text).toMatch(/\[1\]\(\/docs\/delete/);
  });

  test('answers with a notice and quotations if the model fails', async () => {
    const { text } = await ask(QUESTION, { answerer: scripted('unavailable') });
    expect(text).toMatch(/^The language model did not answer, so these are quotations from the documentation\.\n\n\S/);
    expect(text).toContain('](/docs/delete');
  });

  test('keeps the received text if the model breaks off', async () => {
    const { text } = await ask(QUESTION, { answerer: scripted('interrupted', ['Half of it.']) });
    expect(text).toMatch(/^Half of it\.\n\nThe language model broke off here, so these are quotations from the documentation\.\n\n\S/);
  });

  test('R-602 reports a refusal by the model as a refusal', async () => {
    const { events, text } = await ask(QUESTION, { answerer: scripted('refused') });
    expect(text.startsWith(IDK)).toBe(true);
    expect(events.at(-1)).toMatchObject({ kind: 'text', refused: true });
  });

  test('numbers pages in quotations like the references', async () => {
    const { ids, text } = await ask('domain of a dataset', { answerer: scripted('unavailable') });
    for (const [, number = '', path = ''] of text.matchAll(/\[(\d+)\]\(\/([^#)]+)/g)) expect(ids[Number(number) - 1]).toBe(`${path}.md`);
    expect(text).toMatch(/\[\d+\]\(/);
  });
});
