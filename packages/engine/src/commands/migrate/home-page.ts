/** Writes a home page for a site whose own one is a component, which is not migrated. */
import type { Site } from '#build/site.ts';
import type { SidebarNode } from '#model/navigation.ts';
import { encodeAddress } from '#model/url.ts';

import { type ForeignSite, isRecord, listOf, textOf } from './foreign-site.ts';
import { withoutAnchor } from './links.ts';

/** The folder of the page, beside the configuration. */
export const HOME_ROOT = 'home';

/** Returns the entry of `docs.folders` for the folder of the page. */
export const homeFolder = ({ folders }: ForeignSite): Record<string, unknown> => ({
  name: folders.some(({ keys }) => keys.name === HOME_ROOT) ? `${HOME_ROOT}-page` : HOME_ROOT,
  root: HOME_ROOT,
  routeBasePath: '/',
});

const MAX_LINKS = 4;
const MAX_ENTRIES = 12;

/** Escapes characters that have a meaning in MDX. */
const plain = (text: string): string => text.replace(/[\\<>{}[\]*_`]/g, (mark) => `\\${mark}`);

/** Returns the page of an entry of a sidebar; undefined if it has none. */
const pathOf = (node: SidebarNode): string | undefined =>
  node.type === 'page' || node.type === 'category' ? (node.path ?? undefined) : undefined;

/** Returns a link to a page; '' without a page of the site. */
const linkTo = (label: string, path: string | undefined): string =>
  path === undefined ? '' : `- [${plain(label)}](${encodeAddress(path)})`;

/**
 * Returns the home page as Markdown: the title and the tagline of the site, the first links of its navbar, and the top level of the sidebar of
 * its docs. Null if the site needs no page.
 * @param items the converted navbar
 */
export function homePage(
  { config, hasHomeComponent }: ForeignSite,
  items: readonly unknown[],
  { docs, navigation, linkResolver }: Site,
): string | null {
  if (hasHomeComponent !== true || docs.some(({ path }) => path === '/')) return null;
  const actions = items
    .flatMap((item) => (isRecord(item) && Array.isArray(item['items']) ? listOf(item['items']) : [item]))
    .flatMap((item) =>
      isRecord(item) ? [{ text: plain(String(item['label'])), link: textOf(item['to']) ?? textOf(item['href']) ?? '' }] : [],
    )
    .filter(({ link }) => /^\/[^/]/.test(link) && linkResolver.hasPath(withoutAnchor(link)));
  const tagline = textOf(config['tagline']);
  const frontMatter = {
    title: config['title'],
    ...(tagline !== undefined && { description: tagline }),
    hide_table_of_contents: true,
    displayed_sidebar: null,
    hero: { ...(tagline !== undefined && { tagline: plain(tagline) }), actions: actions.slice(0, MAX_LINKS) },
  };
  const [first] = navigation.order();
  const nodes = first === undefined ? [] : navigation.pageNavigation(first).nodes;
  const entries = nodes
    .map((node) => linkTo(node.label, pathOf(node)))
    .filter((entry) => entry !== '')
    .slice(0, MAX_ENTRIES);
  const lines = Object.entries(frontMatter).map(([key, value]) => `${key}: ${JSON.stringify(value)}`);
  return `---\n${lines.join('\n')}\n---\n\n${entries.join('\n')}\n`;
}
