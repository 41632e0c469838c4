/** Parts of a page's body that need a script of their own: `<div data-island="x">` is hydrated by the module registered as `x`. */
import { PAGE_SHOWN } from '../page-events.ts';

export interface Island {
  /** Returns what undoes it. */
  mount(root: HTMLElement): () => void;
}

/**
 * Mounts the islands of the page shown, and of each later one. `modules` maps the name of an island to the function that loads it.
 * The promise resolves when those of the page shown are mounted or have failed, so that a click that came before is not lost.
 */
export async function mountIslands(modules: Readonly<Record<string, () => Promise<unknown>>>): Promise<void> {
  let unmounts: (() => void)[] = [];
  let generation = 0;

  async function mountOne(root: HTMLElement, mine: number): Promise<void> {
    const load = modules[root.dataset.island ?? ''];
    if (!load) return;
    const { mount } = (await load()) as Island;
    if (mine === generation) unmounts.push(mount(root));
  }

  async function mountAll(): Promise<void> {
    generation += 1;
    for (const unmount of unmounts) unmount();
    unmounts = [];
    const mounts = [...document.querySelectorAll<HTMLElement>('[data-island]')].map((root) =>
      mountOne(root, generation).catch((error: unknown) => console.warn(`Island "${root.dataset.island}" failed to hydrate.`, error)),
    );
    await Promise.all(mounts);
  }

  document.addEventListener(PAGE_SHOWN, () => void mountAll());
  await mountAll();
}
