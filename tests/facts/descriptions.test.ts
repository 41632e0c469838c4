/**
 * Compares the descriptions of options and of the GraphQL schema with the originals. If an original is marked as deprecated,
 * conditional, incubating, and so on, ours must be marked as well. The findings are candidates for review and not always errors.
 */
import { join } from 'node:path';

import { isEnumType, isInputObjectType, isInterfaceType, isObjectType } from 'graphql';
import type { GraphQLSchema } from 'graphql';
import { expect, test } from 'vitest';

import { createGraphQLReference, describeField, graphql, sources } from '@quire/reference/catalog';

import { compareOption, flattenSchema, MARKERS } from '../../scripts/compare-descriptions.mjs';
import { CORPUS, readFacts } from './facts.ts';

const location = { dir: join(process.cwd(), 'website/catalog'), projectRoot: process.cwd() };

/** Markers for the schema, which also describes privileges and deprecations and which inputs an operation requires. */
const IN_SCHEMA: Readonly<Record<string, RegExp>> = {
  privilege: /(requires|must have)[^.]*privilege/i,
  deprecated: /^\W*deprecated\b|\bdeprecated!|\bis deprecated and|\breplaced by/i,
  condition: /\bonly (if|when|used|applicable|applies|for|works|needed|present)\b|(?<!input )\brequired (if|when)\b|\bnon-null only\b/i,
};

/** Reviewed candidates that are correct. */
const REVIEWED = new Set([
  // The original names two types; the resolver accepts all types that our description names.
  'Mutation.updateDescription: supported',
  // The original repeats the description of the input that removes owners.
  'BatchAddOwnersInput.ownershipTypeUrn: default',
]);

test('the options of ingestion sources', async () => {
  const { plugins } = readFacts<{ plugins: Record<string, object> }>('plugin-schemas.json');
  const { catalog } = await sources.read(location);
  const reported = catalog.entries.flatMap(({ source }) =>
    source.data.plugins.flatMap((plugin) => {
      const originals = flattenSchema(plugins[plugin.plugin] ?? {});
      return plugin.fields.flatMap((field) => {
        const original = originals.get(field.name);
        if (original === undefined) return [];
        const description = describeField(field, catalog.shared) ?? '';
        return compareOption(original, { ...field, description }).map((finding) => `${plugin.plugin} ${field.name}: ${finding}`);
      });
    }),
  );
  expect(reported).toEqual([]);
});

/** Returns descriptions with deprecation reasons by name: `Type`, `Type.field`, `Type.field(argument)`, `Enum.VALUE`. */
function descriptionsOf(schema: GraphQLSchema): Map<string, string> {
  const found = new Map<string, string>();
  const add = (name: string, { description, deprecationReason }: Described): void => {
    found.set(name, `${deprecationReason == null ? '' : `Deprecated. ${deprecationReason} `}${description ?? ''}`.trim());
  };
  for (const type of Object.values(schema.getTypeMap())) {
    if (type.name.startsWith('__')) continue;
    add(type.name, type);
    if (isEnumType(type)) for (const value of type.getValues()) add(`${type.name}.${value.name}`, value);
    if (!isObjectType(type) && !isInterfaceType(type) && !isInputObjectType(type)) continue;
    for (const field of Object.values(type.getFields())) {
      add(`${type.name}.${field.name}`, field);
      for (const arg of 'args' in field ? field.args : []) add(`${type.name}.${field.name}(${arg.name})`, arg);
    }
  }
  return found;
}

interface Described {
  description?: string | null | undefined;
  deprecationReason?: string | null | undefined;
}

test('the types, fields, arguments and values of the GraphQL schema', async () => {
  const dir = join(CORPUS, 'datahub-graphql-core/src/main/resources');
  const platform = await createGraphQLReference({ folder: '.' }).read({ dir, projectRoot: dir });
  const { catalog } = await graphql.read(location);
  const originals = descriptionsOf(platform.catalog.schema as GraphQLSchema);
  const ours = descriptionsOf(catalog.schema as GraphQLSchema);
  const { deprecated, toBeDeprecated, incubating, experimental, privileges } = catalog.presentation;
  const shown = (name: string): string => {
    const last = /([^.(]+)\)?$/.exec(name)?.[1] ?? name;
    return [
      name in deprecated ? `Deprecated. ${deprecated[name]}` : '',
      name in toBeDeprecated ? `To be deprecated. ${toBeDeprecated[name]}` : '',
      incubating.includes(name) ? 'Incubating' : '',
      experimental.includes(name) ? 'Experimental' : '',
      /^(Query|Mutation)\.\w+$/.test(name) ? (last in privileges ? `Required privilege: ${privileges[last]}` : '') : '',
      ours.get(name) || (name.includes('.') ? (catalog.sharedFields[last] ?? '') : ''),
    ].join(' ');
  };
  const reported = [...originals].flatMap(([name, original]) =>
    MARKERS.filter((marker) => (IN_SCHEMA[marker.name] ?? marker.original).test(original) && !marker.ours.test(shown(name))).map(
      (marker) => `${name}: ${marker.name}\n  original: ${original}\n  ours: ${shown(name).trim()}`,
    ),
  );
  expect(reported.filter((line) => !REVIEWED.has(line.slice(0, line.indexOf('\n'))))).toEqual([]);
});

test('an announced deprecation is not a deprecation', async () => {
  const dir = join(CORPUS, 'datahub-graphql-core/src/main/resources');
  const platform = await createGraphQLReference({ folder: '.' }).read({ dir, projectRoot: dir });
  const { catalog } = await graphql.read(location);
  const { deprecated, toBeDeprecated } = catalog.presentation;
  const originals = descriptionsOf(platform.catalog.schema as GraphQLSchema);
  const announced = [...originals].filter(
    ([, text]) => /\b(soon|likely) (be|become) deprecated\b/i.test(text) && !/^\W*deprecated\b/i.test(text),
  );
  expect(announced.map(([name]) => name).toSorted()).toEqual(Object.keys(toBeDeprecated).toSorted());
  expect(Object.keys(deprecated).filter((name) => !/deprecated/i.test(originals.get(name) ?? ''))).toEqual([]);
});
