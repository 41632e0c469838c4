/** A server of its own process, for the tests of stopping: `node serve-slowly.ts BUILD_DIR`. Prints its URL when it listens. */
import { Hono } from 'hono';
import { serve } from '../main.ts';

const slow = new Hono()
  .get('/v1/slow', async (c) => {
    await new Promise((resolve) => setTimeout(resolve, 600));
    return c.text('finished');
  })
  .get('/v1/never', () => new Promise<Response>(() => undefined));

const server = await serve({ dir: process.argv[2] ?? '', port: 0, host: '127.0.0.1', log: () => undefined, services: [slow] });
process.stdout.write(`${server.url}\n`);
