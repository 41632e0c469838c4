import { existsSync } from 'node:fs';
import { readFile } from 'node:fs/promises';
import { join, relative, sep } from 'node:path';

import { closest, distance } from 'fastest-levenshtein';
import { isInputObjectType, isInterfaceType, isObjectType } from 'graphql';
import type { GraphQLSchema } from 'graphql';
import { glob } from 'tinyglobby';
import { z } from 'zod';

import type { Problem } from '@quire/engine/model/problem.ts';

import { readYamlFile } from '../catalogue/read-yaml.ts';
import type { CatalogueLocation, ReadCatalogue } from '../contract.ts';
import { buildSchemaOfFiles } from './build-schema.ts';
import type { SchemaFile } from './build-schema.ts';
import { checkOperationExamples } from './example-operation.ts';
import { sampleSchema } from './sample-value.ts';
import type { Samples } from './sample-value.ts';

/** The GraphQL corner of the catalogue. */
export interface GraphQLCatalogue {
  /** Null where the files are wrong: there are no pages then. */
  schema: GraphQLSchema | null;
  /** The schema as text: plain data, for a fingerprint. */
  sdl: string;
  /** Meaning of fields and arguments by name, wherever the schema does not say it. */
  sharedFields: Readonly<Record<string, string>>;
  samples: Samples;
  /** Folder of the files relative to the project: what problems of a page without a single file name. */
  folder: string;
}

export interface GraphQLOptions {
  /** Folder of the `.graphql` files below the catalogue's. With `.` the reader takes the platform's own schema files. */
  folder: string;
}

const SHARED_FIELDS = 'shared-fields.yaml';
const SAMPLES = 'samples.yaml';
const sharedFieldsSchema = z.record(z.string(), z.string().min(1));

/**
 * Reads every `.graphql` file of the folder as one schema, with the meaning of shared fields and sample values beside it.
 * A catalogue without the folder has no GraphQL pages.
 */
export async function readGraphQL(
  { dir, projectRoot }: CatalogueLocation,
  options: GraphQLOptions,
): Promise<ReadCatalogue<GraphQLCatalogue>> {
  const root = join(dir, options.folder);
  const name = (path: string): string => relative(projectRoot, path).split(sep).join('/');
  const files = await readSchemaFiles(root, name);
  const { schema, problems } = files.length === 0 ? noSchema(root, name(root)) : buildSchemaOfFiles(files, name(root));
  const shared = await readOptional(join(root, SHARED_FIELDS), projectRoot, sharedFieldsSchema, {});
  const samples = await readOptional(join(root, SAMPLES), projectRoot, sampleSchema, sampleSchema.parse({}));
  const catalogue: GraphQLCatalogue = {
    schema,
    sdl: files.map((each) => each.text).join('\n'),
    sharedFields: shared.data,
    samples: samples.data,
    folder: name(root),
  };
  problems.push(...shared.problems, ...samples.problems);
  if (catalogue.schema !== null) {
    problems.push(...unknownNames(catalogue.schema, shared.data, name(join(root, SHARED_FIELDS))));
    problems.push(...checkOperationExamples(catalogue.schema, samples.data, name(join(root, SAMPLES))));
  }
  return { catalogue, problems };
}

async function readSchemaFiles(root: string, name: (path: string) => string): Promise<SchemaFile[]> {
  const paths = (await glob(['**/*.graphql'], { cwd: root })).toSorted();
  return Promise.all(paths.map(async (path) => ({ file: name(join(root, path)), text: await readFile(join(root, path), 'utf8') })));
}

function noSchema(root: string, file: string): { schema: null; problems: Problem[] } {
  const message = 'holds no .graphql file: put the schema there, or remove the folder from the catalogue';
  return { schema: null, problems: existsSync(root) ? [{ file, message, severity: 'error' }] : [] };
}

/** The platform's own folder has only the schema: the files of ours beside it may be missing. */
async function readOptional<S extends z.ZodType>(path: string, projectRoot: string, schema: S, empty: z.output<S>) {
  const text = await readFile(path, 'utf8').catch(() => null);
  if (text === null) return { data: empty, problems: [] as Problem[] };
  const result = await readYamlFile(path, projectRoot, schema);
  return 'read' in result ? { data: result.read.data, problems: [] as Problem[] } : { data: empty, problems: result.problems };
}

/** A meaning that no field has is a slip of the pen: it would never be shown. */
function unknownNames(schema: GraphQLSchema, shared: Readonly<Record<string, string>>, file: string): Problem[] {
  const names = fieldNames(schema);
  return Object.keys(shared)
    .filter((each) => !names.has(each))
    .map((each) => {
      const near = closest(each, [...names]);
      const hint = distance(each, near) <= 3 ? `; did you mean ${near}?` : '';
      return { file, message: `${each}: no field or argument of the schema has this name${hint}`, severity: 'error' as const };
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
