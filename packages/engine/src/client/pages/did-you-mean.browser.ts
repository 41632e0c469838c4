/** The island of the not-found page: pages of the sitemap whose addresses are like the one that was asked for. */
import { distance } from 'fastest-levenshtein';
import { withBase } from '#model/url.ts';
import { siteData } from '../site-data.ts';

const MOST = 5;
/** Least likeness of an address that is worth showing. */
const LEAST = 0.5;
/** Characters of an address that are compared. */
const LONGEST = 200;

const LAST_STEP = { equal: 0.9, similar: 0.8 };
const WORDS = 0.7;

/** `/docs/How_To/Delete-Metadata.html` → its steps in lower case, without what says nothing of the page. */
function stepsOf(path: string): string[] {
  return path
    .slice(0, LONGEST)
    .toLowerCase()
    .replace(/(?:\/index)?\.html?$|\.mdx?$/, '')
    .split('/')
    .filter(Boolean);
}

const wordsOf = (steps: readonly string[]): Set<string> => new Set(steps.flatMap((step) => step.split(/[^\p{L}\p{N}]+/u)).filter(Boolean));

/** 0 to 1: how like two addresses are: the same but for case, the same page in another folder, a typing error, or the same words. */
function likeness(asked: readonly string[], candidate: readonly string[]): number {
  if (asked.join('/') === candidate.join('/')) return 1;
  const [last = '', other = ''] = [asked.at(-1), candidate.at(-1)];
  const similarity = 1 - distance(last, other) / Math.max(last.length, other.length, 1);
  const [wanted, held] = [wordsOf(asked), wordsOf(candidate)];
  const shared = [...wanted].filter((word) => held.has(word)).length;
  // Steps above count a little, so that of two pages of one name the nearer one comes first.
  const folders = shared / Math.max(wanted.size, held.size, 1) / 10;
  if (last === other) return LAST_STEP.equal + folders;
  return Math.max(LAST_STEP.similar * similarity + folders, (WORDS * 2 * shared) / (wanted.size + held.size || 1));
}

/** The paths that are most like the one that was asked for, best first, at most five. */
export function similarPaths(asked: string, paths: readonly string[]): string[] {
  const steps = stepsOf(asked);
  if (steps.length === 0) return [];
  return paths
    .map((path) => ({ path, score: likeness(steps, stepsOf(path)) }))
    .filter(({ score }) => score >= LEAST)
    .toSorted((a, b) => b.score - a.score || a.path.length - b.path.length)
    .slice(0, MOST)
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
  const asked = decoded(location.pathname);
  const field = document.querySelector<HTMLInputElement>('main input[name="q"]');
  if (field !== null && field.value === '') {
    const ofAllDocs = wordsOf(stepsOf(site.docs.version.path));
    const words = wordsOf(stepsOf(asked.slice(site.baseUrl.length - 1)));
    field.value = [...words].filter((word) => !ofAllDocs.has(word)).join(' ');
  }
  const similar = similarPaths(asked, await fetchPaths(site.baseUrl));
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
