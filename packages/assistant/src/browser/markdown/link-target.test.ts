// @vitest-environment happy-dom
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { linkTarget, sourceName, type LinkSite } from './link-target.ts';

const site: LinkSite = {
  baseUrl: '/base/',
  url: 'https://docs.example',
  pages: new Map([
    ['/docs/quickstart', { title: 'Quickstart' }],
    ['/guild', { title: null }],
    ['/', { title: null }],
  ]),
};
const page = (href: string, path: string, hash = '') => ({ kind: 'page', href, path, hash });
const elsewhere = (href: string) => ({ kind: 'elsewhere', href });
const none = { kind: 'none' };

describe('R-214 where a link of an answer leads', () => {
  test.each([
    ['https://example.org/x?y#z', elsewhere('https://example.org/x?y#z')],
    ['http://example.org', elsewhere('http://example.org/')],
    ['mailto:a@example.org', elsewhere('mailto:a@example.org')],
    ['tel:+49123', elsewhere('tel:+49123')],
    ['//example.org/x', elsewhere('https://example.org/x')],
    ['#anchor', elsewhere('#anchor')],
    ['?q=x', elsewhere('?q=x')],
    ['javascript:alert(1)', none],
    ['JaVaScRiPt:alert(1)', none],
    ['java\nscript:alert(1)', none],
    [' javascript:alert(1)', none],
    ['data:text/html,<script>', none],
    ['vbscript:x', none],
    ['file:///etc/passwd', none],
    ['blob:https://docs.example/1', none],
    ['http://[', none],
  ])('%j', (target, expected) => expect(linkTarget(target, site)).toEqual(expected));

  test('no text at all leads to a script', () => {
    const scheme = fc.constantFrom('javascript:', 'data:', 'vbscript:', 'file:', 'blob:');
    const noise = fc.string({ unit: fc.constantFrom('\u0000', '\t', '\n', ' ', '\u001f'), maxLength: 3 });
    fc.assert(
      fc.property(scheme, noise, fc.nat(12), fc.string(), (name, blank, at, rest) => {
        const place = at % name.length;
        expect(linkTarget(name.slice(0, place) + blank + name.slice(place) + rest, site)).toEqual(none);
      }),
    );
  });
});

describe('R-412 pages of this site', () => {
  test.each([
    ['/base/docs/quickstart', page('/base/docs/quickstart', '/docs/quickstart')],
    ['docs/quickstart', page('/base/docs/quickstart', '/docs/quickstart')],
    ['/base/docs/quickstart.html?x=1#a', page('/base/docs/quickstart.html?x=1#a', '/docs/quickstart', '#a')],
    ['https://docs.example/base/guild/', page('/base/guild/', '/guild')],
    ['/base/docs/quickstart#a:~:text=b', page('/base/docs/quickstart#a:~:text=b', '/docs/quickstart', '#a:~:text=b')],
    ['/base/docs/there-is-none', none],
    ['/docs/quickstart', none],
    ['../../etc/passwd', none],
    ['/base/docs/%ff', none],
  ])('%s', (target, expected) => expect(linkTarget(target, site)).toEqual(expected));

  test('while they are not known, any path may be one', () => {
    expect(linkTarget('docs/x', { ...site, pages: null })).toEqual(page('/base/docs/x', '/docs/x'));
  });
});

test.each([
  ['/docs/quickstart', '#before-you-start:~:text=x', 'Quickstart, before you start'],
  ['/docs/quickstart', '', 'Quickstart'],
  ['/guild', '#%C3%BCber_uns', '/guild, über uns'],
])('a source is named by page and section: %s%s', (path, hash, name) => expect(sourceName({ path, hash }, site.pages)).toBe(name));
