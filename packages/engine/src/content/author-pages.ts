/** Adds the authors at the end of blog posts, and generates the pages that list the posts of an author, as in Docusaurus. */
import { type Author, authorsOf, knownAuthors, readAuthors } from './authors.ts';
import type { DocSource } from './document.ts';
import { descriptionOf } from './excerpts.ts';
import { escapeMarkdown, relativeLink } from './sidebar/categories.ts';
import { createListPage } from './tag-pages.ts';

interface AuthorOptions {
  /** Absolute folders in which `authors.yml` is searched; the first one found is read. */
  roots: readonly string[];
  docs: readonly DocSource[];
  /** Route of the blog. */
  basePath: string;
  words: Readonly<Record<string, string>>;
  projectRoot: string;
}

export interface AuthorPages {
  /** A page for each author whose entry sets `page`, and one that lists these authors; empty if there are none. */
  pages: DocSource[];
  /** Returns a post with its authors at the end. */
  withAuthors(doc: DocSource): DocSource;
}

export function createAuthorPages({ roots, docs, basePath, words, projectRoot }: AuthorOptions): AuthorPages {
  const known = knownAuthors(readAuthors(roots, projectRoot).entries);
  const translate = (word: string): string => escapeMarkdown(words[word] ?? word);
  const linkTo = ({ name, page, url }: Author): string => {
    const target = page === null ? url : `${basePath}/${page}`;
    return target === null ? escapeMarkdown(name) : `[${escapeMarkdown(name)}](${encodeURI(target)})`;
  };
  const listed = docs.filter(({ frontMatter }) => frontMatter.unlisted !== true);
  const [root = ''] = roots;
  const pages = [...known.values()].flatMap((author): DocSource[] => {
    const { name, page, title, description, url, socials } = author;
    if (page === null) return [];
    const own = url === null ? [] : [{ label: new URL(url).host || url.replace('mailto:', ''), url }];
    const posts = listed
      .filter((doc) => authorsOf(doc.frontMatter, known).some((one) => one.name === name && one.page === page))
      .toSorted((a, b) => (a.sidebarPosition ?? 0) - (b.sidebarPosition ?? 0))
      .map((doc) => `- [${escapeMarkdown(doc.title)}](${relativeLink(page, doc)}): ${escapeMarkdown(descriptionOf(doc))}`);
    const about = [title, description].flatMap((part) => (part === null ? [] : [escapeMarkdown(part)]));
    const links = [...own, ...socials]
      .map((one) => (one.url === null ? escapeMarkdown(one.label) : `[${escapeMarkdown(one.label)}](${encodeURI(one.url)})`))
      .join(' · ');
    const body = [...about, links, posts.join('\n'), `[${translate('Authors')}](${basePath}/authors)`]
      .filter((part) => part !== '')
      .join('\n\n');
    return [createListPage(page, { title: name, body }, root, basePath)];
  });
  const entries = [...known.values()]
    .filter(({ page }) => page !== null)
    .map((author) => `- ${linkTo(author)}${author.title === null ? '' : `: ${escapeMarkdown(author.title)}`}`);
  return {
    pages:
      pages.length === 0
        ? []
        : [...pages, createListPage('authors', { title: words['Authors'] ?? 'Authors', body: entries.join('\n') }, root, basePath)],
    withAuthors(doc) {
      const own = authorsOf(doc.frontMatter, known);
      if (own.length === 0) return doc;
      const shown = own.map((author) => `${linkTo(author)}${author.title === null ? '' : `, ${escapeMarkdown(author.title)}`}`);
      return { ...doc, body: `${doc.body.trimEnd()}\n\n**${translate('Written by')}** ${shown.join(' · ')}\n` };
    },
  };
}
