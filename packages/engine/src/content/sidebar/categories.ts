/** Reads the settings of categories from `_category_.json` or `_category_.yml` in their folders, and generates overviews of categories. */
import { readFileSync } from 'node:fs';
import { dirname, join, posix, relative, sep } from 'node:path';

import { escapePath, globSync } from 'tinyglobby';
import { parseDocument } from 'yaml';
import { z } from 'zod';

import { suggestKey } from '#config/validate.ts';
import type { Problem } from '#model/problem.ts';

import { isReallyInside, linksOutside, MAX_YAML, TOO_LONG_YAML } from '../files.ts';
import { descriptionOf, docId } from '../load-docs.ts';
import { rebasePaths } from '../relative-paths.ts';
import { readLines } from '../source-lines.ts';
import { lineOf, parseCategoryLink, generatedSidebar, parseSidebars, readSidebarFile, ROOT_INDEX } from './sidebar-file.ts';
import type { CategoryIndex, CategoryItem, ResolvedCategory, ResolvedItem, SidebarItem } from './sidebar-file.ts';
import type { DocSource } from '../document.ts';
import { expandFolders, resolveSidebar } from './resolve-sidebar.ts';

/** The settings of a category in its folder. */
export interface CategoryFile {
  label?: string;
  position?: number;
  collapsed?: boolean;
  /** Id of the category's page; null: none, not even the folder's own; absent: the folder's own. */
  link?: string | null;
  /** The overview to generate for the category. */
  index?: CategoryIndex;
}

export interface CategoryFiles {
  /** By the id of the folder: in lower case, without numbers before names. */
  categories: ReadonlyMap<string, CategoryFile>;
  problems: Problem[];
}

const SCHEMA = z.object({
  label: z.string().min(1).optional(),
  position: z.number().optional(),
  collapsed: z.boolean().optional(),
  collapsible: z.boolean().optional(),
  description: z.string().optional(),
  link: z.unknown().optional(),
});
const WITHOUT_EFFECT = new Set(['className', 'customProps', 'key']);
const KEYS = Object.keys(SCHEMA.shape);

/**
 * Reads the files of all folders below the docs root.
 * @param shownRoot the root as shown in problems
 * @param originalRoot the docs root of the default locale, whose files are used where a translation has none; absent: this is that root
 */
export function readCategoryFiles(root: string, shownRoot: string, originalRoot?: string): CategoryFiles {
  // The build of the default locale reports the problems of these files.
  const categories = new Map(originalRoot === undefined ? [] : readCategoryFiles(originalRoot, '').categories);
  const problems: Problem[] = [];
  const ignore = linksOutside(root).flatMap(({ path, isFolder }) => (isFolder ? [`${escapePath(path)}/**`] : []));
  for (const path of globSync('**/_category_.{json,yml,yaml}', { cwd: root, ignore }).toSorted()) {
    const file = shownRoot === '' ? path : `${shownRoot}/${path}`;
    if (!isReallyInside(root, join(root, path))) {
      problems.push({ file, message: 'the file is a symbolic link that leads outside the content folder', severity: 'error' });
      continue;
    }
    const text = readFileSync(join(root, path), 'utf8');
    const report = (message: string, near: string | null, severity: Problem['severity'] = 'error', kind?: string): void => {
      const line = near === null ? undefined : lineOf(text, near);
      problems.push({ file, ...(line !== undefined && { line }), message, severity, ...(kind !== undefined && { kind }) });
    };
    const folder = dirname(path) === '.' ? '' : docId(`${dirname(path)}/index.md`);
    const read = readCategory(text, folder.split('/').at(-1) ?? '', report);
    if (read !== null) categories.set(folder, read);
  }
  return { categories, problems };
}

type ReportCategory = (message: string, near: string | null, severity?: Problem['severity'], kind?: string) => void;

function readCategory(text: string, name: string, report: ReportCategory): CategoryFile | null {
  if (text.length > MAX_YAML) {
    report(TOO_LONG_YAML, null);
    return null;
  }
  // JSON is YAML.
  const document = parseDocument(text, { prettyErrors: false });
  const [error] = document.errors;
  if (error !== undefined) {
    report(`the file cannot be read: ${error.message}`, null);
    return null;
  }
  let value: unknown;
  try {
    value = document.toJS() ?? {};
  } catch (thrown) {
    report(`the file cannot be read: ${thrown instanceof Error ? thrown.message : String(thrown)}`, null);
    return null;
  }
  if (typeof value !== 'object' || value === null || Array.isArray(value)) {
    report('expected keys such as `label: Guides` and `position: 2`', null);
    return null;
  }
  for (const key of Object.keys(value)) {
    if (WITHOUT_EFFECT.has(key)) report(`"${key}" has no effect here`, key, 'warning', `"${key}" of categories has no effect`);
    else if (!KEYS.includes(key)) report(`there is no key "${key}"; ${suggestKey(key, KEYS)}`, key, 'warning');
  }
  const parsed = SCHEMA.safeParse(value);
  if (!parsed.success) {
    for (const { path, message } of parsed.error.issues) report(`"${path.join('.')}": ${message}`, String(path[0] ?? ''));
    return null;
  }
  const { label, position, collapsed, collapsible, link, description } = parsed.data;
  const linked: Pick<CategoryFile, 'link' | 'index'> =
    link === undefined ? {} : parseCategoryLink(link, label ?? name, (message) => report(message, 'link'));
  if (description !== undefined && linked.index !== undefined) linked.index.description ??= description;
  return {
    ...(label !== undefined && { label }),
    ...(position !== undefined && { position }),
    ...((collapsed !== undefined || collapsible === false) && { collapsed: collapsed !== false && collapsible !== false }),
    ...linked,
  };
}

