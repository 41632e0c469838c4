/** The island of the search page. */
import { mountResults } from '@quire/search/client';
import { reportSearch } from '../page-events.ts';
import { siteData } from '../site-data.ts';

export function mount(root: HTMLElement): () => void {
  const form = root.closest('.front-page')?.querySelector('form') ?? null;
  const site = siteData();
  const search = site?.search ?? null;
  return site === null || search === null ? () => undefined : mountResults(root, form, { ...site, search }, undefined, reportSearch);
}
