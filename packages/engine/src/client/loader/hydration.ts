import { onIntent } from './intent.ts';
import { holdClicks } from './replay.ts';

/**
 * After a reload the browser takes earlier pages of the history for states of this document, since the router had shown
 * them in one. Until there is a router again, going back to one of them has to load it.
 */
function reloadWhenStrayed(hasRouter: () => boolean): void {
  const { pathname } = location;
  addEventListener('popstate', () => {
    if (!hasRouter() && location.pathname !== pathname) location.reload();
  });
}

/** Brings the rules of what the page did not open with: those of other kinds of page, and of all that opens over it. */
function bringWholeStyle(): Promise<unknown> | undefined {
  const link = document.querySelector<HTMLLinkElement>('link[disabled]');
  if (!link) return undefined;
  return new Promise((resolve, reject) => {
    link.addEventListener('load', resolve);
    link.addEventListener('error', reject);
    link.disabled = false;
  });
}

/**
 * Brings the shell on the first intent, or when what is returned is called, whichever comes first, and once only.
 * The promise never rejects: when the shell cannot be had, the page goes on as one without JavaScript.
 */
export function prepareHydration(bring: () => Promise<{ start(): Promise<void> }>): () => Promise<void> {
  const replay = holdClicks();
  let hasRouter = false;
  reloadWhenStrayed(() => hasRouter);
  let hydration: Promise<void> | undefined;

  async function hydrate(): Promise<void> {
    try {
      // What the shell will read from the browser's cache: it comes beside the shell, and not after it.
      const { sidebar } = document.documentElement.dataset;
      const [{ start }] = await Promise.all([bring(), bringWholeStyle(), sidebar && fetch(sidebar)]);
      await start();
      hasRouter = true;
    } catch (error) {
      console.warn('Only links work on this page.', error);
      // Shows what styles hide from readers with JavaScript, such as the tab panels that are not chosen.
      document.documentElement.classList.remove('js');
    }
    replay();
  }

  const ensure = () => (hydration ??= hydrate());
  onIntent(ensure);
  return ensure;
}
