import { readFileSync } from 'node:fs';
import { dirname, join, posix } from 'node:path';

import picomatch from 'picomatch';
import { escapePath, globSync } from 'tinyglobby';

import { relativePath } from '#config/relative-path.ts';
import type { LastUpdate } from '#model/page.ts';
import type { Problem } from '#model/problem.ts';

import type { DocSource } from './document.ts';
import { docId, docPath, idOfFrontMatter, positionOf, problemOfSlug } from './doc-routes.ts';
import { firstHeading } from './excerpts.ts';
import { parseFrontMatter, withoutEffect } from './front-matter.ts';
import type { FrontMatter } from './front-matter.ts';
import { headMetadata } from './head-metadata.ts';
import { MAX_AUTHORS, namesOfAuthors, readAuthors } from './tags-and-authors.ts';
import { isFile, isMissing, type Entries, NOT_A_FILE, REFUSED_LINK, resolvesInside, refusedSymlinks } from './files.ts';
import { withoutInvisibleIn } from './invisible-text.ts';

export interface LoadOptions {
  /** Absolute folder of the Markdown files. */
  root: string;
  /** Absolute folder that problems name files relative to. */
  projectRoot: string;
  include: readonly string[];
  exclude: readonly string[];
  /** The docs' route: `/docs`. */
  basePath: string;
  /** Whether to include pages that are marked `draft: true`. */
  drafts: boolean;
  /** Whether the pages are blog posts; absent: no. */
  isBlog?: boolean;
  /** Whether posts show their reading time; absent: no. */
  showReadingTime?: boolean;
  /** Absolute folder of the default locale, whose `authors.yml` is read if the root has none; absent: `root` is this folder. */
  originalRoot?: string;
  /** Authors of posts by their keys, from `authors.yml`. */
  authors?: Entries;
  /** Returns the values that the site's own conventions give to a file. Front matter takes precedence. */
  defaults?: ((source: string, text: string) => DocDefaults) | undefined;
  /** Transforms the text of a file before it is parsed. It must keep the line numbers. */
  rewrite?: ((source: string, text: string) => string) | undefined;
}

