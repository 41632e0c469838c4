/** Tabs: selection by pointer and keyboard, as in the ARIA pattern for tabs. The markup is described in handbook/markup.md. */
import { delegate, PAGE_SHOWN } from '../page-events.ts';
import { storage } from '../storage.ts';
import { applyStoredTabs, ownParts, selectTab, STORED } from './stored-tabs.ts';

/** Selects a tab and stores the choice. Keeps the tab's position on the screen, because groups above it may change their height. */
function choose(tab: HTMLElement): void {
  const tabs = tab.closest<HTMLElement>('.tabs');
  const { value } = tab.dataset;
  if (!tabs || value === undefined) return;
  const { top } = tab.getBoundingClientRect();
  selectTab(tabs, value);
  const { group } = tabs.dataset;
  if (!group) return;
  storage.set(STORED + group, value);
  applyStoredTabs();
  const moved = tab.getBoundingClientRect().top - top;
  if (moved !== 0) scrollBy({ top: moved, behavior: 'instant' });
}

/** Returns the index of the tab that a key selects; null for other keys. */
function indexForKey(key: string, index: number, count: number, rightToLeft: boolean): number | null {
  const forward = rightToLeft ? 'ArrowLeft' : 'ArrowRight';
  const backward = rightToLeft ? 'ArrowRight' : 'ArrowLeft';
  if (key === forward) return (index + 1) % count;
  if (key === backward) return (index - 1 + count) % count;
  if (key === 'Home') return 0;
  return key === 'End' ? count - 1 : null;
}

function onKey(event: KeyboardEvent, tab: HTMLElement): void {
  const tabs = tab.closest('.tabs');
  if (!tabs || event.ctrlKey || event.metaKey || event.altKey || event.shiftKey) return;
  const buttons = ownParts(tabs, 'tab');
  const index = indexForKey(event.key, buttons.indexOf(tab), buttons.length, document.documentElement.dir === 'rtl');
  const next = index === null ? undefined : buttons[index];
  if (!next) return;
  event.preventDefault();
  choose(next);
  next.focus({ preventScroll: true });
  next.scrollIntoView?.({ block: 'nearest', inline: 'nearest' });
}

/** Sets up the tabs of every page that is shown. */
export function startTabs(): void {
  delegate('click', '.tabs [role="tab"]', (_event, tab) => choose(tab));
  delegate('keydown', '.tabs [role="tab"]', onKey);
  document.addEventListener(PAGE_SHOWN, applyStoredTabs);
}
