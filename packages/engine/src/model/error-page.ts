/** The page that shows errors to readers: a file in the folder of a build, beside the published files. */
export const ERROR_PAGE = 'error.html';
/** The page contains these comments in the places of the status code and the message. */
export const ERROR_PARTS = { status: '<!--status-->', message: '<!--message-->' };
