import { useEffect, useEffectEvent } from 'react';

/**
 * Closes something that lies over the page when the visitor goes elsewhere. Going back while it is open means "close
 * it": where the browser allows, the step back itself is not taken.
 */
export function useCloseOnNavigation(open: boolean, close: () => void): void {
  const onLeave = useEffectEvent((event: Event) => {
    const { navigationType } = event as Partial<NavigateEvent>;
    if (navigationType === 'traverse' && event.cancelable) event.preventDefault();
    close();
  });
  useEffect(() => {
    if (!open) return undefined;
    const source: EventTarget = 'navigation' in window ? window.navigation : window;
    const type = 'navigation' in window ? 'navigate' : 'popstate';
    source.addEventListener(type, onLeave);
    return () => source.removeEventListener(type, onLeave);
  }, [open]);
}
