/** What of the assistant is there before anybody asks: it listens, and fetches the dialog when it is about to be wanted. */
import type { ClientContext, ClientFeatures } from '@quire/engine/client/client-plugin.ts';
import { SEARCHED_AGAIN } from '@quire/search/client';
import { assistantData } from './assistant-site.ts';
import type { MountedAssistant } from './mount-assistant.tsx';
import { PAGE_SHOWN, reportReaderEvent } from '@quire/engine/client/page-events.ts';
import type { SiteData } from '@quire/engine/model/site.ts';
import { withBase } from '@quire/engine/model/url.ts';

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

/** The element that docs pages have for it; see `DocEnd` in ask-button.tsx. */
const PLACE = '[data-page-rating]';

/** Puts "Was this page helpful?" at the end of each docs page, where the server keeps the answers. */
function startPageRatings(site: SiteData): void {
  const { pageRatings: words, provider } = assistantData(site);
  if (words === null || provider === 'browser') return;
  let kept: Promise<boolean> | undefined;
  let shown: { place: Element; remove: () => void } | null = null;

  async function show(): Promise<void> {
    const place = document.querySelector(PLACE);
    if (shown !== null && shown.place !== place) {
      shown.remove();
      shown = null;
    }
    if (place === null || shown !== null || words === null) return;
    const entry = { place, remove: () => undefined as void };
    shown = entry;
    kept ??= areRatingsKept(withBase(site.baseUrl, '/page-ratings.json'));
    if (!(await kept)) return;
    const { mountPageRating } = await import('./page-rating.tsx');
    // The reader may have gone on while it was fetched.
    if (shown !== entry) return;
    const page = place.getAttribute('data-page-rating') ?? '';
    const address = withBase(site.baseUrl, '/rest/v1/page_ratings');
    const root = await mountPageRating(place, {
      words,
      send: (rating, sentence) => {
        reportReaderEvent({ name: 'rating', of: 'page', path: page, rating });
        return post(address, { page, rating, sentence });
      },
    });
    entry.remove = () => root.unmount();
    if (shown !== entry) root.unmount();
  }

  document.addEventListener(PAGE_SHOWN, () => void show().catch(() => undefined));
  void show().catch(() => undefined);
}

async function areRatingsKept(address: string): Promise<boolean> {
  const response = await fetch(address);
  return response.ok && ((await response.json()) as { isKept?: boolean }).isKept === true;
}

async function post(address: string, body: object): Promise<void> {
  // Outlives the page: readers rate and leave.
  const response = await fetch(address, {
    method: 'POST',
    headers: { 'Content-Type': 'application/json' },
    body: JSON.stringify(body),
    keepalive: true,
    credentials: 'omit',
  });
  if (!response.ok) throw new Error(`${address} answered with status ${response.status}.`);
}
