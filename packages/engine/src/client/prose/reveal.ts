/** Makes hash targets visible: opens the `details` around them and selects the tab that contains them. */
import { PAGE_SHOWN } from '../page-events.ts';
import { selectTab } from './stored-tabs.ts';

/** Returns the element that the hash of a URL names; null without a hash, or if no element has this id. */
export function hashTarget(hash: string): HTMLElement | null {
  if (hash.length < 2) return null;
  try {
    return document.getElementById(decodeURIComponent(hash.slice(1)));
  } catch {
    // The hash is not valid percent-encoding, but an id may still be equal to it.
    return document.getElementById(hash.slice(1));
  }
}

/** Makes an element visible. Returns whether anything had to be opened. A tab that is selected this way is not stored as the reader's choice. */
export function reveal(target: Element): boolean {
  let opened = false;
  for (let element: Element | null = target; element; element = element.parentElement) {
    if (element instanceof HTMLDetailsElement && !element.open) {
      element.open = opened = true;
    } else if (element.matches('[role="tabpanel"].inactive')) {
      const tabs = element.closest('.tabs');
      const { value } = (element as HTMLElement).dataset;
      if (tabs && value !== undefined) opened = selectTab(tabs, value) || opened;
    }
  }
  return opened;
}

/** Makes hash targets visible on every page that the router shows. */
export function revealHashTargets(): void {
  function revealTarget(): boolean {
    const target = hashTarget(location.hash);
    return target ? reveal(target) : false;
  }
  /** Scrolls to a target that was not visible when the browser looked for it. */
  function revealAndScroll(): void {
    if (revealTarget()) hashTarget(location.hash)?.scrollIntoView();
  }
  addEventListener('hashchange', revealAndScroll);
  document.addEventListener(PAGE_SHOWN, revealTarget);
  revealAndScroll();
}