export interface IndexOptions {
  /** Absolute path of the sidebar file; null: the sidebar is generated. */
  file: string | null;
  /** Absolute folder of the Markdown files. */
  root: string;
  /** That of the default locale; absent: this is the default locale. */
  originalRoot?: string | undefined;
  docs: readonly DocSource[];
  /** The docs' route. */
  basePath: string;
  /** Messages name files relative to this folder. */
  projectRoot: string;
  /** Locale of the dates in the overview of a blog; absent: the pages are not blog posts. */
  blogLocale?: string | undefined;
  /** Translations of labels and of the interface, by the English words. */
  words?: Readonly<Record<string, string>>;
}

/**
 * Generates the overviews that a sidebar asks for (`link: { type: generated-index }`): the pages of a category with their
 * descriptions. Problems of the sidebar are reported by `openNavigation` only.
 */
export async function categoryIndexes({
  file,
  root,
  originalRoot,
  docs,
  basePath,
  projectRoot,
  blogLocale,
  words = {},
}: IndexOptions): Promise<DocSource[]> {
  const { categories } = readCategoryFiles(root, '', originalRoot);
  if (file === null && categories.size === 0) return [];
  const shown = file === null ? 'generated sidebar' : relative(projectRoot, file).split(sep).join('/');
  const { sidebars } = parseSidebars(file === null ? generatedSidebar(null) : await readSidebarFile(file, shown));
  const tree = expandFolders([...sidebars.values()].flat(), docs, categories);
  const made: DocSource[] = [];
  // Nested overviews come first, because the enclosing one lists them.
  for (const { item, index } of withIndex(tree)) {
    const known = [...docs, ...made];
    const options = { name: '', file: shown, text: '', isKnownMissing: () => true };
    const { tree: items } = resolveSidebar([{ ...item, link: null }], known, options);
    const [category] = items;
    if (category?.type !== 'category') continue;
    const place = {
      file: shown,
      absolute: join(projectRoot, shown),
      path: index.slug === ROOT_INDEX ? basePath || '/' : `${basePath}/${index.slug}`,
    };
    const say = (text: string): string => words[text] ?? text;
    const spoken = { ...index, title: say(index.title), description: index.description && say(index.description) };
    made.push(
      indexPage(
        spoken,
        say(item.label),
        listOf(category.items, { slug: index.slug, docs: known, blogLocale, say, folder: dirname(place.absolute) }),
        place,
      ),
    );
  }
  return made;
}

function withIndex(items: readonly SidebarItem[]): { item: CategoryItem; index: CategoryIndex }[] {
  return items.flatMap((item) => {
    if (item.type !== 'category') return [];
    return [...withIndex(item.items), ...(item.index === undefined ? [] : [{ item, index: item.index }])];
  });
}

function indexPage(
  { slug, title, description, text }: CategoryIndex,
  label: string,
  list: string,
  place: Pick<DocSource, 'file' | 'absolute' | 'path'>,
): DocSource {
  return {
    id: slug,
    source: `${slug}.md`,
    ...place,
    title,
    sidebarLabel: label,
    sidebarPosition: null,
    isOverview: true,
    frontMatter: { ...(description === null ? {} : { description }), custom_edit_url: null },
    body: [text || description || '', list].filter(Boolean).join('\n\n'),
    bodyLine: 1,
    lastUpdate: null,
  };
}

/** The date of a post, on one line. */
function dateOf({ lastUpdate }: DocSource, locale: string): string {
  if (lastUpdate === null) return '';
  const format = new Intl.DateTimeFormat(locale, { dateStyle: 'medium', timeZone: 'UTC' });
  return format.format(new Date(lastUpdate.date)).replaceAll(' ', '\u00a0');
}

interface ListOptions {
  /** The slug of the overview, from which its links lead. */
  slug: string;
  /** Absolute folder at which the paths of the overview start, except for those of pages. */
  folder: string;
  docs: readonly DocSource[];
  /** Locale of the dates of posts; undefined: the pages are not posts. */
  blogLocale: string | undefined;
  say: (text: string) => string;
}

