import { mkdir, mkdtemp, rm, symlink, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

import { afterEach, beforeEach, describe, expect, test } from 'vitest';

import type { CompiledPage } from '@quire/engine/content/document.ts';
import { loadDocs } from '@quire/engine/content/load-docs.ts';
import { prepare } from '@quire/engine/content/compile.ts';
import { formatProblem } from '@quire/engine/model/problem.ts';

import { openReference } from './plugin.ts';

let root: string;
beforeEach(async () => {
  root = await mkdtemp(join(tmpdir(), 'reference-'));
});
afterEach(() => rm(root, { recursive: true, force: true }));

const SOURCE = `platform: shop
name: Shop
recipe: |
  source:
    type: shop
    config:
      hst: db
plugins:
  - plugin: shop
    support: certified
    extra: null
    fields:
      - { name: host, type: string, required: true, description: The host. }
`;

async function open(files: Readonly<Record<string, string>>, cacheDir: string | null = null) {
  for (const [name, text] of Object.entries(files)) {
    const file = join(root, 'catalog', name);
    await mkdir(join(file, '..'), { recursive: true });
    await writeFile(file, text);
  }
  return openReference({
    dir: join(root, 'catalog'),
    projectRoot: root,
    basePath: '/docs',
    siteUrl: 'https://docs.example.com',
    docs: [],
    cacheDir,
    engine: '',
  });
}

const compiled = (source: string, examples: CompiledPage['examples']): CompiledPage =>
  ({ source, file: `content/docs/${source}`, problems: [], examples }) as unknown as CompiledPage;

const MINIMAL = { 'shared-fields.yaml': '{}\n', 'graphql/schema.graphql': 'type Query {\n  "The answer."\n  answer: String\n}\n' };

describe('the reference of a site', () => {
  test('is not generated from files outside of the catalog', async () => {
    await writeFile(join(root, 'secret'), 'secret');
    await mkdir(join(root, 'catalog/sources'), { recursive: true });
    await symlink(join(root, 'secret'), join(root, 'catalog/sources/shop.md'));
    await symlink('/', join(root, 'catalog/machine'));
    const { docs, problems } = await open({ ...MINIMAL, 'sources/shop.yaml': SOURCE });
    expect(docs).toEqual([]);
    expect(problems.map(formatProblem)).toEqual([
      expect.stringMatching(/^catalog\/machine: the file is a symbolic link/),
      expect.stringMatching(/^catalog\/sources\/shop\.md: the file is a symbolic link/),
    ]);
  });

  test('generates pages in the form of written pages, with the file to edit', async () => {
    const releases = 'releases:\n  - { version: v1.0.0, date: "2022-12-31" }\n';
    const { docs } = await open({ ...MINIMAL, 'sources/shop.yaml': SOURCE, 'releases.yaml': releases });
    const page = docs.find((doc) => doc.path === '/docs/generated/ingestion/sources/shop');
    expect(page).toMatchObject({
      id: 'generated/ingestion/sources/shop',
      source: 'generated/ingestion/sources/shop.md',
      file: 'catalog/sources/shop.yaml',
      title: 'Shop',
      phrasings: [
        { file: 'catalog/sources/shop.yaml', phrasings: expect.arrayContaining([{ ask: 'Does DataHub support Shop?', at: '', line: 1 }]) },
      ],
    });
    expect(page?.frontMatter).not.toHaveProperty('pagination_prev');
    expect(docs.find(({ id }) => id === 'releases')?.frontMatter).toHaveProperty('pagination_prev', null);
  });

  test('R-606 problems of a generated page name its catalog file', async () => {
    const reference = await open({ ...MINIMAL, 'sources/shop.yaml': SOURCE });
    const code = 'source:\n  type: shop\n  config:\n    hst: db\n';
    const { problems } = reference.check(compiled('generated/ingestion/sources/shop.md', [{ language: 'yaml', meta: '', code, line: 1 }]));
    expect(problems.map(formatProblem)).toEqual([
      'catalog/sources/shop.yaml: on its page /docs/generated/ingestion/sources/shop: the yaml example: shop has no option "hst"; did you mean "host"?',
      'catalog/sources/shop.yaml: on its page /docs/generated/ingestion/sources/shop: the yaml example: shop needs the option "host", which is missing (mark a deliberate fragment as "partial")',
    ]);
  });

  test('reports problems of its files and continues with the others', async () => {
    const reference = await open({ ...MINIMAL, 'sources/shop.yaml': SOURCE, 'sources/broken.yaml': 'a: [', 'sources/stray.md': 'x' });
    expect(reference.problems.map(formatProblem).toSorted()).toEqual([
      expect.stringMatching(/^catalog\/sources\/broken\.yaml:1: The file is not valid YAML: /),
      'catalog/sources/stray.md: There is no stray.yaml beside these notes. Rename the file after its source, or remove it.',
    ]);
    expect(reference.docs.map((doc) => doc.title)).toContain('Shop');
  });

  test('caches its output until a file changes', async () => {
    const cacheDir = join(root, 'cache');
    const first = await open({ ...MINIMAL, 'sources/shop.yaml': SOURCE }, cacheDir);
    const again = await open({}, cacheDir);
    expect(again.docs).toEqual(first.docs);
    const changed = await open({ 'sources/shop.yaml': SOURCE.replace('name: Shop', 'name: Store') }, cacheDir);
    expect(changed.docs.map((doc) => doc.title)).toContain('Store');
    expect(changed.fingerprint).not.toBe(first.fingerprint);
  });
});

describe('the documentation', () => {
  test('R-606 every example on every page agrees with the catalog', async () => {
    const here = process.cwd();
    const { docs } = loadDocs({
      root: join(here, 'website/content/docs'),
      projectRoot: here,
      include: ['**/*.md'],
      exclude: [],
      basePath: '/docs',
      drafts: false,
    });
    const reference = await openReference({
      dir: join(here, 'website/catalog'),
      projectRoot: here,
      basePath: '/docs',
      siteUrl: 'https://docs.example.com',
      docs,
      cacheDir: null,
      engine: '',
    });
    let examples = 0;
    const problems = [...docs, ...reference.docs].flatMap((doc) => {
      const { fences } = prepare(doc.file, doc.body, doc.bodyLine, () => 'silent');
      examples += fences.length;
      return reference.check(compiled(doc.source, fences)).problems.map((problem) => formatProblem({ ...problem, file: doc.file }));
    });
    expect(problems).toEqual([]);
    expect(examples).toBeGreaterThan(1000);
  });
});
