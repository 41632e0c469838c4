import { createSearchEngine, decodeIndex, type Evidence } from '@quire/search';
import { encodeIndex } from '@quire/search/indexing';
import { SAMPLE_RECORDS, samplePage } from '@quire/search/testing';
import { expect, test } from 'vitest';
import { likelihoodsOf } from './likelihood.ts';

/** Each section: its heading, and the questions that its author wrote. */
const SECTIONS = {
  refunds: ['Refunds', 'when do refunds arrive', 'who approves refunds', 'why are refunds rejected'],
  invoices: ['Invoices', 'who sends invoices', 'are refunds on invoices', 'where are old invoices'],
  contracts: ['Contracts', 'who signs contracts', 'when do contracts end', 'where are old contracts'],
};
const withQuestions = (path: string, headings: (keyof typeof SECTIONS)[]): ReturnType<typeof samplePage> =>
  samplePage(path, 'Money', [
    ['Money', 'A page.'],
    ...headings.map((name): [string, string] => [SECTIONS[name][0] as string, 'A section.']),
  ]).map((record, i) => (i === 0 ? record : { ...record, questions: SECTIONS[headings[i - 1] as keyof typeof SECTIONS].slice(1) }));
const engine = createSearchEngine(
  decodeIndex(
    encodeIndex([...SAMPLE_RECORDS, ...withQuestions('/docs/one', ['refunds', 'invoices']), ...withQuestions('/docs/two', ['contracts'])]),
  ),
);
const all = [...engine.sections()];
const PAGE_OF = { refunds: '/docs/one', invoices: '/docs/one', contracts: '/docs/two' };

function likelihood(question: string, name: keyof typeof SECTIONS, text: readonly string[] = []): number {
  const recordNumber = all.findIndex(({ page, heading }) => page.path === PAGE_OF[name] && heading === SECTIONS[name][0]);
  const section = { record: all[recordNumber], recordNumber, contains: (term: string) => text.includes(term) } as Evidence;
  return likelihoodsOf(engine, engine.understand(`${question} `))([section])?.[0] as number;
}

test('the more authored questions of a section contain a word, the likelier it is', () => {
  expect(likelihood('refunds', 'refunds')).toBeGreaterThan(likelihood('refunds', 'invoices'));
});

test('questions of other sections of the same page count too', () => {
  const words = 'refunds for contracts';
  expect(likelihood('invoices', 'refunds')).toBeGreaterThan(likelihood('invoices', 'contracts'));
  expect(likelihood(words, 'contracts')).toBeGreaterThan(likelihood(words, 'invoices'));
});

test('a word in the text of a section counts less than one in its questions', () => {
  const without = likelihood('refunds', 'contracts');
  const inText = likelihood('refunds', 'contracts', ['refund']);
  expect(inText).toBeGreaterThan(without);
  expect(inText).toBeLessThan(likelihood('refunds', 'invoices'));
});

test('the likelihood is a finite number for unknown words, and for none', () => {
  expect(likelihood('zyzzyva', 'refunds')).toBeLessThan(0);
  expect(likelihood('zyzzyva', 'refunds')).toBeGreaterThan(-10);
  expect(Math.abs(likelihood('', 'refunds'))).toBe(0);
});

test('without authored questions, there are no likelihoods', () => {
  const sections = all.slice(0, 5).map((record, recordNumber): Evidence => {
    return { record, recordNumber, score: 1, coverage: 1, contains: () => true };
  });
  const text = `${sections[0]?.record.heading} `;
  expect(likelihoodsOf(engine, engine.understand(text))(sections)).toBeNull();
});
