/** When React is wanted: as soon as the visitor does something, or when the browser has nothing to do, as configured (D4). */

/** All of them are the visitor's doing. Scrolling is not: the browser and scripts scroll too. */
const INTENTS = ['pointermove', 'pointerdown', 'touchstart', 'focusin', 'keydown', 'wheel'];

/** Whether the address asks for results that only a script can fetch where the site has no server. */
function isSearch(): boolean {
  return document.documentElement.dataset.kind === 'search' && location.search !== '';
}

/** Calls `start` once, at the first intent; with `<html data-hydrate="idle">`, or a search asked for, on idle at the latest. */
export function onIntent(start: () => void): void {
  const options = { capture: true, passive: true };
  function begin(): void {
    for (const type of INTENTS) removeEventListener(type, begin, options);
    start();
  }
  for (const type of INTENTS) addEventListener(type, begin, options);
  if (document.documentElement.dataset.hydrate !== 'idle' && !isSearch()) return;
  // Safari has no idle callback.
  (window.requestIdleCallback ?? setTimeout)(begin);
}
