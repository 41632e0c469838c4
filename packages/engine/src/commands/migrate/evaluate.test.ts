import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { createSocket } from 'node:dgram';
import { once } from 'node:events';
import { createServer, type AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

import { expect, onTestFinished, test, vi } from 'vitest';

import { evaluateFile } from './evaluate.ts';

function folder(): string {
  const dir = mkdtempSync(join(tmpdir(), 'evaluate-'));
  onTestFinished(() => rmSync(dir, { recursive: true, force: true }));
  return dir;
}

/** Attempts of an untrusted configuration, which return the code of the error. */
const CONFIG = `
const failed = (emitter, success) => new Promise((resolve, reject) => emitter.on('error', reject).on(success, resolve));
const called = (run) => new Promise((resolve, reject) => run((error) => (error ? reject(error) : resolve())));
const tries = {
  fetch: () => fetch('http://127.0.0.1:PORT/').catch((error) => { throw error.cause; }),
  net: async () => failed((await import('node:net')).connect(PORT, '127.0.0.1'), 'connect'),
  pipe: async () => failed((await import('node:net')).connect(import.meta.dirname + '/socket'), 'connect'),
  http: async () => failed((await import('node:http')).get('http://127.0.0.1:PORT/'), 'response'),
  http2: async () => failed((await import('node:http2')).connect('http://127.0.0.1:PORT/'), 'connect'),
  udp: async () => { const socket = (await import('node:dgram')).createSocket('udp4'); return called((done) => socket.on('error', done).send('secret', PORT, '127.0.0.1', done)); },
  lookup: async () => { const { lookup } = await import('node:dns'); return called((done) => lookup('secret.example.org', done)); },
  promised: async () => (await import('node:dns/promises')).lookup('secret.example.org'),
  resolver: async () => { const { Resolver } = await import('node:dns'); return called((done) => new Resolver().resolve4('secret.example.org', done)); },
  handle: async () => (await import('node:net'))._createServerHandle('127.0.0.1', 0, 4),
  binding: () => { const { TCP, TCPConnectWrap } = process.binding('tcp_wrap'); return new TCP(0).connect(new TCPConnectWrap(), '127.0.0.1', PORT); },
  inspector: async () => (await import('node:inspector')).open(0),
  sqlite: async () => new (await import('node:' + 'sqlite')).DatabaseSync(':memory:').exec("ATTACH '" + import.meta.dirname + "/written.txt' AS file; CREATE TABLE file.t (x)"),
  write: async () => (await import('node:fs')).writeFileSync(new URL('written.txt', import.meta.url), 'x'),
  process: async () => (await import('node:child_process')).execSync('true'),
  thread: async () => new (await import('node:worker_threads')).Worker('0', { eval: true }),
  addon: () => process.dlopen({ exports: {} }, import.meta.dirname + '/addon.node'),
  signal: () => process.kill(process.ppid, 0),
  priority: async () => (await import('node:os')).default.setPriority(process.ppid, 19),
  report: () => { process.report.reportOnFatalError = true; },
  flags: async () => {
    const { setFlagsFromString } = await import('node:v8');
    const { setFlagsFromString: same } = process.getBuiltinModule('v8');
    const set = setFlagsFromString ?? same;
    for (const flag of ['--allow-natives-syntax', '--no-concurrent-recompilation', '--trace-opt', '--redirect-code-traces', '--redirect-code-traces-to=' + import.meta.dirname + '/written.txt'])
      set(flag);
    new Function('function f(a) { return a + 1; } %PrepareFunctionForOptimization(f); f(1); %OptimizeFunctionOnNextCall(f); f(2);')();
  },
};
const outcomes = {};
for (const [name, run] of Object.entries(tries)) outcomes[name] = await Promise.resolve().then(run).then(() => 'done', (error) => error.code ?? error.message);
export default outcomes;
`;

test('an evaluated configuration can neither write files, nor start processes, nor use the network', async () => {
  const dir = folder();
  const server = createServer().listen(0, '127.0.0.1');
  onTestFinished(() => void server.close());
  await once(server, 'listening');
  const { port } = server.address() as AddressInfo;
  const socket = createSocket('udp4').bind(port, '127.0.0.1');
  onTestFinished(() => void socket.close());
  await once(socket, 'listening');
  let received = 0;
  socket.on('message', () => (received += 1));
  server.on('connection', () => (received += 1));
  const file = join(dir, 'config.mjs');
  writeFileSync(file, CONFIG.replaceAll('PORT', String(port)));
  const denied = ['fetch', 'net', 'pipe', 'http', 'http2', 'udp', 'lookup', 'promised', 'resolver', 'handle', 'binding', 'inspector'];
  expect(await evaluateFile(file, dir)).toEqual({
    value: {
      ...Object.fromEntries([...denied, 'write', 'process', 'thread'].map((name) => [name, 'ERR_ACCESS_DENIED'])),
      sqlite: 'ERR_UNKNOWN_BUILTIN_MODULE',
      addon: 'ERR_DLOPEN_DISABLED',
      signal: 'process.kill is not a function',
      priority: '(intermediate value).default.setPriority is not a function',
      report: "Cannot set properties of undefined (setting 'reportOnFatalError')",
      flags: 'set is not a function',
    },
    missing: [],
    missingFiles: [],
  });
  expect(received).toBe(0);
  expect(() => readFileSync(join(dir, 'written.txt'))).toThrow();
});

test('a configuration that opens a server is reported', async () => {
  const dir = folder();
  const file = join(dir, 'config.mjs');
  writeFileSync(
    file,
    `import { createServer } from 'node:http';\ncreateServer().listen(0);\nawait new Promise((done) => setTimeout(done, 5000));`,
  );
  expect(await evaluateFile(file, dir)).toEqual({ problem: 'the network is not available while a configuration is migrated' });
});

test.each([
  ['large text', `export default { title: 'x'.repeat(3e7) };`, 'its value has more than 10 MB as JSON'],
  [
    'large text that it sends itself',
    `import { writeSync } from 'node:fs';\nconst text = 'x'.repeat(1e6);\nfor (;;) writeSync(3, text);`,
    'its value has more than 10 MB as JSON',
  ],
  [
    'nested value',
    `import { writeFileSync } from 'node:fs';\nwriteFileSync(3, '{"missing":[],"value":' + '['.repeat(1e6) + ']'.repeat(1e6) + '}\\n');\nfor (;;);`,
    'its value has more than 200 lists and objects around each other',
  ],
  [
    'buffers, which are outside of the heap',
    `const all = [];\nfor (;;) all.push(Buffer.alloc(1e8, 1));`,
    'it took more than 1 GB of memory',
  ],
  ['invalid answer', `import { writeFileSync } from 'node:fs';\nwriteFileSync(3, '{\\n');\nfor (;;);`, 'its value is not valid JSON'],
  [
    'answer of another kind',
    `import { writeFileSync } from 'node:fs';\nwriteFileSync(3, '{"value":{},"missing":7}\\n');\nfor (;;);`,
    'it wrote something else',
  ],
])('a configuration can neither exhaust the memory of the command nor make it fail with a %s', async (_, source, problem) => {
  const dir = folder();
  const file = join(dir, 'config.mjs');
  writeFileSync(file, source);
  // On a slow machine, the usual time would be over before the memory is.
  expect(await evaluateFile(file, dir, 120_000)).toEqual({ problem: expect.stringContaining(problem) as string });
});

test('a configuration of 5 MB is read, and its output does not count', async () => {
  const dir = folder();
  const file = join(dir, 'config.mjs');
  writeFileSync(file, `console.error('x'.repeat(2e7));\nexport default { title: 'é'.repeat(2.5e6) };`);
  const answer = await evaluateFile(file, dir);
  expect('value' in answer && (answer.value as { title: string }).title).toHaveLength(2.5e6);
});

test('an endless configuration is stopped after the timeout', async () => {
  const dir = folder();
  const file = join(dir, 'config.mjs');
  writeFileSync(file, 'while (true);');
  expect(await evaluateFile(file, dir, 300)).toEqual({ problem: expect.stringMatching(/^it took longer than 0.3 seconds/) as string });
});

test('the timeout applies to all evaluations together, although each one imports another file that does not exist', async () => {
  const dir = folder();
  const file = join(dir, 'config.mjs');
  writeFileSync(file, `await new Promise((done) => setTimeout(done, 400));\nawait import('./' + process.pid + '.js');`);
  expect(await evaluateFile(file, dir, 1500)).toEqual({ problem: expect.stringMatching(/^it took longer than 1.5 seconds/) as string });
});

test('an evaluation for which no time is left is stopped without a warning of Node.js', async () => {
  const dir = folder();
  const file = join(dir, 'config.mjs');
  writeFileSync(file, 'while (true);');
  const warn = vi.spyOn(process, 'emitWarning');
  expect(await evaluateFile(file, dir, -20)).toHaveProperty('problem');
  expect(warn.mock.calls).toEqual([]);
  warn.mockRestore();
});

test('files that do not exist are replaced only if the configuration fails without them, and their values are named', async () => {
  const dir = folder();
  const file = join(dir, 'config.mts');
  writeFileSync(
    file,
    `import versions, { latest } from './generated/versions.js';
import { bar } from './generated/bar';
let local = 'default';
try { local = require('./local.json').name } catch {}
export default { title: \`Docs \${latest}\`, local, labels: versions.map((one) => one.label), theme: { bar, list: [1, { to: latest.path }] }, path: require.resolve('./generated/bar') };\n`,
  );
  expect(await evaluateFile(file, dir)).toMatchObject({
    value: {
      title: 'Docs',
      local: 'default',
      theme: { bar: { package: 'generated/bar' }, list: [1, { to: { package: 'generated/versions.js' } }] },
      path: join(dir, 'generated/bar'),
    },
    missing: [],
    missingFiles: [
      { file: 'generated/versions.js', keys: ['title', 'labels', 'theme.list.1.to'] },
      { file: 'generated/bar', keys: ['theme.bar'] },
    ],
  });
});
