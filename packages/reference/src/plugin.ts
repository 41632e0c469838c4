/** Reference pages as a plugin of the engine: `plugins: [reference({ catalog: 'catalog' })]`. */
import { createHash } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { stat, readFile } from 'node:fs/promises';
import { join, resolve, relative } from 'node:path';
import { deserialize, serialize } from 'node:v8';

import type { Plugin, ContentContext } from '@quire/engine/plugin.ts';
import type { CompiledPage, DocSource } from '@quire/engine/content/document.ts';
import { filesInside, isBehindSymlink, refusedSymlinks, writeFileAtomic } from '@quire/engine/content/files.ts';
import type { Problem } from '@quire/engine/model/problem.ts';

import { renderOptionFilter } from './sources/option-tables.ts';
import { renderSourceFace } from './sources/source-face.ts';
import type { Integration } from './integrations.ts';
import type { GenerateContext, GeneratedPage } from './generator.ts';
import type { ReferenceOutput } from './generate-reference.ts';

export type { Integration } from './integrations.ts';

export interface ReferenceOptions {
  /** Folder of the catalog, relative to the configuration file. */
  catalog: string;
}

/** Generates pages from catalog data, and checks the examples of all pages against it. */
export function reference({ catalog }: ReferenceOptions): Plugin {
  const browser = (file: string): string => join(import.meta.dirname, 'browser', file);
  return {
    name: 'reference',
    root: import.meta.dirname,
    sources: [catalog],
    components: {
      SourceFace: { render: renderSourceFace, markdown: () => '' },
      // Text that many pages repeat is not indexed, because it would match too many searches.
      NotIndexed: { render: () => '<div class="not-indexed" data-nosnippet><slot></slot></div>', markdown: () => '' },
      SourceMark: { render: () => '', markdown: () => '' },
      OptionFilter: { render: renderOptionFilter, markdown: () => '' },
    },
    client: { islands: { 'option-filter': browser('option-filter.ts') }, criticalStyles: browser('sources.css') },
    fenceWords: ['partial', 'unchecked'],
    async content({ configDir, ...context }) {
      const dir = resolve(configDir, catalog);
      if (!(await stat(dir).catch(() => null))?.isDirectory()) {
        const message = `reference({ catalog: '${catalog}' }): The folder does not exist. Create it, or name another one.`;
        return { docs: [], problems: [{ file: 'site.config.ts', message, severity: 'error' }], fingerprint: '' };
      }
      const { integrations, ...contribution } = await openReference({ dir, ...context });
      return { ...contribution, pageData: { integrations: { entries: integrations } }, watch: [dir] };
    },
  };
}

// Opening of the catalog: its pages are generated, with a cache, and the examples of all pages are checked against it.

/** The reference pages of a site, and the check that compares the examples of all pages with the catalog. */
export interface Reference {
  /** The generated pages, in the format of written pages. */
  docs: DocSource[];
  /** Files that the build writes beside the pages: text by route. */
  files: Readonly<Record<string, string>>;
  /** The entries of `/integrations`. */
  integrations: Integration[];
  /** Errors in the catalog's files. */
  problems: Problem[];
  /** Returns the page with the errors in its examples added to its problems. Problems of a generated page name its catalog file. */
  check(page: CompiledPage): CompiledPage;
  /** The cache key of the checks. It changes whenever the catalog changes. */
  fingerprint: string;
}

interface OpenOptions extends Omit<ContentContext, 'configDir'> {
  /** Absolute path of the catalog. */
  dir: string;
}

