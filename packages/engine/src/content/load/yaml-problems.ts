/** Says what is wrong in a YAML file that a schema refused: which key, on which line, and what was probably meant. */
import { closest, distance } from 'fastest-levenshtein';
import { isCollection, isMap, isNode, isPair, isScalar, type Document } from 'yaml';
import { type z } from 'zod';
import type { Problem } from '#model/problem.ts';

/** Gives the 1-based line of an offset in the file's text. */
export type LineAt = (offset: number) => number;

/** One problem for each wrong value; an issue of unknown keys names several. */
export function describeIssue(issue: z.core.$ZodIssue, document: Document, schema: z.ZodType, file: string, lineAt: LineAt): Problem[] {
  if (issue.code === 'unrecognized_keys') {
    const known = knownKeys(schema, issue.path);
    return issue.keys.map((key) => {
      const line = lineOf(document, [...issue.path, key], lineAt);
      return problem(file, line, `${[...issue.path, key].join('.')}: is not a key of this file${suggestion(key, known)}`);
    });
  }
  const value = document.getIn(issue.path);
  const missing = issue.path.length > 0 && value === undefined;
  const message = missing ? 'is missing' : plainWords(issue, value);
  return [problem(file, lineOf(document, issue.path, lineAt), `${issue.path.join('.') || 'the file'}: ${message}`)];
}

function problem(file: string, line: number | undefined, message: string): Problem {
  return { file, ...(line === undefined ? {} : { line }), message, severity: 'error' };
}

function plainWords(issue: z.core.$ZodIssue, value: unknown): string {
  if (issue.code === 'invalid_type') return `must be ${article(issue.expected)}, but is ${article(nameOfType(value))}`;
  if (issue.code === 'invalid_value') return `must be one of ${issue.values.join(', ')}; found ${JSON.stringify(value)}`;
  return issue.message;
}

const TYPE_WORDS: Record<string, string> = {
  string: 'a text',
  object: 'a mapping of keys',
  array: 'a list',
  int: 'a whole number',
  number: 'a number',
  boolean: 'true or false',
  null: 'empty',
};

function article(type: string): string {
  return TYPE_WORDS[type] ?? type;
}

function nameOfType(value: unknown): string {
  if (value === null) return 'null';
  if (isCollection(value)) return isMap(value) ? 'object' : 'array';
  return typeof value;
}

function suggestion(key: string, known: string[]): string {
  if (known.length === 0) return '';
  const near = closest(key, known);
  return distance(key, near) <= 3 ? `. Did you mean ${near}?` : `. Keys here are ${known.join(', ')}`;
}

/** The keys that the schema has at a path of the data. */
function knownKeys(schema: z.ZodType, path: PropertyKey[]): string[] {
  let here: unknown = schema;
  for (const step of path) {
    const def = definition(here);
    here = typeof step === 'number' ? def?.element : def?.shape?.[String(step)];
    while (definition(here)?.innerType !== undefined) here = definition(here)?.innerType;
  }
  return Object.keys(definition(here)?.shape ?? {});
}

interface Definition {
  shape?: Record<string, unknown>;
  element?: unknown;
  innerType?: unknown;
}

function definition(schema: unknown): Definition | undefined {
  if (typeof schema !== 'object' || schema === null || !('def' in schema)) return undefined;
  return schema.def as Definition;
}

/** Line of the value at a path, of its key where it is in a mapping, else of the nearest thing around it. */
function lineOf(document: Document, path: PropertyKey[], lineAt: LineAt): number | undefined {
  for (let length = path.length; length > 0; length--) {
    const parent: unknown = document.getIn(path.slice(0, length - 1), true);
    const step = path[length - 1];
    if (!isCollection(parent)) continue;
    const item = parent.items.find((each, index) => (isPair(each) ? isScalar(each.key) && each.key.value === step : index === step));
    const node = isPair(item) ? item.key : item;
    if (isNode(node) && node.range) return lineAt(node.range[0]);
  }
  return document.contents?.range ? lineAt(document.contents.range[0]) : undefined;
}
