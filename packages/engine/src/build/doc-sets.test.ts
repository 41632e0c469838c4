import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';

import { afterAll, beforeAll, describe, expect, test } from 'vitest';

import { docSetsOf } from '#config/doc-sets.ts';
import { resolvePaths } from '#config/load.ts';
import type { SiteConfig, SiteConfigInput } from '#config/schema.ts';
import { validateConfig } from '#config/validate.ts';

import { formatMissingTranslations } from '#commands/versions-and-translations.ts';

import { allVersionsPath, missingTranslations, MAX_VERSIONS, readTranslations, siteDataFile } from './doc-sets.ts';
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

const open = (config: SiteConfig) => openSites({ config, cacheDir: folder, drafts: false, noCache: true });
const NAMES = Array.from({ length: 12 }, (_, index) => `${12 - index}.0`);

beforeAll(() => {
  write('docs/index.md', '# Start\n');
  write('docs/a/page.md', '# Page\n\n[Start](/docs)\n');
  for (const name of NAMES) write(`versions/${name}/index.md`, '# Start\n');
  write('i18n/ar/current/index.md', '# البداية\n');
});

test('copyright and announcement are translated, and translations with unsupported HTML are ignored', async () => {
  const locales = { en: {}, ar: {}, de: {} };
  const copyright = '© {year} <a href="https://docs.example.org">Site</a>';
  const content = 'Read the <a href="/docs?x=1#start">start</a>.';
  write('i18n/ar/interface.yaml', `'${copyright}': '© {year} <b>موقع</b>'\n`);
  write('i18n/de/current/index.md', '# Anfang\n');
  write('i18n/de/interface.yaml', `'${copyright}': '{year} <script>x</script>'\n'${content}': '<a href="/docs/a/page">Lies</a>.'\n`);
  const sites = await open(configWith({}, { footer: { copyright }, announcementBar: { content }, i18n: { locales } }));
  rmSync(join(folder, 'i18n/ar/interface.yaml'));
  rmSync(join(folder, 'i18n/de'), { recursive: true });
  const year = String(new Date().getFullYear());
  const english = copyright.replace('{year}', year);
  expect(sites.map(({ data }) => data.footer.copyright)).toEqual([english, `© ${year} <b>موقع</b>`, english]);
  // Links in translated texts lead to pages in the language of the reader.
  expect(sites.map(({ data }) => data.announcementBar?.content)).toEqual([
    content,
    'Read the <a href="/ar/docs?x=1#start">start</a>.',
    '<a href="/de/docs/a/page">Lies</a>.',
  ]);
});

describe('R-106 versions', () => {
  test('a page lists a limited number of versions, including its own, and links to a page with all of them', async () => {
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

  test('the switcher links to the start of a version without this page', async () => {
    const [main] = await open(configWith({ versions: [{ name: '1.0' }] }));
    const page = main?.docs.find(({ id }) => id === 'a/page');
    expect(page && main?.alternatesOf({ doc: page })?.versions).toEqual([
      { name: 'current', label: 'Next', path: '/docs/a/page', isCurrent: true },
      { name: '1.0', label: '1.0', path: '/docs/1.0' },
    ]);
  });

  test('R-502 a folder whose route belongs to another version is an error', async () => {
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

  test('a site with one version and one language has no doc set data', async () => {
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
    const set = docSetsOf(configWith({}, { i18n: { locales } }))[1];
    if (set === undefined) throw new Error('There is no set for ar.');
    return readTranslations(set, folder);
  };

  test('untranslated pages and words come from the default locale and are counted', async () => {
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

  test('a default locale other than English has its own words, and the report lists the missing ones', async () => {
    const german = (locales: NonNullable<SiteConfigInput['i18n']>['locales']) =>
      configWith({}, { tagline: 'Für alle', i18n: { defaultLocale: 'de', locales } });
    const [bare] = await open(german({ de: {} }));
    const none = bare && missingTranslations(bare);
    expect([none?.locale, none?.words.length, none?.of.pages]).toEqual(['de', none?.of.words, 0]);
    expect(none?.words).toContain('Copy page');
    // The texts of the configuration are in German.
    expect(none?.words).not.toContain('Für alle');
    write('i18n/de/interface.yaml', 'Copy page: Seite kopieren\n');
    write('i18n/en/current/index.md', '# Start\n');
    const [alone] = await open(german({ de: {} }));
    const [main, english] = await open(german({ de: {}, en: {} }));
    rmSync(join(folder, 'i18n/de'), { recursive: true });
    rmSync(join(folder, 'i18n/en'), { recursive: true });
    expect(alone && siteDataFile(alone.data)?.json).toContain('"Copy page":"Seite kopieren"');
    expect([alone, main].map((site) => site?.data.words)).toEqual([{ 'Copy page': 'Seite kopieren' }, { 'Copy page': 'Seite kopieren' }]);
    expect(alone && missingTranslations(alone)?.words).not.toContain('Copy page');
    // For English, only the texts of the configuration need a translation.
    expect(english && missingTranslations(english)?.words).toEqual(['Site', 'Für alle']);
    expect(formatMissingTranslations([bare, english].flatMap((site) => (site && missingTranslations(site)) ?? []))).toMatch(
      /i18n\/de\/interface\.yaml: (\d+) of \1 words are not translated\n(?: {2}"[^\n]+":\n)+\n.*i18n\/en\/interface\.yaml: 2 of 2 words.*\n.*\n.*\nen, version current: 1 of 2 pages/,
    );
  });

  test('each language has a translated not-found page at its route', async () => {
    words('Page not found: الصفحة غير موجودة\nIt may have moved.: ربما نُقلت.\n');
    const sites = await open(configWith({ versions: [{ name: '1.0' }] }, { i18n: { locales } }));
    const pages = sites.flatMap((site) => fallbackPages(site, 'build')).filter(({ kind }) => kind === 'not-found');
    expect(pages.map(({ path, title }) => [path, title])).toEqual([
      ['/404', 'Page not found'],
      ['/ar/404', 'الصفحة غير موجودة'],
    ]);
    expect(pages[1]?.body).toContain('<h1>الصفحة غير موجودة</h1>');
    expect(pages[1]?.body).toContain('ربما نُقلت.</p>');
    expect(pages[1]?.body).toContain('href="/ar/docs"');
  });

  test('R-502 mistakes in the file of words are reported with their lines', () => {
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
