/** The second look at the best pages: exact names, covered headings, and the query's words next to each other. */
import type { Analyzer } from '../analysis.ts';
import { memoizeByObject } from '../memoize.ts';
import type { SearchPage, SearchRecord } from '../types.ts';
import { type KnownRuns, type Match, type Matcher, type RunList, createKnownRuns } from './matcher.ts';
import { CLOSE_LOOK, PROMOTION, PROSE_PROMOTION, PROSE_WORDS } from './weights.ts';

export interface Look {
  /** `phraseKey` of the query. */
  key: string;
  matcher: Matcher;
  slotWeights: readonly number[];
  totalWeight: number;
  /** What each kind of match adds. */
  promotion: typeof PROMOTION;
}

export interface Coverage {
  /** Share of the query's weight in a text. */
  covered: number;
  /** How much of the text, by length, is the query's. */
  dense: number;
}

function coverageBy({ slotWeights, totalWeight }: Look, matches: readonly Match[], length: number): Coverage {
  let weight = 0;
  let matched = 0;
  const seen = new Set<number>();
  for (const { start, end, slot } of matches) {
    matched += end - start;
    if (!seen.has(slot)) weight += slotWeights[slot] ?? 0;
    seen.add(slot);
  }
  return { covered: weight / Math.max(totalWeight, 1e-9), dense: matched / Math.max(length, 1) };
}

export function coverage(look: Look, text: string): Coverage {
  return coverageBy(look, look.matcher.find(text), text.length);
}

