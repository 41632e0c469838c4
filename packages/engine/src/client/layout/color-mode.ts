import { storage } from '../storage.ts';

export type ColorMode = 'light' | 'dark';

/** The mode of the page. The first-paint script sets it, and keeps it in step with other tabs and the system (first-paint.ts). */
export function shownColorMode(): ColorMode {
  return document.documentElement.dataset['theme'] === 'dark' ? 'dark' : 'light';
}

/** Shows a mode and stores it as the reader's choice. */
export function chooseColorMode(mode: ColorMode): void {
  storage.set('theme', mode);
  document.documentElement.dataset['theme'] = mode;
}
