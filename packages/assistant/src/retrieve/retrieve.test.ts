import { expect, test } from 'vitest';

import { MARK, type SearchRecord, createSearchEngine, decodeIndex, plainText } from '@quire/search';
import { encodeIndex } from '@quire/search/indexing';
import { SAMPLE_RECORDS, samplePage } from '@quire/search/testing';

import { productTerms } from '../product.ts';
import { retrieve } from './retrieve.ts';
import { termReaderOf } from './terms.ts';

const records = [
  ...SAMPLE_RECORDS,
  ...samplePage('/docs/introduction', 'Introduction', [['Introduction', 'The platform is a catalog of the platform.']]),
];
const engine = createSearchEngine(decodeIndex(encodeIndex(records)));
const find = (text: string, count = 10): ReturnType<typeof retrieve> => retrieve(engine, { text, conversation: [] }, { count });
const firstPath = (text: string): string | undefined => find(text).evidence[0]?.record.page.path;

test('R-411 sections are sorted by score, and their number is limited', () => {
  const { evidence } = find('Which permissions does the role in Snowflake need?');
  const fewer = find('Which permissions does the role in Snowflake need?', 1).evidence;
  expect(fewer.map(({ recordNumber }) => recordNumber)).toEqual([evidence[0]?.recordNumber]);
  expect(evidence[0]?.record).toMatchObject({ heading: 'Permissions', page: { path: '/docs/sources/snowflake' } });
  expect(evidence.map(({ score }) => score)).toEqual(evidence.map(({ score }) => score).toSorted((a, b) => b - a));
});

test('a guide ranks above a reference page with the same words', () => {
  expect(firstPath('create a glossary term')).toBe('/docs/glossary');
});

test('the section with an exact string of the question ranks first', () => {
  expect(find('what is `datahub docker nuke` for').evidence[0]?.record.heading).toBe('Starting over');
  expect(find('AUTH_OIDC_CLIENT_ID').evidence[0]?.record.heading).toBe('Enable it');
});

test('R-411 a list of pages leads to the described page and does not rank above it', () => {
  const row = (name: string, about: string): string => `${MARK.row}${MARK.label}${name} ${MARK.cell}${about}`;
  const marked = ['Write an action.', row('Develop', 'Write an action that reacts to changes.'), row('Try', 'See one run.')].join('\n');
  const [guides] = samplePage('/docs/guides', 'Guides to actions', [['Guides to actions', plainText(marked)]]);
  const develop = samplePage('/docs/guides/develop', 'Develop', [
    ['Develop', 'An action reacts to changes: it is a class that you write.'],
  ]);
  const own = createSearchEngine(decodeIndex(encodeIndex([{ ...guides, marked } as SearchRecord, ...develop, ...records])));
  const { evidence } = retrieve(own, { text: 'How do I write an action that reacts to changes?', conversation: [] }, { count: 5 });
  expect(evidence[0]?.record.page.path).toBe('/docs/guides/develop');
});

test('a section named after an identifier ranks above a section that mentions it', () => {
  const named = samplePage('/docs/builder', 'Builder', [['make_dataset_urn', 'Makes the name.']]);
  const mentions = samplePage('/docs/tutorial', 'Datasets', [['Create one', 'Call make_dataset_urn, then make_dataset_urn again.']]);
  const own = createSearchEngine(decodeIndex(encodeIndex([...mentions, ...named, ...records])));
  const { evidence } = retrieve(own, { text: 'make_dataset_urn', conversation: [] }, { count: 5 });
  expect(evidence[0]?.record.page.path).toBe('/docs/builder');
});

test('a question that an author wrote for a section finds that section, even with excluded words', () => {
  const [page] = samplePage('/docs/storage', 'Storage', [['Storage', 'Each release includes a database.']]);
  const asked = { ...(page as SearchRecord), questions: ['Can I use Snowflake instead of the glossary?'] };
  const own = createSearchEngine(decodeIndex(encodeIndex([...records, asked])));
  const best = (text: string) => retrieve(own, { text, conversation: [] }, { count: 5 }).evidence[0];
  expect(best('can i use snowflake instead of the glossary')).toMatchObject({
    record: { heading: 'Storage' },
    authored: { questionCoverage: 1, authoredCoverage: 1 },
  });
  expect(best('Can I use Snowflake or the glossary for permissions?')?.record.heading).not.toBe('Storage');
});

