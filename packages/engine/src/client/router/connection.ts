/** The part of the Network Information API that matters here; not every browser has it. */
interface Connection {
  saveData?: boolean;
  effectiveType?: string;
}

/** nothing is fetched ahead on 2g or with the data saver on. */
export function mayPrefetch(connection = (navigator as Navigator & { connection?: Connection }).connection): boolean {
  return !connection?.saveData && !/2g/.test(connection?.effectiveType ?? '');
}
