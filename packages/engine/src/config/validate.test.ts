import { expect, test } from 'vitest';

import type { SiteConfigInput } from './schema.ts';
import { ConfigError, validateConfig } from './validate.ts';

const MINIMAL: SiteConfigInput = {
  title: 'T',
  tagline: 'Words',
  url: 'https://docs.example.org',
  links: { chat: 'https://chat.example.org', repository: 'https://code.example.org' },
  docs: { root: 'docs', sidebar: 'sidebar.yaml' },
};

function problemsOf(changes: Record<string, unknown>): readonly string[] {
  try {
    validateConfig({ ...MINIMAL, ...changes }, 'site.config.ts');
  } catch (error) {
    if (error instanceof ConfigError) return error.problems;
    throw error;
  }
  return [];
}

const withItem = (item: unknown): readonly string[] => problemsOf({ navbar: { items: [{ label: 'Docs', to: '/docs' }, item] } });

test('R-501 the defaults follow the specification', () => {
  const config = validateConfig(MINIMAL, 'site.config.ts');
  expect(config).toMatchObject({
    baseUrl: '/',
    onBrokenLinks: 'throw',
    onBrokenMarkdownLinks: 'throw',
    onBrokenAnchors: 'throw',
    onDuplicateRoutes: 'warn',
    customFields: { isSaas: false },
    announcementBar: null,
    colorMode: { defaultMode: 'light', disableSwitch: false, respectPrefersColorScheme: false },
    tableOfContents: { minHeadingLevel: 2, maxHeadingLevel: 3 },
    highlight: { additionalLanguages: ['ini', 'java', 'graphql', 'shell-session'] },
    image: { quality: 100, widths: [320, 640, 1280, 1440, 1600] },
    i18n: { defaultLocale: 'en', locales: { en: { direction: 'ltr', calendar: 'gregory' } } },
    stylesheets: [],
    hydrate: 'intent',
    search: { provider: 'embedded', contextualSearch: true },
  });
  expect(config.docs).toMatchObject({
    pluginId: 'default',
    routeBasePath: 'docs',
    defaultSidebar: null,
    versionPersistence: 'localStorage',
    sidebarBehavior: { hideable: false, autoCollapseCategories: false },
    version: { label: 'Next' },
    showLastUpdateAuthor: true,
  });
});

test('R-501 all invalid values are reported with path, value, and what is expected', () => {
  expect(
    problemsOf({
      title: '',
      url: 'https://docs.example.org/x',
      baseUrl: 'docs',
      onBrokenLinks: 'shout',
      colorMode: { disableSwitch: 'no' },
      tableOfContents: { minHeadingLevel: 4, maxHeadingLevel: 2 },
      image: { quality: 101, widths: [0.5] },
      stylesheets: ['fonts.css'],
      i18n: { defaultLocale: 'fr' },
      docs: { root: 7, sidebar: 'sidebar.txt', rules: { defaults: 'none' } },
    }),
  ).toEqual([
    'title: found "", expected text that is not empty',
    'url: found "https://docs.example.org/x", expected an origin without path, such as https://docs.example.org',
    'baseUrl: found "docs", expected a path that starts and ends with a slash, such as / or /docs-site/',
    'onBrokenLinks: found "shout", expected "throw", "warn", or "ignore"',
    'stylesheets[0]: found "fonts.css", expected a full address, such as https://example.org/page',
    'colorMode.disableSwitch: found "no", expected true or false',
    'docs.root: found 7, expected text',
    'docs.sidebar: found "sidebar.txt", expected a .yaml, .json, .js, or .ts file',
    'docs.rules.defaults: found "none", expected a function (source, text) => ({ slug, title, sidebarLabel, id, draft })',
    'i18n.defaultLocale: found "fr", expected the name of one of the locales',
    'tableOfContents.maxHeadingLevel: found 2, expected a level that is at least minHeadingLevel',
    'image.quality: found 101, expected a whole number from 1 to 100',
    'image.widths[0]: found 0.5, expected whole pixels',
  ]);
});

test('R-501 an invalid value is reported once, without consequential errors', () => {
  expect(
    problemsOf({
      tableOfContents: { minHeadingLevel: 9 },
      search: { groups: [] },
      i18n: { defaultLocale: '' },
      aiChats: [{ name: 'x', url: 'nope' }],
    }),
  ).toEqual([
    'aiChats[0].url: found "nope", expected a full address, such as https://example.org/page',
    'i18n.defaultLocale: found "", expected text that is not empty',
    'tableOfContents.minHeadingLevel: found 9, expected a heading level from 2 to 6',
    'search.groups: found an empty list, expected at least one group',
  ]);
  expect(problemsOf({ tableOfContents: { maxHeadingLevel: 0 } })).toEqual([
    'tableOfContents.maxHeadingLevel: found 0, expected a heading level from 2 to 6',
  ]);
});

test('R-501 an invalid key is reported with the expected form', () => {
  expect(
    problemsOf({ i18n: { locales: { en: {}, EN: {} } }, analytics: { script: 'https://a.example/s.js', attributes: { id: 'x' } } }),
  ).toEqual([
    'analytics.attributes: found the key "id", expected an attribute that begins with data-',
    'i18n.locales: found the key "EN", expected a language tag, such as en or pt-BR',
  ]);
});

test('R-501 missing keys are reported', () => {
  expect(problemsOf({ title: undefined, url: undefined })).toEqual([
    'title: found nothing, expected text',
    'url: found nothing, expected text',
  ]);
});

