/**
 * Tabs: selection by pointer and keyboard (the ARIA pattern for tabs), and the stored choice of each group.
 * The markup is described in handbook/markup.md. This runs in the loader, so that tabs need no React.
 */
import { onPage, PAGE_SHOWN } from '../page-events.ts';
import { storage } from '../storage.ts';

/** Storage key, before the group's name. */
const STORED = 'docusaurus.tab.';

function ownParts(tabs: Element, role: 'tab' | 'tabpanel'): HTMLElement[] {
  return [...tabs.querySelectorAll<HTMLElement>(`[role=${role}]`)].filter((part) => part.closest('.tabs') === tabs);
}

/** Shows the tab with that value and its panel; returns false and changes nothing when there is none. */
export function selectTab(tabs: Element, value: string): boolean {
  const buttons = ownParts(tabs, 'tab');
  if (!buttons.some((button) => button.dataset.value === value)) return false;
  for (const button of buttons) {
    const selected = button.dataset.value === value;
    button.setAttribute('aria-selected', `${selected}`);
    button.tabIndex = selected ? 0 : -1;
  }
  for (const panel of ownParts(tabs, 'tabpanel')) panel.classList.toggle('inactive', panel.dataset.value !== value);
  return true;
}

/** Selects the stored choice of each group, wherever the group has such a tab. */
export function applyStoredTabs(): void {
  for (const tabs of document.querySelectorAll<HTMLElement>('.tabs[data-group]')) {
    const value = storage.get(STORED + tabs.dataset.group);
    if (value !== null) selectTab(tabs, value);
  }
}

/** Selects a tab for the reader and stores the choice. Groups above it may change their height: the tab stays where it is on the screen. */
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

/** Index of the tab that a key moves to; null for other keys. */
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

/** Applies the stored choices now, on every page shown later, and when another browser tab stores one. */
export function startTabs(): void {
  onPage('click', '.tabs [role="tab"]', (_event, tab) => choose(tab));
  onPage('keydown', '.tabs [role="tab"]', onKey);
  document.addEventListener(PAGE_SHOWN, applyStoredTabs);
  addEventListener('storage', ({ key }) => key?.startsWith(STORED) && applyStoredTabs());
  applyStoredTabs();
}
