import { expect, test } from 'vitest';

import { redirectUrl } from '#model/url.ts';

import { renderCaddy, renderLlmsIndex, renderNginx, renderRedirects } from './site-files.ts';

const manifest = (redirects: Record<string, string>) =>
  ({ build: 'b', baseUrl: '/', scriptHashes: [], redirects }) as unknown as Parameters<typeof renderCaddy>[0];
const HOSTS = [renderRedirects, renderNginx, renderCaddy];

test.each([
  'https://example.org/?{env.KEY}&{$KEY}&{file./etc/passwd}',
  '/docs#{env.KEY}',
  '/docs#a"; } {',
  'https://example.org/\nX: 1\n/a /b',
])('a redirect to %j can neither use variables of a web server nor add a line', (to) => {
  for (const render of HOSTS) {
    const text = render(manifest({ '/docs/old': to }));
    const usual = render(manifest({ '/docs/old': to.includes('?') ? '/docs/new?a' : '/docs/new' }));
    expect(text).not.toMatch(/\{\$?(?:env|file|KEY)/);
    for (const sign of ['\n', '"']) expect(text.split(sign).length).toBe(usual.split(sign).length);
  }
});

test('the redirects to first pages are temporary', () => {
  for (const render of HOSTS) {
    const redirects = { '/': '/docs', '/blog': '/blog/new', '/docs/old': '/docs/new' };
    const text = render({ ...manifest(redirects), temporaryRedirects: ['/', '/blog'] });
    const rules = text.split('\n').filter((line) => /\b30[12]\b/.test(line));
    const permanent = rules.filter((line) => line.includes('301'));
    expect(permanent.length).toBeGreaterThan(0);
    for (const rule of permanent) expect(rule).toContain('/docs/old');
    expect(rules.filter((line) => line.includes('302')).join()).toContain('/blog');
  }
});

test.each(['/docs/{env.KEY}', '/docs/{$KEY}', '/*', '/docs/:id', '/docs/a b', '/docs/"x', '/docs/$uri', '/docs/a\nb'])(
  'host files have no rule for the %j route, which hosts could interpret as a pattern or a variable',
  (from) => {
    for (const render of HOSTS) {
      expect(render(manifest({ [from]: '/docs/new' }))).toBe(render(manifest({})));
      expect(render(manifest({ [from]: '/docs/new', '/docs/é': '/docs/new' }))).toContain('/docs/new');
    }
  },
);

test.each([
  ['/404', '/docs/new'],
  ['/404/index', '/docs/new'],
  ['/de/404', '/docs/new'],
  ['/404.html', '/docs/new'],
  ['/404/index.html', '/docs/new'],
  ['/de/404/index.html', '/docs/new'],
  ['/docs/a', `https://example.org/${'$'.repeat(1400)}`],
  [`/${'é'.repeat(700)}`, '/docs/new'],
])('host files have no rule for the %j route to %j, with which nginx would not start', (from, to) => {
  for (const render of HOSTS) {
    const site = { ...manifest({ '/docs/old': '/docs/new' }), languages: ['de'] };
    expect(render({ ...site, redirects: { ...site.redirects, [from]: to } })).toBe(render(site));
  }
});

test.each(['/', '/portal/'])('no address has two rules on a site at %s, because nginx and Caddy would not start', (baseUrl) => {
  const routes = ['/old', '/old.html', '/old/', '/404.html', '/404/index.html', '/de/404', '/404.html.html', '/old.html.html', '/de/old'];
  const site = { ...manifest(Object.fromEntries(routes.map((route) => [route, '/docs/new']))), baseUrl, languages: ['de'] };
  for (const [text, rule] of [
    [renderNginx(site), /^location = (".*?")/gm],
    [renderCaddy(site), /^\t(".*?")/gm],
    [renderRedirects(site), /^(\S+)/gm],
  ] as const) {
    const addresses = [...text.matchAll(rule)].map(([, address]) => address);
    expect(addresses.length).toBeGreaterThan(2);
    expect(addresses).toEqual([...new Set(addresses)]);
  }
});

test('a redirect from an address with index has no rule for the .html address of the page of the folder', () => {
  for (const render of HOSTS) {
    const text = render(manifest({ '/docs/index': 'https://example.org/' }));
    expect(text).toContain('/docs/index');
    expect(text).not.toContain('/docs/index.html');
  }
});

test('the locations of nginx are in its own order, in which a slash comes first, because it sorts them by insertion', () => {
  const names = ['/\u{1F600}', '/\uFFFD', '/d-1', '/d/1', '/d'];
  const text = renderNginx(manifest(Object.fromEntries(names.map((name) => [name, '/docs/new']))));
  const addresses = [...text.matchAll(/^location = "(.*?)" \{ return 301/gm)].map(([, address]) => address);
  expect(addresses).toEqual(
    ['/d', '/d/', '/d/1', '/d/1/', '/d/1.html', '/d-1', '/d-1/', '/d-1.html', '/d.html'].concat(
      ['/\uFFFD', '/\u{1F600}'].flatMap((name) => [name, `${name}/`, `${name}.html`]),
    ),
  );
});

test.each([
  ['/docs/a b#é "x"', '/docs/a%20b#%C3%A9%20%22x%22'],
  ['https://example.org/%41?q=%7Ba#b', 'https://example.org/%41?q=%7Ba#b'],
  ['https://example.org/\r\nSet-Cookie: a', 'https://example.org/%0D%0ASet-Cookie:%20a'],
  ['/docs/\uD800', '/docs/%EF%BF%BD'],
])('a redirect to %j is percent-encoded so that a header can contain it', (to, expected) => {
  expect(redirectUrl(to, '/', '')).toBe(expected);
  expect(new Headers({ Location: redirectUrl(to, '/', '') }).get('Location')).toBe(expected);
});

test('the title and the description of a page cannot add lines to llms.txt', () => {
  const page = { path: '/docs/a', title: 'A\n\n# B', description: 'C\n\n# D', questions: [], markdownPath: '/docs/a.md', group: 'E\n# F' };
  const site = { title: 'T', tagline: '', url: 'https://example.org', baseUrl: '/' } as Parameters<typeof renderLlmsIndex>[1];
  expect(renderLlmsIndex([page], site).match(/^#.*/gm)).toEqual(['# T', '## E # F']);
});

test('brackets and control characters in the texts of a page cannot add links or lines to llms.txt', () => {
  const page = {
    path: '/docs/a',
    title: 'A](https://evil.example) [b',
    description: 'd\u0085- [z](https://evil.example): z',
    questions: [],
    markdownPath: '/docs/a.md',
    group: '[g](https://evil.example)',
  };
  const site = { title: 'T', tagline: '', url: 'https://example.org', baseUrl: '/' } as Parameters<typeof renderLlmsIndex>[1];
  const index = renderLlmsIndex([page], site);
  expect(index).toContain('- [A\\](https://evil.example) \\[b](https://example.org/docs/a.md): d - \\[z\\](https://evil.example): z\n');
  expect(index).toContain('## \\[g\\](https://evil.example)');
});
