/** `migrate` converts a Docusaurus site that was not written for this engine, and the result can be built. */
import { execFile } from 'node:child_process';
import { existsSync, globSync, mkdirSync, mkdtempSync, readFileSync, renameSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';

import { afterAll, describe, expect, onTestFinished, test } from 'vitest';

import { migrate } from '@quire/engine/commands/migrate.ts';
import { evaluateFile } from '@quire/engine/commands/migrate/evaluate.ts';
import { loadConfig } from '@quire/engine/config/load.ts';

import { digest, migratedTree, PROJECT_ROOT, temporaryFolder } from './build-fixture.ts';

const TREE = join(PROJECT_ROOT, 'tests/trees/foreign');

describe('R-605 a Docusaurus site', () => {
  const before = digest(TREE);
  const { out, migrated, built, read, dataOf } = migratedTree('foreign');

  test('keeps its title, navbar, footer, versions, and redirects, and its files are not changed', async () => {
    expect(migrated()).toEqual({
      files: [
        'home/index.md',
        'redirects.yaml',
        'report.md',
        'sidebars-blog.json',
        'sidebars-community.json',
        'sidebars.json',
        'site.config.ts',
      ],
      ...{ pages: 14, errors: 0, warnings: migrated().warnings, mistakes: 1, components: 3 },
    });
    const config = await loadConfig(join(out, 'site.config.ts'), {});
    expect(config).toMatchObject({ title: 'Kestrel', baseUrl: '/k/', math: true, favicon: '/img/logo.svg', primaryColor: '#2e8555' });
    expect(config.navbar.items.map(({ label, to, href, items }) => [label, to ?? href ?? items?.length])).toEqual([
      ['Docs', '/intro'],
      ['Community', '/community'],
      ['Blog', '/blog'],
      ['More', 1],
      ['Repository', 'https://git.example.org/kestrel'],
    ]);
    expect(config.navbar.logo).toMatchObject({ width: 40, height: 30 });
    expect(read('intro.html')).toMatch(/<img (?=[^>]*class="light-only")[^>]*width="40" height="30"/);
    expect(config.footer).toMatchObject({
      style: 'light',
      copyright: 'Copyright © <b>2026</b> <a href="https://kestrel.example.org">Kestrel</a> &lt;3 birds',
      groups: [{ items: [{ to: '/intro' }, { label: 'Ask' }] }],
    });
    expect(read('intro.html')).toContain('<a href="https://kestrel.example.org">Kestrel</a> &lt;3 birds</p>');
    expect(config.announcementBar?.content).toBe('<b>Version 2</b> is <a href="/intro">here</a>');
    expect(dataOf('/intro')).toMatchObject({ title: 'Introduction', sidebar: expect.anything() as unknown });
    expect(read('start/index.html')).toContain('url=/k/intro');
    expect(digest(TREE)).toEqual(before);
  });

  test('keeps the content of its components, partials, and formulas', () => {
    const { body } = dataOf('/next/intro');
    expect(body).toMatch(/<div><p class="component-title">Jobs and schedules<\/p>\s*<p>A job runs on a <strong>schedule<\/strong>\.<\/p>/);
    expect(body).toContain('The version is 2.');
    expect(body).toMatch(/<a href="\/k\/next\/tutorial\/first"><p class="component-title">Take the tutorial<\/p>\s*<\/a>/);
    expect(body).toMatch(/<p><span>New<\/span> since last year\. A rate of <math alttext="\\lambda_\{in\}">/);
  });

  test('gets a home page with its title, the first links of its navbar, and its top-level docs, if its own one is a component', () => {
    const home = dataOf('/index');
    expect(home).toMatchObject({ title: 'Kestrel', editUrl: null, previous: null, next: null });
    expect(home.body).toMatch(
      /<h1>Kestrel<\/h1>[^]*<a href="\/k\/intro">Docs<\/a> · <a href="\/k\/community[^"]*">Community<\/a> · <a href="\/k\/blog">Blog<\/a>/,
    );
    expect(readFileSync(join(out, 'report.md'), 'utf8')).toContain(
      '- the home page of the site is a component. `home/index.md` replaces it',
    );
  });

  test('keeps its other docs and its blog with their own sidebars and routes', () => {
    const meetings = dataOf('/community/teams/meetings');
    expect(meetings.breadcrumbs.map(({ label }) => label)).toEqual(['Teams', 'Meetings']);
    expect(meetings.body).toContain('href="/k/community/rules"');
    expect(meetings.body).toContain('<figure class="diagram-small"');
    expect(meetings.previous).toMatchObject({ path: '/community/rules' });
    expect(meetings.next).toBeNull();
    expect(dataOf('/community').body).toMatch(/href="\/k\/community\/teams\/meetings"[^]*href="\/k\/next\/tutorial\/first"/);
    const second = dataOf('/blog/2026/02/03/second');
    expect(second).toMatchObject({ title: 'Second post', lastUpdate: { author: null, date: '2026-02-04' } });
    expect(second.body).toContain('href="/k/blog/2026/01/01/first"');
    // The newest post comes first.
    expect(second.next).toMatchObject({ path: '/blog/2026/01/01/first' });
    expect(dataOf('/blog').body).toMatch(/<h1>Blog<\/h1>[^]*Second post[^]*What the second post is about\.[^]*First post/);
    expect(read('blog/archive/index.html')).toContain('url=/k/blog"');
  });

  test('reads Markdown as MDX, like Docusaurus', () => {
    const { body } = dataOf('/next/tutorial/first');
    expect(body.replaceAll(/\s+/g, ' ')).toContain('Write it down on Monday.');
    expect(body).toMatch(/<summary>Before <strong>noon<\/strong><\/summary>\s*<p>Read <a href="\/k\/next\/tutorial\/second">/);
  });

  test('keeps addresses with capital letters, pictures in components, and tabs of code blocks', () => {
    const { body } = dataOf('/next/api/usejob');
    expect(body).toMatch(/<img src="\/k\/img\/logo\.svg" alt="The mark of Kestrel" width="40"[^>]*>\s*<p>/);
    expect(read('next/API/useJob/index.html')).toContain('url=/k/next/api/usejob');
    expect(body).toContain('href="/k/next/api/usejob"');
    expect([...body.matchAll(/role="tab"[^>]*>([^<]*)</g)].map(([, label]) => label)).toEqual(['TypeScript', 'JavaScript']);
  });

  test('gets a report of omissions and open decisions', () => {
    const report = readFileSync(join(out, 'report.md'), 'utf8');
    for (const line of [
      '- the blog of blog, 2 posts, as pages with a list of them, their tags, and their authors; the list has all posts on one page, with their excerpts',
      '- the docs "community" of community',
      '- the docs "gone": the folder gone does not exist',
      '- the primary color #2e8555',
      '- the plugin kestrel-plugin-of-its-own. If it adds pages, links to them are reported as broken',
      '- swizzled theme components in src/theme: NotFound, Root',
      '- Algolia search: the engine has its own search',
      '## Mistakes in the source, 1',
      '- addresses with capital letters, which are redirected to lower case: 1',
      '- redirects that are left out because their target is not a page or their source is one: 1',
      "| `JobCard` | 1 | 1 | `title`, `icon` | `{ tag: 'div', title: 'title', ignored: ['icon'] }` |  |",
    ])
      expect(report).toContain(`${line}\n`);
    expect(report).toMatch(/front matter "sidebar_class_name" has no effect/);
    expect(built().warnings.length).toBe(migrated().warnings);
  });

  test('is not overwritten without --force, and other mistakes are reported in one sentence', async () => {
    const again = { dir: TREE, out, force: false };
    await expect(migrate(again)).rejects.toThrow(
      /site\.config\.ts already exists\. Name another folder with --out, or replace the file with --force\.$/,
    );
    await expect(migrate({ ...again, dir: join(out, 'none') })).rejects.toThrow(/^The folder .* does not exist/);
    const run = promisify(execFile)(process.execPath, ['packages/engine/src/cli.ts', 'migrate'], { cwd: PROJECT_ROOT });
    await expect(run).rejects.toMatchObject({ code: 1, stderr: expect.stringContaining('migrate needs the folder of the site') as string });
  });
});

