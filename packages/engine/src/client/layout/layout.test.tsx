// @vitest-environment happy-dom
import { act, type ReactNode } from 'react';
import { createRoot, hydrateRoot, type Root } from 'react-dom/client';
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import { createTranslate } from '#model/interface-words.ts';
import { sampleSite } from '#model/testing/sample-site.ts';
import { readEmbeddedPage } from '../router/page-source.ts';
import { renderShell } from '../prerender.tsx';
import { AnnouncementBar, App } from './app.tsx';
import { SiteContext } from './site-context.tsx';
import { CrashScreen, LoadingError, ProgressBar } from '../router/router-view.tsx';
import { sampleCategory, samplePage } from './testing/sample-page.ts';

const html = document.documentElement;
let root: Root | undefined;

beforeEach(() => {
  vi.stubGlobal(
    'IntersectionObserver',
    class {
      observe() {}
      disconnect() {}
    },
  );
  localStorage.clear();
  document.body.innerHTML = '<div id="root"></div>';
});

afterEach(async () => {
  await act(async () => root?.unmount());
  root = undefined;
  vi.unstubAllGlobals();
});

const container = () => document.getElementById('root') as HTMLElement;

async function show(children: ReactNode): Promise<HTMLElement> {
  root ??= createRoot(container());
  await act(async () => root?.render(children));
  return container();
}

const press = (selector: string) => act(async () => document.querySelector<HTMLElement>(selector)?.click());

test('R-215 hydration keeps the DOM of the body and reports no mismatch', async () => {
  const { body, ...shell } = samplePage();
  container().innerHTML = renderShell(samplePage(), sampleSite);
  const before = document.querySelector('.page-body p');
  const errors: unknown[] = [];
  await act(async () => {
    root = hydrateRoot(container(), <App page={shell} site={sampleSite} />, { onRecoverableError: (error) => errors.push(error) });
  });
  expect(errors).toEqual([]);
  expect(document.querySelector('.page-body p')).toBe(before);
  expect(before?.outerHTML).toBe(body);
});

test('a long name in the table of contents can break between its words', async () => {
  const headings = ['MetadataChangeProposalWrapper', 'datahub.emitter.rest_emitter', 'OwnerType', 'Read metadata from Airflow and dbt'].map(
    (text) => ({
      id: text,
      level: 2 as const,
      text,
    }),
  );
  await show(<App page={samplePage({ contents: headings })} site={sampleSite} />);
  expect([...document.querySelectorAll('.contents a')].map((link) => link.innerHTML)).toEqual([
    'Metadata<wbr>Change<wbr>Proposal<wbr>Wrapper',
    'datahub.<wbr>emitter.<wbr>rest_<wbr>emitter',
    'OwnerType',
    'Read metadata from Airflow and dbt',
  ]);
});

test('the table of contents nests headings, and a long one expands only the current part', async () => {
  const heading = (level: 2 | 3, id: string) => ({ level, id, text: id });
  const short = [heading(3, 'a'), heading(2, 'b'), heading(3, 'c'), heading(3, 'd'), heading(2, 'e')];
  await show(<App page={samplePage({ contents: short })} site={sampleSite} />);
  const listed = () =>
    [...document.querySelectorAll<HTMLElement>('.contents details > ul > li')].map((item) =>
      [...item.querySelectorAll('a')].map((link) => link.textContent).join(' '),
    );
  expect(listed()).toEqual(['a', 'b c d', 'e']);
  expect(readEmbeddedPage('{}').contents).toEqual(short);
  expect(document.querySelector('.contents.long')).toBeNull();
  const long = Array.from({ length: 41 }, (_, index) => heading(index === 0 ? 2 : 3, `part-${index}`));
  await show(<App page={samplePage({ path: '/docs/long', contents: long })} site={sampleSite} />);
  expect(document.querySelectorAll('.contents.long > details > ul > li > ul > li')).toHaveLength(40);
});

test('R-201 rendering another page replaces the body', async () => {
  await show(<App page={samplePage()} site={sampleSite} />);
  await show(<App page={samplePage({ path: '/docs/hive', body: '<p>Hive.</p>' })} site={sampleSite} />);
  expect(document.querySelector('.page-body')?.innerHTML).toBe('<p>Hive.</p>');
});

