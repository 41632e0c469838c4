/** Which tab shows: the markup of tabs (handbook/markup.md) and the choice kept for each group. */
import { storage } from '../storage.ts';

/** Storage key, before the group's name. */
export const STORED = 'docusaurus.tab.';

function ownParts(tabs: Element, role: 'tab' | 'tabpanel'): HTMLElement[] {
  return [...tabs.querySelectorAll<HTMLElement>(`[role=${role}]`)].filter((part) => part.closest('.tabs') === tabs);
}

export function tabsOf(tabs: Element): HTMLElement[] {
  return ownParts(tabs, 'tab');
}

/** Shows the tab of that value and its panel; returns false and changes nothing when there is none. */
export function selectTab(tabs: Element, value: string): boolean {
  const buttons = tabsOf(tabs);
  if (!buttons.some((button) => button.dataset.value === value)) return false;
  for (const button of buttons) {
    const selected = button.dataset.value === value;
    button.setAttribute('aria-selected', `${selected}`);
    button.tabIndex = selected ? 0 : -1;
  }
  for (const panel of ownParts(tabs, 'tabpanel')) panel.classList.toggle('inactive', panel.dataset.value !== value);
  return true;
}

/** Applies what was chosen on other pages. */
export function applyStoredTabs(): void {
  for (const tabs of document.querySelectorAll<HTMLElement>('.tabs[data-group]')) {
    const value = storage.get(STORED + tabs.dataset.group);
    if (value !== null) selectTab(tabs, value);
  }
}