test('a folder of Markdown needs no configuration', async () => {
  const dir = temporaryFolder('migrate-plain-');
  onTestFinished(() => rmSync(dir, { recursive: true }));
  mkdirSync(join(dir, 'handbook/docs'), { recursive: true });
  writeFileSync(join(dir, 'handbook/docs/index.md'), '# Start\n\nText with $\\alpha$, for $5 or $6.\n');
  const migrated = await migrate({ dir: join(dir, 'handbook'), out: join(dir, 'out'), force: false });
  expect(migrated).toMatchObject({ pages: 1, errors: 0, warnings: 0 });
  expect(await loadConfig(join(dir, 'out/site.config.ts'), {})).toMatchObject({ title: 'handbook', navbar: { title: 'handbook' } });
  // A folder of this name says nothing about the project.
  await migrate({ dir: join(dir, 'handbook/docs'), out: join(dir, 'out'), force: true });
  expect(await loadConfig(join(dir, 'out/site.config.ts'), {})).toMatchObject({ title: 'handbook' });
});

test('formulas of a folder of Markdown are shown, and those that are not valid do not end the build', async () => {
  const dir = temporaryFolder('migrate-formulas-');
  onTestFinished(() => rmSync(dir, { recursive: true }));
  const migrateDocs = async (page: string): Promise<unknown> => {
    writeFileSync(join(dir, 'docs/index.md'), page);
    await migrate({ dir, out: join(dir, 'out'), force: true });
    const { math, onPageErrors } = await loadConfig(join(dir, 'out/site.config.ts'), {});
    return { math, onPageErrors };
  };
  mkdirSync(join(dir, 'docs'));
  expect(await migrateDocs('# Start\n\n$$\nE = mc^2\n$$\n')).toEqual({ math: true, onPageErrors: 'throw' });
  expect(await migrateDocs('# Start\n\nThe rate $\\lost{1}$.\n')).toEqual({ math: true, onPageErrors: 'warn' });
  expect(readFileSync(join(dir, 'out/report.md'), 'utf8')).toMatch(
    /- formulas in TeX on 1 page are shown as MathML: remove `math: true`[^]*docs\/index.md:3: the formula "\\lost\{1\}" is not valid TeX/,
  );
  expect(await migrateDocs('# Start\n\n```sh\n$PATH\\n$\n```\n')).toEqual({ math: false, onPageErrors: 'throw' });
});

