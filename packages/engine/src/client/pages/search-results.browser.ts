/** The island of the search page. */
import { mountResults } from '@quire/search/browser/results-page/mount-results.tsx';
import { site } from 'virtual:site';

export function mount(root: HTMLElement): () => void {
  const form = root.closest('.front-page')?.querySelector('form') ?? null;
  return mountResults(root, form, site);
}
