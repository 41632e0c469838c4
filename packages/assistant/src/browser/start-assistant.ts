/** What of the assistant is there before anybody asks: it listens, and fetches the dialog when it is about to be wanted. */
import type { ClientContext, ClientFeatures } from '@quire/engine/client/client-plugin.ts';

import { withBase } from '@quire/engine/model/url.ts';
import { SEARCHED_AGAIN } from '@quire/search/client';

import { assistantData } from './assistant-site.ts';
import type { MountedAssistant } from './mount-assistant.tsx';
import { startPageRatings } from './start-page-ratings.ts';

/** Buttons that open the dialog. */
const ASKING = '[data-ask]';

/** @param load brings the dialog; called again after a failure @returns what opens the dialog, with a question that is asked at once where one is given */
export function startAssistant(load: () => Promise<MountedAssistant>): (question?: string) => void {
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
  function open(question?: string): void {
    bring().then(
      (dialog) => dialog.open(question),
      (error: unknown) => console.warn('The assistant could not be fetched. Press the button again, or use the search.', error),
    );
  }

  document.addEventListener('click', ({ target }) => {
    if (isAsking(target)) open();
  });
  return open;
}

/** Tells the server's query log of searches that another search followed: authors learn from them what is not found. */
export function logSearchesAgain(address: string): void {
  document.addEventListener(SEARCHED_AGAIN, (event) => {
    const query = (event as CustomEvent<string>).detail;
    const request = { method: 'POST', headers: { 'Content-Type': 'application/json' }, body: JSON.stringify({ query }) };
    // The reader sees nothing of it, whatever becomes of it.
    void fetch(address, { ...request, keepalive: true, credentials: 'omit' }).catch(() => undefined);
  });
}

/** Called by the shell of a site that has the assistant. */
export function start({ site, followCitation, questions }: ClientContext): ClientFeatures {
  startPageRatings(site);
  if (assistantData(site).provider !== 'browser') logSearchesAgain(withBase(site.baseUrl, '/rest/v1/searches_again'));
  const open = startAssistant(async () => (await import('./mount-assistant.tsx')).loadDialog(site, { follow: followCitation, questions }));
  return { ask: { label: assistantData(site).dialog.name, open } };
}
