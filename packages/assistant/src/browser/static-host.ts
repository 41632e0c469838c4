/** Recognizes hosts that only serve files, by their answer to a POST. */

/** Statuses with which static hosts answer a POST. */
export const NO_SERVICE: ReadonlySet<number> = new Set([404, 405, 501]);

/** Static hosts may answer any request with an HTML page. */
export const isDocument = ({ headers }: Response): boolean => headers.get('Content-Type')?.startsWith('text/html') === true;

/** Whether a host has no service at the address of this answer. */
export const lacksService = (response: Response): boolean => NO_SERVICE.has(response.status) || (response.ok && isDocument(response));
