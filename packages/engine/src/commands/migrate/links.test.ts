import { expect, test } from 'vitest';

import type { ForeignSite } from './foreign-site.ts';
import { linkOf, withMovedLinks } from './links.ts';
import { growthBeyondLinear } from '#testing/growth.ts';

test.each([
  [{ href: 'https://discord.gg/x', 'aria-label': 'Discord server', className: 'icon' }, 'Discord'],
  [{ href: 'https://discord.gg/x', label: 'Chat' }, 'Chat'],
  [{ href: 'https://news.example.org', 'aria-label': 'Newsletter' }, 'Newsletter'],
  [{ href: 'https://www.news.example.org' }, 'news.example.org'],
  [{ html: '<a href="https://github.com/x"><img alt="Stars"></a>' }, 'Stars'],
  [{ html: '<a href="https://github.com/x"><img src="x.svg"></a>' }, 'GitHub'],
])('the label of a link without a text is the name of its site, or what its author calls it: %j', (item, label) => {
  expect(linkOf(item, '/')?.label).toBe(label);
});

test.each([
  [{ href: '/k/docs/x?a#b' }, { to: '/docs/x?a#b' }],
  [{ html: '<a href="/k/docs/x">X</a>' }, { to: '/docs/x' }],
  [{ href: '/other' }, { href: '/other' }],
  [{ href: '//other.example.org/k/' }, { href: '//other.example.org/k/' }],
  [{ to: 'pathname:///k/files/a.pdf' }, { href: '/k/files/a.pdf' }],
])('an address below the base URL is a route of the site, which the build checks: %j', (item, target) => {
  expect(linkOf({ label: 'X', ...item }, '/k/')).toEqual({ label: 'X', ...target });
});

test.each(['javascript:alert(1)', 'data:text/html,x', 'vbscript:x'])('an address with another scheme is left out: %s', (href) => {
  expect(linkOf({ label: 'X', href }, '/')).toBeNull();
  expect(linkOf({ html: `<a href="${href}">X</a>` }, '/')).toBeNull();
});

test('the links of a footer are compared with the redirects in linear time', () => {
  const read = (marks: string): unknown => {
    const routes = Array.from(marks, (_, n) => `/a${n}`);
    const foreign = { redirects: routes.map((route) => [route, '/b']), componentRoutes: routes.map((route) => `${route}-c`) };
    return withMovedLinks({ links: routes.map((to) => ({ to })) }, foreign as unknown as ForeignSite);
  };
  expect(read('##')).toEqual({ links: [{ to: '/b' }, { to: '/b' }] });
  expect(growthBeyondLinear(read, '#', 1 << 15)).toBeNull();
});
