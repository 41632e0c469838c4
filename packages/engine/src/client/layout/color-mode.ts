import type { SiteData } from '#model/site.ts';

import { storage } from '../storage.ts';

export type ColorMode = 'light' | 'dark';

const KEY = 'theme';

/** What the page shows now: the first-paint script has put it on the root element. */
export function shownColorMode(): ColorMode {
  return document.documentElement.dataset['theme'] === 'dark' ? 'dark' : 'light';
}

/** The visitor's own choice, null while there is none. */
export function chosenColorMode(): ColorMode | null {
  const stored = storage.get(KEY);
  return stored === 'light' || stored === 'dark' ? stored : null;
}

/** Shows a mode and remembers it as the visitor's choice. */
export function chooseColorMode(mode: ColorMode): void {
  storage.set(KEY, mode);
  showColorMode(mode);
}

function showColorMode(mode: ColorMode): void {
  document.documentElement.dataset['theme'] = mode;
}

/**
 * Follows a choice made in another tab and, where the configuration says so, the system's preference until there is a
 * choice. Returns what ends it.
 */
export function followColorMode({ defaultMode, respectPrefersColorScheme }: SiteData['colorMode']): () => void {
  const listening = new AbortController();
  const { signal } = listening;
  const system = matchMedia('(prefers-color-scheme: dark)');
  const unchosen = (): ColorMode => {
    if (!respectPrefersColorScheme) return defaultMode;
    return system.matches ? 'dark' : 'light';
  };
  const follow = () => showColorMode(chosenColorMode() ?? unchosen());
  // A cleared storage has no key.
  addEventListener('storage', ({ key }) => (key === KEY || key === null) && follow(), { signal });
  if (respectPrefersColorScheme) system.addEventListener('change', follow, { signal });
  return () => listening.abort();
}