interface DocDefaults {
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
 * Reads every Markdown file below the root, sorted by path, and determines its id, route, and title. Bodies are not compiled.
 * This is synchronous, because reading small files through promises takes several times as much processor time.
 */
export function loadDocs(options: LoadOptions): LoadedDocs {
  // A symbolic link to the root of the file system would make the build list all files of the machine.
  const folderLinks = refusedSymlinks(options.root).filter(({ isFolder }) => isFolder);
  const ignore = [...options.exclude, ...folderLinks.map(({ path }) => `${escapePath(path)}/**`)];
  const files = globSync(options.include as string[], { cwd: options.root, ignore, dot: false });
  files.sort();
  const docs: DocSource[] = [];
  const draftIds = new Set<string>();
  const { entries: authors, problems } =
    options.isBlog === true
      ? readAuthors([options.root, ...(options.originalRoot === undefined ? [] : [options.originalRoot])], options.projectRoot)
      : { entries: {}, problems: [] };
  const isExcluded = picomatch(options.exclude as string[]);
  for (const { path } of folderLinks.filter((link) => !isExcluded(`${link.path}/x.md`) && !/(?:^|\/)\./.test(link.path))) {
    const file = relativePath(options.projectRoot, join(options.root, path));
    const message = `the folder ${REFUSED_LINK}`;
    problems.push({ file, message, severity: 'error' });
  }
  for (const file of files) {
    const one = loadDoc(file, { ...options, authors });
    for (const problem of one.problems) problems.push(problem);
    if (one.isDraft && one.doc !== null) draftIds.add(one.doc.id);
    else if (one.doc !== null) docs.push(one.doc);
  }
  return { docs, draftIds, problems };
}

/** A folder of docs other than the main one. */
export interface DocsFolder {
  name: string;
  /** Absolute. */
  root: string;
  /** Route of its pages: `/community`. */
  basePath: string;
  /** Whether its pages are blog posts. */
  isBlog: boolean;
  /** Whether posts show their reading time. */
  showReadingTime: boolean;
}

/** Reads the pages of an additional folder. @param options options of the main docs */
export function loadFolder(folder: DocsFolder, options: LoadOptions): LoadedDocs {
  const { root, basePath, isBlog, showReadingTime } = folder;
  const { docs, draftIds, problems } = loadDocs({ ...options, root, basePath, isBlog, showReadingTime });
  return {
    docs: docs.map((doc) => toSiteDoc(doc, folder, options.root)),
    draftIds: new Set([...draftIds].map((id) => `${folder.name}/${id}`)),
    problems,
  };
}

/**
 * Converts a page of an additional folder to a page of the site: prefixes its id with the name of the folder, and makes its
 * source relative to the main root (`../community/team.md`), so that relative links between the folders work.
 */
export function toSiteDoc(doc: DocSource, { name, root }: Pick<DocsFolder, 'name' | 'root'>, mainRoot: string): DocSource {
  const place = relativePath(mainRoot, root);
  return { ...doc, id: `${name}/${doc.id}`, source: posix.join(place, doc.source), folder: { name, source: doc.source } };
}

/** Returns the pages of an additional folder, or of the main docs, with the ids and sources that their own sidebars use. */
export const docsOfFolder = (folder: { name: string } | null, docs: readonly DocSource[]): DocSource[] =>
  docs.flatMap((doc) => {
    if (doc.folder?.name !== folder?.name) return [];
    return doc.folder === undefined ? doc : { ...doc, id: doc.id.slice(doc.folder.name.length + 1), source: doc.folder.source };
  });

/** Names of posts that start with their date: `2026-05-31-name.md`, `2026-5-1-name.md`, `2026-05-31-name/index.md`, `2026/05/31/name.md`, `notes/2026-05-31-name.md` */
const DATED_NAME = /^(?<folder>(?:.*\/)?)(?<year>\d{4})[-/](?<month>\d{1,2})[-/](?<day>\d{1,2})[-/](?<name>.+?)(?:\/index)?\.mdx?$/i;

interface Post {
  defaults: DocDefaults;
  /** `2026-05-31`; absent if neither the file name nor the front matter has a date. */
  date?: string;
  /** Position in the sidebar: newest first. */
  position?: number;
}

/** Returns the date, the sidebar position, and the route of a post. As in Docusaurus, a date in the file name is part of the route. */
function readPost(source: string, { date: given }: FrontMatter): Post {
  const { folder = '', year = '', month = '', day = '', name } = DATED_NAME.exec(source)?.groups ?? {};
  const defaults = name === undefined ? {} : { slug: `/${year}/${month}/${day}/${folder}${name}` };
  const date = new Date(given ?? `${year}-${month.padStart(2, '0')}-${day.padStart(2, '0')}`);
  const shown = dayOf(date);
  return shown === null ? { defaults } : { defaults, date: shown, position: -date.getTime() };
}

/** Returns a date as `2026-05-31`; null if it is invalid, or if its year does not have four digits. */
const dayOf = (date: Date): string | null =>
  Number.isNaN(date.getTime()) ? null : (/^\d{4}-\d\d-\d\d(?=T)/.exec(date.toISOString())?.[0] ?? null);

interface LoadedDoc {
  /** Null if the file cannot be a page, because it is not UTF-8 or leads outside the content folder. */
  doc: DocSource | null;
  /** Whether the page is a draft that this build leaves out. */
  isDraft: boolean;
  problems: Problem[];
}

/** Front matter keys that have an effect only in blog posts. */
const POST_KEYS = ['author', 'authors', 'date', 'author_title', 'author_url', 'authorTitle', 'authorURL'] as const;

/** Reads one Markdown file. @param source path relative to the docs root, with `/` */
export function loadDoc(source: string, options: LoadOptions): LoadedDoc {
  const absolute = join(options.root, source);
  const file = relativePath(options.projectRoot, absolute);
  const refuse = (message: string, line?: number): LoadedDoc => ({
    doc: null,
    isDraft: false,
    problems: [{ file, ...(line !== undefined && { line }), message, severity: 'error' }],
  });
  let bytes: Buffer;
  if (source.includes('\uFFFD')) return refuse('the name of the file is not valid UTF-8: rename it');
  try {
    if (!resolvesInside(options.root, absolute)) return refuse(`the file ${REFUSED_LINK}`);
    if (!isFile(absolute)) return refuse(`this ${NOT_A_FILE}`);
    bytes = readFileSync(absolute);
  } catch (error) {
    if (!isMissing(error)) throw error;
    // An editor may save the file at this moment, or git may replace it. A build must not publish a site without the page, so this is an error.
    return refuse(
      'the file was deleted or renamed while it was read, so its page is missing: build again. The development server shows the page once the file is saved again',
    );
  }
  const decoded = decode(bytes);
  if (typeof decoded === 'number') return refuse('the line is not valid UTF-8: save the file in UTF-8', decoded);
  const hidden: Problem[] = [];
  const text = withoutInvisibleIn(file, decoded, 1, hidden);
  const rewritten = options.rewrite?.(source, text) ?? text;
  const { frontMatter: ownFrontMatter, problems, hero, ...written } = parseFrontMatter(file, rewritten);
  const frontMatter = { ...ownFrontMatter, ...headMetadata(written.body) };
  const body = hero === undefined ? written.body : `${hero}\n\n${written.body}`;
  // The hero is inserted above the body, so the first line moves up by its length: lines of the body keep their numbers.
  const bodyLine = hero === undefined ? written.bodyLine : Math.max(1, written.bodyLine - hero.split('\n').length - 1);
  const post = options.isBlog === true ? readPost(source, frontMatter) : null;
  for (const key of post === null ? POST_KEYS : [])
    if (frontMatter[key] !== undefined) problems.push({ file, line: lineOfKey(rewritten, key), ...withoutEffect(key) });
  if (Array.isArray(frontMatter.authors) && frontMatter.authors.length > MAX_AUTHORS) {
    const message = `the post has more than ${MAX_AUTHORS} authors, so the others are not shown: name a team instead`;
    problems.push({ file, line: lineOfKey(rewritten, 'authors'), message, severity: 'error' });
  }
  const defaults = { ...options.defaults?.(source, rewritten), ...post?.defaults };
  const isDraft = (frontMatter.draft ?? defaults.draft) === true && !options.drafts;
  const title = titleOf(source, frontMatter, defaults, body);
  const slug = (post === null ? frontMatter.slug : frontMatter.slug?.replace(/^(?!\/)/, '/')) ?? defaults.slug;
  const slugProblem = slug === undefined ? null : problemOfSlug(slug, source);
  if (slugProblem !== null) problems.push({ file, line: lineOfKey(rewritten, 'slug'), message: slugProblem, severity: 'error' });
  const hasNumbers = frontMatter.parse_number_prefixes === false;
  const ownId = frontMatter.id === undefined ? null : idOfFrontMatter(frontMatter.id, source);
  const doc: DocSource = {
    id: ownId?.id ?? defaults.id ?? docId(source, hasNumbers),
    source,
    file,
    absolute,
    path: docPath(ownId?.source ?? source, slugProblem === null ? slug : undefined, options.basePath, hasNumbers),
    title,
    sidebarLabel: frontMatter.sidebar_label ?? frontMatter.sidebarTitle ?? defaults.sidebarLabel ?? title,
    sidebarPosition: frontMatter.sidebar_position ?? frontMatter.order ?? post?.position ?? (hasNumbers ? null : positionOf(source)),
    frontMatter,
    body,
    bodyLine,
    lastUpdate:
      post?.date === undefined
        ? null
        : {
            author: namesOfAuthors(frontMatter, options.authors ?? {}),
            date: post.date,
            post: { minutes: options.showReadingTime === true ? readingMinutes(body) : null },
          },
  };
  return { doc, isDraft, problems: [...hidden, ...problems] };
}

/** Adds the last update of each file; front matter takes precedence. @param updates by absolute path */
export function withLastUpdates(docs: readonly DocSource[], updates: ReadonlyMap<string, LastUpdate>): DocSource[] {
  const ofFolders = newestOfFolders(updates);
  return docs.map((doc) => ({ ...doc, lastUpdate: lastUpdateOf(doc, updates.get(doc.absolute) ?? ofFolders.get(doc.absolute) ?? null) }));
}

/** Returns the newest update below each folder, for pages that are generated from the files of a folder. */
function newestOfFolders(updates: ReadonlyMap<string, LastUpdate>): Map<string, LastUpdate> {
  const newest = new Map<string, LastUpdate>();
  for (const [file, update] of updates)
    for (let folder = dirname(file); folder !== dirname(folder); folder = dirname(folder)) {
      const known = newest.get(folder);
      if (known === undefined || known.date < update.date) newest.set(folder, update);
    }
  return newest;
}

function lastUpdateOf({ frontMatter: { last_update: own }, lastUpdate: known }: DocSource, update: LastUpdate | null): LastUpdate | null {
  const date = own?.date === undefined ? (known ?? update)?.date : dayOf(new Date(own.date));
  if (date === undefined || date === null) return update;
  return {
    author: own?.author ?? known?.author ?? update?.author ?? null,
    date,
    ...(known?.post !== undefined && { post: known.post }),
  };
}

/** A word. Each Chinese or Japanese character counts as one, because these languages have no spaces. */
const WORD = /[\p{sc=Han}\p{sc=Hira}\p{sc=Kana}]|[^\s\p{sc=Han}\p{sc=Hira}\p{sc=Kana}]+/gu;
const WORDS_PER_MINUTE = 200;

/** Returns the reading time in minutes, computed as in Docusaurus. */
const readingMinutes = (body: string): number => Math.max(1, Math.ceil((body.match(WORD)?.length ?? 0) / WORDS_PER_MINUTE));

function titleOf(source: string, frontMatter: FrontMatter, defaults: DocDefaults, body: string): string {
  const id = docId(source).split('/').at(-1) ?? source;
  // As in Docusaurus, the title has the capital letters of the file's name, and not its number.
  const written = posix
    .basename(source)
    .replace(/\.mdx?$/i, '')
    .slice(-id.length);
  const name = written.toLowerCase() === id.toLowerCase() ? written : id;
  return frontMatter.title ?? defaults.title ?? firstHeading(body) ?? name;
}

const decoder = new TextDecoder('utf-8', { fatal: true });

/** Returns the text with LF line endings, or the 1-based number of the first line that is not valid UTF-8. */
function decode(bytes: Buffer): string | number {
  try {
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

/** Returns the 1-based line of a front matter key; 1 if no line starts with it. */
function lineOfKey(text: string, key: string): number {
  const line = text.split('\n').findIndex((each) => each.startsWith(`${key}:`));
  return line < 0 ? 1 : line + 1;
}
