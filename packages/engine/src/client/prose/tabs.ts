/** Tabs, by pointer and keyboard: arrows, Home and End move, as the ARIA pattern for tabs has it. */
import { storage } from '../storage.ts';
import { onPage } from './delegation.ts';
import { STORED, selectTab, tabsOf } from './tab-choice.ts';

/** Shows the choice in every group of that name on the page; groups without such a tab stay as they are. */
function selectInGroup(group: string, value: string): void {
  for (const tabs of document.querySelectorAll<HTMLElement>('.tabs')) if (tabs.dataset.group === group) selectTab(tabs, value);
}

/** Applies what is chosen in another open tab of the browser. */
function followOtherWindows(): void {
  addEventListener('storage', ({ key, newValue }) => {
    if (key?.startsWith(STORED) && newValue !== null) selectInGroup(key.slice(STORED.length), newValue);
  });
}

/** Chooses a tab. Groups above it may change their height with it: the tab itself stays where it is on the screen. */
function choose(tab: HTMLElement): void {
  const tabs = tab.closest<HTMLElement>('.tabs');
  const { value } = tab.dataset;
  if (!tabs || value === undefined) return;
  const top = tab.getBoundingClientRect().top;
  selectTab(tabs, value);
  const { group } = tabs.dataset;
  if (!group) return;
  selectInGroup(group, value);
  storage.set(STORED + group, value);
  const moved = tab.getBoundingClientRect().top - top;
  if (moved !== 0) scrollBy({ top: moved, behavior: 'instant' });
}

/** Index of the tab that a key leads to; null for keys that lead nowhere. */
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
  const buttons = tabsOf(tabs);
  const index = indexForKey(event.key, buttons.indexOf(tab), buttons.length, document.documentElement.dir === 'rtl');
  const next = index === null ? undefined : buttons[index];
  if (!next) return;
  event.preventDefault();
  choose(next);
  next.focus({ preventScroll: true });
  next.scrollIntoView?.({ block: 'nearest', inline: 'nearest' });
}

export function moveTabs(): void {
  onPage('click', '.tabs [role="tab"]', (_event, tab) => choose(tab));
  onPage('keydown', '.tabs [role="tab"]', onKey);
  followOtherWindows();
}
