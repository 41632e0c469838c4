/** The other half of `loadAfresh` (router/reload-guard.ts): with manual restoration browsers do not look for the hash target either. */
export function arriveAfresh(): void {
  if (history.scrollRestoration !== 'manual') return;
  document.getElementById(decodeURIComponent(location.hash.slice(1)))?.scrollIntoView();
}