const CODE = /[_{}=<>\\/:@`"]|\w\.\w|--|\p{Ll}\p{Lu}/u;

/** Whether a query is prose: several words, and nothing that looks like code. */
export const isProse = (text: string): boolean => text.trim().split(/\s+/, PROSE_WORDS).length === PROSE_WORDS && !CODE.test(text);

export const promotionFor = (text: string): typeof PROMOTION => (isProse(text) ? PROSE_PROMOTION : PROMOTION);

/** Last steps of paths whose page stands for the folder it lies in. */
const ENTRANCES: ReadonlySet<string> = new Set(['intro', 'introduction', 'overview', 'index', 'readme']);

/** Names by which a page may be called: title, sidebar label, last step of the path; that of the folder for its entrance. */
export function nameKeys({ path, title, sidebarLabel }: SearchPage, { phraseKey }: Analyzer): string[] {
  const steps = path.split('/');
  const last = steps.pop() ?? '';
  const slug = ENTRANCES.has(last) ? steps.pop() || last : last;
  return [title, sidebarLabel, slug].map(phraseKey);
}

/** Whether the query is one of a page's names or aliases, and nothing else. */
export const isNamed = ({ key }: Look, { keys, aliasKeys }: ReadPage): boolean => keys.includes(key) || aliasKeys.includes(key);

/** Added to a page for its names, as a share of the query's total weight. */
export function namePromotion(look: Look, { title }: SearchPage, { keys, aliasKeys, list }: ReadPage): number {
  const { covered, dense } = coverageBy(look, matchesIn(look, title, list), title.length);
  return (
    (keys.includes(look.key) ? look.promotion.exactName : aliasKeys.includes(look.key) ? look.promotion.exactAlias : 0) +
    look.promotion.titleCovered * covered * (0.5 + 0.5 * dense)
  );
}

function matchesIn({ matcher }: Look, text: string, list: RunList | null): Match[] {
  return list === null ? matcher.find(text) : matcher.findIn(list);
}

/** Weight of the query's neighboring words that are neighbors in the text too, in order or merely near. */
function pairs(slotWeights: readonly number[], matches: readonly Match[]): { ordered: number; near: number } {
  const ordered = new Set<number>();
  const near = new Set<number>();
  matches.forEach((first, i) => {
    for (let j = i + 1; j < matches.length; j++) {
      const second = matches[j] as Match;
      const gap = second.start - first.end;
      if (gap > CLOSE_LOOK.nearGap) break;
      if (second.slot === first.slot + 1 && gap <= CLOSE_LOOK.orderedGap) ordered.add(first.slot);
      else if (Math.abs(second.slot - first.slot) === 1) near.add(Math.min(first.slot, second.slot));
    }
  });
  const weigh = (firsts: Set<number>): number =>
    [...firsts].reduce((sum, slot) => sum + ((slotWeights[slot] ?? 0) + (slotWeights[slot + 1] ?? 0)) / 2, 0);
  return { ordered: weigh(ordered), near: weigh(near) };
}

interface ReadPage {
  keys: readonly string[];
  /** `phraseKey` of each alias. */
  aliasKeys: readonly string[];
  /** The runs of its title; null where they could not be read. */
  list: RunList | null;
}

interface ReadQuestion {
  text: string;
  /** `phraseKey` of the text. */
  key: string;
}

interface ReadSection {
  /** `phraseKey` of its heading. */
  headingKey: string;
  questions: readonly ReadQuestion[];
  /** What is read of it: its heading, and the beginning of its text and code below. */
  text: string;
  /** The runs of the text, where it was read ahead and they could be read. */
  list: RunList | null;
}

/** Pages and sections of an index, read for their promotion. */
export interface SectionReader {
  readPage(page: SearchPage): ReadPage;
  read(record: SearchRecord): ReadSection;
  /** Reads a section as thoroughly as pays for one that many queries look at. */
  readAhead(record: SearchRecord): void;
  runs: KnownRuns;
}

export function createSectionReader(analyzer: Analyzer): SectionReader {
  const runs = createKnownRuns(analyzer);
  const read = memoizeByObject(({ heading, text, code, questions = [] }: SearchRecord): ReadSection => {
    const start = code.join('\n').slice(0, CLOSE_LOOK.characters / 2);
    return {
      headingKey: analyzer.phraseKey(heading),
      questions: questions.map((question) => ({ text: question, key: analyzer.phraseKey(question) })),
      text: [heading, text.slice(0, CLOSE_LOOK.characters), start].join('\n'),
      list: null,
    };
  });
  return {
    readPage: memoizeByObject((page: SearchPage): ReadPage => ({
      keys: nameKeys(page, analyzer),
      aliasKeys: (page.aliases ?? []).map(analyzer.phraseKey),
      list: runs.read(page.title),
    })),
    read,
    readAhead(record) {
      const section = read(record);
      section.list ??= runs.read(section.text);
    },
    runs,
  };
}

/** Added to a section for its authored question that is nearest to the query, as a share of the query's total weight. */
function questionPromotion(look: Look, questions: readonly ReadQuestion[]): number {
  let best = 0;
  for (const { text, key } of questions) {
    if (key === look.key) return look.promotion.exactQuestion;
    const { covered, dense } = coverage(look, text);
    best = Math.max(best, covered * dense);
  }
  return look.promotion.questionCovered * best;
}

/** Added to a section for its heading and for words that stand together, as a share of the query's total weight. */
export function sectionPromotion(look: Look, { heading }: SearchRecord, { headingKey, questions, text, list }: ReadSection): number {
  const { slotWeights, totalWeight, promotion } = look;
  // One word alone has no neighbors to look for.
  const isAlone = slotWeights.length < 2 && list === null;
  const matches = matchesIn(look, isAlone ? heading : text, list);
  const inHeading = matches.findLastIndex(({ end }) => end <= heading.length) + 1;
  const { covered, dense } = coverageBy(look, matches.slice(0, inHeading), heading.length);
  const exact = headingKey === look.key ? promotion.exactHeading : 0;
  const { ordered, near } = pairs(slotWeights, matches);
  return (
    exact +
    questionPromotion(look, questions) +
    promotion.headingCovered * covered * (0.5 + 0.5 * dense) +
    (promotion.orderedPair * ordered + promotion.nearPair * near) / Math.max(totalWeight, 1e-9)
  );
}
