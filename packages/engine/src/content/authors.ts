/** Authors of blog posts, from their front matter and `authors.yml`, as Docusaurus reads them. */
import { type Entries, readEntries } from './files.ts';
import type { FrontMatter } from './front-matter.ts';

export interface Author {
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

type Values = Readonly<Record<string, unknown>>;
const values = (value: unknown): Values => (typeof value === 'object' && value !== null ? (value as Values) : {});
const text = (value: unknown): string | null => (typeof value === 'string' && value.trim() !== '' ? value.trim() : null);
const address = (value: unknown): string | null => {
  const given = text(value);
  return given !== null && /^(?:https?:\/\/|mailto:)/.test(given) && URL.canParse(given) ? given : null;
};

/** Returns an author from an entry of `authors.yml` or from the front matter; null without a name. @param key key of the entry; null in the front matter */
function authorOf(key: string | null, given: Values): Author | null {
  const { name, title, description, url, email, socials, page } = given;
  const shown = text(name) ?? key;
  if (shown === null) return null;
  const permalink = text(values(page)['permalink'])?.replace(/^\/+|\/+$/g, '');
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

/** Returns the authors of a post: those in `authors`, by key or as objects, or else the one in the keys of earlier versions of Docusaurus, such as `author_title`. */
export function authorsOf(frontMatter: FrontMatter, known: ReadonlyMap<string, Author>): Author[] {
  const { authors, author, author_title: title, authorTitle, author_url: url, authorURL } = frontMatter;
  const written = authors ?? (author === undefined ? undefined : { name: author, title: title ?? authorTitle, url: url ?? authorURL });
  return [written].flat().flatMap((each) => {
    if (each === undefined || each === null) return [];
    const key = typeof each === 'string' ? each : text(values(each)['key']);
    const found = key === null ? undefined : known.get(key);
    return found ?? authorOf(typeof each === 'string' ? each : null, values(each)) ?? [];
  });
}

/** Returns the names of the authors of a post, joined by commas; null without authors. */
export function namesOfAuthors(frontMatter: FrontMatter, entries: Entries): string | null {
  return (
    authorsOf(frontMatter, knownAuthors(entries))
      .map(({ name }) => name)
      .join(', ') || null
  );
}

/** Returns the authors of `authors.yml`, by key. */
export function knownAuthors(entries: Entries): Map<string, Author> {
  const known = new Map<string, Author>();
  for (const [key, entry] of Object.entries(entries)) {
    const author = authorOf(key, entry);
    if (author !== null) known.set(key, author);
  }
  return known;
}

/** Reads `authors.yml` from the first of several folders that has one. */
export function readAuthors(roots: readonly string[], projectRoot: string): ReturnType<typeof readEntries> {
  const all = roots.map((root) => readEntries(root, ['authors.yml', 'authors.yaml'], projectRoot));
  return all.find(({ entries, problems }) => problems.length > 0 || Object.keys(entries).length > 0) ?? { entries: {}, problems: [] };
}
