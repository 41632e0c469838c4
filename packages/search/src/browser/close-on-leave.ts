/**
 * Closes overlays, such as dialogs and menus, when the reader navigates. While one is open, going back only closes it: either the
 * navigation is canceled, or, if it would lead to another document, there is a history entry for the overlay.
 */
import { useEffect, useEffectEvent } from 'react';
import { isOverlayEntry, OVERLAY_STATE } from './overlay-entry.ts';

/** Maximum time that going back takes in browsers without the Navigation API. */
const GOING_BACK_MS = 1000;

/** The functions that close the open overlays, the topmost last. */
const overlays: (() => void)[] = [];
/** Whether this module is adding or removing the history entry of the overlays, which are navigations, too. */
let isChangingEntry = false;
/** Whether the reader is leaving the entry of the overlay, so that it must not be removed. */
let isLeaving = false;

/** Browsers without the Navigation API only report that the history entry has changed. */
const eventSource = (): [EventTarget, string] => ('navigation' in window ? [window.navigation, 'navigate'] : [window, 'popstate']);

/** Closes an overlay when the reader leaves the page; the back button closes it too. @returns a function to call when it is closed */
export function closeOnLeave(close: () => void): () => void {
  overlays.push(close);
  isLeaving = false;
  const [source, type] = eventSource();
  // Adding the same listener again has no effect.
  source.addEventListener(type, onLeave);
  document.addEventListener('click', onClick, true);
  if (!isChangingEntry) addEntry();
  return () => {
    const index = overlays.lastIndexOf(close);
    if (index < 0) return;
    overlays.splice(index, 1);
    // Wait, because the overlay may have been closed by a click on a link, which the browser follows after the event.
    if (overlays.length === 0) setTimeout(finish);
  };
}

/** Calls `closeOnLeave` while an overlay is open. */
export function useCloseOnLeave(isOpen: boolean, close: () => void): void {
  const onClose = useEffectEvent(close);
  useEffect(() => (isOpen ? closeOnLeave(() => onClose()) : undefined), [isOpen]);
}

/** Whether going back leads to a page of this document, so that the browser lets a script cancel it. */
function isBackCancelable(): boolean {
  if (!('navigation' in window)) return false;
  const { currentEntry } = window.navigation;
  return window.navigation.entries()[(currentEntry?.index ?? 0) - 1]?.sameDocument === true;
}

function addEntry(): void {
  if (isOverlayEntry() || isBackCancelable()) return;
  isChangingEntry = true;
  history.pushState(OVERLAY_STATE, '');
  isChangingEntry = false;
}

/** Removes the entry of the overlays after the last one was closed. Another one may open in the meantime. */
async function finish(): Promise<void> {
  if (overlays.length > 0 || isChangingEntry) return;
  if (isOverlayEntry() && !isLeaving) {
    isChangingEntry = true;
    await goBack();
    isChangingEntry = false;
    if (overlays.length > 0) return addEntry();
  }
  const [source, type] = eventSource();
  source.removeEventListener(type, onLeave);
  document.removeEventListener('click', onClick, true);
}

async function goBack(): Promise<void> {
  if ('navigation' in window) {
    const { committed, finished } = window.navigation.back();
    await Promise.allSettled([committed, finished]);
    return;
  }
  await new Promise((resolve) => {
    addEventListener('popstate', resolve, { once: true });
    // Another navigation may cancel this one, and no event reports that.
    setTimeout(resolve, GOING_BACK_MS);
    history.back();
  });
}

function closeAll(): void {
  for (const close of overlays.toReversed()) close();
}

/** Whether a link leads to the page at the current address. Some hosts add a slash to the address. */
function isCurrentPage(url: string): boolean {
  const bare = (address: string): string => address.replace(/\/?#.*|\/$/s, '');
  return !url.includes('#') && bare(url) === bare(location.href);
}

/** Scrolls to the top after the browser has restored the scroll position of a history entry, which it does in the next frame. */
const scrollToTop = (): unknown => requestAnimationFrame(() => requestAnimationFrame(() => scrollTo(0, 0)));

function onLeave(event: Event): void {
  const { navigationType, destination, downloadRequest } = event as Partial<NavigateEvent>;
  if (isChangingEntry || navigationType === 'reload' || typeof downloadRequest === 'string') return;
  // The page only changes its history entry, as the results page does to store its scroll position.
  if (navigationType === 'replace' && destination?.sameDocument) return;
  if (navigationType === 'traverse' && event.cancelable && (overlays.length > 1 || (overlays.length > 0 && !isOverlayEntry()))) {
    event.preventDefault();
    overlays.at(-1)?.();
    return;
  }
  if (destination && navigationType !== 'traverse' && isOverlayEntry()) {
    if (isCurrentPage(destination.url)) {
      // Removing the entry leads to the page. It then scrolls to its top, as after any link to it.
      event.preventDefault();
      addEventListener('popstate', scrollToTop, { once: true });
      closeAll();
      return;
    }
    if (navigationType === 'push') {
      // The page that a link of the overlay leads to replaces the overlay's entry.
      event.preventDefault();
      isLeaving = true;
      closeAll();
      window.navigation.navigate(destination.url, { history: 'replace' });
      return;
    }
  }
  isLeaving = true;
  closeAll();
}

/** Without the Navigation API, a link loads a document, and going back at the same time would cancel that. */
function onClick({ target }: Event): void {
  if (!('navigation' in window) && target instanceof Element && target.closest('a[href]:not([target])') !== null) isLeaving = true;
}
