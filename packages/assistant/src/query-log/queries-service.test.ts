import { beforeEach, describe, expect, test } from 'vitest';
import type { LogEntry } from '@quire/engine/server/log.ts';
import type { QueryLogServiceOptions } from './log-endpoint.ts';
import { queryLogService } from './queries-service.ts';
import { QueryLogError, type QueryLog, type QueryRecord } from './store.ts';

const NOW = Date.UTC(2026, 10, 20);
let stored: QueryRecord[] = [];
let logged: LogEntry[] = [];
beforeEach(() => {
  stored = [];
  logged = [];
});

function createLog(append: QueryLog['append']): QueryLog {
  return { append, read: null, deleteBefore: async () => {}, close: async () => {} };
}
const storingLog = createLog(async (...records) => void stored.push(...records));

interface Call {
  body?: BodyInit;
  headers?: Record<string, string>;
  method?: string;
  path?: string;
  options?: Partial<QueryLogServiceOptions>;
}

async function send({ body, headers = {}, method = 'POST', path = '/rest/v1/queries', options = {} }: Call): Promise<Response> {
  const service = queryLogService({ queryLog: storingLog, baseUrl: '/', log: (entry) => logged.push(entry), now: () => NOW, ...options });
  const type = { 'Content-Type': 'application/json' };
  return service.request(path, { method, headers: { ...type, ...headers }, ...(body !== undefined && { body }) });
}

const sendJson = (value: unknown, rest: Call = {}): Promise<Response> => send({ body: JSON.stringify(value), ...rest });

async function refusalOf(response: Response): Promise<{ status: number; code: string; message: string; hint: string | null }> {
  const { code, message, hint, details, ...rest } = (await response.json()) as Record<string, string | null>;
  expect({ details, rest }).toEqual({ details: null, rest: {} });
  expect(response.headers.get('Cache-Control')).toBe('no-store');
  return { status: response.status, code: code ?? '', message: message ?? '', hint: hint ?? null };
}

describe('R-410 entries', () => {
  test.each([
    [{ query: 'how do I ingest?' }, null],
    [{ query: 'how do I ingest?', result_rating: 'positive' }, 'positive'],
    [{ query: '  how do I ingest?\n', result_rating: 'negative' }, 'negative'],
    [{ query: 'how do I ingest?', result_rating: null }, null],
  ])('%j is stored and answered with 201 and an empty body', async (row, rating) => {
    const response = await sendJson(row, { headers: { Prefer: 'return=minimal' } });
    expect(response.status).toBe(201);
    expect(await response.text()).toBe('');
    expect(response.headers.get('Content-Type')).toBeNull();
    expect(response.headers.get('Preference-Applied')).toBe('return=minimal');
    expect(stored).toEqual([{ time: NOW, source: 'assistant', query: 'how do I ingest?', rating, outcome: null }]);
  });

  test.each([undefined, 'return=representation', 'tx=commit'])('Prefer "%s" does not return rows', async (prefer) => {
    const response = await sendJson({ query: 'x' }, { headers: prefer === undefined ? {} : { Prefer: prefer } });
    expect(response.status).toBe(201);
    expect(await response.text()).toBe('');
    expect(response.headers.get('Preference-Applied')).toBeNull();
  });

  test('an array may contain at most ten entries, all of them valid', async () => {
    const rows = Array.from({ length: 11 }, (_, n) => ({ query: `question ${n}` }));
    expect((await sendJson(rows.slice(1))).status).toBe(201);
    expect(stored).toHaveLength(10);
    expect((await refusalOf(await sendJson(rows))).message).toBe('At most 10 rows can be inserted at a time');
    expect((await sendJson([{ query: 'right' }, { query: 7 }])).status).toBe(400);
    expect((await sendJson([])).status).toBe(201);
    expect(stored).toHaveLength(10);
  });

  test('entries are accepted at the root and below the base URL', async () => {
    for (const path of ['/rest/v1/queries', '/portal/rest/v1/queries']) {
      expect((await sendJson({ query: 'x' }, { path, options: { baseUrl: '/portal/' } })).status).toBe(201);
    }
  });

  test('a text of 2,000 characters is stored, and a longer one is refused', async () => {
    expect((await sendJson({ query: 'é'.repeat(2000) })).status).toBe(201);
    expect(await refusalOf(await sendJson({ query: 'é'.repeat(2001) }))).toMatchObject({
      status: 400,
      code: '23514',
      hint: 'A query has 1 to 2000 characters.',
    });
  });
});