describe('R-214 a foreign configuration is evaluated in a process with read-only permissions', () => {
  const dir = mkdtempSync(join(tmpdir(), 'migrate-evaluate-'));
  afterAll(() => rmSync(dir, { recursive: true }));
  const evaluate = async (name: string, text: string): ReturnType<typeof evaluateFile> => {
    writeFileSync(join(dir, name), text);
    return evaluateFile(join(dir, name), dir, name === 'loop.mjs' ? 2000 : 60_000);
  };

  test('can use functions, types, and missing packages', async () => {
    expect(await evaluate('a.ts', "import { a as b } from 'lost-one'; const c: { x: unknown } = { x: b(1).y }; export default c;")).toEqual(
      {
        value: { x: { package: 'lost-one' } },
        missing: ['lost-one'],
        missingFiles: [],
      },
    );
    expect(await evaluate('b.cjs', "module.exports = async () => ({ t: require('lost-two').t, f() {}, r: /x/ });")).toEqual({
      value: { t: { package: 'lost-two' }, f: { function: 'f' }, r: '/x/' },
      missing: ['lost-two'],
      missingFiles: [],
    });
  });

  test.each([
    ['write.mjs', "import fs from 'node:fs'; fs.writeFileSync(new URL('made', import.meta.url), ''); export default 1;", /restricted/],
    ['start.mjs', "import { execSync } from 'node:child_process'; export default String(execSync('ls'));", /restricted/],
    ['fetch.mjs', "export default await fetch('http://127.0.0.1:8080/');", /the network is not available/],
    ['lookup.mjs', "import { lookup } from 'node:dns/promises'; export default await lookup('a.example');", /the network is not available/],
    ['loop.mjs', 'while (true);', /^it took longer than 2 seconds/],
    ['wrong.mjs', 'export default {', /^SyntaxError/],
  ])('%s', async (name, text, problem) => {
    expect(await evaluate(name, text)).toEqual({ problem: expect.stringMatching(problem) as string });
    expect(globSync('made', { cwd: dir })).toEqual([]);
  });
});

