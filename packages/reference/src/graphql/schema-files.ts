/** Reads and checks the GraphQL schema and the files beside it. */
import { existsSync } from 'node:fs';
import { join } from 'node:path';

import {
  GraphQLError,
  Kind,
  Source,
  buildASTSchema,
  concatAST,
  isEnumType,
  isInputObjectType,
  isInterfaceType,
  isObjectType,
  parse,
  validateSchema,
} from 'graphql';
import type { DocumentNode, GraphQLNamedType, GraphQLSchema } from 'graphql';
import { specifiedSDLRules } from 'graphql/validation/specifiedRules';
import { validateSDL } from 'graphql/validation/validate';
import type { SDLValidationRule } from 'graphql/validation/ValidationContext';
import { z } from 'zod';

import { relativePath } from '@quire/engine/config/relative-path.ts';
import { nearestName } from '@quire/engine/config/nearest-name.ts';
import { filesInside } from '@quire/engine/content/files.ts';
import type { Problem } from '@quire/engine/model/problem.ts';

import { aliasesSchema, questionsSchema } from '../generator.ts';
import { readSchemaFiles, readOptionalYamlFile } from '../catalog-files.ts';
import type { SchemaFile } from '../catalog-files.ts';
import type { CatalogLocation, ReadCatalog } from '../generator.ts';
import { checkOperationExamples, checkResponses, sampleSchema, sampleValueSchema } from './example-operation.ts';
import type { Samples } from './example-operation.ts';

/** The GraphQL section of the catalog. */
export interface GraphQLCatalog {
  /** Null if the files are invalid. There are no pages then. */
  schema: GraphQLSchema | null;
  /** The schema in the schema definition language, which can be cached. */
  sdl: string;
  /** Descriptions by name, for fields and arguments without a description in the schema. */
  sharedFields: Readonly<Record<string, string>>;
  samples: Samples;
  presentation: Presentation;
  /** Folder of the files, relative to the project; problems of pages name it. */
  folder: string;
}

export interface GraphQLOptions {
  /** Folder of the `.graphql` files below the catalog folder; `.` is the catalog folder itself. */
  folder: string;
}

const SHARED_FIELDS = 'shared-fields.yaml';
const SAMPLES = 'samples.yaml';
const PRESENTATION = 'reference.yaml';
const sharedFieldsSchema = z.record(z.string(), z.string().min(1));

/**
 * Reads all `.graphql` files of the folder as one schema, and the optional YAML files beside them. A catalog without the
 * folder has no GraphQL pages.
 */
export async function readGraphQL({ dir, projectRoot }: CatalogLocation, options: GraphQLOptions): Promise<ReadCatalog<GraphQLCatalog>> {
  const root = join(dir, options.folder);
  const name = (path: string): string => relativePath(projectRoot, path);
  const paths = filesInside(root, '**/*.graphql').map((file) => join(root, file));
  const { files, tooLong } = await readSchemaFiles(paths, projectRoot);
  const { schema, problems } =
    tooLong.length > 0
      ? { schema: null, problems: tooLong }
      : files.length === 0
        ? noSchema(root, name(root))
        : buildSchemaOfFiles(files, name(root));
  const shared = await readOptionalYamlFile(join(root, SHARED_FIELDS), projectRoot, sharedFieldsSchema);
  const samples = await readOptionalYamlFile(join(root, SAMPLES), projectRoot, sampleSchema);
  const presentation = await readOptionalYamlFile(join(root, PRESENTATION), projectRoot, presentationSchema);
  const catalog: GraphQLCatalog = {
    schema,
    sdl: files.map((each) => each.text).join('\n'),
    sharedFields: shared.data,
    samples: samples.data,
    presentation: presentation.data,
    folder: name(root),
  };
  for (const each of [shared, samples, presentation]) for (const problem of each.problems) problems.push(problem);
  if (catalog.schema !== null) {
    for (const problem of unknownNames(catalog.schema, shared.data, name(join(root, SHARED_FIELDS)))) problems.push(problem);
    for (const problem of checkPresentation(catalog.schema, presentation.data, name(join(root, PRESENTATION)))) problems.push(problem);
    const { responses, responseValues } = presentation.data;
    for (const problem of checkResponses(catalog.schema, samples.data, responses, responseValues, name(join(root, PRESENTATION))))
      problems.push(problem);
    for (const problem of checkOperationExamples(catalog.schema, samples.data, name(join(root, SAMPLES)))) problems.push(problem);
  }
  return { catalog, problems };
}

