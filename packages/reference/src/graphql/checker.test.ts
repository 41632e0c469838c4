import { buildSchema } from 'graphql';
import { describe, expect, test } from 'vitest';

import { createGraphQLChecker } from './checker.ts';

const checker = createGraphQLChecker(
  buildSchema(`
    type Query { dataset(urn: String!): Dataset  me: String }
    type Mutation { addTag(input: TagAssociationInput!): Boolean }
    type Dataset { urn: String!  name: String!  properties: DatasetProperties }
    type DatasetProperties { description: String }
    input TagAssociationInput { tagUrn: String!  resourceUrn: String!  kind: Kind }
    enum Kind { TABLE VIEW }
  `),
);

describe('R-606 GraphQL against the schema', () => {
  test('a valid document passes', () => {
    expect(checker.checkDocument('{ dataset(urn: "x") { urn properties { description } } }')).toEqual([]);
  });

  test.each([
    ['{\n  dataset(urn: "x") {\n    nam\n  }\n}', 3, 'Cannot query field "nam" on type "Dataset". Did you mean "name"?'],
    ['mutation {\n  addTags(input: {})\n}', 2, 'Cannot query field "addTags" on type "Mutation". Did you mean "addTag"?'],
    ['{ dataset { urn } }', 1, 'Argument "Query.dataset(urn:)" of type "String!" is required, but it was not provided'],
    ['{ dataset(urm: "x", urn: "y") { urn } }', 1, 'Unknown argument "urm" on field "Query.dataset". Did you mean "urn"?'],
    ['{ dataset(urn: 3) { urn } }', 1, 'String cannot represent a non string value: 3'],
    ['{ dataset(urn: $urn) { urn } }', 1, 'Variable "$urn" is not defined'],
    ['{\n  dataset(urn: "x") { urn\n', 3, 'is not valid GraphQL: Expected Name, found <EOF>'],
  ])('%s', (text, line, message) => {
    expect(checker.checkDocument(text)).toContainEqual({ line, message: expect.stringContaining(message) as string });
  });

  test('a partial document may omit definitions, but names must exist', () => {
    expect(checker.checkDocument('{ dataset(urn: $urn) { urn ...parts } }', { partial: true })).toEqual([]);
    expect(checker.checkDocument('{ dataset(urn: $urn) { nam } }', { partial: true })).toHaveLength(1);
  });

  test('of thousands of unknown variables, the first hundred are listed, because each is compared with all known ones', () => {
    const known = Array.from({ length: 1000 }, (_, index) => `$known_variable_number_${index}: String`);
    const unknown = Object.fromEntries(Array.from({ length: 5000 }, (_, index) => [`knowm_variable_number_${index}`, 'x']));
    const uses = known.map((one, index) => `a${index}: dataset(urn: ${one.split(':')[0]}) { urn }`).join(' ');
    const request = `query (${known.map((one) => `${one}!`).join(' ')}) { ${uses} }`;
    const found = checker.checkRequest(request, unknown).filter(({ message }) => message.startsWith('the operation has no variable'));
    expect(found).toHaveLength(100);
    expect(found[1]?.message).toBe('the operation has no variable "$knowm_variable_number_1". Did you mean "known_variable_number_1"?');
  });

  test('of five hundred mistakes, a hundred are listed, and the last message says where it stopped', () => {
    const problems = checker.checkDocument(`{\n${'none\n'.repeat(500)}}`);
    expect(problems).toHaveLength(101);
    expect(problems.at(-1)).toEqual({ line: 101, message: 'further mistakes are listed once these are corrected' });
  });

  test('type definitions are only parsed', () => {
    expect(checker.checkDocument('type Thing { other: Missing }')).toEqual([]);
    expect(checker.checkDocument('type Thing { other }')).toHaveLength(1);
  });
});

describe('R-606 request bodies', () => {
  const mutation = 'mutation addTag($input: TagAssociationInput!) { addTag(input: $input) }';
  const body = (variables: unknown): string => JSON.stringify({ query: mutation, variables });

  test('matching variables pass', () => {
    expect(checker.checkRequestBody(body({ input: { tagUrn: 'a', resourceUrn: 'b', kind: 'VIEW' } }))).toEqual([]);
  });

  test.each([
    [{ input: { tagUrn: 'a' } }, 'resourceUrn'],
    [{ input: { tagUrn: 'a', resourceUrn: 'b', tagUrl: 'c' } }, 'Did you mean "tagUrn"?'],
    [{ input: { tagUrn: 'a', resourceUrn: 'b', kind: 'VIW' } }, 'Did you mean the enum value "VIEW"?'],
    [{ inputs: {}, input: { tagUrn: 'a', resourceUrn: 'b' } }, 'the operation has no variable "$inputs". Did you mean "input"?'],
    [[1], '"variables" must be an object of names and values'],
  ])('%j', (variables, message) => {
    expect(checker.checkRequestBody(body(variables))[0]?.message).toContain(message);
  });

  test('an unknown operation', () => {
    const json = JSON.stringify({ query: '{ me }', operationName: 'other' });
    expect(checker.checkRequestBody(json)).toEqual([{ line: 1, message: 'the query has no operation "other"' }]);
  });

  test.each(['{"query": "orders"}', '{"query": {"match_all": {}}}', '[1]', '{broken'])('%s is not a request', (json) => {
    expect(checker.checkRequestBody(json)).toEqual([]);
  });

  test('a body in a curl command is reported with its first line', () => {
    const shell = [
      'curl https://datahub.example.com/api/graphql \\',
      "  -H 'Content-Type: application/json' \\",
      `  --data-raw '{ "query": "{ mee }" }'`,
    ].join('\n');
    expect(checker.checkShell(shell)).toEqual([{ line: 3, message: 'Cannot query field "mee" on type "Query". Did you mean "me"?' }]);
  });

  test('double quotes and their escapes are read', () => {
    expect(checker.checkShell('curl -d "{\\"query\\": \\"{ me }\\"}" https://datahub.example.com')).toEqual([]);
    expect(checker.checkShell('curl -d "{\\"query\\": \\"{ mee }\\"}" https://datahub.example.com')).toHaveLength(1);
    expect(checker.checkShell('curl -d @body.json https://datahub.example.com')).toEqual([]);
  });
});
