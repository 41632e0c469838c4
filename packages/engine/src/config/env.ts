/** The environment of the server and the tools, read once at start. */
import { ConfigError } from './config-error.ts';
import { readHost, readBaseUrl, readOrigin, readPort, readPostgresUrl, readProxies, readServiceUrl } from './env-values.ts';

export interface Environment {
  /** Port to listen on; default 3000. 0 takes a free one. */
  port: number;
  /** Address to listen on; default `localhost`. */
  host: string;
  /** Origin that overrides the configuration's `url`; null: the configuration's. */
  siteUrl: string | null;
  /** Path that overrides the configuration's `baseUrl`; null: the configuration's. */
  baseUrl: string | null;
  /** A chat API of the OpenAI kind; null: the assistant answers in quotations. Model null: the configuration's. */
  chatModel: { baseUrl: string; apiKey: string | null; model: string | null } | null;
  /** PostgreSQL, where several servers share log and limits; null: SQLite in `queryLogFile`. */
  databaseUrl: string | null;
  /** SQLite file of the query log; default `data/query-log.sqlite`. */
  queryLogFile: string;
  /** Hosted service that the query log goes to; null: it stays here. */
  queryLogForward: { url: string; key: string } | null;
  /** Reverse proxies in front whose X-Forwarded-For is believed; default 0. */
  trustedProxies: number;
}

/** Says what is wrong with a value, or gives what it means. */
type Reader<T> = (value: string) => { value: T } | { expected: string };

/**
 * Reads and checks the variables; an empty one counts as not set.
 * @throws ConfigError with all problems; values of keys, tokens and addresses that may hold a password are never printed
 */
export function readEnvironment(env: Readonly<Record<string, string | undefined>>): Environment {
  const problems: string[] = [];
  const read = <T, D>(name: string, reader: Reader<T>, fallback: D, secret = false): T | D => {
    const raw = env[name]?.trim();
    if (raw === undefined || raw === '') return fallback;
    const result = reader(raw);
    if ('value' in result) return result.value;
    const found = secret ? `a value of ${raw.length} characters (not shown)` : JSON.stringify(raw);
    problems.push(`${name}: found ${found}, expected ${result.expected}`);
    return fallback;
  };
  const text: Reader<string> = (value) => ({ value });

  const llmUrl = read('LLM_BASE_URL', readServiceUrl, null, true);
  const llmKey = read('LLM_API_KEY', text, null, true);
  const llmModel = read('LLM_MODEL', text, null);
  const logUrl = read('QUERY_LOG_URL', readServiceUrl, null, true);
  const logKey = read('QUERY_LOG_KEY', text, null, true);
  const environment: Environment = {
    port: read('PORT', readPort, 3000),
    host: read('HOST', readHost, 'localhost'),
    siteUrl: read('SITE_URL', readOrigin, null),
    baseUrl: read('BASE_URL', readBaseUrl, null),
    chatModel: llmUrl === null ? null : { baseUrl: llmUrl, apiKey: llmKey, model: llmModel },
    databaseUrl: read('DATABASE_URL', readPostgresUrl, null, true),
    queryLogFile: read('QUERY_LOG_FILE', text, 'data/query-log.sqlite'),
    queryLogForward: logUrl === null || logKey === null ? null : { url: logUrl, key: logKey },
    trustedProxies: read('TRUST_PROXY', readProxies, 0),
  };
  problems.push(...missingPartners(env));
  if (problems.length > 0) throw new ConfigError('environment', problems);
  return environment;
}

/** Variables that mean nothing without another one. */
const PARTNERS: readonly (readonly [name: string, needs: string])[] = [
  ['LLM_API_KEY', 'LLM_BASE_URL'],
  ['LLM_MODEL', 'LLM_BASE_URL'],
  ['QUERY_LOG_URL', 'QUERY_LOG_KEY'],
  ['QUERY_LOG_KEY', 'QUERY_LOG_URL'],
];

function missingPartners(env: Readonly<Record<string, string | undefined>>): string[] {
  const isSet = (name: string): boolean => (env[name] ?? '').trim() !== '';
  return PARTNERS.filter(([name, needs]) => isSet(name) && !isSet(needs)).map(
    ([name, needs]) => `${needs}: found nothing, expected a value, since ${name} is set`,
  );
}
