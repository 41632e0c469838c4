// @vitest-environment happy-dom
import { act } from 'react';
import { createRoot, type Root } from 'react-dom/client';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';

import type { PageData } from '#model/page.ts';
import { sampleSite } from '#model/testing/sample-site.ts';

import { App } from './app.tsx';
import { samplePage } from './testing/sample-page.ts';

let root: Root;

beforeEach(() => {
  vi.stubGlobal(
    'IntersectionObserver',
    class {
      observe() {}
      disconnect() {}
    },
  );
  vi.spyOn(history, 'back').mockImplementation(() => {
    history.replaceState(null, '');
    window.dispatchEvent(new PopStateEvent('popstate'));
  });
  document.body.innerHTML = '<div id="root"></div>';
  root = createRoot(document.getElementById('root') as HTMLElement);
});

afterEach(async () => {
  await act(async () => root.unmount());
  // The history entry of the menu is removed in the next task.
  await new Promise((resolve) => setTimeout(resolve));
  vi.restoreAllMocks();
  vi.unstubAllGlobals();
});

const press = (selector: string) => act(async () => document.querySelector<HTMLElement>(selector)?.click());
const menu = () => document.querySelector('dialog') as HTMLDialogElement;

async function openMenu(page: Partial<PageData> = {}): Promise<void> {
  await act(async () => root.render(<App page={samplePage(page)} site={sampleSite} />));
  await press('.menu-button');
}

test('R-207 the menu has no content until it is opened', async () => {
  await act(async () => root.render(<App page={samplePage()} site={sampleSite} />));
  expect(menu().childElementCount).toBe(0);
});

test('R-207 on a docs page, the menu opens with the sidebar and leads back to the main menu', async () => {
  await openMenu();
  expect(menu().open).toBe(true);
  expect(menu().querySelector('nav')?.getAttribute('aria-label')).toBe('Docs pages');
  expect(menu().querySelector('.mobile-menu-switch')?.textContent).toBe('Back to main menu');
  await press('.mobile-menu-switch');
  expect(menu().querySelector('nav')?.getAttribute('aria-label')).toBe('Main');
  await press('.mobile-menu-switch');
  expect(menu().querySelector('nav')?.getAttribute('aria-label')).toBe('Docs pages');
});

test('R-207 on other pages, it opens with the main menu', async () => {
  await openMenu({ sidebar: null, kind: 'guild', path: '/guild' });
  expect(menu().querySelector('.brand')?.textContent).toBe('Sample');
  expect(menu().querySelector('nav')?.getAttribute('aria-label')).toBe('Main');
  expect(menu().querySelector('.mobile-menu-switch')).toBeNull();
});

test('R-207 on a front page with a sidebar, the docs follow the main menu', async () => {
  await openMenu({ kind: 'guild', path: '/guild' });
  expect([...menu().querySelectorAll('nav')].map((nav) => nav.getAttribute('aria-label'))).toEqual(['Main', 'Docs pages']);
  expect(menu().querySelector('.mobile-menu-switch')).toBeNull();
});

test('R-207 it closes with its button and on navigation, and going back only closes it', async () => {
  const entries = [{ sameDocument: true }, {}];
  const navigation = Object.assign(new EventTarget(), { currentEntry: { index: 1 }, entries: () => entries });
  vi.stubGlobal('navigation', navigation);
  await openMenu();
  await press('.mobile-menu-close');
  expect(menu().open).toBe(false);
  await press('.menu-button');
  const back = Object.assign(new Event('navigate', { cancelable: true }), { navigationType: 'traverse' });
  await act(async () => navigation.dispatchEvent(back));
  expect(menu().open).toBe(false);
  expect(back.defaultPrevented).toBe(true);
});
