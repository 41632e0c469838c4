/** Reads the settings of categories from `_category_.json` or `_category_.yml` in their folders, and generates the overviews of categories. */
import { readFileSync } from 'node:fs';
import { dirname, join, posix } from 'node:path';

import { escapePath, globSync } from 'tinyglobby';
import { z } from 'zod';
import { messageOf } from '@quire/search/error-message';

import { relativePath } from '#config/relative-path.ts';
import { suggestKey } from '#config/validate.ts';
import { wordFor } from '#model/interface-words.ts';
import type { Problem } from '#model/problem.ts';
import { encodeAddress } from '#model/url.ts';

import { isFile, NOT_A_FILE, REFUSED_LINK, refusedSymlinks, resolvesInside, MAX_YAML_LENGTH, TOO_LONG_YAML } from '../files.ts';
import { docId } from '../doc-routes.ts';
import { descriptionOf } from '../excerpts.ts';
import { rebasePaths } from '../includes.ts';
import { readLines } from '../source-lines.ts';
import { parseYaml } from '../yaml.ts';
import { lineOfProblem, parseCategoryLink, generatedSidebar, parseSidebars, readSidebarFile, ROOT_INDEX } from './sidebar-file.ts';
import type { ResolvedCategory, ResolvedItem } from './resolve-sidebar.ts';
import type { CategoryIndex, CategoryItem, SidebarItem } from './sidebar-file.ts';
import type { DocSource } from '../document.ts';
import { createDocLookup, expandFolders, resolveSidebar } from './resolve-sidebar.ts';

/** The settings of a category in its folder. */
interface CategoryFile {
  label?: string;
  position?: number;
  collapsed?: boolean;
  /** Id of the category's page; null: none; absent: the page of the folder, if it has one. */
  link?: string | null;
  /** The overview to generate for the category. */
  index?: CategoryIndex;
}

