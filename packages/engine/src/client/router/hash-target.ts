/** The element a URL's hash names. */

/** Null without a hash, with a malformed one, or when nothing on the page has that id. */
export function hashTarget(hash: string): HTMLElement | null {
  if (hash.length < 2) return null;
  try {
    return document.getElementById(decodeURIComponent(hash.slice(1)));
  } catch {
    return document.getElementById(hash.slice(1));
  }
}
