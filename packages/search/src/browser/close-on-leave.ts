/** Closes an overlay when the reader leaves the page; the back button closes it too. @returns a function that stops this */
export function closeOnLeave(close: () => void): () => void {
  const source: EventTarget = 'navigation' in window ? window.navigation : window;
  const type = 'navigation' in window ? 'navigate' : 'popstate';
  const onLeave = (event: Event): void => {
    const { navigationType, destination } = event as Partial<NavigateEvent>;
    // The page only stores data in its history entry, such as the results page its scroll position.
    if (navigationType === 'replace' && destination?.url === location.href) return;
    if (navigationType === 'traverse' && event.cancelable) event.preventDefault();
    close();
  };
  source.addEventListener(type, onLeave);
  return () => source.removeEventListener(type, onLeave);
}
