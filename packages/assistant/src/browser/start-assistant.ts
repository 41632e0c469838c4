/** The part of the assistant that is loaded up front: it listens for events, and fetches the dialog on user intent. */
import type { ClientContext, ClientFeatures } from '@quire/engine/client/client-plugin.ts';
import { loadOnce } from '@quire/search';
import { busyUntil, collectTyped, SEARCHED_AGAIN, takeTyped } from '@quire/search/client';
import { assistantData, lacksService } from './assistant-site.ts';
import type { MountedAssistant } from './mount-assistant.tsx';
import { PAGE_SHOWN, reportReaderEvent } from '@quire/engine/client/page-events.ts';
import type { SiteData } from '@quire/engine/model/site.ts';
import { withBase } from '@quire/engine/model/url.ts';

/** Buttons that open the dialog. One in a form asks what the field of the form contains. */
const ASK_BUTTON = '[data-ask]';

/** @param load fetches the dialog; it is called again after a failure @returns a function that opens the dialog and asks the question if there is one */
export function startAssistant(load: () => Promise<MountedAssistant>): (question?: string) => void {
  const fetchDialog = loadOnce(load);
  const askButton = (target: EventTarget | null): HTMLButtonElement | null =>
    target instanceof Element ? target.closest<HTMLButtonElement>(ASK_BUTTON) : null;
  for (const type of ['pointerover', 'focusin', 'touchstart']) {
    // A failure here is reported when the dialog is opened.
    document.addEventListener(type, ({ target }) => void (askButton(target) !== null && fetchDialog().catch(() => undefined)), {
      passive: true,
    });
  }
  function open(question?: string): void {
    collectTyped();
    busyUntil(ASK_BUTTON, fetchDialog()).then(
      (dialog) => dialog.open(question, takeTyped()),
      (error: unknown) => {
        takeTyped();
        console.warn('The assistant could not be fetched. Press the button again, or use the search.', error);
      },
    );
  }

  document.addEventListener('click', ({ target }) => {
    const button = askButton(target);
    if (button !== null) open(button.form?.querySelector('input')?.value.trim() || undefined);
  });
  return open;
}

/** Reports searches that were followed by another search to the query log, so that authors learn what readers do not find. */
export function logSearchesAgain(address: string): void {
  let isMissing = false;
  document.addEventListener(SEARCHED_AGAIN, (event) => {
    if (isMissing) return;
    const query = (event as CustomEvent<string>).detail;
    const request = { method: 'POST', headers: { 'Content-Type': 'application/json' }, body: JSON.stringify({ query }) };
    // Failures are invisible to the reader.
    fetch(address, { ...request, keepalive: true, credentials: 'omit' }).then(
      (response) => (isMissing = lacksService(response)),
      () => undefined,
    );
  });
}

/** Called by the shell of a site that has the assistant. */
export function start({ site, followCitation, questions }: ClientContext): ClientFeatures {
  startPageRatings(site);
  if (assistantData(site).provider !== 'browser') logSearchesAgain(withBase(site.baseUrl, '/rest/v1/searches_again'));
  const open = startAssistant(async () => (await import('./mount-assistant.tsx')).loadDialog(site, { follow: followCitation, questions }));
  return { ask: { label: assistantData(site).dialog.name, open } };
}

/** The container for the rating on docs pages; see `DocEnd` in ask-button.tsx. */
const CONTAINER = '[data-page-rating]';

/** Puts "Was this page helpful?" at the end of each docs page if the server stores ratings. */
function startPageRatings(site: SiteData): void {
  const { pageRatings: words, provider } = assistantData(site);
  if (words === null || provider === 'browser') return;
  // After a failure, the next page asks again.
  const areStored = loadOnce(() => areRatingsStored(withBase(site.baseUrl, '/page-ratings.json')));
  let current: { container: Element; remove: () => void } | null = null;

  async function show(): Promise<void> {
    const container = document.querySelector(CONTAINER);
    if (current !== null && current.container !== container) {
      current.remove();
      current = null;
    }
    if (container === null || current !== null || words === null) return;
    const entry = { container, remove: () => undefined as void };
    current = entry;
    if (!(await areStored())) return;
    const { mountPageRating } = await import('./page-rating.tsx');
    // The reader may have left the page in the meantime.
    if (current !== entry) return;
    const page = container.getAttribute('data-page-rating') ?? '';
    const address = withBase(site.baseUrl, '/rest/v1/page_ratings');
    // A visit has one rating, which is sent again after a failure.
    let isReported = false;
    const root = await mountPageRating(container, {
      words,
      send: (rating, sentence) => {
        if (!isReported) reportReaderEvent({ name: 'rating', of: 'page', path: page, rating });
        isReported = true;
        return post(address, { page, rating, sentence });
      },
    });
    entry.remove = () => root.unmount();
    if (current !== entry) root.unmount();
  }

  document.addEventListener(PAGE_SHOWN, () => void show().catch(() => undefined));
  void show().catch(() => undefined);
}

async function areRatingsStored(address: string): Promise<boolean> {
  const response = await fetch(address);
  return response.ok && ((await response.json()) as { isKept?: boolean }).isKept === true;
}

async function post(address: string, body: object): Promise<void> {
  // Complete the request even if the reader leaves the page right after rating.
  const response = await fetch(address, {
    method: 'POST',
    headers: { 'Content-Type': 'application/json' },
    body: JSON.stringify(body),
    keepalive: true,
    credentials: 'omit',
  });
  if (!response.ok) throw new Error(`${address} answered with status ${response.status}.`);
}
