/** Validation of a configuration: Zod finds, this file says it in sentences. */
import type { z } from 'zod';

import { alternatives, ConfigError, describeFound } from './config-error.ts';
import { knownKeys, suggestKey } from './known-keys.ts';
import { siteConfigSchema } from './schema.ts';
import type { SiteConfig } from './schema.ts';

/**
 * Checks a configuration and fills in its defaults.
 * @param source file named in the error
 * @param origins where the value of a top key came from when not from the file, e.g. `url` → `SITE_URL`
 * @throws ConfigError with all problems
 */
export function validateConfig(input: unknown, source: string, origins: ReadonlyMap<string, string> = new Map()): SiteConfig {
  const result = siteConfigSchema.safeParse(input, { error: expectation });
  if (result.success) return result.data;
  throw new ConfigError(
    source,
    result.error.issues.flatMap((issue) => describeIssue(issue, input, origins)),
  );
}

function describeIssue(issue: z.core.$ZodIssue, input: unknown, origins: ReadonlyMap<string, string>): string[] {
  if (issue.code === 'unrecognized_keys') {
    const known = knownKeys(siteConfigSchema, issue.path);
    return issue.keys.map((key) => `${formatPath([...issue.path, key])}: unknown key, ${suggestKey(key, known)}`);
  }
  const path = formatPath(issue.path);
  const value = valueAt(input, issue.path);
  const variable = origins.get(path);
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

/** What was expected, for issues whose schema does not say it itself. */
function expectation(issue: z.core.$ZodRawIssue): string {
  if (issue.code === 'invalid_type') return TYPE_NAMES[issue.expected] ?? issue.expected;
  if (issue.code === 'invalid_value') return alternatives(issue.values.map((value) => JSON.stringify(value)));
  return 'another value';
}

/** `navbar.items[2].position`. */
function formatPath(path: readonly PropertyKey[]): string {
  return path.reduce<string>((text, step) => {
    if (typeof step === 'number') return `${text}[${step}]`;
    return text === '' ? String(step) : `${text}.${String(step)}`;
  }, '');
}

function valueAt(input: unknown, path: readonly PropertyKey[]): unknown {
  return path.reduce<unknown>((value, step) => {
    const holder = typeof value === 'object' && value !== null ? (value as Record<PropertyKey, unknown>) : {};
    return Object.hasOwn(holder, step) ? holder[step] : undefined;
  }, input);
}
