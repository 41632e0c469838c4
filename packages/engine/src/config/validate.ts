/** Validates a configuration with Zod and describes its issues in plain English. */
import { z } from 'zod';

import { nearestName } from './nearest-name.ts';
import { siteConfigSchema, type SiteConfig } from './schema.ts';

/** An invalid configuration. The message lists all problems, each with its key, the value found, and the value expected. */
export class ConfigError extends Error {
  override readonly name = 'ConfigError';
  /** One sentence each, e.g. `navbar.items[2].position: found "top", expected "left" or "right"`. */
  readonly problems: readonly string[];

  /** @param source file that contains the problems, or `environment` */
  constructor(source: string, problems: readonly string[]) {
    const count = problems.length === 1 ? 'one problem' : `${problems.length} problems`;
    super(`${source}: ${count}\n${problems.map((problem) => `  - ${problem}`).join('\n')}`);
    this.problems = problems;
  }
}

/**
 * Validates a configuration and fills in its defaults.
 * @param source file, for the error
 * @param variables environment variables that override keys of the file, by key: `url` → `SITE_URL`
 * @throws ConfigError with all problems
 */
export function validateConfig(
  input: unknown,
  source: string,
  variables: ReadonlyMap<string, string> = new Map(),
): Omit<SiteConfig, 'configDir'> {
  return validateWith(siteConfigSchema, input, source, variables);
}

/** Validates the options of a plugin in the same way. @throws ConfigError with all problems */
export function validateWith<S extends z.ZodType>(
  schema: S,
  input: unknown,
  source: string,
  variables: ReadonlyMap<string, string> = new Map(),
): z.output<S> {
  const result = schema.safeParse(input, { error: describeExpected });
  if (result.success) return result.data;
  throw new ConfigError(
    source,
    firstOfEachPath(result.error.issues).flatMap((issue) => describeIssue(schema, issue, input, variables)),
  );
}

/** Keeps only the first issue of each value, because others usually follow from it: an empty text is not the name of a locale either. */
function firstOfEachPath(issues: readonly z.core.$ZodIssue[]): z.core.$ZodIssue[] {
  const seen = new Set<string>();
  return issues.filter(({ code, path }) => {
    const place = formatPath(path);
    // Unknown keys have the path of their object, so several issues can have this path.
    return code === 'unrecognized_keys' || (!seen.has(place) && seen.add(place));
  });
}

function describeIssue(schema: z.ZodType, issue: z.core.$ZodIssue, input: unknown, variables: ReadonlyMap<string, string>): string[] {
  if (issue.code === 'unrecognized_keys') {
    const known = knownKeys(schema, issue.path);
    return issue.keys.map((key) => `${formatPath([...issue.path, key])}: unknown key, ${suggestKey(key, known)}`);
  }
  // For a union such as `search`, which can be false or an object, report the problems inside the object.
  if (issue.code === 'invalid_union') {
    const nested = issue.errors.find(
      (errors) => errors.some(({ path }) => path.length > 0) || errors.some(({ code }) => code === 'unrecognized_keys'),
    );
    if (nested !== undefined) {
      return nested.flatMap((inner) =>
        describeIssue(schema, { ...inner, path: [...issue.path, ...inner.path] } as z.core.$ZodIssue, input, variables),
      );
    }
  }
  const path = formatPath(issue.path);
  if (issue.code === 'invalid_key') {
    const expected = issue.issues[0]?.message ?? issue.message;
    return [`${formatPath(issue.path.slice(0, -1))}: found the key ${describeFound(issue.path.at(-1))}, expected ${expected}`];
  }
  const value = valueAt(input, issue.path);
  const variable = variables.get(path);
  const from = variable === undefined ? '' : ` (from the environment variable ${variable})`;
  if (/^navbar\.items\[\d+\]\.type$/.test(path)) {
    return [`${path}: unknown navbar item type ${describeFound(value)}, expected ${issue.message}`];
  }
  return [`${path || 'configuration'}: found ${describeFound(value)}${from}, expected ${issue.message}`];
}

