/** Starts servers of this project for the attacks, and visits them. */
import { spawn, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { readFileSync } from 'node:fs';
import { get, request as httpRequest } from 'node:http';
import { createServer } from 'node:net';
import { join, resolve } from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';

export const ROOT = resolve(import.meta.dirname, '../..');
/** Address of the visitor, which differs from the attackers' as it would on a network. */
export const VISITOR = '127.0.0.2';

export interface Outcome {
  tried: number;
  failed: number;
  /** The first failure. */
  reason?: string;
}

export function outcomeOf(tried: number, failures: readonly string[]): Outcome {
  return { tried, failed: failures.length, ...(failures[0] !== undefined && { reason: failures[0] }) };
}

/** @param work resolves with the failure, or with null if it succeeded */
export async function inBatches(count: number, size: number, work: (i: number) => Promise<string | null>): Promise<Outcome> {
  const failures: string[] = [];
  for (let start = 0; start < count; start += size) {
    const found = await Promise.all(Array.from({ length: Math.min(size, count - start) }, (_, i) => work(start + i)));
    failures.push(...found.filter((reason) => reason !== null));
  }
  return outcomeOf(count, failures);
}

export interface Answer {
  /** Status of the response; 0 if the connection broke. */
  status: number;
  ms: number;
  text: string;
}

export async function visit(port: number, path: string, localAddress = VISITOR): Promise<Answer> {
  return ask(port, path, null, localAddress);
}

/** @param body body of a POST request; null sends a GET request */
export async function ask(port: number, path: string, body: string | null, localAddress = '127.0.0.1'): Promise<Answer> {
  const start = performance.now();
  return new Promise((settle) => {
    let text = '';
    const end = (status: number): void => settle({ status, ms: performance.now() - start, text });
    const options = { host: '127.0.0.1', port, path, localAddress, agent: false, timeout: 30_000 };
    const request = body === null ? get(options) : httpRequest({ ...options, method: 'POST' });
    request
      .on('response', (response) => {
        response.on('data', (chunk) => (text += String(chunk)));
        response.once('close', () => end(response.complete ? (response.statusCode ?? 0) : 0));
      })
      .on('error', () => end(0))
      .on('timeout', () => request.destroy())
      .end(body);
  });
}

/** Returns a port that was free a moment ago. */
export async function freePort(): Promise<number> {
  const server = createServer().listen(0, '127.0.0.1');
  await once(server, 'listening');
  const { port } = server.address() as { port: number };
  server.close();
  return port;
}

export interface Server {
  child: ChildProcess;
  port: number;
}

export const isOver = ({ exitCode, signalCode }: ChildProcess): boolean => exitCode !== null || signalCode !== null;

export async function stop({ child }: Pick<Server, 'child'>, signal: NodeJS.Signals = 'SIGTERM'): Promise<void> {
  if (isOver(child)) return;
  child.kill(signal);
  await once(child, 'exit');
}

interface StartOptions {
  /** Folder of a build. */
  dir: string;
  env: Readonly<Record<string, string>>;
  /** Configuration file of the site; default is this project's own website. */
  config?: string;
}

const children = new Set<ChildProcess>();
process.once('exit', () => children.forEach((child) => child.kill('SIGKILL')));

/** Starts a server with the command line of `npm run serve`, and the environment of `deploy/`. */
export async function startServer({ dir, env, config }: StartOptions): Promise<Server> {
  const port = await freePort();
  const { serve } = (JSON.parse(readFileSync(join(ROOT, 'package.json'), 'utf8')) as { scripts: { serve: string } }).scripts;
  const [, ...words] = serve.split(' ');
  if (config !== undefined) words[words.indexOf('--config') + 1] = config;
  const child = spawn(process.execPath, [...words, '--dir', dir, '--port', String(port), '--host', '127.0.0.1'], {
    cwd: ROOT,
    env: { PATH: process.env['PATH'], MALLOC_ARENA_MAX: '2', ...env },
    stdio: ['ignore', 'ignore', 'inherit'],
  });
  children.add(child);
  child.once('exit', () => children.delete(child));
  for (let attempt = 0; attempt < 600 && !isOver(child); attempt++) {
    if ((await visit(port, '/healthz')).status === 200) return { child, port };
    await wait(50);
  }
  throw new Error('The server did not start within 30 seconds.');
}
