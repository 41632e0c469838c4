import { spawn, spawnSync, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { chownSync, mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { createServer, type AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import postgres from 'postgres';
import { requirePostgres } from '../../../../../scripts/ensure-postgres.mjs';

/** A PostgreSQL server for tests: it uses a free port and a temporary folder, and is deleted afterwards. */
export interface PostgresCluster {
  /** Creates an empty database and returns its address. */
  createDatabase(): Promise<string>;
  stop(): Promise<void>;
  start(): Promise<void>;
  /** Stops the server and deletes its data. */
  remove(): Promise<void>;
}

interface Account {
  uid?: number;
  gid?: number;
}

/** @throws Error if PostgreSQL is not installed or does not start */
export async function startPostgresCluster(): Promise<PostgresCluster> {
  const programs = requirePostgres();
  const account = unprivilegedAccount();
  const folder = mkdtempSync(join(tmpdir(), 'postgres-cluster-'));
  if (account.uid !== undefined && account.gid !== undefined) chownSync(folder, account.uid, account.gid);
  const data = join(folder, 'data');
  const env = { PATH: process.env['PATH'], LC_ALL: 'C' };
  const initialised = spawnSync(join(programs, 'initdb'), ['-D', data, '-U', 'tests', '-A', 'trust', '-E', 'UTF8', '--no-sync'], {
    ...account,
    env,
    cwd: folder,
    encoding: 'utf8',
  });
  if (initialised.status !== 0) throw new Error(`initdb did not succeed: ${initialised.stderr}`);
  const port = await freePort();
  const url = `postgres://tests@127.0.0.1:${port}`;
  let server: ChildProcess | undefined;
  let databases = 0;

  async function start(): Promise<void> {
    const settings = { listen_addresses: '127.0.0.1', port, unix_socket_directories: folder, fsync: 'off', max_connections: 50 };
    const words = Object.entries(settings).flatMap(([name, value]) => ['-c', `${name}=${value}`]);
    const child = spawn(join(programs, 'postgres'), ['-D', data, ...words], {
      ...account,
      env,
      cwd: folder,
      stdio: ['ignore', 'ignore', 'pipe'],
    });
    server = child;
    await readiness(child);
  }

  async function stop(): Promise<void> {
    if (server === undefined || server.exitCode !== null) return;
    const exited = once(server, 'exit');
    // A fast shutdown closes open connections.
    server.kill('SIGINT');
    await exited;
    server = undefined;
  }

  // If the test process ends early, stop the server without waiting for it.
  const endWithTests = (): void => {
    server?.kill('SIGQUIT');
    rmSync(folder, { recursive: true, force: true, maxRetries: 5 });
  };
  process.once('exit', endWithTests);
  await start();
  return {
    async createDatabase() {
      const name = `log_${(databases += 1)}`;
      const sql = postgres(`${url}/postgres`, { max: 1, fetch_types: false });
      await sql.unsafe(`CREATE DATABASE ${name}`).finally(() => sql.end());
      return `${url}/${name}`;
    },
    start,
    stop,
    async remove() {
      await stop();
      process.off('exit', endWithTests);
      rmSync(folder, { recursive: true, force: true, maxRetries: 5 });
    },
  };
}

/** PostgreSQL refuses to run as root. If the tests run as root, use the account of its package, or else the one without privileges. */
function unprivilegedAccount(): Account {
  if (process.getuid?.() !== 0) return {};
  const accounts = readFileSync('/etc/passwd', 'utf8').split('\n');
  for (const name of ['postgres', 'nobody']) {
    const [, , uid, gid] = accounts.find((line) => line.startsWith(`${name}:`))?.split(':') ?? [];
    if (uid !== undefined && gid !== undefined) return { uid: Number(uid), gid: Number(gid) };
  }
  throw new Error('The tests run as root, and there is neither an account "postgres" nor "nobody" for PostgreSQL.');
}

async function freePort(): Promise<number> {
  const probe = createServer().listen(0, '127.0.0.1');
  await once(probe, 'listening');
  const { port } = probe.address() as AddressInfo;
  await once(probe.close(), 'close');
  return port;
}

function readiness(child: ChildProcess): Promise<void> {
  return new Promise((resolve, reject) => {
    let output = '';
    child.stderr?.setEncoding('utf8').on('data', (text: string) => {
      output = (output + text).slice(-4000);
      if (output.includes('ready to accept connections')) resolve();
    });
    child.once('error', reject);
    child.once('exit', () => reject(new Error(`PostgreSQL did not start: ${output}`)));
  });
}
