import type { Index } from './decode-index.ts';
import { readPostings, type PostingsRoom } from './read-postings.ts';

/**
 * Which of these sections hold a term, told by the index without reading them; a term is looked up once.
 * @param sections numbers of sections
 * @param room for the postings of any term
 */
export function createHolders(index: Index, sections: readonly number[], room: PostingsRoom): (term: string, section: number) => boolean {
  const among = new Set(sections);
  const holders = new Map<string, readonly number[]>();

  function holdersOf(term: string): readonly number[] {
    const found: number[] = [];
    const id = index.dictionary.find(term);
    const count = id < 0 ? 0 : readPostings(index.sections, id, room);
    for (let i = 0; i < count; i++) {
      const section = room.documents[i] as number;
      if (among.has(section)) found.push(section);
    }
    return found;
  }

  return (term, section) => {
    let found = holders.get(term);
    if (found === undefined) holders.set(term, (found = holdersOf(term)));
    return found.includes(section);
  };
}
