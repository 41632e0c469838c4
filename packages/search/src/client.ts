/** Search in the browser: the dialog and the results page. */
export { startSearch } from './browser/dialog/start-search.ts';
export { useCloseOnLeave } from './browser/use-close-on-leave.ts';
export { LineIcon } from './browser/icons.tsx';
export { mountResults } from './browser/mount-results.ts';
export type { OfferedPage, SearchSite } from './browser/search-site.ts';
export { SEARCHED_AGAIN } from './browser/dialog/search-session.ts';