test('R-105 the table of contents scrolls to the current heading', async () => {
  vi.stubGlobal('requestAnimationFrame', (run: () => void) => (run(), 1));
  const body = '<h2 id="setup">Setup</h2>';
  vi.spyOn(Element.prototype, 'getBoundingClientRect').mockImplementation(function box(this: Element) {
    const top = this.matches('.contents a') ? 900 : 0;
    return { top, bottom: top + 20, height: this.matches('.contents') ? 400 : 20 } as DOMRect;
  });
  await show(<App page={samplePage({ body })} site={sampleSite} />);
  expect(document.querySelector('.contents [aria-current]')?.textContent).toBe('Setup');
  expect(document.querySelector('.contents')?.scrollTop).toBe(900 - (400 - 20) / 2);
  vi.restoreAllMocks();
});

test('at the end of a page, the current heading is the target of the address, otherwise the last one that is not hidden', async () => {
  vi.stubGlobal('requestAnimationFrame', (run: () => void) => (run(), 0));
  for (const [property, value] of Object.entries({ scrollTop: 600, clientHeight: 400, scrollHeight: 1000 }))
    Object.defineProperty(html, property, { value, configurable: true });
  vi.spyOn(Element.prototype, 'getBoundingClientRect').mockReturnValue({ top: 200 } as DOMRect);
  const current = (): string | null | undefined => document.querySelector('.contents [aria-current]')?.textContent;
  const contents = ['One', 'Two', 'Three'].map((text) => ({ id: text.toLowerCase(), level: 2 as const, text }));
  const body = '<h2 id="one">One</h2><h2 id="two">Two</h2><h2 id="three" style="display: none">Three</h2>';
  await show(<App page={samplePage({ body, contents })} site={sampleSite} />);
  expect(current()).toBe('Two');
  location.hash = '#one';
  await act(async () => void dispatchEvent(new Event('scroll')));
  expect(current()).toBe('One');
  location.hash = '#100%';
  await act(async () => void dispatchEvent(new Event('scroll')));
  expect(current()).toBe('Two');
  location.hash = '';
  for (const property of ['scrollTop', 'clientHeight', 'scrollHeight']) Reflect.deleteProperty(html, property);
  vi.restoreAllMocks();
});

test('the current heading is not one in the panel of a tab that is not selected', async () => {
  vi.stubGlobal('requestAnimationFrame', (run: () => void) => (run(), 0));
  const tops: Readonly<Record<string, number>> = { one: 50, two: 400 };
  vi.spyOn(Element.prototype, 'getBoundingClientRect').mockImplementation(function box(this: Element) {
    return { top: tops[this.id] ?? 0 } as DOMRect;
  });
  const contents = ['One', 'Linux', 'Windows', 'Two'].map((text) => ({ id: text.toLowerCase(), level: 2 as const, text }));
  const panels = ['linux', 'windows'].map((id) => `<div role="tabpanel" style="display: none"><h2 id="${id}">${id}</h2></div>`);
  await show(
    <App page={samplePage({ body: `<h2 id="one">One</h2>${panels.join('')}<h2 id="two">Two</h2>`, contents })} site={sampleSite} />,
  );
  expect(document.querySelector('.contents [aria-current]')?.textContent).toBe('One');
  vi.restoreAllMocks();
});

test('another sidebar replaces one with equal headings and links', async () => {
  const heading = { type: 'heading' as const, label: 'More' };
  const page = { type: 'page' as const, label: 'Kafka', path: '/docs/kafka' };
  const shown = () => Array.from(document.querySelectorAll('.sidebar > ul > li'), ({ textContent }) => textContent);
  await show(<App page={samplePage({ sidebar: [heading, page, heading, page] })} site={sampleSite} />);
  expect(shown()).toEqual(['More', 'Kafka', 'More', 'Kafka']);
  await show(<App page={samplePage({ sidebar: [page, sampleCategory()] })} site={sampleSite} />);
  expect(shown()).toHaveLength(2);
});

