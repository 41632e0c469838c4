/** The second look at the best pages: exact names, covered headings, and the query's words next to each other. */
import type { SearchPage, SearchRecord } from '../contract.ts';
import { phraseKey } from './analyze.ts';
import type { Match, Matcher } from './matcher.ts';
import { onceForEach } from './once-for-each.ts';
import { CLOSE_LOOK, PROMOTION } from './weights.ts';

export interface Look {
  /** `phraseKey` of the query. */
  key: string;
  matcher: Matcher;
  slotWeights: readonly number[];
  totalWeight: number;
}

/** Share of the query's weight in the text, and how much of the text (by length) is the query's. */
export function coverage({ matcher, slotWeights, totalWeight }: Look, text: string): { covered: number; dense: number } {
  const matches = matcher.find(text);
  let weight = 0;
  for (const slot of new Set(matches.map(({ slot }) => slot))) weight += slotWeights[slot] ?? 0;
  const length = matches.reduce((sum, { start, end }) => sum + end - start, 0);
  return { covered: weight / Math.max(totalWeight, 1e-9), dense: length / Math.max(text.length, 1) };
}

/** Last steps of paths whose page stands for the folder it lies in. */
const ENTRANCES: ReadonlySet<string> = new Set(['intro', 'introduction', 'overview', 'index', 'readme']);

/** Names by which a page may be called: title, sidebar label, last step of the path; that of the folder for its entrance. */
export const nameKeys = onceForEach((page: SearchPage): readonly string[] => {
  const steps = page.path.split('/');
  const last = steps.pop() ?? '';
  const slug = ENTRANCES.has(last) ? steps.pop() || last : last;
  return [page.title, page.sidebarLabel, slug].map(phraseKey);
});

/** Added to a page for its names, as a share of the query's total weight. */
export function namePromotion(look: Look, page: SearchPage): number {
  const { covered, dense } = coverage(look, page.title);
  return (nameKeys(page).includes(look.key) ? PROMOTION.exactName : 0) + PROMOTION.titleCovered * covered * (0.5 + 0.5 * dense);
}

/** Weight of the query's neighbouring words that are neighbours in the text too, in order or merely near. */
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

interface ReadSection {
  /** `phraseKey` of its heading. */
  headingKey: string;
  /** What is read of it: the beginning of its text and code below its heading. */
  text: string;
}

/** What is read of a section for its promotion. */
export const readSection = onceForEach(({ heading, text, code }: SearchRecord): ReadSection => {
  const start = code.join('\n').slice(0, CLOSE_LOOK.characters / 2);
  return { headingKey: phraseKey(heading), text: [heading, text.slice(0, CLOSE_LOOK.characters), start].join('\n') };
});

/** Added to a section for its heading and for words that stand together, as a share of the query's total weight. */
export function sectionPromotion(look: Look, record: SearchRecord): number {
  const { headingKey, text } = readSection(record);
  const exact = headingKey === look.key ? PROMOTION.exactHeading : 0;
  const { covered, dense } = coverage(look, record.heading);
  const heading = exact + PROMOTION.headingCovered * covered * (0.5 + 0.5 * dense);
  if (look.slotWeights.length < 2) return heading;
  const { ordered, near } = pairs(look.slotWeights, look.matcher.find(text));
  return heading + (PROMOTION.orderedPair * ordered + PROMOTION.nearPair * near) / Math.max(look.totalWeight, 1e-9);
}
