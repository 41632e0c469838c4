/**
 * `npm run attack`: attacks a server on this machine and prints what failed. The server runs in a process of its own on a loopback
 * port; the attack contacts nothing else. It exits with status 1 if anything fails, and if it takes longer than ten minutes.
 */
import { once } from 'node:events';
import { existsSync, readFileSync } from 'node:fs';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { Worker } from 'node:worker_threads';
import type { Command } from '@quire/engine/commands/command.ts';
import { ATTACKS, type Attack, type Target } from './attacks.ts';
import { OPERATIONS } from './operations.ts';
import { indexNameOf, memoryOf } from '../site-server.ts';
import { isOver, startServer, stop, VISITOR, type Outcome, type Server } from './server.ts';

const MAX_MINUTES = 10;
const MAX_MEMORY_MIB = 400;
const MAX_PAGE_MS = 5000;

function titlesOf(dir: string): string[] {
  return (JSON.parse(readFileSync(join(dir, 'pages.json'), 'utf8')) as { title: string }[]).map(({ title }) => title);
}

/** Figures of a server during an attack. */
interface ServerFigures {
  /** Peak memory in MiB. */
  peak: number;
  /** Longest response time in milliseconds; Infinity if a request failed. */
  slowest: number;
}

/** Measures memory and requests a page ten times a second. The caller stops it with the returned function. */
async function watchServer({ child, port }: Server): Promise<() => Promise<ServerFigures>> {
  const watched: ServerFigures = { peak: 0, slowest: 0 };
  // The visitor runs in a thread of its own, because the attack keeps this one busy and would falsify the response times.
  const visitor = new Worker(new URL('visitor.ts', import.meta.url), { workerData: { port, address: VISITOR } });
  visitor.on('message', (ms: number) => (watched.slowest = Math.max(watched.slowest, ms)));
  const measure = setInterval(() => {
    watched.peak = Math.max(watched.peak, isOver(child) ? Infinity : memoryOf(child.pid ?? 0));
  }, 100);
  await once(visitor, 'message');
  watched.slowest = 0;
  return async () => {
    // Wait for the current visit, because it may be the slowest one.
    visitor.postMessage('stop');
    await once(visitor, 'exit');
    clearInterval(measure);
    return watched;
  };
}

type Row = Outcome & Partial<ServerFigures>;

/** Runs one attack on a new server, so that the memory of earlier attacks does not count. */
async function runAttack(attack: Attack, dir: string, folder: string): Promise<Row> {
  const server = await startServer({ dir, env: { QUERY_LOG_FILE: join(folder, 'queries.sqlite') } });
  const target: Target = { port: server.port, indexName: indexNameOf(dir), pages: titlesOf(dir), sockets: new Set() };
  const watched = await watchServer(server);
  const outcome = await attack(target);
  const row = { ...outcome, ...(await watched()) };
  for (const socket of target.sockets) socket.destroy();
  await stop(server);
  return row;
}

async function runOperation(run: (typeof OPERATIONS)[string], dir: string, folder: string): Promise<Row> {
  let end: (() => Promise<ServerFigures>) | null = null;
  let watched: ServerFigures | null = null;
  const watch = async (server: Server | null): Promise<void> => {
    if (server !== null) end = await watchServer(server);
    else watched = (await end?.()) ?? null;
  };
  const outcome = await run({ folder, dir, watch });
  return { ...outcome, ...(watched as ServerFigures | null) };
}

function rowOf(name: string, { tried, failed, reason = '', peak, slowest }: Row, isBad: boolean): string {
  const [memory, page] = [peak, slowest].map((value) => (value === undefined ? '–' : String(Math.round(value))));
  return `| ${name} | ${tried} | ${failed} | ${memory} | ${page} | ${isBad ? `FAILED ${reason}` : reason} |\n`;
}

async function attackServer(dir: string, only: string): Promise<boolean> {
  const timeout = setTimeout(() => {
    process.stderr.write(`The attack did not end within ${MAX_MINUTES} minutes.\n`);
    process.exit(1);
  }, MAX_MINUTES * 60_000);
  process.stdout.write('| Attack | Tried | Failed | Peak memory, MiB | Slowest page, ms | |\n|---|---|---|---|---|---|\n');
  const all = [
    ...Object.entries(ATTACKS).map(([name, attack]) => [name, (folder: string) => runAttack(attack, dir, folder)] as const),
    ...Object.entries(OPERATIONS).map(([name, run]) => [name, (folder: string) => runOperation(run, dir, folder)] as const),
  ].filter(([name]) => name.includes(only));
  let isHarmless = true;
  for (const [name, run] of all) {
    const folder = await mkdtemp(join(tmpdir(), 'attack-'));
    const row = await run(folder);
    await rm(folder, { recursive: true, force: true });
    const isBad = row.failed > 0 || (row.peak ?? 0) > MAX_MEMORY_MIB || (row.slowest ?? 0) > MAX_PAGE_MS;
    process.stdout.write(rowOf(name, row, isBad));
    isHarmless &&= !isBad;
  }
  clearTimeout(timeout);
  return isHarmless;
}

const names = (): string[] => [...Object.keys(ATTACKS), ...Object.keys(OPERATIONS)];

export const attackCommand: Command = {
  summary: 'Attacks a server on this machine and prints what failed. The exit status is 1 if anything failed.',
  usage: '[--dir BUILD] [--only TEXT]',
  options: {
    dir: { type: 'string', description: 'output folder of a build (build)' },
    only: { type: 'string', description: 'run only the attacks whose names contain this text' },
  },
  async run(values) {
    const dir = resolve(String(values['dir'] ?? 'build'));
    const only = String(values['only'] ?? '');
    if (!existsSync(join(dir, 'manifest.json'))) throw new Error(`${dir} does not contain a build. Run \`npm run build\` first.`);
    if (!names().some((name) => name.includes(only))) {
      throw new Error(`The name of no attack contains "${only}". Attacks: ${names().join(', ')}`);
    }
    return (await attackServer(dir, only)) ? 0 : 1;
  },
};