test.each([
  [
    'a name that leaves the string that contains it',
    `x': globalThis.process.exit(7), 'y`,
    /docs\.folders\[0\]\.name: found "x': .* expected letters/,
  ],
  ['a name that leaves the folder', '/../../made', /the name of a file: sidebars-\/\.\.\/\.\.\/made\.json/],
])('R-214 %s is not run or written', async (_, id, problem) => {
  const dir = temporaryFolder('migrate-names-');
  onTestFinished(() => rmSync(dir, { recursive: true }));
  const translations = `site/i18n/fr/docusaurus-plugin-content-docs-${id}/current`;
  for (const folder of ['site/docs', 'site/more', translations]) mkdirSync(join(dir, folder), { recursive: true });
  for (const folder of ['site/docs', 'site/more', translations]) writeFileSync(join(dir, folder, 'index.md'), '# Start\n');
  const plugins = [['@docusaurus/plugin-content-docs', { id, path: 'more', routeBasePath: 'more', sidebarPath: './more.js' }]];
  const i18n = { defaultLocale: 'en', locales: ['en', 'fr'] };
  const site = { title: 'T', url: 'https://t.example.org', baseUrl: '/', i18n, plugins, presets: [['classic', {}]] };
  writeFileSync(join(dir, 'site/docusaurus.config.js'), `module.exports = ${JSON.stringify(site)};\n`);
  writeFileSync(join(dir, 'site/more.js'), `module.exports = ${id.includes('/') ? "{ main: ['index'] }" : '[]'};\n`);
  await expect(migrate({ dir: join(dir, 'site'), out: join(dir, 'out'), force: false })).rejects.toThrow(problem);
  expect(globSync('*', { cwd: dir }).toSorted()).toEqual(['out', 'site']);
});

test('R-106 a site in one language other than English keeps the language and the words of its interface', async () => {
  const dir = temporaryFolder('migrate-language-');
  onTestFinished(() => rmSync(dir, { recursive: true }));
  for (const folder of ['site/docs', 'site/i18n/de']) mkdirSync(join(dir, folder), { recursive: true });
  const i18n = { defaultLocale: 'de', locales: ['de'] };
  writeFileSync(
    join(dir, 'site/docusaurus.config.js'),
    `module.exports = ${JSON.stringify({ title: 'Turmfalke', url: 'https://t.example.org', baseUrl: '/', i18n, presets: [['classic', {}]] })};\n`,
  );
  writeFileSync(join(dir, 'site/docs/index.md'), '# Anfang\n\nText.\n');
  writeFileSync(join(dir, 'site/i18n/de/code.json'), JSON.stringify({ 'theme.NotFound.title': { message: 'Seite nicht gefunden' } }));
  await migrate({ dir: join(dir, 'site'), out: join(dir, 'out'), force: false });
  expect(readFileSync(join(dir, 'out/words-de.yaml'), 'utf8')).toContain('Seite nicht gefunden');
  const config = await loadConfig(join(dir, 'out/site.config.ts'), {});
  expect(config.i18n).toMatchObject({ defaultLocale: 'de', locales: { de: { label: 'Deutsch', words: join(dir, 'out/words-de.yaml') } } });
});