function noSchema(root: string, file: string): { schema: null; problems: Problem[] } {
  const message = 'The folder has no .graphql file. Add the schema, or remove the folder.';
  return { schema: null, problems: existsSync(root) ? [{ file, message, severity: 'error' }] : [] };
}

/** Maximum number of suggestions for the mistakes in a file. Each is a comparison with all names of the schema. */
const MAX_SUGGESTIONS = 50;

/** Reports shared descriptions of names that the schema does not have, which are most likely typos. */
function unknownNames(schema: GraphQLSchema, shared: Readonly<Record<string, string>>, file: string): Problem[] {
  const names = fieldNames(schema);
  return Object.keys(shared)
    .filter((each) => !names.has(each))
    .map((each, index) => {
      const near = index < MAX_SUGGESTIONS ? nearestName(each, [...names], 3) : null;
      const hint = near === null ? '' : `; did you mean ${near}?`;
      return { file, message: `${each}: the schema has no field or argument of this name${hint}`, severity: 'error' as const };
    });
}

function fieldNames(schema: GraphQLSchema): Set<string> {
  const names = new Set<string>();
  for (const type of Object.values(schema.getTypeMap())) {
    if (type.name.startsWith('__')) continue;
    if (isInputObjectType(type)) for (const each of Object.keys(type.getFields())) names.add(each);
    if (!isObjectType(type) && !isInterfaceType(type)) continue;
    for (const field of Object.values(type.getFields())) {
      names.add(field.name);
      for (const arg of field.args) names.add(arg.name);
    }
  }
  return names;
}

/** The maximum number of tokens in a file: several times that of a large schema. */
const MAX_TOKENS = 200_000;

/**
 * Builds one schema from several files, which may extend each other's types. Errors (syntax, duplicate names, unknown
 * types, incomplete interfaces) are returned as problems with file and line, and the schema is null.
 * @param folder the folder, which errors without a location are reported for
 */
export function buildSchemaOfFiles(files: readonly SchemaFile[], folder: string): { schema: GraphQLSchema | null; problems: Problem[] } {
  const describe = (error: GraphQLError): Problem => toProblem(error, folder);
  const parsed = files.map(parseFile);
  const syntaxErrors = parsed.flatMap((each) => ('problem' in each ? [each.problem] : []));
  if (syntaxErrors.length > 0) return { schema: null, problems: syntaxErrors };
  const document = withRootTypes(concatAST(parsed.flatMap((each) => ('document' in each ? [each.document] : []))));
  try {
    return buildSchema(document, describe);
  } catch (error) {
    // The library follows default values of input types recursively.
    if (!(error instanceof RangeError)) throw error;
    const message = 'The default values of input types lead to too many others: remove some of them';
    return { schema: null, problems: [{ file: folder, message, severity: 'error' }] };
  }
}

/** Maximum number of mistakes of a schema that are listed. */
const MAX_ERRORS = 100;
/** Maximum number of definitions with whose names a misspelled one is compared. */
const MAX_COMPARED = 5000;

const FURTHER_ERRORS = 'The schema has further errors. They are listed once these are corrected';
/**
 * Maximum number of comparisons of fields and arguments with those of interfaces. Each of them can be an error, and in a short schema
 * they could be millions, because every type can implement every interface. A large schema needs some hundred.
 */
const MAX_INTERFACE_COMPARISONS = 20_000;

/** Validates definitions until there are too many errors, because the library compares the name of each unknown type with all others. */
function firstErrors(document: DocumentNode): GraphQLError[] {
  const errors: GraphQLError[] = [];
  const collect: SDLValidationRule = (context) => {
    if (document.definitions.length > MAX_COMPARED) Object.defineProperty(context, 'hideSuggestions', { value: true });
    context.reportError = (error) => {
      errors.push(error);
      if (errors.length > MAX_ERRORS) throw new GraphQLError(FURTHER_ERRORS);
    };
    return {};
  };
  try {
    validateSDL(document, null, [collect, ...specifiedSDLRules]);
  } catch (error) {
    if (!(error instanceof GraphQLError)) throw error;
    errors.splice(MAX_ERRORS, Infinity, error);
  }
  return errors;
}