/** Lists the pages of the category in one table, then each group without a page under its name. Posts have their excerpts. */
function listOf(items: readonly ResolvedItem[], options: ListOptions): string {
  const { slug, docs, blogLocale, say } = options;
  const byPath = new Map(docs.map((doc) => [doc.path, doc]));
  const row = (...cells: string[]): string => `|${cells.map((cell) => (cell === '' ? ' ' : ` ${cell} `)).join('|')}|`;
  const head = [row(say('Page'), say('What it is for')), row('---', '---')].join('\n');
  const entries = items.flatMap((item) => {
    const doc = item.type === 'link' || item.type === 'heading' || item.path === null ? undefined : byPath.get(item.path);
    if (doc !== undefined && blogLocale !== undefined) return [postOf(doc, blogLocale, options)];
    if (item.type === 'link') return [row(`[${plain(item.label)}](${item.href})`, '')];
    if (item.type === 'heading' || doc === undefined) return [];
    const [label, about] =
      item.type === 'category' ? [item.label, descriptionOf(doc) || countOf(item, say)] : [doc.title, descriptionOf(doc)];
    return [row(`[${plain(label)}](${targetOf(slug, doc)})`, plain(about))];
  });
  const groups = items.flatMap((item) =>
    item.type === 'category' && item.path === null ? [`## ${plain(say(item.label))}`, listOf(item.items, options)] : [],
  );
  const list = blogLocale === undefined ? [head, ...entries].join('\n') : entries.join('\n\n');
  return [...(entries.length === 0 ? [] : [list]), ...groups].join('\n\n');
}

/** How many entries a category has, as the cards of Docusaurus say it. */
export function countOf({ items }: ResolvedCategory, say: (text: string) => string): string {
  const count = items.filter(({ type }) => type !== 'heading').length;
  return count === 1 ? say('1 item') : say('{count} items').replace('{count}', String(count));
}

/** A post in the list of a blog: its title, date, authors, reading time, and excerpt. */
function postOf(doc: DocSource, locale: string, options: ListOptions): string {
  const { author, post } = doc.lastUpdate ?? {};
  const minutes = post?.minutes == null ? '' : options.say('{minutes} min read').replace('{minutes}', String(post.minutes));
  const about = [dateOf(doc, locale), plain(author ?? ''), minutes].filter(Boolean).join(' · ');
  const head = `## [${plain(doc.title)}](${targetOf(options.slug, doc)})`;
  return [head, ...(about === '' ? [] : [`*${about}*`]), excerptOf(doc, options)].join('\n\n');
}

/** The comment that ends the excerpt of a post. */
const TRUNCATE = /^[ \t]*(?:<!--\s*truncate\s*-->|\{\/\*\s*truncate\s*\*\/\})[ \t]*$/m;
/** Syntax that depends on other parts of the post: code of MDX, components, references, and footnotes. */
const DEPENDENT = /^(?:import|export)\s|<[A-Z]|\{|\]\[|\[\^/m;

const withoutCode = (markdown: string): string =>
  readLines(markdown, 1)
    .map(({ kind, text }) => (kind === 'text' ? text.replace(/(`+)(?:(?!\1)[^])*\1/g, '') : ''))
    .join('\n');

/** The text of a heading, which is not a heading of the list; '' for the title of the post, which the list has already. */
const withoutHeading = (line: string): string =>
  line.replace(/^#\s.*|^#{2,6}\s+(.*?)[\s#]*$/, (_, own?: string) => (own === undefined ? '' : `**${own}**`));

/** The beginning of a post as its author wrote it, or its first words. */
function excerptOf(doc: DocSource, { slug, folder }: ListOptions): string {
  const end = TRUNCATE.exec(doc.body)?.index;
  // Imports are for components, which an excerpt as it was written does not contain.
  const start = doc.body
    .slice(0, end)
    .replace(/^import\s.*$/gm, '')
    .trim();
  if (end === undefined || start === '' || DEPENDENT.test(withoutCode(start))) return plain(descriptionOf(doc));
  const toPage = posix.relative(posix.dirname(slug), posix.dirname(doc.source));
  const toFile = relative(folder, dirname(doc.absolute)).split(sep).join('/');
  return readLines(start, 1)
    .map(({ kind, text }) => (kind === 'text' ? withoutHeading(rebasePaths(text, toPage, toFile)) : text))
    .join('\n')
    .trim();
}

/** The link to a page from a page with this path. */
export const targetOf = (from: string, { source }: Pick<DocSource, 'source'>): string =>
  encodeURI(posix.relative(posix.dirname(from), source)).replace(/[()]/g, (mark) => (mark === '(' ? '%28' : '%29'));

/** Escapes Markdown in titles and descriptions, which are plain text. */
export const plain = (text: string): string => text.replace(/[\\`*_{}[\]<>|&#]/g, (mark) => `&#${mark.charCodeAt(0)};`);
