/** The loader: the only script that runs before the first user intent, when it loads the shell with React. It has at most 3 kB. */
import { isOverlayEntry } from '@quire/search/overlay-entry';
import { followStoredTabs } from '../prose/stored-tabs.ts';
import { listenForShortcuts, prepareHydration } from './hydration.ts';

/**
 * Shows the hash target if the browser does not: opens the `details` around it, and scrolls to it if scroll restoration is
 * manual (`hardReload` of the router), because browsers then ignore the hash. If the target is a link with the `moved` class,
 * redirects to its address, because the section with this id has moved there.
 */
function showHashTarget(): void {
  try {
    // If there is no target, the next line throws.
    const target = document.getElementById(decodeURIComponent(location.hash.slice(1))) as HTMLElement;
    if (target.className === 'moved') location.replace(target as unknown as string);
    let isHidden = history.scrollRestoration !== 'auto';
    for (let fold: HTMLElement | null = target; (fold = fold.closest('details:not([open])'));)
      isHidden = (fold as HTMLDetailsElement).open = true;
    if (isHidden) target.scrollIntoView();
  } catch {
    // The hash is not valid percent-encoding, or there is no such element.
  }
}

// The page was reloaded while a dialog or a menu was open. It is closed now, so going back to its page would have no visible effect.
if (isOverlayEntry()) history.back();
followStoredTabs();
listenForShortcuts(prepareHydration(() => import('../entry.tsx')));
showHashTarget();
