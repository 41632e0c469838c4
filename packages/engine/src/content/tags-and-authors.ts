/**
 * The tags of pages and the authors of blog posts, as in Docusaurus: reads them from front matter, `tags.yml`, and `authors.yml`, generates the pages
 * that list the pages of a tag or the posts of an author, and adds links to these lists at the end of a page.
 */
import { join, posix } from 'node:path';

import { memoizeByObject } from '@quire/search';

import { relativePath } from '#config/relative-path.ts';
import { wordFor } from '#model/interface-words.ts';
import type { Problem } from '#model/problem.ts';
import { encodeAddress, withoutTrailingSlashes } from '#model/url.ts';

import type { DocSource } from './document.ts';
import { descriptionOf, MAX_LABEL_LENGTH, shorten } from './excerpts.ts';
import { type Entries, readEntries } from './files.ts';
import type { FrontMatter } from './front-matter.ts';
import { escapeMarkdown, relativeLink } from './sidebar/categories.ts';

interface Author {
  name: string;
  /** The author's role. */
  title: string | null;
  description: string | null;
  /** Web or email address. */
  url: string | null;
  /** Accounts on other sites. An account on an unknown site has no address. */
  socials: readonly { label: string; url: string | null }[];
  /** Route of the author's page relative to the blog; null: there is none. */
  page: string | null;
}

/** Addresses of sites, for accounts that `authors.yml` names without their address. */
const SITES: Readonly<Record<string, string>> = {
  x: 'https://x.com/',
  twitter: 'https://twitter.com/',
  github: 'https://github.com/',
  stackoverflow: 'https://stackoverflow.com/users/',
  instagram: 'https://www.instagram.com/',
  bluesky: 'https://bsky.app/profile/',
  youtube: 'https://www.youtube.com/',
  twitch: 'https://www.twitch.tv/',
};

/** Longer details of an author are cut, because every post of the author can repeat them. */
const MAX_DETAIL_LENGTH = 2000;

/** Maximum number of authors of a post. A few characters of the front matter name an author with many details. */
export const MAX_AUTHORS = 50;

type Values = Readonly<Record<string, unknown>>;
const values = (value: unknown): Values => (typeof value === 'object' && value !== null ? (value as Values) : {});
const text = (value: unknown): string | null =>
  typeof value === 'string' && value.trim() !== '' ? value.trim().slice(0, MAX_DETAIL_LENGTH) : null;
const address = (value: unknown): string | null => {
  const given = text(value);
  return given !== null && /^(?:https?:\/\/|mailto:)/.test(given) && URL.canParse(given) ? given : null;
};

/** Returns an author from an entry of `authors.yml` or from the front matter; null without a name. @param key key of the entry; null in the front matter */
function authorOf(key: string | null, given: Values): Author | null {
  const { name, title, description, url, email, socials, page } = given;
  const shown = text(name) ?? key;
  if (shown === null) return null;
  const written = text(values(page)['permalink']);
  const permalink = written === null ? null : withoutTrailingSlashes(posix.join('/', written)).slice(1);
  const accounts = Object.entries(values(socials)).flatMap(([site, account]): Author['socials'] => {
    const written = text(account);
    if (written === null) return [];
    const found = address(written) ?? (Object.hasOwn(SITES, site) ? `${SITES[site]}${written}` : null);
    return [{ label: found === null ? `${site}: ${written}` : site, url: found }];
  });
  return {
    name: shown,
    title: text(title),
    description: text(description),
    url: address(url) ?? (text(email) === null ? null : `mailto:${text(email)}`),
    socials: accounts,
    page: key === null || page === undefined || page === null || page === false ? null : (permalink ?? `authors/${key}`),
  };
}

