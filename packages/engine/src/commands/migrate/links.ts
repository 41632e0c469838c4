/** The links of the navbar and the footer: reads them in the format of Docusaurus, and resolves those that name pages of the migrated site. */
import { memoizeByObject } from '@quire/search';

import type { Site } from '#build/site.ts';
import { docsOfFolder } from '#content/load-docs.ts';
import { createDocLookup, type DocLookup } from '#content/sidebar/resolve-sidebar.ts';

import { isRecord, textOf, withoutTags } from './foreign-site.ts';
import type { ForeignSite, Note, Values } from './foreign-site.ts';

/** Returns the first 100 characters of a value as JSON on one line, for messages. */
export const shortSource = (value: unknown): string =>
  JSON.stringify(value)
    .replace(/\\n|\s+/g, ' ')
    .replaceAll('`', "'")
    .slice(0, 100);

/** Names of sites to which links without a text often lead, by host. */
const SITES: Readonly<Record<string, string>> = {
  'bsky.app': 'Bluesky',
  'discord.com': 'Discord',
  'discord.gg': 'Discord',
  'github.com': 'GitHub',
  'gitlab.com': 'GitLab',
  'stackoverflow.com': 'Stack Overflow',
  'twitter.com': 'Twitter',
  'x.com': 'X',
  'youtube.com': 'YouTube',
};

/** Returns the host to which a link leads; undefined for a page of this site. */
const hostOf = (target: string | undefined): string | undefined =>
  target !== undefined && /^https?:/.test(target) && URL.canParse(target) ? new URL(target).hostname.replace(/^www\./, '') : undefined;

export interface Link {
  label: string;
  /** Route of the site. */
  to?: string;
  /** Full address. */
  href?: string;
}

