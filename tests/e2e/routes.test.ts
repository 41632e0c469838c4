import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { DESKTOP, heading, own, openAwake, place, sites, small, useBrowser, wake, WIDTHS } from './visit.ts';

const visit = useBrowser();

const ROUTES = [
  ['/', 'home'],
  ['/docs/', 'docs-landing'],
  ['/guild/', 'guild'],
  ['/integrations', 'integrations'],
  ['/search', 'search'],
] as const;

test.each(ROUTES)('R-101 %s shows the page %s', (path, kind) =>
  visit({ viewport: DESKTOP }, async ({ page }) => {
    const response = await page.goto(own(path));
    expect(response?.status()).toBe(200);
    expect(await page.getAttribute('html', 'data-kind')).toBe(kind);
    expect(await page.locator('main h1').count()).toBe(1);
  }),
);

test('R-101 an unknown address gets status 404 and a page with links and a search', () =>
  visit({ expected: /404/ }, async ({ page }) => {
    const response = await page.goto(own('/docs/there-is-no-such-page'));
    expect(response?.status()).toBe(404);
    expect(await page.getAttribute('html', 'data-kind')).toBe('not-found');
    expect(await page.getAttribute('meta[name="robots"]', 'content')).toBe('noindex');
    expect(await page.locator('main form[role="search"]').count()).toBe(1);
    await openAwake(page, own('/docs/there-is-no-such-page'));
    await page.click('.brand');
    await page.waitForSelector('html[data-kind="home"]');
  }));

test.each(WIDTHS)('R-101 at %s px, the page for an unknown address suggests similar pages before React is loaded', (_width, viewport) =>
  visit({ viewport, expected: /404|\.woff2/ }, async ({ page, requests }) => {
    // A font that a busy machine loads late moves letters a little, which is not the subject here.
    await page.route('**/*.woff2', (route) => route.abort());
    await page.addInitScript(() => {
      new PerformanceObserver((list) => {
        for (const entry of list.getEntries() as (PerformanceEntry & { value: number })[])
          console.error(`A layout shift of ${entry.value}.`);
      }).observe({ type: 'layout-shift', buffered: true });
    });
    await page.goto(own('/docs/lineag-guide'), { waitUntil: 'networkidle' });
    await page.waitForSelector('main h2:text-is("Did you mean this page?")');
    expect(await page.locator('.front-similar li').first().innerText()).toMatch(/^Lineage\s+\/docs\/lineage\/lineage-feature-guide$/);
    expect(await page.inputValue('main input[name="q"]')).toBe('lineag guide');
    await page.waitForSelector('main h2:text-is("Places to start")');
    const scripts = await page.evaluate(() =>
      (performance.getEntriesByType('resource') as PerformanceResourceTiming[])
        .filter(({ name }) => name.endsWith('.js'))
        .map(({ transferSize }) => transferSize),
    );
    expect(scripts).toHaveLength(2);
    expect(scripts.reduce((sum, size) => sum + size)).toBeLessThanOrEqual(4096);
    expect(requests.filter((url) => /entry-.*\.js$/.test(url))).toEqual([]);
    await wake(page);
    await page.click('.front-similar a:text-is("Lineage")');
    await page.waitForSelector('html[data-kind="doc"]');
    await page.goBack();
    await page.waitForSelector('.front-similar a:text-is("Lineage")');
  }),
);

test('R-101 the page for an unknown address that resembles several pages offers one of them', () =>
  visit({ expected: /404/ }, async ({ page }) => {
    await page.goto(own('/docs/quickstar'), { waitUntil: 'networkidle' });
    await page.waitForSelector('main h2:text-is("Did you mean one of these pages?")');
    expect(await page.locator('.front-similar li').count()).toBeGreaterThan(1);
  }));

test('R-101 a page for an unknown address without similar pages shows the places to start, even if the titles cannot be fetched', () =>
  visit({ expected: /404|ERR_FAILED/ }, async ({ page, warnings }) => {
    await page.goto(own('/docs/xqxqxq'), { waitUntil: 'networkidle' });
    await page.waitForSelector('main h2:text-is("Places to start")');
    expect(await page.locator('.front-similar').isVisible()).toBe(false);
    await page.route('**/page-titles.json', (route) => route.abort());
    await page.goto(own('/docs/quikstart'));
    await page.waitForSelector('main h2:text-is("Places to start")');
    await expect.poll(() => warnings.join()).toContain('Similar pages could not be found.');
    expect(await page.locator('.front-similar').isVisible()).toBe(false);
  }));

