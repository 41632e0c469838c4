import { fileURLToPath } from 'node:url';

import { expect, test } from 'vitest';

import { applyEdition, loadConfig } from './load.ts';
import { toSiteData } from './site-data.ts';

const FILE = fileURLToPath(new URL('../../../../website/site.config.ts', import.meta.url));

test('R-223 the navbar leads to demo, blog, roadmap, chat, source and videos', async () => {
  const site = toSiteData(await loadConfig(FILE, {}), 2026);
  expect(site.navbar.items.map((item) => [item.label, item.href])).toEqual([
    ['Docs', '/docs'],
    ['Integrations', '/integrations'],
    ['Demo', 'https://demo.datahubproject.io/'],
    ['Blog', 'https://blog.datahubproject.io/'],
    ['Roadmap', 'https://feature-requests.datahubproject.io/roadmap'],
    ['Slack', 'https://slack.datahubproject.io'],
    ['GitHub', 'https://github.com/datahub-project/datahub'],
    ['YouTube', 'https://www.youtube.com/channel/UC3qFQC5IiwR5fvWEqi_tJ5w'],
  ]);
  expect(site.navbar.items.every((item) => item.position === 'right')).toBe(true);
  expect(site.navbar.items[0]?.activeBasePath).toBe('/docs');
});

test('R-210 R-211 R-106 announcement, color mode, version and locale of the site', async () => {
  const site = toSiteData(await loadConfig(FILE, {}), 2026);
  expect(site.announcementBar).toMatchObject({ id: 'announcement', isCloseable: false });
  expect(site.colorMode).toEqual({ defaultMode: 'light', disableSwitch: false, respectPrefersColorScheme: false });
  expect(site.docs).toEqual({
    pluginId: 'default',
    versionPersistence: 'localStorage',
    version: { name: 'current', label: 'Next', path: '/docs', isLast: true },
  });
  expect(site.locale).toEqual({ label: 'English', direction: 'ltr', htmlLang: 'en', calendar: 'gregory', path: 'en' });
});

test('the brand is the title of a site that has neither a brand text nor a logo, because a link has to have a name', async () => {
  const config = await loadConfig(FILE, {});
  const brandOf = (navbar: object): string =>
    toSiteData({ ...config, title: 'My project', navbar: { ...config.navbar, ...navbar } }).navbar.title;
  expect(brandOf({ title: '', logo: null })).toBe('My project');
  expect(brandOf({ title: 'Mine', logo: null })).toBe('Mine');
  expect(brandOf({ title: '' })).toBe('');
});

test('R-406 R-601 the assistant has default fields and keys that need no account', async () => {
  const config = await loadConfig(FILE, {});
  expect(toSiteData(config, 2026).plugins['assistant']).toEqual({
    dialog: {
      name: 'Ask our AI',
      introduction: 'Ask in your own words. Each answer quotes the documentation and links to its sources.',
      placeholder: 'Ask me anything about DataHub!',
      questionsAboutPage: 'Questions about this page',
      commonQuestions: 'Common questions',
      disclaimer: 'This bot is experimental and may be wrong.',
      poweredBy: 'DataHub documentation',
    },
    provider: 'server',
    projectKey: 'public',
    queryLogKey: 'public',
    pageRatings: {
      question: 'Was this page helpful?',
      yes: 'Yes',
      no: 'No',
      whatHelped: 'What helped you? (optional)',
      whatIsMissing: 'What is missing or wrong? (optional)',
      send: 'Send',
      thanks: 'Thank you. Your rating helps to improve this page.',
      failed: 'Your rating could not be saved. Please try again.',
    },
    iDontKnowMessage: 'Sorry, I am not sure how to answer that.',
    model: 'gpt-4',
    temperature: 0.1,
    topP: 1,
    frequencyPenalty: 0,
    presencePenalty: 0,
    maxTokens: 500,
    sectionsMatchCount: 10,
    sectionsMatchThreshold: 0.5,
  });
  const other = {
    ...config,
    customFields: { isSaas: false, assistantProjectKey: 'k' },
    search: config.search && { ...config.search, provider: 'browser' as const },
  };
  expect(toSiteData(other, 2026).plugins['assistant']).toMatchObject({ projectKey: 'k', provider: 'browser' });
});

test('the copyright includes the year of the build', async () => {
  const config = await loadConfig(FILE, {});
  expect(toSiteData(config, 2031).footer.copyright).toBe('Copyright © 2015–2031 DataHub Project Authors.');
});

test('routes without a slash, rows of links, and dropdowns are converted', async () => {
  const config = await loadConfig(FILE, {});
  const site = toSiteData({
    ...config,
    navbar: {
      ...config.navbar,
      logo: { alt: 'L', src: 'img/l.svg' },
      items: [
        {
          label: 'More',
          position: 'left',
          items: [
            { label: 'A', to: 'docs/a' },
            { label: 'B', href: 'https://b.org' },
          ],
        },
      ],
    },
    footer: { style: 'light', groups: [], row: [{ label: 'A', to: 'docs/a' }], copyright: '' },
  });
  expect(site.navbar.logo).toEqual({ alt: 'L', src: '/img/l.svg', srcDark: '/img/l.svg' });
  expect(site.navbar.items).toEqual([
    {
      label: 'More',
      href: '/docs/a',
      position: 'left',
      items: [
        { label: 'A', href: '/docs/a' },
        { label: 'B', href: 'https://b.org' },
      ],
    },
  ]);
  expect(site.footer.groups).toEqual([{ title: '', items: [{ label: 'A', href: '/docs/a' }] }]);
});

test('R-503 isSaas changes the brand and removes the parts that the managed edition does not have', async () => {
  const config = await loadConfig(FILE, { IS_SAAS: 'true' });
  expect(config).toMatchObject({ title: 'Managed DataHub', announcementBar: null, homeRedirect: '/docs', noIndex: true });
  expect(config.navbar.title).toBe('Managed DataHub');
  expect(config.docs.editUrl).toBeNull();
  expect(toSiteData(config).isSaas).toBe(true);
});

test('R-503 the configuration of the open source edition is unchanged', async () => {
  const config = await loadConfig(FILE, {});
  expect(applyEdition(config)).toBe(config);
  expect(config).toMatchObject({ title: 'DataHub', homeRedirect: null, noIndex: false });
  expect(config.announcementBar).not.toBeNull();
});
