/** Sets up the behavior of page bodies. It applies to every page, because the listeners are on the document. */
import { delegate } from '../page-events.ts';
import { startCodeBlocks, startCopying } from './code-blocks.ts';
import { revealHashTargets } from './reveal.ts';
import { startTabs } from './tabs.ts';

/** Makes links to the search page open the search dialog if there is one. */
function followSearchLinks(): void {
  delegate('click', 'a[data-search]', (event) => {
    if (event.metaKey || event.ctrlKey || event.shiftKey || event.altKey) return;
    const isHandled = !document.dispatchEvent(new CustomEvent('site:search', { cancelable: true }));
    if (isHandled) event.preventDefault();
  });
}

/** Enlarges pictures on click, and diagrams by their button. With a modifier key, the browser follows the link of a picture. */
function enlargePictures(): void {
  const enlarge = (picture: Element, otherwise?: () => void): void => {
    import('../layout/page-dialogs.ts').then(({ enlargePicture }) => enlargePicture(picture), otherwise);
  };
  delegate('click', 'a.zoom', (event, link) => {
    const picture = link.firstElementChild;
    if (picture === null || event.metaKey || event.ctrlKey || event.shiftKey || event.altKey) return;
    event.preventDefault();
    enlarge(picture, () => location.assign((link as HTMLAnchorElement).href));
  });
  delegate('click', '.diagram-enlarge', (_event, { previousElementSibling: diagram }) => {
    if (diagram !== null) enlarge(diagram);
  });
}

/** Embedded players of other sites: a click on the link replaces it with the player. Before, nothing is loaded from the other site. */
function startEmbeds(): void {
  delegate('click', 'a[data-embed]', (event, link) => {
    if (event.metaKey || event.ctrlKey || event.shiftKey || event.altKey) return;
    event.preventDefault();
    const frame = document.createElement('iframe');
    frame.className = 'embed';
    frame.title = link.textContent;
    frame.allow = 'autoplay; encrypted-media; fullscreen; picture-in-picture';
    frame.setAttribute('sandbox', 'allow-scripts allow-same-origin allow-popups allow-forms allow-presentation');
    frame.src = link.dataset['embed'] ?? '';
    link.replaceWith(frame);
    frame.focus();
  });
}

/** Call it once. */
export function startProse(): void {
  startTabs();
  startCopying();
  startCodeBlocks();
  startEmbeds();
  enlargePictures();
  followSearchLinks();
  revealHashTargets();
}
