// @vitest-environment happy-dom
import { renderToString } from 'react-dom/server';
import { beforeEach, describe, expect, test } from 'vitest';

import type { SidebarNode } from '#model/page.ts';
import type { PageData } from '#model/page.ts';
import type { SiteData } from '#model/site.ts';
import { sampleSite } from '#model/testing/sample-site.ts';

import { App } from './layout/app.tsx';
import { sampleCategory, samplePage } from './layout/testing/sample-page.ts';
import { renderShell } from './prerender.tsx';

beforeEach(() => document.documentElement.removeAttribute('data-theme'));

/** The shell's HTML, parsed. */
function render(page: Partial<PageData> = {}, site: Partial<SiteData> = {}): HTMLElement {
  const root = document.createElement('div');
  root.innerHTML = renderShell(samplePage(page), { ...sampleSite, ...site });
  return root;
}

const find = (root: HTMLElement, selector: string): Element => {
  const found = root.querySelector(selector);
  if (found === null) throw new Error(`nothing matches ${selector}`);
  return found;
};

describe('the shell', () => {
  test('is deterministic and contains no style attribute or inline handler', () => {
    const html = renderShell(samplePage(), sampleSite);
    expect(html).toBe(renderShell(samplePage(), sampleSite));
    expect(html).not.toMatch(/ style=| on[a-z]+=/);
  });

  test('R-206 the skip link comes first, and its target receives the focus', () => {
    const root = render();
    const first = find(root, 'a[href], button, summary, [tabindex="0"]');
    expect(first.textContent).toBe('Skip to main content');
    expect(find(root, first.getAttribute('href') ?? '').getAttribute('tabindex')).toBe('-1');
  });

  test('R-206 the article precedes the table of contents, so that the skip link leads to it', () => {
    const [article, contents] = [find(render(), 'main .doc'), find(render(), 'main .contents')];
    expect([article.nextElementSibling?.className, contents.previousElementSibling?.className]).toEqual(['contents', 'doc']);
  });

  test('the page contains the body once and unchanged', () => {
    const root = render({ body: '<p id="only">A &amp; B</p>' });
    expect(find(root, 'main .page-body.prose').innerHTML).toBe('<p id="only">A &amp; B</p>');
  });

  test('a front page has neither a sidebar nor a table of contents', () => {
    const root = render({ kind: 'guild', path: '/guild', sidebar: null });
    expect(root.querySelector('.sidebar, .contents')).toBeNull();
    expect(find(root, 'main').getAttribute('data-kind')).toBe('guild');
  });
});

