/** The island of the search page. */
import { mountResults } from '@quire/search/client';
import { site } from 'virtual:site';

export function mount(root: HTMLElement): () => void {
  const form = root.closest('.front-page')?.querySelector('form') ?? null;
  const { search } = site;
  return search === null ? () => undefined : mountResults(root, form, { ...site, search });
}
