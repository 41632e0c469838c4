/** Sets up the behavior of page bodies, once for every body that the router shows. */
import { onPage } from '../page-events.ts';
import { startCodeBlocks } from './code-blocks.ts';
import { startCopying } from './copy.ts';
import { startEmbeds } from './embeds.ts';
import { revealHashTargets } from './reveal.ts';
import { startTabs } from './tabs.ts';
import { startZoom } from './zoom.ts';

/** Links to the search page open the search dialog where there is one. */
function followSearchLinks(): void {
  onPage('click', 'a[data-search]', (event) => {
    if (event.metaKey || event.ctrlKey || event.shiftKey || event.altKey) return;
    const isHandled = !document.dispatchEvent(new CustomEvent('site:search', { cancelable: true }));
    if (isHandled) event.preventDefault();
  });
}

export function startProse(): void {
  startTabs();
  startCopying();
  startCodeBlocks();
  startEmbeds();
  startZoom();
  followSearchLinks();
  revealHashTargets();
}