describe('R-105 sidebar categories', () => {
  const closed = (key: string) => samplePage({ sidebar: [sampleCategory({ key })] });
  const open = async () =>
    act(async () => {
      const details = document.querySelector<HTMLDetailsElement>('.sidebar details');
      details?.setAttribute('open', '');
      details?.dispatchEvent(new Event('toggle'));
    });

  test('fetch their pages when opened, and show them on the next page', async () => {
    const fetched = vi.fn(async () => Response.json([{ type: 'page', label: 'Hive', path: '/docs/hive' }]));
    vi.stubGlobal('fetch', fetched);
    await show(<App page={closed('one')} site={sampleSite} />);
    expect(fetched).not.toHaveBeenCalled();
    await open();
    expect(fetched.mock.calls).toEqual([['/base/sidebar/one.json']]);
    expect(document.querySelector('.sidebar details li a')?.textContent).toBe('Hive');
    await show(<App page={{ ...closed('one'), path: '/docs/other' }} site={sampleSite} />);
    expect(document.querySelector('.sidebar details[open] li a')?.textContent).toBe('Hive');
  });

  test.each([
    [404, '[]'],
    [200, '{}'],
    [200, 'no JSON'],
  ])('keep their link if the response is %s %s', async (status, text) => {
    const warned = vi.spyOn(console, 'warn').mockImplementation(() => {});
    vi.stubGlobal('fetch', async () => new Response(text, { status }));
    await show(<App page={closed(`bad ${status} ${text}`)} site={sampleSite} />);
    await open();
    expect(document.querySelector('.sidebar-fallback a')?.textContent).toBe('Go to Sources');
    expect(warned).toHaveBeenCalled();
    warned.mockRestore();
  });
});

describe('R-210 announcement', () => {
  const bar = (id: string) => (
    <SiteContext value={sampleSite}>
      <AnnouncementBar bar={{ id, content: 'News', isCloseable: true }} />
    </SiteContext>
  );

  test('closing is stored until the id changes', async () => {
    await show(bar('one'));
    await press('.announcement-close');
    expect(html.dataset['announcement']).toBe('dismissed');
    expect(localStorage.getItem('docusaurus.announcement.dismiss')).toBe('true');
    await show(bar('two'));
    expect(html.dataset['announcement']).toBeUndefined();
    expect(localStorage.getItem('docusaurus.announcement.dismiss')).toBeNull();
    expect(localStorage.getItem('docusaurus.announcement.id')).toBe('two');
  });
});

describe('R-211 color mode', () => {
  test('the toggle selects the other mode and stores it', async () => {
    html.dataset['theme'] = 'light';
    await show(<App page={samplePage()} site={sampleSite} />);
    await press('.navbar .icon-button:last-child');
    expect([html.dataset['theme'], localStorage.getItem('theme')]).toEqual(['dark', 'dark']);
  });
});

describe('failures', () => {
  test('R-205 the crash screen shows the message, and its button retries', async () => {
    const retry = vi.fn();
    const shown = await show(<CrashScreen error={new Error('No such node.')} onRetry={retry} />);
    expect(shown.textContent).toBe('This page crashed.No such node.Try again');
    await press('button');
    expect(retry).toHaveBeenCalledOnce();
  });

  test('R-202 the error box shows the message and a Retry button', async () => {
    const retry = vi.fn();
    const shown = await show(<LoadingError error={new Error('No network.')} onRetry={retry} />);
    expect(shown.querySelector('[role="alert"]')?.textContent).toBe('No network.Retry');
    await press('button');
    expect(retry).toHaveBeenCalledOnce();
  });

  test('R-106 failures are reported in the language of the page', async () => {
    const words = { 'This page crashed.': 'Absturz.', 'Try again': 'Nochmal', Retry: 'Erneut', 'Loading page': 'Die Seite lädt' };
    const common = { error: new Error('x'), onRetry: () => undefined, translate: createTranslate({ words }) };
    expect((await show(<CrashScreen {...common} />)).textContent).toBe('Absturz.xNochmal');
    expect((await show(<LoadingError {...common} />)).textContent).toBe('xErneut');
    const bar = (await show(<ProgressBar visible value={0} translate={common.translate} />)).querySelector('progress');
    expect(bar?.getAttribute('aria-label')).toBe('Die Seite lädt');
  });

  test('R-203 the progress bar shows its value and is hidden while inactive', async () => {
    const shown = await show(<ProgressBar visible value={0.08} />);
    expect(shown.querySelector('progress')?.value).toBe(0.08);
    await show(<ProgressBar visible={false} value={0} />);
    expect(shown.querySelector('progress')?.hidden).toBe(true);
  });
});
