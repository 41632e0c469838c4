/** Sets up the behavior of page bodies, once for every body that the router shows. */
import { onPage } from '../page-events.ts';
import { startCodeBlocks, startCopying } from './code-blocks.ts';
import { startEmbeds } from './embeds.ts';
import { revealHashTargets } from './reveal.ts';
import { startTabs } from './tabs.ts';

/** Links to the search page open the search dialog where there is one. */
function followSearchLinks(): void {
  onPage('click', 'a[data-search]', (event) => {
    if (event.metaKey || event.ctrlKey || event.shiftKey || event.altKey) return;
    const isHandled = !document.dispatchEvent(new CustomEvent('site:search', { cancelable: true }));
    if (isHandled) event.preventDefault();
  });
}

/** A click on a picture enlarges it; with a modifier key the browser opens it as any other link. */
function enlargePictures(): void {
  onPage('click', 'a.zoom', (event, link) => {
    const picture = link.firstElementChild;
    if (picture === null || event.metaKey || event.ctrlKey || event.shiftKey || event.altKey) return;
    event.preventDefault();
    import('../layout/page-dialogs.ts').then(
      ({ enlargePicture }) => enlargePicture(picture),
      () => location.assign((link as HTMLAnchorElement).href),
    );
  });
}

export function startProse(): void {
  startTabs();
  startCopying();
  startCodeBlocks();
  startEmbeds();
  enlargePictures();
  followSearchLinks();
  revealHashTargets();
}
