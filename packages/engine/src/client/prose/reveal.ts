/** A hash may name what is folded away: the details around it are opened, the tab it lies in is shown. */
import { PAGE_SHOWN } from '../router/arrive.ts';
import { hashTarget } from '../router/hash-target.ts';
import { selectTab } from './tab-choice.ts';

/** Makes an element visible; returns whether something had to be unfolded. A tab shown this way is no choice of the visitor's. */
export function reveal(target: Element): boolean {
  let unfolded = false;
  for (let element: Element | null = target; element; element = element.parentElement) {
    if (element instanceof HTMLDetailsElement && !element.open) {
      element.open = unfolded = true;
    } else if (element.matches('[role="tabpanel"].inactive')) {
      const tabs = element.closest('.tabs');
      const { value } = (element as HTMLElement).dataset;
      if (tabs && value !== undefined) unfolded = selectTab(tabs, value) || unfolded;
    }
  }
  return unfolded;
}

export function revealHashTargets(): void {
  function revealTarget(): boolean {
    const target = hashTarget(location.hash);
    return target ? reveal(target) : false;
  }
  /** The browser has looked for the target before it could be seen. */
  function revealAndScroll(): void {
    if (revealTarget()) hashTarget(location.hash)?.scrollIntoView();
  }
  addEventListener('hashchange', revealAndScroll);
  document.addEventListener(PAGE_SHOWN, revealTarget);
  revealAndScroll();
}
