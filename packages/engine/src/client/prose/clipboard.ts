/** Copying, and saying what became of it. */
import { announce } from '../router/live-region.ts';

/** Milliseconds for which a button shows that it has copied. */
const SHOWN = 2000;

/** Marks the button with class `copied` for two seconds and says so. */
export function showCopied(button: HTMLElement): void {
  button.classList.add('copied');
  announce('Copied');
  setTimeout(() => button.classList.remove('copied'), SHOWN);
}

/** Tells beside the button, in sight and aloud, why nothing was copied and what to do; a later message takes its place. */
export function showRefused(button: HTMLElement, message: string): void {
  const place = button.closest('.code-tools') ?? button;
  const shown = place.nextElementSibling?.matches('.copy-message') ? place.nextElementSibling : document.createElement('p');
  shown.className = 'copy-message';
  shown.textContent = message;
  place.after(shown);
  announce(message);
}

export function clearRefused(button: HTMLElement): void {
  const next = (button.closest('.code-tools') ?? button).nextElementSibling;
  if (next?.matches('.copy-message')) next.remove();
}

/**
 * Puts text on the clipboard. A text still being fetched is handed over as a promise where the browser takes one, since
 * some allow copying only in the moment of the click. Rejects when the browser refuses, or with the promise's reason.
 */
export async function copy(text: string | Promise<string>): Promise<void> {
  if (typeof text === 'string') return navigator.clipboard.writeText(text);
  if (typeof ClipboardItem === 'undefined') return navigator.clipboard.writeText(await text);
  const blob = text.then((plain) => new Blob([plain], { type: 'text/plain' }));
  await Promise.all([text, navigator.clipboard.write([new ClipboardItem({ 'text/plain': blob })])]);
}