test.each([
  [405, '/v1/completions', 'This address only supports POST.'],
  [414, `/docs/${'x'.repeat(9000)}`, 'The address is longer than 8192 characters.'],
])('a browser shows an error with status %s as a page of the site', (status, path, message) =>
  visit({ expected: /40[45]|414/ }, async ({ page }) => {
    const response = await page.goto(own(path));
    expect(response?.status()).toBe(status);
    expect(await page.innerText('h1')).toBe('The request failed');
    expect(await page.innerText('.front-lede')).toBe(message);
    await wake(page);
    await page.click('main a:text-is("Go to the home page")');
    await page.waitForSelector('html[data-kind="home"]');
  }),
);

test('R-101 the search form leads to {base}search?q={encoded} without React', () =>
  visit({ javaScriptEnabled: false }, async ({ page }) => {
    await page.goto(own('/docs/'));
    await page.fill('main input[name="q"]', 'owner & tag');
    await page.press('main input[name="q"]', 'Enter');
    await page.waitForURL('**/search?*');
    expect(place(page)).toBe('/search?q=owner+%26+tag');
  }));

test.each(['docs/quickstart', 'docs/quickstart/', 'docs/quickstart.html', 'docs/quickstart/index.html'])(
  'R-103 %s is the same page on load and after a navigation',
  (path) =>
    visit({}, async ({ page }) => {
      await page.goto(own(path));
      const title = await page.innerText('h1');
      expect(await page.getAttribute('link[rel="canonical"]', 'href')).toMatch(/\/docs\/quickstart$/);
      await openAwake(page, own('/guild'));
      await page.evaluate((href) => {
        const link = Object.assign(document.createElement('a'), { href, id: 'made', textContent: 'made' });
        document.querySelector('main')?.prepend(link);
      }, `/${path}`);
      await page.click('#made');
      await heading(page, title);
      await page.waitForSelector('.sidebar a[aria-current="page"]');
    }),
);

test('R-216 each kind of page has a title, a description, a canonical URL, and social metadata', () =>
  visit({}, async ({ page }) => {
    for (const path of [...ROUTES.map(([route]) => route), '/docs/quickstart']) {
      await page.goto(own(path));
      const name = await page.innerText('h1');
      const title = await page.title();
      expect(title).toMatch(path === '/' ? /^DataHub \| [^|]+$/ : /^[^|]+ \| DataHub$/);
      if (path === '/docs/quickstart') expect(title).toBe(`${name} | DataHub`);
      const meta = (selector: string) => page.getAttribute(selector, 'content');
      expect((await meta('meta[name="description"]'))?.length).toBeGreaterThan(20);
      // `og:site_name` contains the name of the site.
      const named = await meta('meta[property="og:title"]');
      if (path !== '/') expect(title).toBe(`${named} | DataHub`);
      const canonical = await page.getAttribute('link[rel="canonical"]', 'href');
      expect(canonical).toBe(`https://datahubproject.io${path.replace(/(.)\/$/, '$1')}`);
      expect(await meta('meta[property="og:url"]')).toBe(canonical);
      expect(await page.getAttribute('html', 'lang')).toBe('en');
    }
  }));

test('R-216 a navigation updates the head', () =>
  visit({}, async ({ page }) => {
    await openAwake(page, small('/docs/guide'));
    await page.click('main a:text-is("the second page")');
    await heading(page, 'Second page');
    await page.waitForFunction(() => document.title === 'Second page | Small Site');
    const head = await page.evaluate(() => ({
      canonical: document.querySelector<HTMLLinkElement>('link[rel="canonical"]')?.href,
      markdown: document.querySelector('link[type="text/markdown"]')?.getAttribute('href'),
      description: document.querySelector<HTMLMetaElement>('meta[name="description"]')?.content,
    }));
    expect(head).toEqual({
      canonical: 'https://small.example.org/portal/docs/second',
      markdown: '/portal/docs/second.md',
      description: 'The page after the guide.',
    });
  }));

test('R-216 the sitemap lists every indexable page, and robots.txt contains the address of the sitemap', async () => {
  const sitemap = await (await fetch(own('/sitemap.xml'))).text();
  const robots = await (await fetch(own('/robots.txt'))).text();
  const pages = JSON.parse(await readFile(join(sites.ownBuild, 'pages.json'), 'utf8')) as { path: string; kind: string }[];
  const listed = new Set([...sitemap.matchAll(/<loc>https:\/\/datahubproject\.io([^<]*)<\/loc>/g)].map(([, path]) => path || '/'));
  const wanted = pages.filter(({ kind }) => kind !== 'search' && kind !== 'not-found').map(({ path }) => path);
  expect(wanted.filter((path) => !listed.has(path))).toEqual([]);
  expect(listed.size).toBe(wanted.length);
  expect(robots).toContain('Sitemap: https://datahubproject.io/sitemap.xml');
});

