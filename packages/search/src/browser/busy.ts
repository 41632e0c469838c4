/**
 * Marks controls as busy until a promise settles. The stylesheet then shows a spinner in them if that takes long.
 * @param controls selector of the controls
 */
export async function busyUntil<T>(controls: string, promise: Promise<T>): Promise<T> {
  const mark = (isBusy: boolean): void => {
    for (const control of document.querySelectorAll(controls)) control.ariaBusy = isBusy ? 'true' : null;
  };
  mark(true);
  return promise.finally(() => mark(false));
}
