import fc from 'fast-check';
import { expect, test } from 'vitest';
import { createAnalyzer } from '../analysis.ts';
import { createDictionary } from '../index-file/inverted-index.ts';
import { anyCharacter } from '../testing/any-character.ts';
import { samplePage } from '../testing/sample-records.ts';
import { MARK, plainText, type SearchRecord, type TextPiece } from '../types.ts';
import { excerpt, highlight } from './results.ts';
import { createMatcher, createRunTable } from './matcher.ts';

const TERMS = ['enabl', 'glossari', 'polici', 'token'];
const dictionary = createDictionary(
  TERMS,
  Uint32Array.from(TERMS, () => 1),
);
const matcher = createMatcher(
  dictionary,
  TERMS.map((stem, id) => ({ stem, alternatives: [{ terms: [id], weight: 1 }] })),
  createRunTable(createAnalyzer()),
);
const queryOf = (slotWeights: number[]): Parameters<typeof excerpt>[1] => ({
  matcher,
  slotWeights,
  totalWeight: slotWeights.reduce((sum, weight) => sum + weight, 0),
});
const QUERY = queryOf(TERMS.map(() => 1));

const plain = (pieces: TextPiece[]): string => pieces.map(({ text }) => text).join('');
const marked = (pieces: TextPiece[]): string[] => pieces.filter(({ highlighted }) => highlighted).map(({ text }) => text);

function record(text: string, ...code: string[]): SearchRecord {
  return samplePage('/docs/x', 'X', [['X', text, ...code]])[0] as SearchRecord;
}

test('words are marked in any inflection', () => {
  expect(marked(highlight(matcher, 'Policy, POLICIES and AUTH_OIDC_ENABLED; no police, "tokens".'))).toEqual([
    'Policy',
    'POLICIES',
    'AUTH_OIDC_ENABLED',
    'tokens',
  ]);
});

test('only the matching part of a long path is marked', () => {
  expect(marked(highlight(matcher, 'see https://example.org/docs/policies/overview and createAccessTokenForTheUser'))).toEqual([
    'policies',
    'Token',
  ]);
});

test('the excerpt is the part with the most matches, with an ellipsis where it is cut', () => {
  const text = `A token first. ${'Nothing of interest here. '.repeat(30)}The glossary policy is enabled by a token. ${'More of nothing. '.repeat(30)}`;
  const pieces = excerpt(record(text), QUERY);
  expect(marked(pieces)).toEqual(['glossary', 'policy', 'enabled', 'token']);
  expect(plain(pieces)).toMatch(/^… The glossary policy/);
  expect(plain(pieces)).toMatch(/ …$/);
  expect(plain(pieces).length).toBeLessThan(230);
});

test('the excerpt of a section whose heading contains the query is its beginning', () => {
  const about: SearchRecord = {
    ...record(`What they are. ${'Nothing of interest here. '.repeat(30)}A glossary policy.`),
    heading: 'The glossary policy',
  };
  const query = queryOf([0, 1, 1, 0.1]);
  expect(plain(excerpt(about, query))).toMatch(/^What they are\. Nothing/);
  expect(plain(excerpt({ ...about, heading: 'Policies' }, query))).toMatch(/A glossary policy\.$/);
  expect(plain(excerpt({ ...about, text: '', code: ['token'] }, query))).toBe('token');
});

test('a long name at the start or the end of the excerpt is not cut', () => {
  const long = 'unimportant_part_of_a_name_'.repeat(3);
  const names = `${long}policy and ${long}token_${long}end`;
  expect(plain(excerpt(record(`Before them. Say ${names} after it`), QUERY))).toBe(`… ${names} …`);
});

test('the cells and the rows of a table are separated', () => {
  const rows = [['enabled', 'string', ''], ['token', 'The policy.'], ['code']];
  const marked = ['Before.', ...rows.map((cells) => MARK.row + cells.join(` ${MARK.cell}`))].join('\n');
  expect(plain(excerpt({ ...record(plainText(marked)), marked }, QUERY))).toBe('… enabled · string;\ntoken · The policy.\ncode');
});

test('code is excerpted if the prose does not match', () => {
  expect(plain(excerpt(record('Prose.', 'x=1', 'TOKEN=abc'), QUERY))).toBe('TOKEN=abc');
  expect(plain(excerpt(record('Prose without them.'), QUERY))).toBe('Prose without them.');
  expect(excerpt(record(''), QUERY)).toEqual([]);
});

test('property: the concatenated pieces equal the text, including HTML', () => {
  fc.assert(
    fc.property(
      fc.array(fc.oneof(fc.string({ unit: anyCharacter }), fc.constantFrom('token', '<b>policy</b>', ' ', 'İtoken'))),
      (parts) => {
        const text = parts.join('');
        expect(plain(highlight(matcher, text))).toBe(text);
      },
    ),
  );
});
