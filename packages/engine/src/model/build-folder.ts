/** Names in the folder of a build that both the build and the server use. */

/** The page that shows errors to readers, beside the published files. */
export const ERROR_PAGE = 'error.html';
/** The error page contains these comments in the places of the status code and the message. */
export const ERROR_PARTS = { status: '<!--status-->', message: '<!--message-->' };

/** Lists the files of the build. A build replaces and deletes nothing else in the folder. */
export const OWNED_FILES = '.made-by-build.json';

/**
 * Exists during a publish, while the folder may contain files of two builds. The next build completes a publish that was interrupted, with the
 * steps in this file (`build/publish.ts`).
 */
export const INTERRUPTED = '.interrupted';
