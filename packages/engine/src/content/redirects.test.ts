import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

import { expect, onTestFinished, test, vi } from 'vitest';

import { loadRedirects, type Redirects } from './redirects.ts';
import { docSource } from './testing/compile-markdown.ts';

function load(yaml: string): Promise<Redirects> {
  const projectRoot = mkdtempSync(join(tmpdir(), 'redirects-'));
  onTestFinished(() => rmSync(projectRoot, { recursive: true }));
  const file = join(projectRoot, 'redirects.yml');
  writeFileSync(file, yaml);
  return loadRedirects({ file, projectRoot, hasPath: (path) => ['/', '/docs/a'].includes(path), nearestPath: () => null });
}

test('a redirect from an address with .html has the route of the page that moved', async () => {
  const { redirects, problems } = await load(
    '/docs/old.html: /docs/a\n/docs/older/index.html: /docs/a\n/docs/a.html: /docs/a\n/docs/oldest.html/: /docs/a\n',
  );
  expect(redirects).toEqual([
    ['/docs/old', '/docs/a'],
    ['/docs/older', '/docs/a'],
    ['/docs/oldest', '/docs/a'],
  ]);
  expect(problems).toEqual([]);
});

test('an old route may contain spaces', async () => {
  expect(await load('/docs/Core APIs/old one: /docs/a\n')).toEqual({ redirects: [['/docs/Core APIs/old one', '/docs/a']], problems: [] });
});

test.each([
  ['/index.html', 'expected an old route'],
  ['/404.html.html', '"/404.html: /docs/a": expected an old route'],
  ['/404/index.html.html', '"/404/index.html: /docs/a": expected an old route'],
  ['/docs/old.html.html', '"/docs/old.html: /docs/a": expected an old route'],
  ['/docs//a', '"/docs//a: /docs/a": expected an old route'],
  ['/.htaccess', '"/.htaccess: /docs/a": expected an old route'],
  ['/_worker.js', '"/_worker.js: /docs/a": expected an old route'],
  ['"/docs/old\\ud800"', 'unpaired surrogate'],
])('a redirect from %s is an error', async (from, message) => {
  const { redirects, problems } = await load(`${from}: /docs/a\n`);
  expect(redirects).toEqual([]);
  expect(problems[0]?.message).toContain(message);
});

test('only the first 50 wrong redirects get a suggestion, because each is a comparison with all routes', async () => {
  const projectRoot = mkdtempSync(join(tmpdir(), 'redirects-'));
  onTestFinished(() => rmSync(projectRoot, { recursive: true }));
  const file = join(projectRoot, 'redirects.yml');
  writeFileSync(file, Array.from({ length: 200 }, (_, number) => `/docs/old${number}: /docs/b\n`).join(''));
  const nearestPath = vi.fn(() => '/docs/a');
  const pages = [docSource('moved.md', '<Redirect to="/docs/a" />'), docSource('lost.md', '<Redirect to="/docs/b" />')];
  const { problems } = await loadRedirects({ file, projectRoot, hasPath: (path) => path === '/docs/a', nearestPath, pages });
  expect(problems).toHaveLength(201);
  expect(problems.filter(({ message }) => message.endsWith('which is not a page; did you mean "/docs/a"?'))).toHaveLength(50);
  expect(nearestPath).toHaveBeenCalledTimes(50);
});