test('coverage is the share of the question that a section and its title contain', () => {
  const { evidence } = find('Snowflake permissions');
  expect(evidence.find(({ record }) => record.heading === 'Permissions')?.coverage).toBe(1);
  expect(find('Snowflake airbyte').evidence[0]?.coverage).toBeLessThan(0.6);
});

test('a name that is one word in the index is not the words that it consists of', () => {
  const named = createSearchEngine(decodeIndex(encodeIndex(SAMPLE_RECORDS, { names: ['AcmeHub'] })));
  const product = productTerms({ names: ['AcmeHub'], brands: [], commands: [], otherTools: [] }, termReaderOf(named.analyzer));
  const namesProduct = (text: string): boolean => retrieve(named, { text, conversation: [] }, { count: 3, product }).namesProduct;
  expect(['What is AcmeHub?', 'install acmehub', 'Where is the hub?'].map(namesProduct)).toEqual([true, true, false]);
});

test('a follow-up is searched for with the subject of the previous turn', () => {
  const conversation = [{ question: 'How do I create a glossary term?', answer: '' }];
  const { evidence } = retrieve(engine, { text: 'how do I delete it?', conversation }, { count: 3 });
  expect(evidence.map(({ record }) => record.page.path)).toContain('/docs/graphql/mutations');
});

test.each(['', '   ', '?!', '🍕', '__proto__', 'x'.repeat(2000)])('"%s" finds nothing and does not throw', (text) => {
  expect(find(text).evidence).toEqual([]);
});

test('a capitalized name does not match the common word', () => {
  const own = [
    ...samplePage('/docs/usage', 'Usage', [['Usage', 'Run a job in windows, each of them a day.']]),
    ...samplePage('/docs/build', 'Build', [['Build', 'Run a job on Windows, in a machine of its own.']]),
  ];
  const over = createSearchEngine(decodeIndex(encodeIndex(own)));
  const [first] = retrieve(over, { text: 'Can a job run on Windows?', conversation: [] }, { count: 2 }).evidence;
  expect(first?.record.page.path).toBe('/docs/build');
});

test('the context of a question has less weight than the question', () => {
  const text =
    'our snowflake admin asked me yesterday about permissions and roles in snowflake. how do i stop the containers of the quickstart?';
  expect(find(text).evidence[0]?.record.heading).toBe('Stopping the platform');
});

test('the name of a person that cannot do something has hardly any weight, but that of a thing does', () => {
  const weightOfFirst = (text: string): number => find(text).words[0]?.weight ?? 0;
  expect(weightOfFirst("bob can't see the containers")).toBeLessThan(0.2);
  expect(weightOfFirst('bobbins in the containers')).toBeGreaterThan(0.5);
  expect(weightOfFirst('Kibana cannot start the containers')).toBeGreaterThan(0.5);
  expect(weightOfFirst("Snowflake can't see the containers")).toBeGreaterThan(0.5);
});

test('an introduction comes with sections of its page, without supplements, those in the evidence first', () => {
  const page = samplePage('/docs/mill', 'The windmill', [
    ['The windmill', 'A windmill grinds grain.'],
    ['Before you start', 'You need wind.'],
    ['Start', 'Release the brake.'],
    ['Repair', 'Replace the sails of the windmill.'],
    ['When something goes wrong', 'Wait for wind.'],
    ['Next steps', 'Bake.'],
  ]);
  const own = createSearchEngine(decodeIndex(encodeIndex(page)));
  const continued = (text: string) =>
    retrieve(own, { text, conversation: [] }, { count: 3 }).continuation?.map(({ record }) => record.heading);
  expect(continued('the windmill grinds grain')).toEqual(['Repair', 'Start']);
  expect(continued('release the brake')).toBeUndefined();
});
