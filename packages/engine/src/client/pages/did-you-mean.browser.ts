/** The island of the not-found page: lists pages of the sitemap whose addresses are similar to the requested one. */
import { distance } from 'fastest-levenshtein';
import { withBase } from '#model/url.ts';
import { siteData } from '../site-data.ts';

const MAX_SUGGESTIONS = 5;
/** Minimum similarity of a suggested address. */
const MIN_SIMILARITY = 0.5;
/** Maximum number of compared characters of an address. */
const MAX_LENGTH = 200;

const LAST_SEGMENT = { equal: 0.9, similar: 0.8 };
const WORDS = 0.7;

/** Splits a path such as `/docs/How_To/Delete-Metadata.html` into lowercase segments, without the extension and `index`. */
function segmentsOf(path: string): string[] {
  return path
    .slice(0, MAX_LENGTH)
    .toLowerCase()
    .replace(/(?:\/index)?\.html?$|\.mdx?$/, '')
    .split('/')
    .filter(Boolean);
}

const splitWords = (steps: readonly string[]): Set<string> =>
  new Set(steps.flatMap((step) => step.split(/[^\p{L}\p{N}]+/u)).filter(Boolean));

/** Returns the similarity of two addresses from 0 to 1. It recognizes different case, another folder, typos, and the same words. */
function similarityOf(requested: readonly string[], candidate: readonly string[]): number {
  if (requested.join('/') === candidate.join('/')) return 1;
  const [last = '', other = ''] = [requested.at(-1), candidate.at(-1)];
  const similarity = 1 - distance(last, other) / Math.max(last.length, other.length, 1);
  const [wanted, found] = [splitWords(requested), splitWords(candidate)];
  const shared = [...wanted].filter((word) => found.has(word)).length;
  // Folders have a low weight, which decides between pages with the same name.
  const folders = shared / Math.max(wanted.size, found.size, 1) / 10;
  if (last === other) return LAST_SEGMENT.equal + folders;
  return Math.max(LAST_SEGMENT.similar * similarity + folders, (WORDS * 2 * shared) / (wanted.size + found.size || 1));
}

/** Returns the paths that are most similar to the requested one, best first, at most five. */
export function similarPaths(requested: string, paths: readonly string[]): string[] {
  const segments = segmentsOf(requested);
  if (segments.length === 0) return [];
  return paths
    .map((path) => ({ path, score: similarityOf(segments, segmentsOf(path)) }))
    .filter(({ score }) => score >= MIN_SIMILARITY)
    .toSorted((a, b) => b.score - a.score || a.path.length - b.path.length)
    .slice(0, MAX_SUGGESTIONS)
    .map(({ path }) => path);
}

async function fetchPaths(baseUrl: string): Promise<string[]> {
  const response = await fetch(withBase(baseUrl, '/sitemap.xml'));
  if (!response.ok) return [];
  const sitemap = new DOMParser().parseFromString(await response.text(), 'text/xml');
  return [...sitemap.querySelectorAll('loc')].map((location) => new URL(location.textContent).pathname);
}

const decoded = (path: string): string => {
  try {
    return decodeURI(path);
  } catch {
    return path;
  }
};

async function fill(root: HTMLElement, isShown: () => boolean): Promise<void> {
  const site = siteData();
  if (site === null) return;
  const requested = decoded(location.pathname);
  const field = document.querySelector<HTMLInputElement>('main input[name="q"]');
  if (field !== null && field.value === '') {
    const ofAllDocs = splitWords(segmentsOf(site.docs.version.path));
    const words = splitWords(segmentsOf(requested.slice(site.baseUrl.length - 1)));
    field.value = [...words].filter((word) => !ofAllDocs.has(word)).join(' ');
  }
  const similar = similarPaths(requested, await fetchPaths(site.baseUrl));
  if (similar.length === 0 || !isShown()) return;
  const items = similar.map((path) => {
    const item = document.createElement('li');
    const link = Object.assign(document.createElement('a'), { href: path, textContent: decoded(path) });
    item.append(link);
    return item;
  });
  root.querySelector('ul')?.replaceChildren(...items);
  root.hidden = false;
}

export function mount(root: HTMLElement): () => void {
  let shown = true;
  fill(root, () => shown).catch((error: unknown) => console.warn('Similar addresses could not be found.', error));
  return () => void (shown = false);
}
