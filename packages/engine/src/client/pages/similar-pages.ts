/** Finds the pages that a reader may have meant by an address that does not exist. */

/** The pages of one version and language. */
export interface PageTitles {
  /** Route prefix of the version and language; '' for the main one. */
  prefix: string;
  /** Routes are without base URL. */
  pages: readonly (readonly [path: string, title: string])[];
}

export interface SimilarPage {
  path: string;
  title: string;
}

const MAX_PAGES = 5;
/** Minimum score of a page, from 0 to 1. */
const MIN_SCORE = 0.5;
/** Minimum share of the best score, so that a certain match is not followed by vague ones. */
const MIN_SHARE = 0.6;
/** Minimum similarity of two words, and of two names without their separators. */
const SIMILAR = 0.7;
/** Weight of a folder, because folders change more often than names. */
const FOLDER = 0.4;
/** Weight of how little else is in the address and the title of a page. */
const NOTHING_ELSE = 0.2;
/** Maximum number of compared characters of an address. */
const MAX_LENGTH = 200;

export const wordsOf = (text: string): string[] => text.toLowerCase().match(/[\p{L}\p{N}]+/gu) ?? [];

/** Splits an address such as `/docs/How_To/Delete-Metadata.html` into its name and its folders, without the extension and `index`. */
export function splitAddress(path: string): { name: string; folders: string } {
  const bare = path.slice(0, MAX_LENGTH).replace(/(?:\/index)?\.(?:html?|mdx?)$|\/+$/i, '');
  const end = bare.lastIndexOf('/') + 1;
  return { name: bare.slice(end), folders: bare.slice(0, end) };
}

/** Returns the similarity of two words from 0 to 1: the share of letters that are not missing, added, wrong, or swapped with the next one. */
function similarity(one: string, other: string): number {
  const longest = Math.max(one.length, other.length);
  // The length alone rules out most words.
  if (Math.min(one.length, other.length) < SIMILAR * longest) return 0;
  /** Optimal string alignment: each row has the distances of a beginning of `one` to the beginnings of `other`. */
  let before: number[] = [];
  let last = Array.from({ length: other.length + 1 }, (_, j) => j);
  for (let i = 1; i <= one.length; i++) {
    const row = [i];
    for (let j = 1; j <= other.length; j++) {
      const isSwapped = one[i - 1] === other[j - 2] && one[i - 2] === other[j - 1];
      row[j] = Math.min(
        last[j]! + 1,
        row[j - 1]! + 1,
        last[j - 1]! + Number(one[i - 1] !== other[j - 1]),
        isSwapped ? (before[j - 2] ?? longest) + 1 : longest,
      );
    }
    [before, last] = [last, row];
  }
  return 1 - last[other.length]! / longest;
}

interface Candidate extends SimilarPage {
  /** The words of the name and the title. */
  own: string[];
  folders: string[];
  /** All of these words, each once. */
  all: string[];
  /** The name without separators, because names may differ only in those: `quick-start`, `quickstart`. */
  whole: string;
}

interface WantedWord {
  weight: number;
  /** The words of the pages that are similar, with their similarity. */
  similar: ReadonlyMap<string, number>;
}

function candidateOf([path, title]: PageTitles['pages'][number]): Candidate {
  const { name, folders } = splitAddress(path);
  const page = { own: [...wordsOf(name), ...wordsOf(title)], folders: wordsOf(folders), whole: wordsOf(name).join('') };
  return { path, title, ...page, all: [...new Set([...page.own, ...page.folders])] };
}

/** Returns a function that looks up the words of the pages that are similar to a wanted word. Rare words have a higher weight than words such as "guide". */
function createVocabulary(candidates: readonly Candidate[]): (word: string, share: number) => WantedWord {
  /** Number of pages that contain a word. */
  const known = new Map<string, number>();
  for (const { all } of candidates) for (const word of all) known.set(word, (known.get(word) ?? 0) + 1);
  return (word, share) => {
    const similar = new Map<string, number>();
    let closest = 0;
    let pages = 1;
    for (const [other, count] of known) {
      const score = similarity(word, other);
      if (score >= SIMILAR) similar.set(other, score);
      if (score >= SIMILAR && score > closest) [closest, pages] = [score, count];
    }
    return { weight: share * Math.log((candidates.length + 1) / pages), similar };
  };
}

/** Returns the pages that are most similar to the wanted address, best first. Only pages of its version and language are considered. */
export function similarPages(wanted: string, sets: readonly PageTitles[]): SimilarPage[] {
  const own = sets.filter(({ prefix }) => `${wanted}/`.startsWith(`${prefix}/`)).toSorted((a, b) => b.prefix.length - a.prefix.length)[0];
  const candidates = (own?.pages ?? []).map(candidateOf);
  const lookUp = createVocabulary(candidates);
  const { name, folders } = splitAddress(wanted);
  const names = wordsOf(name);
  // The folders alone say too little.
  if (names.length === 0) return [];
  const words = [...names.map((word) => lookUp(word, 1)), ...wordsOf(folders).map((word) => lookUp(word, FOLDER))];
  const total = words.reduce((sum, { weight }) => sum + weight, 0) || 1;

  function scoreOf(page: Candidate): number {
    const best = (similar: WantedWord['similar'], among: readonly string[]): number =>
      Math.max(0, ...among.map((word) => similar.get(word) ?? 0));
    const found = words.reduce(
      (sum, { weight, similar }) => sum + weight * Math.max(best(similar, page.own), best(similar, page.folders) * (1 - FOLDER)),
      0,
    );
    const alike = page.all.filter((word) => words.some(({ similar }) => similar.has(word))).length / page.all.length;
    const asWhole = similarity(names.join(''), page.whole);
    return Math.max(found / total, asWhole >= SIMILAR ? asWhole : 0) * (1 - NOTHING_ELSE) + alike * NOTHING_ELSE;
  }

  const scored = candidates.map((page) => ({ path: page.path, title: page.title, score: scoreOf(page) }));
  const least = Math.max(MIN_SCORE, MIN_SHARE * Math.max(...scored.map(({ score }) => score)));
  return scored
    .filter(({ score }) => score >= least)
    .toSorted((a, b) => b.score - a.score || a.path.length - b.path.length)
    .slice(0, MAX_PAGES)
    .map(({ path, title }) => ({ path, title }));
}
