/** The only script that runs before the first user intent: at most 3 KB. It loads React on intent (D4). */
import { followStoredTabs } from '../prose/stored-tabs.ts';
import { prepareHydration } from './hydration.ts';
import { listenForShortcuts } from './shortcuts.ts';

/**
 * Shows the hash target where browsers do not: opens the `details` around it, and scrolls to it when scroll restoration is
 * manual (`hardReload` of the router), since browsers then ignore the hash.
 */
function arriveAtHash(): void {
  try {
    const target = document.getElementById(decodeURIComponent(location.hash.slice(1)));
    let isHidden = history.scrollRestoration === 'manual';
    for (let fold = target; (fold = fold?.closest('details:not([open])') ?? null);) isHidden = (fold as HTMLDetailsElement).open = true;
    if (isHidden) target?.scrollIntoView();
  } catch {
    // The hash is not valid percent-encoding, so it names nothing.
  }
}

followStoredTabs();
listenForShortcuts(prepareHydration(() => import('../entry.tsx')));
arriveAtHash();
