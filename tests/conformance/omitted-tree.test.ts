/** What `migrate` keeps of settings and components that this engine has no equal of, and what it reports instead. */
import { readFileSync } from 'node:fs';
import { join } from 'node:path';

import { describe, expect, test } from 'vitest';

import { loadConfig } from '@quire/engine/config/load.ts';

import { migratedTree } from './build-fixture.ts';

describe('R-605 a Docusaurus site with settings that this engine does not have', () => {
  const { out, built, read, dataOf } = migratedTree('omitted');
  const report = (): string => readFileSync(join(out, 'report.md'), 'utf8');

  test('each setting that has no effect is in the report', () => {
    for (const line of [
      'an entry of the footer without a text or a target: `{"html":"<img src=',
      'the logo of the footer',
      'the logo https://host.example.org/logo.svg: put a copy into a static folder, and name it in `navbar.logo`',
      'the icon data:image/svg+xml,<svg/>: put a copy into a static folder, and name it in `favicon`',
      '`themeConfig.image`: name a picture in `image` of the front matter, or set `socialCards`',
      '`themeConfig.metadata`',
      '`headTags`',
      '`sidebarItemsGenerator`, which is a function',
      'the plugin of Markdown remark-shout, which may change the text of pages',
      'the navbar item "html", which has no target on this site',
      'as in Docusaurus, the folder versioned_docs is not read, because there is no versions.json that names its versions',
    ])
      expect(report()).toContain(`- ${line}`);
  });

  test('a generated file that does not exist is named with the values that come from it', async () => {
    expect(report()).toContain(
      '- the configuration imports generated/release, which does not exist, so everything that it computes from this file is missing here: `tagline`, `customFields.release`.',
    );
    expect((await loadConfig(join(out, 'site.config.ts'), {})).tagline).toBe('Release');
  });

  test('an address of the site in `href` is a link to its page', async () => {
    const { navbar } = await loadConfig(join(out, 'site.config.ts'), {});
    expect(navbar.items[1]?.items).toMatchObject([{ label: 'Help', to: '/help' }]);
  });

  test('a link without a text is named after its site, and GitHub is shown as its mark', async () => {
    const { navbar } = await loadConfig(join(out, 'site.config.ts'), {});
    expect(navbar.items.map(({ icon }) => icon)).toEqual([undefined, undefined, 'github', undefined]);
    expect(report()).toContain('- the navbar item `{"className":"lost","position":"right"}`, which has no target on this site');
  });

  test('a site without a logo is named by its title, even if its navbar has none', async () => {
    const { navbar } = await loadConfig(join(out, 'site.config.ts'), {});
    expect([navbar.title, navbar.logo]).toEqual(['Plover', null]);
    expect(read('help.html')).not.toContain('logo.svg');
  });

  test('redirects may end with a slash', () => {
    for (const old of ['ask', 'aid']) expect(read(`${old}/index.html`)).toContain('url=/p/help"');
  });

  test('menu entries for built-in controls become a menu, and pictures in links become their alternative text', async () => {
    const config = await loadConfig(join(out, 'site.config.ts'), {});
    expect(config.navbar.items.map(({ label, items }) => [label, items?.map((one) => one.label)])).toEqual([
      ['More', ['Help us translate']],
      ['Bird', ['Help']],
      ['GitHub', undefined],
      ['talk.plover.example.org', undefined],
    ]);
    expect(config.footer.groups).toMatchObject([
      { title: 'Docs', items: [{ label: 'Help' }, { label: 'Hosted by a host' }] },
      { title: 'Social', items: [{ label: 'GitHub', href: 'https://github.com/plover-example/stars' }] },
    ]);
    expect(config.announcementBar).toMatchObject({ backgroundColor: '#fafbfc', textColor: '#091e42' });
    expect(config.tableOfContents).toEqual({ minHeadingLevel: 2, maxHeadingLevel: 4 });
  });

  test('videos, several kinds of messages, and icons are shown, and an id that has no effect is reported', () => {
    const { body } = dataOf('/index');
    expect(body).toContain('<a href="https://www.youtube.com/watch?v=abc123"');
    expect(body).toContain('Watch the video on YouTube: A plover walks</a>');
    expect(body).toMatch(/<a href="https:\/\/media\.example\.org\/plover\.mp4"[^>]*>Watch the video<\/a>/);
    expect(body).toMatch(/admonition warning"[^]*Do not feed it\.[^]*admonition tip"[^]*It has eaten\./);
    expect(body).toMatch(/Plover<\/td>\s*<td><span>✓<\/span>[^]*Swift<\/td>\s*<td><span>✗<\/span>/);
    expect(built().warnings.map(({ message }) => message)).toEqual(
      expect.arrayContaining([expect.stringContaining('the attribute id of <Tweet> is left out')]),
    );
  });

  test('a picture may have the scheme of static files', () => {
    expect(dataOf('/index').body).toContain('aria-label="the mark of the project"');
    expect(built().warnings.filter(({ message }) => message.includes('pathname'))).toEqual([]);
  });

  test('links, files and pictures may start with the base URL', () => {
    const { body } = dataOf('/index');
    expect(body).toMatch(/href="\/p\/help#ask"[^]*href="\/p\/notes\.txt"[^]*aria-label="a picture"/);
    expect(
      built()
        .warnings.map(({ message }) => message)
        .filter((message) => message.includes('/p/')),
    ).toEqual([]);
  });
});

describe('R-605 a folder of Markdown', () => {
  const { out, built } = migratedTree('published');

  test('is published at the path that its links start with', async () => {
    expect(await loadConfig(join(out, 'site.config.ts'), {})).toMatchObject({ baseUrl: '/tools/ibis/' });
    const report = readFileSync(join(out, 'report.md'), 'utf8');
    expect(report).toContain('- 3 links lead to pages if the site is published at /tools/ibis/, so this is its `baseUrl`');
    expect(report).not.toContain('the navbar');
    expect(built().warnings.map(({ message }) => message)).toEqual([expect.stringContaining('link "nowhere" to "/tools/heron"')]);
  });
});
