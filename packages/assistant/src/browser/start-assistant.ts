/** What of the assistant is there before anybody asks: it listens, and fetches the dialog when it is about to be wanted. */
import type { ClientContext } from '@quire/engine/client/client-plugin.ts';

import type { MountedAssistant } from './mount-assistant.tsx';
import { startPageRatings } from './start-page-ratings.ts';

/** Buttons that open the dialog. */
const ASKING = '[data-ask]';

/** @param load brings the dialog; called again after a failure */
export function startAssistant(load: () => Promise<MountedAssistant>): void {
  let assistant: Promise<MountedAssistant> | undefined;

  function bring(): Promise<MountedAssistant> {
    return (assistant ??= load().catch((error: unknown) => {
      assistant = undefined;
      throw error;
    }));
  }

  const isAsking = (target: EventTarget | null): boolean => target instanceof Element && target.closest(ASKING) !== null;
  for (const type of ['pointerover', 'focusin', 'touchstart']) {
    // What fails here is reported when the dialog is asked for.
    document.addEventListener(type, ({ target }) => void (isAsking(target) && bring().catch(() => undefined)), { passive: true });
  }
  document.addEventListener('click', ({ target }) => {
    if (!isAsking(target)) return;
    bring().then(
      ({ open }) => open(),
      (error: unknown) => console.warn('The assistant could not be fetched. Press the button again, or use the search.', error),
    );
  });
}

/** Called by the shell of a site that has the assistant. */
export function start({ site, followCitation }: ClientContext): void {
  startPageRatings(site);
  startAssistant(async () => (await import('./mount-assistant.tsx')).loadDialog(site, followCitation));
}
