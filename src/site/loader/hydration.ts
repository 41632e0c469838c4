import { onIntent } from './intent.ts';
import { holdClicks } from './replay.ts';

/**
 * After a reload the browser takes earlier pages of the history for states of this document, since the router had shown
 * them in one. Until there is a router again, going back to one of them has to load it.
 */
function reloadWhenStrayed(): () => void {
  const { pathname } = location;
  const check = () => void (location.pathname !== pathname && location.reload());
  addEventListener('popstate', check);
  return () => removeEventListener('popstate', check);
}

/**
 * Brings the shell on the first intent, or when what is returned is called, whichever comes first, and once only.
 * The promise never rejects: when the shell cannot be had, the page goes on as one without JavaScript.
 */
export function prepareHydration(bring: () => Promise<{ start(): Promise<void> }>): () => Promise<void> {
  const replay = holdClicks();
  const stopWatching = reloadWhenStrayed();
  let hydration: Promise<void> | undefined;

  async function hydrate(): Promise<void> {
    try {
      const { start } = await bring();
      await start();
      stopWatching();
    } catch (error) {
      console.warn('This page stays without its interactive parts; links work.', error);
      // Shows what styles hide from readers with JavaScript, such as the tab panels that are not chosen.
      document.documentElement.classList.remove('js');
    }
    replay();
  }

  const ensure = () => (hydration ??= hydrate());
  onIntent(ensure);
  return ensure;
}
