/** The container and the systemd service run the command of `npm run serve`, and the health check works. */
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { existsSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { createServer } from 'node:http';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { validate } from 'dockerfile-utils';
import { expect, onTestFinished, test } from 'vitest';
import { parse } from 'yaml';
import { requireProgram } from '../../scripts/ensure-hosts.mjs';
import { PROJECT_ROOT } from './build-fixture.ts';

const read = (path: string): string => readFileSync(join(PROJECT_ROOT, path), 'utf8');
const { scripts } = JSON.parse(read('package.json')) as { scripts: { serve: string } };

interface Instruction {
  name: string;
  text: string;
}

function readDockerfile(): Instruction[] {
  const lines = read('deploy/Dockerfile').replaceAll('\\\n', ' ').split('\n');
  return lines
    .filter((line) => line !== '' && !line.startsWith('#'))
    .map((line) => ({ name: line.split(' ')[0] ?? '', text: line.slice(line.indexOf(' ') + 1).trim() }));
}

const wordsOf = (text: string): string[] => JSON.parse(text.slice(text.indexOf('['))) as string[];

test('the container and the service run the command of npm run serve', () => {
  const command = readDockerfile().findLast(({ name }) => name === 'CMD');
  expect(wordsOf(command?.text ?? '').join(' ')).toBe(scripts.serve);
  const start = /^ExecStart=(.+)$/m.exec(read('deploy/site.service'))?.[1] ?? '';
  expect(start).toBe(scripts.serve.replace('node ', '/srv/site/node_modules/.bin/node '));
});

test('systemd accepts the service and rates it as well protected', async () => {
  const systemd = requireProgram('systemd-analyze');
  const dir = mkdtempSync(join(tmpdir(), 'service-'));
  onTestFinished(() => rmSync(dir, { recursive: true, force: true }));
  const file = join(dir, 'site.service');
  const program = '/srv/site/node_modules/.bin/node';
  expect(read('deploy/site.service')).toContain(`ExecStart=${program} `);
  writeFileSync(file, read('deploy/site.service').replace(`ExecStart=${program} `, `ExecStart=${process.execPath} `));
  expect(await statusOf([systemd, 'verify', '--man=no', file])).toBe(0);
  // The exposure level in tenths, from 0 to 100. Up to 20, it counts as "OK" or better.
  expect(await statusOf([systemd, 'security', '--offline=true', '--threshold=20', file])).toBe(0);
  writeFileSync(
    file,
    read('deploy/site.service')
      .replace('Type=exec', 'Type=nothing')
      .replace(/^Protect.*$/gm, ''),
  );
  expect(await statusOf([systemd, 'security', '--offline=true', '--threshold=20', file])).not.toBe(0);
});

test('the service runs as the owner of the build, because only the owner may create snapshots of it', () => {
  const service = read('deploy/site.service');
  // The user of DynamicUser never owns the build, so the server would serve it in place.
  expect(service).not.toContain('DynamicUser=');
  expect(service).toMatch(/^User=site$/m);
  expect(service).toContain('chown -R site: /srv/site');
  // Snapshots are beside the build folder and must be on the same mount as it.
  expect(/^ReadWritePaths=(.+)$/m.exec(service)?.[1]).toBe('/srv/site');
  expect(readOnlyPaths(service)).not.toContain('/srv/site/build');
});

const readOnlyPaths = (service: string): string[] =>
  [...service.matchAll(/^ReadOnlyPaths=(.+)$/gm)].flatMap(([, paths = '']) => paths.split(' ').map((path) => path.replace(/^-/, '')));

test('the service cannot write what the next build runs outside of it', () => {
  const paths = readOnlyPaths(read('deploy/site.service'));
  const { workspaces } = JSON.parse(read('package.json')) as { workspaces: string[] };
  const folders = workspaces.map((one) => one.replace('/*', '')).filter((one) => one !== 'examples');
  for (const name of [...folders, 'node_modules', 'scripts', 'package.json', 'package-lock.json', '.cache', '.git'])
    expect(paths).toContain(`/srv/site/${name}`);
});

test('the image is built in two stages and does not run as root', () => {
  expect(validate(read('deploy/Dockerfile'))).toEqual([]);
  const instructions = readDockerfile();
  expect(instructions.filter(({ name }) => name === 'FROM')).toHaveLength(2);
  const last = instructions.slice(instructions.findLastIndex(({ name }) => name === 'FROM'));
  expect(last.find(({ name }) => name === 'USER')?.text).toBe('node');
  // The image writes nothing after it changes the user, because the root file system may be read-only.
  const user = last.findIndex(({ name }) => name === 'USER');
  expect(last.slice(user).filter(({ name }) => name === 'RUN' || name === 'COPY')).toEqual([]);
});

/** Runs a command asynchronously, because it may send requests to a server in this process. @returns its exit status */
async function statusOf([program = '', ...args]: readonly string[]): Promise<number | null> {
  const [status] = (await once(spawn(program === 'node' ? process.execPath : program, args, { stdio: 'ignore' }), 'exit')) as [
    number | null,
  ];
  return status;
}

test('the health check fails for a server that is stopping and for one that is gone', async () => {
  let status = 200;
  const server = createServer((_, response) => response.writeHead(status).end()).listen(0, '127.0.0.1');
  await once(server, 'listening');
  onTestFinished(() => void server.close());
  const { port } = server.address() as { port: number };
  const check = readDockerfile().find(({ name }) => name === 'HEALTHCHECK')?.text ?? '';
  expect(check).toContain('CMD ["node"');
  const words = wordsOf(check).map((word) => word.replace('127.0.0.1:3000', `127.0.0.1:${port}`));
  expect(words.join(' ')).toContain(`127.0.0.1:${port}/healthz`);
  expect(await statusOf(words)).toBe(0);
  status = 503;
  expect(await statusOf(words)).toBe(1);
  server.close();
  server.closeAllConnections();
  expect(await statusOf(words)).toBe(1);
});

interface Compose {
  services: Record<
    string,
    { build?: { context: string; dockerfile: string }; depends_on?: Record<string, { condition: string }>; [key: string]: unknown }
  >;
  volumes: Record<string, unknown>;
}

test('compose.yaml refers to existing files and services, and its password has no default', () => {
  const { services, volumes } = parse(read('deploy/compose.yaml')) as Compose;
  const { site, database } = services;
  expect(site).toMatchObject({ read_only: true, cap_drop: ['ALL'], security_opt: ['no-new-privileges:true'] });
  // The server trusts the address that the proxy sends, so only the proxy may reach it.
  expect(site).toMatchObject({ ports: ['127.0.0.1:3000:3000'], environment: { TRUST_PROXY: '1' } });
  expect(site?.['sysctls']).toEqual({ 'net.ipv4.tcp_wmem': '4096 16384 262144' });
  const { context = '', dockerfile = '' } = site?.build ?? {};
  expect(existsSync(join(PROJECT_ROOT, 'deploy', context, dockerfile))).toBe(true);
  const needed = Object.entries(site?.depends_on ?? {});
  expect(needed).toEqual([['database', { condition: 'service_healthy' }]]);
  expect(database?.['healthcheck']).toBeDefined();
  expect(database?.['volumes']).toHaveLength(1);
  for (const mount of (database?.['volumes'] ?? []) as string[]) expect(volumes).toHaveProperty(mount.split(':')[0] ?? '');
  expect(read('deploy/compose.yaml').match(/\$\{POSTGRES_PASSWORD[^}]*\}/g)).toEqual(
    Array.from({ length: 2 }, () => '${POSTGRES_PASSWORD:?set POSTGRES_PASSWORD}'),
  );
});

test('files with secrets, logs, and the output of earlier builds are not copied into the image', () => {
  expect(read('.dockerignore').split('\n')).toEqual(expect.arrayContaining(['.git', '**/.env*']));
  // Everything that git ignores. A pattern without a slash applies to all folders in `.gitignore`, and to the root in `.dockerignore`.
  const ignored = read('.gitignore')
    .split('\n')
    .filter((line) => line !== '');
  const patterns = new Set(
    read('.dockerignore')
      .split('\n')
      .map((line) => line.replace('**/', '')),
  );
  expect(ignored.filter((line) => !patterns.has(line.replaceAll(/^\/|\/$/g, '')))).toEqual([]);
});