test('R-605 a site whose packages are not installed keeps the rest of its sidebars and its base URL, and its report names what is missing', async () => {
  const dir = temporaryFolder('migrate-missing-');
  onTestFinished(() => rmSync(dir, { recursive: true }));
  mkdirSync(join(dir, 'site/docs/rules'), { recursive: true });
  for (const page of ['intro', 'rules/one', 'rules/two']) writeFileSync(join(dir, `site/docs/${page}.md`), `# ${page}\n\nText.\n`);
  const config = (more: string): void =>
    writeFileSync(
      join(dir, 'site/docusaurus.config.js'),
      `const list = require('lost-one');
module.exports = { title: 'T', url: 'https://t.example.org', baseUrl: 't', presets: [['classic', { docs: { sidebarPath: require.resolve('./sidebars.js') } }]],
  plugins: [false && 'not-used', () => ({ name: 'own' }), require.resolve('./plugin.js')], ${more} };\n`,
    );
  config('');
  writeFileSync(join(dir, 'site/plugin.js'), 'module.exports = () => ({});\n');
  writeFileSync(
    join(dir, 'site/sidebars.js'),
    `const find = require('lost-two');
module.exports = {
  rules: { Rules: find.sync('*.md').map((name) => name) },
  main: ['intro', { type: 'category', label: 'Rules', items: ['rules/one', find('two')] }],
};\n`,
  );
  const options = { dir: join(dir, 'site'), out: join(dir, 'out'), force: true };
  expect(await migrate(options)).toMatchObject({ pages: 3, errors: 0, mistakes: 0 });
  expect(JSON.parse(readFileSync(join(dir, 'out/sidebars.json'), 'utf8'))).toEqual({
    rules: [{ type: 'autogenerated', dirName: '.' }],
    main: ['intro', { type: 'category', label: 'Rules', items: ['rules/one'] }],
  });
  expect((await loadConfig(join(dir, 'out/site.config.ts'), {})).baseUrl).toBe('/t/');
  const report = readFileSync(join(dir, 'out/report.md'), 'utf8');
  expect(report.match(/^- .*plugin.*$/gm)).toEqual([
    '- the plugin plugin.js. If it adds pages, links to them are reported as broken',
    '- plugins that are functions without a name: 1. If they add pages, links to them are reported as broken',
  ]);
  expect(report).toContain('- sidebars.js uses packages that are not installed, and their values are missing here: lost-two.');
  config('customFields: { names: Object.keys(list.rules()[0].x) }, themes: [null.name]');
  await expect(migrate(options)).rejects.toThrow(
    /TypeError.*\nThe packages of the site are not installed, which may be the cause: install them in .*site, and migrate again\.$/,
  );
});

test('a folder without pages and a Docusaurus 1 site are reported with instructions', async () => {
  const dir = temporaryFolder('migrate-empty-');
  onTestFinished(() => rmSync(dir, { recursive: true }));
  mkdirSync(join(dir, 'website'), { recursive: true });
  const options = { dir: join(dir, 'website'), out: join(dir, 'out'), force: true };
  await expect(migrate(options)).rejects.toThrow(/^No page was found in .*website\. Name the folder of a site, or a folder with/);
  writeFileSync(join(dir, 'website/siteConfig.js'), 'module.exports = {};\n');
  await expect(migrate(options)).rejects.toThrow(
    /Docusaurus 1, which migrate does not read\. Name the folder of its docs, such as .*\/docs\.$/,
  );
});

test('a list of versions and a name of a locale that are not valid are reported with their place', async () => {
  const dir = temporaryFolder('migrate-wrong-');
  onTestFinished(() => rmSync(dir, { recursive: true }));
  const site = join(dir, 'site');
  mkdirSync(join(site, 'docs'), { recursive: true });
  writeFileSync(join(site, 'docs/a.md'), '# A\n');
  writeFileSync(
    join(site, 'docusaurus.config.js'),
    `module.exports = { title: 'A', url: 'https://a.example', baseUrl: '/', presets: [['classic', {}]], i18n: { defaultLocale: 'de_DE', locales: ['de_DE'] } };\n`,
  );
  const options = { dir: site, out: join(dir, 'out'), force: true };
  await expect(migrate(options)).rejects.toThrow('i18n.locales: found the key "de_DE", expected a language tag, such as en or pt-BR');
  for (const text of ['{}', '[']) {
    writeFileSync(join(site, 'versions.json'), text);
    await expect(migrate(options)).rejects.toThrow(/versions\.json is not a JSON list of names, such as \["2\.0", "1\.0"\]: correct it/);
  }
});

