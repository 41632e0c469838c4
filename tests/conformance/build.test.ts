import { execFileSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import {
  existsSync,
  globSync,
  mkdirSync,
  readdirSync,
  renameSync,
  rmSync,
  statSync,
  symlinkSync,
  utimesSync,
  writeFileSync,
} from 'node:fs';
import { join } from 'node:path';

import { describe, expect, test } from 'vitest';

import type { BuildError } from '@quire/engine/build/build.ts';
import { openSite } from '@quire/engine/build/site.ts';
import { loadConfig } from '@quire/engine/config/load.ts';
import type { DocSource } from '@quire/engine/content/document.ts';
import { gitEnvironment } from '@quire/engine/content/last-updates.ts';
import { openIndex } from '@quire/engine/server/routes/search.ts';
import { mcpService, openDocumentation } from '@quire/engine/server/routes/mcp.ts';
import { readSiteManifest, siteDirectory } from '@quire/engine/server/site-manifest.ts';

import { createFixture, digest, PROJECT_ROOT } from './build-fixture.ts';

/** By path, because fixtures are outside of the project, where the test runner does not resolve packages. */
const PAGE_FIELDS = join(PROJECT_ROOT, 'packages/engine/src/content/front-page-schemas.ts');

const page = (title: string, body = 'Some words to read.'): string => `---\ntitle: ${title}\n---\n\n${body}\n`;

const embedded = (html: string): { sidebar: string } =>
  JSON.parse(/id="page-data">(.*?)<\/script>/s.exec(html)?.[1] ?? '{}') as { sidebar: string };

/** Returns the files and the configuration of a front page with a link. */
function frontPage(to: string): { files: Record<string, string>; config: string } {
  return {
    files: {
      '/about.yaml': `title: About\ndescription: Who makes this small site, and how to reach all of them.\nmore: { label: Guide, to: '${to}' }\n`,
      '/about.tsx':
        'export default function About({ data }: any) { return <main><h1>{data.title}</h1><h2 id="team">Team</h2><a href={data.more.to}>{data.more.label}</a></main>; }\n',
    },
    config: `pages: [{ kind: 'about', path: '/about', data: 'about.yaml', component: 'about.tsx', schema: await import('${PAGE_FIELDS}').then(
      ({ searchSchema, link }) => searchSchema.pick({ title: true, description: true }).extend({ more: link })) }],`,
  };
}

describe('output of a build', () => {
  test('R-603 a front page has a Markdown version and links to it, and agents list and read it over MCP', async () => {
    const { files, config } = frontPage('/docs/one');
    const site = createFixture({ 'one.md': page('One'), ...files }, config);
    await site.build();
    expect(site.read('site/about.md')).toBe('# About\n\n## Team\n\n[Guide](https://docs.example.org/docs/one)\n');
    expect(site.read('site/about/index.html')).toContain('<link rel="alternate" type="text/markdown" href="/about.md">');
    expect(existsSync(join(site.dir, 'build/site/search.md'))).toBe(false);
    const buildDirectory = join(site.dir, 'build');
    const manifest = await readSiteManifest(buildDirectory);
    const index = await openIndex({ buildDirectory, manifest, log: () => undefined, now: Date.now });
    const documentation = index && openDocumentation(index, manifest, siteDirectory(buildDirectory));
    const call = async (name: string, args: object): Promise<string> => {
      const response = await mcpService({ documentation, baseUrl: '/', guards: [] }).request('/mcp', {
        method: 'POST',
        headers: { 'Content-Type': 'application/json', Accept: 'application/json, text/event-stream' },
        body: JSON.stringify({ jsonrpc: '2.0', id: 1, method: 'tools/call', params: { name, arguments: args } }),
      });
      const { result } = (await response.json()) as { result: { content: { text: string }[] } };
      return result.content[0]?.text ?? '';
    };
    for (const path of ['/about', '/about/', '/about.md', 'https://docs.example.org/about'])
      expect(await call('get_page', { path }), path).toBe('# About\n\n## Team\n\n[Guide](https://docs.example.org/docs/one)\n');
    expect(await call('get_page', { path: '/search' })).toContain('There is no page /search.');
    expect(await call('list_pages', {})).toBe('- /about: About\n- /docs/one: One');
  });

  test('R-108 a front page whose module has no default export ends the build with the name of the file', async () => {
    const { files, config } = frontPage('/docs/one');
    const site = createFixture({ 'one.md': page('One'), ...files, '/about.tsx': 'export const About = () => null;\n' }, config);
    await expect(site.build()).rejects.toThrow(/about\.tsx has no default export\. A page module must export its component as default\./);
    expect(existsSync(join(site.dir, 'build/site'))).toBe(false);
  });

  test('R-108 a page module with a syntax error ends the build with file, line, and code, without the stack of the bundler', async () => {
    const { files, config } = frontPage('/docs/one');
    const site = createFixture({ 'one.md': page('One'), ...files, '/about.tsx': 'export default function About( {\n' }, config);
    const message = await site.build().catch(String);
    expect(message).toMatch(/about\.tsx:1:\d+[^]*export default function About/);
    // oxlint-disable-next-line no-control-regex
    expect(message).not.toMatch(/\u001b|\n +at |node_modules/);
  });

  test('R-106 a site with its own not-found page has it in each language', async () => {
    const notFound = (title: string): string =>
      JSON.stringify({
        ...{
          title,
          description: `${title}. `.repeat(6).trim(),
          heading: title,
          text: title,
          linksHeading: title,
          links: [{ label: 'One', text: 'One', to: '/docs/one' }],
        },
        ...{ search: { label: title, placeholder: title, button: title }, chat: { text: title, label: title } },
      });
    const site = createFixture(
      {
        'one.md': page('One'),
        '/not-found.yaml': notFound('Nothing here'),
        '/i18n/de/current/one.md': page('Eins'),
        '/i18n/de/pages/not-found.yaml': notFound('Nichts hier'),
        '/i18n/de/interface.yaml': "'Did you mean one of these pages?': Meinten Sie eine dieser Seiten?\n",
      },
      `i18n: { locales: { en: {}, de: {} } }, pages: [{ kind: 'not-found', path: '/404', data: 'not-found.yaml', schema: await import('${PAGE_FIELDS}').then(
        ({ notFoundSchema }) => notFoundSchema) }],`,
    );
    await site.build();
    expect(site.read('site/404.html')).toMatch(/<h1>Nothing here<\/h1>[^]*action="\/search"[^]*href="\/docs\/one"/);
    const german = site.read('site/de/404.html');
    expect(german).toMatch(/<h1>Nichts hier<\/h1>[^]*action="\/de\/search"[^]*href="\/de\/docs\/one"/);
    expect(german).toContain('Meinten Sie eine dieser Seiten?');
  });

  test('each page exists as HTML, data, and Markdown, and the site has files for search engines and tools (R-216, R-603)', async () => {
    const site = createFixture({
      'index.md': page('Start'),
      'guides/README.md': page('Guides'),
      'guides/One.md': page('One', '## A heading\n\nText.'),
    });
    await site.build();
    expect(site.read('site/docs/guides/one/index.html')).toContain('<title>One | Fixture</title>');
    expect(JSON.parse(site.read('site/docs/guides/one.json'))).toMatchObject({
      kind: 'doc',
      path: '/docs/guides/one',
      contents: [{ id: 'a-heading' }],
    });
    expect(site.read('site/docs/guides/one.md')).toMatch(/^# One\n/);
    expect(site.read('site/sitemap.xml')).toContain('<loc>https://docs.example.org/docs/guides/one</loc>');
    expect(site.read('site/robots.txt')).toContain('Sitemap: https://docs.example.org/sitemap.xml');
    expect(site.read('site/llms.txt')).toContain('[One](https://docs.example.org/docs/guides/one.md)');
    expect(site.read('site/llms-full.txt')).toContain('# One');
    expect(site.read('site/404.html')).toContain('Page not found');
    const pages = JSON.parse(site.read('pages.json')) as { path: string }[];
    expect(pages.map((one) => one.path)).toEqual(['/docs/guides/one', '/docs/guides', '/docs']);
    expect(Object.keys(pages[0] ?? {})).toEqual(['path', 'id', 'title', 'source', 'kind', 'words', 'codeBlocks', 'headings']);
  });

  test('R-216 R-222 a page has a canonical URL, a description, social metadata, and the name of the engine', async () => {
    const site = createFixture({ 'one.md': '---\ntitle: One & "two" <three>\ndescription: What it is for & why.\n---\n\nText.\n' });
    await site.build();
    const html = site.read('site/docs/one/index.html');
    expect(html).toContain('<title>One &amp; "two" &lt;three> | Fixture</title>');
    expect(html).toContain('<meta name="description" content="What it is for &amp; why.">');
    expect(html).toContain('<link rel="canonical" href="https://docs.example.org/docs/one">');
    expect(html).toContain('property="og:title"');
    expect(html).toMatch(/<meta name="generator" content="quire 0\.0\.0">/);
  });

  test('R-101 the HTML contains the body and the headings once, and the page data does not repeat them', async () => {
    const site = createFixture({ 'one.md': page('One', 'A sentence that occurs once.') });
    await site.build();
    const html = site.read('site/docs/one/index.html');
    expect(html.split('A sentence that occurs once.</p>').length - 1).toBe(1);
    const data = JSON.parse(/id="page-data">(.*?)<\/script>/s.exec(html)?.[1] ?? '') as object;
    expect(data).toHaveProperty('title', 'One');
    expect(data).not.toHaveProperty('body');
    expect(data).not.toHaveProperty('contents');
  });

  test('the same input gives the same bytes with and without a cache', async () => {
    const site = createFixture({ 'one.md': page('One', '```yaml\na: 1\n```'), 'two.md': page('Two', '[One](one.md)') });
    await site.build('first');
    await site.build('second');
    expect(digest(join(site.dir, 'second'))).toEqual(digest(join(site.dir, 'first')));
    const again = await site.build('second');
    expect(again.written).toBe(0);
    expect(digest(join(site.dir, 'second'))).toEqual(digest(join(site.dir, 'first')));
  });

  test('after an edit, only affected files are written, and the output equals that of a new build', async () => {
    const files = Object.fromEntries(
      Array.from({ length: 12 }, (_, index) => [
        `p${index}.md`,
        page(`Page ${index}`, '## Steps\n\n[Next](p3.md#steps)\n\n```yaml\na: 1\n```'),
      ]),
    );
    const site = createFixture(files);
    const cacheDir = join(site.dir, 'cache');
    await site.build('build', cacheDir);
    site.write({ 'p3.md': page('Page 3', '## Steps\n\nOther words.') });
    const edited = await site.build('build', cacheDir);
    expect(edited.compiled).toBe(1);
    expect(edited.written).toBeLessThan(14);
    expect(readdirSync(join(cacheDir, 'pages'))).toHaveLength(12);
    // The sidebar of every page contains the new title, so all pages are rendered again from the compiled pages in the cache.
    site.write({ 'p4.md': page('Another title', '## Steps\n\nOther words.') });
    await site.build('build', cacheDir);
    await site.build('fresh');
    expect(digest(join(site.dir, 'build'))).toEqual(digest(join(site.dir, 'fresh')));
  });

  test('adding, renaming, and deleting a page compiles only the affected pages', async () => {
    const filler = Object.fromEntries(Array.from({ length: 12 }, (_, i) => [`other-${i}.md`, `# Other ${i}\n\nWords.\n`]));
    const site = createFixture({ ...filler, 'a.md': '# A\n\n[b](b.md)\n', 'b.md': '# B\n\nWords.\n' });
    const build = (): Promise<number> => site.build('build', join(site.dir, 'cache')).then(({ compiled }) => compiled);
    expect(await build()).toBe(14);
    expect(await build()).toBe(0);
    site.write({ 'new.md': '# New\n\n[b](b.md)\n' });
    expect(await build()).toBe(1);
    // The renamed page has a new route, and the other two pages were edited.
    renameSync(join(site.dir, 'content/docs/b.md'), join(site.dir, 'content/docs/c.md'));
    site.write({ 'a.md': '# A\n\n[c](c.md)\n', 'new.md': '# New\n\nNo link.\n' });
    expect(await build()).toBe(3);
    rmSync(join(site.dir, 'content/docs/new.md'));
    expect(await build()).toBe(0);
  });

  test('a change during a build is reported, and the build is not published', async () => {
    const site = createFixture({ 'one.md': page('One', '```python\n{{ inline /code/a.py }}\n```'), 'code/a.py': 'first = 1\n' });
    const loaded = await loadConfig(join(site.dir, 'site.config.ts'), {});
    const options = { config: loaded, cacheDir: join(site.dir, 'cache'), drafts: false, noCache: false };
    const open = async () => {
      const opened = await openSite(options);
      return { opened, read: await opened.page(opened.docs[0] as DocSource) };
    };
    const { opened } = await open();
    opened.cache?.save();
    const { read } = await open();
    rmSync(join(site.dir, 'cache/pages'), { recursive: true });
    expect((await read.loadPage()).digest).toBe(read.outline.digest);
    rmSync(join(site.dir, 'cache/pages'), { recursive: true });
    site.write({ 'code/a.py': 'second = 2\n' });
    await expect(read.loadPage()).rejects.toThrow(/one\.md or one of its dependencies changed during the build\. Run it again\.$/);
  });

  test('static files are copied unchanged, including files whose names begin with a dot', async () => {
    const site = createFixture(
      { 'a.md': '# A\n\nText.', '/public/.well-known/security.txt': 'Contact', '/public/a.txt': 'x' },
      "staticDirectories: ['public'],",
    );
    await site.build();
    expect(site.read('site/.well-known/security.txt')).toBe('Contact');
    expect(site.read('site/a.txt')).toBe('x');
    // A symbolic link could publish any file of the machine, so it fails the build.
    symlinkSync(join(site.dir, 'content'), join(site.dir, 'public/link-to-a-folder'));
    await expect(site.build()).rejects.toThrow('1 error in the content');
    expect(existsSync(join(site.dir, 'build/site/link-to-a-folder'))).toBe(false);
  });

  test('the security contact is published at the address of RFC 9116, and a second file is an error', async () => {
    const site = createFixture(
      { 'a.md': '# A\n\nText.' },
      "staticDirectories: ['public'], securityContact: { contact: ['mailto:a@example.org'], expires: '2100-01-01' },",
    );
    await site.build();
    expect(site.read('site/.well-known/security.txt')).toMatch(/^Contact: mailto:a@example\.org\nExpires: 2100-01-01T00:00:00Z\n/);
    site.write({ '/public/.well-known/security.txt': 'Contact' });
    await expect(site.build()).rejects.toThrow('1 error');
  });

  test('a linked file that becomes a link out of the site is not published, although its page is cached', async () => {
    const site = createFixture({ 'one.md': page('One', '[file](./a.txt)'), 'a.txt': 'harmless', '/secret.txt': 'password' });
    const [file, secret] = [join(site.dir, 'content/docs/a.txt'), join(site.dir, 'secret.txt')];
    for (const path of [file, secret]) utimesSync(path, 1e9, 1e9);
    await site.build();
    rmSync(file);
    symlinkSync(secret, file);
    await expect(site.build()).rejects.toThrow('1 error in the content');
    const texts = globSync('build/site/assets/files/*', { cwd: site.dir }).map((name) => site.read(name.replace(/^build\//, '')));
    expect(texts).toEqual(['harmless']);
  });

  test('a linked file that is replaced while the site is built is not published', async () => {
    // A plugin writes its files after the pages have been compiled, and before the linked files are copied.
    const files = `() => {
      const { rmSync, symlinkSync } = process.getBuiltinModule('node:fs');
      rmSync(import.meta.dirname + '/content/docs/a.txt');
      symlinkSync(import.meta.dirname + '/secret.txt', import.meta.dirname + '/content/docs/a.txt');
      return {};
    }`;
    const site = createFixture(
      { 'one.md': page('One', '[file](./a.txt)'), 'a.txt': 'harmless', '/secret.txt': 'password' },
      `plugins: [{ name: 'late', root: import.meta.dirname, files: ${files} }],`,
    );
    expect(await site.failures()).toEqual([
      'content/docs/a.txt: the file changed while the site was built, so it was not published: build again',
    ]);
    expect(existsSync(join(site.dir, 'build/site'))).toBe(false);
  });

  test('the next build includes the changes of an included file', async () => {
    const site = createFixture({ 'one.md': page('One', '```python\n{{ inline /code/a.py }}\n```'), 'code/a.py': 'first = 1\n' });
    await site.build();
    expect(site.read('site/docs/one.json')).toContain('first');
    site.write({ 'code/a.py': 'second_version = 22\n' });
    await site.build();
    expect(site.read('site/docs/one.json')).toContain('second_version');
  });
});

describe('R-107 errors that fail a build', () => {
  test('are reported together with file, line, target, and a suggestion, and the last output stays', async () => {
    const site = createFixture({ 'index.md': page('Start'), 'quickstart.md': page('Quickstart', '## First step\n\nText.') });
    await site.build();
    const before = digest(join(site.dir, 'build'));
    site.write({
      'bad.md': '---\ntitel: Bad\n---\n\n[a](quikstart.md)\n\n[b](quickstart.md#first-stp)\n\n![c](gone.png)\n\n:::note\nnever closed\n',
      'worse.md': '<Tubs>\n\n{{ inline /../../etc/passwd }}\n\n{{ inline /gone.py }}\n',
    });
    expect(await site.failures()).toEqual([
      'docs/bad.md:2: front matter has no key "titel"; did you mean "title"?',
      'docs/bad.md:11: ":::note" is never closed: end it with a line of ":::"',
      'docs/bad.md:5: link "a" to "quikstart.md": there is no such page or file; did you mean "/docs/quickstart"?',
      'docs/bad.md:9: image "gone.png": there is no such page or file',
      'docs/worse.md:3: the inline path "/../../etc/passwd" leaves the content tree: only files inside it can be included',
      'docs/worse.md:5: the inline path "/gone.py" names no file: paths start at the root of the content tree',
      'docs/worse.md:1: there is no component <Tubs>; did you mean <Tabs>?',
      'docs/bad.md:7: link to "quickstart.md#first-stp": the page /docs/quickstart has no heading "#first-stp"; did you mean "#first-step"?',
    ]);
    expect(digest(join(site.dir, 'build'))).toEqual(before);
    expect(globSync('build.*', { cwd: site.dir })).toEqual([]);
  });

  test('a link to a feed that does not exist', async () => {
    const site = createFixture({ 'one.md': '---\ntitle: One\nfeed: /docs/feed.xml\n---\n\nText.\n' });
    expect(await site.failures()).toEqual([
      'docs/one.md:3: front matter "feed": the site has no file /docs/feed.xml. Name a feed that a plugin generates or that is in a static folder',
    ]);
  });

  test('bytes that are not UTF-8, with their line', async () => {
    const site = createFixture({ 'one.md': page('One') });
    writeFileSync(join(site.dir, 'content/docs/latin.md'), Buffer.from('# T\n\nfine\n\ncaf\xe9\n', 'latin1'));
    expect(await site.failures()).toEqual(['docs/latin.md:5: the line is not valid UTF-8: save the file in UTF-8']);
  });

  test('pages with the names of files of the site or of a host', async () => {
    const slugs = ['/_headers', '/search-index', '/Page-Titles', '/sidebar/guides', '/.htaccess', '/_worker.js/a', '/assets/a', '/healthz'];
    const pages = slugs.map((slug, number) => [`page${number}.md`, `---\ntitle: One\nslug: ${slug}\n---\n\nText.\n`]);
    const site = createFixture(
      { ...Object.fromEntries(pages), 'guides/one.md': page('One') },
      `docs: { root: 'content/docs', routeBasePath: '/' },`,
    );
    const failures = (await site.failures()).join('\n');
    for (const slug of slugs.slice(0, 4))
      expect(failures).toContain(`the site has a file at the route ${slug}: give the page another slug`);
    for (const slug of slugs.slice(4, 6))
      expect(failures).toContain(`a host could take the files of the route ${slug} for its configuration`);
    for (const slug of slugs.slice(6)) expect(failures).toContain(`the server needs the route ${slug} itself`);
  });

  test('routes with extensions that make a web server run files or show them as HTML', async () => {
    const slugs = ['/three.VAR', '/four.php.5', '/five.var/v1.2.3', '/node.js'];
    const pages = slugs.map((slug, index) => [`${index}.md`, `---\nslug: ${slug}\n---\n\nText.\n`]);
    const site = createFixture({ 'one.md': page('One'), 'two.html.md': page('Two'), ...Object.fromEntries(pages) });
    const expected = (route: string, extension: string) =>
      expect.stringContaining(
        `the route /docs/${route} contains ${extension}, so a web server could run files of the page, or show them as HTML: give the page another slug`,
      ) as string;
    expect((await site.failures()).toSorted()).toEqual([
      expected('three.VAR', '.VAR'),
      expected('four.php.5', '.php'),
      expected('two.html', '.html'),
    ]);
  });

  test('routes that browsers would resolve to another page, or that are too long for a disk', async () => {
    const long = 'ä'.repeat(111);
    const slugs = ['/%2e%2E/outside', '/a%2fb', `/${long}/b`];
    const pages = slugs.map((slug, index) => [`${index}.md`, `---\nslug: '${slug}'\n---\n\nText.\n`]);
    const site = createFixture({ ...Object.fromEntries(pages), '%2e%2e%2foutside.md': page('Up') });
    const encoded = (route: string, part: string): string =>
      `the route /docs/${route} contains ${part}, which browsers decode, so links to the page would lead elsewhere: give the page another slug`;
    expect((await site.failures()).toSorted()).toEqual([
      `docs/%2e%2e%2foutside.md: ${encoded('%2e%2e%2foutside', '%2e')}`,
      `docs/0.md: ${encoded('%2e%2E/outside', '%2e')}`,
      `docs/1.md: ${encoded('a%2fb', '%2f')}`,
      `docs/2.md: the route /docs/${long.slice(0, 54)}… has a part of 222 bytes, but at most 220 fit into the name of a file: give the page another slug`,
    ]);
  });

  test('an include through a symbolic link out of the tree', async () => {
    const site = createFixture({ 'one.md': page('One', '```text\n{{ inline /link/secret.txt }}\n```') });
    const outside = join(site.dir, 'outside');
    mkdirSync(outside);
    writeFileSync(join(outside, 'secret.txt'), 'secret');
    symlinkSync(outside, join(site.dir, 'content/docs/link'));
    expect((await site.failures()).join('\n')).toContain('leaves the content tree');
  });

  test.each(['.cache', 'build'])('files of the folder %s under version control', async (name) => {
    const site = createFixture({ 'one.md': page('One'), [`/${name}/shell/x.mjs`]: '' });
    for (const command of [
      ['init', '--quiet'],
      ['add', '--force', name],
    ])
      execFileSync('git', command, { cwd: site.dir, env: gitEnvironment() });
    const building = site.build('build', name === 'build' ? undefined : join(site.dir, name));
    await expect(building).rejects.toThrow(`${join(site.dir, name)} contains files that are under version control`);
  });

  test.each(['public', 'i18n/de/current', 'versions/1.0', 'synonyms.yaml'])('a symbolic link as the folder or file %s', async (name) => {
    const site = createFixture(
      {
        'one.md': page('One'),
        '/public/a.txt': '',
        '/versions/1.0/a.md': page('A'),
        '/i18n/de/current/one.md': page('Eins'),
        '/synonyms.yaml': '[]',
      },
      `staticDirectories: ['public'], i18n: { locales: { en: {}, de: { label: 'Deutsch' } } }, search: { synonyms: 'synonyms.yaml' },
       docs: { root: 'content/docs', versions: [{ name: '1.0' }] },`,
    );
    const link = join(site.dir, name);
    renameSync(link, join(site.dir, 'elsewhere'));
    symlinkSync(join(site.dir, 'elsewhere'), link);
    await expect(site.build()).rejects.toThrow(`${name}: this is a symbolic link`);
  });

  test('R-502 an unknown id in the sidebar, with the nearest id', async () => {
    const site = createFixture({ 'quickstart.md': page('Quickstart'), '/sidebar.yaml': 'overviewSidebar:\n  - quickstrat\n' });
    expect((await site.failures()).join('\n')).toMatch(/sidebar\.yaml:2: no page has the id "quickstrat".*"quickstart"/);
  });

  test('R-502 an unknown main page, with the nearest id, while a known one is the start of the docs', async () => {
    const docs = (id: string): string => `docs: { root: 'content/docs', version: { mainDocId: '${id}' }, showLastUpdateTime: false },`;
    const files = { 'a.md': page('A'), 'quickstart.md': page('Quickstart') };
    expect(await createFixture(files, docs('quickstrat')).failures()).toEqual([
      'site.config.ts: docs.version.mainDocId: no page has the id "quickstrat"; the nearest is "quickstart"',
    ]);
    const site = createFixture(files, docs('quickstart'));
    await site.build();
    expect(JSON.parse(site.read('manifest.json'))).toMatchObject({ redirects: { '/': '/docs/quickstart', '/docs': '/docs/quickstart' } });
  });

  test('R-107 links of the configuration, with their lines', async () => {
    const site = createFixture(
      {
        'one.md': page('One'),
        '/redirects.yaml': '/docs/../../../out: /docs/one\n/docs/old?x=1: /docs/one\n/docs/away: https://example.org/x\n',
      },
      `redirects: 'redirects.yaml',
  announcementBar: { content: '<a href="/docs/one#gone">News</a> <a href="#here">here</a>' },
  navbar: { items: [
    { label: 'Search', to: '/search' },
    { label: 'List', href: '/llms.txt' },
  ] },
  footer: { row: [{ label: 'Gone', to: 'docs/gone' }] },`,
    );
    const expected = 'expected an old route such as /docs/old, and a route or a full address to which it redirects';
    expect((await site.failures()).toSorted()).toEqual([
      `redirects.yaml:1: "/docs/../../../out: /docs/one": ${expected}`,
      `redirects.yaml:2: "/docs/old?x=1: /docs/one": ${expected}`,
      'site.config.ts:3: announcementBar: link to "#here": most pages do not have this heading. Start the link with the route of the page that has it',
      'site.config.ts:3: announcementBar: link to "/docs/one#gone": the page /docs/one has no heading "#gone"',
      'site.config.ts:8: footer "Gone": link to "/docs/gone": there is no such page; did you mean "/docs/one"?',
    ]);
  });

  test('R-107 links to a front page, in its data, and in its component', async () => {
    const { files, config } = frontPage('/docs/one#nowhere');
    const links = [
      '/docs/one#part',
      '/docs/one.md',
      '/llms.txt',
      '/docs/one?a=1&b=2#gone',
      '/docs/on',
      '#gone',
      '//example.org',
      'mailto:a@b.c',
    ];
    const component = `export default () => <main><h1 id="team">About</h1>${links.map((href) => `<a href="${href}">x</a>`).join('')}</main>;\n`;
    const one = page('One', '[a](/about#team) [b](/about#teem)\n\n## Part\n\nx');
    const site = createFixture({ 'one.md': one, ...files, '/about.tsx': component }, config);
    expect((await site.failures()).map((line) => line.replace(/^\S*\/(?=about\.)/, '')).toSorted()).toEqual([
      'about.tsx: link to "#gone": the page /about has no heading "#gone"',
      'about.tsx: link to "/docs/on": there is no such page; did you mean "/docs/one"?',
      'about.tsx: link to "/docs/one?a=1&b=2#gone": the page /docs/one has no heading "#gone"',
      'about.yaml:3: link to "/docs/one#nowhere": the page /docs/one has no heading "#nowhere"',
      'docs/one.md:5: link to "/about#teem": the page /about has no heading "#teem"; did you mean "#team"?',
    ]);
  });

  test('R-107 anchors on pages that are not Markdown', async () => {
    const site = createFixture(
      { 'one.md': page('One', '[search](/search#nowhere) [list](/llms.txt) [map](/sitemap.xml#x)') },
      "navbar: { items: [{ label: 'Search', to: '/search#elsewhere' }] },",
    );
    expect((await site.failures()).toSorted()).toEqual([
      'docs/one.md:5: link to "/search#nowhere": the page /search has no heading "#nowhere"',
      'site.config.ts:2: navbar "Search": link to "/search#elsewhere": the page /search has no heading "#elsewhere"',
    ]);
  });

  test('redirects to missing pages and redirects that hide a page', async () => {
    const site = createFixture(
      { 'one.md': page('One'), '/redirects.yaml': '/docs/old: /docs/ona\n/docs/one: /docs/two\n' },
      "redirects: 'redirects.yaml',",
    );
    expect(await site.failures()).toEqual([
      'redirects.yaml:1: "/docs/old" leads to "/docs/ona", which is not a page; did you mean "/docs/one"?',
      'redirects.yaml:2: "/docs/one" is a page of this site: a redirect would hide it',
    ]);
  });

  test('two pages with the same route cause a warning, and the first one by path is kept', async () => {
    const site = createFixture({
      'a.md': '---\ntitle: A\nslug: /same\n---\n\nFirst.\n',
      'b.md': '---\ntitle: B\nslug: /same\n---\n\nSecond.\n',
      'c.md': '# C\n\n[The second](b.md)\n',
    });
    const { warnings } = await site.build();
    expect(warnings.map(({ message }) => message)).toEqual([expect.stringMatching(/^The route \/docs\/same already belongs to .*a\.md/)]);
    // As in Docusaurus, a link to the other file leads to the route that both have.
    expect(site.read('site/docs/c/index.html')).toContain('<a href="/docs/same">The second</a>');
    expect(site.read('site/docs/same/index.html')).toContain('First.');
  });
});

test('the cache contains only the downloaded pictures that pages show, also pages that are not compiled again', async () => {
  const address = 'https://img.example.org/a.svg';
  const site = createFixture({ 'one.md': page('One', `![A](${address})`), 'two.md': page('Two') }, "image: { remote: 'download' },");
  const cacheDir = join(site.dir, '.cache');
  const used = `${createHash('sha256').update(address).digest('hex').slice(0, 24)}.svg`;
  const downloads = (): string[] => readdirSync(join(cacheDir, 'remote-images'));
  mkdirSync(join(cacheDir, 'remote-images'), { recursive: true });
  for (const name of [used, `${'0'.repeat(24)}.png`])
    writeFileSync(join(cacheDir, 'remote-images', name), '<svg xmlns="http://www.w3.org/2000/svg" width="2" height="1"/>');
  for (const compiled of [2, 0]) {
    expect(await site.build('build', cacheDir)).toMatchObject({ compiled, warnings: [] });
    expect(downloads()).toEqual([used]);
    expect(site.read('site/docs/one/index.html')).toContain(`src="/assets/images/remote-${used}"`);
  }
  site.write({ 'one.md': page('One') });
  await site.build('build', cacheDir);
  expect(downloads()).toEqual([]);
});

describe('pages and routes', () => {
  test('R-102 routes come from slugs, absolute slugs, README and index files, and lowercase paths', async () => {
    const site = createFixture({
      'A/README.md': page('A'),
      'A/Deep.md': page('Deep'),
      'b/index.md': page('B'),
      'c.md': '---\ntitle: C\nslug: /elsewhere/c\n---\n\nx\n',
      'b/d.md': '---\ntitle: D\nslug: other\n---\n\nx\n',
    });
    await site.build();
    const paths = (JSON.parse(site.read('pages.json')) as { path: string }[]).map((one) => one.path);
    expect(paths.toSorted()).toEqual(['/docs/a', '/docs/a/deep', '/docs/b', '/docs/b/other', '/docs/elsewhere/c']);
  });

  test('R-106 a production build does not contain drafts', async () => {
    const site = createFixture({ 'one.md': page('One'), 'draft.md': '---\ntitle: Draft\ndraft: true\n---\n\nx\n' });
    await site.build();
    expect(existsSync(join(site.dir, 'build/site/docs/draft'))).toBe(false);
  });

  test('R-101 a site without a home page redirects to its first page', async () => {
    const site = createFixture({ 'one.md': page('One'), 'two.md': page('Two') });
    await site.build();
    for (const file of ['site/index.html', 'site/docs/index.html', 'site/docs.html'])
      expect(site.read(file)).toContain('content="0; url=/docs/one"');
    expect(site.read('site/index.json')).toBe('{"moved":"/docs/one"}');
    expect(JSON.parse(site.read('manifest.json'))).toMatchObject({ redirects: { '/': '/docs/one', '/docs': '/docs/one' } });
  });

  test('the route of an additional folder without an index leads to its first page, which is the newest post of a blog', async () => {
    const site = createFixture(
      {
        'one.md': page('One', '[News](/blog)'),
        '/blog/2024-05-01-old.md': page('Old'),
        '/blog/2025-05-01-new.md': page('New'),
        '/team/index.md': page('Team'),
      },
      `docs: { root: 'content/docs', folders: [{ name: 'blog', root: 'blog', isBlog: true }, { name: 'team', root: 'team' }] },`,
    );
    await site.build();
    expect(site.read('site/_redirects')).toContain('/blog /blog/2025/05/01/new 302');
    expect(site.read('site/_redirects')).not.toContain('/team');
    expect(site.read('site/blog/index.html')).toContain('href="/blog/2025/05/01/new"');
    expect(site.read('site/team/index.html')).toContain('<h1>Team</h1>');
  });

  test('R-101 a docs-only site begins with the page at the route of the docs, regardless of the sidebar', async () => {
    const site = createFixture({ 'index.md': page('Welcome'), 'a-guide/one.md': page('One') });
    await site.build();
    expect(JSON.parse(site.read('manifest.json'))).toMatchObject({ redirects: { '/': '/docs' } });
    expect(site.read('site/index.json')).toBe('{"moved":"/docs"}');
    expect(site.read('site/docs/index.html')).toContain('<title>Welcome | Fixture</title>');
  });

  test('a redirect or a page at an address with index or 404 does not overwrite another page', async () => {
    const site = createFixture(
      {
        'index.md': page('Docs'),
        'guide/index.md': page('Guide'),
        'one.md': '---\ntitle: One\nslug: /guide/index\n---\n\nText.\n',
        '/redirects.yaml': '/docs/index: https://other.example.org/\n/index: /docs\n/404: /docs\n',
      },
      `redirects: 'redirects.yaml',`,
    );
    await site.build();
    const titleOf = (file: string): string | undefined => /<title>([^<|]*?) [|]/.exec(site.read(`site/${file}.html`))?.[1];
    expect(['docs/index', 'docs/guide/index', 'docs/guide/index/index', '404'].map(titleOf)).toEqual([
      'Docs',
      'Guide',
      'One',
      'Page not found',
    ]);
  });

  test.each([
    ['/docs/old: /docs\n/docs/old.html/x: /docs\n', 'site/docs/old.html, and also site/docs/old.html/x/index.html'],
    ['/docs/one.md: /docs\n', 'site/docs/one.md, and also site/docs/one.md/index.html'],
    ['/docs/one/index.html.br: /docs\n', 'site/docs/one/index.html, and also site/docs/one/index.html.br/index.html'],
  ])('the redirects %j, whose folder would have the name of a file, are an error that names both', async (redirects, message) => {
    const files = { 'index.md': page('Docs'), 'one.md': page('One'), '/redirects.yaml': redirects };
    const site = createFixture(files, `redirects: 'redirects.yaml',`);
    await expect(site.build()).rejects.toThrow(`The build has a file ${message}`);
  });

  test('a redirect works without JavaScript, also to another site, and has a canonical URL', async () => {
    const redirects = '/docs/old: /docs/one?x=1#a\n/docs/away: https://example.org/x?a=1&b=2#c\n';
    const site = createFixture(
      { 'one.md': page('One', '## A'), 'two.md': page('Two', '[old](/docs/old) [away](/docs/away)'), '/redirects.yaml': redirects },
      "baseUrl: '/base/', redirects: 'redirects.yaml',",
    );
    await site.build();
    // A link to a redirect is not broken: it leads to the target.
    expect(site.read('site/docs/two/index.html')).toContain(
      '<a href="/base/docs/one">old</a> <a href="https://example.org/x?a=1&#x26;b=2#c"',
    );
    expect(site.read('site/docs/old/index.html')).toContain('<meta http-equiv="refresh" content="0; url=/base/docs/one?x=1#a">');
    const away = site.read('site/docs/away/index.html');
    expect(away).toContain('<meta http-equiv="refresh" content="0; url=https://example.org/x?a=1&amp;b=2#c">');
    expect(away).toContain('<link rel="canonical" href="https://example.org/x?a=1&amp;b=2#c">');
    expect(site.read('site/_redirects')).toContain('/base/docs/away https://example.org/x?a=1&b=2#c 301\n');
    expect(site.read('nginx-site.conf')).toContain('"https://example.org/x?a=1&b=2#c"');
  });

  test('every address of the site starts with the base URL', async () => {
    const site = createFixture({ 'one.md': page('One', '[two](two.md)'), 'two.md': page('Two') }, "baseUrl: '/base/',");
    await site.build();
    const html = site.read('site/docs/one/index.html');
    const own = [...html.matchAll(/(?:href|src)="(\/[^"/][^"]*)"/g)].map((match) => match[1] ?? '');
    expect(own.length).toBeGreaterThan(5);
    expect(own.filter((address) => !address.startsWith('/base/'))).toEqual([]);
  });

  test('R-105 R-223 the page contains only the open category of the sidebar, and the others are fetched', async () => {
    const site = createFixture({ 'a/one.md': page('One'), 'a/two.md': page('Two'), 'b/three.md': page('Three') });
    await site.build();
    const html = site.read('site/docs/a/one/index.html');
    expect(html).toContain('href="/docs/a/two"');
    expect(html.match(/href="\/docs\/b\/three"/g) ?? []).toHaveLength(1);
    expect(JSON.parse(site.read('site/sidebar/b.json'))).toEqual([{ type: 'page', label: 'Three', path: '/docs/b/three' }]);
  });

  test('R-105 D3 the pages of a category share a sidebar file, which contains the open category', async () => {
    const site = createFixture({ 'a/one.md': page('One'), 'a/two.md': page('Two'), 'b/three.md': page('Three') });
    await site.build();
    const named = (path: string): string => (JSON.parse(site.read(`site/docs/${path}.json`)) as { sidebar: string }).sidebar;
    expect(named('a/one')).toMatch(/^\/assets\/sidebar\/[\w-]{12}\.json$/);
    expect([named('a/two'), embedded(site.read('site/docs/a/one/index.html')).sidebar]).toEqual([named('a/one'), named('a/one')]);
    expect(named('b/three')).not.toBe(named('a/one'));
    const [open, closed] = JSON.parse(site.read(`site${named('a/one')}`)) as { label: string; items: { path: string }[] | null }[];
    expect(open?.items?.map((item) => item.path)).toEqual(['/docs/a/one', '/docs/a/two']);
    expect(closed?.items).toBeNull();
  });

  test('D3 a page has the same size on a site of 40 pages and of 400 pages', async () => {
    const files = (copies: number): Record<string, string> => {
      const all: Record<string, string> = {};
      for (let group = 0; group < copies; group++)
        for (let index = 0; index < 40; index++)
          all[`${group === 0 ? 'own' : `more/group-${group}`}/page-${index}.md`] = page(`Page ${index}`, `Words of ${group} and ${index}.`);
      return all;
    };
    const [small, large] = [createFixture(files(1)), createFixture(files(10))];
    await small.build();
    await large.build();
    const size = (dir: string, file: string): number => statSync(join(dir, 'build/site', file)).size;
    const [before, after] = [small, large].map(({ dir }) => size(dir, 'docs/own/page-7/index.html'));
    // The sidebar has one more closed category. Nothing depends on the 360 pages in it.
    expect((after ?? 0) - (before ?? 0)).toBeLessThan(300);
    const scripts = ({ dir }: { dir: string }): string[] => globSync('assets/*.js', { cwd: join(dir, 'build/site') }).toSorted();
    expect(scripts(large)).toEqual(scripts(small));
  });
});

test('of thousands of problems of a page, a build keeps five hundred errors and five hundred warnings of each phase', async () => {
  const links = '[a](none.md)\n\n[b](other.md#none)\n\n<b style="color: red">c</b>\n\n'.repeat(700);
  const keys = Array.from({ length: 700 }, (_, index) => `some_other_key_${index}: x\n`).join('');
  const site = createFixture({
    'one.md': `---\ntitle: One\n${keys}---\n\n${links}`,
    'other.md': `Text.\n\n[c](${'x'.repeat(20_000)}.md)\n`,
    'last.md': '[d](none.md)\n',
  });
  const { problems, warnings } = (await site.build().catch((error: unknown) => error)) as BuildError;
  for (const list of [problems, warnings]) {
    const ofPage = list.filter(({ file }) => file.endsWith('one.md'));
    const further = ofPage.filter(({ message }) => message.startsWith('further problems'));
    expect(further.map(({ message }) => message)).toEqual(Array(2).fill('further problems: 200. They are listed once these are corrected'));
    expect(ofPage).toHaveLength(1002);
    expect(Math.max(...list.map(({ message }) => message.length))).toBeLessThan(2100);
  }
  expect(problems.filter(({ file }) => /other\.md|last\.md/.test(file))).toHaveLength(2);
});

test('a build ends with an instruction if a file vanishes while the files are read, because the site would lack a page', async () => {
  const vanishing = `docs: { root: 'content/docs', rules: { rewrite(source, text) {
    if (source === 'a.md') process.getBuiltinModule('fs').rmSync(new URL('content/docs/b.md', import.meta.url));
    return text;
  } } },`;
  const { failures } = createFixture({ 'a.md': 'Words.\n', 'b.md': 'Words.\n' }, vanishing);
  expect(await failures()).toEqual([
    expect.stringMatching(/^docs\/b\.md: the file was deleted or renamed while it was read, so its page is missing: build again/),
  ]);
  const plugin = `plugins: [{ name: 'x', root: import.meta.dirname, async content() {
    return process.getBuiltinModule('fs').readFileSync(new URL('vanished.txt', import.meta.url));
  } }],`;
  await expect(createFixture({ 'a.md': 'Words.\n' }, plugin).build()).rejects.toThrow(
    /vanished\.txt does not exist\. If it was deleted or renamed during the build, build again; the last successful build stays in place\.$/,
  );
});

test('of a sidebar and a file of phrasings with more mistakes than fit on the stack, a build lists the first ones and their number', async () => {
  const entries = Array.from({ length: 140_000 }, (_, index) => `  - x${index}\n`).join('');
  const site = createFixture(
    { 'one.md': 'Words.\n', '/sidebar.yaml': `overviewSidebar:\n${entries}`, '/phrasings/docs/one.txt': 'short\n'.repeat(140_000) },
    "search: { phrasings: 'phrasings' },",
  );
  const messages = await site.failures();
  const further = messages.filter((message) => message.includes('further problems'));
  expect(further).toEqual([
    expect.stringMatching(/sidebar\.yaml: further problems: 139500\./),
    expect.stringMatching(/one\.txt: further problems: 139500\./),
  ]);
  expect(messages.length).toBeLessThan(1010);
});
