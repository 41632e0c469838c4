import { createHash } from 'node:crypto';
import { existsSync, readFileSync, realpathSync, statSync } from 'node:fs';
import { extname, basename, dirname, join, posix, relative, sep } from 'node:path';

import { closest, distance } from 'fastest-levenshtein';
import picomatch from 'picomatch';

import { normalizePath } from '#model/url.ts';

import type { DocSource, ResolvedTarget } from './document.ts';
import type { ReadInline } from './includes.ts';

export interface SiteMapOptions {
  docs: readonly DocSource[];
  /** Absolute root of the Markdown files; links that start with `/` and name a file start here too. */
  root: string;
  /** Absolute folder that `{{ inline }}` may read from. */
  inlineRoot: string;
  /** Routes that are not Markdown pages: `/`, `/integrations` … */
  otherPaths: readonly string[];
  /** Routes of files that the build generates, such as JSON Schemas. */
  generatedFiles?: ReadonlySet<string>;
  /** Absolute folders copied to the output as they are. */
  staticDirectories: readonly string[];
  /** A configuration's own answer for a target that is no page and no file. */
  resolveLink?: ((target: string, source: string) => string | undefined) | undefined;
  /** Targets that the tree lacks, as globs, each with the reason. */
  knownMissing: readonly { target: string; reason: string }[];
}

/** What a compiled page depends on, beside its own text: it has to be compiled again when one of them changes. */
export interface PageDependencies {
  /** Absolute paths that were looked up, whether they exist or not. */
  files: ReadonlySet<string>;
  /** Link targets as written, with the route of the page that each led to; null: no page. */
  targets: ReadonlyMap<string, string | null>;
}

/** What one page asks of the map, and what the answers depend on. */
export interface PageResolver {
  resolveTarget(target: string): ResolvedTarget;
  readInline: ReadInline;
  /** Grows while the page is compiled. */
  dependencies: PageDependencies;
}

/** The site's map of pages and files: answers where a link of a page leads (R-107). Built once; each answer is a look-up. */
export interface SiteMap {
  resolverFor(doc: DocSource): PageResolver;
  /** Changes with the rules by which links are resolved; pages, routes and files are dependencies of each page. */
  rules: string;
  /** Route of the page that a link target of a page leads to; null: no page. */
  pageOf(target: string, doc: DocSource): string | null;
  /** Whether a missing target or anchor (`/docs/x#y`) is listed in the configuration. */
  isKnownMissing(target: string): boolean;
  hasPath(path: string): boolean;
  /** The route nearest to one that does not exist, when it is near enough to be meant. */
  nearestPath(path: string): string | null;
}

