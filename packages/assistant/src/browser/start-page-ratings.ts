/** Puts "Was this page helpful?" at the end of each docs page, where the server keeps the answers. */
import { PAGE_SHOWN } from '@quire/engine/client/page-events.ts';
import { reportReaderEvent } from '@quire/engine/client/reader-events.ts';
import type { SiteData } from '@quire/engine/model/site.ts';
import { withBase } from '@quire/engine/model/url.ts';
import { assistantData } from './assistant-site.ts';

/** The element that docs pages have for it; see `DocEnd` in ask-button.tsx. */
const PLACE = '[data-page-rating]';

export function startPageRatings(site: SiteData): void {
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
