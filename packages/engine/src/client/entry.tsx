/** What the loader brings when the visitor does something: React adopts the page, the router and the islands begin. */
import { flushSync } from 'react-dom';
import { createRoot, hydrateRoot } from 'react-dom/client';
import { islands } from 'virtual:islands';
import { plugins } from 'virtual:plugins';
import { site } from 'virtual:site';
import type { SentShell } from '#model/page.ts';
import { startSearch } from '@quire/search/client';
import { followCitation } from './prose/passage.ts';
import { startProse } from './prose/start.ts';
import { arrive } from './router/arrive.ts';
import { mayPrefetch } from './router/connection.ts';
import { mountIslands } from './router/islands.ts';
import { createLiveRegion } from './router/live-region.ts';
import { createRouter, keepInitialPage, type Router } from './router/navigation.ts';
import { keepPreferredVersion } from './router/preferred-version.ts';
import { prefetchInView } from './router/prefetch-in-view.ts';
import { createProgress, type ProgressStore } from './router/progress.ts';
import { createPageSource } from './router/page-source.ts';
import { prefetchLinks } from './router/prefetch-links.ts';
import { loadAfresh, mayLoadAfresh } from './router/reload-guard.ts';
import { RouterPage } from './router/router-page.tsx';
import { RouterStatus } from './router/router-status.tsx';
import { createSidebarLists } from './router/sidebar-lists.ts';
import { storage } from './storage.ts';

function elementById(id: string): HTMLElement {
  const element = document.getElementById(id);
  if (!element) throw new Error(`This document has no #${id}: it is no page of the site, or an incomplete one.`);
  return element;
}

/** Resolves when React has taken the page over and its effects have run. */
function hydrate(router: Router): Promise<void> {
  const html = document.querySelector('.page-body')?.innerHTML ?? '';

  /** What React renders anew has no body, since the document alone held it. It is put back, as it was. */
  function mend(error: unknown): void {
    console.error('The page was rendered again, since it differs from the HTML of the build.', error);
    const body = document.querySelector('.page-body');
    if (body?.innerHTML === '') body.innerHTML = html;
  }

  return new Promise((resolve) => {
    hydrateRoot(elementById('root'), <RouterPage router={router} site={site} onReady={resolve} />, { onRecoverableError: mend });
  });
}

function showStatus(router: Router, progress: ProgressStore): void {
  const container = document.createElement('div');
  document.body.append(container);
  createRoot(container).render(<RouterStatus router={router} progress={progress} />);
}

/** A list that is gone belongs to a page of an earlier deployment: the page is loaded anew, where the reader was on it. */
function renew(error: unknown): Promise<never> {
  if (!mayLoadAfresh(location.href)) throw error;
  console.warn('The page is of an earlier deployment and is loaded anew.', error);
  location.reload();
  return new Promise(() => undefined);
}

/** Starts the shell once. Rejects when the document is none of the build's. */
export async function start(): Promise<void> {
  const sent = JSON.parse(elementById('page-data').textContent) as SentShell;
  const sidebars = createSidebarLists();
  const page = { ...sent, sidebar: await sidebars.load(sent.sidebar).catch(renew) };
  const pages = createPageSource(site.baseUrl, undefined, sidebars);
  const progress = createProgress();
  const router = createRouter({
    baseUrl: site.baseUrl,
    initialPage: page,
    source: pages,
    progress,
    commit: flushSync,
    onArrive(shown, url) {
      arrive(shown, url, site);
      keepPreferredVersion(shown, site);
    },
    mayLoadAfresh,
    loadAfresh,
  });
  keepPreferredVersion(page, site);
  keepInitialPage(pages, sent, router.getState().path, document.querySelector('.page-body'));
  // Set by `loadAfresh`; allowed again only now, since until the page is complete the browser would still restore.
  history.scrollRestoration = 'auto';
  createLiveRegion();
  const { search } = site;
  if (search !== null) startSearch({ ...site, search }, storage);
  for (const plugin of plugins) plugin.start({ site, followCitation });
  startProse();
  await hydrate(router);
  showStatus(router, progress);
  router.start();
  // A part of the shell that a newer deployment has removed: the page has to be loaded with its own parts.
  addEventListener('chunk-gone', (event) => router.fail((event as CustomEvent<Error>).detail));
  mountIslands(islands);
  // Without the Navigation API links load documents, and page data would be fetched in vain.
  if ('navigation' in window && mayPrefetch()) {
    prefetchLinks(pages, site.baseUrl);
    prefetchInView(pages, site.baseUrl);
  }
}
