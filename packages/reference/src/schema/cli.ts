/** Shapes of `catalog/cli.yaml`, `catalog/environment-variables.yaml` and `catalog/releases.yaml`. */
import { z } from 'zod';

const text = z.string().min(1, 'must not be empty');

const optionSchema = z.strictObject({
  /** As declared: `--urn`, or `--soft/--hard` for the two sides of a switch. */
  flags: z.array(z.string().regex(/^-[^\s,]+$/, 'must start with - or --')).min(1, 'must name at least one flag'),
  /** Takes no value. */
  flag: z.boolean().default(false),
  required: z.boolean().default(false),
  multiple: z.boolean().default(false),
  choices: z.array(text).optional(),
});

const commandSchema = z.strictObject({
  /** All words: `datahub ingest run`. */
  command: text,
  /** Holds sub-commands. */
  group: z.boolean().default(false),
  /** The sub-command that is meant when none is named. */
  default: text.optional(),
  arguments: z.array(z.strictObject({ name: text, required: z.boolean().default(false) })).default([]),
  options: z.array(optionSchema).default([]),
});

export const cliSchema = z.strictObject({
  program: text,
  commands: z.array(commandSchema),
  /** Sub-commands of other packages, which are not known here. */
  external: z.array(text).default([]),
  sinks: z.array(text),
  transformers: z.array(text),
});

const variableSchema = z.strictObject({
  name: z.string().regex(/^[A-Z][A-Z0-9_]*$/, 'must be upper case'),
  default: z.string().optional(),
});

export const environmentVariablesSchema = z.strictObject({
  /** Read by the command line. */
  cli: z.array(variableSchema),
  /** Told on the page of deployment variables. */
  services: z.array(variableSchema.extend({ section: text, components: z.array(text).default([]) })),
  /** Read as well, by one service or one container image. */
  others: z.array(text).default([]),
  /** Starts of names that a service hands on to a library, so that any ending goes. */
  prefixes: z.array(text).default([]),
});

export const releasesSchema = z.strictObject({
  releases: z.array(
    z.strictObject({
      version: z.string().regex(/^v\d+(\.\d+)+$/, 'must look like v0.10.4'),
      date: z.iso.date('must look like 2023-06-13'),
      /** One line on what it is known for. */
      note: text.optional(),
    }),
  ),
});

export type CliFacts = z.output<typeof cliSchema>;
export type Command = CliFacts['commands'][number];
export type EnvironmentVariables = z.output<typeof environmentVariablesSchema>;
