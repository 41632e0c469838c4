import { describe, expect, test } from 'vitest';

import { formatProblem } from '@quire/engine/model/problem.ts';

import { buildSchemaOfFiles } from './build-schema.ts';

const messages = (...texts: string[]): string[] =>
  buildSchemaOfFiles(
    texts.map((text, index) => ({ file: `${'ab'[index] ?? 'c'}.graphql`, text })),
    'schema',
  ).problems.map(formatProblem);

describe('a schema of several files', () => {
  test('types may be extended across files, as the platform does it with Query', () => {
    const files = [
      { file: 'a.graphql', text: 'extend type Query { dataset: Dataset }' },
      { file: 'b.graphql', text: 'type Dataset { urn: String! }\nextend type Query { me: String }' },
    ];
    const { schema, problems } = buildSchemaOfFiles(files, 'schema');
    expect(problems).toEqual([]);
    expect(Object.keys(schema?.getQueryType()?.getFields() ?? {})).toEqual(['dataset', 'me']);
  });

  test('a file of comments only is no mistake', () => {
    expect(messages('type Query { me: String }', '# Nothing yet.\n')).toEqual([]);
  });

  test('an implementation may deprecate what its interface keeps', () => {
    const text = 'interface Entity { urn: String }\ntype Tag implements Entity { urn: String @deprecated }\ntype Query { tag: Tag }';
    expect(messages(text)).toEqual([]);
  });
});

describe('what is wrong is told with file and line', () => {
  test.each([
    [
      'a type twice',
      ['type Query { a: Tag }\ntype Tag { a: Int }', '\ntype Tag { b: Int }'],
      ['b.graphql:2: There can be only one type named "Tag"'],
    ],
    ['a field twice', ['type Query {\n  a: Int\n  a: Int\n}'], ['a.graphql:3: Field "Query.a" can only be defined once']],
    ['an enum value twice', ['type Query { a: E }\nenum E {\n  A\n  A\n}'], ['a.graphql:4: Enum value "E.A" can only be defined once']],
    [
      'an unknown type',
      ['type Query { a: Datset }\ntype Dataset { urn: Int }'],
      ['a.graphql:1: Unknown type "Datset". Did you mean "Dataset"?'],
    ],
    ['an unknown directive', ['type Query {\n  a: Int @depricated\n}'], ['a.graphql:2: Unknown directive "@depricated"']],
    ['broken syntax', ['type Query {\n  a Int\n}'], ['a.graphql:2: is no valid GraphQL schema: Expected ":", found Name "Int"']],
    [
      'an extension of nothing',
      ['type Query { a: Int }\nextend type Tagg { b: Int }'],
      ['a.graphql:2: Cannot extend type "Tagg" because it is not defined'],
    ],
    [
      'an interface half implemented',
      ['type Query { a: Tag }\ninterface Entity { urn: Int }\ntype Tag implements Entity { b: Int }'],
      ['a.graphql:3: Interface field Entity.urn expected but Tag does not provide it'],
    ],
    [
      'an input as a result',
      ['type Query {\n  a: In\n}\ninput In { b: Int }'],
      ['a.graphql:2: The type of Query.a must be Output Type but got: In'],
    ],
    ['no query at all', ['type Tag { a: Int }'], ['schema: Query root type must be provided']],
  ])('%s', (_, texts, expected) => {
    expect(messages(...texts)).toEqual(expected);
  });

  test('a bottomless type is told, not thrown', () => {
    const text = `type Query { a: ${'['.repeat(100_000)}Int${']'.repeat(100_000)} }`;
    expect(messages(text)).toEqual([
      expect.stringMatching(/^a\.graphql(:1)?: is (nested too deeply to be a schema|no valid GraphQL schema: .*)/),
    ]);
  });
});
