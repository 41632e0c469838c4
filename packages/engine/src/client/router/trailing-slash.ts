/**
 * Follows hosts that redirect `/docs/a` to `/docs/a/`, as many file servers do. After a navigation, the address gets the slash, because
 * Chromium forgets the scroll position if the reload of an address is redirected.
 */

const lacksSlash = (path: string): boolean => !/(\/|\.html)$/i.test(path);

/** Whether the host redirects an address to the one with a trailing slash. */
async function redirectsToSlash(path: string): Promise<boolean> {
  const response = await fetch(path, { method: 'HEAD', priority: 'low' }).catch(() => null);
  return response?.redirected === true && new URL(response.url).pathname === `${path}/`;
}

/** Starts to follow the host. It is asked at most once, and not if the document has an address that other hosts would redirect. */
export function followTrailingSlash(navigation: Navigation): void {
  let redirects = lacksSlash(location.pathname) ? Promise.resolve(false) : undefined;

  navigation.addEventListener('navigatesuccess', async () => {
    const { pathname } = location;
    if (!lacksSlash(pathname)) return;
    redirects ??= redirectsToSlash(pathname);
    // Changing the address would abort a navigation that has started in the meantime.
    if (!(await redirects) || location.pathname !== pathname || navigation.transition) return;
    history.replaceState(history.state, '', `${pathname}/${location.search}${location.hash}`);
  });
}
