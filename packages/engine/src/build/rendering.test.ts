import { describe, expect, test } from 'vitest';

import { contentSecurityPolicy } from '#config/security-headers.ts';
import type { PageData } from '#model/page.ts';
import type { SiteData } from '#model/site.ts';

import { checkShellAnchors, checkShellLinks } from './check-site.ts';
import { renderDocument, scriptHash } from './html-document.ts';
import { questionsOf } from '#content/questions.ts';
import { llmsFullPieces, renderLlmsIndex, renderRedirect, renderRobots, renderSitemap } from './site-files.ts';
import { createPhases } from './build.ts';

const SITE = {
  title: 'Site',
  tagline: 'About',
  url: 'https://a.example',
  baseUrl: '/base/',
  locale: { htmlLang: 'en', direction: 'ltr' },
  navbar: {
    items: [
      { label: 'Docs', href: '/docs', position: 'left' },
      { label: 'Out', href: 'https://b.example', position: 'left' },
    ],
  },
  questions: [],
  aiChats: [],
  footer: { groups: [{ title: 'G', items: [{ label: 'Start', href: '/docs/strt' }] }], copyright: '© Site' },
} as unknown as SiteData;

const PAGE: PageData = {
  ...{
    build: 'b1',
    kind: 'doc',
    path: '/docs/x',
    title: 'X </script><b>',
    description: '"quoted" & <tagged>',
    contents: [],
    breadcrumbs: [],
    sidebar: null,
  },
  ...{ previous: null, next: null, editUrl: null, lastUpdate: null, markdownUrl: '/base/docs/x.md', body: '<p>only once</p>' },
} as PageData;

const OPTIONS = {
  site: SITE,
  files: {
    loader: '/assets/loader-1.js',
    notFound: '/assets/not-found-1.js',
    style: '/assets/style-1.css',
    criticalDocs: '/assets/docs-1.css',
    criticalFront: '/assets/front-1.css',
    font: '/assets/font.woff2',
  },
  ...{
    firstPaint: 'go()',
    favicon: '/favicon.svg',
    hasTouchIcon: false,
    themeColor: { light: '#ffffff', dark: '#141414' },
    generator: 'engine 1',
    stylesheets: ['https://c.example/x.css?a="b"'],
    noIndex: false,
    analytics: null,
    hydrate: 'intent' as const,
  },
};

