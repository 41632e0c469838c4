/** A synthetic site of any size, whose word frequencies are those of prose. The same size always gives the same text. */
import { type SearchRecord, searchRecords } from '@quire/search';

const SECTIONS_PER_PAGE = 10;
const WORDS_PER_SECTION = 60;
const GROUPS = ['guides', 'guides', 'sources', 'entities', 'graphql'];
const SYLLABLES = 'ba ce di fo gu ha je ki lo mu na pe qui ro su ta ve wi xo zu bra cle dri flo gru ste tri plo'.split(' ');

/** Creates a linear congruential generator of numbers from 0 (inclusive) to 1 (exclusive). */
function createRandom(seed: number): () => number {
  let state = seed >>> 0;
  return () => {
    state = (Math.imul(state, 1664525) + 1013904223) >>> 0;
    return state / 2 ** 32;
  };
}

/** Returns the word with this frequency rank. Different ranks give different words. */
export function wordOfRank(rank: number): string {
  let word = '';
  for (let rest = rank + SYLLABLES.length; rest > 0; rest = Math.floor(rest / SYLLABLES.length)) word += SYLLABLES[rest % SYLLABLES.length];
  return word;
}

/** Draws words by Zipf's law, as in prose: a few words are in most sections, and most words are in only a few. */
function createWords(random: () => number, vocabulary: number): (count: number) => string {
  return (count) => Array.from({ length: count }, () => wordOfRank(Math.floor(vocabulary ** random()) - 1)).join(' ');
}

export function largeSite(sectionCount: number): SearchRecord[] {
  const random = createRandom(7);
  const words = createWords(random, Math.max(2000, sectionCount / 2));
  const records: SearchRecord[] = [];
  for (let page = 0; records.length < sectionCount; page++) {
    const title = words(3);
    const group = GROUPS[page % GROUPS.length] as string;
    const about = {
      id: `p${page}`,
      path: `/docs/${group}/p${page}`,
      title,
      sidebarLabel: title,
      breadcrumbs: [],
      group,
      language: 'en',
      tags: [],
    };
    const sections = Array.from({ length: Math.min(SECTIONS_PER_PAGE, sectionCount - records.length) }, (_, i) => {
      const code = random() < 0.3 ? [`${words(2).replace(' ', '_')} = ${words(6)}`] : [];
      return { anchor: `s${i}`, heading: i === 0 ? title : words(4), level: i === 0 ? 1 : 2, text: words(WORDS_PER_SECTION), code };
    });
    records.push(...searchRecords(about, sections));
  }
  return records;
}

/** Generates queries of 1 to 6 words for such a site, with common, rare, and misspelled words. */
export function largeSiteQueries(count: number, sectionCount: number): string[] {
  const random = createRandom(11);
  const words = createWords(random, Math.max(2000, sectionCount / 2));
  return Array.from({ length: count }, (_, i) => {
    const text = words(1 + (i % 6));
    return i % 5 === 0 ? text.slice(0, -2) + text.slice(-1) : text;
  });
}
