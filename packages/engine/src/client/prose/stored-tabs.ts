/** The stored tab of each group. It is separate from start.ts, because the loader needs only this part. */
import { storage } from '../storage.ts';

/** Prefix of the storage keys; the name of the group follows. */
export const STORED = 'docusaurus.tab.';

/** Returns the tabs or panels of a tab group, without those of nested groups. */
export function ownParts(tabs: Element, role: 'tab' | 'tabpanel'): HTMLElement[] {
  return [...tabs.querySelectorAll<HTMLElement>(`[role=${role}]`)].filter((part) => part.closest('.tabs') === tabs);
}

/** Selects the tab with a value and shows its panel. Returns false and does nothing if there is no such tab. */
export function selectTab(tabs: Element, value: string | null): boolean {
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

/** Selects the stored tab of each group, if the group has it. */
export function applyStoredTabs(): void {
  for (const tabs of document.querySelectorAll<HTMLElement>('.tabs[data-group]')) {
    selectTab(tabs, storage.get(STORED + tabs.dataset.group));
  }
}

/** Selects the stored tabs now, and whenever another browser tab stores a choice. */
export function followStoredTabs(): void {
  addEventListener('storage', applyStoredTabs);
  applyStoredTabs();
}