/** Reads the catalog and generates its pages. Author errors are returned as problems. @throws only for I/O failures */
export async function openReference(options: OpenOptions): Promise<Reference> {
  const { dir, projectRoot, basePath, siteUrl, docs, cacheDir, engine } = options;
  const links = isBehindSymlink(dir, projectRoot) ? [dir] : refusedSymlinks(dir).map(({ path }) => join(dir, path));
  if (links.length > 0) {
    const message =
      'the file is a symbolic link that leads outside the catalog, or to a hidden or confidential file, so no reference pages are generated: replace it with a copy';
    const found = links.map((link): Problem => ({ file: relative(projectRoot, link), message, severity: 'error' }));
    return { docs: [], files: {}, integrations: [], problems: found, check: (page) => page, fingerprint: '' };
  }
  // Imported on demand, because only a build and the development server need these modules.
  const { createExampleCheck } = await import('./examples/check-examples.ts');
  const written = new Set(docs.map((doc) => doc.source));
  const context: GenerateContext = { basePath, siteUrl, hasDoc: (source) => written.has(source) };
  const fingerprint = fingerprintOf(dir);
  const key = createHash('sha256')
    .update([fingerprint, engine, basePath, siteUrl, projectRoot, ...written].join('\n'))
    .digest('hex');
  const { facts, pages, files, integrations, problems } = await cachedOutput(cacheDir, key, async () => {
    const { generateReference } = await import('./generate-reference.ts');
    return generateReference({ dir, projectRoot }, context);
  });
  const bySource = new Map(pages.map((page) => [page.source, page]));
  const checkExamples = createExampleCheck(facts);
  return {
    docs: pages.map((page) => toDoc(page, projectRoot)),
    files: Object.fromEntries(files.map(({ path, text }) => [path, text])),
    integrations,
    problems,
    fingerprint,
    check(page) {
      const found = [...page.problems, ...checkExamples(page)];
      const generated = bySource.get(page.source);
      return { ...page, problems: generated === undefined ? found : found.map((problem) => inCatalogFile(problem, generated)) };
    },
  };
}

/** Moves a problem of a generated page to its catalog file. The message names the route, since the line is not one of that file. */
function inCatalogFile({ message, severity }: Problem, { file, path }: GeneratedPage): Problem {
  return { file, message: `on its page ${path}: ${message}`, severity };
}

function toDoc(page: GeneratedPage, projectRoot: string): DocSource {
  const { id, source, file, path, title, sidebarLabel, sidebarPosition, description, keywords, markdown, drawings } = page;
  const { questions = [], phrasings = [], aliases = [], feed, previous } = page;
  return {
    id,
    source,
    file,
    absolute: join(projectRoot, file),
    path,
    title,
    sidebarLabel,
    sidebarPosition,
    frontMatter: {
      description,
      keywords: [...keywords],
      ...(questions.length === 0 ? {} : { questions: [...questions] }),
      ...(aliases.length === 0 ? {} : { aliases: [...aliases] }),
      ...(feed !== undefined && { feed }),
      ...(previous === null && { pagination_prev: null }),
    },
    body: markdown,
    bodyLine: 1,
    lastUpdate: null,
    ...(drawings === undefined ? {} : { drawings }),
    ...(phrasings.length > 0 && { phrasings: [{ file, phrasings: phrasings.map(({ ask, at = '' }) => ({ ask, at, line: 1 })) }] }),
  };
}

/** Returns a hash of the names and contents of all files of a catalog. */
function fingerprintOf(dir: string): string {
  const hash = createHash('sha256');
  for (const file of filesInside(dir, '**/*')) {
    const content = readFileSync(join(dir, file));
    hash.update(`${file}\0${content.length}\0`).update(content);
  }
  return hash.digest('hex');
}

/**
 * Returns the cached output on a cache hit; otherwise calls `read`, which takes longer than the rest of a rebuild. Output with
 * problems is not cached, because a change to another file may fix them.
 */
async function cachedOutput(cacheDir: string | null, key: string, read: () => Promise<ReferenceOutput>): Promise<ReferenceOutput> {
  if (cacheDir === null) return read();
  const file = join(cacheDir, 'catalog.bin');
  try {
    const cached = deserialize(await readFile(file)) as { key: string; output: ReferenceOutput };
    if (cached.key === key) return cached.output;
  } catch {
    // There is no cache file yet, or another version of the engine wrote it.
  }
  const output = await read();
  if (output.problems.length === 0) writeFileAtomic(file, serialize({ key, output }));
  return output;
}
