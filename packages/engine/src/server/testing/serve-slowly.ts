/** A server in a separate process, for tests of shutdown: `node serve-slowly.ts BUILD_DIR [never]`. Prints its URL when it
 * listens; with `never`, it prints `opening` instead and never listens. */
import { join } from 'node:path';
import { Hono } from 'hono';
import { readEnvironment } from '#config/env.ts';
import { serve } from '../main.ts';

const slow = new Hono()
  .get('/v1/slow', async (c) => {
    await new Promise((resolve) => setTimeout(resolve, 600));
    return c.text('finished');
  })
  .get('/v1/never', () => new Promise<Response>(() => undefined));

const dir = process.argv[2] ?? '';
const environment = readEnvironment({ QUERY_LOG_FILE: join(dir, 'query-log.sqlite') });
const opening = {
  name: 'opening',
  root: import.meta.dirname,
  serve: () => {
    process.stdout.write('opening\n');
    setInterval(() => undefined, 1000);
    return new Promise<never>(() => undefined);
  },
};
const plugins = process.argv[3] === 'never' ? [opening] : [];
const server = await serve({ dir, environment, port: 0, host: '127.0.0.1', log: () => undefined, services: [slow], plugins });
process.stdout.write(`${server.url}\n`);
