import { createSearchEngine, decodeIndex, type Evidence } from '@quire/search';
import { encodeIndex } from '@quire/search/indexing';
import { SAMPLE_RECORDS, samplePage } from '@quire/search/testing';
import { expect, test } from 'vitest';
import { matchAuthored, similarityOf, NO_MATCH, likelihoodsOf } from './coverage.ts';

const [plain, asked] = samplePage('/docs/words', 'Words', [
  ['Words', 'All of them.'],
  ['Keep them', 'In one place.'],
]).map((record, i) =>
  i === 0 ? record : { ...record, questions: ['where do I keep definitions', 'how to undo a wrong upgrade', 'query a BigBox'] },
);
if (plain === undefined || asked === undefined) throw new Error('The sample page has two sections.');
const engine = createSearchEngine(decodeIndex(encodeIndex([...SAMPLE_RECORDS, plain, asked])));
const match = (text: string, record = asked): ReturnType<ReturnType<typeof matchAuthored>> =>
  matchAuthored(engine, text, engine.understand(`${text} `))(record);

test('the same question matches completely, regardless of stop words and case', () => {
  expect(match('how do i query a bigbox')).toEqual({ questionCoverage: 1, authoredCoverage: 1 });
  expect(match('where do I keep definitions')).toEqual({ questionCoverage: 1, authoredCoverage: 1 });
  expect(similarityOf(match('keep the definitions'))).toBe(1);
});

test('different questions of stop words alone are not the same question', () => {
  expect(similarityOf(match('what is this', { ...asked, questions: ['where is it'] }))).toBeLessThan(1);
});

test('additional words lower the coverage by the authored question, and missing words lower the coverage of it', () => {
  const more = match('our team fights over where to keep definitions of snowflake columns');
  expect(more.authoredCoverage).toBe(1);
  expect(more.questionCoverage).toBeLessThan(0.7);
  const less = match('upgrade');
  expect(less.questionCoverage).toBe(1);
  expect(less.authoredCoverage).toBeLessThan(0.8);
});

test('the most similar authored question of a section counts, and a section without any has no match', () => {
  expect(match('undo a wrong upgrade')).toEqual({ questionCoverage: 1, authoredCoverage: 1 });
  expect(match('where do I keep definitions', plain)).toEqual(NO_MATCH);
  expect(match('')).toEqual(NO_MATCH);
});

test('a distinctive heading with the title of its page is like an authored question, if a reader asks for both and nothing else', () => {
  const [, distinctive, common] = samplePage('/docs/orders', 'Orders', [
    ['Orders', 'Of customers.'],
    ['Refund a payment', 'Call the bank.'],
    ['Use it', 'Every day.'],
  ]);
  if (distinctive === undefined || common === undefined) throw new Error('The sample page has three sections.');
  const withRefunds = createSearchEngine(decodeIndex(encodeIndex([...SAMPLE_RECORDS, distinctive, common])));
  const matchOf = (text: string, record: typeof distinctive): unknown =>
    matchAuthored(withRefunds, text, withRefunds.understand(`${text} `))(record);
  expect(matchOf('How do I refund a payment for orders?', distinctive)).toEqual({ questionCoverage: 1, authoredCoverage: 1 });
  expect(matchOf('refund a payment', distinctive)).toEqual(NO_MATCH);
  expect(matchOf('refund a payment for orders from Berlin in the old currency', distinctive)).toEqual(NO_MATCH);
  expect(matchOf('use orders', common)).toEqual(NO_MATCH);
});

test('the title and the aliases of a page are like authored questions of its introduction', () => {
  const [record] = samplePage('/docs/ledger', 'Ledger of accounts', [['Ledger of accounts', 'Every payment.']], {
    aliases: ['double entry book'],
  });
  if (record === undefined) throw new Error('The sample page has a section.');
  const withLedger = createSearchEngine(decodeIndex(encodeIndex([...SAMPLE_RECORDS, record])));
  const matchOf = (text: string): unknown => matchAuthored(withLedger, text, withLedger.understand(`${text} `))(record);
  expect(matchOf('What is a double entry book?')).toEqual({ questionCoverage: 1, authoredCoverage: 1 });
  expect(matchOf('ledger of accounts')).toEqual({ questionCoverage: 1, authoredCoverage: 1 });
  expect(matchOf('book')).toEqual(NO_MATCH);
  expect(matchOf('who may change a double entry book after the year is closed')).toEqual(NO_MATCH);
});

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
const siteEngine = createSearchEngine(
  decodeIndex(
    encodeIndex([...SAMPLE_RECORDS, ...withQuestions('/docs/one', ['refunds', 'invoices']), ...withQuestions('/docs/two', ['contracts'])]),
  ),
);
const all = [...siteEngine.sections()];
const PAGE_OF = { refunds: '/docs/one', invoices: '/docs/one', contracts: '/docs/two' };

function likelihood(question: string, name: keyof typeof SECTIONS, text: readonly string[] = []): number {
  const recordNumber = all.findIndex(({ page, heading }) => page.path === PAGE_OF[name] && heading === SECTIONS[name][0]);
  const section = { record: all[recordNumber], recordNumber, contains: (term: string) => text.includes(term) } as Evidence;
  return likelihoodsOf(siteEngine, siteEngine.understand(`${question} `))([section])?.[0] as number;
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
  expect(likelihoodsOf(siteEngine, siteEngine.understand(text))(sections)).toBeNull();
});
