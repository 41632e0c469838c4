import { readFileSync } from 'node:fs';
import { join, posix, relative, sep } from 'node:path';

import picomatch from 'picomatch';
import { escapePath, globSync } from 'tinyglobby';

import type { LastUpdate } from '#model/page.ts';
import type { Problem } from '#model/problem.ts';

import type { DocSource } from './document.ts';
import type { DocEntry } from './sidebar/sidebar-file.ts';
import { parseFrontMatter, withoutEffect } from './front-matter.ts';
import type { FrontMatter } from './front-matter.ts';
import { namesOfAuthors, readAuthors } from './authors.ts';
import { type Entries, isReallyInside, linksOutside } from './files.ts';

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
  /** Whether posts show how long reading them takes; absent: no. */
  showReadingTime?: boolean;
  /** Absolute folder of the default locale, whose `authors.yml` is read if the root has none; absent: this is that locale. */
  originalRoot?: string;
  /** Authors of posts by their keys, from `authors.yml`. */
  authors?: Entries;
  /** Returns defaults by the conventions of the content. Front matter takes precedence. */
  defaults?: ((source: string, text: string) => DocDefaults) | undefined;
  /** Transforms the text of a file before it is parsed. It must keep the line numbers. */
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
 * Reads every Markdown file below the root, sorted by path, with its id, route and title. Bodies are not compiled.
 * Synchronous, because reading small files through promises takes several times the processor time.
 */
export function loadDocs(options: LoadOptions): LoadedDocs {
  // A link to the root of the file system would make the build list all files of the machine.
  const folderLinks = linksOutside(options.root).filter(({ isFolder }) => isFolder);
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
    const file = relative(options.projectRoot, join(options.root, path)).split(sep).join('/');
    const message = 'the folder is a symbolic link that leads outside the content folder: replace it with a copy of its target';
    problems.push({ file, message, severity: 'error' });
  }
  for (const file of files) {
    const one = loadDoc(file, { ...options, authors });
    problems.push(...one.problems);
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
  /** Whether posts show how long reading them takes. */
  showReadingTime: boolean;
}

/** Reads the pages of an additional folder. @param options those of the main docs */
export function loadFolder(folder: DocsFolder, options: LoadOptions): LoadedDocs {
  const { root, basePath, isBlog, showReadingTime } = folder;
  const { docs, draftIds, problems } = loadDocs({ ...options, root, basePath, isBlog, showReadingTime });
  return {
    docs: docs.map((doc) => intoSite(doc, folder, options.root)),
    draftIds: new Set([...draftIds].map((id) => `${folder.name}/${id}`)),
    problems,
  };
}

/**
 * Converts a page of an additional folder to a page of the site: prefixes its id with the name of the folder, and makes its
 * source relative to the main root (`../community/team.md`), so that relative links between the folders work.
 */
export function intoSite(doc: DocSource, { name, root }: Pick<DocsFolder, 'name' | 'root'>, mainRoot: string): DocSource {
  const place = relative(mainRoot, root).split(sep).join('/');
  return { ...doc, id: `${name}/${doc.id}`, source: posix.join(place, doc.source), folder: { name, source: doc.source } };
}

/** Returns the pages of an additional folder, or of the main docs, with the ids and sources that their own sidebars use. */
export const docsIn = (folder: { name: string } | null, docs: readonly DocSource[]): DocSource[] =>
  docs.flatMap((doc) => {
    if (doc.folder?.name !== folder?.name) return [];
    return doc.folder === undefined ? doc : { ...doc, id: doc.id.slice(doc.folder.name.length + 1), source: doc.folder.source };
  });

/** `2026-05-31-name.md`, `2026-5-1-name.md`, `2026-05-31-name/index.md`, `2026/05/31/name.md`, `notes/2026-05-31-name.md` */
const DATED = /^(?<folder>(?:.*\/)?)(?<year>\d{4})[-/](?<month>\d{1,2})[-/](?<day>\d{1,2})[-/](?<name>.+?)(?:\/index)?\.mdx?$/i;

interface Post {
  defaults: DocDefaults;
  /** `2026-05-31`; absent if neither the file name nor the front matter has a date. */
  date?: string;
  /** Position in the sidebar: newest first. */
  position?: number;
}

/** Returns the date and position of a post. As in Docusaurus, a date in the file name is part of the route. */
function readPost(source: string, { date: given }: FrontMatter): Post {
  const { folder = '', year = '', month = '', day = '', name } = DATED.exec(source)?.groups ?? {};
  const defaults = name === undefined ? {} : { slug: `/${year}/${month}/${day}/${folder}${name}` };
  const date = new Date(given ?? `${year}-${month.padStart(2, '0')}-${day.padStart(2, '0')}`);
  return Number.isNaN(date.getTime()) ? { defaults } : { defaults, date: date.toISOString().slice(0, 10), position: -date.getTime() };
}

