import { createHash } from 'node:crypto';
import { existsSync, readFileSync, statSync } from 'node:fs';
import { basename, dirname, extname, join, posix, relative } from 'node:path';

import { lookup } from 'mrmime';
import picomatch from 'picomatch';

import { nearestName } from '#config/nearest-name.ts';
import { relativePath } from '#config/relative-path.ts';
import { isExternal, normalizePath, withoutTrailingSlashes } from '#model/url.ts';

import type { Asset, CountRepeated, DocSource, ResolvedTarget } from './document.ts';
import { isHidden, isInside, isPrivate, REFUSED_LINK, resolvesInside } from './files.ts';
import { describeFailure, type ReadInclude } from './includes.ts';
import { MAX_COMPARISONS, MAX_SUGGESTIONS } from './links.ts';

interface LinkResolverOptions {
  docs: readonly DocSource[];
  /** Absolute root of the Markdown files. Paths of files that start with `/` start here, or in a static folder. */
  root: string;
  /** Absolute root of the default locale, whose files are used if the root lacks them; absent: none. */
  originalRoot?: string | undefined;
  /** Absolute roots of the additional folders of docs; absent: none. */
  folderRoots?: readonly string[] | undefined;
  /** Absolute folder that `{{ inline }}` may read from, and whose files pages may link to. */
  inlineRoot: string;
  /** Path under which the site is published, with which links may start; absent: `/`. */
  baseUrl?: string | undefined;
  /** Routes of pages that are not Markdown files: `/`, `/search` … */
  otherPaths: readonly string[];
  /** Returns the routes to try for a route as written, in order; absent: only the route as written. */
  routesOf?: ((route: string) => readonly string[]) | undefined;
  /** Whether another version or language has a page at a route; absent: there is no other. */
  isElsewhere?: ((path: string) => boolean) | undefined;
  /** Redirects: old route → route of a page, or the full address of another site. A link to an old route leads to its target. */
  redirects?: ReadonlyMap<string, string> | undefined;
  /** Routes of files that the build generates, such as JSON Schemas. */
  generatedFiles?: ReadonlySet<string>;
  /** Absolute folders whose files are copied to the output unchanged. */
  staticDirectories: readonly string[];
  /** Returns the address that the configuration defines for a target that is neither a page nor a file, or undefined. */
  resolveLink?: ((target: string, source: string) => string | undefined) | undefined;
  /** Globs of targets that are known to be missing, each with the reason. */
  knownMissing: readonly { target: string; reason: string }[];
}

/** The dependencies of a compiled page in addition to its own text. The page is compiled again when one of these changes. */
export interface PageDependencies {
  /** Absolute paths that were looked up, whether they exist or not. */
  files: ReadonlySet<string>;
  /** Link targets as written, with the route of the page that each resolved to; null: no page. */
  targets: ReadonlyMap<string, string | null>;
}

/** Resolves the link targets of one page, and records what the results depend on. */
interface PageResolver {
  resolveTarget(target: string): ResolvedTarget;
  readInclude: ReadInclude;
  countRepeated: CountRepeated;
  /** Grows while the page is compiled. */
  dependencies: PageDependencies;
}

/** Resolves links to the pages and files of the site. It is created once for the site. */
export interface LinkResolver {
  resolverFor(doc: DocSource): PageResolver;
  /** The options that affect how links are resolved, as a cache key. Pages and files are not part of it, because they are dependencies of each page. */
  rules: string;
  /** Returns the route of the page to which a link target of a page leads; null: no page. */
  pageOf(target: string, doc: DocSource): string | null;
  /** Whether the configuration lists a target or an anchor (`/docs/x#y`) as missing. */
  isKnownMissing(target: string): boolean;
  hasPath(path: string): boolean;
  /** Whether the site has a file at a route: one that the build generates, or one of a static folder. */
  hasFile(route: string): boolean;
  /** Returns the route of the site that is most similar to an unknown one; null if none is similar enough. */
  nearestPath(path: string): string | null;
}

