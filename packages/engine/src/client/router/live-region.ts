/** The one place from which screen readers hear what changed, politely: page titles, "Copied". */

const ID = 'live-region';

/** Puts the region into the document ahead of its first message: one that arrives with its text is not read out. */
export function createLiveRegion(): HTMLElement {
  const existing = document.getElementById(ID);
  if (existing) return existing;
  const region = document.createElement('div');
  region.id = ID;
  region.className = 'visually-hidden';
  region.setAttribute('role', 'status');
  region.setAttribute('aria-live', 'polite');
  document.body.append(region);
  return region;
}

/** Says a sentence; the same one twice is said twice. */
export function announce(message: string): void {
  const region = createLiveRegion();
  region.textContent = region.textContent === message ? `${message}\u00a0` : message;
}
