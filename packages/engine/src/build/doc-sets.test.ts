import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';

import { afterAll, beforeAll, describe, expect, test } from 'vitest';

import { docSetsOf } from '#config/doc-sets.ts';
import { resolvePaths } from '#config/load.ts';
import type { SiteConfig, SiteConfigInput } from '#config/schema.ts';
import { validateConfig } from '#config/validate.ts';

import { allVersionsPath, missingTranslations, MAX_VERSIONS, readWords } from './doc-sets.ts';
import { fallbackPages } from './fallback-pages.ts';
import { openSites } from './site.ts';

const folder = mkdtempSync(join(tmpdir(), 'doc-sets-'));
afterAll(() => rmSync(folder, { recursive: true, force: true }));

function write(file: string, text: string): void {
  mkdirSync(dirname(join(folder, file)), { recursive: true });
  writeFileSync(join(folder, file), text);
}

function configWith(docs: SiteConfigInput['docs'], more: Partial<SiteConfigInput> = {}): SiteConfig {
  return resolvePaths(validateConfig({ title: 'Site', url: 'https://docs.example.org', docs, ...more }, 'site.config.ts'), folder);
}

const open = (config: SiteConfig) => openSites({ config, cacheDir: folder, drafts: false, fresh: true });
const NAMES = Array.from({ length: 12 }, (_, index) => `${12 - index}.0`);

beforeAll(() => {
  write('docs/index.md', '# Start\n');
  write('docs/a/page.md', '# Page\n\n[Start](/docs)\n');
  for (const name of NAMES) write(`versions/${name}/index.md`, '# Start\n');
  write('i18n/ar/current/index.md', '# البداية\n');
});

test('the copyright is translated, and a translation with other HTML than links and emphasis is not used', async () => {
  const locales = { en: {}, ar: {}, de: {} };
  const copyright = '© <a href="https://docs.example.org">Site</a>';
  write('i18n/ar/interface.yaml', `'${copyright}': '© <b>موقع</b>'\n`);
  write('i18n/de/current/index.md', '# Anfang\n');
  write('i18n/de/interface.yaml', `'${copyright}': '<script>x</script>'\n`);
  const sites = await open(configWith({}, { footer: { copyright }, i18n: { locales } }));
  rmSync(join(folder, 'i18n/ar/interface.yaml'));
  rmSync(join(folder, 'i18n/de'), { recursive: true });
  expect(sites.map(({ data }) => data.footer.copyright)).toEqual([copyright, '© <b>موقع</b>', copyright]);
});

describe('R-106 versions', () => {
  test('a page names a few of many versions, its own among them; the others are on a page of their own', async () => {
    const sites = await open(configWith({ versions: NAMES.map((name) => ({ name })) }));
    const oldest = sites.find(({ config }) => config.docSet?.version.name === '1.0');
    const page = oldest?.docs.find(({ id }) => id === 'index');
    const alternates = page && oldest?.alternatesOf({ doc: page });
    expect(alternates?.versions).toHaveLength(MAX_VERSIONS);
    expect(alternates?.versions.filter(({ isCurrent }) => isCurrent).map(({ name }) => name)).toEqual(['1.0']);
    expect(alternates?.allVersions).toBe('/versions');
    const [main] = sites;
    const all = main && fallbackPages(main, 'build').find(({ path }) => path === allVersionsPath(main));
    for (const name of NAMES) expect(all?.body).toContain(`href="/docs/${name}"`);
  });

  test('a page that a version lacks leads to where the version begins', async () => {
    const [main] = await open(configWith({ versions: [{ name: '1.0' }] }));
    const page = main?.docs.find(({ id }) => id === 'a/page');
    expect(page && main?.alternatesOf({ doc: page })?.versions).toEqual([
      { name: 'current', label: 'Next', path: '/docs/a/page', isCurrent: true },
      { name: '1.0', label: '1.0', path: '/docs/1.0' },
    ]);
  });

  test('R-502 a folder that lies where another version has its route is an error', async () => {
    write('docs/1.0/index.md', '# Folder\n');
    const [main] = await open(configWith({ versions: [{ name: '1.0' }] }));
    rmSync(join(folder, 'docs/1.0'), { recursive: true });
    expect(main?.problems.map(({ file, message }) => [file.split('/').slice(-3).join('/'), message])).toEqual([
      [
        'versions/1.0/index.md',
        expect.stringMatching(
          /^the route \/docs\/1\.0 is also that of .*docs\/1\.0\/index\.md in another version or language: rename the file/,
        ),
      ],
    ]);
  });

  test('a site with one version and one language has none of this', async () => {
    const sites = await open(configWith({}));
    expect(sites).toHaveLength(1);
    expect(sites[0]?.data.docSet).toBeUndefined();
    expect(sites[0]?.docs[0] && sites[0].alternatesOf({ doc: sites[0].docs[0] })).toBeUndefined();
  });
});

describe('R-106 languages', () => {
  const locales = { en: {}, ar: { direction: 'rtl' as const } };
  const words = (text: string) => {
    write('i18n/ar/interface.yaml', text);
    const set = docSetsOf(configWith({}, { i18n: { locales } }))[1]?.docSet;
    if (set === undefined) throw new Error('There is no set for ar.');
    return readWords(set, folder);
  };

  test('what is not translated is taken from the default locale, and counted', async () => {
    words("Copy page: ''\nSite: موقع\n");
    const [, arabic] = await open(configWith({}, { i18n: { locales } }));
    expect(arabic?.docs.map(({ path, isUntranslated = false }) => [path, isUntranslated])).toEqual([
      ['/ar/docs', false],
      ['/ar/docs/a/page', true],
    ]);
    expect(arabic?.data.title).toBe('موقع');
    const missing = arabic && missingTranslations(arabic);
    expect(missing?.pages).toEqual(['a/page.md']);
    expect(missing?.words).toContain('Copy page');
    expect(missing?.words).not.toContain('Site');
  });

  test('R-502 mistakes in the words are reported with their lines', () => {
    expect(words('Next: التالي\nThe newest version is {version}.: أحدث إصدار\nMenu: [1]\n').problems).toEqual([
      expect.objectContaining({
        file: 'i18n/ar/interface.yaml',
        line: 2,
        message: '"The newest version is {version}.": the translation must contain the placeholder {version}',
      }),
      expect.objectContaining({
        line: 3,
        message: '"Menu": expected the translation as text; put it in quotation marks if YAML reads it as another type',
      }),
    ]);
    expect(words('- Menu\n').problems[0]?.message).toMatch(/^expected a map of English texts to translations/);
    expect(words('a: [\n').problems[0]?.message).toMatch(/^the file is not valid YAML/);
  });
});
