/** When React is wanted: as soon as the visitor does something, or when the browser has nothing to do, as configured (D4). */

/** All of them are the visitor's doing, a touch is a pointer too. Scrolling is not: the browser and scripts scroll too. */
const INTENTS = ['pointermove', 'pointerdown', 'focusin', 'keydown', 'wheel'];

/** Calls `start` at the first intent of each kind; with `<html data-hydrate="idle">`, or a search asked for, on idle at the latest. */
export function onIntent(start: () => void): void {
  for (const type of INTENTS) addEventListener(type, start, { capture: true, once: true });
  const { hydrate, kind } = document.documentElement.dataset;
  // Results that the address asks for can only be fetched by a script where the site has no server.
  if (hydrate !== 'idle' && (kind !== 'search' || !location.search)) return;
  // Safari has no idle callback.
  (window.requestIdleCallback ?? setTimeout)(start);
}