describe('the document', () => {
  const html = renderDocument(PAGE, { shell: '<main>shell</main>' }, OPTIONS);

  test('analytics scripts come last, and only if they are configured', () => {
    const analytics = {
      module: '/assets/analytics-1.js',
      script: 'https://count.example/s.js?a=1&b=2',
      attributes: { 'data-domain': '"docs"' },
    };
    expect(renderDocument(PAGE, { shell: '' }, { ...OPTIONS, analytics })).toContain(
      '<script type="module" src="/base/assets/loader-1.js"></script><script type="module" src="/base/assets/analytics-1.js"></script>' +
        '<script defer src="https://count.example/s.js?a=1&amp;b=2" data-domain="&quot;docs&quot;"></script></body>',
    );
    expect(html).toContain('<script type="module" src="/base/assets/loader-1.js"></script></body>');
    const policy = contentSecurityPolicy({ scriptHashes: [], scriptOrigins: ['https://count.example'] });
    expect(policy).toContain("script-src 'self' https://count.example;");
  });

  test('HTML in a title or a description is escaped', () => {
    expect(html).toContain('<title>X &lt;/script>&lt;b> | Site</title>');
    expect(html).toContain('content="&quot;quoted&quot; &amp; &lt;tagged>"');
    expect(html.match(/<\/script>/g)).toHaveLength(4);
    expect(JSON.parse(/ld\+json">(.*?)<\/script>/s.exec(html)?.[1] ?? '')).toMatchObject({ '@graph': [{ headline: 'X </script><b>' }] });
    expect(JSON.parse(/id="page-data">(.*?)<\/script>/s.exec(html)?.[1] ?? '')).toMatchObject({ title: 'X </script><b>' });
  });

  test('the first-paint script precedes the stylesheets, and addresses start with the base URL', () => {
    expect(html.indexOf('go()')).toBeLessThan(html.indexOf('rel="stylesheet"'));
    expect(html).toContain('href="/base/assets/docs-1.css"');
    expect(html).toContain('<link rel="stylesheet" href="https://c.example/x.css?a=&quot;b&quot;">');
  });

  test('a page loads its critical CSS, but not its deferred stylesheet', () => {
    const deferred = '<link rel="deferred-stylesheet" href="/base/assets/style-1.css">';
    expect(html).toContain(`<link rel="stylesheet" href="/base/assets/docs-1.css">\n${deferred}`);
    expect(renderDocument({ ...PAGE, kind: 'home' }, { shell: '' }, OPTIONS)).toContain(`front-1.css">\n${deferred}`);
    expect(renderDocument(PAGE, { shell: '' }, { ...OPTIONS, loadsDeferredStyles: true })).toContain(
      deferred.replace('deferred-stylesheet', 'stylesheet'),
    );
  });

  test('R-216 a site without an icon has an empty one, because browsers would request /favicon.ico', () => {
    expect(html).toContain('<link rel="icon" href="/base/favicon.svg">');
    expect(renderDocument(PAGE, { shell: '' }, { ...OPTIONS, favicon: null })).toContain('<link rel="icon" href="data:,">');
  });

  test('a touch icon is linked only if the site has one', () => {
    expect(html).not.toContain('apple-touch-icon');
    expect(renderDocument(PAGE, { shell: '' }, { ...OPTIONS, hasTouchIcon: true })).toContain('href="/base/apple-touch-icon.png"');
  });

  test('the embedded data contains no body, and the not-found page is not indexed', () => {
    expect(html).not.toContain('only once');
    expect(renderDocument({ ...PAGE, feedUrl: '/portal/docs/feed.xml' }, { shell: '' }, OPTIONS)).toContain(
      '<link rel="alternate" type="application/atom+xml" href="/portal/docs/feed.xml">',
    );
    for (const [path, type] of [
      ['/blog/rss.xml', 'rss+xml'],
      ['/blog/feed.json', 'feed+json'],
    ] as const)
      expect(renderDocument({ ...PAGE, feedUrl: path }, { shell: '' }, OPTIONS)).toContain(`type="application/${type}" href="${path}"`);
    const missing = renderDocument({ ...PAGE, kind: 'not-found' }, { shell: '' }, OPTIONS);
    expect(missing).toContain('<meta name="robots" content="noindex">');
    expect(missing).not.toContain('rel="canonical"');
    expect(renderDocument(PAGE, { shell: '' }, { ...OPTIONS, noIndex: true })).toContain('noindex');
    expect(renderDocument(PAGE, { shell: '' }, { ...OPTIONS, hydrate: 'idle' })).toContain('data-hydrate="idle"');
  });

  test('the hash of an inline script equals the one that browsers compute', () => {
    expect(scriptHash("alert('Hello, world.');")).toBe('sha256-qznLcsROx4GACP2dm0UCKCzCG+HiZ1guq6ZZDob/Tng=');
  });
});

test('R-216 the sitemap escapes addresses and contains modification dates', () => {
  const xml = renderSitemap(
    [
      { path: '/a&b', lastModified: '2026-11-20' },
      { path: '/', lastModified: null },
    ],
    'https://a.example',
    '/',
  );
  expect(xml).toContain('<url><loc>https://a.example/a&amp;b</loc><lastmod>2026-11-20</lastmod></url>');
  expect(xml).toContain('<url><loc>https://a.example/</loc></url>');
});

test('R-216 robots.txt either allows everything and names the sitemap, or disallows everything', () => {
  expect(renderRobots('https://a.example', '/', false)).toBe('User-agent: *\nAllow: /\n\nSitemap: https://a.example/sitemap.xml\n');
  expect(renderRobots('https://a.example', '/', true)).toBe('User-agent: *\nDisallow: /\n');
});

test('R-603 llms.txt groups pages, with those outside of the sidebar at the end', () => {
  const page = (name: string, group: string | null) => ({
    path: `/${name}`,
    title: name,
    description: 'd',
    questions: name === 'a' ? ['Why?', 'How?', 'Where?'] : [],
    markdownPath: `/${name}.md`,
    group,
  });
  const index = renderLlmsIndex([page('x', null), page('a', 'One'), page('b', 'One')], SITE);
  expect(index).toBe(
    '# Site\n\n> About\n\n## One\n\n- [a](https://a.example/base/a.md): d Answers: Why? How?\n- [b](https://a.example/base/b.md): d\n\n## More\n\n- [x](https://a.example/base/x.md): d\n',
  );
  // A browser shows a file that starts with a comment as HTML if it does not know its type.
  expect(llmsFullPieces([page('a', null), page('b', null)], SITE)).toEqual([
    '# Site\n\n<!-- https://a.example/base/a -->\n\n',
    { file: 'site/a.md' },
    '\n---\n\n<!-- https://a.example/base/b -->\n\n',
    { file: 'site/b.md' },
  ]);
});

test('the address of a redirect starts with the base URL', () => {
  expect(renderRedirect('/docs/new', SITE)).toContain('content="0; url=/base/docs/new"');
});

test('a page offers whole sentences as questions, starting with one from each section', () => {
  const questions = [
    { ask: 'how do I start it', at: 'start' },
    { ask: 'start fails with exit code 1', at: 'start' },
    { ask: 'Can I start it twice?', at: 'start' },
    { ask: 'what is it' },
    { ask: 'which port is taken? 8080 or 9002', at: 'ports' },
    { ask: 'do not start it at night', at: 'night' },
    { ask: 'which port does it use, python', at: 'ports' },
    { ask: 'does it start with a user, a group or a bot', at: 'users' },
  ];
  expect(questionsOf({ frontMatter: { questions } })).toEqual([
    { ask: 'How do I start it?', at: 'start' },
    { ask: 'What is it?', at: '' },
    { ask: 'Does it start with a user, a group or a bot?', at: 'users' },
    { ask: 'Can I start it twice?', at: 'start' },
  ]);
  expect(questionsOf({ frontMatter: {} })).toEqual([]);
});

test('R-107 links of navbar, footer, and common questions are checked against the pages', () => {
  const linkResolver = {
    hasPath: (path: string) => path === '/docs' || path === '/docs/start',
    hasFile: (route: string) => route === '/news.xml',
    nearestPath: () => '/docs/start',
  };
  const frontPages = [
    {
      source: 'content/pages/home.yaml',
      links: [
        { target: '/docs/', line: 2 },
        { target: '/news.xml', line: 3 },
        { target: '/gone#x', line: 4 },
      ],
    },
  ];
  const configuration = { file: 'docs.config.ts', text: "footer: '/docs/strt' //\n\n{ label: 'Start', to: 'docs/strt' }" };
  const data = {
    ...SITE,
    announcementBar: { id: 'a', content: '<a href="#new">News</a>', isCloseable: true },
    footer: { ...SITE.footer, copyright: '© <a href="/us">us</a> <a href="https://a.example/">others</a>' },
    questions: [{ ask: 'Why?', path: '/why' }],
    search: { popularPages: [{ label: 'Start', path: '/docs/sta' }] } as unknown as SiteData['search'],
  };
  const check = (severity: 'error' | 'warning' | null) =>
    checkShellLinks({ frontPages: frontPages as never, data, configuration, icon: '/img/gone.ico', linkResolver, severity });
  expect(check('error').map(({ file, line, message }) => `${file}:${line ?? ''} ${message}`)).toEqual([
    'content/pages/home.yaml:4 link to "/gone#x": there is no such page; did you mean "/docs/start"?',
    'docs.config.ts: announcementBar: link to "#new": most pages do not have this heading. Start the link with the route of the page that has it',
    'docs.config.ts: copyright: link to "/us": there is no such page; did you mean "/docs/start"?',
    'docs.config.ts: favicon: "/img/gone.ico": no static folder has this file',
    'docs.config.ts:3 footer "Start": link to "/docs/strt": there is no such page; did you mean "/docs/start"?',
    'docs.config.ts: question "Why?": link to "/why": there is no such page; did you mean "/docs/start"?',
    'docs.config.ts: popular page "Start": link to "/docs/sta": there is no such page; did you mean "/docs/start"?',
  ]);
  expect(check('warning').every(({ severity }) => severity === 'warning')).toBe(true);
  expect(check(null)).toEqual([]);
});

test('R-107 anchors of front pages, announcement, navbar, footer, and common questions are checked against the ids of the pages', () => {
  const frontPages = [
    {
      source: 'content/pages/home.yaml',
      path: '/home',
      links: [
        { target: '#parts', line: 1 },
        { target: '#prats', line: 1 },
        { target: '/docs/start?x=1#instal', line: 2 },
        { target: '/docs/start/#install', line: 3 },
        { target: '/docs/start#caf%C3%A9', line: 3 },
        { target: '/docs/start#gone-on-purpose', line: 4 },
        { target: '/front#anything', line: 5 },
        { target: 'https://example.org/docs/start#elsewhere', line: 6 },
      ],
    },
  ];
  const data = {
    ...SITE,
    announcementBar: { id: 'a', content: 'See <a href="/docs/start#new">news</a>', isCloseable: true },
    questions: [{ ask: 'Why?', path: '/docs/start#why' }],
  };
  const pages = [
    { path: '/docs/start', anchors: new Set(['install', 'café']) },
    { path: '/home', anchors: new Set(['parts']) },
  ];
  const check = (severity: 'error' | null) =>
    checkShellAnchors({
      frontPages: frontPages as never,
      data,
      configuration: { file: 'site.config.ts', text: '' },
      pages,
      severity,
      isKnownMissing: (target) => target.endsWith('on-purpose'),
    });
  expect(check('error').map(({ file, line, message }) => `${file}:${line ?? ''} ${message}`)).toEqual([
    'content/pages/home.yaml:1 link to "#prats": the page /home has no heading "#prats"; did you mean "#parts"?',
    'content/pages/home.yaml:2 link to "/docs/start?x=1#instal": the page /docs/start has no heading "#instal"; did you mean "#install"?',
    'site.config.ts: announcementBar: link to "/docs/start#new": the page /docs/start has no heading "#new"',
    'site.config.ts: question "Why?": link to "/docs/start#why": the page /docs/start has no heading "#why"',
  ]);
  expect(check(null)).toEqual([]);
});

test('phases are printed as plain lines without a terminal and as an updated line in a terminal', async () => {
  const output: string[] = [];
  let now = 0;
  const clock = (): number => (now += 500);
  await createPhases({ write: (text) => output.push(text) }, clock).run('compile', async (count) => count(1, 2));
  expect(output).toEqual([expect.stringMatching(/^ {2}compile +\d\.\d\d s\n$/)]);
  output.length = 0;
  await createPhases({ isTTY: true, write: (text) => output.push(text) }, clock).run('compile', async (count) => count(1, 2));
  expect(output.some((text) => text.includes('compile 1/2'))).toBe(true);
  expect(output.every((text) => text.startsWith('\r'))).toBe(true);
});