export function createSiteMap(options: SiteMapOptions): SiteMap {
  const bySource = new Map(options.docs.map((doc) => [doc.source, doc.path]));
  const paths = new Set([...options.docs.map((doc) => doc.path), ...options.otherPaths.map(normalizePath)]);
  const missing = options.knownMissing.map(({ target }) => picomatch(target, { dot: true }));
  const isKnownMissing = (target: string): boolean => missing.some((matches) => matches(target));
  const nearestPath = (path: string): string | null => nearest(path, [...paths]);

  function pageOf(target: string, doc: DocSource): string | null {
    const { named } = splitTarget(target);
    return named === '' ? doc.path : findPage(decode(named), doc);
  }

  function resolveTarget(target: string, doc: DocSource, files: Set<string>, targets: Map<string, string | null>): ResolvedTarget {
    const { named, anchor } = splitTarget(target);
    const page = pageOf(target, doc);
    targets.set(target, page);
    if (page !== null) return { kind: 'page', path: page, anchor: anchor === '' ? null : anchor };
    if (options.generatedFiles?.has(named) === true) return { kind: 'generated', path: named };
    const file = findFile(decode(named), doc, files);
    if (file !== null) return file;
    const url = options.resolveLink?.(target, doc.source);
    if (url !== undefined) return { kind: 'external', url };
    if (isKnownMissing(absoluteTarget(named, doc)) || isKnownMissing(target)) return { kind: 'inert' };
    return { kind: 'broken', message: explain(named, doc) };
  }

  function findPage(named: string, doc: DocSource): string | null {
    const fromFile = named.startsWith('/') ? named.slice(1) : posix.normalize(posix.join(posix.dirname(doc.source), named));
    // Docusaurus also reads `docs/x.md` from the root of the tree.
    for (const base of /^[./]/.test(named) ? [fromFile] : [fromFile, named]) {
      const candidates = [base, `${base}.md`, `${base}.mdx`, `${stripSlash(base)}/README.md`, `${stripSlash(base)}/index.md`];
      const found = candidates.find((candidate) => bySource.has(candidate));
      if (found !== undefined) return bySource.get(found) ?? null;
    }
    const route = normalizePath(
      named.startsWith('/') ? named.replace(/\.mdx?$/i, '') : posix.normalize(posix.join(posix.dirname(doc.path), named)),
    );
    return paths.has(route) ? route : null;
  }

  function findFile(named: string, doc: DocSource, files: Set<string>): ResolvedTarget | null {
    const candidates = named.startsWith('/')
      ? [...options.staticDirectories.map((dir) => join(dir, named)), join(options.root, named)]
      : [join(dirname(doc.absolute), named)];
    for (const path of candidates) files.add(path);
    const absolute = candidates.find((path) => existsSync(path) && statSync(path).isFile());
    if (absolute === undefined) return null;
    const home = options.staticDirectories.find((dir) => isInside(dir, absolute));
    if (home !== undefined) return { kind: 'file', asset: { absolute, path: `/${relative(home, absolute).split(sep).join('/')}` } };
    if (!isInside(options.root, absolute)) return { kind: 'broken', message: 'the file lies outside the content tree' };
    return { kind: 'file', asset: { absolute, path: assetPath(absolute) } };
  }

  function explain(named: string, doc: DocSource): string {
    const byRoute = named.startsWith('/') ? named : posix.normalize(posix.join(posix.dirname(doc.path), named));
    const near = nearestPath(byRoute) ?? nearestPath(absoluteTarget(named, doc));
    return `there is no such page or file${near === null ? '' : `; did you mean "${near}"?`}`;
  }

  function readInline(path: string, files: Set<string>): ReturnType<ReadInline> {
    const absolute = join(options.inlineRoot, path);
    if (!isInside(options.inlineRoot, absolute)) return 'outside';
    files.add(absolute);
    if (!existsSync(absolute) || !statSync(absolute).isFile()) return isKnownMissing(path) ? 'listed' : 'absent';
    if (!isInside(realpathSync(options.inlineRoot), realpathSync(absolute))) return 'outside';
    return { text: readFileSync(absolute, 'utf8') };
  }

  function resolverFor(doc: DocSource): PageResolver {
    const files = new Set<string>();
    const targets = new Map<string, string | null>();
    return {
      dependencies: { files, targets },
      resolveTarget: (target) => resolveTarget(target, doc, files, targets),
      readInline: (path) => readInline(path, files),
    };
  }

  return { resolverFor, rules: rulesOf(options), pageOf, isKnownMissing, hasPath: (path) => paths.has(path), nearestPath };
}

/** A link target without query and anchor, and its anchor. */
function splitTarget(target: string): { named: string; anchor: string | null } {
  const hash = target.indexOf('#');
  return {
    named: (hash < 0 ? target : target.slice(0, hash)).replace(/\?.*$/, ''),
    anchor: hash < 0 ? null : decode(target.slice(hash + 1)),
  };
}

function rulesOf({ root, inlineRoot, generatedFiles, staticDirectories, resolveLink, knownMissing }: SiteMapOptions): string {
  return JSON.stringify([root, inlineRoot, [...(generatedFiles ?? [])], staticDirectories, String(resolveLink), knownMissing]);
}

const stripSlash = (path: string): string => path.replace(/\/+$/, '');

/** Target as the map's globs know it: from the docs' root for files, as it stands for routes. */
function absoluteTarget(named: string, doc: DocSource): string {
  return named.startsWith('/') ? named : `/${posix.normalize(posix.join(posix.dirname(doc.source), named))}`;
}

function assetPath(absolute: string): string {
  const hash = createHash('sha256').update(readFileSync(absolute)).digest('hex').slice(0, 8);
  const extension = extname(absolute);
  return `/assets/files/${basename(absolute, extension)}-${hash}${extension}`;
}

function isInside(folder: string, path: string): boolean {
  const rest = relative(folder, path);
  return rest !== '' && !rest.startsWith('..') && !rest.startsWith(sep);
}

function decode(text: string): string {
  try {
    return decodeURIComponent(text);
  } catch {
    return text;
  }
}

/** Compares last parts first: a page that moved keeps its name more often than its folder. */
function nearest(path: string, known: readonly string[]): string | null {
  const name =
    path
      .split('/')
      .at(-1)
      ?.replace(/\.mdx?$/, '') ?? '';
  const sameName = known.filter((one) => one.split('/').at(-1) === name.toLowerCase());
  if (sameName.length === 1) return sameName[0] ?? null;
  if (known.length === 0) return null;
  const bare = path.replace(/\.mdx?$/, '').toLowerCase();
  const near = closest(bare, sameName.length > 0 ? sameName : (known as string[]));
  return distance(bare, near) <= Math.max(3, bare.length / 4) ? near : null;
}
