import { readFileSync } from 'node:fs';
import { join, relative, sep } from 'node:path';

import { globSync } from 'tinyglobby';

import type { LastUpdate } from '#model/page.ts';
import type { Problem } from '#model/problem.ts';

import type { DocSource } from './document.ts';
import { parseFrontMatter } from './front-matter.ts';
import type { FrontMatter } from './front-matter.ts';

export interface LoadOptions {
  /** Absolute folder of the Markdown files. */
  root: string;
  /** Absolute folder that problems are told relative to. */
  projectRoot: string;
  include: readonly string[];
  exclude: readonly string[];
  /** The docs' route: `/docs`. */
  basePath: string;
  /** Keeps pages marked `draft: true`. */
  drafts: boolean;
  /** What a foreign tree's own rules say of a file before its front matter is heard. */
  defaults?: ((source: string, text: string) => DocDefaults) | undefined;
  /** What a foreign tree's own preparation does to a file's text before it is read; must keep the lines in their places. */
  rewrite?: ((source: string, text: string) => string) | undefined;
}

export interface DocDefaults {
  slug?: string | undefined;
  title?: string | undefined;
  sidebarLabel?: string | undefined;
  id?: string | undefined;
  draft?: boolean | undefined;
}

export interface LoadedDocs {
  docs: DocSource[];
  /** Ids of the drafts that were left out. */
  draftIds: Set<string>;
  problems: Problem[];
}

/**
 * Reads every Markdown file below the root, sorted by path: ids, routes and titles are known, bodies are not compiled.
 * One after the other: to open and read small files by promises takes several times the processor time, and nothing waits here.
 */
export function loadDocs(options: LoadOptions): LoadedDocs {
  const files = globSync(options.include as string[], { cwd: options.root, ignore: options.exclude as string[], dot: false });
  files.sort();
  const docs: DocSource[] = [];
  const draftIds = new Set<string>();
  const problems: Problem[] = [];
  for (const file of files) {
    const one = loadDoc(file, options);
    problems.push(...one.problems);
    if (one.isDraft && one.doc !== null) draftIds.add(one.doc.id);
    else if (one.doc !== null) docs.push(one.doc);
  }
  return { docs, draftIds, problems };
}

export interface LoadedDoc {
  /** Null where the file cannot be a page: it is not UTF-8. */
  doc: DocSource | null;
  /** A page that this build leaves out. */
  isDraft: boolean;
  problems: Problem[];
}

/** Reads one file. */
export function loadDoc(source: string, options: LoadOptions): LoadedDoc {
  const absolute = join(options.root, source);
  const file = relative(options.projectRoot, absolute).split(sep).join('/');
  const text = decode(readFileSync(absolute));
  if (typeof text === 'number') {
    const message = 'is not valid UTF-8 here: save the file in UTF-8';
    return { doc: null, isDraft: false, problems: [{ file, line: text, message, severity: 'error' }] };
  }
  const rewritten = options.rewrite?.(source, text) ?? text;
  const { frontMatter, body, bodyLine, problems } = parseFrontMatter(file, rewritten);
  const defaults = options.defaults?.(source, rewritten) ?? {};
  const isDraft = (frontMatter.draft ?? defaults.draft) === true && !options.drafts;
  const title = titleOf(source, frontMatter, defaults, body);
  const doc: DocSource = {
    id: frontMatter.id ?? defaults.id ?? docId(source),
    source,
    file,
    absolute,
    path: docPath(source, frontMatter.slug ?? defaults.slug, options.basePath),
    title,
    sidebarLabel: frontMatter.sidebar_label ?? defaults.sidebarLabel ?? title,
    sidebarPosition: frontMatter.sidebar_position ?? null,
    frontMatter,
    body,
    bodyLine,
    lastUpdate: null,
  };
  return { doc, isDraft, problems };
}

/** Adds who changed each file last. @param updates keyed by path relative to the docs root */
export function withLastUpdates(docs: readonly DocSource[], updates: ReadonlyMap<string, LastUpdate>): DocSource[] {
  return docs.map((doc) => ({ ...doc, lastUpdate: updates.get(doc.source) ?? null }));
}

function titleOf(source: string, frontMatter: FrontMatter, defaults: DocDefaults, body: string): string {
  const name = docId(source).split('/').at(-1) ?? source;
  return frontMatter.title ?? defaults.title ?? firstHeading(body) ?? name;
}

const decoder = new TextDecoder('utf-8', { fatal: true });

/** The text, or the 1-based line of the first byte sequence that is not UTF-8. */
function decode(bytes: Buffer): string | number {
  try {
    // One kind of line end, so that no rule has to think of two.
    return decoder.decode(bytes).replace(/\r\n?/g, '\n');
  } catch {
    const lines = bytes.toString('latin1').split('\n');
    const bad = lines.findIndex((line) => !isUtf8(Buffer.from(line, 'latin1')));
    return bad < 0 ? 1 : bad + 1;
  }
}

function isUtf8(bytes: Buffer): boolean {
  try {
    decoder.decode(bytes);
    return true;
  } catch {
    return false;
  }
}

/** Where a Markdown file stands on the site: its id and its route. */

const stripExtension = (source: string): string => source.replace(/\.mdx?$/i, '');

/** The id of a file: its path without extension; a folder's own page (index, README) is the folder. */
export function docId(source: string): string {
  const bare = stripExtension(source);
  const folder = bare.replace(/\/(index|readme)$/i, '');
  return folder.toLowerCase();
}

/**
 * The route of a file. Rules: extension dropped, lower case, `index` and `README` stand for their folder.
 * A slug from the front matter wins: absolute below the docs' base path, or relative to the file's folder.
 * @param basePath the docs' route, e.g. `/docs`
 */
export function docPath(source: string, slug: string | undefined, basePath: string): string {
  if (slug !== undefined) return joinSlug(slug, source, basePath);
  const id = docId(source);
  const path = /^(index|readme)$/i.test(id) ? '' : `/${id}`;
  return `${basePath}${path}` || '/';
}

function joinSlug(slug: string, source: string, basePath: string): string {
  const folder = source.includes('/') ? `/${source.slice(0, source.lastIndexOf('/')).toLowerCase()}` : '';
  const path = slug.startsWith('/') ? slug : `${folder}/${slug}`;
  return `${basePath}${path.replace(/\/+$/, '')}` || '/';
}

const FENCE = /^[ \t]*(`{3,}|~{3,})/;

/** Plain text of the first level-one heading outside code, or null. Needed before the body is compiled. */
export function firstHeading(markdown: string): string | null {
  let fence: string | null = null;
  for (const line of markdown.split('\n')) {
    const mark = FENCE.exec(line)?.[1];
    if (mark !== undefined) {
      if (fence === null) fence = mark;
      else if (mark.startsWith(fence)) fence = null;
      continue;
    }
    const heading = fence === null ? /^#[ \t]+(.+?)[ \t]*#*[ \t]*$/.exec(line)?.[1] : undefined;
    if (heading !== undefined) return plainText(heading);
  }
  return null;
}

/** Drops what Markdown adds to the words of a heading: emphasis, code marks, link targets, `{#id}`. */
export function plainText(inline: string): string {
  return inline
    .replace(/\s*\{#[^}]*\}\s*$/, '')
    .replace(/!?\[([^\]]*)\]\([^)]*\)/g, '$1')
    .replace(/<[^>]+>/g, '')
    .replace(/[*`]|(?<!\w)_|_(?!\w)/g, '')
    .trim();
}
