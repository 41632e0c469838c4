import { useEffect } from 'react';

/** Closes what lies over the page when the visitor goes elsewhere; going back while it is open means "close it". */
export function useCloseOnLeave(isOpen: boolean, close: () => void): void {
  useEffect(() => {
    if (!isOpen) return undefined;
    const source: EventTarget = 'navigation' in window ? window.navigation : window;
    const type = 'navigation' in window ? 'navigate' : 'popstate';
    const onLeave = (event: Event): void => {
      const { navigationType } = event as Partial<NavigateEvent>;
      if (navigationType === 'traverse' && event.cancelable) event.preventDefault();
      close();
    };
    source.addEventListener(type, onLeave);
    return () => source.removeEventListener(type, onLeave);
  }, [isOpen, close]);
}
