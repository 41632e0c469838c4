import { expect, test } from 'vitest';

import { ConfigError } from './validate.ts';
import { readEnvironment } from './env.ts';

function problemsOf(env: Record<string, string>): readonly string[] {
  try {
    readEnvironment(env);
  } catch (error) {
    if (error instanceof ConfigError) return error.problems;
    throw error;
  }
  return [];
}

test('the defaults apply without variables', () => {
  expect(readEnvironment({})).toEqual({
    port: 3000,
    host: 'localhost',
    siteUrl: null,
    baseUrl: null,
    databaseUrl: null,
    trustedProxies: 0,
  });
});

test('every variable is read', () => {
  expect(
    readEnvironment({
      PORT: '8080',
      HOST: '0.0.0.0',
      SITE_URL: 'https://docs.example.org',
      BASE_URL: '/x/',
      DATABASE_URL: 'postgres://u:p@db/site',
      TRUST_PROXY: '2',
    }),
  ).toEqual({
    port: 8080,
    host: '0.0.0.0',
    siteUrl: 'https://docs.example.org',
    baseUrl: '/x/',
    databaseUrl: 'postgres://u:p@db/site',
    trustedProxies: 2,
  });
});

test('empty variables are ignored', () => {
  expect(readEnvironment({ PORT: '', DATABASE_URL: ' ', TRUST_PROXY: '' })).toEqual(readEnvironment({}));
});

test('every invalid variable is reported with its value and what is expected', () => {
  expect(problemsOf({ PORT: '70000', HOST: 'a b', SITE_URL: 'x', BASE_URL: 'x', TRUST_PROXY: 'yes' })).toEqual([
    'PORT: found "70000", expected a port from 0 to 65535',
    'HOST: found "a b", expected a host name or an address, such as localhost or 0.0.0.0',
    'SITE_URL: found "x", expected an origin without path, such as https://docs.example.org',
    'BASE_URL: found "x", expected a path that starts and ends with a slash, such as / or /docs-site/',
    'TRUST_PROXY: found "yes", expected true, false, or the number of proxies in front (0 to 10)',
  ]);
});

test.each(['-1', '80.5', '1e3', '0x50', 'http', '99999999'])('port %s is invalid', (PORT) => {
  expect(problemsOf({ PORT })).toHaveLength(1);
});

test('the user and the password of an invalid address are not printed', () => {
  expect(problemsOf({ SITE_URL: 'https://u:hunter2@docs.example.org/x' })[0]).toMatch(
    /^SITE_URL: found "https:\/\/…@docs\.example\.org\/x"/,
  );
});

test('secrets are never printed', () => {
  const env = { DATABASE_URL: 'mysql://u:hunter2@x' };
  const messages = problemsOf(env).join('\n');
  expect(messages).not.toContain('hunter2');
  expect(messages).toContain('DATABASE_URL: found a value of 19 characters (not shown), expected an address that starts with postgres://');
});
