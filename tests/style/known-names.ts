/** The names in the catalog, grouped by the kinds of names that pages use. */
import { join } from 'node:path';

import { isEnumType, isInputObjectType, isInterfaceType, isObjectType } from 'graphql';
import type { GraphQLSchema } from 'graphql';

import { CAPABILITIES, entities, graphql, pythonSdk, readCommands, sources, topOf } from '@quire/reference/catalog';
import type { Aspect, CliFacts, EntityCatalog, Field, ModelType } from '@quire/reference/catalog';

import { ROOT } from './pages.ts';

export interface KnownNames {
  cli: CliFacts;
  /** Long flags of all `datahub` commands. */
  flags: ReadonlySet<string>;
  /** Environment variables that DataHub reads. */
  variables: ReadonlySet<string>;
  /** Environment variables, and constants in the schema, the model, and the values of options. */
  upper: ReadonlySet<string>;
  /** Prefixes of variables whose endings are arbitrary. */
  prefixes: readonly string[];
  /** Options of recipes with their parts (`profiling.enabled` and `enabled`) and values, transformers, and Python names. */
  snake: ReadonlySet<string>;
  /** Options with nested options, such as `profiling`. */
  groups: ReadonlySet<string>;
  /** GraphQL types, operations, fields, and arguments; entities, aspects, records, and fields of the model; Python classes. */
  camel: ReadonlySet<string>;
}

/** Reads the whole catalog. Throws an Error if the commands, variables, or schema cannot be read. */
export async function readKnownNames(): Promise<KnownNames> {
  const location = { dir: join(ROOT, 'website/catalog'), projectRoot: ROOT };
  const [commands, source, schema, model, python] = await Promise.all([
    readCommands(location),
    sources.read(location),
    graphql.read(location),
    entities.read(location),
    pythonSdk.read(location),
  ]);
  const { cli, variables } = commands.catalog;
  if (cli === null || variables === null || schema.catalog.schema === null)
    throw new Error('The catalog cannot be read. Run `npm run build`, which reports the file and the line.');
  const plugins = source.catalog.entries.flatMap((entry) => entry.source.data.plugins);
  const fields = plugins.flatMap((plugin) => plugin.fields);
  const [inSchema, inModel] = [namesOfSchema(schema.catalog.schema), namesOfModel(model.catalog)];
  const inPython = python.catalog.flatMap(({ data }) => data.modules.flatMap((one) => [one.module, ...one.members.flatMap(namesOfMember)]));
  const read = [...variables.cli, ...variables.services].map((one) => one.name).concat(variables.others);
  const options = fields.flatMap(namesOfOption);
  const values = fields.flatMap((field) => field.values ?? []);
  return {
    cli,
    flags: new Set(cli.commands.flatMap(({ options: all }) => all.flatMap((one) => one.flags.flatMap((flag) => flag.split('/'))))),
    variables: new Set(read),
    upper: new Set([...read, ...inSchema, ...inModel, ...Object.keys(CAPABILITIES), ...values]),
    prefixes: variables.prefixes,
    snake: new Set([...options, ...values, ...cli.transformers, ...commandWords(cli), ...inPython, ...inModel]),
    groups: new Set(fields.filter((field) => field.name.includes('.')).map((field) => topOf(field.name))),
    camel: new Set([...inSchema, ...inModel, ...inPython, ...options]),
  };
}

function namesOfSchema(schema: GraphQLSchema): string[] {
  return Object.values(schema.getTypeMap()).flatMap((type) => {
    if (isEnumType(type)) return [type.name, ...type.getValues().map((value) => value.name)];
    if (isInputObjectType(type)) return [type.name, ...Object.keys(type.getFields())];
    if (!isObjectType(type) && !isInterfaceType(type)) return [type.name];
    return [type.name, ...Object.values(type.getFields()).flatMap((field) => [field.name, ...field.args.map((arg) => arg.name)])];
  });
}

function namesOfModel({ entities: all, aspects, types }: EntityCatalog): string[] {
  const described = [...aspects.values(), ...types.values()];
  const fields = described.flatMap((one) => ('fields' in one ? one.fields : []));
  return [
    ...all.map((entity) => entity.name),
    ...aspects.keys(),
    ...described.flatMap(namesOfRecord),
    ...described.flatMap((one) => ('symbols' in one ? one.symbols : [])),
    ...fields.flatMap((field) => [field.name, ...field.relationships.map((one) => one.name), ...field.search.flatMap(namesOfSearch)]),
  ];
}

/** Returns the name of a record, of its Python class (`ChartInfoClass`), and with the package in Java and PDL. */
function namesOfRecord(one: Aspect | ModelType): string[] {
  const name = 'record' in one ? one.record : one.name;
  return [name, `${name}Class`, `${one.namespace}.${name}`];
}

const namesOfSearch = (annotation: object): string[] =>
  Object.entries(annotation).flatMap(([key, value]) => [key, ...(typeof value === 'string' ? [value] : [])]);

function namesOfMember({ name, parameters = [] }: { name: string; parameters?: { name: string }[] | undefined }): string[] {
  return [name, ...name.split('.'), ...parameters.map((parameter) => parameter.name)];
}

const commandWords = (cli: CliFacts): string[] => cli.commands.flatMap(({ command }) => command.split(' '));

/** Returns all runs of steps of a dotted name, because a page may use `column_pattern.allow` for a nested option. */
function namesOfOption({ name }: Field): string[] {
  const steps = name.split('.').filter((step) => !step.startsWith('`'));
  return steps.flatMap((_, from) => steps.slice(from).map((__, length) => steps.slice(from, from + length + 1).join('.')));
}
