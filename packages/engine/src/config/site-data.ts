import { docsRoute } from './doc-sets.ts';
import type { NavbarItem, SiteData } from '#model/site.ts';
import { isExternal } from '#model/url.ts';

import type { SiteConfig } from './schema.ts';

type ConfiguredItem = SiteConfig['navbar']['items'][number];
type ConfiguredLink = SiteConfig['footer']['row'][number];

/**
 * Returns the part of the configuration that every page contains, for the shell.
 * @param year year of the copyright line; a parameter, so that the same input gives the same output
 */
export function toSiteData(config: SiteConfig, year: number = new Date().getFullYear()): SiteData {
  const { announcementBar: bar, docs, docSet, footer, navbar } = config;
  return {
    title: config.title,
    tagline: config.tagline,
    url: config.url,
    baseUrl: config.baseUrl,
    isSaas: config.customFields.isSaas,
    announcementBar: bar === null ? null : { id: bar.id, content: bar.content, isCloseable: bar.isCloseable },
    navbar: {
      // Without a logo, the link to the home page would be empty.
      title: navbar.title === '' && navbar.logo === null ? config.title : navbar.title,
      logo: toLogo(navbar.logo),
      hideOnScroll: navbar.hideOnScroll,
      items: navbar.items.map(toNavbarItem),
    },
    footer: {
      style: footer.style,
      groups: toFooterGroups(footer),
      copyright: footer.copyright.replaceAll('{year}', String(year)),
    },
    colorMode: config.colorMode,
    docs: { pluginId: docs.pluginId, versionPersistence: docs.versionPersistence, version: toVersion(config) },
    locale: toLocale(config),
    search: toSearch(config.search),
    plugins: toPlugins(config),
    links: config.links,
    questions: config.questions,
    aiChats: config.aiChats,
    ...(docSet !== undefined && { docSet: { key: docSet.key, prefix: docSet.prefix, localePrefix: docSet.localePrefix } }),
  };
}

function toVersion({ docs, docSet }: SiteConfig): SiteData['docs']['version'] {
  if (docSet === undefined) {
    const { name, label, path = '' } = docs.version;
    return { name, label, path: path.startsWith('/') ? path : docsRoute(docs.routeBasePath) || '/', isLast: true };
  }
  const { name, label, path, isLast, banner } = docSet.version;
  return { name, label, path, isLast, ...(banner !== 'none' && { banner }) };
}

function toLocale({ docSet, i18n }: SiteConfig): SiteData['locale'] {
  const name = docSet?.locale ?? i18n.defaultLocale;
  const locale = i18n.locales[name];
  if (locale === undefined) throw new Error(`i18n.defaultLocale: the locale "${name}" is missing from i18n.locales`);
  const { label, direction, htmlLang = name, calendar, path = name } = locale;
  return { label, direction, htmlLang, calendar, path };
}

function toSearch(search: SiteConfig['search']): SiteData['search'] {
  if (search === null) return null;
  const { provider, applicationId = '', apiKey = '', indexName, contextualSearch, groups, popularPages } = search;
  return {
    provider,
    applicationId,
    apiKey,
    indexName,
    contextual: contextualSearch,
    groups: groups.map(({ name, label }) => ({ name, label })),
    popularPages,
  };
}

/** Returns the public data of plugins by name. A plugin without public data has no entry. */
function toPlugins(config: SiteConfig): SiteData['plugins'] {
  const data = config.plugins.flatMap(({ name, siteData }) => (siteData === undefined ? [] : [[name, siteData(config)] as const]));
  return Object.fromEntries(data);
}

function toLogo(logo: SiteConfig['navbar']['logo']): SiteData['navbar']['logo'] {
  if (logo === null) return null;
  const src = toHref(logo.src);
  const { alt, srcDark, width, height } = logo;
  return {
    alt,
    src,
    srcDark: srcDark === undefined ? src : toHref(srcDark),
    ...(width !== undefined && { width }),
    ...(height !== undefined && { height }),
  };
}

function toNavbarItem(item: ConfiguredItem): NavbarItem {
  return {
    label: item.label,
    href: toHref(item.to ?? item.href ?? item.items?.[0]?.to ?? item.items?.[0]?.href ?? '/'),
    position: item.position,
    ...(item.icon !== undefined && { icon: item.icon }),
    ...(item.activeBasePath !== undefined && { activeBasePath: toHref(item.activeBasePath) }),
    ...(item.items !== undefined && { items: item.items.map(toLink) }),
  };
}

/** Returns the groups of the footer; a row of links is one group without a title. */
function toFooterGroups({ groups, row }: SiteConfig['footer']): SiteData['footer']['groups'] {
  if (row.length > 0) return [{ title: '', items: row.map(toLink) }];
  return groups.map(({ title, items }) => ({ title, items: items.map(toLink) }));
}

function toLink({ label, to, href }: ConfiguredLink): { label: string; href: string } {
  return { label, href: toHref(to ?? href ?? '/') };
}

/** Adds the leading slash, which authors can omit from a route: `docs/quickstart`. */
function toHref(target: string): string {
  return isExternal(target) || target.startsWith('/') ? target : `/${target}`;
}
