/** Closes an overlay when the reader leaves the page; the back button closes it too. @returns a function that stops this */
export function closeOnLeave(close: () => void): () => void {
  const source: EventTarget = 'navigation' in window ? window.navigation : window;
  const type = 'navigation' in window ? 'navigate' : 'popstate';
  const onLeave = (event: Event): void => {
    const { navigationType, destination } = event as Partial<NavigateEvent>;
    // The page only changes its history entry, as the results page does to store its scroll position.
    if (navigationType === 'replace' && destination?.sameDocument) return;
    if (navigationType === 'traverse' && event.cancelable) event.preventDefault();
    close();
  };
  source.addEventListener(type, onLeave);
  return () => source.removeEventListener(type, onLeave);
}