export interface LoadedDoc {
  /** Null if the file cannot be a page, because it is not UTF-8 or leads outside the content folder. */
  doc: DocSource | null;
  /** Whether this build leaves the page out. */
  isDraft: boolean;
  problems: Problem[];
}

/** Keys that have no effect on other pages. */
const KEYS_OF_POSTS = ['author', 'authors', 'date', 'author_title', 'author_url', 'authorTitle', 'authorURL'] as const;

/** Reads one file. */
export function loadDoc(source: string, options: LoadOptions): LoadedDoc {
  const absolute = join(options.root, source);
  const file = relative(options.projectRoot, absolute).split(sep).join('/');
  const refuse = (message: string, line?: number): LoadedDoc => ({
    doc: null,
    isDraft: false,
    problems: [{ file, ...(line !== undefined && { line }), message, severity: 'error' }],
  });
  if (!isReallyInside(options.root, absolute))
    return refuse('the file is a symbolic link that leads outside the content folder: replace it with a copy of its target');
  const text = decode(readFileSync(absolute));
  if (typeof text === 'number') return refuse('the line is not valid UTF-8: save the file in UTF-8', text);
  const rewritten = options.rewrite?.(source, text) ?? text;
  const { frontMatter, problems, hero, ...written } = parseFrontMatter(file, rewritten);
  const body = hero === undefined ? written.body : `${hero}\n\n${written.body}`;
  // The lines of the body keep their numbers.
  const bodyLine = hero === undefined ? written.bodyLine : Math.max(1, written.bodyLine - hero.split('\n').length - 1);
  const post = options.isBlog === true ? readPost(source, frontMatter) : null;
  for (const key of post === null ? KEYS_OF_POSTS : [])
    if (frontMatter[key] !== undefined) problems.push({ file, line: lineOfKey(rewritten, key), ...withoutEffect(key) });
  const defaults = { ...options.defaults?.(source, rewritten), ...post?.defaults };
  const isDraft = (frontMatter.draft ?? defaults.draft) === true && !options.drafts;
  const title = titleOf(source, frontMatter, defaults, body);
  const slug = (post === null ? frontMatter.slug : frontMatter.slug?.replace(/^(?!\/)/, '/')) ?? defaults.slug;
  const slugProblem = slug === undefined ? null : problemOfSlug(slug, source);
  if (slugProblem !== null) problems.push({ file, line: lineOfKey(rewritten, 'slug'), message: slugProblem, severity: 'error' });
  const hasNumbers = frontMatter.parse_number_prefixes === false;
  const ownId = frontMatter.id === undefined ? null : namedBy(frontMatter.id, source);
  const doc: DocSource = {
    id: ownId?.id ?? defaults.id ?? docId(source, hasNumbers),
    source,
    file,
    absolute,
    path: docPath(ownId?.source ?? source, slugProblem === null ? slug : undefined, options.basePath, hasNumbers),
    title,
    sidebarLabel: frontMatter.sidebar_label ?? defaults.sidebarLabel ?? title,
    sidebarPosition: frontMatter.sidebar_position ?? frontMatter.order ?? post?.position ?? (hasNumbers ? null : positionOf(source)),
    frontMatter,
    body,
    bodyLine,
    lastUpdate:
      post?.date === undefined
        ? null
        : {
            ...{ author: namesOfAuthors(frontMatter, options.authors ?? {}), date: post.date },
            post: { minutes: options.showReadingTime === true ? readingMinutes(body) : null },
          },
  };
  return { doc, isDraft, problems };
}

/** Adds the last update of each file; front matter takes precedence. @param updates by absolute path */
export function withLastUpdates(docs: readonly DocSource[], updates: ReadonlyMap<string, LastUpdate>): DocSource[] {
  return docs.map((doc) => ({ ...doc, lastUpdate: lastUpdateOf(doc, updates.get(doc.absolute) ?? newestBelow(doc.absolute, updates)) }));
}

/** A generated page may be made from all files of a folder. */
function newestBelow(folder: string, updates: ReadonlyMap<string, LastUpdate>): LastUpdate | null {
  const below = [...updates].filter(([file]) => file.startsWith(folder + sep)).map(([, update]) => update);
  return below.toSorted((a, b) => (a.date < b.date ? 1 : -1))[0] ?? null;
}

function lastUpdateOf({ frontMatter: { last_update: own }, lastUpdate: known }: DocSource, update: LastUpdate | null): LastUpdate | null {
  const date = own?.date === undefined ? (known ?? update)?.date : new Date(own.date);
  if (date === undefined || (date instanceof Date && Number.isNaN(date.getTime()))) return update;
  return {
    author: own?.author ?? known?.author ?? update?.author ?? null,
    date: date instanceof Date ? date.toISOString().slice(0, 10) : date,
    ...(known?.post !== undefined && { post: known.post }),
  };
}

