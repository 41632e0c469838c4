/** The only script that runs before the first user intent: at most 4 kB. It loads React on intent (D4). */
import { arriveAtHash } from '../prose/reveal.ts';
import { startTabs } from '../prose/tabs.ts';
import { prepareHydration } from './hydration.ts';
import { listenForShortcuts } from './shortcuts.ts';

startTabs();
listenForShortcuts(prepareHydration(() => import('../entry.tsx')));
arriveAtHash();
