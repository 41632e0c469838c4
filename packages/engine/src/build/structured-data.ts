/** Describes a page to search engines with the vocabulary of schema.org, as JSON-LD. */
import type { PageShell } from '#model/page.ts';
import type { SiteData } from '#model/site.ts';
import { canonicalUrl } from '#model/url.ts';

/** JSON-LD of a page; null for pages that are not for search engines. A page of the documentation is an article with breadcrumbs. */
export function structuredData(page: PageShell, site: SiteData): object | null {
  if (page.kind === 'not-found' || page.kind === 'search') return null;
  const address = (path: string): string => canonicalUrl(site.url, site.baseUrl, path);
  if (page.kind !== 'doc') {
    if (page.kind !== 'home') return null;
    return {
      '@context': 'https://schema.org',
      '@type': 'WebSite',
      name: site.title,
      description: page.description,
      url: address(page.path),
    };
  }
  const article = {
    '@type': 'TechArticle',
    headline: page.title,
    description: page.description,
    url: address(page.alternates?.canonical ?? page.path),
    inLanguage: site.locale.htmlLang,
    ...(page.lastUpdate !== null && { dateModified: page.lastUpdate.date }),
    publisher: { '@type': 'Organization', name: site.title, url: address('/') },
  };
  return { '@context': 'https://schema.org', '@graph': [article, ...breadcrumbsOf(page, address)] };
}

/** A list of one step leads nowhere. Categories without a page of their own are no steps, since a step needs an address. */
function breadcrumbsOf({ breadcrumbs, path, title }: PageShell, address: (path: string) => string): object[] {
  const above = breadcrumbs.flatMap((crumb) =>
    crumb.path === null || crumb.path === path ? [] : [{ label: crumb.label, path: crumb.path }],
  );
  const steps = [...above, { label: title, path }];
  if (steps.length < 2) return [];
  const items = steps.map((step, index) => ({ '@type': 'ListItem', position: index + 1, name: step.label, item: address(step.path) }));
  return [{ '@type': 'BreadcrumbList', itemListElement: items }];
}
