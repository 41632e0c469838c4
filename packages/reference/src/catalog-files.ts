/** Reads the files of the catalog: YAML files, which are validated so that problems name the line and the key, and the source files of schemas. */
import { existsSync } from 'node:fs';
import { readFile, stat } from 'node:fs/promises';

import { LineCounter, visit } from 'yaml';
import type { Document } from 'yaml';
import type { z } from 'zod';

import { relativePath } from '@quire/engine/config/relative-path.ts';
import { isFile, MAX_YAML_LENGTH, TOO_LONG_YAML } from '@quire/engine/content/files.ts';
import { describeIssues } from '@quire/engine/content/front-pages.ts';
import { parseYaml } from '@quire/engine/content/yaml.ts';
import type { Problem } from '@quire/engine/model/problem.ts';

/** A catalog file: its data, and the line of each value. */
export interface YamlFile<T> {
  data: T;
  /** Path relative to the project, as problems name it. */
  file: string;
  /** 1-based line of the value at a path of keys and indexes, or of the nearest value around it. */
  lineOf(path: readonly (string | number)[]): number;
}

/** The maximum number of aliases in one file: enough for a shared list, far too few for a billion-laughs attack. */
const MAX_ALIASES = 20;

/** The maximum number of characters of a text, several times that of the longest example. Pages repeat texts, and parse them as Markdown. */
const MAX_TEXT = 5000;

/** The maximum number of syntax errors and long texts that are listed. */
const MAX_ERRORS = 100;

/** Reads and validates a YAML file. Errors, including a missing file, are returned as problems. */
export async function readYamlFile<S extends z.ZodType>(
  absolute: string,
  projectRoot: string,
  schema: S,
): Promise<{ read: YamlFile<z.output<S>> } | { problems: Problem[] }> {
  const file = relativePath(projectRoot, absolute);
  const text = isFile(absolute) ? await readFile(absolute, 'utf8').catch(() => null) : null;
  if (text === null)
    return { problems: [{ file, message: 'The file cannot be read. Restore it, or remove the reference to it.', severity: 'error' }] };
  return readYamlText(text, file, schema);
}

/** Reads a YAML file that may be missing. @returns the data of an empty file if it is missing or invalid */
export async function readOptionalYamlFile<S extends z.ZodType>(
  absolute: string,
  projectRoot: string,
  schema: S,
): Promise<{ data: z.output<S>; problems: Problem[] }> {
  const found = existsSync(absolute) ? await readYamlFile(absolute, projectRoot, schema) : { problems: [] };
  return 'read' in found ? { data: found.read.data, problems: [] } : { data: withoutPrototypes(schema.parse({})), ...found };
}

/** Validates YAML text. @param file the file name in the problems */
export function readYamlText<S extends z.ZodType>(
  text: string,
  file: string,
  schema: S,
): { read: YamlFile<z.output<S>> } | { problems: Problem[] } {
  if (text.length > MAX_YAML_LENGTH) return { problems: [{ file, message: TOO_LONG_YAML, severity: 'error' }] };
  const counter = new LineCounter();
  const document = parseYaml(text, counter);
  const lineAt = (offset: number): number => counter.linePos(offset).line;
  const problem = (line: number, message: string): Problem => ({ file, line, message, severity: 'error' });
  if (document.errors.length > 0) {
    const shown = document.errors.slice(0, MAX_ERRORS);
    return { problems: shown.map((error) => problem(lineAt(error.pos[0]), `The file is not valid YAML: ${error.message}`)) };
  }
  const { aliases, longTexts } = sizesOf(document);
  if (longTexts.length > 0)
    return { problems: longTexts.map((offset) => problem(lineAt(offset), `The text has more than ${MAX_TEXT} characters. Shorten it.`)) };
  const excess = aliases[MAX_ALIASES];
  if (excess !== undefined)
    return { problems: [problem(lineAt(excess), `The file has more than ${MAX_ALIASES} aliases. Write out the values.`)] };
  let value: unknown;
  try {
    value = document.toJS({ maxAliasCount: MAX_ALIASES });
  } catch (error) {
    if (!(error instanceof ReferenceError)) throw error;
    const message = `The values of the file have more than ${MAX_ALIASES} aliases, because aliases repeat others. Write out the values.`;
    return { problems: [problem(lineAt(aliases[0] ?? 0), message)] };
  }
  const parsed = schema.safeParse(value);
  if (!parsed.success) return { problems: describeIssues(parsed.error.issues, document, schema, file, lineAt) };
  return { read: { data: withoutPrototypes(parsed.data), file, lineOf: (path) => lineAt(offsetOf(document, path)) } };
}

/**
 * Returns the data with mappings that have no prototype. A mapping by names of the catalog would otherwise have a value for names such as
 * `constructor`.
 */
function withoutPrototypes<T>(data: T): T {
  if (typeof data !== 'object' || data === null || data instanceof Date) return data;
  for (const value of Object.values(data)) withoutPrototypes(value);
  return Array.isArray(data) ? data : (Object.setPrototypeOf(data, null) as T);
}

/** Returns the offsets of all aliases, which are counted before any is resolved because nested ones multiply, and of the first texts that are too long. */
function sizesOf(document: Document): { aliases: number[]; longTexts: number[] } {
  const aliases: number[] = [];
  const longTexts: number[] = [];
  visit(document, {
    Alias: (_, node) => void aliases.push(node.range?.[0] ?? 0),
    Scalar(_, { value, range }) {
      if (typeof value === 'string' && value.length > MAX_TEXT && longTexts.length < MAX_ERRORS) longTexts.push(range?.[0] ?? 0);
    },
  });
  return { aliases, longTexts };
}

/** Returns the offset of the value at a path, or of the nearest value around it. */
function offsetOf(document: Document, path: readonly (string | number)[]): number {
  for (let length = path.length; length >= 0; length--) {
    const node = document.getIn(path.slice(0, length), true);
    if (typeof node === 'object' && node !== null && 'range' in node && Array.isArray(node.range)) return Number(node.range[0]);
  }
  return 0;
}

// The source files of schemas: `.graphql` and `.pdl` files.

export interface SchemaFile {
  /** Path relative to the project, with slashes. */
  file: string;
  text: string;
}

/** The maximum size of a file in bytes: several times that of a large schema with its descriptions. */
const MAX_SCHEMA_SIZE = 2_000_000;
const TOO_LONG = `The file has more than ${MAX_SCHEMA_SIZE} bytes. Shorten its descriptions, or divide it into several files.`;

/** Reads files in the order of their paths. Those that are too long are not read, but reported. @param paths absolute paths */
export async function readSchemaFiles(paths: readonly string[], projectRoot: string): Promise<{ files: SchemaFile[]; tooLong: Problem[] }> {
  const files: SchemaFile[] = [];
  const tooLong: Problem[] = [];
  for (const path of paths.toSorted()) {
    const file = relativePath(projectRoot, path);
    if (!isFile(path)) continue;
    if ((await stat(path)).size > MAX_SCHEMA_SIZE) tooLong.push({ file, message: TOO_LONG, severity: 'error' });
    else files.push({ file, text: await readFile(path, 'utf8') });
  }
  return { files, tooLong };
}
