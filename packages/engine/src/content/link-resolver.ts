import { createHash } from 'node:crypto';
import { existsSync, readFileSync, statSync } from 'node:fs';
import { basename, dirname, extname, join, posix, relative, sep } from 'node:path';

import { closest, distance } from 'fastest-levenshtein';
import picomatch from 'picomatch';

import { normalizePath } from '#model/url.ts';

import type { DocSource, ResolvedTarget } from './document.ts';
import { isInside, isReallyInside } from './files.ts';
import type { ReadInline } from './includes.ts';
import { dangerInSvg } from './svg.ts';

export interface LinkResolverOptions {
  docs: readonly DocSource[];
  /** Absolute root of the Markdown files; links that start with `/` and name a file start here too. */
  root: string;
  /** Absolute folder of the default locale's files, which are used for those that the root lacks; absent: none. */
  originalRoot?: string | undefined;
  /** Absolute roots of the additional folders of docs; absent: none. */
  folderRoots?: readonly string[] | undefined;
  /** Absolute folder that `{{ inline }}` may read from, and whose files pages may link to. */
  inlineRoot: string;
  /** Path under which the site is published: links of pages may contain it. Absent: `/`. */
  baseUrl?: string | undefined;
  /** Routes of pages that are not Markdown files: `/`, `/search` … */
  otherPaths: readonly string[];
  /** Candidate routes for a route as written, of which the first page wins; absent: the route as written. */
  routesOf?: ((route: string) => readonly string[]) | undefined;
  /** Whether another version or language has a page at a route; absent: there are none. */
  isElsewhere?: ((path: string) => boolean) | undefined;
  /** Routes of files that the build generates, such as JSON Schemas. */
  generatedFiles?: ReadonlySet<string>;
  /** Absolute folders whose files are copied to the output unchanged. */
  staticDirectories: readonly string[];
  /** Returns the address that the configuration defines for a target that is neither a page nor a file, or undefined. */
  resolveLink?: ((target: string, source: string) => string | undefined) | undefined;
  /** Globs of targets that are known to be missing, each with the reason. */
  knownMissing: readonly { target: string; reason: string }[];
}

/** The dependencies of a compiled page beside its own text. It is compiled again when one of them changes. */
export interface PageDependencies {
  /** Absolute paths that were looked up, whether they exist or not. */
  files: ReadonlySet<string>;
  /** Link targets as written, with the route of the page that each resolved to; null: no page. */
  targets: ReadonlyMap<string, string | null>;
}

/** Resolves the targets of one page and records what the results depend on. */
export interface PageResolver {
  resolveTarget(target: string): ResolvedTarget;
  readInline: ReadInline;
  /** Grows while the page is compiled. */
  dependencies: PageDependencies;
}

/** Resolves links to the pages and files of the site. It is created once; each resolution is a lookup. */
export interface LinkResolver {
  resolverFor(doc: DocSource): PageResolver;
  /** A fingerprint of the rules by which links are resolved. Pages, routes, and files are not part of it, because they are dependencies of each page. */
  rules: string;
  /** Route of the page that a link target of a page leads to; null: no page. */
  pageOf(target: string, doc: DocSource): string | null;
  /** Whether the configuration lists a target or an anchor (`/docs/x#y`) as missing. */
  isKnownMissing(target: string): boolean;
  hasPath(path: string): boolean;
  /** Whether the site has a file at a route: one that the build generates, or one of a static folder. */
  hasFile(route: string): boolean;
  /** The existing route most similar to an unknown one; null if none is similar enough. */
  nearestPath(path: string): string | null;
}