describe('navigation', () => {
  test('R-207 the navbar marks the current section of the site', () => {
    expect(find(render(), '.navbar-items [aria-current]').outerHTML).toContain('aria-current="true">Docs');
    expect(find(render({ path: '/docs' }), '.navbar-items [aria-current]').getAttribute('aria-current')).toBe('page');
    expect(render({ path: '/docsearch' }).querySelector('.navbar-items [aria-current]')).toBeNull();
  });

  test('R-223 external links announce that they open a new tab, and icons have names', () => {
    const root = render();
    expect(find(root, 'a[href="https://demo.example/"]').textContent).toBe('Demo (opens in a new tab)');
    const slack = find(root, 'a[href="https://chat.example/"]');
    expect(slack.textContent).toBe('Slack (opens in a new tab)');
    expect(slack.getAttribute('rel')).toBe('noopener');
    expect(find(root, '.brand').hasAttribute('target')).toBe(false);
  });

  test('R-301 the search button is a link that works without JavaScript', () => {
    const search = find(render(), '[data-search]');
    expect(search.getAttribute('href')).toBe('/base/search');
    expect(search.textContent).toContain('Search docs');
  });

  test('R-105 the sidebar expands only the category of the page and marks the page', () => {
    const root = render();
    expect(find(root, '.sidebar [aria-current="page"]').getAttribute('href')).toBe('/base/docs/kafka');
    expect([...root.querySelectorAll('.sidebar details')].map((branch) => branch.hasAttribute('open'))).toEqual([true, false]);
  });

  test('R-105 pages of a category share a cached sidebar, which equals what React renders for each page', () => {
    const odd = '/docs/it\'s-<b>&"more"-$&';
    const sidebar: SidebarNode[] = [
      { type: 'page', label: 'First', path: '/docs/first' },
      { type: 'page', label: 'First, and more', path: '/docs/first/more' },
      { type: 'page', label: 'Odd', path: odd },
      { type: 'link', label: 'First again', href: '/docs/first' },
      { type: 'link', label: 'Elsewhere', href: 'https://a.example/docs/first' },
      sampleCategory({ linked: true, path: '/docs/first', items: [{ type: 'page', label: 'Odd & on', path: odd }] }),
      sampleCategory({ key: 'closed', path: '/docs/first/more', items: null }),
    ];
    const marked = ['/docs/first', '/docs/first/more', odd, '/docs/absent'].map((path) => {
      const page = samplePage({ path, sidebar });
      for (const site of [sampleSite, { ...sampleSite, baseUrl: '/' }])
        expect(renderShell(page, site)).toBe(renderToString(<App page={page} site={site} />));
      return render({ path, sidebar }).querySelectorAll('.sidebar [aria-current="page"]').length;
    });
    expect(marked).toEqual([3, 2, 2, 0]);
  });

  test('R-105 a closed category contains a link to its first page', () => {
    expect(find(render(), '.sidebar details:not([open]) a').getAttribute('href')).toBe('/base/docs/api');
    const empty = render({ sidebar: [sampleCategory({ path: null })] });
    expect(empty.querySelector('.sidebar a')).toBeNull();
  });

  test('R-105 the label of a linked category is a link beside its toggle', () => {
    const root = render({ sidebar: [sampleCategory({ linked: true, path: '/docs/sources' })] });
    expect(find(root, '.sidebar li > a').textContent).toBe('Sources');
    expect(find(root, '.sidebar summary').textContent).toBe('Pages of Sources');
    expect(root.querySelector('summary a')).toBeNull();
  });

  test('R-105 breadcrumbs, table of contents, previous and next page, edit link, and last update are rendered', () => {
    const root = render();
    expect(find(root, '[aria-label="Breadcrumbs"] [aria-current="page"]').textContent).toBe('Kafka');
    expect(find(root, '.contents a').getAttribute('href')).toBe('#setup');
    expect(root.querySelector('[rel="prev"]')).toBeNull();
    expect(find(root, '[rel="next"]').getAttribute('href')).toBe('/base/docs/hive');
    expect(find(root, '.doc-footer').textContent).toContain('Last updated by Jo on Nov 20, 2026');
    expect(find(root, '[data-copy-page]').getAttribute('data-markdown')).toBe('/base/docs/kafka.md');
  });
});

describe('configured parts', () => {
  test('R-208 footer groups with titles are columns, and groups without titles form a row', () => {
    expect(find(render(), '.footer-columns h2').textContent).toBe('Docs');
    const groups = [
      { title: '', items: [{ label: 'A', href: '/a' }] },
      { title: '', items: [{ label: 'B', href: '/b' }] },
    ];
    const row = render({}, { footer: { ...sampleSite.footer, groups } });
    expect(row.querySelectorAll('.footer-row li')).toHaveLength(2);
    // Without links, the footer has no navigation.
    expect(render({}, { footer: { ...sampleSite.footer, groups: [] } }).querySelector('.footer nav')).toBeNull();
  });

  test('R-210 only a closeable announcement has a close button', () => {
    const bar = { id: 'a', content: '<b>News</b>' };
    expect(render({}, { announcementBar: { ...bar, isCloseable: false } }).querySelector('.announcement-close')).toBeNull();
    expect(find(render({}, { announcementBar: { ...bar, isCloseable: true } }), '.announcement-close').getAttribute('aria-label')).toBe(
      'Close announcement',
    );
  });

  test('R-210 routes in an announcement and in the copyright start with the base URL', () => {
    const content = '<a href="/docs/hive#setup">News</a> <a href="https://example.org/">More</a>';
    const footer = { ...sampleSite.footer, copyright: content };
    const page = render({}, { announcementBar: { id: 'a', content, isCloseable: false }, footer });
    for (const links of ['.announcement a', '.footer p a'])
      expect(Array.from(page.querySelectorAll(links), (link) => link.getAttribute('href'))).toEqual([
        '/base/docs/hive#setup',
        'https://example.org/',
      ]);
  });

  test('R-211 the color mode toggle is missing if it is disabled', () => {
    expect(find(render(), '.navbar').textContent).toContain('Switch to dark mode');
    const fixed = render({}, { colorMode: { ...sampleSite.colorMode, disableSwitch: true } });
    expect(find(fixed, '.navbar').textContent).not.toContain('Switch to');
  });
});