test.each([null, 'text', 42, [], () => ({})])('R-501 a configuration that is not an object is rejected: %s', (input) => {
  expect(() => validateConfig(input, 'site.config.ts')).toThrow(
    /^site\.config\.ts: one problem\n {2}- configuration: found .*, expected an object$/,
  );
});

test('R-501 an unknown key is reported with the nearest known one', () => {
  expect(
    problemsOf({ titel: 'x', navbar: { hideOnScrol: true, items: [] }, docs: { ...MINIMAL.docs, sidebarPath: 'x', vresion: {} } }),
  ).toEqual([
    'navbar.hideOnScrol: unknown key, did you mean "hideOnScroll"?',
    'docs.sidebarPath: unknown key, known keys: pluginId, root, include, exclude, routeBasePath, sidebar, defaultSidebar, editUrl, ' +
      'showLastUpdateAuthor, showLastUpdateTime, ignoredAuthors, versionPersistence, sidebarBehavior, version, versions, folders, rules',
    'docs.vresion: unknown key, did you mean "version"?',
    'titel: unknown key, did you mean "title"?',
  ]);
});

test('R-501 unknown keys deep in lists and records are reported', () => {
  expect(withItem({ label: 'x', to: '/x', postion: 'left' })).toEqual(['navbar.items[1].postion: unknown key, did you mean "position"?']);
  expect(problemsOf({ i18n: { locales: { en: { dir: 'ltr' } } } })[0]).toMatch(/^i18n\.locales\.en\.dir: unknown key/);
});

test('__proto__ is an unknown key like any other', () => {
  expect(problemsOf(JSON.parse('{"constructor": 1}') as Record<string, unknown>)[0]).toMatch(/^constructor: unknown key/);
});

test('R-502 a default sidebar is rejected if no file defines sidebars', () => {
  const expected = 'expected no name without a file in `sidebar`, because the generated sidebar is the only one';
  expect(problemsOf({ docs: { defaultSidebar: 'guides' } })).toEqual([`docs.defaultSidebar: found "guides", ${expected}`]);
  expect(problemsOf({ docs: { folders: [{ name: 'blog', defaultSidebar: 'posts' }] } })).toEqual([
    `docs.folders[0].defaultSidebar: found "posts", ${expected}`,
  ]);
  expect(problemsOf({ docs: { defaultSidebar: 'guides', sidebar: 'sidebar.yaml' } })).toEqual([]);
  const versions = [{ name: '1.0', sidebar: 'versions/1.0-sidebar.yaml' }];
  expect(problemsOf({ docs: { defaultSidebar: 'guides', versions } })).toEqual([]);
});

test('R-502 an unknown type of navbar item is rejected', () => {
  expect(withItem({ type: 'localeDropdown', label: 'x', to: '/x' })).toEqual([
    'navbar.items[1].type: unknown navbar item type "localeDropdown", expected "link" or "dropdown"',
  ]);
});

test('R-502 navbar items that are neither a link nor a dropdown, or both, are rejected', () => {
  expect(withItem({ label: 'x' })).toEqual([
    'navbar.items[1].to: found nothing, expected exactly one of "to", "href" (a link), and "items" (a dropdown)',
  ]);
  expect(withItem({ label: 'x', to: '/x', items: [{ label: 'y', to: '/y' }] })).toEqual([
    'navbar.items[1].items: found a list of 1, expected either a target ("to" or "href") or entries ("items"), not both',
  ]);
  expect(withItem({ type: 'dropdown', label: 'x', to: '/x' })).toEqual([
    'navbar.items[1].items: found nothing, expected the entries of the dropdown',
  ]);
  expect(withItem({ label: 'x', items: [] })).toEqual(['navbar.items[1].items: found an empty list, expected at least one entry']);
  expect(withItem({ label: 'x', items: [{ label: 'y' }] })).toEqual([
    'navbar.items[1].items[0].to: found nothing, expected exactly one of "to" and "href"',
  ]);
});

test('R-502 positions, icons, and targets of navbar items are checked', () => {
  expect(withItem({ label: 'x', to: '/x', position: 'top' })).toEqual([
    'navbar.items[1].position: found "top", expected "left" or "right"',
  ]);
  expect(withItem({ label: 'x', to: '/x', icon: 'fax' })).toEqual([
    'navbar.items[1].icon: found "fax", expected "slack", "github", or "youtube"',
  ]);
  expect(withItem({ label: 'x', href: 'javascript:alert(1)' })).toEqual([
    'navbar.items[1].href: found "javascript:alert(1)", expected a route such as /docs/quickstart, or a full address such as https://example.org',
  ]);
});

test.each(['https://docs.example.org', 'http://localhost:3000', 'https://[::1]:8080'])('origin %s is valid', (url) => {
  expect(problemsOf({ url })).toEqual([]);
});

test.each(['https://docs.example.org/', 'ftp://x.org', 'docs.example.org', 'https://', 'https://u:p@x.org', ''])(
  'origin %j is invalid',
  (url) => {
    expect(problemsOf({ url })).toHaveLength(1);
  },
);

test.each(['', 'x', '/x', 'x/', '//', '/a b/', '/a//b/', 'https://x.org/'])('base URL %j is invalid', (baseUrl) => {
  expect(problemsOf({ baseUrl })).toHaveLength(1);
});

test('R-305 a hosted search requires its application and key', () => {
  expect(problemsOf({ search: { provider: 'hosted' } })).toEqual([
    'search.applicationId: found nothing, expected text, because search.provider is "hosted"',
    'search.apiKey: found nothing, expected text, because search.provider is "hosted"',
  ]);
});

test('long values are shortened in messages', () => {
  expect(problemsOf({ url: 'x'.repeat(500) })[0]).toMatch(/^url: found "x{79}…", expected/);
});