export function createLinkResolver(options: LinkResolverOptions): LinkResolver {
  // As in Docusaurus, a link may start with the base URL. Without a base URL, `//` matches no route.
  const base = options.baseUrl === undefined || options.baseUrl === '/' ? '//' : options.baseUrl;
  const bySource = new Map(options.docs.map((doc) => [doc.source, doc.path]));
  const { originalRoot, folderRoots = [] } = options;
  const roots = [options.root, ...(originalRoot === undefined ? [] : [originalRoot]), ...folderRoots];
  const paths = new Set([...options.docs.map((doc) => doc.path), ...options.otherPaths.map(normalizePath)]);
  const missing = options.knownMissing.map(({ target }) => picomatch(target, { dot: true }));
  const isKnownMissing = (target: string): boolean => missing.some((matches) => matches(target));
  let comparisons = MAX_COMPARISONS;
  const nearestPath = (path: string): string | null => {
    comparisons -= paths.size;
    return comparisons < 0 ? null : nearest(path, [...paths]);
  };
  /** Characters of included files that the pages of the site may still repeat. */
  const repeated = {
    files: new Set<string>(),
    characters: REPEATED_CHARACTERS.start + options.docs.reduce((sum, { body }) => sum + body.length * REPEATED_CHARACTERS.perCharacter, 0),
  };
  const hasPath = (path: string): boolean => paths.has(path) || options.isElsewhere?.(path) === true;

  function pageOf(target: string, doc: DocSource): string | null {
    const { pathname } = splitTarget(withoutAlias(target));
    const page = pageAtPathname(pathname, doc);
    return page ?? (pathname.startsWith(base) ? pageAtPathname(pathname.slice(base.length - 1), doc) : null);
  }

  function pageAtPathname(pathname: string, doc: DocSource): string | null {
    // As in Docusaurus, `other.md/#anchor` leads to the page of `other.md`.
    return pathname === '' ? doc.path : findPage(decode(pathname).replace(/(\.mdx?)\/$/i, '$1'), doc);
  }

  function resolveTarget(written: string, doc: DocSource, { files, targets, published, budget }: PageState): ResolvedTarget {
    const target = withoutAlias(written);
    const { pathname, query, anchor } = splitTarget(target);
    const page = pageOf(written, doc);
    targets.set(written, page);
    if (page !== null) return { kind: 'page', path: page, query, anchor };
    const rest = target.slice(pathname.length);
    if (options.generatedFiles?.has(pathname) === true) return { kind: 'generated', path: pathname, rest };
    // Docusaurus's alias can name any file of the site.
    const inSite = written.startsWith('@site/') ? [options.inlineRoot] : [];
    const found = findFile(decode(pathname), rest, doc, { files, published }, inSite);
    const file =
      found ?? (pathname.startsWith(base) ? findFile(decode(pathname.slice(base.length - 1)), rest, doc, { files, published }) : null);
    if (file !== null && file.kind !== 'broken') return file;
    const url = options.resolveLink?.(target, doc.source) ?? options.redirects?.get(normalizePath(pathname));
    if (url !== undefined) return { kind: 'external', url };
    if (isKnownMissing(absoluteTarget(pathname, doc)) || isKnownMissing(target)) return { kind: 'known-missing' };
    return file ?? { kind: 'broken', message: explainBrokenLink(pathname, doc, budget) };
  }

  function findPage(pathname: string, doc: DocSource): string | null {
    for (const place of placesOfPage(pathname, doc, basename(options.root), folderRoots.length > 0)) {
      const bare = withoutTrailingSlashes(place);
      const found = bySource.get(place) ?? PAGE_ENDINGS.map((ending) => bySource.get(bare + ending)).find((path) => path !== undefined);
      if (found !== undefined) return found;
    }
    const route = normalizePath(
      pathname.startsWith('/') ? pathname.replace(/\.mdx?$/i, '') : posix.normalize(posix.join(posix.dirname(doc.path), pathname)),
    );
    // Routes are in lower case, but authors may write them in the case of their files.
    const routes = [route, route.toLowerCase()].flatMap((one) => options.routesOf?.(one) ?? [one]);
    const moved = routes.map((one) => options.redirects?.get(one)).find((to) => to?.startsWith('/'));
    return routes.find(hasPath) ?? moved?.replace(/[?#].*/s, '') ?? null;
  }

  /** @param otherRoots further folders in which paths that start with a slash can start */
  function findFile(
    pathname: string,
    rest: string,
    doc: DocSource,
    { files, published }: Pick<PageState, 'files' | 'published'>,
    otherRoots: readonly string[] = [],
  ): ResolvedTarget | null {
    const candidates = pathname.startsWith('/')
      ? [...options.staticDirectories, ...roots, ...otherRoots].map((dir) => join(dir, pathname))
      : [join(dirname(doc.absolute), pathname), ...(originalRoot === undefined ? [] : [join(originalRoot, dirname(doc.source), pathname)])];
    for (const path of candidates) files.add(path);
    const absolute = candidates.find((path) => existsSync(path) && statSync(path).isFile());
    if (absolute === undefined) return null;
    // A page can link to one large file thousands of times.
    const known = published.get(absolute) ?? publish(absolute);
    published.set(absolute, known);
    return typeof known === 'string' ? { kind: 'broken', message: known } : { kind: 'file', asset: known, rest };
  }

  /** Returns a file as it is published, or the reason why it is not. */
  function publish(absolute: string): Asset | string {
    const home = options.staticDirectories.find((dir) => isInside(dir, absolute));
    const own = home ?? roots.find((root) => isInside(root, absolute));
    const folder = own ?? (isInside(options.inlineRoot, absolute) ? options.inlineRoot : undefined);
    if (folder === undefined) return 'the file is outside the content folder';
    if (home === undefined && isUnpublished(relative(folder, absolute), own !== undefined))
      return 'the file or its folder is hidden: rename it without the dot';
    if (/\.mdx?$/i.test(absolute))
      return 'the file is not one of the pages: link to a page, or to the address where its source is published';
    if (!resolvesInside(folder, absolute)) return `the file ${REFUSED_LINK}`;
    if (home === undefined && isPrivate(absolute)) return describeFailure('private');
    if (home === undefined && statSync(absolute).size > MAX_LINKED_BYTES)
      return `the file has more than ${MAX_LINKED_BYTES / 1e6} MB: publish it elsewhere, and link to its address`;
    return { absolute, path: home === undefined ? assetPath(absolute) : `/${relativePath(home, absolute)}` };
  }

  function explainBrokenLink(pathname: string, doc: DocSource, budget: Budget): string {
    if (budget.suggestions-- <= 0) return 'there is no such page or file';
    const byRoute = pathname.startsWith('/') ? pathname : posix.normalize(posix.join(posix.dirname(doc.path), pathname));
    const near = nearestPath(byRoute) ?? nearestPath(absoluteTarget(pathname, doc));
    return `there is no such page or file${near === null ? '' : `; did you mean "${near}"?`}`;
  }

  /** Counts a file that becomes part of a page. Returns whether the pages of the site may still repeat it. */
  function countRepeated(absolute: string, characters: number): boolean {
    if (repeated.files.has(absolute)) repeated.characters -= characters;
    repeated.files.add(absolute);
    return repeated.characters >= 0;
  }

  function readInclude(path: string, doc: DocSource, files: Set<string>, budget: Budget): ReturnType<ReadInclude> {
    const base = path.startsWith('.') ? dirname(doc.absolute) : options.inlineRoot;
    // `@site` may be the folder of included files, or the parent of the docs.
    const names = path.startsWith('@site/')
      ? [path.slice('@site'.length), withoutAlias(path).replace(`/${basename(options.root)}/`, '/')]
      : [path];
    const candidates = names.map((pathname) => join(base, pathname));
    for (const candidate of candidates) files.add(candidate);
    const absolute = candidates.find((candidate) => existsSync(candidate)) ?? candidates.at(-1) ?? base;
    const home = [options.inlineRoot, ...roots].find((root) => isInside(root, absolute));
    if (home === undefined) return 'outside';
    if (!existsSync(absolute) || !statSync(absolute).isFile()) return isKnownMissing(path) ? 'silent' : 'missing';
    if (!resolvesInside(home, absolute)) return 'outside';
    const isContent = roots.some((root) => isInside(root, absolute));
    if (isUnpublished(relative(home, absolute), isContent)) return 'hidden';
    // A page may show a key as an example, and so may the Markdown files that it includes.
    if (!(isContent && /\.mdx?$/i.test(absolute)) && isPrivate(absolute)) return 'private';
    // Report only the first file that exceeds the budget.
    if (budget.characters < 0) return 'silent';
    const text = readFileSync(absolute, 'utf8');
    budget.characters -= text.length + INCLUDE_COST;
    if (budget.characters < 0) return 'too large';
    if (!countRepeated(absolute, text.length)) {
      // The page reports this once, and includes nothing more.
      budget.characters = -1;
      return 'repeated';
    }
    const beside = relativePath(dirname(doc.absolute), absolute);
    return { text, file: posix.join(posix.dirname(doc.file), beside) };
  }

  function resolverFor(doc: DocSource): PageResolver {
    const files = new Set<string>();
    const targets = new Map<string, string | null>();
    const budget = { characters: MAX_INCLUDED_CHARACTERS, suggestions: MAX_SUGGESTIONS };
    const state = { files, targets, published: new Map<string, Asset | string>(), budget };
    return {
      dependencies: { files, targets },
      resolveTarget: (target) => resolveTarget(target, doc, state),
      readInclude: (path) => readInclude(path, doc, files, budget),
      countRepeated,
    };
  }

  const hasFile = (route: string): boolean =>
    options.generatedFiles?.has(route) === true ||
    options.staticDirectories.some((dir) => statSync(join(dir, decode(route)), { throwIfNoEntry: false })?.isFile());

  return {
    resolverFor,
    // Read on demand, because the redirects are added after the resolver was created.
    get rules() {
      return rulesOf(options);
    },
    pageOf,
    isKnownMissing,
    hasPath,
    hasFile,
    nearestPath,
  };
}

/** Endings that can follow the path in a link to the file of a page. */
const PAGE_ENDINGS = ['.md', '.mdx', '/README.md', '/index.md', '/README.mdx', '/index.mdx'];

/**
 * Returns the paths, relative to the docs root, at which a link can lead to the file of a page, in the order in which they are tried.
 * @param rootName name of the docs root @param hasFolders whether there are additional folders of docs
 */
function placesOfPage(pathname: string, doc: DocSource, rootName: string, hasFolders: boolean): string[] {
  const isAbsolute = pathname.startsWith('/');
  const besideFile = posix.normalize(posix.join(posix.dirname(doc.source), pathname));
  // A relative link from an additional folder can lead into the main docs.
  const intoMain = `../${rootName}/`;
  const fromBeside = besideFile.startsWith(intoMain) ? besideFile.slice(intoMain.length) : besideFile;
  const fromFile = isAbsolute ? pathname.slice(1) : fromBeside;
  // As in Docusaurus, `docs/x.md` can also start at the root of the site.
  const fromRoot = isAbsolute ? pathname.slice(1) : pathname.startsWith('.') ? fromFile : pathname;
  const fromSite = fromRoot.startsWith(`${rootName}/`) ? [fromRoot.slice(rootName.length + 1)] : [];
  // In an additional folder, paths can start at its root, or at the root of the site and lead to another folder.
  const home = doc.folder === undefined ? '' : doc.source.slice(0, -doc.folder.source.length);
  const inFolders = hasFolders && !pathname.startsWith('.') ? [home + fromRoot, `../${fromRoot}`] : [];
  return [...inFolders, fromFile, fromRoot, ...fromSite];
}

/** Returns the options that affect how links are resolved, as a cache key. A redirect to a page is not one of them, because the page is a dependency. */
function rulesOf({
  baseUrl,
  root,
  originalRoot,
  folderRoots,
  inlineRoot,
  redirects,
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
    [...(redirects ?? [])].filter(([, to]) => isExternal(to)),
    [...(generatedFiles ?? [])],
    staticDirectories,
    String(resolveLink),
    knownMissing,
  ]);
}

/** Removes Docusaurus's alias for the folder of the site: `@site/static/x` → `/x`, `@site/docs/x` → `/docs/x`. */
const withoutAlias = (target: string): string => target.replace(/^@site\/(?:static\/)?/, '/');

/** Splits a link target such as `../a.md?x=1#b`. @returns `query` with its `?`, or ''; `anchor` decoded and without `#`, or null */
export function splitTarget(target: string): { pathname: string; query: string; anchor: string | null } {
  const [, pathname = '', query = '', hash] = /^([^?#]*)(\?[^#]*)?(?:#(.*))?$/s.exec(target) ?? [];
  return { pathname, query: query === '?' ? '' : query, anchor: hash === undefined || hash === '' ? null : decode(hash) };
}

/** Returns the form of a target that the globs of `knownMissing` match: a path from the docs root for files, the route itself for routes. */
function absoluteTarget(pathname: string, doc: DocSource): string {
  return pathname.startsWith('/') ? pathname : `/${posix.normalize(posix.join(posix.dirname(doc.source), pathname))}`;
}

/** Maximum number of characters that a page can include from other files. */
const MAX_INCLUDED_CHARACTERS = 2_000_000;
/**
 * Maximum number of characters that all pages of a site include again after a page has included the file: at the start, and for each character of
 * the pages. Without it, a page of a few lines could become megabytes, and so each of a thousand.
 */
const REPEATED_CHARACTERS = { start: 5_000_000, perCharacter: 5 };
/** Characters that each included file counts in addition to its text, so that the number of files is limited, too. */
const INCLUDE_COST = 200;
/** What the resolver of a page collects. */
interface PageState extends PageDependencies {
  files: Set<string>;
  targets: Map<string, string | null>;
  /** The linked files, or the reasons why they are not published, by their absolute paths. */
  published: Map<string, Asset | string>;
  budget: Budget;
}
/** The remaining budget of a page. */
interface Budget {
  /** Characters of included files. */
  characters: number;
  suggestions: number;
}

/**
 * Whether a file must not be published, because it or its folder is hidden, such as `.env` and `.git/config`.
 * @param isContent whether the file is in a folder of docs, in which hidden folders such as `.gitbook/assets` may contain pictures
 */
const isUnpublished = (path: string, isContent: boolean): boolean =>
  isContent ? /(?:^|[\\/])\.(?:git[\\/]|[^\\/]*$)/i.test(path) : isHidden(path);

/** Extensions of files that a browser or a web server would run, or show as a page of the site. */
const ACTIVE_CONTENT =
  /\.(?:[cm]?js|css|s?html?|xht(?:ml)?|m?html?|xml|xslt?|rdf|rss|atom|mml|svgz|swf|wasm|php\d?|phtml|phar|aspx?|jspx?|cgi|ecma|kml|xul|dae)$/i;
/** The media types of XML files, in which browsers run scripts of XHTML and SVG. */
const XML_TYPE = /[/+]xml(?:-|$)/;

/** Number of bytes in which a browser looks for the first tag of a file without a type (WHATWG MIME Sniffing, 5.2: 1,445). */
const SNIFFED_BYTES = 2048;

/** Whether a browser shows a file as HTML or XML if the web server does not know its type. Servers know different types, Apache not that of `.yaml`. */
const startsWithTag = (bytes: Buffer): boolean => bytes.toString('utf8', 0, SNIFFED_BYTES).trimStart().startsWith('<');

/** Folder of linked files in the output. */
const LINKED_FILES = '/assets/files/';

const contentHash = (bytes: Buffer): string => createHash('sha256').update(bytes).digest('hex').slice(0, 8);

/**
 * Whether these are the bytes of the file that was checked when its page was compiled. Since then, a link out of the site or a private key may have
 * taken its place. Other assets, and the pictures of drawings, are files of the build itself.
 */
export const isAsChecked = ({ path }: Pick<Asset, 'path'>, bytes: Buffer): boolean =>
  !path.startsWith(LINKED_FILES) || /\.svg$/i.test(path) || path.includes(`-${contentHash(bytes)}`);

/** Maximum size of a linked file in bytes. It is read into memory. */
const MAX_LINKED_BYTES = 100_000_000;

/** Whether a file is a drawing of the content, which must not be published without `publishDrawing`. Those of static folders are the owner's. */
export const isLinkedDrawing = ({ path }: Asset): boolean => path.startsWith(LINKED_FILES) && /\.svg$/i.test(path);

/**
 * Returns the route at which a linked file is published, with a hash of its content. Active content gets the extension `.txt`, so that it is not
 * run. So do JSON files, which a script could take for the data of a page, and files whose type web servers do not know, which a browser may
 * show as HTML. Other extensions lose their dot, because Apache acts on them, too.
 */
function assetPath(absolute: string): string {
  const bytes = readFileSync(absolute);
  const hash = contentHash(bytes);
  const extension = extname(absolute);
  const type = lookup(extension);
  const isActive =
    type === undefined || /[/+]json$/.test(type) || ACTIVE_CONTENT.test(extension) || XML_TYPE.test(type) || startsWithTag(bytes);
  // The page that links to a drawing publishes it, or a picture of it.
  const isText = isActive && !/^\.svg$/i.test(extension);
  const name = `${basename(absolute, extension)}-${hash}${isText ? extension : ''}`.replace(/\.(?=[a-z])/gi, '-');
  return `${LINKED_FILES}${name}${isText ? '.txt' : extension}`;
}

function decode(text: string): string {
  try {
    return decodeURIComponent(text);
  } catch {
    return text;
  }
}

/** Returns the most similar route. Prefers routes with the same last segment, because a moved page keeps its name more often than its folder. */
function nearest(path: string, known: readonly string[]): string | null {
  const name = (path.split('/').at(-1) ?? '').replace(/\.mdx?$/, '');
  const sameName = known.filter((one) => one.split('/').at(-1) === name.toLowerCase());
  if (sameName.length === 1) return sameName[0] ?? null;
  const bare = path.replace(/\.mdx?$/, '').toLowerCase();
  return nearestName(bare, sameName.length > 0 ? sameName : known, Math.max(3, bare.length / 4));
}
