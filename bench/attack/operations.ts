/** Simulates failures in operation: killed processes, builds under load, and full disks. */
import { spawn, spawnSync, type ChildProcess } from 'node:child_process';
import { createHash } from 'node:crypto';
import { once } from 'node:events';
import { cpSync, existsSync, mkdirSync, readFileSync, readdirSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { createServer } from 'node:http';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { setTimeout as wait } from 'node:timers/promises';
import { indexNameOf } from '../site-server.ts';
import { ask, inBatches, outcomeOf, ROOT, startServer, stop, visit, type Outcome, type Server } from './server.ts';

export interface Operation {
  /** An empty folder for this operation. */
  folder: string;
  /** Folder of the website's build. */
  dir: string;
  /** Starts to measure the memory and the response times of this server; null stops the measurement. */
  watch(server: Server | null): Promise<void>;
}

type Run = (operation: Operation) => Promise<Outcome>;

/** A copy of the starter site whose page contains the version of the build. */
interface SmallSite {
  config: string;
  out: string;
  build(version: number, env?: Record<string, string>): ChildProcess;
}

function createSmallSite(folder: string, out = join(folder, 'build')): SmallSite {
  const site = join(folder, 'site');
  cpSync(join(ROOT, 'examples/starter'), site, { recursive: true });
  symlinkSync(join(ROOT, 'node_modules'), join(folder, 'node_modules'));
  const config = join(site, 'site.config.ts');
  const page = readFileSync(join(site, 'docs/index.md'), 'utf8');
  return {
    config,
    out,
    build(version, env = {}) {
      writeFileSync(join(site, 'docs/index.md'), `${page}\nThis is version ${version} of the site.\n`);
      const preload = join(ROOT, 'packages/engine/src/build/testing/pause-publishing.ts');
      const command = [join(ROOT, 'packages/engine/src/cli.ts'), 'build', '--config', config, '--out', out];
      return spawn(process.execPath, ['--import', preload, ...command, '--cache-dir', join(folder, 'cache')], {
        env: { PATH: process.env['PATH'], ...env },
        stdio: ['ignore', 'pipe', 'pipe'],
      });
    },
  };
}

async function endOf(child: ChildProcess): Promise<{ status: number | null; text: string }> {
  let text = '';
  for (const stream of [child.stdout, child.stderr]) stream?.on('data', (chunk) => (text += String(chunk)));
  const [status] = (await once(child, 'close')) as [number | null];
  return { status, text };
}

async function buildWhole(site: SmallSite, version: number): Promise<void> {
  const { status, text } = await endOf(site.build(version));
  if (status !== 0) throw new Error(`The build of version ${version} failed: ${text.slice(-500)}`);
}

/** Returns a hash of the names and contents of all files of a folder. */
function fingerprint(dir: string): string {
  const files = readdirSync(dir, { recursive: true, withFileTypes: true }).filter((entry) => entry.isFile());
  const hash = createHash('sha256');
  for (const file of files.map(({ parentPath, name }) => join(parentPath, name)).toSorted()) {
    hash.update(file.slice(dir.length)).update('\0').update(readFileSync(file)).update('\0');
  }
  return hash.digest('hex');
}

/**
 * Kills builds before each of their first 20 changes to the output. A server that starts on the remaining files must serve either
 * the old or the new build as a whole.
 */
const killBuilds: Run = async ({ folder }) => {
  const site = createSmallSite(folder);
  const fingerprints: string[] = [];
  for (const version of [0, 1, 0]) {
    await buildWhole(site, version);
    fingerprints[version] = fingerprint(site.out);
  }
  const failures: string[] = [];
  let tried = 0;
  for (let kill = 1; kill <= 20; kill++) {
    const current = fingerprints.indexOf(fingerprint(site.out));
    const child = site.build(1 - current, { PAUSE_AT: String(kill) });
    const paused = new Promise<boolean>((settle) => {
      child.stdout?.on('data', (chunk) => String(chunk).includes('paused') && settle(true));
      child.once('close', () => settle(false));
    });
    if (!(await paused)) failures.push(`the build ended before change ${kill}`);
    await stop({ child }, 'SIGKILL');
    const server = await startServer({ dir: site.out, config: site.config, env: {} });
    const page = await visit(server.port, '/docs');
    await stop(server);
    const publishedVersion = fingerprints.indexOf(fingerprint(site.out));
    if (publishedVersion === -1) failures.push(`killed before change ${kill}, the folder contains neither build as a whole`);
    else if (!page.text.includes(`This is version ${publishedVersion} of`))
      failures.push(`killed before change ${kill}, a page is of another build`);
    if (publishedVersion === -1) await buildWhole(site, 0);
    tried += 1;
  }
  return outcomeOf(tried, failures);
};

const MAX_REBUILDS = 12;
const rebuildUnderLoad: Run = async ({ folder, watch }) => {
  const site = createSmallSite(folder);
  await buildWhole(site, 0);
  const server = await startServer({ dir: site.out, config: site.config, env: {} });
  await watch(server);
  const failures: string[] = [];
  const seen = new Set<string>();
  const finished = new AbortController();
  let requests = 0;
  async function read(): Promise<void> {
    while (!finished.signal.aborted) {
      // Use many addresses, because each may search only 3,000 times a minute.
      const address = `127.0.4.${1 + (requests % 250)}`;
      const page = await visit(server.port, '/docs', address);
      const script = /(?:src|href)="(\/assets\/[^"]+)"/.exec(page.text)?.[1] ?? '/missing';
      const found = [page, await visit(server.port, script, address), await visit(server.port, '/search?q=backup', address)];
      requests += found.length;
      seen.add(/This is version (\d)/.exec(page.text)?.[1] ?? '');
      for (const [i, { status }] of found.entries()) if (status !== 200) failures.push(`request ${i} of a page: status ${status}`);
    }
  }
  const readers = Array.from({ length: 8 }, read);
  let built = 0;
  // `read` increments `requests` while a build runs.
  // oxlint-disable-next-line no-unmodified-loop-condition
  while (built < MAX_REBUILDS && (requests < 10_000 || built < 5)) {
    built += 1;
    await buildWhole(site, built % 2);
    // The server checks for a new build every two seconds.
    await wait(2500);
  }
  finished.abort();
  await Promise.all(readers);
  if (requests < 10_000) failures.push(`only ${requests} requests were made`);
  if (seen.size !== 2 || seen.has('')) failures.push(`pages of version ${[...seen].join(', ')} were seen`);
  await watch(null);
  await stop(server);
  return outcomeOf(requests, failures);
};

