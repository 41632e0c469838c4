/** Finds existing pages that are similar to a requested address that does not exist. */

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
/** Minimum score relative to the best page, so that weak matches do not follow a strong one. */
const MIN_RELATIVE_SCORE = 0.6;
/** Minimum similarity, from 0 to 1, for two words to match, or two names without their separators. */
const MIN_SIMILARITY = 0.7;
/** Weight of a match in a folder, relative to the name, because folders change more often than names. */
const FOLDER_WEIGHT = 0.4;
/** Weight, in the score of a page, of the share of its own words that the requested address matches. */
const COVERAGE_WEIGHT = 0.2;
/** Maximum number of compared characters of an address. */
const MAX_ADDRESS_LENGTH = 200;

/** Splits a text into lowercase words of letters and digits. */
export const tokenize = (text: string): string[] => text.toLowerCase().match(/[\p{L}\p{N}]+/gu) ?? [];

/** Splits an address such as `/docs/How_To/Delete-Metadata.html` into its name and its folders, without the extension and `index`. */
export function splitAddress(path: string): { name: string; folders: string } {
  const bare = path.slice(0, MAX_ADDRESS_LENGTH).replace(/(?:\/index)?\.(?:html?|mdx?)$|(?<!\/)\/+$/i, '');
  const end = bare.lastIndexOf('/') + 1;
  return { name: bare.slice(end), folders: bare.slice(0, end) };
}

/** Returns the similarity of two words from 0 to 1: 1 minus their edit distance (optimal string alignment) relative to the longer word. */
function similarity(one: string, other: string): number {
  const longest = Math.max(one.length, other.length);
  // The length alone rules out most words.
  if (Math.min(one.length, other.length) < MIN_SIMILARITY * longest) return 0;
  // Each row has the distances of one prefix of `one` to all prefixes of `other`.
  let rowBeforeLast: number[] = [];
  let lastRow = Array.from({ length: other.length + 1 }, (_, j) => j);
  for (let i = 1; i <= one.length; i++) {
    const row = [i];
    for (let j = 1; j <= other.length; j++) {
      const isSwapped = one[i - 1] === other[j - 2] && one[i - 2] === other[j - 1];
      row[j] = Math.min(
        lastRow[j]! + 1,
        row[j - 1]! + 1,
        lastRow[j - 1]! + Number(one[i - 1] !== other[j - 1]),
        isSwapped ? (rowBeforeLast[j - 2] ?? longest) + 1 : longest,
      );
    }
    [rowBeforeLast, lastRow] = [lastRow, row];
  }
  return 1 - lastRow[other.length]! / longest;
}

interface Candidate extends SimilarPage {
  /** The words of the name in the address, and of the title. */
  own: string[];
  folders: string[];
  /** All of these words, each once. */
  all: string[];
  /** The name without separators, so that `quick-start` and `quickstart` match. */
  joinedName: string;
}

/** A word of the requested address. */
interface WantedTerm {
  weight: number;
  /** Similar words of pages, with their similarity from 0 to 1. */
  similar: ReadonlyMap<string, number>;
}

function candidateOf([path, title]: PageTitles['pages'][number]): Candidate {
  const { name, folders } = splitAddress(path);
  const page = { own: [...tokenize(name), ...tokenize(title)], folders: tokenize(folders), joinedName: tokenize(name).join('') };
  return { path, title, ...page, all: [...new Set([...page.own, ...page.folders])] };
}

/**
 * Indexes the words of the candidates. The returned function looks up the words that are similar to a requested one. Its weight is the
 * inverse document frequency, so that rare words count for more than words such as "guide".
 */
function createVocabulary(candidates: readonly Candidate[]): (word: string, share: number) => WantedTerm {
  /** Number of candidates that contain a word. */
  const documentFrequency = new Map<string, number>();
  for (const { all } of candidates) for (const word of all) documentFrequency.set(word, (documentFrequency.get(word) ?? 0) + 1);
  return (word, share) => {
    const similar = new Map<string, number>();
    let closest = 0;
    let pages = 1;
    for (const [other, count] of documentFrequency) {
      const score = similarity(word, other);
      if (score >= MIN_SIMILARITY) similar.set(other, score);
      if (score >= MIN_SIMILARITY && score > closest) [closest, pages] = [score, count];
    }
    return { weight: share * Math.log((candidates.length + 1) / pages), similar };
  };
}

/** Returns the closest existing page above an address, unless most pages are below it, because the not-found page links to those anyway. */
function parentOf(address: string, pages: PageTitles['pages']): SimilarPage | null {
  const parent = splitAddress(address).folders.replace(/\/$/, '');
  if (parent === '') return null;
  const page = pages.find(([path]) => path.toLowerCase() === parent.toLowerCase());
  if (page === undefined) return parentOf(parent, pages);
  const below = pages.filter(([path]) => path.startsWith(`${page[0]}/`)).length;
  return below > pages.length / 2 ? null : { path: page[0], title: page[1] };
}

/**
 * Returns the pages that are most similar to the requested path, best first, and then its parent page. Candidates are the pages of its
 * version and language.
 */
export function similarPages(wanted: string, sets: readonly PageTitles[]): SimilarPage[] {
  const own = sets.filter(({ prefix }) => `${wanted}/`.startsWith(`${prefix}/`)).toSorted((a, b) => b.prefix.length - a.prefix.length)[0];
  const pages = own?.pages ?? [];
  const candidates = pages.map(candidateOf);
  const lookUp = createVocabulary(candidates);
  const { name, folders } = splitAddress(wanted);
  const names = tokenize(name);
  // Folders alone are not sufficient evidence.
  if (names.length === 0) return [];
  const words = [...names.map((word) => lookUp(word, 1)), ...tokenize(folders).map((word) => lookUp(word, FOLDER_WEIGHT))];
  const total = words.reduce((sum, { weight }) => sum + weight, 0) || 1;

  function scoreOf(page: Candidate): number {
    const best = (similar: WantedTerm['similar'], among: readonly string[]): number =>
      Math.max(0, ...among.map((word) => similar.get(word) ?? 0));
    const matchedWeight = words.reduce(
      (sum, { weight, similar }) => sum + weight * Math.max(best(similar, page.own), best(similar, page.folders) * (1 - FOLDER_WEIGHT)),
      0,
    );
    const coverage = page.all.filter((word) => words.some(({ similar }) => similar.has(word))).length / page.all.length;
    const nameSimilarity = similarity(names.join(''), page.joinedName);
    return (
      Math.max(matchedWeight / total, nameSimilarity >= MIN_SIMILARITY ? nameSimilarity : 0) * (1 - COVERAGE_WEIGHT) +
      coverage * COVERAGE_WEIGHT
    );
  }

  const scored = candidates.map((page) => ({ path: page.path, title: page.title, score: scoreOf(page) }));
  const least = Math.max(MIN_SCORE, MIN_RELATIVE_SCORE * scored.reduce((most, { score }) => Math.max(most, score), 0));
  const similar = scored
    .filter(({ score }) => score >= least)
    .toSorted((a, b) => b.score - a.score || a.path.length - b.path.length)
    .slice(0, MAX_PAGES)
    .map(({ path, title }) => ({ path, title }));
  const parent = parentOf(wanted, pages);
  if (parent === null || similar.some(({ path }) => path === parent.path)) return similar;
  return [...similar.slice(0, MAX_PAGES - 1), parent];
}