/** Returns the authors of a post: those in `authors`, by key or as objects, or else the one in the keys of earlier versions of Docusaurus, such as `author_title`. Each is returned once, and at most `MAX_AUTHORS`. */
export function authorsOf(frontMatter: FrontMatter, known: ReadonlyMap<string, Author>): Author[] {
  const { authors, author, author_title: title, authorTitle, author_url: url, authorURL } = frontMatter;
  const written = authors ?? (author === undefined ? undefined : { name: author, title: title ?? authorTitle, url: url ?? authorURL });
  const found = [written].flat().flatMap((each): Author | [] => {
    if (each === undefined || each === null) return [];
    const key = typeof each === 'string' ? each : text(values(each)['key']);
    return (key === null ? undefined : known.get(key)) ?? authorOf(typeof each === 'string' ? each : null, values(each)) ?? [];
  });
  return [...new Set(found)].slice(0, MAX_AUTHORS);
}

/** Returns the names of the authors of a post, joined by commas; null without authors. */
export function namesOfAuthors(frontMatter: FrontMatter, entries: Entries): string | null {
  return (
    authorsOf(frontMatter, knownAuthors(entries))
      .map(({ name }) => name)
      .join(', ') || null
  );
}

/** Returns the authors of `authors.yml`, by key. The entries are read once, because each post needs them. */
export const knownAuthors = memoizeByObject((entries: Entries): ReadonlyMap<string, Author> => {
  const known = new Map<string, Author>();
  for (const [key, entry] of Object.entries(entries)) {
    const author = authorOf(key, entry);
    if (author !== null) known.set(key, author);
  }
  return known;
});

/** Reads `authors.yml` from the first of several folders that has one. */
export function readAuthors(roots: readonly string[], projectRoot: string): ReturnType<typeof readEntries> {
  const all = roots.map((root) => readEntries(root, ['authors.yml', 'authors.yaml'], projectRoot));
  return all.find(({ entries, problems }) => problems.length > 0 || Object.keys(entries).length > 0) ?? { entries: {}, problems: [] };
}

interface AuthorOptions {
  /** Absolute folders in which `authors.yml` is searched; the first one found is read. */
  roots: readonly string[];
  docs: readonly DocSource[];
  /** Route of the blog. */
  basePath: string;
  words: Readonly<Record<string, string>>;
  projectRoot: string;
}

interface AuthorPages {
  /** Reports that there are too many pages; problems of the file are reported where posts are read. */
  problems: Problem[];
  /** A page for each author whose entry sets `page`, and one that lists these authors; empty if there are none. */
  pages: DocSource[];
  /** Returns a post with its authors at the end. */
  withAuthors(doc: DocSource): DocSource;
}

