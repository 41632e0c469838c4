/**
 * Shows what the address's hash names where browsers do not: a fold that is itself the target, or around it, is opened;
 * with manual restoration (the other half of `loadAfresh` in router/reload-guard.ts) they do not look for the target at all.
 */
export function arriveAtHash(): void {
  try {
    const target = document.getElementById(decodeURIComponent(location.hash.slice(1)));
    let isUnseen = history.scrollRestoration === 'manual';
    for (let fold = target; (fold = fold?.closest('details:not([open])') ?? null);) isUnseen = (fold as HTMLDetailsElement).open = true;
    if (isUnseen) target?.scrollIntoView();
  } catch {
    // The hash is no text that was encoded, so it names nothing.
  }
}
