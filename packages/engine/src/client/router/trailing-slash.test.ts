// @vitest-environment happy-dom
import { afterEach, expect, test, vi } from 'vitest';
import { followTrailingSlash } from './trailing-slash.ts';

afterEach(() => void vi.unstubAllGlobals());

/** Visits addresses in one document on a host. @returns the final addresses, and the requests to the host */
async function visit(start: string, addresses: readonly string[], redirects: boolean, transition: object | null = null) {
  const requests: string[] = [];
  vi.stubGlobal('fetch', async (path: string, { method }: RequestInit) => {
    requests.push(`${method} ${path}`);
    return { redirected: redirects, url: `https://docs.example.org${path}${redirects ? '/' : ''}` };
  });
  history.replaceState(null, '', start);
  const navigation = Object.assign(new EventTarget(), { transition });
  followTrailingSlash(navigation as unknown as Navigation);
  const shown: string[] = [];
  for (const address of addresses) {
    history.replaceState({ kept: address }, '', address);
    navigation.dispatchEvent(new Event('navigatesuccess'));
    await new Promise((resolve) => setTimeout(resolve));
    expect(history.state).toEqual({ kept: address });
    shown.push(location.pathname + location.search + location.hash);
  }
  return { shown, requests };
}

test('R-104 a host that redirects to a trailing slash is asked once, and all addresses get the slash', async () => {
  const { shown, requests } = await visit('/', ['/docs/a?q=1#x', '/docs/b', '/docs/c/', '/docs/d.html'], true);
  expect(shown).toEqual(['/docs/a/?q=1#x', '/docs/b/', '/docs/c/', '/docs/d.html']);
  expect(requests).toEqual(['HEAD /docs/a']);
});

test('addresses stay on a host that does not redirect', async () => {
  expect(await visit('/', ['/docs/a', '/docs/b'], false)).toEqual({ shown: ['/docs/a', '/docs/b'], requests: ['HEAD /docs/a'] });
});

test('a host that has served an address without a slash is not asked', async () => {
  expect(await visit('/docs/a', ['/docs/b'], true)).toEqual({ shown: ['/docs/b'], requests: [] });
});

test('a navigation that has started in the meantime is not aborted', async () => {
  expect((await visit('/', ['/docs/a'], true, {})).shown).toEqual(['/docs/a']);
});
