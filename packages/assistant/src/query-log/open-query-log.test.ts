import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import type { QueryRecord } from './store.ts';
import { openForwardingLog } from './open-query-log.ts';
import { SERVICE_KEY, startPostgrestService, type PostgrestService } from './testing/postgrest-service.ts';

let service: PostgrestService;
beforeEach(async () => {
  service = await startPostgrestService();
});
afterEach(() => service.close());

const question: QueryRecord = { time: 1, source: 'assistant', query: 'private words', rating: null, outcome: null };
const openLog = (changes: object = {}): ReturnType<typeof openForwardingLog> =>
  openForwardingLog({ url: service.url, key: SERVICE_KEY, pausesMs: [1, 1], ...changes });

test('R-410 requests have the form that the service expects', async () => {
  await openLog().append({ ...question, rating: 'negative' });
  const [request] = service.requests;
  expect(request).toMatchObject({ method: 'POST', url: '/rest/v1/queries' });
  expect(request?.headers).toMatchObject({ apikey: SERVICE_KEY, prefer: 'return=minimal', 'content-type': 'application/json' });
  expect(service.rows).toEqual([{ query: 'private words', result_rating: 'negative' }]);
});

test('an address that already contains the table name is used unchanged, as PostgREST needs it', async () => {
  await openLog({ url: `${service.url}/queries` }).append(question);
  expect(service.requests[0]?.url).toBe('/queries');
});

test('values without a column in the table are not sent', async () => {
  const log = openLog();
  await log.append({ ...question, source: 'search', outcome: 'no-results' });
  await log.append({ ...question, outcome: 'refused' });
  expect(service.requests).toEqual([]);
});

describe('failures', () => {
  test('a temporary failure is retried twice', async () => {
    service.failNext.push(503, 429);
    await openLog().append(question);
    expect(service.rows).toHaveLength(1);
    service.failNext.push(500, 502, 503);
    await expect(openLog().append(question)).rejects.toThrow("The query log's service (QUERY_LOG_URL) answered with status 503.");
    expect(service.requests).toHaveLength(6);
  });

  test.each([
    [401, ': the key is unknown. Check QUERY_LOG_KEY.'],
    [403, ': the key may not insert into its table "queries". Check QUERY_LOG_KEY and the permissions of its role.'],
    [404, ': it has no table "queries". Check QUERY_LOG_URL.'],
    [400, '.'],
  ])('%i is reported at once, without key and query', async (status, advice) => {
    service.failNext.push(status);
    const error: unknown = await openLog()
      .append(question)
      .catch((thrown: unknown) => thrown);
    expect(String(error)).toBe(`QueryLogError: The query log's service (QUERY_LOG_URL) answered with status ${status}${advice}`);
    expect(service.requests).toHaveLength(1);
  });

  test('a redirect is not followed, so that the key is not sent elsewhere', async () => {
    service.failNext.push(307, 307, 307);
    await expect(openLog().append(question)).rejects.toThrow('did not answer: unexpected redirect');
    expect(service.rows).toEqual([]);
  });

  test('a service that does not answer is reported after the timeout', async () => {
    service.failNext.push(0, 0, 0);
    await expect(openLog({ timeoutMs: 50 }).append(question)).rejects.toThrow('did not answer: The operation was aborted due to timeout.');
  });

  test('an unreachable service is reported', async () => {
    const log = openLog({ url: 'http://127.0.0.1:1' });
    await expect(log.append(question)).rejects.toThrow(/^The query log's service \(QUERY_LOG_URL\) did not answer: .+\.$/);
  });

  test('close() aborts active requests', async () => {
    service.failNext.push(0);
    const log = openLog();
    const waiting = log.append(question);
    await log.close();
    await expect(waiting).rejects.toThrow('did not answer');
  });
});
