/** A second look at the sections that search found: what a page and a section are called says what they are about. */
import type { Evidence, PageGroup, QueryWord, SearchPage, SearchRecord } from '#search/contract.ts';
import { forEachTerm } from '#search/rank/analyze.ts';
import type { ReadQuestion } from '../contract.ts';
import { coverOf, termsOf } from './cover.ts';
import { holdsExact } from './exact-strings.ts';

/** Set on the development questions (bench/assistant), on both halves alike. */
const WEIGHTS = { rank: 3.7, name: 1.6, heading: 1.5, words: 1.4, nameIsMatter: 1.2, elsewhere: -0.25, start: 0.5, exact: 0.8 };
/** Steps of a path that are told apart; deeper ones say no more. */
const MOST_STEPS = 4;
/** Lists of what there is answer fewer questions than guides do, other things equal. */
const GROUP: Record<PageGroup, number> = { guides: 0, sources: 0, entities: -0.6, graphql: -0.5, releases: 0 };
/** Words in the name of nearly every page. */
const NAMELESS = new Set(['datahub', 'about']);

/** How many words a text has, and how many of them the question has too. */
function sharedWords(text: string, asked: ReadonlySet<string>): { words: number; shared: number } {
  let words = 0;
  let shared = 0;
  forEachTerm(text, false, (term) => {
    words++;
    if (asked.has(term) || NAMELESS.has(term)) shared++;
  });
  return { words, shared };
}

/** What the names of a page say for and against it: "DataHub Lite" is about more than a question on DataHub asks. */
function nameScore(page: SearchPage, words: readonly QueryWord[], asked: ReadonlySet<string>): number {
  const name = coverOf(words, termsOf(`${page.title} ${page.sidebarLabel} ${lastStep(page.path)}`));
  const title = sharedWords(page.title, asked);
  const path = sharedWords(page.path.split('/').slice(2).join(' '), asked);
  return (
    WEIGHTS.name * name +
    WEIGHTS.nameIsMatter * (title.words === 0 ? 0 : title.shared / title.words) +
    WEIGHTS.elsewhere * Math.min(MOST_STEPS, path.words - path.shared) +
    GROUP[page.group]
  );
}

const lastStep = (path: string): string => path.slice(path.lastIndexOf('/') + 1);

/** The same sections in the order in which they serve the question, with score and coverage as this order sees them. */
export function rankEvidence(found: readonly Evidence[], words: readonly QueryWord[], { exact }: ReadQuestion): Evidence[] {
  const best = Math.max(1e-9, ...found.map(({ score }) => score));
  const asked = new Set(words.flatMap(({ own, standIns }) => [...own, ...standIns.flat()]));
  const pages = new Map<SearchPage, { title: ReadonlySet<string>; score: number }>();
  function pageOf({ page }: SearchRecord): { title: ReadonlySet<string>; score: number } {
    const known = pages.get(page) ?? { title: termsOf(page.title), score: nameScore(page, words, asked) };
    pages.set(page, known);
    return known;
  }
  return found
    .map((one): Evidence => {
      const { record, recordNumber } = one;
      const page = pageOf(record);
      const terms = termsOf([record.heading, record.text, ...record.code].join('\n'));
      const score =
        (WEIGHTS.rank * one.score) / best +
        page.score +
        WEIGHTS.heading * coverOf(words, termsOf(record.heading)) +
        WEIGHTS.words * coverOf(words, terms) +
        WEIGHTS.exact * holdsExact(record, exact) +
        (record.level === 1 ? WEIGHTS.start : 0);
      return { record, recordNumber, score, coverage: coverOf(words, terms, page.title) };
    })
    .toSorted((a, b) => b.score - a.score || a.recordNumber - b.recordNumber);
}
