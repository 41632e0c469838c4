/** The environment variables of the server and the tools, read once at startup. */
import { ConfigError } from './validate.ts';
import { baseUrl, origin } from './schema/values.ts';
import { withoutTrailingSlashes } from '#model/url.ts';

export interface Environment {
  /** Port to listen on; default 3000. With 0, the system chooses a free port. */
  port: number;
  /** Address to listen on; default `localhost`. */
  host: string;
  /** Origin that overrides `url` of the configuration; null: no override. */
  siteUrl: string | null;
  /** Path that overrides `baseUrl` of the configuration; null: no override. */
  baseUrl: string | null;
  /** Address of the PostgreSQL database that several servers share; null: there is only one server. */
  databaseUrl: string | null;
  /** Number of reverse proxies in front of the server whose X-Forwarded-For header is trusted; default 0. */
  trustedProxies: number;
}

/** A parsed value, or a description of a valid one. */
type Outcome<T> = { value: T } | { expected: string };

/** Parses the value of a variable. */
export type Reader<T> = (value: string) => Outcome<T>;

interface VariableReader {
  /** Reads one variable. An empty variable counts as not set. Error messages contain neither secrets nor the user and the password of an address. */
  read<T, D>(name: string, reader: Reader<T>, fallback: D, isSecret?: boolean): T | D;
  /** Reports a problem that concerns several variables. */
  report(problem: string): void;
  /** @throws ConfigError with all problems found so far */
  finish(): void;
}

/** Creates a reader that collects the problems of all variables and reports them at once. */
export function createVariableReader(env: Readonly<Record<string, string | undefined>>): VariableReader {
  const problems: string[] = [];
  return {
    read(name, reader, fallback, isSecret = false) {
      const raw = env[name]?.trim();
      if (raw === undefined || raw === '') return fallback;
      const result = reader(raw);
      if ('value' in result) return result.value;
      const found = isSecret ? `a value of ${raw.length} characters (not shown)` : JSON.stringify(raw.replace(/\/\/[^/]*@/, '//…@'));
      problems.push(`${name}: found ${found}, expected ${result.expected}`);
      return fallback;
    },
    report: (problem) => void problems.push(problem),
    finish() {
      if (problems.length > 0) throw new ConfigError('environment', problems);
    },
  };
}

/** Reads the environment variables of the engine. @throws ConfigError with all problems */
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

function readPort(value: string): Outcome<number> {
  const port = /^\d{1,5}$/.test(value) ? Number(value) : Number.NaN;
  return port <= 65_535 ? { value: port } : { expected: 'a port from 0 to 65535' };
}

function readHost(value: string): Outcome<string> {
  // A name or an IPv4 address consists of letters, digits, dots, and hyphens; IPv6 adds colons.
  return /^[\w.:-]+$/.test(value) ? { value } : { expected: 'a host name or an address, such as localhost or 0.0.0.0' };
}

function readOrigin(value: string): Outcome<string> {
  return origin.safeParse(value).success ? { value } : { expected: 'an origin without path, such as https://docs.example.org' };
}

function readBaseUrl(value: string): Outcome<string> {
  return baseUrl.safeParse(value).success ? { value } : { expected: 'a path that starts and ends with a slash, such as / or /docs-site/' };
}

/** Parses the address of an HTTP service and removes trailing slashes. `fetch` rejects an address with a user or a password, and its error repeats them. */
export function readServiceUrl(value: string): Outcome<string> {
  const url = /^https?:\/\//i.test(value) ? URL.parse(value) : null;
  return url !== null && url.username === '' && url.password === ''
    ? { value: withoutTrailingSlashes(value) }
    : { expected: 'the http or https address of the service, without a user and a password' };
}

export function readPostgresUrl(value: string): Outcome<string> {
  return /^postgres(ql)?:\/\//i.test(value) && URL.canParse(value) ? { value } : { expected: 'an address that starts with postgres://' };
}

const MAX_PROXIES = 10;

/** Parses the number of proxies; `true` means one, `false` none. */
function readProxies(value: string): Outcome<number> {
  if (/^false$/i.test(value)) return { value: 0 };
  if (/^true$/i.test(value)) return { value: 1 };
  const count = /^\d{1,2}$/.test(value) ? Number(value) : Number.NaN;
  return count <= MAX_PROXIES ? { value: count } : { expected: `true, false, or the number of proxies in front (0 to ${MAX_PROXIES})` };
}