test('a type parameter does not count as a component', async () => {
  const dir = temporaryFolder('migrate-types-');
  onTestFinished(() => rmSync(dir, { recursive: true }));
  mkdirSync(join(dir, 'handbook/docs'), { recursive: true });
  writeFileSync(join(dir, 'handbook/docs/index.mdx'), '# Start\n\n<JobCard title="Run" type="Promise<Result>" />\n');
  const migrated = await migrate({ dir: join(dir, 'handbook'), out: join(dir, 'out'), force: false });
  expect(migrated).toMatchObject({ pages: 1, components: 1 });
  expect(readFileSync(join(dir, 'out/site.config.ts'), 'utf8')).not.toContain('Result');
});

test('the report names the files of components that the build can render', async () => {
  const dir = temporaryFolder('migrate-files-');
  onTestFinished(() => rmSync(dir, { recursive: true }));
  for (const folder of ['handbook/docs', 'handbook/parts']) mkdirSync(join(dir, folder), { recursive: true });
  const page = "import Dial from './dial';\nimport { Gauge, Lamp } from '@site/parts';\n\n# Start\n\n<Dial />\n\n<Gauge />\n\n<Lamp />\n";
  writeFileSync(join(dir, 'handbook/docs/index.mdx'), page);
  writeFileSync(join(dir, 'handbook/docs/dial.jsx'), "import React from 'react';\nexport default () => <b>Dial</b>;\n");
  writeFileSync(join(dir, 'handbook/parts/Gauge.tsx'), 'export default () => <b>Gauge</b>;\n');
  writeFileSync(join(dir, 'handbook/parts/Lamp.tsx'), "import Link from '@docusaurus/Link';\nexport default Link;\n");
  await migrate({ dir: join(dir, 'handbook'), out: join(dir, 'out'), force: false });
  const rows = readFileSync(join(dir, 'out/report.md'), 'utf8').match(/^\| `.*$/gm);
  expect(rows?.map((row) => row.split(' | ').at(-1))).toEqual([
    "`'../handbook/docs/dial.jsx'` |",
    "`'../handbook/parts/Gauge.tsx'` |",
    ' |',
  ]);
});

test('a component without content shows its most descriptive attribute', async () => {
  const dir = temporaryFolder('migrate-subjects-');
  onTestFinished(() => rmSync(dir, { recursive: true }));
  mkdirSync(join(dir, 'handbook/docs'), { recursive: true });
  writeFileSync(
    join(dir, 'handbook/docs/index.mdx'),
    `export const Own = ({ name }) => <b>{name}</b>\n\n# Start\n\nCall <Symbol module="jobs" object="Queue" /> of <Own name="jobs" />.\n\n<Shell cmd={['kestrel open', 'kestrel close']} />\n\n<Snippet lang="js">{\`\na()\n\`}</Snippet>\n`,
  );
  const { components: count } = await migrate({ dir: join(dir, 'handbook'), out: join(dir, 'out'), force: false });
  const { components } = await loadConfig(join(dir, 'out/site.config.ts'), {});
  expect(components).toMatchObject({ Symbol: { tag: 'span', title: 'object' }, Shell: { list: 'cmd' } });
  // A component of the page and one that shows code need no mapping.
  expect(count).toBe(2);
});