test('R-603 an agent finds the MCP endpoint, and a reader finds the security contact, below /.well-known/', async () => {
  const catalog = (await (await fetch(own('/.well-known/ai-catalog.json'))).json()) as { entries: { url: string }[] };
  const card = await fetch(own(new URL(catalog.entries[0]?.url ?? '').pathname));
  const { remotes } = (await card.json()) as { remotes: { url: string }[] };
  expect(new URL(remotes[0]?.url ?? '').pathname).toBe('/mcp');
  expect((await fetch(own('/.well-known/api-catalog'))).headers.get('Content-Type')).toMatch(/^application\/linkset\+json/);
  const report = await (await fetch(own('/.well-known/security.txt'))).text();
  expect(report).toMatch(/^Contact: https:\/\//);
  expect(Date.parse(/^Expires: (.*)$/m.exec(report)?.[1] ?? '')).not.toBeNaN();
});

test('R-222 a page names the engine and its version', () =>
  visit({}, async ({ page }) => {
    await page.goto(own('/'));
    expect(await page.getAttribute('meta[name="generator"]', 'content')).toMatch(/^quire \d+\.\d+\.\d+$/);
  }));

test('R-106 a production build does not contain drafts', async () => {
  expect((await fetch(small('/docs/draft'))).status).toBe(404);
  expect(await (await fetch(small('/sitemap.xml'))).text()).not.toContain('draft');
});

test('R-214 no link of any page runs a script', async () => {
  const pages = JSON.parse(await readFile(join(sites.ownBuild, 'pages.json'), 'utf8')) as { path: string }[];
  const addresses = [...pages.map(({ path }) => own(path)), small('/docs/guide')];
  const live = /\shref=["']?\s*([a-z][a-z0-9+.-]*):/gi;
  const schemes = new Set<string>();
  for (const address of addresses) {
    const html = await (await fetch(address)).text();
    for (const [, scheme = ''] of html.matchAll(live)) schemes.add(scheme.toLowerCase());
  }
  expect([...schemes].filter((scheme) => !['http', 'https', 'mailto', 'tel'].includes(scheme))).toEqual([]);
  expect(schemes).toContain('mailto');
});

test('R-214 a link with a forbidden scheme is text without a target', () =>
  visit({}, async ({ page }) => {
    await page.goto(small('/docs/guide'));
    const inert = page.locator('main a:text-is("what must not run")');
    expect(await inert.count()).toBe(1);
    expect(await inert.getAttribute('href')).toBeNull();
    const color = (selector: string) =>
      page
        .locator(selector)
        .first()
        .evaluate((element) => getComputedStyle(element).color);
    expect(await color('main a:not([href])')).toBe(await color('main p'));
  }));

test('R-223 links to other sites are marked, also for screen readers', () =>
  visit({}, async ({ page }) => {
    const silentLinks = () =>
      [...document.links]
        .filter((link) => link.host !== location.host && link.protocol.startsWith('http'))
        .filter((link) => !/another site|opens in a new tab/.test(`${link.textContent} ${getComputedStyle(link, '::after').content}`))
        .map((link) => link.outerHTML.slice(0, 120));
    for (const path of ['/', '/docs/', '/guild', '/docs/introduction', '/docs/quickstart']) {
      await page.goto(own(path));
      expect(await page.evaluate(silentLinks), path).toEqual([]);
    }
    const targets = await page
      .locator('header nav a[href^="http"]')
      .evaluateAll((links) => links.map((link) => (link as HTMLAnchorElement).href));
    expect(targets).toEqual(
      expect.arrayContaining([
        'https://demo.datahubproject.io/',
        'https://blog.datahubproject.io/',
        'https://github.com/datahub-project/datahub',
      ]),
    );
  }));

test('R-209 if the base URL is wrong, a banner shows it and suggests the right one', () =>
  visit({ expected: /404|MIME/ }, async ({ page }) => {
    await page.goto(`${sites.misplaced}guild`);
    const banner = page.locator('#base-url-banner');
    await banner.waitFor();
    const words = await banner.innerText();
    expect(words).toContain('did not load properly');
    expect(words).toContain('base URL is /');
    expect(words).toContain('/elsewhere/guild/');
    expect(await banner.count()).toBe(1);
  }));

test('R-209 if the base URL is right, there is no banner', () =>
  visit({}, async ({ page }) => {
    await page.goto(own('/guild'), { waitUntil: 'load' });
    expect(await page.locator('#base-url-banner').count()).toBe(0);
  }));
