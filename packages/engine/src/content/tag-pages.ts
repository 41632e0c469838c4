/** Generates a page for each tag of the front matter, which lists the pages with that tag, and adds links to these pages at the end of tagged pages, as in Docusaurus. */
import { join, posix } from 'node:path';

import { relativePath } from '#config/relative-path.ts';
import type { Problem } from '#model/problem.ts';
import { withoutTrailingSlashes } from '#model/url.ts';

import type { DocSource } from './document.ts';
import { readEntries } from './files.ts';
import { descriptionOf, MAX_LABEL_LENGTH, shorten } from './excerpts.ts';
import { escapeMarkdown, relativeLink } from './sidebar/categories.ts';

interface Tag {
  label: string;
  /** Last segment of its route. */
  name: string;
  description: string | null;
}

interface TagOptions {
  /** Absolute folder of the pages, which may have a `tags.yml`. */
  root: string;
  /** The pages of the folder. */
  docs: readonly DocSource[];
  /** Route of the folder. */
  basePath: string;
  words: Readonly<Record<string, string>>;
  /** Messages name files relative to this folder. */
  projectRoot: string;
}

export interface TagPages {
  /** Problems of `tags.yml`. */
  problems: Problem[];
  /** A page for each tag, and one that lists all tags; empty if no page has a tag. */
  pages: DocSource[];
  /** Returns a page of the folder with links to its tags at the end. */
  withTags(doc: DocSource): DocSource;
}

export function createTagPages({ root, docs, basePath, words, projectRoot }: TagOptions): TagPages {
  const known = new Map<string, Tag>();
  const { entries, problems } = readEntries(root, ['tags.yml', 'tags.yaml'], projectRoot);
  const tagOf = (written: WrittenTag): Tag => {
    const given = typeof written === 'string' ? written : written.label;
    const properties = Object.hasOwn(entries, given) ? entries[given] : typeof written === 'string' ? {} : written;
    const text = (key: string): string | undefined => {
      const value = (properties as Record<string, unknown>)[key];
      return value === undefined || value === null ? undefined : String(value);
    };
    const label = (text('label') ?? given).slice(0, MAX_LABEL_LENGTH);
    const tag = { label, name: slugOf(text('permalink') ?? label), description: text('description') ?? null };
    const first = known.get(tag.name) ?? tag;
    known.set(tag.name, first);
    return first;
  };
  const tagsOf = (doc: DocSource): Tag[] => [...new Set((doc.frontMatter.tags ?? []).map(tagOf))];

  const listed = docs.filter(({ frontMatter }) => frontMatter.unlisted !== true);
  const shares = listed.flatMap((doc) => tagsOf(doc).map((tag) => ({ tag, doc })));
  const pagesOf = new Map([...Map.groupBy(shares, ({ tag }) => tag)].map(([tag, found]) => [tag, found.map(({ doc }) => doc)]));
  const folder = relativePath(projectRoot, root);
  for (const tag of [...pagesOf.keys()].slice(MAX_LIST_PAGES)) pagesOf.delete(tag);
  if (new Set(shares.map(({ tag }) => tag)).size > pagesOf.size) problems.push(tooManyListPages(folder, 'tags'));
  const tags = [...pagesOf].toSorted(([a], [b]) => (a.label.toLowerCase() < b.label.toLowerCase() ? -1 : 1));
  const title = words['Tags'] ?? 'Tags';

  const page = (name: string, about: { title: string; description?: string; body: string }): DocSource =>
    createListPage(name, about, root, basePath);
  const describe = createListDescriptions();
  const tagPage = ([{ label, name, description }, pages]: [Tag, DocSource[]]): DocSource => {
    const rows = pages.map((doc) => {
      const { title: shown, about } = describe(doc);
      return `[${escapeMarkdown(shown)}](${relativeLink(`tags/${name}`, doc)})${about === '' ? '' : `: ${escapeMarkdown(about)}`}`;
    });
    const body = [
      ...(description === null ? [] : [escapeMarkdown(description)]),
      markdownList(rows),
      `[${escapeMarkdown(title)}](${basePath}/tags)`,
    ].join('\n\n');
    return page(`tags/${name}`, { title: (words['Tag: {tag}'] ?? 'Tag: {tag}').replace('{tag}', () => label), body });
  };
  const list = markdownList(
    tags.map(([{ label, name }, listed]) => `[${escapeMarkdown(label)}](${basePath}/tags/${name}) (${listed.length})`),
  );

  return {
    problems,
    pages: tags.length === 0 ? [] : [...tags.map(tagPage), page('tags', { title, body: list })],
    withTags(doc) {
      const own = tagsOf(doc).filter((tag) => pagesOf.has(tag));
      if (own.length === 0) return doc;
      const links = own.map(({ label, name }) => `[${escapeMarkdown(label)}](${basePath}/tags/${name})`);
      return { ...doc, body: `${doc.body.trimEnd()}\n\n**${escapeMarkdown(title)}:** ${links.join(', ')}\n` };
    },
  };
}

