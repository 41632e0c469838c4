import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { createSocket } from 'node:dgram';
import { once } from 'node:events';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

import { expect, onTestFinished, test } from 'vitest';

import { evaluateFile } from './evaluate.ts';

function folder(): string {
  const dir = mkdtempSync(join(tmpdir(), 'evaluate-'));
  onTestFinished(() => rmSync(dir, { recursive: true, force: true }));
  return dir;
}

/** Attempts of an untrusted configuration, each with the expected error. */
const CONFIG = `
const tries = {
  fetch: () => fetch('http://127.0.0.1:9/'),
  net: async () => (await import('node:net')).connect(9, '127.0.0.1'),
  http: async () => (await import('node:http')).get('http://127.0.0.1:9/'),
  http2: async () => (await import('node:http2')).connect('http://127.0.0.1:9/'),
  udp: async () => (await import('node:dgram')).createSocket('udp4').send('secret', PORT, '127.0.0.1'),
  lookup: async () => (await import('node:dns')).lookup('secret.example.org', () => undefined),
  named: async () => { const { lookup } = await import('node:dns'); lookup('secret.example.org', () => undefined); },
  promised: async () => (await import('node:dns/promises')).lookup('secret.example.org'),
  resolver: async () => new (await import('node:dns')).Resolver().resolve4('secret.example.org', () => undefined),
  server: async () => (await import('node:http')).createServer().listen(0, '127.0.0.1'),
  handle: async () => (await import('node:net'))._createServerHandle('127.0.0.1', 0, 4),
  sqlite: async () => new (await import('node:' + 'sqlite')).DatabaseSync(':memory:').exec("ATTACH '" + import.meta.dirname + "/written.txt' AS file; CREATE TABLE file.t (x)"),
  write: async () => (await import('node:fs')).writeFileSync(new URL('written.txt', import.meta.url), 'x'),
  process: async () => (await import('node:child_process')).execSync('true'),
  thread: async () => new (await import('node:worker_threads')).Worker('0', { eval: true }),
};
const outcomes = {};
for (const [name, run] of Object.entries(tries)) outcomes[name] = await Promise.resolve().then(run).then(() => 'done', (error) => error.code ?? error.message);
export default outcomes;
`;

test('an evaluated configuration can neither write files, nor start processes, nor use the network', async () => {
  const dir = folder();
  const socket = createSocket('udp4').bind(0, '127.0.0.1');
  onTestFinished(() => void socket.close());
  await once(socket, 'listening');
  const received: string[] = [];
  socket.on('message', (message) => received.push(String(message)));
  const file = join(dir, 'config.mjs');
  writeFileSync(file, CONFIG.replace('PORT', String(socket.address().port)));
  const noNetwork = 'the network is not available while a configuration is migrated';
  expect(await evaluateFile(file, dir)).toEqual({
    value: {
      ...Object.fromEntries(
        ['fetch', 'net', 'http', 'http2', 'udp', 'lookup', 'named', 'promised', 'resolver', 'server', 'handle'].map((name) => [
          name,
          noNetwork,
        ]),
      ),
      sqlite: 'ERR_UNKNOWN_BUILTIN_MODULE',
      write: 'ERR_ACCESS_DENIED',
      process: 'ERR_ACCESS_DENIED',
      thread: 'ERR_ACCESS_DENIED',
    },
    missing: [],
  });
  expect(received).toEqual([]);
  expect(() => readFileSync(join(dir, 'written.txt'))).toThrow();
});

test('an endless configuration is stopped after the timeout', async () => {
  const dir = folder();
  const file = join(dir, 'config.mjs');
  writeFileSync(file, 'while (true);');
  expect(await evaluateFile(file, dir, 300)).toEqual({ problem: expect.stringMatching(/^it took longer than 0.3 seconds/) as string });
});
