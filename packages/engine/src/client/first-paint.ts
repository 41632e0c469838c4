/** The only classic script of a page, inline in <head> before the stylesheets: what must be settled before the first paint. */
import type { SiteData } from '#model/site.ts';

const BANNER_STYLE = 'padding:1rem;background:#fff;color:#b3181f;border:3px solid;font:1rem sans-serif';

/** A value as JavaScript source that is safe inside of <script>, in ASCII: one dash would double the memory of each page during the build. */
function literal(value: unknown): string {
  return JSON.stringify(value).replace(/[<\u0080-\uffff]/g, (char) => `\\u${char.charCodeAt(0).toString(16).padStart(4, '0')}`);
}

/** A stored choice counts unless the switch is disabled; then the system's preference where configured; then the default. */
function themeSource({ defaultMode, disableSwitch, respectPrefersColorScheme }: SiteData['colorMode']): string {
  const fallback = respectPrefersColorScheme ? `m.matches?'dark':'light'` : literal(defaultMode);
  const stored = disableSwitch ? '' : `t=g('theme');`;
  // Background tabs follow a choice in another tab, and the system, before anything else runs in them.
  const follow = [disableSwitch ? '' : 'onstorage=s;', respectPrefersColorScheme ? 'm.onchange=s;' : ''].join('');
  const system = respectPrefersColorScheme ? `m=matchMedia('(prefers-color-scheme:dark)');` : '';
  return `${system}function s(){${stored}h.dataset.theme=t=='dark'||t=='light'?t:${fallback}}s();${follow}`;
}

/** A closeable bar that was dismissed under the same id is not painted. */
function announcementSource(announcement: { id: string; isCloseable: boolean } | null): string {
  if (!announcement?.isCloseable) return '';
  return `if(g('docusaurus.announcement.dismiss')=='true'&&g('docusaurus.announcement.id')==${literal(announcement.id)})h.dataset.announcement='dismissed';`;
}

/**
 * When the stylesheet or the loader of the page itself does not arrive, most likely the base URL is wrong.
 * Styled through the object model, since no stylesheet is there and the content security policy allows no inline one.
 */
function bannerSource(baseUrl: string): string {
  const message = [
    literal(`The site did not load properly. The configured base URL is ${baseUrl} – if that is wrong, try `),
    `p.replace(/\\/?$/,'/')`,
    literal(' instead.'),
  ].join('+');
  return (
    `addEventListener('error',e=>{var n=e.target,b,i=()=>d.body.prepend(b);` +
    `if(d.readyState=='complete'||x||!(n.rel=='stylesheet'||n.src&&n.tagName=='SCRIPT'))return;x=1;` +
    `b=d.createElement('div');b.id='base-url-banner';b.role='alert';b.style.cssText='${BANNER_STYLE}';b.textContent=${message};` +
    `d.body?i():addEventListener('DOMContentLoaded',i)},true)`
  );
}

/** The first form of the listener that the loader replaces (`reloadOnStaleHistoryEntry`): readers may go back before any other script has arrived. */
const RELOAD_ON_STALE_HISTORY_ENTRY = `onpopstate=()=>l.pathname!=p&&l.reload();`;

/**
 * Source of the inline script, without <script> tags; the same input gives the same bytes, because the content
 * security policy contains its hash. Sets class `js`, `data-theme` and `data-announcement` on <html>; survives a storage that throws.
 * Has to precede the stylesheets: an inline script after one waits for it.
 */
export function firstPaintScript(
  colorMode: SiteData['colorMode'],
  announcement: { id: string; isCloseable: boolean } | null,
  baseUrl: string,
): string {
  return (
    `(()=>{var d=document,h=d.documentElement,t,x,m,l=location,p=l.pathname;function g(k){try{return localStorage.getItem(k)}catch{}}` +
    `h.className='js';${RELOAD_ON_STALE_HISTORY_ENTRY}${themeSource(colorMode)}${announcementSource(announcement)}${bannerSource(baseUrl)}})()`
  );
}
