/** Reports page views and reader events to the site's own analytics module. It is only loaded if the configuration names a module. */
import report from 'virtual:analytics';
import { PAGE_SHOWN, READER_EVENT, type ReaderEvent } from './page-events.ts';

/** Whether the reader has opted out of tracking, with Global Privacy Control or the older Do Not Track. */
function hasOptedOut({ globalPrivacyControl, doNotTrack }: Navigator & { globalPrivacyControl?: boolean }): boolean {
  return globalPrivacyControl === true || doNotTrack === '1';
}

function start(): void {
  let shown = '';
  /** Reports a view, unless only the hash of the address changed. */
  function view(path: string): void {
    if (path === shown) return;
    shown = path;
    report({ name: 'view', path });
  }
  const { path } = JSON.parse(document.querySelector('script#page-data')?.textContent ?? '{}') as { path?: string };
  if (path !== undefined) view(path);
  document.addEventListener(PAGE_SHOWN, (event) => view((event as CustomEvent<{ path: string }>).detail.path));
  document.addEventListener(READER_EVENT, (event) => report((event as CustomEvent<ReaderEvent>).detail));
}

if (!hasOptedOut(navigator)) start();
