import { readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { SAMPLE_RECORDS } from '../testing/sample-records.ts';
import type { SearchRecord } from '../types.ts';
import { decodeIndex } from './read.ts';
import { createSynonymCheck, parseSynonyms } from './synonyms.ts';
import { encodeIndex } from './write.ts';

test('groups map each member to the others, and rules map in one direction', () => {
  const { rules, problems } = parseSynonyms('groups:\n  - [sso, single sign-on]\noneWay:\n  - { from: [purge, wipe], to: [delete] }\n');
  expect(problems).toEqual([]);
  expect(rules.map(({ from, to }) => ({ from, to }))).toEqual([
    { from: ['sso'], to: ['singl', 'sign'] },
    { from: ['singl', 'sign'], to: ['sso'] },
    { from: ['purg'], to: ['delet'] },
    { from: ['wipe'], to: ['delet'] },
  ]);
});

test.each([
  ['groups: [[one]]', /groups\.0: .* Expected the lists groups and oneWay\./],
  ['oneway: []', /Unrecognized key.*oneway/],
  ['oneWay: [{ from: x, to: [the] }]', /"x" → "the" has a side without a word to search for/],
  ['oneWay: [{ from: log in, to: [oidc] }]', /"log in" is reduced to "log"/],
  ['groups: [', /This is not YAML/],
  ['groups:\n  - [a1, b1]\ngroups:\n  - [c1, d1]', /The key "groups" is repeated/],
])('an invalid file is reported: %s', (yaml, message) => {
  const { problems } = parseSynonyms(yaml);
  expect(problems[0]?.file).toBe('content/synonyms.yaml');
  expect(problems[0]?.message).toMatch(message);
});

test.each([
  [
    'a large group',
    `groups: [[${Array.from({ length: 10_000 }, (_, index) => `w${index}`).join(', ')}]]`,
    /99990000 rules, more than 10000/,
  ],
  ['long lists', `oneWay: [{ from: [${'a, '.repeat(20_000)}], to: [${'b, '.repeat(20_000)}] }]`, /400000000 rules, more than 10000/],
  ['a long phrase', `oneWay: [{ from: ${'word '.repeat(1000)}, to: [${'b, '.repeat(10_000)}] }]`, /oneWay.0.from/],
  ['many characters', '#'.repeat(1 << 20), /more than 524288 characters/],
])('a file that becomes too many rules is an error: %s', (_, yaml, message) => {
  const { rules, problems } = parseSynonyms(yaml);
  expect(rules).toEqual([]);
  expect(problems.map((problem) => problem.message)).toEqual([expect.stringMatching(message)]);
});

test('an empty file has no synonyms', () => {
  expect(parseSynonyms('')).toEqual({ rules: [], problems: [] });
});

test('a synonym whose words are on no page is reported', () => {
  const { rules } = parseSynonyms('oneWay:\n  - { from: purge, to: [delete, obliterate] }\n');
  const index = decodeIndex(encodeIndex(SAMPLE_RECORDS, { synonyms: rules }));
  expect(index.synonyms).toEqual([
    { from: ['purg'], to: ['delet'] },
    { from: ['purg'], to: ['obliter'] },
  ]);
  const check = createSynonymCheck(rules);
  for (const { page, ...section } of SAMPLE_RECORDS) check.read(page, [section]);
  expect(check.problems().map(({ message }) => message)).toEqual([
    'No page contains "obliterate", to which "purge" leads. Remove the synonym, or write it as the pages do.',
  ]);
  const [sample] = SAMPLE_RECORDS as [SearchRecord];
  check.read({ ...sample.page, aliases: ['obliterates'] }, []);
  expect(check.problems()).toEqual([]);
});

test('the synonyms of this site are valid', () => {
  expect(parseSynonyms(readFileSync('website/content/synonyms.yaml', 'utf8')).problems).toEqual([]);
});
