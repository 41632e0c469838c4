/** Parts of a page's body that need a script of their own: `<div data-island="x">` is hydrated by the module registered as `x`. */
import { PAGE_SHOWN } from '../page-events.ts';

export interface Island {
  /** Returns what undoes it. */
  mount(root: HTMLElement): () => void;
}

/** Mounts the islands of the page shown, and of each later one. `modules` maps the name of an island to the function that loads it. */
export function mountIslands(modules: Readonly<Record<string, () => Promise<unknown>>>): void {
  let unmounts: (() => void)[] = [];
  let generation = 0;

  async function mountOne(root: HTMLElement, mine: number): Promise<void> {
    const load = modules[root.dataset.island ?? ''];
    if (!load) return;
    const { mount } = (await load()) as Island;
    if (mine === generation) unmounts.push(mount(root));
  }

  function mountAll(): void {
    generation += 1;
    for (const unmount of unmounts) unmount();
    unmounts = [];
    for (const root of document.querySelectorAll<HTMLElement>('[data-island]')) {
      mountOne(root, generation).catch((error: unknown) => console.warn(`Island "${root.dataset.island}" failed to hydrate.`, error));
    }
  }

  document.addEventListener(PAGE_SHOWN, mountAll);
  mountAll();
}
