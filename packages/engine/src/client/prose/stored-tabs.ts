/** The selected tab of each group, as stored. Apart from tabs.ts because the loader needs only this part. */
import { storage } from '../storage.ts';

/** Storage key, before the group's name. */
export const STORED = 'docusaurus.tab.';

export function ownParts(tabs: Element, role: 'tab' | 'tabpanel'): HTMLElement[] {
  return [...tabs.querySelectorAll<HTMLElement>(`[role=${role}]`)].filter((part) => part.closest('.tabs') === tabs);
}

/** Shows the tab with that value and its panel; returns false and changes nothing when there is none, as for null. */
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

/** Selects the stored choice of each group, wherever the group has such a tab. */
export function applyStoredTabs(): void {
  for (const tabs of document.querySelectorAll<HTMLElement>('.tabs[data-group]')) {
    selectTab(tabs, storage.get(STORED + tabs.dataset.group));
  }
}

/** Applies the stored choices now, and whenever another browser tab stores one. */
export function followStoredTabs(): void {
  addEventListener('storage', applyStoredTabs);
  applyStoredTabs();
}
