/** Test helper: compiles Markdown as a page of a small fictional site. */
import { tmpdir } from 'node:os';
import { join } from 'node:path';

import { compilePage } from '../compile.ts';
import type { CompiledPage, DocSource } from '../document.ts';
import { openDrawings } from '../drawings.ts';
import { createHighlighter } from '../highlighter.ts';
import { createLinkResolver } from '../link-resolver.ts';
import type { CompileServices } from '../document.ts';

/** Shared by all tests, because the process that draws takes a while to start. */
export const publishDrawing = openDrawings({ cacheDir: join(tmpdir(), 'drawings-of-tests') });
const highlighter = createHighlighter({ cacheFile: null });

export function docSource(source: string, body = '', more: Partial<DocSource> = {}): DocSource {
  const id = source.replace(/\.md$/, '');
  return {
    id,
    source,
    file: `content/docs/${source}`,
    absolute: `/nowhere/${source}`,
    path: `/docs/${id}`,
    title: 'A page',
    sidebarLabel: 'A page',
    sidebarPosition: null,
    frontMatter: {},
    body,
    bodyLine: 1,
    lastUpdate: null,
    ...more,
  };
}

export interface CompileOptions {
  source?: string;
  doc?: Partial<DocSource>;
  /** Other pages of the site. */
  others?: DocSource[];
  root?: string;
  /** Folder whose files pages can include; default: the root. */
  inlineRoot?: string;
  services?: Partial<CompileServices>;
  knownMissing?: { target: string; reason: string }[];
}

/** The page with decoded bytes. */
export type ReadPage = Omit<CompiledPage, 'html' | 'markdown'> & { html: string; markdown: string };

export async function compileMarkdown(body: string, options: CompileOptions = {}): Promise<ReadPage> {
  const root = options.root ?? '/nowhere';
  const doc = docSource(options.source ?? 'guides/page.md', body, {
    absolute: `${root}/${options.source ?? 'guides/page.md'}`,
    ...options.doc,
  });
  const map = createLinkResolver({
    docs: [doc, ...(options.others ?? [docSource('quickstart.md'), docSource('guides/other.md')])],
    root,
    inlineRoot: options.inlineRoot ?? root,
    otherPaths: ['/', '/integrations'],
    staticDirectories: [],
    knownMissing: options.knownMissing ?? [],
  });
  const resolver = map.resolverFor(doc);
  const services: CompileServices = {
    resolveTarget: resolver.resolveTarget,
    highlight: highlighter.highlight,
    publishDrawing,
    image: async () => ({ error: 'no images here' }),
    baseUrl: '/',
    brokenLinks: { routes: 'error', files: 'error' },
    tocLevels: [2, 3],
    components: {},
    ...options.services,
  };
  const page = await compilePage(doc, services, resolver.readInclude);
  const [html, markdown] = [page.html, page.markdown].map((bytes) => new TextDecoder().decode(bytes));
  return { ...page, html: html ?? '', markdown: markdown ?? '' };
}

/** Messages without the file, such as `3: message`. */
export const messages = (page: Pick<CompiledPage, 'problems'>): string[] =>
  page.problems.map(({ line, message }) => `${line ?? ''}: ${message}`);
