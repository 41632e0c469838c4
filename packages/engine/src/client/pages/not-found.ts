/**
 * The script of the not-found page, which runs without React and before the first user intent: lists the pages that the reader may
 * have meant, and fills in the search field.
 */
import { type PageTitles, similarPages, splitAddress, tokenize } from './similar-pages.ts';

const decoded = (path: string): string => {
  try {
    return decodeURI(path);
  } catch {
    return path;
  }
};

/** Adds the elements of a list entry: the title of the page as a link, and the address of the page. */
function entryFor(title: string, href: string): HTMLElement {
  const entry = document.createElement('li');
  const link = Object.assign(document.createElement('a'), { href, textContent: title });
  entry.append(link, ' ', Object.assign(document.createElement('small'), { textContent: decoded(href) }));
  return entry;
}

async function suggest(section: HTMLElement, address: string): Promise<void> {
  // The file is in the root of the site.
  const root = new URL('.', new URL(address, location.href)).pathname;
  const wanted = decoded(location.pathname).slice(root.length - 1);
  const field = document.querySelector<HTMLInputElement>('main input[name="q"]');
  if (wanted.endsWith('/404.html')) return;
  if (field !== null) field.value ||= tokenize(splitAddress(wanted).name).join(' ');
  const response = await fetch(address);
  if (!response.ok) throw new Error(`${address} responded with status ${response.status}.`);
  const found = similarPages(wanted, (await response.json()) as PageTitles[]);
  section.querySelector('ul')?.replaceChildren(...found.map(({ path, title }) => entryFor(title, root + path.slice(1))));
  const heading = section.querySelector('h2');
  if (heading !== null && found.length === 1) heading.textContent = heading.dataset['only'] ?? '';
  section.hidden = found.length === 0;
}

const section = document.querySelector<HTMLElement>('[data-page-titles]');
if (section !== null) {
  suggest(section, section.dataset['pageTitles'] ?? '')
    .catch((error: unknown) => console.warn('Similar pages could not be found.', error))
    // The sections below appear in the frame after the one in which they move.
    .finally(() => requestAnimationFrame(() => requestAnimationFrame(() => delete section.dataset['pageTitles'])));
}
