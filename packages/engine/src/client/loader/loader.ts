/** The only script before the visitor does something: at most 3 KB. It brings React when React is wanted (D4). */
import { applyStoredTabs } from '../prose/tab-choice.ts';
import { arriveAtHash } from './arrive-at-hash.ts';
import { prepareHydration } from './hydration.ts';
import { listenForShortcuts } from './search-request.ts';

applyStoredTabs();
listenForShortcuts(prepareHydration(() => import('../entry.tsx')));
arriveAtHash();
