/**
 * What a query finds, for whoever shows it. What is only shown is made when it is read: of most pages a client shows but one
 * section. Classes, since V8 makes a hidden class for each object literal that has a getter and keeps it, with everything
 * that the getter knows, until the next collection of the old heap.
 */
import type { Correction, Evidence, SearchHit, SearchPage, SearchRecord, SearchResult, SectionHit, TextPiece } from '../contract.ts';
import { tokenize } from './analyze.ts';
import { coverage, type Look } from './close-look.ts';
import type { Index } from './decode-index.ts';
import { excerpt, highlight } from './excerpt.ts';
import type { RankedPage, RankedSection } from './rank-pages.ts';

class FoundSection implements SectionHit {
  readonly record: number;
  readonly anchor: string;
  readonly level: number;
  readonly heading: string;
  readonly score: number;
  readonly #index: Index;
  readonly #look: Look;
  #headingPath: TextPiece[][] | undefined;
  #excerpt: TextPiece[] | undefined;

  constructor(index: Index, look: Look, { section, score }: RankedSection) {
    const { anchor, level, heading } = index.record(section);
    this.record = section;
    this.anchor = anchor;
    this.level = level;
    this.heading = heading;
    this.score = score;
    this.#index = index;
    this.#look = look;
  }

  get headingPath(): TextPiece[][] {
    const { matcher } = this.#look;
    return (this.#headingPath ??= headingsAbove(this.#index, this.record).map((heading) => highlight(matcher, heading)));
  }

  get excerpt(): TextPiece[] {
    const { matcher, slotWeights } = this.#look;
    return (this.#excerpt ??= excerpt(this.#index.record(this.record), matcher, slotWeights));
  }
}

export class FoundPage implements SearchHit {
  readonly page: SearchPage;
  readonly score: number;
  readonly #index: Index;
  readonly #look: Look;
  readonly #ranked: RankedPage;
  #sections: SectionHit[] | undefined;

  constructor(index: Index, look: Look, ranked: RankedPage) {
    this.page = index.pages[ranked.page] as SearchPage;
    this.score = ranked.score;
    this.#index = index;
    this.#look = look;
    this.#ranked = ranked;
  }

  get sections(): SectionHit[] {
    const ranked = orFirstSection(this.#index, this.#ranked);
    return (this.#sections ??= ranked.map((entry) => new FoundSection(this.#index, this.#look, entry)));
  }
}

export class Found implements SearchResult {
  readonly hits: SearchHit[];
  readonly total: number;
  readonly #corrections: readonly Correction[];

  /** @param corrections the words that were taken, as stems */
  constructor(hits: SearchHit[], total: number, corrections: readonly Correction[]) {
    this.hits = hits;
    this.total = total;
    this.#corrections = corrections;
  }

  get corrections(): Correction[] {
    return this.#corrections.map(({ from, to }) => ({ from, to: to.map((stem) => writtenForm(stem, this.hits)) }));
  }
}

export class FoundEvidence implements Evidence {
  readonly record: SearchRecord;
  readonly recordNumber: number;
  readonly score: number;
  readonly holds: (term: string) => boolean;
  readonly #look: Look;
  #coverage: number | undefined;

  /** @param holds whether a section holds a term */
  constructor(index: Index, look: Look, { section, score }: RankedSection, holds: (term: string, section: number) => boolean) {
    this.record = index.record(section);
    this.recordNumber = section;
    this.score = score;
    this.holds = (term) => holds(term, section);
    this.#look = look;
  }

  /** Read by few, and the whole section has to be read for it. */
  get coverage(): number {
    return (this.#coverage ??= coverageOf(this.#look, this.record));
  }
}

/** The first section, where the page matched by its names alone. */
function orFirstSection(index: Index, { page, sections }: RankedPage): RankedPage['sections'] {
  return sections.length > 0 ? sections : [{ section: index.firstSection[page] as number, score: 0 }];
}

/** Headings above a section of its page, from the page title down. */
function headingsAbove(index: Index, section: number): string[] {
  const record = index.record(section);
  const above: string[] = [];
  let level = record.level;
  const first = index.firstSection[index.pageOf[section] as number] as number;
  for (let at = section - 1; at >= first && level > 2; at--) {
    const earlier = index.record(at);
    if (earlier.level >= level) continue;
    if (earlier.anchor !== '' && earlier.level > 1) above.unshift(earlier.heading);
    level = earlier.level;
  }
  return record.heading === record.page.title ? [record.heading] : [record.page.title, ...above, record.heading];
}

/** A word with this stem as the pages write it; the stem itself when the hits do not show one. */
function writtenForm(stem: string, hits: readonly SearchHit[]): string {
  for (const { page, sections } of hits.slice(0, 3)) {
    const shown = sections.flatMap(({ heading, excerpt: pieces }) => [heading, ...pieces.map(({ text }) => text)]);
    for (const { word } of tokenize([page.title, ...shown].join(' '))) {
      if (word.parts.length === 1 && word.parts[0] === stem) return word.plain;
    }
  }
  return stem;
}

/** Share of the query's weight in a section, its heading and its page's title. */
function coverageOf(look: Look, { page, heading, text, code }: SearchRecord): number {
  return Math.min(1, coverage(look, [page.title, heading, text, ...code].join('\n')).covered);
}
