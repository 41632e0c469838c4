/** Writes the feeds of a blog, at the addresses that Docusaurus gives them. */
import { Feed } from 'feed';
import type { Root } from 'hast';
import { markdownToHast } from 'satteri';

import { type DocsFolderConfig, docsFoldersOf } from '#config/doc-sets.ts';
import { authorsOf, knownAuthors, readAuthors } from '#content/tags-and-authors.ts';
import { withoutDeepLines } from '#content/parser-limits.ts';
import type { DocSource } from '#content/document.ts';
import { toHtml, visitElements } from '#content/html-tree.ts';
import { descriptionOf } from '#content/excerpts.ts';
import { forXml } from '#content/feed-xml.ts';
import { sanitizedHtml } from '#content/sanitize.ts';
import { canonicalUrl } from '#model/url.ts';

import type { Site } from './site.ts';

/** The feeds in the order in which a browser prefers them. */
const FORMATS = [
  { type: 'atom', file: 'atom.xml', textOf: (feed: Feed) => forXml(feed, ['title', 'description']).atom1() },
  { type: 'rss', file: 'rss.xml', textOf: (feed: Feed) => forXml(feed, ['description']).rss2() },
  { type: 'json', file: 'feed.json', textOf: (feed: Feed) => feed.json1() },
] as const;

const feedsOf = ({ feed, basePath }: Pick<DocsFolderConfig, 'feed' | 'basePath'>) =>
  FORMATS.filter(({ type }) => feed?.types.includes(type)).map((format) => ({ ...format, path: `${basePath}/${format.file}` }));

/** Returns the routes of the feeds of a blog, the Atom feed first. */
export const feedPaths = (blog: Pick<DocsFolderConfig, 'feed' | 'basePath'>): string[] => feedsOf(blog).map(({ path }) => path);

/** Returns the feeds of a site by their routes. Each has the newest posts with their whole text. */
export async function blogFeeds(site: Site): Promise<[path: string, text: string][]> {
  const made: [string, string][] = [];
  for (const blog of docsFoldersOf(site.config)) {
    const formats = feedsOf(blog);
    if (formats.length === 0) continue;
    const feed = await feedOf(blog, site);
    made.push(...formats.map(({ path, textOf }): [string, string] => [path, textOf(feed)]));
  }
  return made;
}

async function feedOf({ name, basePath, root, feed: settings }: DocsFolderConfig, site: Site): Promise<Feed> {
  const { url, baseUrl, title: siteTitle } = site.config;
  const address = (path: string): string => canonicalUrl(url, baseUrl, path);
  const posts = postsOf(name, site.docs).slice(0, settings?.limit ?? undefined);
  const title = settings?.title ?? `${siteTitle} Blog`;
  const feed = new Feed({
    title,
    description: settings?.description ?? title,
    id: address(basePath),
    link: address(basePath),
    language: settings?.language ?? site.config.docSet?.locale ?? site.config.i18n.defaultLocale,
    feedLinks: Object.fromEntries(feedsOf({ feed: settings, basePath }).map(({ type, path }) => [type, address(path)])),
    copyright: settings?.copyright ?? '',
    ...(posts[0] !== undefined && { updated: dateOf(posts[0]) }),
  });
  const original = docsFoldersOf(site.config.docSet?.original ?? site.config).find((folder) => folder.name === name);
  const known = knownAuthors(readAuthors([root, original?.root ?? root], '').entries);
  for (const post of posts) {
    const authors = authorsOf(post.frontMatter, known);
    const description = descriptionOf(post);
    const { markdown } = await (await site.page(post)).loadPage();
    feed.addItem({
      title: post.title,
      id: address(post.path),
      link: address(post.path),
      date: dateOf(post),
      ...(description !== '' && { description }),
      content: contentOf(Buffer.from(markdown).toString(), url),
      ...(authors.length > 0 && { author: authors.map((author) => ({ name: author.name, ...addressOf(author.url) })) }),
    });
  }
  return feed;
}

const addressOf = (url: string | null): { link?: string; email?: string } =>
  url === null ? {} : url.startsWith('mailto:') ? { email: url.slice('mailto:'.length) } : { link: url };

const dateOf = ({ lastUpdate }: DocSource): Date => new Date(lastUpdate?.date ?? 0);

/** Returns the listed posts of a blog that have a date, newest first. */
const postsOf = (blog: string, docs: readonly DocSource[]): DocSource[] =>
  docs
    .filter(
      ({ folder, lastUpdate, frontMatter }) => folder?.name === blog && lastUpdate?.post !== undefined && frontMatter.unlisted !== true,
    )
    .toSorted((a, b) => dateOf(b).getTime() - dateOf(a).getTime());

/** Converts a post to HTML for a feed: without its title and the controls of a page, and with full addresses. */
function contentOf(markdown: string, origin: string): string {
  const body = withoutDeepLines(markdown.replace(/^# .*\n+/, ''));
  const parsed = markdownToHast(body, { features: { gfm: true, directive: false, frontmatter: false, rawHtml: true }, position: false });
  const tree = sanitizedHtml(parsed as Root, () => undefined);
  visitElements(tree, ({ properties }) => {
    for (const name of ['href', 'src']) {
      const value = properties[name];
      if (typeof value === 'string' && /^\/(?!\/)/.test(value)) properties[name] = origin + value;
    }
  });
  return toHtml(tree);
}