const TYPE_NAMES: Readonly<Record<string, string>> = {
  string: 'text',
  number: 'a number',
  int: 'a whole number',
  boolean: 'true or false',
  array: 'a list',
  object: 'an object',
  record: 'an object',
};

/** Describes the expected value, for issues whose schema has no message of its own. */
function describeExpected(issue: z.core.$ZodRawIssue): string {
  if (issue.code === 'invalid_type') return TYPE_NAMES[issue.expected] ?? issue.expected;
  if (issue.code === 'invalid_value') return alternatives(issue.values.map((value) => JSON.stringify(value)));
  return 'another value';
}

/** Describes a value in a few words on one line, for an error message. */
function describeFound(value: unknown): string {
  if (value === undefined) return 'nothing';
  if (typeof value === 'string') return JSON.stringify(value.length > 80 ? `${value.slice(0, 79)}…` : value);
  if (Array.isArray(value)) return value.length === 0 ? 'an empty list' : `a list of ${value.length}`;
  if (typeof value === 'function') return 'a function';
  if (typeof value === 'object' && value !== null) return 'an object';
  return String(value);
}

/** Joins alternatives for an error message: `"left" or "right"`, `"a", "b", or "c"`. */
function alternatives(values: readonly string[]): string {
  const last = values.at(-1) ?? '';
  if (values.length < 3) return values.join(' or ');
  return `${values.slice(0, -1).join(', ')}, or ${last}`;
}

/** Formats a path as `navbar.items[2].position`. */
function formatPath(path: readonly PropertyKey[]): string {
  return path.reduce<string>((text, step) => {
    if (typeof step === 'number') return `${text}[${step}]`;
    return text === '' ? String(step) : `${text}.${String(step)}`;
  }, '');
}

/** Returns the value at a path of the input; undefined if there is none. */
function valueAt(input: unknown, path: readonly PropertyKey[]): unknown {
  return path.reduce<unknown>((value, step) => {
    const holder = typeof value === 'object' && value !== null ? (value as Record<PropertyKey, unknown>) : {};
    return Object.hasOwn(holder, step) ? holder[step] : undefined;
  }, input);
}

/** Returns the keys of the object at a path of the schema; none if the path does not lead to an object. */
export function knownKeys(schema: z.core.$ZodType, path: readonly PropertyKey[]): string[] {
  const bare = unwrap(schema);
  const [step, ...rest] = path;
  if (bare instanceof z.ZodObject) {
    const shape: Record<string, z.core.$ZodType> = bare.shape;
    if (step === undefined) return Object.keys(shape);
    const next = shape[String(step)];
    return next === undefined ? [] : knownKeys(next, rest);
  }
  if (bare instanceof z.ZodUnion) {
    const members: readonly z.core.$ZodType[] = bare.options;
    return members.flatMap((member) => knownKeys(member, path));
  }
  if (step === undefined) return [];
  if (bare instanceof z.ZodArray) return knownKeys(bare.element, rest);
  if (bare instanceof z.ZodRecord) return knownKeys(bare.valueType, rest);
  return [];
}

/** Suggests the known key that is most similar to an unknown one, or lists all known keys if none is similar. */
export function suggestKey(unknown: string, known: readonly string[]): string {
  if (known.length === 0) return '';
  const lowerCase = known.map((key) => key.toLowerCase());
  const near = nearestName(unknown.toLowerCase(), lowerCase, Math.max(2, unknown.length / 3));
  return near === null ? `known keys: ${known.join(', ')}` : `did you mean "${known[lowerCase.indexOf(near)]}"?`;
}

/** Returns the schema inside of `default`, `prefault`, `optional`, and `nullable`. */
function unwrap(schema: z.core.$ZodType): z.core.$ZodType {
  const wrapped =
    schema instanceof z.ZodDefault || schema instanceof z.ZodPrefault || schema instanceof z.ZodOptional || schema instanceof z.ZodNullable;
  return wrapped ? unwrap(schema.unwrap()) : schema;
}
