/** Reports to the site's own module what readers do. Only pages of sites that configure a module load this file. */
import report from 'virtual:analytics';
import { PAGE_SHOWN, READER_EVENT, type ReaderEvent } from './page-events.ts';

/** Readers say that they do not want to be counted by Global Privacy Control or the older Do Not Track. */
function refusesCounting({ globalPrivacyControl, doNotTrack }: Navigator & { globalPrivacyControl?: boolean }): boolean {
  return globalPrivacyControl === true || doNotTrack === '1';
}

function start(): void {
  let shown = '';
  /** Going to another place on the same page is not a new view. */
  function view(path: string): void {
    if (path === shown) return;
    shown = path;
    report({ name: 'view', path });
  }
  const { path } = JSON.parse(document.getElementById('page-data')?.textContent ?? '{}') as { path?: string };
  if (path !== undefined) view(path);
  document.addEventListener(PAGE_SHOWN, (event) => view((event as CustomEvent<{ path: string }>).detail.path));
  document.addEventListener(READER_EVENT, (event) => report((event as CustomEvent<ReaderEvent>).detail));
}

if (!refusesCounting(navigator)) start();
