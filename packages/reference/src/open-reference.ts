import { createHash } from 'node:crypto';
import { join } from 'node:path';

import type { CompiledPage, DocSource } from '@quire/engine/content/document.ts';
import type { Problem } from '@quire/engine/model/problem.ts';

import type { GenerateContext, GeneratedPage } from './contract.ts';
import { fingerprintOf, keepCatalogue } from './kept-catalogue.ts';
import type { Integration } from './schema/integration.ts';

/** The reference pages of a site, and the check that holds examples of all pages against the catalogue. */
export interface Reference {
  /** Like pages that an author wrote, for the loader's list. */
  docs: DocSource[];
  /** The entries of `/integrations`. */
  integrations: Integration[];
  /** What is wrong in the catalogue's files. */
  problems: Problem[];
  /** Adds what is wrong with a page's examples; tells a generated page's problems of its catalogue file. */
  check(page: CompiledPage): CompiledPage;
  /** Changes with every fact that an example may be held against. */
  fingerprint: string;
}

export interface ReferenceOptions {
  /** Absolute path of the catalogue; null: no reference pages, and no examples are checked. */
  dir: string | null;
  projectRoot: string;
  /** The docs' route. */
  basePath: string;
  /** The written pages, which generated ones may link to. */
  docs: readonly DocSource[];
  /** Absolute folder to keep what was made in; null: it is made anew. */
  cacheDir: string | null;
  /** Changes with the code that makes pages. */
  engine: string;
}

/** Reads the catalogue and makes its pages. Throws for nothing an author can get wrong. */
export async function openReference({ dir, projectRoot, basePath, docs, cacheDir, engine }: ReferenceOptions): Promise<Reference> {
  if (dir === null) return { docs: [], integrations: [], problems: [], check: (page) => page, fingerprint: '' };
  // Only where there is a catalogue: half of all modules are needed for it.
  const { createExampleCheck } = await import('./check/check-examples.ts');
  const written = new Set(docs.map((doc) => doc.source));
  const context: GenerateContext = { basePath, hasDoc: (source) => written.has(source) };
  const fingerprint = fingerprintOf(dir);
  const key = createHash('sha256')
    .update([fingerprint, engine, basePath, projectRoot, ...written].join('\n'))
    .digest('hex');
  const { facts, pages, integrations, problems } = await keepCatalogue(cacheDir, key, async () => {
    const { readCatalogue } = await import('./read-catalogue.ts');
    return readCatalogue({ dir, projectRoot }, context);
  });
  const files = new Map(pages.map((page) => [page.source, page]));
  const checkExamples = createExampleCheck(facts);
  return {
    docs: pages.map((page) => toDoc(page, projectRoot)),
    integrations,
    problems,
    fingerprint,
    check(page) {
      const found = [...page.problems, ...checkExamples(page)];
      const generated = files.get(page.source);
      return { ...page, problems: generated === undefined ? found : found.map((problem) => ofCatalogue(problem, generated)) };
    },
  };
}

/** Lines of a generated body are no lines of the catalogue's file: the page's route says where to look instead. */
function ofCatalogue({ message, severity }: Problem, { file, path }: GeneratedPage): Problem {
  return { file, message: `on its page ${path}: ${message}`, severity };
}

function toDoc(page: GeneratedPage, projectRoot: string): DocSource {
  const { id, source, file, path, title, sidebarLabel, sidebarPosition, description, keywords, markdown, drawings } = page;
  return {
    id,
    source,
    file,
    absolute: join(projectRoot, file),
    path,
    title,
    sidebarLabel,
    sidebarPosition,
    // The address behind "Edit this page" is that of written pages.
    frontMatter: { description, keywords: [...keywords], custom_edit_url: null },
    body: markdown,
    bodyLine: 1,
    lastUpdate: null,
    ...(drawings === undefined ? {} : { drawings }),
  };
}