export function createLinkResolver(options: LinkResolverOptions): LinkResolver {
  // As in Docusaurus, a link to a route may start with the base URL.
  const base = options.baseUrl === undefined || options.baseUrl === '/' ? '//' : options.baseUrl;
  const bySource = new Map(options.docs.map((doc) => [doc.source, doc.path]));
  const { originalRoot, folderRoots = [] } = options;
  const roots = [options.root, ...(originalRoot === undefined ? [] : [originalRoot]), ...folderRoots];
  const paths = new Set([...options.docs.map((doc) => doc.path), ...options.otherPaths.map(normalizePath)]);
  const missing = options.knownMissing.map(({ target }) => picomatch(target, { dot: true }));
  const isKnownMissing = (target: string): boolean => missing.some((matches) => matches(target));
  const nearestPath = (path: string): string | null => nearest(path, [...paths]);
  const hasPath = (path: string): boolean => paths.has(path) || options.isElsewhere?.(path) === true;

  function pageOf(target: string, doc: DocSource): string | null {
    const { named } = splitTarget(withoutAlias(target));
    const page = pageNamed(named, doc);
    return page ?? (named.startsWith(base) ? pageNamed(named.slice(base.length - 1), doc) : null);
  }

  function pageNamed(named: string, doc: DocSource): string | null {
    // Docusaurus replaces the name of the file in `other.md/#anchor` and keeps the slash.
    return named === '' ? doc.path : findPage(decode(named).replace(/(\.mdx?)\/$/i, '$1'), doc);
  }

  function resolveTarget(
    written: string,
    doc: DocSource,
    { files, targets, budget }: { files: Set<string>; targets: Map<string, string | null>; budget: Budget },
  ): ResolvedTarget {
    const target = withoutAlias(written);
    const { named, query, anchor } = splitTarget(target);
    const page = pageOf(written, doc);
    targets.set(written, page);
    if (page !== null) return { kind: 'page', path: page, query, anchor };
    const rest = target.slice(named.length);
    if (options.generatedFiles?.has(named) === true) return { kind: 'generated', path: named, rest };
    const found = findFile(decode(named), rest, doc, files);
    const file = found ?? (named.startsWith(base) ? findFile(decode(named.slice(base.length - 1)), rest, doc, files) : null);
    if (file !== null && file.kind !== 'broken') return file;
    const url = options.resolveLink?.(target, doc.source);
    if (url !== undefined) return { kind: 'external', url };
    if (isKnownMissing(absoluteTarget(named, doc)) || isKnownMissing(target)) return { kind: 'inert' };
    return file ?? { kind: 'broken', message: explain(named, doc, budget) };
  }

  function findPage(named: string, doc: DocSource): string | null {
    const besideFile = posix.normalize(posix.join(posix.dirname(doc.source), named));
    const intoMain = `../${basename(options.root)}/`;
    // From a folder beside the main docs.
    const fromBeside = besideFile.startsWith(intoMain) ? besideFile.slice(intoMain.length) : besideFile;
    const fromFile = named.startsWith('/') ? named.slice(1) : fromBeside;
    // Docusaurus also reads `docs/x.md` from the root of the site.
    const folder = `${basename(options.root)}/`;
    const fromRoot = named.startsWith('/') ? named.slice(1) : named.startsWith('.') ? fromFile : named;
    // The root of the page's own folder; and other folders, from the root of the site.
    const home = doc.folder === undefined ? '' : doc.source.slice(0, -doc.folder.source.length);
    const beside = folderRoots.length === 0 || named.startsWith('.') ? [] : [home + fromRoot, `../${fromRoot}`];
    const bases = [...beside, fromFile, fromRoot, ...(fromRoot.startsWith(folder) ? [fromRoot.slice(folder.length)] : [])];
    for (const base of bases) {
      const bare = stripSlash(base);
      const names = ['.md', '.mdx', '/README.md', '/index.md', '/README.mdx', '/index.mdx'];
      const candidates = [base, ...names.map((name) => bare + name)];
      const found = candidates.find((candidate) => bySource.has(candidate));
      if (found !== undefined) return bySource.get(found) ?? null;
    }
    const route = normalizePath(
      named.startsWith('/') ? named.replace(/\.mdx?$/i, '') : posix.normalize(posix.join(posix.dirname(doc.path), named)),
    );
    // Routes are in lower case, but authors may write them with the case of their files.
    const routes = [route, route.toLowerCase()].flatMap((one) => options.routesOf?.(one) ?? [one]);
    return routes.find(hasPath) ?? null;
  }

  function findFile(named: string, rest: string, doc: DocSource, files: Set<string>): ResolvedTarget | null {
    const candidates = named.startsWith('/')
      ? [...options.staticDirectories, ...roots].map((dir) => join(dir, named))
      : [join(dirname(doc.absolute), named), ...(originalRoot === undefined ? [] : [join(originalRoot, dirname(doc.source), named)])];
    for (const path of candidates) files.add(path);
    const absolute = candidates.find((path) => existsSync(path) && statSync(path).isFile());
    if (absolute === undefined) return null;
    const home = options.staticDirectories.find((dir) => isInside(dir, absolute));
    const own = home ?? roots.find((root) => isInside(root, absolute));
    const folder = own ?? (isInside(options.inlineRoot, absolute) ? options.inlineRoot : undefined);
    if (folder === undefined) return { kind: 'broken', message: 'the file is outside the content folder' };
    if (home === undefined && isHidden(relative(folder, absolute), own !== undefined))
      return { kind: 'broken', message: 'the file or its folder is hidden: rename it without the dot' };
    if (/\.mdx?$/i.test(absolute))
      return {
        kind: 'broken',
        message: 'the file is not one of the pages: link to a page, or to the address where its source is published',
      };
    if (!isReallyInside(folder, absolute))
      return { kind: 'broken', message: 'the file is a symbolic link that leads outside the content folder' };
    const path = home === undefined ? assetPath(absolute) : `/${relative(home, absolute).split(sep).join('/')}`;
    return { kind: 'file', asset: { absolute, path }, rest };
  }

  function explain(named: string, doc: DocSource, budget: Budget): string {
    if (budget.suggestions-- <= 0) return 'there is no such page or file';
    const byRoute = named.startsWith('/') ? named : posix.normalize(posix.join(posix.dirname(doc.path), named));
    const near = nearestPath(byRoute) ?? nearestPath(absoluteTarget(named, doc));
    return `there is no such page or file${near === null ? '' : `; did you mean "${near}"?`}`;
  }

  function readInline(path: string, doc: DocSource, files: Set<string>, budget: Budget): ReturnType<ReadInline> {
    const base = path.startsWith('.') ? dirname(doc.absolute) : options.inlineRoot;
    // The site's folder may be the folder of inlined files or the parent of the docs.
    const names = path.startsWith('@site/')
      ? [path.slice('@site'.length), withoutAlias(path).replace(`/${basename(options.root)}/`, '/')]
      : [path];
    const candidates = names.map((named) => join(base, named));
    for (const candidate of candidates) files.add(candidate);
    const absolute = candidates.find((candidate) => existsSync(candidate)) ?? candidates.at(-1) ?? base;
    const home = [options.inlineRoot, ...folderRoots].find((root) => isInside(root, absolute));
    if (home === undefined) return 'outside';
    if (!existsSync(absolute) || !statSync(absolute).isFile()) return isKnownMissing(path) ? 'listed' : 'absent';
    if (!isReallyInside(home, absolute)) return 'outside';
    if (
      isHidden(
        relative(home, absolute),
        roots.some((root) => isInside(root, absolute)),
      )
    )
      return 'hidden';
    // Only the first file that exceeds the budget is reported.
    if (budget.characters < 0) return 'listed';
    const text = readFileSync(absolute, 'utf8');
    budget.characters -= text.length + INCLUDE_COST;
    if (budget.characters < 0) return 'too much';
    const beside = relative(dirname(doc.absolute), absolute).split(sep).join('/');
    return { text, file: posix.join(posix.dirname(doc.file), beside) };
  }

  function resolverFor(doc: DocSource): PageResolver {
    const files = new Set<string>();
    const targets = new Map<string, string | null>();
    const budget = { characters: MAX_INCLUDED, suggestions: MAX_SUGGESTIONS };
    return {
      dependencies: { files, targets },
      resolveTarget: (target) => resolveTarget(target, doc, { files, targets, budget }),
      readInline: (path) => readInline(path, doc, files, budget),
    };
  }

  const hasFile = (route: string): boolean =>
    options.generatedFiles?.has(route) === true ||
    options.staticDirectories.some((dir) => statSync(join(dir, decode(route)), { throwIfNoEntry: false })?.isFile());

  return { resolverFor, rules: rulesOf(options), pageOf, isKnownMissing, hasPath, hasFile, nearestPath };
}

