/** Parts of a page's body that need a script of their own: `<div data-island="x">` is moved by `pages/x.browser.ts`. */
import { PAGE_SHOWN } from './arrive.ts';

export interface Island {
  /** Returns what undoes it. */
  mount(root: HTMLElement): () => void;
}

/** Mounts the islands of the page shown, and of each later one; `modules` maps a file's path to what loads it. */
export function mountIslands(modules: Record<string, () => Promise<unknown>>): void {
  let unmounts: (() => void)[] = [];
  let generation = 0;

  async function mountOne(root: HTMLElement, mine: number): Promise<void> {
    const load = modules[`./pages/${root.dataset.island}.browser.ts`];
    if (!load) return;
    const { mount } = (await load()) as Island;
    if (mine === generation) unmounts.push(mount(root));
  }

  function mountAll(): void {
    generation += 1;
    for (const unmount of unmounts) unmount();
    unmounts = [];
    for (const root of document.querySelectorAll<HTMLElement>('[data-island]')) {
      mountOne(root, generation).catch((error: unknown) =>
        console.warn(`The part "${root.dataset.island}" of this page does not move.`, error),
      );
    }
  }

  document.addEventListener(PAGE_SHOWN, mountAll);
  mountAll();
}