/** Generates the pages of authors, and adds the authors at the end of posts. */
export function createAuthorPages({ roots, docs, basePath, words, projectRoot }: AuthorOptions): AuthorPages {
  const known = new Map(knownAuthors(readAuthors(roots, projectRoot).entries));
  const [root = ''] = roots;
  const withoutPage = [...known].filter(([, { page }]) => page !== null).slice(MAX_LIST_PAGES);
  for (const [key, author] of withoutPage) known.set(key, { ...author, page: null });
  const problems = withoutPage.length === 0 ? [] : [tooManyListPages(relativePath(projectRoot, root), 'authors')];
  const translate = (word: string): string => escapeMarkdown(wordFor(word, words));
  const linkTo = ({ name, page, url }: Author): string => {
    const target = page === null ? url : `${basePath}/${page}`;
    return target === null ? escapeMarkdown(name) : `[${escapeMarkdown(name)}](${encodeAddress(target)})`;
  };
  const keyOf = ({ name, page }: Author): string => JSON.stringify([name, page]);
  const shares = docs
    .filter(({ frontMatter }) => frontMatter.unlisted !== true)
    .flatMap((doc) => [...new Set(authorsOf(doc.frontMatter, known).map(keyOf))].map((key) => ({ key, doc })));
  const postsOf = Map.groupBy(shares, ({ key }) => key);
  const describe = createListDescriptions();
  const pages = [...known.values()].flatMap((author): DocSource[] => {
    const { name, page, title, description, url, socials } = author;
    if (page === null) return [];
    const own = url === null ? [] : [{ label: new URL(url).host || url.replace('mailto:', ''), url }];
    const posts = (postsOf.get(keyOf(author)) ?? [])
      .map(({ doc }) => doc)
      .toSorted((a, b) => (a.sidebarPosition ?? 0) - (b.sidebarPosition ?? 0))
      .map((doc) => {
        const { title: shown, about: summary } = describe(doc);
        return `[${escapeMarkdown(shown)}](${relativeLink(page, doc)})${summary === '' ? '' : `: ${escapeMarkdown(summary)}`}`;
      });
    const about = [title, description].flatMap((part) => (part === null ? [] : [escapeMarkdown(part)]));
    const links = [...own, ...socials]
      .map((one) => (one.url === null ? escapeMarkdown(one.label) : `[${escapeMarkdown(one.label)}](${encodeAddress(one.url)})`))
      .join(' · ');
    const body = [...about, links, markdownList(posts), `[${translate('Authors')}](${basePath}/authors)`]
      .filter((part) => part !== '')
      .join('\n\n');
    return [createListPage(page, { title: name, body }, root, basePath)];
  });
  const entries = [...known.values()]
    .filter(({ page }) => page !== null)
    .map((author) => `${linkTo(author)}${author.title === null ? '' : `: ${escapeMarkdown(author.title)}`}`);
  return {
    problems,
    pages:
      pages.length === 0
        ? []
        : [...pages, createListPage('authors', { title: words['Authors'] ?? 'Authors', body: markdownList(entries) }, root, basePath)],
    withAuthors(doc) {
      const own = authorsOf(doc.frontMatter, known);
      if (own.length === 0) return doc;
      const shown = own.map((author) => `${linkTo(author)}${author.title === null ? '' : `, ${escapeMarkdown(author.title)}`}`);
      return { ...doc, body: `${doc.body.trimEnd()}\n\n**${translate('Written by')}** ${shown.join(' · ')}\n` };
    },
  };
}

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

/** Generates the pages of tags, and adds links to them at the end of tagged pages. */
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

type WrittenTag = NonNullable<DocSource['frontMatter']['tags']>[number];

/** Returns the route segment that Docusaurus derives from a label: words in lower case, joined by hyphens. */
const slugOf = (label: string): string =>
  posix
    .basename(withoutTrailingSlashes(label))
    .replace(/([\p{Ll}\p{N}])(\p{Lu})/gu, '$1-$2')
    .toLowerCase()
    .replace(/[^\p{L}\p{N}]+/gu, '-')
    .replace(/^-+|(?<!-)-+$/g, '') || encodeURIComponent(label.toWellFormed());

/** Maximum number of characters of a list, which the compiler reads as one paragraph. */
const MAX_LIST_LENGTH = 50_000;

/** Returns a list in Markdown. A long one becomes several, which start with different marks. */
function markdownList(items: readonly string[]): string {
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
const MAX_LIST_PAGES = 2000;

const tooManyListPages = (file: string, what: 'tags' | 'authors'): Problem => ({
  file,
  message: `the folder has more than ${MAX_LIST_PAGES} ${what} with a page, so the others have none: use fewer`,
  severity: 'error',
});

/** Maximum number of characters of titles and descriptions in the lists of all tags, or of all authors, of a folder, because a page can have many. */
const MAX_DESCRIBED = 2_000_000;
/** Maximum length of the titles beyond that. */
const MAX_TITLE_BEYOND = 40;

/** Returns a function that returns the title and the description of a page for a list. Beyond `MAX_DESCRIBED`, it returns short titles without descriptions. */
function createListDescriptions(): (doc: DocSource) => { title: string; about: string } {
  let described = 0;
  return (doc) => {
    if (described > MAX_DESCRIBED) return { title: shorten(doc.title, MAX_TITLE_BEYOND), about: '' };
    const about = descriptionOf(doc);
    described += doc.title.length + about.length;
    return { title: doc.title, about };
  };
}

/** Returns a generated page of a folder. @param name its id @param root absolute folder */
const createListPage = (
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
