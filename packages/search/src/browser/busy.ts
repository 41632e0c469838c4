/**
 * Marks controls as busy until a promise settles. The stylesheet shows a spinner in busy controls after a delay.
 * @param controls CSS selector of the controls
 * @returns the promise
 */
export async function busyUntil<T>(controls: string, promise: Promise<T>): Promise<T> {
  const mark = (isBusy: boolean): void => {
    for (const control of document.querySelectorAll(controls)) control.ariaBusy = isBusy ? 'true' : null;
  };
  mark(true);
  return promise.finally(() => mark(false));
}