function buildSchema(document: DocumentNode, describe: (error: GraphQLError) => Problem): ReturnType<typeof buildSchemaOfFiles> {
  const invalid = firstErrors(document);
  if (invalid.length > 0) return { schema: null, problems: invalid.map(describe) };
  const schema = buildASTSchema(document, { assumeValidSDL: true });
  if (hasTooManyComparisons(schema)) {
    const message = `Checking the types against the interfaces that they implement takes more than ${MAX_INTERFACE_COMPARISONS} comparisons: remove some of the interfaces or of their fields`;
    return { schema: null, problems: [describe(new GraphQLError(message))] };
  }
  const inconsistent = validateSchema(schema).filter((error) => !isIgnored(error));
  if (inconsistent.length > MAX_ERRORS) inconsistent.splice(MAX_ERRORS, Infinity, new GraphQLError(FURTHER_ERRORS));
  if (inconsistent.length > 0) return { schema: null, problems: inconsistent.map(describe) };
  // GraphQL.js validates a schema before each use, and would reject the errors that are ignored here.
  return { schema: buildASTSchema(document, { assumeValidSDL: true, assumeValid: true }), problems: [] };
}

/** Whether checking the types against their interfaces would take too many comparisons. */
function hasTooManyComparisons(schema: GraphQLSchema): boolean {
  let comparisons = 0;
  for (const type of Object.values(schema.getTypeMap())) {
    if (!isObjectType(type) && !isInterfaceType(type)) continue;
    const fields = type.getFields();
    for (const required of type.getInterfaces()) {
      comparisons += 1 + required.getInterfaces().length;
      for (const { name, args } of Object.values(required.getFields())) comparisons += 1 + args.length + (fields[name]?.args.length ?? 0);
      if (comparisons > MAX_INTERFACE_COMPARISONS) return true;
    }
  }
  return false;
}

/**
 * Whether to ignore an error. The library rejects a type that deprecates a field which its interface does not, but servers
 * and clients accept it.
 */
const isIgnored = (error: GraphQLError): boolean =>
  / is not deprecated, so implementation field \S+ must not be deprecated/.test(error.message);

