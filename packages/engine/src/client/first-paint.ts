/** Generates the inline script in <head>, which sets the color mode and other attributes that the first paint needs. */
import type { SiteData } from '#model/site.ts';

const BANNER_STYLE = 'padding:1rem;background:#fff;color:#b3181f;border:3px solid;font:1rem sans-serif';

/** Returns a value as JavaScript source that is safe inside <script>. It is ASCII, because a string with other characters takes twice the memory in the build. */
function literal(value: unknown): string {
  return JSON.stringify(value).replace(/[<\u0080-\uffff]/g, (char) => `\\u${char.charCodeAt(0).toString(16).padStart(4, '0')}`);
}

/** Returns the source that sets the color mode: the stored choice unless the switch is disabled, then the system's preference if configured, then the default. */
function themeSource({ defaultMode, disableSwitch, respectPrefersColorScheme }: SiteData['colorMode']): string {
  const fallback = respectPrefersColorScheme ? `m.matches?'dark':'light'` : literal(defaultMode);
  const stored = disableSwitch ? '' : `t=g('theme');`;
  // Follow changes in other tabs and of the system, also in background tabs, where no other script may be running.
  const follow = [disableSwitch ? '' : 'onstorage=', respectPrefersColorScheme ? 'm.onchange=' : ''].join('');
  const system = respectPrefersColorScheme ? `m=matchMedia('(prefers-color-scheme:dark)');` : '';
  return `${system}(${follow}()=>{${stored}h.dataset.theme=t=='dark'||t=='light'?t:${fallback}})();`;
}

/** Returns the source that hides an announcement bar which the reader has closed. */
function announcementSource(announcement: { id: string; isCloseable: boolean } | null): string {
  if (!announcement?.isCloseable) return '';
  return `t='docusaurus.announcement.';if(g(t+'dismiss')=='true'&&g(t+'id')==${literal(announcement.id)})h.dataset.announcement='dismissed';`;
}

/**
 * Returns the source that shows a banner if a stylesheet or the loader of the page cannot be loaded, most likely because the
 * base URL is wrong. It sets styles by script, because the Content-Security-Policy forbids inline styles.
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
    `b=d.createElement('div');b.id='base-url-banner';b.role='alert';b.style='${BANNER_STYLE}';b.textContent=${message};` +
    `d.body?i():addEventListener('DOMContentLoaded',i)},true)`
  );
}

/**
 * After a reload, the browser treats earlier entries of the session history as states of this document, because the router
 * had shown those pages in one document. Until the router runs, going back to such an entry has to load its page. The browser
 * restores the entry's scroll position in the next frame after the event, which may be late on a busy machine, but not beyond the
 * end of this page. The page must therefore be long enough (`#stale` in reset.css), because the reload preserves the current position.
 */
const RELOAD_ON_STALE_HISTORY_ENTRY = `onpopstate=()=>{if(l.pathname!=p)h.id='stale',setTimeout(()=>l.reload(),200)};`;

/**
 * Returns the source of the inline script, without <script> tags. It must be deterministic, because the
 * Content-Security-Policy contains its hash. It sets the `js` class, `data-theme`, and `data-announcement` on <html>, and
 * works if storage throws. It must precede the stylesheets, because an inline script waits for stylesheets before it.
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
