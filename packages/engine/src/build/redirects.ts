import type { SiteData } from '#model/site.ts';
import { withBase } from '#model/url.ts';

/** A page that leads on to another, for hosts that know no redirects: works without JavaScript, and search engines follow its canonical. */
export function renderRedirect(to: string, site: SiteData): string {
  const url = withBase(site.baseUrl, to).replaceAll('"', '&quot;').replaceAll('<', '&lt;');
  return [
    `<!doctype html><html lang="${site.locale.htmlLang}"><head><meta charset="utf-8"><title>Moved | ${site.title}</title>`,
    `<meta http-equiv="refresh" content="0; url=${url}"><link rel="canonical" href="${site.url}${url}"><meta name="robots" content="noindex"></head>`,
    `<body><p>This page has moved: <a href="${url}">go to its new address</a>.</p></body></html>\n`,
  ].join('\n');
}
