import { expect, test } from 'vitest';

import { readAssistantEnvironment } from './config.ts';

function problemsOf(env: Record<string, string>): readonly string[] {
  try {
    readAssistantEnvironment(env);
    return [];
  } catch (error) {
    return (error as { problems: readonly string[] }).problems;
  }
}

test('the defaults are quotations without a model and a log file', () => {
  expect(readAssistantEnvironment({ LLM_API_KEY: ' ' })).toEqual({
    chatModel: null,
    databaseUrl: null,
    queryLogFile: 'data/query-log.sqlite',
    queryLogForward: null,
  });
});

test('every variable is read', () => {
  expect(
    readAssistantEnvironment({
      LLM_BASE_URL: 'http://localhost:11434/v1/',
      LLM_API_KEY: 'key',
      LLM_MODEL: 'llama',
      DATABASE_URL: 'postgres://u:p@db/site',
      QUERY_LOG_FILE: '/var/log/queries.sqlite',
      QUERY_LOG_URL: 'https://log.example.org',
      QUERY_LOG_KEY: 'log-key',
    }),
  ).toEqual({
    chatModel: { baseUrl: 'http://localhost:11434/v1', apiKey: 'key', model: 'llama' },
    databaseUrl: 'postgres://u:p@db/site',
    queryLogFile: '/var/log/queries.sqlite',
    queryLogForward: { url: 'https://log.example.org', key: 'log-key' },
  });
});

test('R-412 secrets are never printed', () => {
  const printed = problemsOf({ LLM_BASE_URL: 'ftp://u:hunter2@x', QUERY_LOG_URL: 'hunter2', QUERY_LOG_KEY: 'hunter2' }).join('\n');
  expect(printed).not.toContain('hunter2');
  expect(printed).toContain('QUERY_LOG_URL: found a value of 7 characters (not shown), expected the http or https address of the service');
});

test.each(['LLM_BASE_URL', 'QUERY_LOG_URL'])('R-412 a user or a password in %s is an error that does not print them', (name) => {
  for (const credentials of ['visitor:hunter2@', 'hunter2@', ':hunter2@', 'visitor:hunter2/@', 'hunter2%40x@']) {
    const printed = problemsOf({ [name]: `https://${credentials}log.example.org`, QUERY_LOG_KEY: 'key' }).join('\n');
    expect(printed).toContain(`${name}: found a value of`);
    expect(printed).not.toMatch(/hunter2|visitor/);
  }
});

test('a variable whose companion is missing is reported', () => {
  expect(problemsOf({ LLM_API_KEY: 'k', QUERY_LOG_URL: 'https://log.example.org' })).toEqual([
    'LLM_BASE_URL: found nothing, expected a value because LLM_API_KEY is set',
    'QUERY_LOG_KEY: found nothing, expected a value because QUERY_LOG_URL is set',
  ]);
});
