import { withBase } from '#model/url.ts';

/** `sitemap.xml`: the pages' canonical addresses with their last change. @param url origin of the site */
export function renderSitemap(pages: readonly { path: string; lastModified: string | null }[], url: string, baseUrl: string): string {
  const entries = pages.map(({ path, lastModified }) => {
    const changed = lastModified === null ? '' : `<lastmod>${lastModified}</lastmod>`;
    return `<url><loc>${escapeXml(url + withBase(baseUrl, path))}</loc>${changed}</url>`;
  });
  return `<?xml version="1.0" encoding="UTF-8"?>\n<urlset xmlns="http://www.sitemaps.org/schemas/sitemap/0.9">\n${entries.join('\n')}\n</urlset>\n`;
}

/** `robots.txt`; a site that is not to be indexed closes itself to all. */
export function renderRobots(url: string, baseUrl: string, noIndex: boolean): string {
  return noIndex ? 'User-agent: *\nDisallow: /\n' : `User-agent: *\nAllow: /\n\nSitemap: ${url}${withBase(baseUrl, '/sitemap.xml')}\n`;
}

const escapeXml = (text: string): string => text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;');
