import { expect, test } from 'vitest';

import { compareOption, flattenSchema } from './compare-descriptions.mjs';

const original = (description: string, more: object = {}) => ({
  description,
  deprecated: false,
  values: undefined,
  constraints: [],
  ...more,
});

test('options are found in references, lists, and maps of a schema', () => {
  const schema = {
    properties: {
      host: { description: 'Deprecated.', type: 'string' },
      auth: { allOf: [{ $ref: '#/definitions/Auth' }], description: 'How to sign in.' },
      paths: { type: 'array', items: { $ref: '#/definitions/Path' } },
      domain: { additionalProperties: { $ref: '#/definitions/Path' } },
    },
    definitions: {
      Auth: { properties: { mode: { enum: ['a', 'b'], description: 'Kind.' } } },
      Path: { properties: { include: { description: 'Where.' }, inner: { $ref: '#/definitions/Path' } } },
    },
  };
  const options = flattenSchema(schema);
  expect([...options.keys()]).toEqual([
    'host',
    'auth',
    'auth.mode',
    'paths',
    'paths.include',
    'paths.inner',
    'domain',
    'domain.`key`',
    'domain.`key`.include',
    'domain.`key`.inner',
  ]);
  expect(options.get('auth.mode')).toMatchObject({ description: 'Kind.', values: ['a', 'b'] });
});

test.each([
  ['Deprecated in favor of x.', { description: 'A host.' }, ['deprecated']],
  ['Deprecated in favor of x.', { description: 'A host.', deprecated: true }, []],
  ['Only used if y is set.', { description: 'A number.' }, ['condition']],
  ['Only used if y is set.', { description: 'Needs y.' }, []],
  ['By default, no offset.', { description: 'Rows to skip.' }, ['default']],
  ['By default, no offset.', { description: 'Rows to skip.', default: 0 }, []],
  ['Only supported for Postgres.', { description: 'An estimate.' }, ['supported']],
  ['Requires the MANAGE privilege.', { description: 'Reads logs.' }, ['privilege']],
  ['[Advanced] Size of a page.', { description: 'Objects per query.' }, ['advanced']],
  ['A low level option.', { description: 'Advanced: objects per query.' }, []],
  ['Experimental.', { description: 'Combines queries.' }, ['experimental']],
  ['Experimental. Only used if y is set.', { description: 'Has no effect in this plugin.' }, []],
  ['Deprecated in favor of x.', { description: 'Has no effect in this plugin.' }, ['deprecated']],
])('%s compared with %j', (description, ours, findings) => {
  expect(compareOption(original(description), ours)).toEqual(findings);
});

test('enums with different values are reported', () => {
  expect(compareOption(original('', { values: ['a', 'b'] }), { type: 'Enum', values: ['b', 'a'] })).toEqual([]);
  expect(compareOption(original('', { values: ['a', 'b'] }), { type: 'Enum', values: ['a'] })).toEqual(['values a,b']);
  expect(compareOption(original('', { values: ['a'] }), { type: 'Enum' })).toEqual(['values a']);
});

test('numbers with different limits are reported', () => {
  const schema = { properties: { rows: { type: 'integer', exclusiveMinimum: 0, maximum: 100 } } };
  const rows = flattenSchema(schema).get('rows') ?? original('');
  expect(compareOption(rows, { constraints: { le: 100, gt: 0 } })).toEqual([]);
  expect(compareOption(rows, { constraints: { gt: 0 } })).toEqual(['constraints gt 0,le 100']);
  expect(compareOption(original(''), { constraints: { gt: 0 } })).toEqual(['constraints none']);
});
