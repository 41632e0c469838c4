/** The environment of the server and the tools, read once at start. */
import { ConfigError } from './config-error.ts';
import { baseUrl, origin } from './schema/rules.ts';

export interface Environment {
  /** Port to listen on; default 3000. 0 takes a free one. */
  port: number;
  /** Address to listen on; default `localhost`. */
  host: string;
  /** Origin that overrides the configuration's `url`; null: the configuration's. */
  siteUrl: string | null;
  /** Path that overrides the configuration's `baseUrl`; null: the configuration's. */
  baseUrl: string | null;
  /** PostgreSQL that several servers share; null: there is a single server. */
  databaseUrl: string | null;
  /** Reverse proxies in front whose X-Forwarded-For is believed; default 0. */
  trustedProxies: number;
}

/** Reads a value: its meaning, or what was expected in its place. */
export type Reader<T> = (value: string) => { value: T } | { expected: string };

export interface VariableReader {
  /** Reads one variable; an empty one counts as not set. The value of a secret is never printed. */
  read<T, D>(name: string, reader: Reader<T>, fallback: D, isSecret?: boolean): T | D;
  /** Reports a problem that concerns several variables. */
  report(problem: string): void;
  /** @throws ConfigError with all problems found so far */
  finish(): void;
}

/** Reads and checks environment variables, and reports all problems at once. */
export function createVariableReader(env: Readonly<Record<string, string | undefined>>): VariableReader {
  const problems: string[] = [];
  return {
    read(name, reader, fallback, isSecret = false) {
      const raw = env[name]?.trim();
      if (raw === undefined || raw === '') return fallback;
      const result = reader(raw);
      if ('value' in result) return result.value;
      const found = isSecret ? `a value of ${raw.length} characters (not shown)` : JSON.stringify(raw);
      problems.push(`${name}: found ${found}, expected ${result.expected}`);
      return fallback;
    },
    report: (problem) => void problems.push(problem),
    finish() {
      if (problems.length > 0) throw new ConfigError('environment', problems);
    },
  };
}

/** @throws ConfigError with all problems; values that may contain a password are never printed */
export function readEnvironment(env: Readonly<Record<string, string | undefined>>): Environment {
  const { read, finish } = createVariableReader(env);
  const environment: Environment = {
    port: read('PORT', readPort, 3000),
    host: read('HOST', readHost, 'localhost'),
    siteUrl: read('SITE_URL', readOrigin, null),
    baseUrl: read('BASE_URL', readBaseUrl, null),
    databaseUrl: read('DATABASE_URL', readPostgresUrl, null, true),
    trustedProxies: read('TRUST_PROXY', readProxies, 0),
  };
  finish();
  return environment;
}

/** The meaning of a variable's value, or what was expected instead. */
type Outcome<T> = { value: T } | { expected: string };

export function readPort(value: string): Outcome<number> {
  const port = /^\d{1,5}$/.test(value) ? Number(value) : Number.NaN;
  return port <= 65_535 ? { value: port } : { expected: 'a port from 0 to 65535' };
}

export function readHost(value: string): Outcome<string> {
  // Letters, digits, dots and hyphens of a name or IPv4 address, and the colons of IPv6.
  return /^[\w.:-]+$/.test(value) ? { value } : { expected: 'a host name or an address, such as localhost or 0.0.0.0' };
}

export function readOrigin(value: string): Outcome<string> {
  return origin.safeParse(value).success ? { value } : { expected: 'an origin without path, such as https://docs.example.org' };
}

export function readBaseUrl(value: string): Outcome<string> {
  return baseUrl.safeParse(value).success ? { value } : { expected: 'a path that starts and ends with a slash, such as / or /docs-site/' };
}

/** Address of an HTTP service, without the slash at its end. */
export function readServiceUrl(value: string): Outcome<string> {
  return /^https?:\/\//i.test(value) && URL.canParse(value)
    ? { value: value.replace(/\/+$/, '') }
    : { expected: 'the http or https address of the service' };
}

export function readPostgresUrl(value: string): Outcome<string> {
  return /^postgres(ql)?:\/\//i.test(value) && URL.canParse(value) ? { value } : { expected: 'an address that starts with postgres://' };
}

const MOST_PROXIES = 10;

/** `true` means one proxy, a number that many, `false` none. */
export function readProxies(value: string): Outcome<number> {
  if (/^false$/i.test(value)) return { value: 0 };
  if (/^true$/i.test(value)) return { value: 1 };
  const count = /^\d{1,2}$/.test(value) ? Number(value) : Number.NaN;
  return count <= MOST_PROXIES ? { value: count } : { expected: `true, false, or the number of proxies in front (0 to ${MOST_PROXIES})` };
}