function rulesOf({
  baseUrl,
  root,
  originalRoot,
  folderRoots,
  inlineRoot,
  generatedFiles,
  staticDirectories,
  resolveLink,
  knownMissing,
}: LinkResolverOptions): string {
  return JSON.stringify([
    baseUrl,
    root,
    originalRoot,
    folderRoots,
    inlineRoot,
    [...(generatedFiles ?? [])],
    staticDirectories,
    String(resolveLink),
    knownMissing,
  ]);
}

/** Docusaurus's alias of the site's folder: `@site/static/x` → `/x`, `@site/docs/x` → `/docs/x`. */
const withoutAlias = (target: string): string => target.replace(/^@site\/(?:static\/)?/, '/');

/** Parts of a link target: `../a.md?x=1#b` → path, query with `?` or '', and decoded anchor. */
export function splitTarget(target: string): { named: string; query: string; anchor: string | null } {
  const [, named = '', query = '', hash] = /^([^?#]*)(\?[^#]*)?(?:#(.*))?$/s.exec(target) ?? [];
  return { named, query: query === '?' ? '' : query, anchor: hash === undefined || hash === '' ? null : decode(hash) };
}

const stripSlash = (path: string): string => path.replace(/\/+$/, '');

/** The form of a target that globs match: relative to the docs root for files, unchanged for routes. */
function absoluteTarget(named: string, doc: DocSource): string {
  return named.startsWith('/') ? named : `/${posix.normalize(posix.join(posix.dirname(doc.source), named))}`;
}

/** Maximum number of characters that a page can include from other files, each of which counts as at least `INCLUDE_COST`. */
const MAX_INCLUDED = 4_000_000;
const INCLUDE_COST = 200;
/** Maximum number of broken links of a page that get a suggestion, because each is compared with all routes. */
const MAX_SUGGESTIONS = 50;

/** What a page may still use of the limits above. */
interface Budget {
  /** Of included files. */
  characters: number;
  suggestions: number;
}

/**
 * Whether a file must not be published, such as `.env` and `.git/config`.
 * @param isContent whether it is in a folder of docs, which may have hidden folders of pictures, such as `.gitbook/assets`
 */
const isHidden = (path: string, isContent: boolean): boolean =>
  isContent ? /(?:^|[\\/])\.(?:git[\\/]|[^\\/]*$)/.test(path) : /(?:^|[\\/])\./.test(path);

/** Files that a browser, or a web server, would run or show as a page of the site. */
const RUNNABLE =
  /\.(?:[cm]?js|css|s?html?|xht(?:ml)?|m?html?|xml|xslt?|rdf|rss|atom|mml|svgz|swf|wasm|php\d?|phtml|phar|aspx?|jspx?|cgi)$/i;

/** The route of a file that pages link to. Files that browsers would run get the extension of a text, and are downloaded. */
function assetPath(absolute: string): string {
  const bytes = readFileSync(absolute);
  const hash = createHash('sha256').update(bytes).digest('hex').slice(0, 8);
  const extension = extname(absolute);
  const isText = RUNNABLE.test(extension) || (/^\.svg$/i.test(extension) && dangerInSvg(bytes) !== null);
  return `/assets/files/${basename(absolute, extension)}-${hash}${extension}${isText ? '.txt' : ''}`;
}

function decode(text: string): string {
  try {
    return decodeURIComponent(text);
  } catch {
    return text;
  }
}

/** Prefers a route with the same last segment: a moved page keeps its name more often than its folder. */
function nearest(path: string, known: readonly string[]): string | null {
  const name = (path.split('/').at(-1) ?? '').replace(/\.mdx?$/, '');
  const sameName = known.filter((one) => one.split('/').at(-1) === name.toLowerCase());
  if (sameName.length === 1) return sameName[0] ?? null;
  if (known.length === 0) return null;
  const bare = path.replace(/\.mdx?$/, '').toLowerCase();
  const near = closest(bare, sameName.length > 0 ? sameName : (known as string[]));
  return distance(bare, near) <= Math.max(3, bare.length / 4) ? near : null;
}
