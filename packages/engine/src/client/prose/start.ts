/** Sets up the behavior of page bodies: tabs, pictures, players, and links. It applies to every page, because the listeners are on the document. */
import { delegate, hasModifier, PAGE_SHOWN } from '../page-events.ts';
import { storage } from '../storage.ts';
import { applyStoredTabs, ownParts, selectTab, STORED } from './stored-tabs.ts';
import { startCodeBlocks, startCopying } from './code-blocks.ts';
import { revealHashTargets } from './reveal.ts';

/** Selects a tab and stores the choice. Keeps the tab's position on the screen, because groups above it may change their height. */
function choose(tab: HTMLElement): void {
  const tabs = tab.closest<HTMLElement>('.tabs');
  const { value } = tab.dataset;
  if (!tabs || value === undefined) return;
  const { top } = tab.getBoundingClientRect();
  selectTab(tabs, value);
  const { group } = tabs.dataset;
  if (!group) return;
  storage.set(STORED + group, value);
  applyStoredTabs();
  const moved = tab.getBoundingClientRect().top - top;
  if (moved !== 0) scrollBy({ top: moved, behavior: 'instant' });
}

/** Returns the index of the tab that a key selects; null for other keys. */
function indexForKey(key: string, index: number, count: number, rightToLeft: boolean): number | null {
  const forward = rightToLeft ? 'ArrowLeft' : 'ArrowRight';
  const backward = rightToLeft ? 'ArrowRight' : 'ArrowLeft';
  if (key === forward) return (index + 1) % count;
  if (key === backward) return (index - 1 + count) % count;
  if (key === 'Home') return 0;
  return key === 'End' ? count - 1 : null;
}

function onKey(event: KeyboardEvent, tab: HTMLElement): void {
  const tabs = tab.closest('.tabs');
  if (!tabs || hasModifier(event)) return;
  const buttons = ownParts(tabs, 'tab');
  const index = indexForKey(event.key, buttons.indexOf(tab), buttons.length, document.documentElement.dir === 'rtl');
  const next = index === null ? undefined : buttons[index];
  if (!next) return;
  event.preventDefault();
  choose(next);
  next.focus({ preventScroll: true });
  next.scrollIntoView?.({ block: 'nearest', inline: 'nearest' });
}

/** Tabs: selection by pointer and keyboard, as in the ARIA pattern for tabs. The markup is described in handbook/markup.md. */
function startTabs(): void {
  delegate('click', '.tabs [role="tab"]', (_event, tab) => choose(tab));
  delegate('keydown', '.tabs [role="tab"]', onKey);
  document.addEventListener(PAGE_SHOWN, applyStoredTabs);
}

/** Makes links to the search page open the search dialog if there is one. */
function followSearchLinks(): void {
  delegate('click', 'a[data-search]', (event) => {
    if (hasModifier(event)) return;
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
    if (picture === null || hasModifier(event)) return;
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
    if (hasModifier(event)) return;
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