/** Converts an item of the navbar or the footer to a link; null if it has no valid target or no label, such as plain HTML. @param baseUrl of the site */
export function linkOf(item: Values, baseUrl: string): Link | null {
  const html = textOf(item['html']);
  const inHtml = html === undefined ? undefined : /href=["']([^"']+)["']/.exec(html)?.[1];
  const host = hostOf(textOf(item['href']) ?? textOf(item['to']) ?? inHtml);
  // A link without a text is an icon. Its description, such as `Discord server`, is longer than the name of the site.
  const site = host === undefined || !Object.hasOwn(SITES, host) ? undefined : SITES[host];
  const label =
    textOf(item['label']) ??
    (html === undefined ? site : undefined) ??
    textOf(item['aria-label']) ??
    (html === undefined ? undefined : (textOf(withoutTags(html)) ?? textOf(/\balt=["']([^"']*)["']/.exec(html)?.[1]))) ??
    textOf(item['title']) ??
    site ??
    host;
  const [to, href] = [textOf(item['to']), textOf(item['href']) ?? inHtml];
  if (label === undefined || label === '') return null;
  const address = href ?? (/^(?:https?:|mailto:|pathname:)/.test(to ?? '') ? to : undefined);
  // Docusaurus does not add the base URL to `href`, but this engine adds it to `to`.
  if (href !== undefined && /^\/(?!\/)/.test(href) && href.startsWith(baseUrl)) return { label, to: `/${href.slice(baseUrl.length)}` };
  // Addresses of other schemes, such as `javascript:`, are invalid in the configuration.
  if (address !== undefined && /^(?!https?:|mailto:|pathname:)[a-z][a-z\d+.-]*:/i.test(address)) return null;
  if (address !== undefined) return { label, href: address.replace(/^pathname:\/\//, '') };
  return to === undefined ? null : { label, to: to.startsWith('/') || to.startsWith('#') ? to : `/${to}` };
}

const baseUrlOfSite = ({ config }: ForeignSite): string => textOf(config['baseUrl']) ?? '/';

/** Removes the query, the anchor, and a trailing slash. */
export const withoutAnchor = (target: string): string => target.replace(/[#?].*/s, '').replace(/(.)\/$/, '$1');

/** Returns the footer without links to pages that are components, and with each link replaced by the target of its redirect, if there is one. */
export function withMovedLinks(footer: unknown, foreign: ForeignSite): unknown {
  const isKept = (value: unknown): boolean =>
    !isRecord(value) || (!leadsToComponent(textOf(value['to']), foreign) && (!Array.isArray(value['items']) || value['items'].length > 0));
  return JSON.parse(JSON.stringify(footer), (key: string, value: unknown) =>
    key === 'to' ? (movedTo(value, foreign) ?? value) : Array.isArray(value) ? value.filter(isKept) : value,
  );
}

const movedTo = (route: unknown, { redirects }: Pick<ForeignSite, 'redirects'>): string | undefined =>
  typeof route === 'string' ? targetsOf(redirects).get(route) : undefined;

/** Returns the targets of redirects by the route from which they lead; of several, the first one. */
const targetsOf = memoizeByObject(
  (redirects: ForeignSite['redirects']): ReadonlyMap<string, string> =>
    new Map(redirects.map(([from, to]) => [from, to] as const).toReversed()),
);

/** Whether a link of the navbar or the footer leads to a page that is a component. The report names these pages. */
const leadsToComponent = (to: string | undefined, { componentRoutes }: ForeignSite): boolean =>
  to !== undefined && routesOf(componentRoutes).has(withoutAnchor(to));

const routesOf = memoizeByObject((routes: readonly string[]): ReadonlySet<string> => new Set(routes));

/** Converts the navbar: items for pages and sidebars become links. The shell adds search, versions, and languages itself. */
export function navbarItems(foreign: ForeignSite, site: Site): unknown[] {
  return foreign.navbarItems.flatMap((item): unknown[] => {
    const position = item['position'] === 'left' ? 'left' : 'right';
    const menu = menuOf(item);
    if (menu === null)
      return resolveItem(item, foreign, site).map((link) => ({ ...link, position, ...(isRepository(link) && { icon: 'github' }) }));
    const items = menu.flatMap((one) => (isRecord(one) ? resolveItem(one, foreign, site) : []));
    return items.length === 0 ? [] : [{ label: String(item['label'] ?? 'More'), position, items }];
  });
}

/** Returns the entries of a menu; null for other items. Additional entries of the menus that the shell adds become a separate menu. */
function menuOf(item: Values): unknown[] | null {
  const { dropdownItemsBefore: before = [], dropdownItemsAfter: after = [], items } = item;
  const isOfShell = ['search', 'localeDropdown', 'docsVersionDropdown', 'docsVersion'].includes(String(item['type'] ?? ''));
  if (isOfShell) return [before, after].flat();
  return Array.isArray(items) ? (items as unknown[]) : null;
}

/** Returns the link of an item; none if it leads to a page that is a component, or if it has no target, which is noted. */
function resolveItem(item: Values, foreign: ForeignSite, site: Site): Link[] {
  if (leadsToComponent(linkOf(item, baseUrlOfSite(foreign))?.to, foreign)) return [];
  const link = pageLink(item, foreign, site);
  if (link !== null) return [link];
  noteLostItem(item, foreign.notes);
  return [];
}

/** Returns a function that looks up the pages of an additional folder; undefined for the main docs. */
const lookupsOf = memoizeByObject((site: Site) => {
  const main = createDocLookup(docsOfFolder(null, site.docs));
  const ofFolder = memoizeByObject((folder: ForeignSite['folders'][number]) => createDocLookup(docsOfFolder(folder.keys, site.docs)));
  return (folder: ForeignSite['folders'][number] | undefined): DocLookup => (folder === undefined ? main : ofFolder(folder));
});

/** Returns the link of an item, which may name a page or a sidebar; null if it has no target. */
function pageLink(item: Values, foreign: ForeignSite, site: Site): Link | null {
  const { sidebars, folders, redirects } = foreign;
  const label = String(item['label'] ?? '');
  // The additional folder that the item names; undefined for the main docs.
  const folder = folders.find(({ keys }) => keys.name === item['docsPluginId']);
  const lookup = lookupsOf(site)(folder);
  if (typeof item['docId'] === 'string') {
    const doc = lookup.find(item['docId']);
    return doc === undefined ? null : { label: label || doc.sidebarLabel, to: doc.path };
  }
  if (typeof item['sidebarId'] === 'string') {
    const own = folder === undefined ? sidebars : folder.sidebars;
    const path = isRecord(own) ? firstPage(own[item['sidebarId']], lookup, site) : (lookup.inFolder('.')[0]?.path ?? null);
    return path === null ? null : { label: label || item['sidebarId'], to: path };
  }
  const link = linkOf(item['type'] === 'html' ? { html: item['value'], ...item } : item, baseUrlOfSite(foreign));
  const moved = movedTo(link?.to, { redirects });
  return link !== null && moved !== undefined ? { ...link, to: moved } : link;
}

/** Returns the route of the first page in the entries of a sidebar, which are a list or an object by label; null if there is none. */
function firstPage(entries: unknown, lookup: DocLookup, site: Site): string | null {
  for (const one of Array.isArray(entries) ? (entries as unknown[]) : isRecord(entries) ? Object.values(entries) : []) {
    const found =
      typeof one === 'string'
        ? lookup.find(one)?.path
        : Array.isArray(one)
          ? firstPage(one, lookup, site)
          : isRecord(one)
            ? firstPageOfEntry(one, lookup, site)
            : null;
    if (found != null) return found;
  }
  return null;
}

function firstPageOfEntry(entry: Values, lookup: DocLookup, site: Site): string | null {
  if (typeof entry['id'] === 'string') return lookup.find(entry['id'])?.path ?? null;
  if (typeof entry['dirName'] === 'string') {
    const inside = new Set(lookup.inFolder(entry['dirName']).map(({ path }) => path));
    return site.navigation.order().find((path) => inside.has(path)) ?? null;
  }
  const { link, items } = entry;
  return (isRecord(link) && typeof link['id'] === 'string' ? lookup.find(link['id'])?.path : null) ?? firstPage(items, lookup, site);
}

/** Whether HTML has text outside of its tags, a link, a picture, or a button. */
const showsSomething = (html: string): boolean =>
  /<(?:a|img|button)\b/.test(html) || html.split('<').some((part) => part.slice(part.lastIndexOf('>') + 1).trim() !== '');

function noteLostItem(item: Values, notes: Note[]): void {
  // Do not report an HTML item without text, which is a line between entries.
  if (item['type'] === 'html' && !showsSomething(String(item['value']))) return;
  const named = item['label'] ?? item['type'] ?? item['to'];
  notes.push({
    kind: 'left out',
    text: `the navbar item ${named === undefined ? `\`${shortSource(item)}\`` : JSON.stringify(named)}, which has no target on this site`,
  });
}

/** Whether a link is shown as the GitHub icon instead of its label. */
const isRepository = ({ label, href }: Link): boolean => /^https:\/\/(?:www\.)?github\.com\//.test(href ?? '') && /\bgithub\b/i.test(label);
