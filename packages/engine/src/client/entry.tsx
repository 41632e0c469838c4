/** The entry of the shell, loaded on user intent: it hydrates the page with React and starts the router and the islands. */
import { flushSync } from 'react-dom';
import { createRoot, hydrateRoot } from 'react-dom/client';
import { islands } from 'virtual:islands';
import { plugins } from 'virtual:plugins';
import { site as bundled } from 'virtual:site';
import { createTranslate } from '#model/interface-words.ts';
import type { PageShell } from '#model/page.ts';
import type { SiteData } from '#model/site.ts';
import { isInDocSet, withBase } from '#model/url.ts';
import { type OfferedPage, startSearch } from '@quire/search/client';
import type { SuggestedQuestions } from './client-plugin.ts';
import { delegate, reportSearch } from './page-events.ts';
import { followCitation } from './prose/passage.ts';
import { startProse } from './prose/start.ts';
import { finishNavigation, createLiveRegion, storePreferredVersion } from './router/after-navigation.ts';
import {
  canPrefetch,
  prefetchInView,
  prefetchLinks,
  createPageSource,
  createSidebarLists,
  readEmbeddedPage,
} from './router/page-source.ts';
import { mountIslands } from './router/islands.ts';
import {
  createRouter,
  cacheInitialPage,
  hardReload,
  canHardReload,
  type Router,
  followTrailingSlash,
  createProgress,
  type ProgressStore,
} from './router/router.ts';
import { RouterPage, RouterStatus } from './router/router-view.tsx';
import { loadSiteData } from './site-data.ts';
import { storage } from './storage.ts';

/** Returns the element with a selector. The data of the page is in a script, which no author can write. */
function findElement(selector: string): Element {
  const element = document.querySelector(selector);
  if (!element) throw new Error(`This document has no ${selector}: it is not a complete page of the site.`);
  return element;
}

/** Hydrates the page. Resolves after its effects have run. */
function hydrate(router: Router, site: SiteData): Promise<void> {
  const html = document.querySelector('.page-body')?.innerHTML ?? '';

  /** Restores the body if React rendered the page again after a mismatch, because only the document contains the body. */
  function restoreBody(error: unknown): void {
    console.error('The page differs from the HTML of the build and was rendered again.', error);
    const body = document.querySelector('.page-body');
    if (body?.innerHTML === '') body.innerHTML = html;
  }

  return new Promise((resolve) => {
    hydrateRoot(findElement('#root'), <RouterPage router={router} site={site} onReady={resolve} />, { onRecoverableError: restoreBody });
  });
}

function showStatus(router: Router, progress: ProgressStore, site: SiteData): void {
  const container = document.createElement('div');
  document.body.append(container);
  createRoot(container).render(<RouterStatus router={router} progress={progress} translate={createTranslate(site)} />);
}

/** Reloads the page after a failed request: most likely, a newer deployment has replaced the file. */
function reloadOlderDeployment(error: unknown): Promise<never> {
  if (!canHardReload(location.href)) throw error;
  console.warn('Page is from an older deployment; reloading.', error);
  location.reload();
  return new Promise(() => undefined);
}

function suggestedQuestions({ path, questions = [] }: Pick<PageShell, 'path' | 'questions'>, site: SiteData): SuggestedQuestions {
  const page = questions.map(({ ask, at }) => ({ ask, href: withBase(site.baseUrl, at === '' ? path : `${path}#${at}`) }));
  // The questions of the configuration are in the language of the main doc set and answered there.
  const asked = site.docSet === undefined || site.docSet.prefix === '' ? site.questions : [];
  const common = asked.filter(({ ask }) => !questions.some((own) => own.ask === ask));
  return { page, common: common.map(({ ask, path: target }) => ({ ask, href: withBase(site.baseUrl, target) })) };
}

/** Returns the popular pages; none in other doc sets, because they are pages of the main one. */
function popularPages({ search, baseUrl, docSet }: SiteData): OfferedPage[] {
  if (search === null || (docSet !== undefined && docSet.prefix !== '')) return [];
  return search.popularPages.map(({ label, path }) => ({ label, href: withBase(baseUrl, path) }));
}

/** Loads dialogs on demand: the list of keyboard shortcuts on `?` outside of a field, and "Use with AI". */
function listenForDialogs(site: SiteData): void {
  const report = (error: unknown): void => console.warn('The dialog could not be fetched.', error);
  const openHelp = (): void => {
    import('./layout/page-dialogs.ts').then(({ openShortcutHelp }) => openShortcutHelp(site)).catch(report);
  };
  document.addEventListener('keydown', ({ key, target, ctrlKey, metaKey, altKey, defaultPrevented }) => {
    const isTyping = target instanceof HTMLElement && (target.isContentEditable || target.matches('input, textarea, select'));
    if (key === '?' && !isTyping && !ctrlKey && !metaKey && !altKey && !defaultPrevented) openHelp();
  });
  // The key that made the loader start the shell.
  if (document.documentElement.dataset['key'] === '?') openHelp();
  delegate('click', '[data-use-with-ai]', (_event, { dataset }) => {
    import('./layout/page-dialogs.ts').then(({ openUseWithAi }) => openUseWithAi(site, dataset.useWithAi ?? '')).catch(report);
  });
}

/** Starts the shell. Call it once. Rejects if the document is not a page of the build, or the sidebar cannot be loaded. */
export async function start(): Promise<void> {
  const sent = readEmbeddedPage(findElement('script#page-data').textContent);
  const sidebars = createSidebarLists();
  const [site, sidebar] = await Promise.all([loadSiteData(bundled), sidebars.load(sent.sidebar)]).catch(reloadOlderDeployment);
  const page = { ...sent, sidebar };
  const pages = createPageSource(site.baseUrl, undefined, sidebars);
  const progress = createProgress();
  const router = createRouter({
    baseUrl: site.baseUrl,
    initialPage: page,
    source: pages,
    progress,
    commit: flushSync,
    onPageShown(shown, url) {
      finishNavigation(shown, url, site);
      storePreferredVersion(shown, site);
    },
    canHardReload,
    hardReload,
    isInSameDocSet: (path) => isInDocSet(site.docSet, path),
  });
  storePreferredVersion(page, site);
  cacheInitialPage(pages, sent, router.getState().path, document.querySelector('.page-body'));
  // Undo the manual mode that `hardReload` set. If this ran before the page is loaded, the browser would restore the old scroll position.
  history.scrollRestoration = 'auto';
  createLiveRegion();
  const questions = (): SuggestedQuestions => suggestedQuestions(router.getState().page, site);
  const features = plugins.map((plugin) => plugin.start({ site, followCitation, questions }) ?? {});
  const { search } = site;
  const { ask = null } = features.find((feature) => feature.ask !== undefined) ?? {};
  if (search !== null)
    startSearch({ ...site, search }, storage, { questions, popularPages: () => popularPages(site), ask, onSearched: reportSearch });
  startProse();
  listenForDialogs(site);
  await hydrate(router, site);
  showStatus(router, progress, site);
  router.start();
  if ('navigation' in window) followTrailingSlash(window.navigation);
  // If a newer deployment has removed a chunk of this shell, a hard reload is necessary.
  addEventListener('chunk-gone', (event) => router.fail((event as CustomEvent<Error>).detail));
  const mounted = mountIslands(islands);
  // Without the Navigation API, links load documents, so prefetched page data would not be used.
  if ('navigation' in window && canPrefetch()) {
    prefetchLinks(pages, site.baseUrl);
    prefetchInView(pages, site.baseUrl);
  }
  await mounted;
}
