/** Search in the browser: the dialog and the results page. */
export { busyUntil, collectTyped, startSearch, takeTyped } from './browser/dialog/start-search.ts';
export { LineIcon, useModalDialog } from './browser/dialog-parts.tsx';
export { mountResults } from './browser/mount-results.ts';
export { type OfferedPage, searchAddress, SEARCHED_AGAIN, type SearchSite } from './browser/search-site.ts';