export interface CategoryFiles {
  /** By the id of the folder, which is in lower case and without number prefixes. */
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
 * @param shownRoot root relative to the project, for problems
 * @param originalRoot docs root of the default locale, whose files are used for folders without a file; absent: `root` is that root
 */
export function readCategoryFiles(root: string, shownRoot: string, originalRoot?: string): CategoryFiles {
  // The build of the default locale reports the problems of these files.
  const categories = new Map(originalRoot === undefined ? [] : readCategoryFiles(originalRoot, '').categories);
  const problems: Problem[] = [];
  const ignore = refusedSymlinks(root).flatMap(({ path, isFolder }) => (isFolder ? [`${escapePath(path)}/**`] : []));
  for (const path of globSync('**/_category_.{json,yml,yaml}', { cwd: root, ignore }).toSorted()) {
    const file = shownRoot === '' ? path : `${shownRoot}/${path}`;
    if (!resolvesInside(root, join(root, path))) {
      problems.push({ file, message: `the file ${REFUSED_LINK}`, severity: 'error' });
      continue;
    }
    if (!isFile(join(root, path))) {
      problems.push({ file, message: `this ${NOT_A_FILE}`, severity: 'error' });
      continue;
    }
    const text = readFileSync(join(root, path), 'utf8');
    const earlier = problems.length;
    const report = (message: string, near: string | null, severity: Problem['severity'] = 'error', kind?: string): void => {
      const line = near === null ? undefined : lineOfProblem(text, near, problems.length - earlier);
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
  if (text.length > MAX_YAML_LENGTH) {
    report(TOO_LONG_YAML, null);
    return null;
  }
  // JSON is valid YAML.
  const document = parseYaml(text);
  const [error] = document.errors;
  if (error !== undefined) {
    report(`the file cannot be read: ${error.message}`, null);
    return null;
  }
  let value: unknown;
  try {
    value = document.toJS() ?? {};
  } catch (thrown) {
    report(`the file cannot be read: ${messageOf(thrown)}`, null);
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

interface IndexOptions {
  /** Absolute path of the sidebar file; null: the sidebar is generated. */
  file: string | null;
  /** Absolute folder of the Markdown files. */
  root: string;
  /** The same folder of the default locale; absent: this is the default locale. */
  originalRoot?: string | undefined;
  docs: readonly DocSource[];
  /** The docs' route. */
  basePath: string;
  /** Messages name files relative to this folder. */
  projectRoot: string;
  /** Locale of the dates in the overview of a blog; absent: the pages are not blog posts. */
  blogLocale?: string | undefined;
  /** Translations of labels and of the interface, by the original text. */
  words?: Readonly<Record<string, string>>;
}

/**
 * Generates the overviews of categories (`link: { type: generated-index }`), which list the pages of a category with their descriptions.
 * Does not report problems of the sidebar, because `loadNavigation` does.
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
  const shown = file === null ? 'generated sidebar' : relativePath(projectRoot, file);
  const { sidebars } = parseSidebars(file === null ? generatedSidebar(null) : await readSidebarFile(file, shown));
  const lookup = createDocLookup(docs);
  const byPath = new Map(docs.map((doc) => [doc.path, doc]));
  const tree = expandFolders([...sidebars.values()].flat(), lookup, categories);
  const made: DocSource[] = [];
  // Nested overviews come first, because the enclosing one lists them.
  for (const { item, index } of withIndex(tree)) {
    const options = { name: '', file: shown, text: '', isKnownMissing: () => true };
    const { tree: items } = resolveSidebar([{ ...item, link: null }], lookup, options);
    const [category] = items;
    if (category?.type !== 'category') continue;
    const place = {
      file: shown,
      absolute: join(projectRoot, shown),
      path: index.slug === ROOT_INDEX ? basePath || '/' : `${basePath}/${index.slug}`,
    };
    const translate = (text: string): string => wordFor(text, words);
    const spoken = { ...index, title: translate(index.title), description: index.description && translate(index.description) };
    const list = listOf(category.items, { slug: index.slug, byPath, blogLocale, translate, folder: dirname(place.absolute) });
    const page = indexPage(spoken, translate(item.label), list, place);
    made.push(page);
    lookup.add(page);
    byPath.set(page.path, page);
  }
  return made;
}

/** Returns the categories with an overview, inner ones first. */
function withIndex(items: readonly SidebarItem[]): { item: CategoryItem; index: CategoryIndex }[] {
  return items.flatMap((item) => {
    if (item.type !== 'category') return [];
    return [...withIndex(item.items), ...(item.index === undefined ? [] : [{ item, index: item.index }])];
  });
}

function indexPage(
  { slug, title, description, text, aliases }: CategoryIndex,
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
    frontMatter: {
      ...(description !== null && { description }),
      ...(aliases !== undefined && { aliases: [...aliases] }),
      custom_edit_url: null,
    },
    body: [text || description || '', list].filter(Boolean).join('\n\n'),
    bodyLine: 1,
    lastUpdate: null,
  };
}

/** Returns the date of a post with non-breaking spaces; '' if it has none. */
function dateOf({ lastUpdate }: DocSource, locale: string): string {
  if (lastUpdate === null) return '';
  const format = new Intl.DateTimeFormat(locale, { dateStyle: 'medium', timeZone: 'UTC' });
  return format.format(new Date(lastUpdate.date)).replaceAll(' ', '\u00a0');
}

interface ListOptions {
  /** The slug of the overview, to which its links are relative. */
  slug: string;
  /** Absolute folder to which paths of other files, such as pictures, are relative. */
  folder: string;
  byPath: ReadonlyMap<string, DocSource>;
  /** Locale of the dates of posts; undefined: the pages are not posts. */
  blogLocale: string | undefined;
  translate: (text: string) => string;
}

/** Returns a table of the pages of a category, and then each inner category without a page of its own, under a heading. For posts, returns their excerpts. */
function listOf(items: readonly ResolvedItem[], options: ListOptions): string {
  const { slug, byPath, blogLocale, translate } = options;
  const row = (...cells: string[]): string => `|${cells.map((cell) => (cell === '' ? ' ' : ` ${cell} `)).join('|')}|`;
  const head = [row(translate('Page'), translate('What it is for')), row('---', '---')].join('\n');
  const entries = items.flatMap((item) => {
    const doc = item.type === 'link' || item.type === 'heading' || item.path === null ? undefined : byPath.get(item.path);
    if (doc !== undefined && blogLocale !== undefined) return [postOf(doc, blogLocale, options)];
    if (item.type === 'link') return [row(`[${escapeMarkdown(item.label)}](${item.href})`, '')];
    if (item.type === 'heading' || doc === undefined) return [];
    const [label, about] =
      item.type === 'category' ? [item.label, descriptionOf(doc) || countLabel(item, translate)] : [doc.title, descriptionOf(doc)];
    return [row(`[${escapeMarkdown(label)}](${relativeLink(slug, doc)})`, escapeMarkdown(about))];
  });
  const groups = items.flatMap((item) =>
    item.type === 'category' && item.path === null ? [`## ${escapeMarkdown(translate(item.label))}`, listOf(item.items, options)] : [],
  );
  const list = blogLocale === undefined ? [head, ...entries].join('\n') : entries.join('\n\n');
  return [...(entries.length === 0 ? [] : [list]), ...groups].join('\n\n');
}

/** Returns the number of entries of a category as a text, such as `3 items`. */
export function countLabel({ items }: ResolvedCategory, translate: (text: string) => string): string {
  const count = items.filter(({ type }) => type !== 'heading').length;
  return count === 1 ? translate('1 item') : translate('{count} items').replace('{count}', String(count));
}

/** Returns a post for the list of a blog: its title, date, authors, reading time, and excerpt. */
function postOf(doc: DocSource, locale: string, options: ListOptions): string {
  const { author, post } = doc.lastUpdate ?? {};
  const minutes = post?.minutes == null ? '' : options.translate('{minutes} min read').replace('{minutes}', String(post.minutes));
  const about = [dateOf(doc, locale), escapeMarkdown(author ?? ''), minutes].filter(Boolean).join(' · ');
  const head = `## [${escapeMarkdown(doc.title)}](${relativeLink(options.slug, doc)})`;
  return [head, ...(about === '' ? [] : [`*${about}*`]), excerptOf(doc, options)].join('\n\n');
}

/** The comment that ends the excerpt of a post. */
const TRUNCATE = /^[ \t]*(?:<!--\s*truncate\s*-->|\{\/\*\s*truncate\s*\*\/\})[ \t]*$/m;
/** Syntax that may depend on other parts of the post: MDX code, components, reference links, and footnotes. */
const DEPENDENT = /^(?:import|export)\s|<[A-Z]|\{|\]\[|\[\^/m;

/** Returns Markdown without code blocks and inline code. */
const withoutCode = (markdown: string): string =>
  readLines(markdown, 1)
    .map(({ kind, text }) => (kind === 'text' ? text.replace(/(?<!`)(`+)(?!`)[^]*?(?<!`)\1(?!`)/g, '') : ''))
    .join('\n');

/** Replaces a heading with bold text, so that it is not a heading of the list, and the title of the post, which the list repeats, with ''. */
const withoutHeading = (line: string): string =>
  line.replace(/^#\s.*|^#{2,6}\s+([^]*)/, (_, own?: string) => (own === undefined ? '' : `**${/^[^]*[^\s#]/.exec(own)?.[0] ?? ''}**`));

/** Returns the beginning of a post, up to the `truncate` comment, or its description if that is not possible. */
function excerptOf(doc: DocSource, { slug, folder }: ListOptions): string {
  const end = TRUNCATE.exec(doc.body)?.index;
  // Imports have no effect, because excerpts with components are not used.
  const start = doc.body
    .slice(0, end)
    .replace(/^import\s.*$/gm, '')
    .trim();
  if (end === undefined || start === '' || DEPENDENT.test(withoutCode(start))) return escapeMarkdown(descriptionOf(doc));
  const toPage = posix.relative(posix.dirname(slug), posix.dirname(doc.source));
  const toFile = relativePath(folder, dirname(doc.absolute));
  return readLines(start, 1)
    .map(({ kind, text }) => (kind === 'text' ? withoutHeading(rebasePaths(text, toPage, toFile)) : text))
    .join('\n')
    .trim();
}

/** Returns the relative link to a page. @param from path of the page that contains the link */
export const relativeLink = (from: string, { source }: Pick<DocSource, 'source'>): string =>
  encodeAddress(posix.relative(posix.dirname(from), source)).replace(/[()]/g, (mark) => (mark === '(' ? '%28' : '%29'));

/** Escapes a plain text, such as a title, for Markdown. */
export const escapeMarkdown = (text: string): string => text.replace(/[\\`*_{}[\]<>|&#]/g, (mark) => `&#${mark.charCodeAt(0)};`);
