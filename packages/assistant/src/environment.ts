/** The environment variables of the assistant and its query log, read once when a server starts. */
import { createVariableReader, type Reader, readPostgresUrl, readServiceUrl } from '@quire/engine/config/env.ts';

import type { QueryLogLocation } from '#query-log/open-query-log.ts';

export interface AssistantEnvironment extends QueryLogLocation {
  /** An OpenAI-compatible chat API; null: answers are quotations. If its model is null, the configuration names the model. */
  chatModel: { baseUrl: string; apiKey: string | null; model: string | null } | null;
}

/** Variables that require another one. */
const DEPENDENT_VARIABLES: readonly (readonly [name: string, needs: string])[] = [
  ['LLM_API_KEY', 'LLM_BASE_URL'],
  ['LLM_MODEL', 'LLM_BASE_URL'],
  ['QUERY_LOG_URL', 'QUERY_LOG_KEY'],
  ['QUERY_LOG_KEY', 'QUERY_LOG_URL'],
];

const text: Reader<string> = (value) => ({ value });

/** @throws ConfigError with all problems; values that may contain a password are never printed */
export function readAssistantEnvironment(env: Readonly<Record<string, string | undefined>>): AssistantEnvironment {
  const { read, report, finish } = createVariableReader(env);
  const llmUrl = read('LLM_BASE_URL', readServiceUrl, null, true);
  const llmKey = read('LLM_API_KEY', text, null, true);
  const llmModel = read('LLM_MODEL', text, null);
  const logUrl = read('QUERY_LOG_URL', readServiceUrl, null, true);
  const logKey = read('QUERY_LOG_KEY', text, null, true);
  const environment: AssistantEnvironment = {
    chatModel: llmUrl === null ? null : { baseUrl: llmUrl, apiKey: llmKey, model: llmModel },
    databaseUrl: read('DATABASE_URL', readPostgresUrl, null, true),
    queryLogFile: read('QUERY_LOG_FILE', text, 'data/query-log.sqlite'),
    queryLogForward: logUrl === null || logKey === null ? null : { url: logUrl, key: logKey },
  };
  const isSet = (name: string): boolean => (env[name] ?? '').trim() !== '';
  for (const [name, needs] of DEPENDENT_VARIABLES) {
    if (isSet(name) && !isSet(needs)) report(`${needs}: found nothing, expected a value because ${name} is set`);
  }
  finish();
  return environment;
}
