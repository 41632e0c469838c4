import { cp, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { basename, join } from 'node:path';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { formatProblem } from '@quire/engine/model/problem.ts';
import { loadFrontPages, type FrontPageSource } from '@quire/engine/content/front-pages.ts';
import { pages as configured } from './index.ts';

let dir = '';

/** The pages of this site, with their files in another folder. */
const sourcesIn = (folder: string): FrontPageSource[] => configured.map((page) => ({ ...page, data: join(folder, basename(page.data)) }));

beforeEach(async () => {
  dir = await mkdtemp(join(tmpdir(), 'front-pages-'));
  await cp('website/content/pages', dir, { recursive: true });
});

afterEach(() => rm(dir, { recursive: true }));

/** Changes a file of the copy and gives back the problems as an author sees them, without the folder. */
async function problemsAfter(file: string, change: (yaml: string) => string): Promise<string[]> {
  const path = join(dir, file);
  await writeFile(path, change(await readFile(path, 'utf8')));
  const { problems } = await loadFrontPages(sourcesIn(dir));
  return problems.map((problem) => formatProblem(problem).replace(/^.*?\/(?=[\w-]+\.yaml)/, ''));
}

describe('the pages of this project', () => {
  test('R-101 all six front pages load at their routes', async () => {
    const { pages, problems } = await loadFrontPages(sourcesIn('website/content/pages'));
    expect(problems).toEqual([]);
    expect(pages.map(({ kind, path }) => [kind, path])).toEqual([
      ['home', '/'],
      ['docs-landing', '/docs'],
      ['guild', '/guild'],
      ['integrations', '/integrations'],
      ['search', '/search'],
      ['not-found', '/404'],
    ]);
    expect(pages[0]?.source).toBe('website/content/pages/home.yaml');
  });

  test('links are listed with their lines, without links to other sites', async () => {
    const { pages } = await loadFrontPages(sourcesIn('website/content/pages'));
    const yaml = (await readFile('website/content/pages/home.yaml', 'utf8')).split('\n');
    const links = pages.flatMap((page) => page.links);
    const quickstart = pages[0]?.links.find(({ target }) => target === '/docs/quickstart');
    expect(yaml[(quickstart?.line ?? 0) - 1]).toContain('to: /docs/quickstart');
    expect(links.every(({ target }) => target.startsWith('/'))).toBe(true);
  });
});

describe('author errors', () => {
  test('a wrong type is reported with file, line, key, and both types', async () => {
    const problems = await problemsAfter('search.yaml', (yaml) => yaml.replace(/^heading: .*$/m, 'heading: [a, b]'));
    expect(problems).toEqual(['search.yaml:3: heading: must be a text, but is a list']);
  });

  test('an unknown key is reported with the most similar one', async () => {
    const problems = await problemsAfter('not-found.yaml', (yaml) => yaml.replace('chat: { text:', 'chat: { txet:'));
    expect(problems).toEqual([
      'not-found.yaml:17: chat.text: is missing',
      'not-found.yaml:17: chat.txet: is not a key of this file. Did you mean text?',
    ]);
  });

  test('a key without a similar one is reported with the valid keys', async () => {
    const problems = await problemsAfter('search.yaml', (yaml) => `${yaml}\nbackground: blue\n`);
    expect(problems[0]).toContain('background: is not a key of this file. Keys here are title, description, heading');
  });

  test('a missing key is reported at its parent mapping', async () => {
    const problems = await problemsAfter('integrations.yaml', (yaml) => yaml.replace('- { term: Pull, ', '- { '));
    expect(problems).toEqual([expect.stringMatching(/^integrations\.yaml:\d+: terms\.0\.term: is missing$/)]);
  });

  test('an invalid value is reported with the list of valid ones', async () => {
    const problems = await problemsAfter('docs-landing.yaml', (yaml) => yaml.replace('icon: bolt', 'icon: blot'));
    expect(problems).toEqual([expect.stringMatching(/quickLinks\.\d+\.icon: must be one of bolt, inlet, .*; found "blot"/)]);
  });

  test('invalid YAML is reported with its line', async () => {
    const problems = await problemsAfter('guild.yaml', (yaml) => yaml.replace(/^heading: .*$/m, 'heading: "never closed'));
    expect(problems[0]).toMatch(/^guild\.yaml:\d+: the file is not valid YAML: /);
  });

  test('an alias without an anchor is reported and does not throw', async () => {
    const problems = await problemsAfter('guild.yaml', (yaml) => yaml.replace(/^heading: .*$/m, 'heading: *nowhere'));
    expect(problems).toEqual([expect.stringContaining('guild.yaml:')]);
  });

  test.each(['', 'just words', '- a\n- list\n'])('a file that is not a mapping (%j) is reported', async (content) => {
    const problems = await problemsAfter('guild.yaml', () => content);
    expect(problems).toEqual([expect.stringMatching(/^guild\.yaml(:1)?: the file: must be a mapping of keys, but is /)]);
  });

  test.each(['javascript:alert(1)', '//evil.example', 'docs/quickstart', 'http://plain.example'])(
    '%s is not a valid link target',
    async (target) => {
      const problems = await problemsAfter('search.yaml', (yaml) => yaml.replace('to: /docs/ ', `to: '${target}' `));
      expect(problems).toEqual(['search.yaml:9: links.0.to: must be a route that starts with / or an https:// address']);
    },
  );

  test('a missing file is reported with its page, and the other pages load', async () => {
    await rm(join(dir, 'guild.yaml'));
    const { pages, problems } = await loadFrontPages(sourcesIn(dir));
    expect(problems.map(({ message }) => message)).toEqual([
      'the file cannot be read, and the page /guild takes its text from it: restore the file',
    ]);
    expect(pages).toHaveLength(5);
  });

  test('a missing folder is reported for each of the six files', async () => {
    const { pages, problems } = await loadFrontPages(sourcesIn(join(dir, 'nowhere')));
    expect(pages).toEqual([]);
    expect(problems).toHaveLength(6);
  });

  test('an unused file is a warning', async () => {
    await writeFile(join(dir, 'gild.yaml'), 'title: x\n');
    const { problems } = await loadFrontPages(sourcesIn(dir));
    expect(problems).toEqual([
      expect.objectContaining({ severity: 'warning', message: expect.stringContaining('no page uses this file') as string }),
    ]);
  });
});
