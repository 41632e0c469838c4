/** The only script that runs before the first user intent: at most 3 KB. It loads React on intent (D4). */
import { followStoredTabs } from '../prose/stored-tabs.ts';
import { listenForShortcuts, prepareHydration } from './hydration.ts';

/**
 * Shows the hash target where browsers do not: opens the `details` around it, and scrolls to it when scroll restoration is
 * manual (`hardReload` of the router), since browsers then ignore the hash. Where the target is a link of the class `moved`,
 * what had this id is at its address now.
 */
function arriveAtHash(): void {
  try {
    // Without a target, the first use of it ends the attempt.
    const target = document.getElementById(decodeURIComponent(location.hash.slice(1))) as HTMLElement;
    if (target.className === 'moved') location.replace(target as unknown as string);
    let isHidden = history.scrollRestoration !== 'auto';
    for (let fold: HTMLElement | null = target; (fold = fold.closest('details:not([open])'));)
      isHidden = (fold as HTMLDetailsElement).open = true;
    if (isHidden) target.scrollIntoView();
  } catch {
    // The hash is not valid percent-encoding, or it names nothing.
  }
}

followStoredTabs();
listenForShortcuts(prepareHydration(() => import('../entry.tsx')));
arriveAtHash();
