import { mkdirSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

import { afterAll, describe, expect, test } from 'vitest';

import { docSetProblems, docSetsOf, candidateRoutes } from './doc-sets.ts';
import { resolvePaths } from './load.ts';
import type { SiteConfig, SiteConfigInput } from './schema.ts';
import { validateConfig } from './validate.ts';

const folder = mkdtempSync(join(tmpdir(), 'doc-sets-test-'));
for (const path of ['docs', 'versions/1.0', 'versions/2.0', 'i18n/ar']) mkdirSync(join(folder, path), { recursive: true });
afterAll(() => rmSync(folder, { recursive: true, force: true }));

function configWith(docs: SiteConfigInput['docs'], locales: NonNullable<SiteConfigInput['i18n']>['locales'] = { en: {} }): SiteConfig {
  const input: SiteConfigInput = { title: 'T', url: 'https://docs.example.org', docs, i18n: { locales } };
  return resolvePaths(validateConfig(input, 'site.config.ts'), folder);
}

const shown = (config: SiteConfig): unknown[] =>
  docSetsOf(config).map(({ docSet, docs, noIndex, search }) => [
    docSet?.key,
    docSet?.prefix,
    `/${docs.routeBasePath}`,
    docs.root.slice(folder.length + 1),
    docSet?.version.banner,
    noIndex,
    search?.indexName,
  ]);

describe('R-106 versions and languages', () => {
  test('a site with one version and one language has one doc set, which is its configuration', () => {
    const config = configWith({});
    expect(docSetsOf(config)).toEqual([config]);
    expect(docSetsOf(config)[0]).toBe(config);
    expect(docSetProblems(config)).toEqual([]);
  });

  test('the newest version in the default locale comes first and has the addresses of a site without versions', () => {
    const config = configWith({ versions: [{ name: '2.0', isLast: true }, { name: '1.0' }] }, { en: {}, ar: { direction: 'rtl' } });
    expect(docSetProblems(config)).toEqual([]);
    expect(shown(config)).toEqual([
      ['', '', '/docs', 'versions/2.0', 'none', false, 'docs'],
      ['current', '/docs/next', '/docs/next', 'docs', 'unreleased', true, 'docs-current'],
      ['1.0', '/docs/1.0', '/docs/1.0', 'versions/1.0', 'unmaintained', true, 'docs-1.0'],
      ['ar', '/ar', '/ar/docs', 'i18n/ar/2.0', 'none', false, 'docs-ar'],
      ['ar-current', '/ar/docs/next', '/ar/docs/next', 'i18n/ar/current', 'unreleased', true, 'docs-ar-current'],
      ['ar-1.0', '/ar/docs/1.0', '/ar/docs/1.0', 'i18n/ar/1.0', 'unmaintained', true, 'docs-ar-1.0'],
    ]);
  });

  test('label, path, banner, and indexing can be configured', () => {
    const config = configWith({ versions: [{ name: '1.0', label: 'One', path: '/old', banner: 'none', noIndex: false }] });
    const [, old] = docSetsOf(config);
    expect(old?.docSet?.version).toEqual({ name: '1.0', label: 'One', path: '/old', isLast: false, banner: 'none' });
    expect(old?.noIndex).toBe(false);
  });

  test('links resolve to the version and the language of the page first', () => {
    const config = configWith({ versions: [{ name: '1.0' }] }, { en: {}, ar: {} });
    const set = docSetsOf(config).find(({ docSet }) => docSet?.key === 'ar-1.0')?.docSet;
    expect(set && candidateRoutes(set, '/docs/x')).toEqual(['/ar/docs/1.0/x', '/ar/docs/x', '/docs/x']);
    expect(set && candidateRoutes(set, '/')).toEqual(['/ar', '/']);
  });
});

describe('R-502 mistakes are reported with instructions', () => {
  test.each([
    [
      { version: { isLast: true }, versions: [{ name: '1.0', isLast: true, path: '1.0' }] },
      'docs.versions: docs.version and docs.versions[0] are both the newest, expected `isLast: true` in exactly one version (docs.version has it unless another version sets it)',
    ],
    [
      { version: { isLast: false }, versions: [{ name: '1.0' }] },
      'docs.versions: no version is the newest, expected `isLast: true` in exactly one version (docs.version has it unless another version sets it)',
    ],
    [
      { versions: [{ name: '1.0' }, { name: '1.0', path: 'one' }] },
      'docs.versions[1].name: found "1.0", which docs.versions[0] already has; expected another name',
    ],
    [
      { versions: [{ name: '1.0' }, { name: '2.0', path: '1.0' }] },
      'docs.versions[1].path: found "/docs/1.0", which docs.versions[0] already has; expected another route',
    ],
    [
      { versions: [{ name: '0.9' }] },
      `docs.versions[0].root: found no folder ${join(folder, 'versions/0.9')}: put the Markdown files of the version there, or name a \`tag\` and run \`quire versions\``,
    ],
    [
      { versions: [{ name: '0.9', tag: 'v0.9' }] },
      `docs.versions[0].root: found no folder ${join(folder, 'versions/0.9')}: run \`quire versions\`, which creates it from the tag v0.9`,
    ],
  ] satisfies [SiteConfigInput['docs'], string][])('invalid versions %#', (docs, problem) => {
    expect(docSetProblems(configWith(docs))).toEqual([problem]);
  });

  test.each([
    [
      { en: {}, de: {} },
      `i18n.locales.de.root: found no folder ${join(folder, 'i18n/de')}: create it, with a subfolder for each version, such as current/`,
    ],
    [{ en: {}, ar: { path: 'docs' } }, 'i18n.locales.ar.path: found "docs", which is the route of the docs; expected another name'],
    [
      { en: {}, ar: {}, fa: { path: 'ar', root: 'i18n/ar' } },
      'i18n.locales.fa.path: found "ar", which the locale ar already has; expected another name',
    ],
  ])('invalid locales %#', (locales, problem) => {
    expect(docSetProblems(configWith({}, locales))).toEqual([problem]);
  });
});
