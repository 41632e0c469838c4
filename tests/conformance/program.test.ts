/** Commands run from a bundle of the program (scripts/program.mjs): it does what the sources do. */
import { spawn, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { createInterface } from 'node:readline';

import { beforeAll, expect, onTestFinished, test } from 'vitest';

import { ensureProgram } from '../../scripts/ensure-program.mjs';
import { bundledProgram } from '../../scripts/program.mjs';
import { createFixture, digest, PROJECT_ROOT } from './build-fixture.ts';

/** How a command is started: as package.json does, which takes the bundle, and from the sources. */
const BUNDLED = ['scripts/command.mjs'];
const SOURCES = ['src/cli.ts'];

beforeAll(() => ensureProgram(PROJECT_ROOT));

function createSite() {
  const picture = readFileSync(join(PROJECT_ROOT, 'tests/fixtures/small-site/docs/plain.png'));
  const site = createFixture(
    {
      'stop.md': '---\ntitle: Stop the platform\n---\n\n## Stop it\n\nRun `datahub docker quickstart --stop` to stop the platform.\n',
      'look.md': '---\ntitle: Look\n---\n\n![A plain picture](plain.png)\n\n```yaml title="recipe.yml"\nsource:\n  type: mysql\n```\n',
    },
    'socialCards: true',
  );
  writeFileSync(join(site.dir, 'content/docs/plain.png'), picture);
  return site;
}

function build(start: readonly string[], dir: string, name: string): Record<string, string> {
  const places = ['--config', join(dir, 'site.config.ts'), '--out', join(dir, name), '--cache-dir', join(dir, `cache-${name}`)];
  const env = { ...process.env, NODE_ENV: 'production' };
  const { status, stderr } = spawnSync(process.execPath, [...start, 'build', ...places], { cwd: PROJECT_ROOT, encoding: 'utf8', env });
  expect(stderr).toBe('');
  expect(status).toBe(0);
  return digest(join(dir, name));
}

/** What a server of a build answers where it loads most: a page, an answer, a search, a tool of another agent, an entry of the log. */
async function answersOf(start: readonly string[], dir: string): Promise<unknown[]> {
  const env = { ...process.env, QUERY_LOG_FILE: join(dir, `log-${start.join('-').replaceAll('/', '-')}.sqlite`) };
  const place = ['--dir', join(dir, 'bundled'), '--port', '0', '--host', '127.0.0.1'];
  const child = spawn(process.execPath, [...start, 'serve', ...place], { cwd: PROJECT_ROOT, env, stdio: ['ignore', 'pipe', 'inherit'] });
  onTestFinished(() => void child.kill('SIGKILL'));
  let url = '';
  for await (const line of createInterface(child.stdout)) {
    url = /^Serving on (\S+?)\/?$/.exec(line)?.[1] ?? '';
    if (url !== '') break;
  }
  child.stdout.resume();
  const ask = async (path: string, body?: object): Promise<[number, string]> => {
    const headers = { 'Content-Type': 'application/json', Accept: 'application/json, text/event-stream' };
    const response = await fetch(url + path, body === undefined ? {} : { method: 'POST', headers, body: JSON.stringify(body) });
    return [response.status, await response.text()];
  };
  const answers = [
    await ask('/docs/stop'),
    await ask('/docs/nothing'),
    await ask('/search?q=stop'),
    await ask('/v1/completions', { prompt: 'How do I stop the platform?', projectKey: 'any' }),
    await ask('/mcp', { jsonrpc: '2.0', id: 1, method: 'tools/call', params: { name: 'search_docs', arguments: { query: 'stop' } } }),
    await ask('/mcp', { jsonrpc: '2.0', id: 1, method: 'tools/call', params: { name: 'get_page', arguments: { path: 7 } } }),
    await ask('/rest/v1/queries', { query: 'stop' }),
  ];
  child.kill('SIGTERM');
  const [status] = (await once(child, 'exit')) as [number | null];
  return [...answers, status];
}

test('R-501 it builds and serves what the sources build and serve', async () => {
  expect(bundledProgram(PROJECT_ROOT)).not.toBeNull();
  const { dir } = createSite();
  const built = build(BUNDLED, dir, 'bundled');
  expect(built).toEqual(build(SOURCES, dir, 'sources'));
  expect(Object.keys(built)).toEqual(expect.arrayContaining(['/site/docs/stop/index.html', '/pages.json']));
  const answers = await answersOf(BUNDLED, dir);
  expect(answers).toEqual(await answersOf(SOURCES, dir));
  expect(answers).toEqual([
    [200, expect.stringContaining('Stop the platform')],
    [404, expect.stringContaining('Page not found')],
    [200, expect.stringContaining('/docs/stop')],
    [200, expect.stringContaining('datahub docker quickstart --stop')],
    [200, expect.stringContaining('/docs/stop')],
    [200, expect.stringContaining('path')],
    [201, expect.anything()],
    0,
  ]);
});

test('R-501 a mistake is told by the same sentence', () => {
  const say = (start: readonly string[], ...words: string[]): [number | null, string] => {
    const { status, stderr } = spawnSync(process.execPath, [...start, ...words], { cwd: PROJECT_ROOT, encoding: 'utf8' });
    return [status, stderr];
  };
  for (const words of [['buidl'], ['build', '--config', 'nowhere.ts'], ['serve', '--port', 'many'], ['report', '--since', 'never']]) {
    const said = say(SOURCES, ...words);
    expect(said, words.join(' ')).toEqual([expect.toSatisfy((status) => status > 0), expect.stringMatching(/\S/)]);
    expect(say(BUNDLED, ...words), words.join(' ')).toEqual(said);
  }
});
