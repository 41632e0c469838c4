/** The authors at the end of a blog post, and the pages of those who have a list of their posts, as in Docusaurus. */
import { type Author, authorsOf, knownAuthors, readAuthors } from './authors.ts';
import type { DocSource } from './document.ts';
import { descriptionOf } from './load-docs.ts';
import { plain, targetOf } from './sidebar/categories.ts';
import { listPage } from './tag-pages.ts';

interface AuthorOptions {
  /** Absolute folders that may have an `authors.yml`, of which the first is read. */
  roots: readonly string[];
  docs: readonly DocSource[];
  /** Route of the blog. */
  basePath: string;
  words: Readonly<Record<string, string>>;
  projectRoot: string;
}

export interface Authors {
  /** A page for each author who has one, and a list of them. */
  pages: DocSource[];
  /** A post with its authors at its end. */
  withAuthors(doc: DocSource): DocSource;
}

export function openAuthors({ roots, docs, basePath, words, projectRoot }: AuthorOptions): Authors {
  const known = knownAuthors(readAuthors(roots, projectRoot).entries);
  const say = (word: string): string => plain(words[word] ?? word);
  const linkTo = ({ name, page, url }: Author): string => {
    const target = page === null ? url : `${basePath}/${page}`;
    return target === null ? plain(name) : `[${plain(name)}](${encodeURI(target)})`;
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
      .map((doc) => `- [${plain(doc.title)}](${targetOf(page, doc)}): ${plain(descriptionOf(doc))}`);
    const about = [title, description].flatMap((part) => (part === null ? [] : [plain(part)]));
    const links = [...own, ...socials]
      .map((one) => (one.url === null ? plain(one.label) : `[${plain(one.label)}](${encodeURI(one.url)})`))
      .join(' · ');
    const body = [...about, links, posts.join('\n'), `[${say('Authors')}](${basePath}/authors)`].filter((part) => part !== '').join('\n\n');
    return [listPage(page, { title: name, body }, root, basePath)];
  });
  const entries = [...known.values()]
    .filter(({ page }) => page !== null)
    .map((author) => `- ${linkTo(author)}${author.title === null ? '' : `: ${plain(author.title)}`}`);
  return {
    pages:
      pages.length === 0
        ? []
        : [...pages, listPage('authors', { title: words['Authors'] ?? 'Authors', body: entries.join('\n') }, root, basePath)],
    withAuthors(doc) {
      const own = authorsOf(doc.frontMatter, known);
      if (own.length === 0) return doc;
      const shown = own.map((author) => `${linkTo(author)}${author.title === null ? '' : `, ${plain(author.title)}`}`);
      return { ...doc, body: `${doc.body.trimEnd()}\n\n**${say('Written by')}** ${shown.join(' · ')}\n` };
    },
  };
}