/** A character of Chinese or Japanese counts as a word, because these languages have no spaces. */
const WORD = /[\p{sc=Han}\p{sc=Hira}\p{sc=Kana}]|[^\s\p{sc=Han}\p{sc=Hira}\p{sc=Kana}]+/gu;
const WORDS_PER_MINUTE = 200;

/** The minutes that reading a post takes, as Docusaurus counts them. */
const readingMinutes = (body: string): number => Math.max(1, Math.ceil((body.match(WORD)?.length ?? 0) / WORDS_PER_MINUTE));

/** The id from the front matter: it replaces the last part of the path and the route, or the whole id if it contains a slash. */
function namedBy(id: string, source: string): { id: string; source: string } {
  if (id.includes('/')) return { id, source };
  const named = posix.join(posix.dirname(source), `${id}.md`);
  return { id: docId(named), source: named };
}

function titleOf(source: string, frontMatter: FrontMatter, defaults: DocDefaults, body: string): string {
  const name = docId(source).split('/').at(-1) ?? source;
  return frontMatter.title ?? defaults.title ?? firstHeading(body) ?? name;
}

const decoder = new TextDecoder('utf-8', { fatal: true });

/** The text, or the 1-based line of the first byte sequence that is not UTF-8. */
function decode(bytes: Buffer): string | number {
  try {
    // Later steps expect LF line endings only.
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

const stripExtension = (source: string): string => source.replace(/\.mdx?$/i, '');

/**
 * `01-guides/2_start` → `guides/start`: as in Docusaurus, a number before a name orders the sidebar and is not part of the
 * route. Dates and versions (`2024-05-notes`, `1.2-notes`) stay.
 */
const NUMBER_PREFIX = /^(\d+)\s*[-_.]+\s*(?=[^-_.\s\d])/;
const withoutNumbers = (path: string): string =>
  path
    .split('/')
    .map((step) => step.replace(NUMBER_PREFIX, ''))
    .join('/');

/** The number before the name of a file: its position in the sidebar. `index` and `README` have that of their folder. */
function positionOf(source: string): number | null {
  const steps = source.split('/');
  const name = /^(index|readme)\.mdx?$/i.test(steps.at(-1) ?? '') ? steps.at(-2) : steps.at(-1);
  return numberPrefix(name ?? '');
}

/** The number before a name, as of `01-guides`; null without one. */
export function numberPrefix(name: string): number | null {
  const number = NUMBER_PREFIX.exec(name)?.[1];
  return number === undefined ? null : Number(number);
}

/**
 * The id of a file: its path without extension and numbers, in lower case. `index` and `README` have the id of their folder.
 * @param hasNumbers whether a number before the file's own name is part of the id
 */
export function docId(source: string, hasNumbers = false): string {
  const whole = stripExtension(source);
  const bare = hasNumbers ? posix.join(withoutNumbers(posix.dirname(whole)), posix.basename(whole)) : withoutNumbers(whole);
  const folder = bare.replace(/\/(index|readme)$/i, '');
  return folder.toLowerCase();
}

/**
 * The route of a file: its id, or its slug below the docs' base path (`/x`) or relative to the folder of the file (`x`).
 * @param basePath the docs' route, e.g. `/docs`
 */
export function docPath(source: string, slug: string | undefined, basePath: string, hasNumbers = false): string {
  if (slug !== undefined) return `${basePath}${slugRoute(slug, source)}` || '/';
  const id = isNamesake(stripExtension(source)) ? docId(`${posix.dirname(source)}/index.md`) : docId(source, hasNumbers);
  const path = /^(index|readme)$/i.test(id) ? '' : `/${id}`;
  return `${basePath}${path}` || '/';
}

/** Whether a path or an id without extension has the name of its folder: as in Docusaurus, `jobs/jobs` is the page of the `jobs` folder. */
export const isNamesake = (path: string): boolean => {
  const [name, folder] = path.toLowerCase().split('/').toReversed();
  return name === folder;
};

/** Route of a slug below the base path, without a slash at its end. */
function slugRoute(slug: string, source: string): string {
  return posix.join('/', slug.startsWith('/') ? '' : folderOf(source), slug).replace(/\/+$/, '');
}

/** The route of a file with its original case; the route of the page is in lower case. */
export function writtenPath(source: string, basePath: string): string {
  const bare = stripExtension(source);
  const named = withoutNumbers(isNamesake(bare) ? posix.dirname(source) : bare).replace(/(?:^|\/)(?:index|readme)$/i, '');
  return `${basePath}/${named}`.replace(/(.)\/$/, '$1');
}

const folderOf = (source: string): string => posix.dirname(withoutNumbers(source)).toLowerCase();

/** Returns an error message if a slug is outside the docs or is not a valid route (the route becomes an output path); otherwise null. */
function problemOfSlug(slug: string, source: string): string | null {
  // oxlint-disable-next-line no-control-regex
  const unusable = /[\u0000-\u001f\\?#]/.exec(slug)?.[0];
  if (unusable !== undefined)
    return `The slug ${JSON.stringify(slug)} contains ${JSON.stringify(unusable)}: write a route such as /guides/start`;
  // Without the leading slash, steps that leave the root stay visible.
  const steps = posix.normalize(slug.startsWith('/') ? slug.replace(/^\/+/, '') : posix.join(folderOf(source), slug));
  const leaves = steps === '..' || steps.startsWith('../');
  return leaves ? `The slug "${slug}" leads outside the docs: write a route such as /guides/start` : null;
}

/** 1-based line of a key of the front matter. */
function lineOfKey(text: string, key: string): number {
  const line = text.split('\n').findIndex((each) => each.startsWith(`${key}:`));
  return line < 0 ? 1 : line + 1;
}

const FENCE = /^[ \t]*(`{3,}|~{3,})/;

/** In UTF-16 units. A longer heading is cut. */
const MAX_HEADING = 300;

/** The lines of Markdown that are not part of a fenced code block. A block is an empty line. */
function* linesOutsideFences(markdown: string): Generator<string> {
  let fence: string | null = null;
  for (const line of markdown.split('\n')) {
    const mark = FENCE.exec(line)?.[1];
    if (mark === undefined) {
      if (fence === null) yield line;
    } else if (fence === null) {
      fence = mark;
      yield '';
    } else if (mark.startsWith(fence)) fence = null;
  }
}

/** Plain text of the first h1 outside code, or null. It is needed before the body is compiled. */
export function firstHeading(markdown: string): string | null {
  for (const line of linesOutsideFences(markdown)) {
    if (!/^#[ \t]/.test(line)) continue;
    const heading = line.slice(1, MAX_HEADING).trim();
    // Closing number signs are not part of the heading (CommonMark 4.2).
    const text = heading.replace(/(^|[ \t])#+$/, '').trimEnd();
    if (text !== '') return plainText(text);
  }
  return null;
}

/** Length of a description, in UTF-16 units. */
const MAX_DESCRIPTION = 160;
/** Length of the text, in UTF-16 units, in which a first sentence is searched. */
const MAX_SEARCHED = 20_000;

/** Lines that are not a sentence: headings, tags, imports, tables, pictures, quotes, directives. */
const NOT_PROSE = /^\s*(?:[#<|>!{]|:::|---|(?:import|export)\s|\[!\w+\]|$)/;

const LIST_ITEM = /^\s*(?:[-*+]|\d+[.)])\s+/;

/** The line below a heading. */
const UNDERLINE = /^(?:=+|-+)\s*$/;

/** Returns the first paragraph of a text or its first list item, with its Markdown. A longer one is cut. */
function firstParagraph(body: string): string {
  let paragraph = '';
  for (const line of linesOutsideFences(body.slice(0, MAX_SEARCHED))) {
    if (UNDERLINE.test(line)) paragraph = '';
    else if (paragraph === '') {
      // A line may have nothing but a picture or a tag.
      if (!NOT_PROSE.test(line) && plainText(line) !== '') paragraph = line.replace(LIST_ITEM, '');
    } else if (NOT_PROSE.test(line) || LIST_ITEM.test(line) || paragraph.length > MAX_HEADING) break;
    else paragraph += ` ${line.trim()}`;
  }
  // Do not show half of a link.
  return paragraph.slice(0, MAX_HEADING).replace(/!?\[([^\]]*)(?:\]\([^)]*)?$/, '$1');
}

/** Returns the description of a page for lists of pages: that of the front matter, or the first words of its text, cut at a word. */
export function descriptionOf({ frontMatter, body = '' }: Pick<DocEntry, 'frontMatter' | 'body'>): string {
  const given = frontMatter?.description?.trim();
  if (given) return given;
  const text = plainText(firstParagraph(body));
  return text.length <= MAX_DESCRIPTION ? text : `${text.slice(0, text.lastIndexOf(' ', MAX_DESCRIPTION))}…`;
}

/** Removes the Markdown of a heading: emphasis, code marks, link targets, and `{#id}`. */
export function plainText(inline: string): string {
  return inline
    .slice(0, MAX_HEADING)
    .replace(/\s*\{(?:#[^}]*|\/\*\s*#[^}]*\*\/)\}\s*$/, '')
    .replace(/!?\[([^\]]*)\]\([^)]*\)/g, '$1')
    .replace(/<[^>]+>/g, '')
    .replace(/[*`]|(?<!\w)_|_(?!\w)/g, '')
    .trim();
}
