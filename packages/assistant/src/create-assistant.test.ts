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
/** The gate is not what is tested here: it lets through everything, or nothing. */
const OPEN: AnswerSettings = answerSettings(assistantSchema.parse({ iDontKnowMessage: IDK, sectionsMatchThreshold: 0 }), { baseUrl: '/' });
const SHUT: AnswerSettings = { ...OPEN, sectionsMatchThreshold: 1 };

async function ask(
  question: string,
  {
    settings = OPEN,
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

/** Says this and ends so; remembers what it was asked. */
function scripted(outcome: AnswerOutcome, said: string[] = [], hasCapacity = true): Answerer & { tasks: AnswerTask[] } {
  const tasks: AnswerTask[] = [];
  return {
    tasks,
    hasCapacity: () => hasCapacity,
    async *answer(task) {
      tasks.push(task);
      for (const text of said) yield { kind: 'text', text };
      return outcome;
    },
  };
}

describe('without a model', () => {
  test('R-411 R-602 the references come first, then quotations with their sources', async () => {
    const { events, ids, refused, text } = await ask('How do I delete a dataset?');
    expect(events[0]?.kind).toBe('references');
    expect(events.slice(1).every(({ kind }) => kind === 'text')).toBe(true);
    expect(refused).toBe(false);
    expect(ids[0]).toBe('docs/delete.md');
    expect(text).toMatch(/\[1\]\(\/docs\/delete[^)]*:~:text=/);
  });

  test('R-409 what the gate holds back is refused, with the closest pages', async () => {
    const { events, ids, refused, text } = await ask('delete dataset', { settings: SHUT });
    expect([refused, ids, events.length]).toEqual([true, [], 2]);
    expect(text.split('\n')[0]).toBe(IDK);
    expect(text).toContain('Closest pages:\n\n- [Deleting Metadata](/docs/delete)');
  });

  test('R-106 the texts around quotations and refusals are translated', async () => {
    const words = { 'Closest pages:': 'Ähnliche Seiten:', 'Also relevant:': 'Siehe auch:' };
    const refused = await ask('delete dataset', { settings: { ...SHUT, words } });
    expect(refused.text).toContain('\n\nÄhnliche Seiten:\n\n- [');
    const texts = await Promise.all([words, {}].map(async (own) => (await ask('dataset', { settings: { ...OPEN, words: own } })).text));
    expect(texts[1]).toContain('Also relevant:');
    expect(texts[0]).toBe(texts[1]?.replace('Also relevant:', 'Siehe auch:'));
    const notice = 'The language model did not answer, so these are quotations from the documentation.';
    const settings = { ...OPEN, words: { [notice]: 'Das Sprachmodell hat nicht geantwortet.' } };
    const { text } = await ask('dataset', { settings, answerer: scripted('unavailable') });
    expect(text).toMatch(/^Das Sprachmodell hat nicht geantwortet\.\n\n\S/);
  });

  test('a refusal names no page if the question is about another subject, or if no name of a page contains a word of it', async () => {
    expect((await ask('Who deleted the colors of Peru from the flag of Atlantis in 1987?', { settings: SHUT })).text).toBe(IDK);
    expect((await ask('collection', { settings: SHUT })).text).toBe(IDK);
  });

  test('a refusal names no page whose name only resembles a word of the question', async () => {
    expect((await ask('domian', { settings: SHUT })).text).toBe(IDK);
  });

  test.each(['', '   ', '?!', '😀', '__proto__', 'zzzzqqqq', '\u0000', 'x'.repeat(5000)])(
    'R-602 nothing to go by is refused: %j',
    async (question) => {
      const { refused, text } = await ask(question);
      expect(refused).toBe(true);
      expect(text).toBe(IDK);
    },
  );

  test('R-412 content of a page stays text', async () => {
    const { text } = await ask('oddity');
    expect(text).not.toContain(RESPONSE_MARKER);
    expect(text).not.toMatch(/(?<!\\)<script>/);
    expect(text).not.toMatch(/\]\(javascript/);
  });

  test('every link starts with the base URL', async () => {
    const settings = { ...OPEN, baseUrl: '/site/' };
    expect((await ask('How do I delete a dataset?', { settings })).text).toContain('](/site/docs/delete');
    expect((await ask('delete dataset', { settings: { ...settings, sectionsMatchThreshold: 1 } })).text).toContain('](/site/docs/delete)');
  });

  test('a reader who has left gets nothing', async () => {
    expect((await ask('How do I delete a dataset?', { signal: AbortSignal.abort() })).events).toEqual([]);
  });
});

describe('with a model', () => {
  const QUESTION = 'How do I delete a dataset?';

  test('its words come after the references of all sections that it was given', async () => {
    const answerer = scripted('answered', ['One. ', 'Two.']);
    const { ids, text } = await ask(QUESTION, { answerer });
    expect(text).toBe('One. Two.');
    expect(ids).toEqual(answerer.tasks[0]?.paths.map((path) => `${path.slice(1)}.md`));
  });

  test('what the gate holds back never reaches it', async () => {
    const answerer = scripted('answered', ['x']);
    expect((await ask('delete dataset', { settings: SHUT, answerer })).refused).toBe(true);
    expect(answerer.tasks).toEqual([]);
  });

  test('if the budget is used up, the answer is quotations without a notice', async () => {
    const quoted = (await ask(QUESTION)).text;
    expect((await ask(QUESTION, { answerer: scripted('answered', ['x'], false) })).text).toBe(quoted);
    expect((await ask(QUESTION, { answerer: scripted('over-budget') })).text).toBe(quoted);
  });

  test('an answer without supported sentences is replaced by quotations', async () => {
    expect((await ask(QUESTION, { answerer: scripted('empty') })).text).toMatch(/\[1\]\(\/docs\/delete/);
  });

  test('if the model fails, a notice and quotations follow', async () => {
    const { text } = await ask(QUESTION, { answerer: scripted('unavailable') });
    expect(text).toMatch(/^The language model did not answer, so these are quotations from the documentation\.\n\n\S/);
    expect(text).toContain('](/docs/delete');
  });

  test('if the model breaks off, the text so far stays', async () => {
    const { text } = await ask(QUESTION, { answerer: scripted('interrupted', ['Half of it.']) });
    expect(text).toMatch(/^Half of it\.\n\nThe language model broke off here, so these are quotations from the documentation\.\n\n\S/);
  });

  test('R-602 its refusal counts as one', async () => {
    const { events, text } = await ask(QUESTION, { answerer: scripted('refused') });
    expect(text.startsWith(IDK)).toBe(true);
    expect(events.at(-1)).toMatchObject({ kind: 'text', refused: true });
  });

  test('pages have the numbers of the references, also in quotations', async () => {
    const { ids, text } = await ask('domain of a dataset', { answerer: scripted('unavailable') });
    for (const [, number = '', path = ''] of text.matchAll(/\[(\d+)\]\(\/([^#)]+)/g)) expect(ids[Number(number) - 1]).toBe(`${path}.md`);
    expect(text).toMatch(/\[\d+\]\(/);
  });
});
