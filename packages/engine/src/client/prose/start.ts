/** The islands of page bodies: set up once, for every body that comes. */
import { PAGE_SHOWN } from '../router/arrive.ts';
import { wrapCodeBlocks } from './code-wrap.ts';
import { copyCodeBlocks } from './code-copy.ts';
import { copyTexts } from './copy-text.ts';
import { revealHashTargets } from './reveal.ts';
import { followSearchLinks } from './search-links.ts';
import { applyStoredTabs } from './tab-choice.ts';
import { moveTabs } from './tabs.ts';

let started = false;

export function startProse(): void {
  if (started) return;
  started = true;
  document.addEventListener(PAGE_SHOWN, applyStoredTabs);
  moveTabs();
  copyCodeBlocks();
  wrapCodeBlocks();
  copyTexts();
  followSearchLinks();
  revealHashTargets();
}
