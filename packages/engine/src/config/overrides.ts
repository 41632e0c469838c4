/** The environment variables that take the place of keys in the file. */
const OVERRIDES = [
  { variable: 'SITE_URL', path: ['url'] },
  { variable: 'BASE_URL', path: ['baseUrl'] },
  { variable: 'SITE_TITLE', path: ['title'] },
  { variable: 'IS_SAAS', path: ['customFields', 'isSaas'] },
  { variable: 'ASSISTANT_PROJECT_KEY', path: ['customFields', 'assistantProjectKey'] },
] as const;

export interface Overridden {
  input: unknown;
  /** Path of each key that was set from the environment → the variable. */
  origins: Map<string, string>;
}

/** Puts the set variables into a copy of the configuration. An empty variable counts as not set. */
export function applyOverrides(input: unknown, env: Readonly<Record<string, string | undefined>>): Overridden {
  const origins = new Map<string, string>();
  let result = input;
  for (const { variable, path } of OVERRIDES) {
    const value = env[variable];
    if (value === undefined || value === '') continue;
    origins.set(path.join('.'), variable);
    result = withValue(result, path, variable === 'IS_SAAS' ? toBoolean(value) : value);
  }
  return { input: result, origins };
}

function toBoolean(value: string): boolean | string {
  if (/^(true|1)$/i.test(value)) return true;
  return /^(false|0)$/i.test(value) ? false : value;
}

function withValue(holder: unknown, path: readonly string[], value: unknown): unknown {
  const [key, ...rest] = path;
  if (key === undefined) return value;
  const record = typeof holder === 'object' && holder !== null ? (holder as Record<string, unknown>) : {};
  return { ...record, [key]: withValue(record[key], rest, value) };
}
