import { useEffect } from 'react';

import type { AnnouncementBar as Announcement } from '#model/site.ts';

import { storage } from '../storage.ts';
import { closeIcon, Icon } from '../ui/icon.tsx';
import { useWords } from './site-context.tsx';

const DISMISSED_KEY = 'docusaurus.announcement.dismiss';
const ID_KEY = 'docusaurus.announcement.id';

/**
 * The bar over the navbar. A dismissed one is hidden before the first paint by `data-announcement` on the
 * root element, so that what is rendered never depends on storage. Its colors are custom properties of the build.
 */
export function AnnouncementBar({ bar }: { bar: Announcement }) {
  const say = useWords();
  useEffect(() => forgetOtherDismissal(bar.id), [bar.id]);
  return (
    <aside className="announcement" aria-label={say('Announcement')}>
      <div className="announcement-text" dangerouslySetInnerHTML={{ __html: bar.content }} />
      {bar.isCloseable && (
        <button type="button" className="announcement-close" aria-label={say('Close announcement')} onClick={dismiss}>
          <Icon icon={closeIcon} />
        </button>
      )}
    </aside>
  );
}

/** A dismissal counts for one announcement: another id shows the bar again. */
function forgetOtherDismissal(id: string): void {
  if (storage.get(ID_KEY) === id) return;
  storage.set(ID_KEY, id);
  storage.remove(DISMISSED_KEY);
  delete document.documentElement.dataset['announcement'];
}

function dismiss(): void {
  storage.set(DISMISSED_KEY, 'true');
  document.documentElement.dataset['announcement'] = 'dismissed';
  // The button that had focus is gone; keyboard users go on from the top of the navbar.
  document.querySelector<HTMLElement>('.navbar a')?.focus();
}
