import type { Index } from './decode-index.ts';
import { visitPostings } from './visit-postings.ts';

/**
 * Which of these sections hold a term, told by the index without reading them; a term is looked up once.
 * @param sections numbers of sections
 */
export function createHolders(index: Index, sections: readonly number[]): (term: string, section: number) => boolean {
  const among = new Set(sections);
  const holders = new Map<string, ReadonlySet<number>>();

  function holdersOf(term: string): ReadonlySet<number> {
    const found = new Set<number>();
    const id = index.dictionary.find(term);
    if (id >= 0)
      visitPostings(index.sections, id, (section) => {
        if (among.has(section)) found.add(section);
      });
    return found;
  }

  return (term, section) => {
    let found = holders.get(term);
    if (found === undefined) holders.set(term, (found = holdersOf(term)));
    return found.has(section);
  };
}
