/** Search in the browser: the dialog, the results page, and the index for workers. */
export { startSearch } from './browser/dialog/start-search.ts';
export { useCloseOnLeave } from './browser/use-close-on-leave.ts';
export { LineIcon } from './browser/icons.tsx';
export { mountResults } from './browser/mount-results.ts';
export { fetchIndex, type PublishedIndex } from './browser/fetch-index.ts';
export type { SearchSite } from './browser/search-site.ts';
