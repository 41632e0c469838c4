/** What stands in <head> about a page, brought up to date after a swap. The build writes the same for a page's document. */
import { documentTitle } from '#model/site.ts';
import type { PageShell } from '#model/page.ts';
import type { SiteData } from '#model/site.ts';
import { withBase } from '#model/url.ts';

function setMeta(name: string, content: string): void {
  document.head.querySelector(`meta[name="${name}"],meta[property="${name}"]`)?.setAttribute('content', content);
}

function setLink(selector: string, attributes: Record<string, string>, href: string | null): void {
  let link = document.head.querySelector<HTMLLinkElement>(selector);
  if (href === null) return link?.remove();
  if (!link) {
    link = document.createElement('link');
    for (const [name, value] of Object.entries(attributes)) link.setAttribute(name, value);
    document.head.append(link);
  }
  link.setAttribute('href', href);
}

export function updateHead(page: PageShell, site: SiteData): void {
  const title = documentTitle(page, site);
  const address = site.url + withBase(site.baseUrl, page.path);
  document.title = title;
  document.documentElement.dataset.kind = page.kind;
  setMeta('description', page.description);
  setMeta('og:title', page.title);
  setMeta('og:description', page.description);
  setMeta('og:url', address);
  setLink('link[rel="canonical"]', { rel: 'canonical' }, address);
  setLink('link[rel="alternate"][type="text/markdown"]', { rel: 'alternate', type: 'text/markdown' }, page.markdownUrl);
}
