import { execFileSync } from 'node:child_process';
import { mkdirSync, mkdtempSync, readFileSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

import { expect, onTestFinished, test } from 'vitest';

import { checkStaticFolders, filesInside, isInside, isBehindSymlink, NOT_A_FILE, REFUSED_LINK, readEntries } from './files.ts';
import { loadDocs } from './load-docs.ts';
import { readCategoryFiles } from './sidebar/categories.ts';
import { createLinkResolver } from './link-resolver.ts';
import { loadRedirects } from './redirects.ts';
import { readSidebarFile } from './sidebar/sidebar-file.ts';
import { createTagPages } from './tags-and-authors.ts';
import { compileMarkdown, docSource, messages } from './testing/compile-markdown.ts';

/** A content folder with symbolic links to a file in a sibling folder. */
function makeTree(): { root: string; outside: string } {
  const folder = mkdtempSync(join(tmpdir(), 'real-paths-'));
  onTestFinished(() => rmSync(folder, { recursive: true }));
  const [root, outside] = [join(folder, 'docs'), join(folder, 'outside')];
  mkdirSync(root);
  mkdirSync(outside);
  writeFileSync(join(outside, 'passwd'), 'secret');
  symlinkSync(join(outside, 'passwd'), join(root, 'passwd.txt'));
  symlinkSync(outside, join(root, 'linked'));
  // A walk that follows links would visit this one endlessly.
  symlinkSync(outside, join(outside, 'around'));
  return { root, outside };
}

test.each([
  ['/a', '/a/b', true],
  ['/a', '/a/..b', true],
  ['/a', '/a', false],
  ['/a', '/ab', false],
  ['/a', '/a/../b', false],
])('%s contains %s: %s', (folder, path, expected) => {
  expect(isInside(folder, path)).toBe(expected);
});

test.each(['[x](./passwd.txt)', '![x](./passwd.txt)', '[x](linked/passwd)', '{{ inline passwd.txt }}', '{{ inline linked/passwd }}'])(
  '%s does not publish a file outside the content folder',
  async (markdown) => {
    const page = await compileMarkdown(markdown, { root: makeTree().root, source: 'page.md' });
    expect(page.html + page.markdown).not.toContain('secret');
    expect(page.assets).toEqual([]);
    expect(messages(page)).toHaveLength(1);
    expect(messages(page)[0]).toMatch(/outside the content folder|leaves the content tree/);
  },
);

test('beside the docs, a link can publish a visible file of the folder for inlined files', async () => {
  const { root } = makeTree();
  writeFileSync(join(root, 'recipe.yml'), 'a: 1');
  writeFileSync(join(root, '.env'), 'TOKEN=secret');
  mkdirSync(join(root, 'pages'));
  const map = createLinkResolver({
    ...{ docs: [], root: join(root, 'pages'), inlineRoot: root, otherPaths: [], staticDirectories: [], knownMissing: [] },
  });
  const { resolveTarget } = map.resolverFor(docSource('page.md', '', { absolute: join(root, 'pages/page.md') }));
  expect(resolveTarget('../recipe.yml')).toMatchObject({ kind: 'file' });
  expect(resolveTarget('../.env')).toEqual({ kind: 'broken', message: expect.stringContaining('is hidden') as string });
  expect(resolveTarget('../../outside/passwd')).toMatchObject({ kind: 'broken' });
});

test.each([
  ['data/query-log.sqlite', 'SQLite format 3\0question'],
  ['data/query-log.sqlite-wal', '\u0037\u007f\u0006\u0082question'],
  ['server.txt', '-----BEGIN CERTIFICATE-----\n-----BEGIN RSA PRIVATE KEY-----\nquestion'],
])('%s beside the docs is neither published nor included', (name, content) => {
  const { root } = makeTree();
  for (const folder of ['pages', 'data']) mkdirSync(join(root, folder));
  writeFileSync(join(root, name), content, 'latin1');
  const map = createLinkResolver({
    ...{ docs: [], root: join(root, 'pages'), inlineRoot: root, otherPaths: [], staticDirectories: [], knownMissing: [] },
  });
  const { resolveTarget, readInclude } = map.resolverFor(docSource('page.md', '', { absolute: join(root, 'pages/page.md') }));
  expect(resolveTarget(`@site/${name}`)).toEqual({ kind: 'broken', message: expect.stringContaining('private key') as string });
  expect(readInclude(`/${name}`)).toBe('private');
});

test.each(['[x](./.env)', '[x](.git/config)', '{{ inline /.env }}', '{{ inline .git/config }}', '<<< @/.git/config'])(
  '%s does not publish a hidden file of the content folder',
  async (markdown) => {
    const { root } = makeTree();
    mkdirSync(join(root, '.git'));
    for (const name of ['.env', '.git/config']) writeFileSync(join(root, name), 'TOKEN=secret');
    const page = await compileMarkdown(markdown, { root, source: 'page.md' });
    expect(page.html + page.markdown).not.toContain('secret');
    expect(page.assets).toEqual([]);
    expect(messages(page)[0]).toContain('hidden');
  },
);

/** Confidential files of a folder, and symbolic links with harmless names that lead to them. */
const LINKED: Readonly<Record<string, { to: string; content: string }>> = {
  'env.txt': { to: '.env', content: 'a: { name: secret }' },
  'config.txt': { to: '.git/config', content: 'a: { name: secret }' },
  'hosts.txt': { to: '.config/hosts', content: 'a: { name: secret }' },
  'key.txt': { to: 'id_rsa', content: '-----BEGIN OPENSSH PRIVATE KEY-----\nsecret' },
  'log.txt': { to: 'data/log.sqlite', content: 'SQLite format 3\0secret' },
};

/** Creates these files and links. @param home that contains the files @param folder that contains the links */
function linkConfidentialFiles(home: string, folder: string): void {
  for (const [name, { to, content }] of Object.entries(LINKED)) {
    mkdirSync(join(home, to, '..'), { recursive: true });
    writeFileSync(join(home, to), content);
    symlinkSync(join(home, to), join(folder, name));
  }
  symlinkSync(join(home, '.config'), join(folder, 'settings'));
}

test.each([...Object.keys(LINKED), 'settings/hosts'])(
  'the symbolic link %s inside the folder for inlined files neither publishes nor includes a confidential file',
  async (name) => {
    const { root } = makeTree();
    mkdirSync(join(root, 'pages'));
    linkConfidentialFiles(root, join(root, 'pages'));
    const uses = [
      `[x](./${name})`,
      `![x](./${name})`,
      `[x](/${name})`,
      `{{ inline ./${name} }}`,
      `{{ inline /pages/${name} }}`,
      `<<< ./${name}`,
    ];
    const imports = `import X from '!!raw-loader!./${name}';\n\n<CodeBlock>{X}</CodeBlock>`;
    for (const folder of [root, join(root, 'pages')])
      for (const use of [...uses, imports]) {
        const page = await compileMarkdown(use, {
          root: folder,
          inlineRoot: root,
          source: folder === root ? 'pages/page.mdx' : 'page.mdx',
        });
        expect(page.html + page.markdown).not.toContain('secret');
        expect(page.assets).toEqual([]);
        expect(messages(page)).not.toEqual([]);
      }
  },
);

test('pages and data of the content are not read through symbolic links to confidential files', () => {
  const { root } = makeTree();
  linkConfidentialFiles(root, root);
  const names = [...Object.keys(LINKED), 'settings'];
  // `passwd.txt` and `linked` lead outside of the folder.
  expect(filesInside(root, '**/*.txt')).toEqual([]);
  const options = { root, projectRoot: root, include: ['*.txt', '**/hosts'], exclude: ['linked/**'], basePath: '/docs', drafts: false };
  const { docs, problems } = loadDocs(options);
  expect(docs).toEqual([]);
  expect(problems.map(({ file }) => file).toSorted()).toEqual([...names, 'passwd.txt'].toSorted());
  for (const [index, name] of Object.keys(LINKED).entries()) {
    mkdirSync(join(root, `part-${index}`));
    symlinkSync(join(root, name), join(root, `part-${index}/_category_.yml`));
    expect(readEntries(root, [name], root)).toEqual({
      entries: {},
      problems: [{ file: name, message: `the file ${REFUSED_LINK}`, severity: 'error' }],
    });
  }
  const { categories, problems: ofCategories } = readCategoryFiles(root, '');
  expect([...categories]).toEqual([]);
  expect(ofCategories.map(({ message }) => message)).toEqual(Object.keys(LINKED).map(() => `the file ${REFUSED_LINK}`));
});

test.each([
  ['id_rsa', '-----BEGIN OPENSSH PRIVATE KEY-----\nsecret'],
  ['log.db', 'SQLite format 3\0secret'],
])('%s inside the docs is neither published nor included, but a Markdown file may show a key', async (name, content) => {
  const { root } = makeTree();
  writeFileSync(join(root, name), content);
  for (const markdown of [`[x](./${name})`, `{{ inline ./${name} }}`]) {
    const page = await compileMarkdown(markdown, { root, source: 'page.md' });
    expect(page.html + page.markdown).not.toContain('secret');
    expect(page.assets).toEqual([]);
    expect(messages(page)[0]).toContain('private key');
  }
  writeFileSync(join(root, '_example.md'), '```\n-----BEGIN PRIVATE KEY-----\n```\n');
  const page = await compileMarkdown('{{ inline ./_example.md }}', { root, source: 'page.md' });
  expect(page.html).toContain('BEGIN PRIVATE KEY');
});

test('a symbolic link to a visible file of the content is published and included', async () => {
  const { root } = makeTree();
  mkdirSync(join(root, '.assets'));
  for (const name of ['recipe.yml', '.assets/own.yml']) writeFileSync(join(root, name), 'name: visible');
  symlinkSync('recipe.yml', join(root, 'same.yml'));
  const page = await compileMarkdown('[x](./same.yml) [y](./.assets/own.yml)\n\n{{ inline ./same.yml }}', { root, source: 'page.md' });
  expect(messages(page)).toEqual([]);
  expect(page.assets).toHaveLength(2);
  expect(page.html).toContain('name: visible');
});

test('files that browsers would run, JSON, and files of unknown types are published as text, and downloaded under their names', async () => {
  const { root } = makeTree();
  const names = [
    'a.html',
    'b.js',
    'c.xhtml',
    'd.xml',
    'e.php',
    'f.MJS',
    'g.css',
    'h.xsd',
    'i.gpx',
    'j.KML',
    'k.mathml',
    'l.json',
    'm.foo',
    'NOTES',
    'n.var',
    'o.var.p.txt',
  ];
  for (const name of names) writeFileSync(join(root, name), 'alert(1)');
  const page = await compileMarkdown(names.map((name) => `[${name}](./${name})`).join('\n'), { root, source: 'page.md' });
  expect(page.assets).toHaveLength(names.length);
  // Apache also acts on an extension before the last one.
  for (const { path } of page.assets) expect(path).toMatch(/^[^.]+\.txt$/);
  for (const name of ['a.html', 'l.json', 'NOTES']) expect(page.html).toContain(`download="${name}"`);
});

test.each(['<html>', '\n \t<!-- -->', '\uFEFF<?xml version="1.0"?>'])(
  'a file that starts with %j is published as text, because a browser shows it as HTML if the web server does not know its type',
  async (start) => {
    const { root } = makeTree();
    const names = ['a.yaml', 'b.log', 'c.toml', 'd.midi'];
    for (const name of names) writeFileSync(join(root, name), `${start}<script>alert(1)</script>`);
    writeFileSync(join(root, 'e.yaml'), 'a: <b>');
    const page = await compileMarkdown([...names, 'e.yaml'].map((name) => `[${name}](./${name})`).join('\n'), { root, source: 'page.md' });
    expect(page.assets.map(({ path }) => path.replace(/-[\da-f]{8}/, ''))).toEqual(
      ['a-yaml.txt', 'b-log.txt', 'c-toml.txt', 'd-midi.txt', 'e.yaml'].map((name) => `/assets/files/${name}`),
    );
  },
);

test('a drawing of which there is no picture is not published, whatever the case of its extension is', async () => {
  const { root } = makeTree();
  for (const name of ['a.svg', 'b.SVG'])
    writeFileSync(join(root, name), '<svg xmlns="http://www.w3.org/2000/svg"><script>alert(1)</script></svg>');
  const page = await compileMarkdown('[a](./a.svg) ![b](./b.SVG) [b](./b.SVG)', { root, source: 'page.md' });
  expect(page.assets).toEqual([]);
  expect(messages(page)).toEqual(
    ['link "./a.svg"', 'link "./b.SVG"', 'image "./b.SVG"'].map(
      (what) => expect.stringContaining(`1: ${what}: the drawing has no viewBox`) as string,
    ),
  );
});

test('a link to a drawing with scripts leads to a picture of it', async () => {
  const { root } = makeTree();
  const start = '<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 9 9">';
  writeFileSync(join(root, 'a.svg'), `${start}<script>alert(1)</script></svg>`);
  writeFileSync(join(root, 'b.svg'), `${start}<rect width="1" height="1"/></svg>`);
  const page = await compileMarkdown('[a](./a.svg) [b](./b.svg)', { root, source: 'page.md' });
  expect(page.assets.map(({ path }) => path.replace(/-\w+/, ''))).toEqual(['/assets/files/a.svg', '/assets/files/b.svg']);
  const [a, b] = page.assets.map(({ absolute }) => readFileSync(absolute, 'utf8'));
  expect(a).toMatch(/^<svg [^<>]*><image [^<>]*><\/svg>$/);
  expect(b).toContain('<rect');
  expect(messages(page)).toEqual([
    '1: link "./a.svg": it contains <script>, so the page shows a picture of the drawing: check that it looks right',
  ]);
});

test.each(['<X />\n', '{{ inline /part.md }}\n', '<<< @/part.md\n\n'])('%j cannot include a file without limit', async (line) => {
  const { root } = makeTree();
  // Each level contains the next one a hundred times.
  for (let level = 0; level < 5; level++)
    writeFileSync(join(root, `_${level}.md`), `import X from "./_${level + 1}.md";\n\n${'<X />\n'.repeat(100)}`);
  writeFileSync(join(root, 'part.md'), 'word '.repeat(20_000));
  const page = await compileMarkdown(`import X from "./_0.md";\n\n${line.repeat(100)}`, { root, source: 'page.md' });
  expect(messages(page).filter((message) => message.includes('the page includes more than 2 million characters'))).toHaveLength(1);
  expect(page.markdown.length).toBeLessThan(5_000_000);
});

test('a link to the root of the file system is an error, and its files are not listed', () => {
  const { root } = makeTree();
  symlinkSync('/', join(root, 'machine'));
  symlinkSync(join(root, 'itself'), join(root, 'itself'));
  const options = { root, projectRoot: root, include: ['**/*'], exclude: ['linked/**'], basePath: '/docs', drafts: false };
  expect(loadDocs(options).problems.filter(({ file }) => file.startsWith('machine'))).toEqual([
    { file: 'machine', message: expect.stringContaining('the folder is a symbolic link') as string, severity: 'error' },
  ]);
  expect(readCategoryFiles(root, '').problems).toEqual([]);
});

test('links between the folders of the content are errors, because twelve of them have more than 12! paths', () => {
  const { root } = makeTree();
  const names = Array.from({ length: 12 }, (_, n) => `d${n}`);
  for (const name of names) mkdirSync(join(root, name));
  for (const from of names) for (const to of names) if (from !== to) symlinkSync(join('..', to), join(root, from, `to-${to}`));
  writeFileSync(join(root, 'd0', 'a.md'), 'text');
  const { docs, problems } = loadDocs({
    ...{ include: ['**/*.md'], exclude: [], basePath: '/docs', drafts: false },
    root,
    projectRoot: root,
  });
  expect(docs.map(({ source }) => source)).toEqual(['d0/a.md']);
  expect(problems.filter(({ message }) => message === `the folder ${REFUSED_LINK}`)).toHaveLength(1 + 12 * 11);
  expect(readCategoryFiles(root, '').problems).toEqual([]);
  expect(filesInside(root, '**/*.md')).toEqual(['d0/a.md']);
});

test('a pipe is not read, because its reader would wait forever', async () => {
  const { root } = makeTree();
  for (const name of ['pipe.txt', 'tags.yml', 'redirects.yaml']) execFileSync('mkfifo', [join(root, name)]);
  symlinkSync('pipe.txt', join(root, 'page.md'));
  symlinkSync('pipe.txt', join(root, '_category_.json'));
  const { problems } = loadDocs({ ...{ include: ['**/*.md'], exclude: [], basePath: '/docs', drafts: false }, root, projectRoot: root });
  expect(problems).toContainEqual({ file: 'page.md', message: `this ${NOT_A_FILE}`, severity: 'error' });
  expect(readEntries(root, ['tags.yml'], root).problems[0]?.message).toBe(`this ${NOT_A_FILE}`);
  expect(readCategoryFiles(root, '').problems).toEqual([{ file: '_category_.json', message: `this ${NOT_A_FILE}`, severity: 'error' }]);
  expect((await readSidebarFile(join(root, 'pipe.txt'), 'pipe.txt')).problems[0]?.message).toContain('cannot be read');
  const options = { pages: [], hasPath: () => false, nearestPath: () => null, projectRoot: root };
  expect((await loadRedirects({ ...options, file: join(root, 'redirects.yaml') })).problems[0]?.message).toBe(`this ${NOT_A_FILE}`);
});

test('rules.resolveLink decides about a file that cannot be published', () => {
  const { root } = makeTree();
  writeFileSync(join(root, 'README.md'), '# Readme');
  const map = createLinkResolver({
    ...{ docs: [], root, inlineRoot: root, otherPaths: [], staticDirectories: [], knownMissing: [] },
    resolveLink: (target) => (target === './README.md' ? 'https://git.example.org/README.md' : undefined),
  });
  const { resolveTarget } = map.resolverFor(docSource('page.md', '', { absolute: join(root, 'page.md') }));
  expect(resolveTarget('./README.md')).toEqual({ kind: 'external', url: 'https://git.example.org/README.md' });
  expect(resolveTarget('README.md')).toMatchObject({ kind: 'broken' });
});

test('a folder that is or is in a symbolic link is detected, unless the site itself is in it', () => {
  const { root, outside } = makeTree();
  mkdirSync(join(outside, 'site/docs'), { recursive: true });
  expect(isBehindSymlink(join(root, 'linked'), root)).toBe(true);
  expect(isBehindSymlink(join(root, 'linked/site'), root)).toBe(true);
  expect(isBehindSymlink(join(root, 'linked'), join(root, 'elsewhere'))).toBe(true);
  expect(isBehindSymlink(join(root, 'linked/site/docs'), join(root, 'linked/site'))).toBe(false);
  expect(isBehindSymlink(join(root, 'linked/site'), join(root, 'linked/site'))).toBe(false);
  expect(isBehindSymlink(join(outside, 'site'), root)).toBe(false);
  expect(isBehindSymlink(join(root, 'nowhere'), root)).toBe(false);
});

test('a symbolic link in a static folder is an error', () => {
  const { root } = makeTree();
  expect(checkStaticFolders([root, join(root, 'nowhere')], root).map(({ file, severity }) => `${severity} ${file}`)).toEqual([
    'error linked',
    'error passwd.txt',
  ]);
});

test('symbolic links to hidden files, private keys, and databases are neither pages nor files nor includes', async () => {
  const { root } = makeTree();
  const docs = join(root, 'docs');
  mkdirSync(join(root, '.git'));
  mkdirSync(join(docs, 'folder'), { recursive: true });
  const secrets = {
    '.git/config': 'secret',
    '.env': 'secret',
    id_rsa: '-----BEGIN OPENSSH PRIVATE KEY-----\nsecret',
    'log.sqlite': 'SQLite format 3\0secret',
    'docs/.env': 'secret',
    'docs/key.txt': '-----BEGIN PRIVATE KEY-----\nsecret',
  };
  for (const [name, text] of Object.entries(secrets)) writeFileSync(join(root, name), text);
  const links = Object.keys(secrets).map((target, index) => {
    for (const extension of ['md', 'txt']) symlinkSync(join(root, target), join(docs, `link${index}.${extension}`));
    return `link${index}.txt`;
  });
  symlinkSync(join(root, '.git'), join(docs, 'folder/git'));
  writeFileSync(join(docs, 'plain.txt'), 'plain');
  symlinkSync(join(docs, 'plain.txt'), join(docs, 'allowed.txt'));
  const { docs: pages } = loadDocs({ root: docs, projectRoot: root, include: ['**/*.md'], exclude: [], basePath: '/docs', drafts: false });
  expect(pages).toEqual([]);
  const files = [...links, 'key.txt', 'folder/git/config'];
  const resolver = createLinkResolver({ docs: [], root: docs, inlineRoot: root, otherPaths: [], staticDirectories: [], knownMissing: [] });
  const { resolveTarget, readInclude } = resolver.resolverFor(docSource('page.md', '', { absolute: join(docs, 'page.md') }));
  expect(files.filter((file) => resolveTarget(`./${file}`).kind !== 'broken')).toEqual([]);
  expect(files.filter((file) => typeof readInclude(`./${file}`) !== 'string')).toEqual([]);
  expect(resolveTarget('./allowed.txt').kind).toBe('file');
  expect(readInclude('./allowed.txt')).toMatchObject({ text: 'plain' });
});

test('the metadata of a category is not read through a symbolic link', () => {
  const { root, outside } = makeTree();
  writeFileSync(join(outside, 'settings.yaml'), 'label: secret');
  mkdirSync(join(root, 'part'));
  symlinkSync(join(outside, 'settings.yaml'), join(root, 'part/_category_.yaml'));
  writeFileSync(
    join(root, '_category_.yml'),
    `a: &a [x,x,x,x,x,x,x,x,x,x]\nb: &b [${Array(10).fill('*a').join()}]\nc: [${Array(10).fill('*b').join()}]`,
  );
  const { categories, problems } = readCategoryFiles(root, '');
  expect([...categories]).toEqual([]);
  expect(problems.map(({ file, message }) => `${file}: ${message}`)).toEqual([
    '_category_.yml: the file cannot be read: Excessive alias count indicates a resource exhaustion attack',
    `part/_category_.yaml: the file ${REFUSED_LINK}`,
  ]);
});

test('tags and authors are not read through a symbolic link', () => {
  const { root, outside } = makeTree();
  writeFileSync(join(outside, 'entries.yml'), 'a: { name: secret, label: secret, description: secret }');
  for (const name of ['tags.yml', 'authors.yml']) symlinkSync(join(outside, 'entries.yml'), join(root, name));
  writeFileSync(join(root, '2026-05-06-a.md'), '---\nauthors: a\ntags: [a]\n---\n\nText.\n');
  const options = { root, projectRoot: root, include: ['**/*.md'], exclude: [], basePath: '/docs', drafts: false };
  const { docs, problems } = loadDocs({ ...options, isBlog: true });
  const tags = createTagPages({ root, docs, basePath: '/docs', words: {}, projectRoot: root });
  const message = `the file ${REFUSED_LINK}`;
  expect(problems[0]).toEqual({ file: 'authors.yml', message, severity: 'error' });
  expect(tags.problems).toEqual([{ file: 'tags.yml', message, severity: 'error' }]);
  expect(JSON.stringify([docs.map(({ lastUpdate }) => lastUpdate), tags.pages])).not.toContain('secret');
});

test.each([
  ['- a', 'expected names with their properties, such as `ana: { name: Ana }`'],
  ['a: b', 'expected names with their properties, such as `ana: { name: Ana }`'],
  ['a: [', 'the file cannot be read: '],
  [`${'a: b\n'.repeat(150_000)}`, 'the file has more than 524288 characters'],
])('a file of authors or tags with %j is an error that names the file', (text, message) => {
  const { root } = makeTree();
  writeFileSync(join(root, 'tags.yml'), text);
  const { entries, problems } = readEntries(root, ['tags.yml'], root);
  expect(entries).toEqual({});
  expect(problems).toMatchObject([{ file: 'tags.yml', message: expect.stringContaining(message) as unknown, severity: 'error' }]);
});

test('a mistake in a file of authors or tags is reported with its line', () => {
  const { root } = makeTree();
  writeFileSync(join(root, 'tags.yml'), 'a: {}\nb: {}\na: {}\n');
  expect(readEntries(root, ['tags.yml'], root).problems).toMatchObject([
    { line: 3, message: 'the file cannot be read: the key "a" is repeated: keep one of them' },
  ]);
});
