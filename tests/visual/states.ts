/** The pages, widths, and color modes of the reference pictures. Together they show each part of the design in both modes. */
import type { Page } from 'playwright-core';
import { DESKTOP, PHONE, own, small, wake } from '../e2e/visit.ts';

export interface State {
  /** Name of the reference picture. */
  name: string;
  address: string;
  viewport: { width: number; height: number };
  mode: 'light' | 'dark';
  /** Brings the loaded page into the state. */
  prepare?: (page: Page) => Promise<unknown>;
}

const TABLET = { width: 768, height: 1000 };

const scrollTo = (selector: string) => (page: Page) =>
  page
    .locator(selector)
    .first()
    .evaluate((element) => {
      // Lay out all sections now. Otherwise, sections above the element would move it when they are laid out after the scroll.
      const sheet = new CSSStyleSheet();
      sheet.replaceSync('* { content-visibility: visible !important; }');
      document.adoptedStyleSheets.push(sheet);
      element.scrollIntoView({ behavior: 'instant' });
    });

async function openMenu(page: Page): Promise<void> {
  await wake(page);
  await page.click('.menu-button');
  await page.waitForSelector('dialog.mobile-menu[open]');
}

async function openSearch(page: Page): Promise<void> {
  await wake(page);
  await page.keyboard.press('/');
  await page.waitForSelector('.search-dialog[open]');
}

/** Loads React, and waits for the words of the address in the search field and for the suggested pages. */
async function findSimilarPages(page: Page): Promise<void> {
  await wake(page);
  await page.waitForSelector('.front-similar:not([data-page-titles]) li');
}

export const STATES: readonly State[] = [
  { name: 'home-1440-light', address: own('/'), viewport: DESKTOP, mode: 'light' },
  { name: 'home-390-dark', address: own('/'), viewport: PHONE, mode: 'dark' },
  {
    name: 'home-screens-768-dark',
    address: own('/'),
    viewport: TABLET,
    mode: 'dark',
    prepare: scrollTo('.home-how'),
  },
  { name: 'docs-landing-1440-dark', address: own('/docs/'), viewport: DESKTOP, mode: 'dark' },
  { name: 'docs-page-1440-light', address: small('/docs/guide'), viewport: DESKTOP, mode: 'light' },
  { name: 'docs-page-390-dark', address: small('/docs/guide'), viewport: PHONE, mode: 'dark' },
  { name: 'docs-blocks-768-light', address: small('/docs/guide'), viewport: TABLET, mode: 'light', prepare: scrollTo('.table') },
  { name: 'integrations-1440-light', address: own('/integrations'), viewport: DESKTOP, mode: 'light' },
  { name: 'guild-768-light', address: own('/guild'), viewport: TABLET, mode: 'light' },
  { name: 'menu-390-light', address: small('/docs/guide'), viewport: PHONE, mode: 'light', prepare: openMenu },
  { name: 'search-dialog-1440-dark', address: small('/docs/guide'), viewport: DESKTOP, mode: 'dark', prepare: openSearch },
  {
    name: 'not-found-390-light',
    address: own('/docs/lineag-guide'),
    viewport: PHONE,
    mode: 'light',
    prepare: findSimilarPages,
  },
];
