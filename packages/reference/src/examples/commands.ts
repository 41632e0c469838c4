/** Reads `catalog/cli.yaml` and `catalog/environment-variables.yaml`. */
import { existsSync } from 'node:fs';
import { join } from 'node:path';

import { z } from 'zod';

import type { CatalogLocation, ReadCatalog } from '../part.ts';
import { readYamlFile } from '../yaml-file.ts';

const text = z.string().min(1, 'must not be empty');

const optionSchema = z.strictObject({
  /** As declared: `--urn`, or `--soft/--hard` for the two states of a switch. */
  flags: z.array(z.string().regex(/^-[^\s,]+$/, 'must start with - or --')).min(1, 'must name at least one flag'),
  /** Whether it is a switch without a value. */
  flag: z.boolean().default(false),
  required: z.boolean().default(false),
  multiple: z.boolean().default(false),
  choices: z.array(text).optional(),
  /** The source types that support the option; absent if it does not depend on the source of the recipe. */
  sources: z.array(text).optional(),
});

const commandSchema = z.strictObject({
  /** All words: `datahub ingest run`. */
  command: text,
  /** Whether it has sub-commands. */
  group: z.boolean().default(false),
  /** The sub-command that runs if none is given. */
  default: text.optional(),
  arguments: z.array(z.strictObject({ name: text, required: z.boolean().default(false) })).default([]),
  options: z.array(optionSchema).default([]),
});

export const cliSchema = z.strictObject({
  program: text,
  commands: z.array(commandSchema),
  /** Sub-commands of other packages, whose options are not known. */
  external: z.array(text).default([]),
  sinks: z.array(text),
  transformers: z.array(text),
});

const variableSchema = z.strictObject({
  name: z.string().regex(/^[A-Z][A-Z0-9_]*$/, 'must be upper case'),
  default: z.string().optional(),
});

export const environmentVariablesSchema = z.strictObject({
  /** Read by the command-line tool. */
  cli: z.array(variableSchema),
  /** Documented on the page of deployment variables. */
  services: z.array(variableSchema.extend({ section: text, components: z.array(text).default([]) })),
  /** Other variables, read by one service or one container image. */
  others: z.array(text).default([]),
  /** Prefixes of names that a service passes on to a library, with any suffix. */
  prefixes: z.array(text).default([]),
});

export type CliFacts = z.output<typeof cliSchema>;
export type Command = CliFacts['commands'][number];
export type EnvironmentVariables = z.output<typeof environmentVariablesSchema>;

/** The facts that commands in examples are checked against; null if the catalog has no such file or it is invalid. */
export interface CommandFacts {
  cli: CliFacts | null;
  variables: EnvironmentVariables | null;
}

/** Reads `cli.yaml` and `environment-variables.yaml`. */
export async function readCommands({ dir, projectRoot }: CatalogLocation): Promise<ReadCatalog<CommandFacts>> {
  const [cli, variables] = await Promise.all([
    readIfExists(join(dir, 'cli.yaml'), (file) => readYamlFile(file, projectRoot, cliSchema)),
    readIfExists(join(dir, 'environment-variables.yaml'), (file) => readYamlFile(file, projectRoot, environmentVariablesSchema)),
  ]);
  return {
    catalog: {
      cli: cli !== null && 'read' in cli ? cli.read.data : null,
      variables: variables !== null && 'read' in variables ? variables.read.data : null,
    },
    problems: [cli, variables].flatMap((file) => (file !== null && 'problems' in file ? file.problems : [])),
  };
}

async function readIfExists<T>(file: string, read: (file: string) => Promise<T>): Promise<T | null> {
  return existsSync(file) ? read(file) : null;
}
