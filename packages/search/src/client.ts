/** Search in the browser: the dialog, the results page, and the index for workers. */
export { startSearch } from './browser/dialog/start-search.ts';
export { useCloseOnLeave } from './browser/dialog/use-close-on-leave.ts';
export { LineIcon } from './browser/line-icon.tsx';
export { mountResults } from './browser/results-page/mount-results.tsx';
export { fetchIndex, type PublishedIndex } from './browser/worker/fetch-index.ts';
export type { SearchSite } from './browser/result-item.ts';
