/** The data of a page that the shell shows around its body. */
import { relative } from 'node:path';

import { docsFoldersOf } from '#config/doc-sets.ts';
import type { SiteConfig } from '#config/schema.ts';
import type { CompiledPage, DocSource, PageOutline } from '#content/document.ts';
import type { FrontPage } from '#content/front-pages.ts';
import { questionsOf } from '#content/questions.ts';
import type { PageData, PageShell, SidebarNode } from '#model/page.ts';
import { markdownPath, withBase } from '#model/url.ts';

import { feedPaths } from './blog-feeds.ts';
import type { AlternatesOf } from './doc-sets.ts';
import type { Site } from './site.ts';

/** Returns the shell's data for a documentation page. @param build id of the shell */
export function docPageShell(page: PageOutline, doc: DocSource, site: Site, build: string): PageShell {
  const { config, navigation, data } = site;
  const around = navigation.pageNavigation(page.path);
  const alternates = site.alternatesOf({ doc });
  const questions = questionsOf(doc);
  const feed = doc.frontMatter.feed ?? feedOf(doc, config);
  return {
    build,
    kind: 'doc',
    path: page.path,
    title: doc.frontMatter.title_meta ?? page.title,
    description: page.description,
    contents: page.headings,
    breadcrumbs: around.breadcrumbs,
    sidebar: around.nodes,
    previous: around.previous,
    next: around.next,
    editUrl: editUrlOf(doc, config),
    lastUpdate: doc.lastUpdate,
    ...(feed !== undefined && { feedUrl: withBase(data.baseUrl, feed) }),
    ...(doc.frontMatter.unlisted === true && { isUnlisted: true as const }),
    markdownUrl: withBase(data.baseUrl, markdownPath(page.path)),
    ...(questions.length > 0 && { questions }),
    ...(alternates !== undefined && { alternates }),
  };
}

/** Returns the route of the first feed of a page's blog; undefined if the page is not in a blog or the blog has no feed. */
function feedOf({ folder }: DocSource, config: SiteConfig): string | undefined {
  const blog = folder && docsFoldersOf(config).find(({ name }) => name === folder.name);
  return blog && feedPaths(blog)[0];
}

function editUrlOf({ absolute, frontMatter, source: written, isUntranslated, folder }: DocSource, config: SiteConfig): string | null {
  const { docs } = isUntranslated === true ? (config.docSet?.original ?? config) : config;
  const { editUrl, root = '' } = docs.folders.find(({ name }) => name === folder?.name) ?? docs;
  const source = folder?.source ?? written;
  if (frontMatter.custom_edit_url !== undefined) return frontMatter.custom_edit_url;
  if (typeof editUrl === 'function') return editUrl(source);
  // A prefix applies to files in the docs folder only, not to generated pages.
  return editUrl === null || relative(root, absolute).startsWith('..') ? null : editUrl + source;
}

/** Returns the body of a documentation page. */
export const bodyOf = ({ html }: CompiledPage): string => Buffer.from(html).toString();

/**
 * Returns the page data of a front page.
 * @param body the HTML that its component rendered
 * @param build id of the shell
 * @param sidebar the top level of the documentation, with all categories closed, for the mobile menu; null: none
 */
export function frontPageData(
  page: Pick<FrontPage, 'kind' | 'path' | 'title' | 'description'>,
  body: string,
  build: string,
  alternatesOf: AlternatesOf = () => undefined,
  sidebar: SidebarNode[] | null = null,
): PageData {
  const alternates = alternatesOf(page);
  return {
    build,
    kind: page.kind,
    path: page.path,
    title: page.title,
    description: page.description,
    contents: [],
    breadcrumbs: [],
    sidebar,
    previous: null,
    next: null,
    editUrl: null,
    lastUpdate: null,
    markdownUrl: null,
    ...(alternates !== undefined && { alternates }),
    body,
  };
}
