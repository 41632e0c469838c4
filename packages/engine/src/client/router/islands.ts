/** Islands: parts of a page's body that have their own scripts. The module with the name `x` hydrates `<div data-island="x">`. */
import { PAGE_SHOWN } from '../page-events.ts';

export interface Island {
  /** Hydrates the island. Returns a function that removes it. */
  mount(root: HTMLElement): () => void;
}

/**
 * Mounts the islands of the current page and of each later one. `modules` maps the name of an island to the function that loads it.
 * Resolves when the islands of the current page have been mounted or have failed, so that deferred clicks can be replayed.
 */
export async function mountIslands(modules: Readonly<Record<string, () => Promise<unknown>>>): Promise<void> {
  let unmounts: (() => void)[] = [];
  let generation = 0;

  async function mountOne(root: HTMLElement, ownGeneration: number): Promise<void> {
    const load = modules[root.dataset.island ?? ''];
    if (!load) return;
    const { mount } = (await load()) as Island;
    if (ownGeneration === generation) unmounts.push(mount(root));
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