test("a component with the address of a picture becomes the picture, regardless of the attribute's name", async () => {
  const dir = temporaryFolder('migrate-pictures-');
  onTestFinished(() => rmSync(dir, { recursive: true }));
  mkdirSync(join(dir, 'handbook/docs'), { recursive: true });
  writeFileSync(
    join(dir, 'handbook/docs/index.mdx'),
    '# Start\n\n<LinkedShot link="/a.png" caption="A dial"/>\n\n<Zoom of={require("./b.svg").default} className="x" />\n\n<Card title="Dials" text="All of them" image="/c.png" />\n',
  );
  await migrate({ dir: join(dir, 'handbook'), out: join(dir, 'out'), force: false });
  const { components } = await loadConfig(join(dir, 'out/site.config.ts'), {});
  expect(components).toMatchObject({
    LinkedShot: { tag: 'img', attributes: { link: 'src', caption: 'alt' } },
    Zoom: { tag: 'img', attributes: { of: 'src' }, ignored: ['className'] },
  });
  expect(JSON.stringify(components['Card'] ?? {})).not.toContain('img');
});

describe('the files that a site can name', () => {
  const folderOf = (files: Readonly<Record<string, string>>, links: Readonly<Record<string, string>> = {}): string => {
    const dir = temporaryFolder('migrate-outside-');
    onTestFinished(() => rmSync(dir, { recursive: true }));
    for (const [name, text] of Object.entries(files)) {
      mkdirSync(join(dir, name, '..'), { recursive: true });
      writeFileSync(join(dir, name), text);
    }
    for (const [name, target] of Object.entries(links)) {
      mkdirSync(join(dir, name, '..'), { recursive: true });
      symlinkSync(target, join(dir, name));
    }
    // The folder is in the repository of this project.
    mkdirSync(join(dir, 'work/site/.git'), { recursive: true });
    return dir;
  };
  const options = (dir: string) => ({ dir: join(dir, 'work/site'), out: join(dir, 'out'), force: true });
  const config = (keys: object): string =>
    `module.exports = ${JSON.stringify({ title: 'A', url: 'https://a.example', baseUrl: '/', ...keys })};\n`;
  const other = {
    'other/a.md': '# Hidden words\n\n<Box>Hidden words</Box>\n',
    'other/sidebars.js': "module.exports = { a: [{ type: 'link', label: 'Hidden words', href: 'https://b.example' }] };\n",
    'other/a.css': ':root { --ifm-color-primary: #123456; }\n',
    'other/Box.jsx': 'export default () => null;\n',
    'other/code.json': '{"theme.docs.paginator.next":{"message":"Hidden words"}}\n',
    'other/docusaurus-plugin-content-docs/a.md': 'Hidden words\n',
  };

  test('are found without patterns that would take hours', async () => {
    const slow = ['**/*a*a*a*a*a*a*a*a*a*a*a*a*c', '**/+(a|aa)+(a|aa)b'];
    const dir = folderOf({
      [`work/site/docs/${'a'.repeat(60)}b.md`]: '# A\n',
      'work/site/docs/b.draft.md': '# B\n',
      'work/site/docusaurus.config.js': config({ presets: [['classic', { docs: { exclude: [...slow, '**/*.draft.md'] } }]] }),
    });
    expect((await migrate(options(dir))).pages).toBe(1);
    expect(readFileSync(join(dir, 'out/report.md'), 'utf8')).toContain('more than three stars in a name');
  });

  test('are never written through a symbolic link of the site', async () => {
    const dir = folderOf(
      { 'work/site/docs/a.md': '# A\n', 'precious.txt': 'kept' },
      {
        'work/site/out/report.md': '../../../precious.txt',
        'work/site/out/site.config.ts': '../../../created.ts',
        'work/site/linked': '../..',
        'work/site/away/home': '../../..',
      },
    );
    const site = join(dir, 'work/site');
    await migrate({ dir: site, out: join(site, 'out'), force: false });
    expect(readFileSync(join(site, 'out/report.md'), 'utf8')).toContain('# Migration of');
    expect(readFileSync(join(dir, 'precious.txt'), 'utf8')).toBe('kept');
    expect(existsSync(join(dir, 'created.ts'))).toBe(false);
    await expect(migrate({ dir: site, out: join(site, 'linked/result'), force: false })).rejects.toThrow(
      'symbolic link of the foreign site',
    );
    // Only a site of Docusaurus has a home page that is replaced.
    writeFileSync(join(site, 'docusaurus.config.js'), config({ presets: [['classic', {}]] }));
    mkdirSync(join(site, 'src/pages'), { recursive: true });
    writeFileSync(join(site, 'src/pages/index.js'), 'export default () => null;\n');
    await expect(migrate({ dir: site, out: join(site, 'away'), force: false })).rejects.toThrow('symbolic link of the foreign site');
    for (const name of ['result', 'index.md']) expect(existsSync(join(dir, name))).toBe(false);
  });

  test('are left out and reported if they are outside of its git repository, also through a symbolic link', async () => {
    const dir = folderOf(
      {
        ...other,
        'work/site/docs/a.md': "import Box from '@site/../../other/Box';\n\n# A\n\n<Box>Words</Box>\n",
        'work/site/versions.json': '["1.0"]',
        'work/site/docusaurus.config.js': config({
          presets: [
            [
              'classic',
              {
                docs: { sidebarPath: '../../other/sidebars.js' },
                blog: { path: '../../other' },
                theme: { customCss: '../../other/a.css' },
              },
            ],
          ],
          plugins: [['@docusaurus/plugin-content-docs', { id: 'far', path: '../../..' }]],
          staticDirectories: ['../../other', 'static'],
          i18n: { defaultLocale: 'en', locales: ['en', 'de', '../../../other'] },
        }),
      },
      {
        'work/site/src/pages': '../../../other',
        'work/site/static': '../../other',
        'work/site/versioned_docs/version-1.0': '../../../other',
        'work/site/i18n/de': '../../../other',
      },
    );
    expect((await migrate(options(dir))).pages).toBe(1);
    const { docs, staticDirectories, i18n } = await loadConfig(join(dir, 'out/site.config.ts'), {});
    expect([docs.folders, docs.versions, staticDirectories]).toEqual([[], [], []]);
    expect(Object.keys(i18n.locales)).toEqual(['en']);
    const written = globSync('*', { cwd: join(dir, 'out') }).map((name) => readFileSync(join(dir, 'out', name), 'utf8'));
    for (const text of written) expect(text).not.toMatch(/Hidden words|#123456|Box\.jsx/);
    const report = readFileSync(join(dir, 'out/report.md'), 'utf8');
    const lines = [...report.matchAll(/^- (.+): (\S+) is outside of \S+\/work\/site\. Only the git repository of a site is read/gm)];
    expect(lines.map(([, what, path]) => `${what}: ${path}`).toSorted()).toEqual([
      'the blog "blog": ../../other',
      'the docs "far": ../../..',
      'the locale ../../../other: i18n/../../../other',
      'the locale de: i18n/de',
      'the pages "pages": src/pages',
      'the sidebars: ../../other/sidebars.js',
      'the static folder: ../../other',
      'the static folder: static',
      expect.stringMatching(/^the stylesheet: .*\/other\/a\.css$/),
      'the version 1.0: versioned_docs/version-1.0',
    ]);
  });

  test('can be anywhere in its git repository', async () => {
    const files = {
      'work/docs/a.md': '# A\n',
      'work/site/docusaurus.config.js': config({ presets: [['classic', { docs: { path: '../docs' } }]] }),
    };
    const dir = folderOf(files);
    const message = /has no docs that can be read\. Left out: the docs "default": \.\.\/docs is outside of \S+\. Only the git repository/;
    await expect(migrate(options(dir))).rejects.toThrow(message);
    renameSync(join(dir, 'work/site/.git'), join(dir, 'work/.git'));
    expect((await migrate(options(dir))).pages).toBe(1);
    expect(readFileSync(join(dir, 'out/report.md'), 'utf8')).not.toContain('outside');
  });

  test('are not the pages of a VitePress site that are outside', async () => {
    const files = { ...other, 'work/site/.vitepress/config.mts': "export default { title: 'A', srcDir: '../../other' };\n" };
    await expect(migrate(options(folderOf(files)))).rejects.toThrow(
      /^The pages of \S+config\.mts cannot be read: \.\.\/\.\.\/other is outside of/,
    );
  });
});