/** Starts a chat API that sends a word every half second for ten seconds. `peak` returns the largest number of concurrent requests. */
async function startSlowModel(): Promise<{ url: string; peak: () => number; close: () => void }> {
  let [open, peak] = [0, 0];
  const server = createServer((request, response) => {
    request.resume();
    peak = Math.max(peak, ++open);
    let words = 0;
    response.writeHead(200, { 'Content-Type': 'text/event-stream' });
    const timer = setInterval(() => {
      const isLast = ++words === 20;
      response.write(`data: ${JSON.stringify({ choices: [{ delta: { content: 'word ' }, finish_reason: isLast ? 'stop' : null }] })}\n\n`);
      if (isLast) response.end('data: [DONE]\n\n');
    }, 500);
    response.once('close', () => {
      clearInterval(timer);
      open -= 1;
    });
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  const { port } = server.address() as { port: number };
  return { url: `http://127.0.0.1:${port}/v1`, peak: () => peak, close: () => void server.close().closeAllConnections() };
}

const STREAMS = 500;
const openStreams: Run = async ({ folder, dir, watch }) => {
  const model = await startSlowModel();
  const server = await startServer({
    dir,
    env: { QUERY_LOG_FILE: join(folder, 'queries.sqlite'), LLM_BASE_URL: model.url, LLM_API_KEY: 'x', LLM_MODEL: 'slow' },
  });
  await watch(server);
  const prompt = JSON.stringify({ prompt: 'How do I ingest metadata from Snowflake?' });
  const outcome = await inBatches(STREAMS, STREAMS, async (i) => {
    const { status, text } = await ask(server.port, '/v1/completions', prompt, `127.0.1.${1 + (i % 50)}`);
    return status === 200 && text !== '' ? null : `status ${status}`;
  });
  await watch(null);
  await stop(server);
  model.close();
  const reason = `only ${model.peak()} streams were open at a time`;
  return model.peak() < STREAMS * 0.9 ? { ...outcome, failed: outcome.failed + 1, reason } : outcome;
};

const PEOPLE = 200;
/** 200 people behind one address search and ask within the same minute, while the visitor uses another address. */
const officeBehindOneAddress: Run = async ({ folder, dir, watch }) => {
  const server = await startServer({ dir, env: { QUERY_LOG_FILE: join(folder, 'queries.sqlite') } });
  await watch(server);
  const indexName = indexNameOf(dir);
  const start = performance.now();
  const searched = await inBatches(PEOPLE * 15, 50, async (i) => {
    const body = JSON.stringify({ requests: [{ indexName, query: 'snowflake lineage'.slice(0, 1 + (i % 15)) }] });
    const { status } = await ask(server.port, '/1/indexes/*/queries', body);
    return status === 200 ? null : `search ${i}: status ${status}`;
  });
  const asked = await inBatches(PEOPLE, 50, async (i) => {
    const { status } = await ask(server.port, '/v1/completions', JSON.stringify({ prompt: 'How do I delete a dataset?' }));
    return status === 200 ? null : `question ${i}: status ${status}`;
  });
  const failures = [searched.reason, asked.reason].filter((reason) => reason !== undefined);
  const isInTime = performance.now() - start < 55_000;
  const beyond = await ask(server.port, '/1/indexes/*/queries', '{"requests":[]}');
  if (isInTime && beyond.status !== 429) failures.push(`search ${PEOPLE * 15 + 1}: status ${beyond.status}`);
  await watch(null);
  await stop(server);
  return outcomeOf(searched.tried + asked.tried + 1, failures);
};

const logRow = (text: string): string => JSON.stringify({ query: text });
const LOG = '/rest/v1/queries';

function rowsOf(file: string): Set<string> {
  const database = new DatabaseSync(file);
  const rows = database.prepare('SELECT query FROM query_log').all() as { query: string }[];
  database.close();
  return new Set(rows.map(({ query }) => query));
}

const killServersThatLog: Run = async ({ folder, dir }) => {
  const file = join(folder, 'queries.sqlite');
  const acknowledged: string[] = [];
  const failures: string[] = [];
  for (let round = 0; round < 10; round++) {
    const server = await startServer({ dir, env: { QUERY_LOG_FILE: file } });
    const finished = new AbortController();
    const writers = Array.from({ length: 20 }, async (_, writer) => {
      for (let row = 0; !finished.signal.aborted; row++) {
        const text = `round ${round} writer ${writer} row ${row}`;
        const { status } = await ask(server.port, LOG, logRow(text), `127.0.2.${1 + ((writer + 20 * row) % 250)}`);
        if (status === 201) acknowledged.push(text);
        else if (status !== 0) failures.push(`status ${status}`);
      }
    });
    await wait(300 + 70 * round);
    await stop(server, 'SIGKILL');
    finished.abort();
    await Promise.all(writers);
  }
  const rows = rowsOf(file);
  failures.push(...acknowledged.filter((text) => !rows.has(text)).map((text) => `lost: ${text}`));
  if (acknowledged.length < 100) failures.push(`only ${acknowledged.length} rows were acknowledged`);
  return outcomeOf(acknowledged.length, failures);
};

/** Mounts an empty file system in memory. @returns null if this system does not permit mounting */
function mountSmallDisk(folder: string, megabytes: number): { path: string; unmount: () => void } | null {
  const path = join(folder, 'disk');
  mkdirSync(path);
  if (spawnSync('mount', ['-t', 'tmpfs', '-o', `size=${megabytes}m`, 'tmpfs', path]).status !== 0) return null;
  const unmount = (): void => void spawnSync('umount', ['-l', path]);
  process.once('exit', unmount);
  return { path, unmount };
}

const NO_DISK: Outcome = { tried: 0, failed: 0, reason: 'not tried: mounting a small disk is not permitted here' };

function fillDisk(path: string): void {
  const file = join(path, 'filler');
  // `dd` fails when the disk is full, and keeps what it has written.
  spawnSync('dd', ['if=/dev/zero', `of=${file}`, 'bs=64k']);
  spawnSync('dd', ['if=/dev/zero', `of=${file}-2`, 'bs=1']);
}

function freeDiskSpace(path: string): void {
  for (const name of ['filler', 'filler-2']) rmSync(join(path, name), { force: true });
}

/** Leaves a different amount of free space each time, so that the disk fills up during the build or while it is published. */
const fullDiskBuild: Run = async ({ folder }) => {
  const disk = mountSmallDisk(folder, 6);
  if (disk === null) return NO_DISK;
  const site = createSmallSite(folder, join(disk.path, 'build'));
  await buildWhole(site, 0);
  const old = fingerprint(site.out);
  const failures: string[] = [];
  let refused = 0;
  const freeKilobytes = [0, 16, 64, 128, 256];
  for (const kilobytes of freeKilobytes) {
    if (kilobytes > 0) writeFileSync(join(disk.path, 'room'), Buffer.alloc(kilobytes * 1024));
    fillDisk(disk.path);
    rmSync(join(disk.path, 'room'), { force: true });
    const { status, text } = await endOf(site.build(1));
    if (status !== 0) refused += 1;
    const isWhole = status === 0 || (fingerprint(site.out) === old && !existsSync(join(site.out, '.interrupted')));
    if (!isWhole) failures.push(`with ${kilobytes} kB left, the old build was not preserved`);
    if (status !== 0 && !/ENOSPC|no space/i.test(text)) failures.push(`with ${kilobytes} kB left: ${text.slice(-200)}`);
    freeDiskSpace(disk.path);
    await buildWhole(site, 0);
    if (fingerprint(site.out) !== old) failures.push(`after ${kilobytes} kB, the next build differs`);
  }
  if (refused === 0) failures.push('the disk was never full');
  disk.unmount();
  return outcomeOf(freeKilobytes.length, failures);
};

const fullDiskServe: Run = async ({ folder, dir, watch }) => {
  // The log takes up to 12 kB for each entry until it is compacted, so a smaller disk would be full again after the last entries.
  const disk = mountSmallDisk(folder, 4);
  if (disk === null) return NO_DISK;
  const file = join(disk.path, 'queries.sqlite');
  const server = await startServer({ dir, env: { QUERY_LOG_FILE: file } });
  await watch(server);
  const acknowledged: string[] = [];
  const failures: string[] = [];
  const write = async (count: number, name: string, mayFail: boolean): Promise<void> => {
    const { failed, reason } = await inBatches(count, 10, async (i) => {
      const text = `${name} ${i} ${'words '.repeat(200)}`.trim();
      const { status } = await ask(server.port, LOG, logRow(text), `127.0.3.${1 + (i % 250)}`);
      if (status === 201) acknowledged.push(text);
      return status === 201 || (mayFail && status === 503) ? null : `${name}: status ${status}`;
    });
    if (failed > 0) failures.push(reason ?? '');
  };
  await write(50, 'before', false);
  fillDisk(disk.path);
  const before = acknowledged.length;
  await write(500, 'full', true);
  if (acknowledged.length === before + 500) failures.push('the disk was not full');
  for (const path of ['/docs', '/search?q=lineage', '/healthz']) {
    const { status } = await visit(server.port, path);
    if (status !== 200) failures.push(`${path}: status ${status}`);
  }
  freeDiskSpace(disk.path);
  await write(50, 'after', false);
  await watch(null);
  await stop(server);
  const rows = rowsOf(file);
  failures.push(...acknowledged.filter((text) => !rows.has(text)).map((text) => `lost: ${text.slice(0, 30)}`));
  disk.unmount();
  return outcomeOf(600, failures);
};

export const OPERATIONS: Readonly<Record<string, Run>> = {
  '500 open answers': openStreams,
  'office of 200 people': officeBehindOneAddress,
  'server killed while it logs': killServersThatLog,
  'build killed while it publishes': killBuilds,
  'rebuilds under load': rebuildUnderLoad,
  'full disk, build': fullDiskBuild,
  'full disk, serve': fullDiskServe,
};