/** Maximum number of characters of a list, which the compiler reads as one paragraph. */
const MAX_LIST_LENGTH = 50_000;

/** Returns a list in Markdown. A long one becomes several, which start with different marks. */
export function markdownList(items: readonly string[]): string {
  let isOther = false;
  let length = 0;
  return items
    .map((item) => {
      const isNew = length + item.length > MAX_LIST_LENGTH && length > 0;
      if (isNew) isOther = !isOther;
      length = isNew ? item.length : length + item.length;
      return `${isNew ? '\n' : ''}${isOther ? '*' : '-'} ${item}`;
    })
    .join('\n');
}

/** Maximum number of pages for the tags, and for the authors, of a folder. A few characters of a file are enough for a page. */
export const MAX_LIST_PAGES = 2000;

export const tooManyListPages = (file: string, what: 'tags' | 'authors'): Problem => ({
  file,
  message: `the folder has more than ${MAX_LIST_PAGES} ${what} with a page, so the others have none: use fewer`,
  severity: 'error',
});

/** Maximum number of characters of titles and descriptions in the lists of all tags, or of all authors, of a folder, because a page can have many. */
const MAX_DESCRIBED = 2_000_000;
/** Maximum length of the titles beyond that. */
const MAX_TITLE_BEYOND = 40;

/** Returns a function that returns the title and the description of a page for a list. Beyond `MAX_DESCRIBED`, it returns short titles without descriptions. */
export function createListDescriptions(): (doc: DocSource) => { title: string; about: string } {
  let described = 0;
  return (doc) => {
    if (described > MAX_DESCRIBED) return { title: shorten(doc.title, MAX_TITLE_BEYOND), about: '' };
    const about = descriptionOf(doc);
    described += doc.title.length + about.length;
    return { title: doc.title, about };
  };
}

/** Returns a generated page of a folder. @param name its id @param root absolute folder */
export const createListPage = (
  name: string,
  about: { title: string; description?: string; body: string },
  root: string,
  basePath: string,
): DocSource => ({
  id: name,
  source: `${name}.md`,
  file: `${name}.md`,
  absolute: join(root, `${name}.md`),
  path: `${basePath}/${name}`,
  title: about.title,
  sidebarLabel: about.title,
  sidebarPosition: null,
  // Unlisted, because the sidebar and the search lead to the listed pages directly.
  frontMatter: { ...(about.description !== undefined && { description: about.description }), custom_edit_url: null, unlisted: true },
  body: about.body,
  bodyLine: 1,
  lastUpdate: null,
});

type WrittenTag = NonNullable<DocSource['frontMatter']['tags']>[number];

/** Returns the route segment that Docusaurus derives from a label: words in lower case, joined by hyphens. */
const slugOf = (label: string): string =>
  posix
    .basename(withoutTrailingSlashes(label))
    .replace(/([\p{Ll}\p{N}])(\p{Lu})/gu, '$1-$2')
    .toLowerCase()
    .replace(/[^\p{L}\p{N}]+/gu, '-')
    .replace(/^-+|(?<!-)-+$/g, '') || encodeURIComponent(label.toWellFormed());