function parseFile({ file, text }: SchemaFile): { document: DocumentNode } | { problem: Problem } {
  if (text.split('\n').every((line) => /^\s*(?:#.*)?$/.test(line))) return { document: { kind: Kind.DOCUMENT, definitions: [] } };
  const source = new Source(text, file);
  try {
    const document = parse(source, { maxTokens: MAX_TOKENS });
    // The tokens know their lines, but each error of the library would search its line in the whole text.
    source.body = '';
    return { document };
  } catch (error) {
    if (error instanceof GraphQLError) return { problem: toProblem(error, file) };
    if (error instanceof RangeError) return { problem: { file, message: 'The file is nested too deeply for a schema', severity: 'error' } };
    throw error;
  }
}

/** Adds the definitions of `Query` and `Mutation` if the files only extend them. */
function withRootTypes(document: DocumentNode): DocumentNode {
  const defined = new Set(document.definitions.map((node) => (node.kind === Kind.OBJECT_TYPE_DEFINITION ? node.name.value : '')));
  const extended = new Set(document.definitions.map((node) => (node.kind === Kind.OBJECT_TYPE_EXTENSION ? node.name.value : '')));
  const missing = ['Query', 'Mutation'].filter((name) => extended.has(name) && !defined.has(name));
  return missing.length === 0 ? document : concatAST([document, parse(missing.map((name) => `type ${name}`).join('\n'))]);
}

function toProblem(error: GraphQLError, folder: string): Problem {
  const message = error.message.replace(/^Syntax Error: /, 'The file is not a valid GraphQL schema: ').replace(/\.$/, '');
  return { ...locationOf(error, folder), message, severity: 'error' };
}

/** Returns the location of an error; for a duplicate name, that of the second definition. */
function locationOf({ nodes, source, locations }: GraphQLError, folder: string): { file: string; line?: number } {
  const loc = nodes?.at(-1)?.loc;
  if (loc != null) return { file: loc.source.name, line: loc.startToken.line };
  const line = locations?.at(-1)?.line;
  return { file: source?.name ?? folder, ...(line === undefined ? {} : { line }) };
}

const text = z.string().min(1, 'must not be empty');
/** Maximum number of names in a list, with which all names of the schema are compared. */
const MAX_NAMES = 2000;
const MAX_TOPICS = 200;
const names = z.array(text).max(MAX_NAMES, `must have at most ${MAX_NAMES} names`).default([]);

const topicSchema = z.strictObject({
  /** Last segment of the route of its page, and suffix of its ids. */
  id: z.string().regex(/^[a-z-]+$/, 'must consist of lowercase letters and hyphens'),
  label: text,
  /** Description of its page: one sentence of 50 to 160 characters. */
  description: text,
  queries: names,
  mutations: names,
  /** Schema files whose object types belong to the topic. */
  files: names,
  questions: questionsSchema.default([]),
  aliases: aliasesSchema.default([]),
});

/** Shape of `reference.yaml` beside the schema files. Every part may be missing. */
export const presentationSchema = z.strictObject({
  /** Questions and aliases of the pages, by the last segment of their route. */
  pages: z.record(text, z.strictObject({ questions: questionsSchema.default([]), aliases: aliasesSchema.default([]) })).default({}),
  /** In the order of their pages. */
  topics: z
    .array(topicSchema)
    .max(MAX_TOPICS, `must have at most ${MAX_TOPICS} topics`)
    .refine((topics) => new Set(topics.map(({ id }) => id)).size === topics.length, 'must have different ids')
    .default([]),
  /** Types, fields (`Type.field`) and operations that are deprecated without a directive, with their replacement. */
  deprecated: z.record(text, text).default({}),
  /** Types and fields whose deprecation is announced but not in effect, with the reason or the replacement. */
  toBeDeprecated: z.record(text, text).default({}),
  /** Types, fields, and operations that may still change. */
  incubating: names,
  experimental: names,
  /** The privilege that an operation requires. */
  privileges: z.record(text, text).default({}),
  /** Operations with an example response. */
  responses: names,
  /** Values of fields in example responses, by `Type.field` or name. */
  responseValues: z.record(text, sampleValueSchema).default({}),
});

export type Presentation = z.output<typeof presentationSchema>;
export type Topic = z.output<typeof topicSchema>;

/** Returns the topic of an object type, by the schema file that defines it; undefined if no topic contains the file. */
export function topicOf(type: GraphQLNamedType, presentation: Presentation): Topic | undefined {
  const file = type.astNode?.loc?.source.name ?? '';
  const known = topicsOfFiles.get(presentation) ?? new Map<string, Topic | undefined>();
  topicsOfFiles.set(presentation, known);
  if (!known.has(file))
    known.set(
      file,
      presentation.topics.find(({ files }) => files.some((name) => file === name || file.endsWith(`/${name}`))),
    );
  return known.get(file);
}

/** Topics by schema file, because many types are in the same file. */
const topicsOfFiles = new WeakMap<Presentation, Map<string, Topic | undefined>>();

/** Reports names that the schema does not have, operations with no topic or two topics, and object types without a topic. */
function checkPresentation(schema: GraphQLSchema, presentation: Presentation, file: string): Problem[] {
  const { topics, deprecated, toBeDeprecated, incubating, experimental, privileges, responses } = presentation;
  const known = namesOf(schema);
  const operations = [schema.getQueryType(), schema.getMutationType()].flatMap((type) => Object.keys(type?.getFields() ?? {}));
  const messages: string[] = [];
  const check = (part: string, all: readonly string[], valid: readonly string[]): void => {
    const known = new Set(valid);
    for (const name of all) {
      if (known.has(name)) continue;
      const near = messages.length < MAX_SUGGESTIONS ? nearestName(name, valid, 3) : null;
      messages.push(`${part}: the schema has no ${name}${near === null ? '' : `; did you mean ${near}?`}`);
    }
  };
  check('deprecated', Object.keys(deprecated), known);
  check('toBeDeprecated', Object.keys(toBeDeprecated), known);
  check('incubating', incubating, known);
  check('experimental', experimental, known);
  check('privileges', Object.keys(privileges), operations);
  check('responses', responses, operations);
  const grouped = topics.flatMap(({ queries, mutations }) => [...queries, ...mutations]);
  check('topics', grouped, operations);
  if (topics.length > 0) {
    const inTopics = new Set<string>();
    const repeated = grouped.filter((each) => inTopics.size === inTopics.add(each).size);
    for (const name of operations.filter((operation) => !inTopics.has(operation))) messages.push(`topics: ${name} has no topic`);
    for (const name of new Set(repeated)) messages.push(`topics: ${name} has two topics`);
    const roots = [schema.getQueryType(), schema.getMutationType(), schema.getSubscriptionType()];
    for (const type of Object.values(schema.getTypeMap())) {
      if (!isObjectType(type) || roots.includes(type) || type.name.startsWith('__') || topicOf(type, presentation) !== undefined) continue;
      messages.push(`topics: the type ${type.name} has no topic: add its file to one`);
    }
  }
  return messages.map((message) => ({ file, message, severity: 'error' }));
}

function namesOf(schema: GraphQLSchema): string[] {
  return Object.values(schema.getTypeMap()).flatMap((type) => {
    if (isObjectType(type) || isInterfaceType(type) || isInputObjectType(type)) {
      return [type.name, ...Object.keys(type.getFields()).map((field) => `${type.name}.${field}`)];
    }
    return isEnumType(type) ? [type.name, ...type.getValues().map(({ name }) => `${type.name}.${name}`)] : [type.name];
  });
}
