/** Runs the project's commands in processes of their own, for benchmarks that measure builds or need a server. */
import { spawn, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { createInterface } from 'node:readline';

const root = join(import.meta.dirname, '..');

export interface SiteServer {
  /** Address of the server without a trailing slash. */
  url: string;
  pid: number;
  stop(): Promise<unknown>;
}

/** Returns the arguments of `node` in the package.json script of a command. */
function commandOf(name: 'build' | 'serve'): string[] {
  const { scripts } = JSON.parse(readFileSync(join(root, 'package.json'), 'utf8')) as { scripts: Record<string, string> };
  return scripts[name]?.split(' ').slice(1) ?? [];
}

function start(name: 'build' | 'serve', args: readonly string[], env: Readonly<Record<string, string>> = {}): ReturnType<typeof spawn> {
  return spawn(process.execPath, [...commandOf(name), ...args], {
    cwd: root,
    env: { ...process.env, ...env },
    stdio: ['ignore', 'pipe', 'inherit'],
  });
}

/** Builds a site. The build's errors go to standard error. @throws Error if the build fails */
export async function buildInto(dir: string, config: string, cacheName: string): Promise<void> {
  const cache = join(root, '.cache', cacheName);
  const child = start('build', ['--config', config, '--out', dir, '--cache-dir', cache]);
  child.stdout?.resume();
  const [status] = (await once(child, 'exit')) as [number];
  if (status !== 0) throw new Error(`The build ended with status ${status}. Its errors are above.`);
}

/** Starts the server of a build on a free port, and waits until it listens. */
export async function startServer(dir: string, env: Readonly<Record<string, string>> = {}): Promise<SiteServer> {
  const child = start('serve', ['--dir', dir, '--port', '0', '--host', '127.0.0.1'], env);
  if (child.stdout === null) throw new Error('The server has no standard output.');
  const lines = createInterface(child.stdout);
  let url: string | undefined;
  for await (const line of lines) {
    url = /^Serving on (\S+)/.exec(line)?.[1];
    if (url !== undefined) break;
  }
  if (url === undefined) throw new Error('The server did not start.');
  child.stdout.resume();
  const stop = (): Promise<unknown> => {
    child.kill('SIGTERM');
    return once(child, 'exit');
  };
  return { url: url.replace(/\/$/, ''), pid: child.pid ?? 0, stop };
}

/** Returns the resident memory of a process in MiB; 0 if it is just ending. */
export function memoryOf(pid: number): number {
  return Number(/VmRSS:\s+(\d+)/.exec(readFileSync(`/proc/${pid}/status`, 'utf8'))?.[1] ?? 0) / 1024;
}

/** Returns the name of a build's search index in DocSearch's protocol. With another name, the server answers 404 without a search. */
export function indexNameOf(dir: string): string {
  return (JSON.parse(readFileSync(join(dir, 'manifest.json'), 'utf8')) as { searchIndexName: string }).searchIndexName;
}

/** The figures of one build. */
export interface BuildFigures {
  /** Duration that the command reports, from the start of its process to its last line. */
  milliseconds: number;
  peakMiB: number;
  pages: number;
}

/** Runs a build and returns its figures. @param out name of the output folder in `dir`; the cache is a folder beside it @throws Error with the build's output if it fails */
export function buildFigures(dir: string, config: string, out: string, ...extra: string[]): BuildFigures {
  const paths = ['--config', config, '--out', join(dir, out), '--cache-dir', join(dir, `${out}-cache`)];
  const command = [...commandOf('build'), '--json', ...paths, ...extra];
  const { stdout, stderr, status } = spawnSync(process.execPath, command, { cwd: root, encoding: 'utf8', maxBuffer: 1 << 28 });
  if (status !== 0) throw new Error(`The build failed:\n${stderr.slice(0, 2000)}`);
  return JSON.parse(stdout) as BuildFigures;
}