describe('R-411 rejected requests', () => {
  test.each([
    ['{', 'PGRST102', 'Empty or invalid json'],
    ['', 'PGRST102', 'Empty or invalid json'],
    ['"text"', 'PGRST102', 'A row is a JSON object'],
    ['[[]]', 'PGRST102', 'A row is a JSON object'],
    ['null', 'PGRST102', 'A row is a JSON object'],
    ['{"query":"x","id":1}', 'PGRST204', "Could not find the 'id' column of 'queries' in the schema cache"],
    ['{"query":"x","__proto__":{}}', 'PGRST204', "Could not find the '__proto__' column of 'queries' in the schema cache"],
    ['{}', '23502', 'null value in column "query" of relation "queries" violates not-null constraint'],
    ['{"query":null}', '23502', 'null value in column "query" of relation "queries" violates not-null constraint'],
    ['{"query":7}', '22P02', 'invalid input for column "query": expected text'],
    ['{"query":" "}', '23514', 'new row for relation "queries" violates check constraint "query_length"'],
    ['{"query":"x","result_rating":"good"}', '22P02', 'invalid input value for enum result_rating: "good"'],
    ['{"query":"x","result_rating":1}', '22P02', 'invalid input value for enum result_rating: "number"'],
  ])('an invalid body: %s', async (body, code, message) => {
    expect(await refusalOf(await send({ body }))).toMatchObject({ status: 400, code, message });
    expect(stored).toEqual([]);
  });

  test.each(['GET', 'HEAD', 'PATCH', 'PUT', 'DELETE', 'OPTIONS'])('%s neither reads, changes, nor deletes entries', async (method) => {
    const response = await send({ method, path: '/rest/v1/queries?select=*' });
    expect(response.status).toBe(405);
    expect(response.headers.get('Allow')).toBe('POST');
    if (method !== 'HEAD') expect((await refusalOf(response)).code).toBe('PGRST117');
  });

  test('R-412 a body above 16 kB, with and without Content-Length', async () => {
    const body = JSON.stringify({ query: 'x'.repeat(17_000) });
    for (const sent of [body, new Blob([body]).stream()]) {
      const service = queryLogService({ queryLog: storingLog, baseUrl: '/', log: () => {}, now: () => NOW });
      const init = { method: 'POST', body: sent, duplex: 'half' } as RequestInit;
      const response = await service.request(new Request('http://localhost/rest/v1/queries', init));
      expect(await refusalOf(response)).toMatchObject({ status: 413, message: 'The request body is larger than 16384 bytes.' });
    }
  });

  test('an unsupported content type', async () => {
    expect(await refusalOf(await send({ body: 'query=x', headers: { 'Content-Type': 'text/csv' } }))).toMatchObject({
      status: 415,
      code: 'PGRST107',
    });
    expect((await send({ body: '{"query":"x"}', headers: { 'Content-Type': 'Application/JSON; charset=utf-8' } })).status).toBe(201);
  });

  test('too many requests', async () => {
    const guard = async (): Promise<Response> => new Response('too many', { status: 429 });
    expect((await sendJson({ query: 'x' }, { options: { guards: [guard] } })).status).toBe(429);
    expect(stored).toEqual([]);
  });
});

describe('R-410 the public key', () => {
  const options = { key: 'public-key' };

  test.each<Record<string, string>>([
    { apikey: 'public-key' },
    { Authorization: 'Bearer public-key' },
    { apikey: 'public-key', Authorization: 'Bearer of-a-visitor' },
  ])('%j is accepted', async (headers) => {
    expect((await sendJson({ query: 'x' }, { headers, options })).status).toBe(201);
  });

  test.each<[Record<string, string>, string]>([
    [{}, 'PGRST302'],
    [{ apikey: 'other' }, 'PGRST301'],
    [{ Authorization: 'Basic public-key' }, 'PGRST302'],
    [{ apikey: '' }, 'PGRST301'],
  ])('%j is rejected', async (headers, code) => {
    const refusal = await refusalOf(await sendJson({ query: 'x' }, { headers, options }));
    expect(refusal).toMatchObject({ status: 401, code });
    expect(JSON.stringify(refusal)).not.toContain('public-key');
    expect(stored).toEqual([]);
  });

  test('without a configured key, every key is accepted', async () => {
    expect((await sendJson({ query: 'x' }, { headers: { apikey: 'whatever' } })).status).toBe(201);
  });
});

describe('a log that fails to write', () => {
  const failing = createLog(async () => Promise.reject(new QueryLogError('The disk is full.')));

  test.each([
    [failing, /may have stored them/],
    [null, /Nothing was stored/],
  ])('is reported in the response and logged without the query', async (queryLog, message) => {
    const response = await sendJson({ query: 'private words' }, { options: { queryLog } });
    expect(response.headers.get('Retry-After')).toBe('5');
    expect(await refusalOf(response)).toMatchObject({
      status: 503,
      code: 'PGRST001',
      message: expect.stringMatching(message),
    });
    expect(JSON.stringify(logged)).not.toContain('private words');
    if (queryLog !== null) expect(logged).toMatchObject([{ kind: 'error', path: '/rest/v1/queries', message: 'The disk is full.' }]);
  });
});
