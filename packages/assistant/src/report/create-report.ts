import type { QueryRecord } from '#query-log/contract.ts';
import { tokenize } from '@quire/search/rank/analyze.ts';
import type { NearPage, QueryGroup, QueryList, QueryReport } from './contract.ts';
import { tallyQueries, type Tally } from './tally.ts';

export interface ReportOptions {
  /** Milliseconds since 1970: the period that the entries are of. */
  from: number;
  to: number;
  /** Most groups in a list. */
  limit: number;
  /** Finds the pages nearest to a query, best first. */
  nearestPages: (query: string) => NearPage[];
}

/** What readers asked in a period and did not find. The same entries give the same report, whatever their order of one moment. */
export async function createReport(
  records: AsyncIterable<QueryRecord> | Iterable<QueryRecord>,
  { from, to, limit, nearestPages }: ReportOptions,
): Promise<QueryReport> {
  const groups = groupBySubject(await tallyQueries(records));
  const list = (countOf: (tally: Tally) => number, least = 1): QueryList => {
    const counted = groups.map((group) => toGroup(group, countOf)).filter(({ count }) => count >= least);
    const shown = counted.toSorted(commonestFirst).slice(0, limit);
    return {
      total: counted.reduce((sum, { count }) => sum + count, 0),
      groupCount: counted.length,
      groups: shown.map((group) => ({ ...group, nearestPages: nearestPages(group.example) })),
    };
  };
  const sum = (countOf: (tally: Tally) => number): number =>
    groups.flatMap(({ tallies }) => tallies).reduce((n, tally) => n + countOf(tally), 0);
  return {
    from: new Date(from).toISOString(),
    to: new Date(to).toISOString(),
    questions: sum(({ asked }) => asked),
    ratings: { positive: sum(({ positive }) => positive), negative: sum(({ negative }) => negative) },
    refused: list(({ refused }) => refused),
    ratedDown: list(({ negative }) => negative),
    withoutResult: list(({ withoutResult }) => withoutResult),
    repeated: list(({ asked }) => asked, 2),
  };
}

interface Subject {
  terms: string[];
  tallies: Tally[];
}

/** Wordings that come down to the same stems: `How do I ingest from Kafka?` and `kafka ingestion`. */
function groupBySubject(tallies: readonly Tally[]): Subject[] {
  const subjects = new Map<string, Subject>();
  for (const tally of tallies) {
    const terms = subjectTerms(tally.text);
    const key = terms.join(' ');
    const subject = subjects.get(key);
    if (subject === undefined) subjects.set(key, { terms, tallies: [tally] });
    else subject.tallies.push(tally);
  }
  return [...subjects.values()];
}

/** Stems without stop words; a query of nothing but those, or without words, stands for itself. */
function subjectTerms(text: string): string[] {
  const words = tokenize(text).map(({ word }) => word);
  const stems = words.flatMap(({ parts, stops, wholes }) => (parts.length === 0 ? wholes : parts.filter((_, at) => stops[at] !== true)));
  return stems.length === 0 ? [text.toLowerCase()] : [...new Set(stems)].toSorted();
}

function toGroup({ terms, tallies }: Subject, countOf: (tally: Tally) => number): Omit<QueryGroup, 'nearestPages'> {
  const counted = tallies.filter((tally) => countOf(tally) > 0);
  const [commonest] = counted.toSorted((a, b) => countOf(b) - countOf(a) || compare(a.text, b.text));
  return {
    terms,
    count: counted.reduce((sum, tally) => sum + countOf(tally), 0),
    wordings: counted.length,
    example: commonest?.text ?? '',
    last: new Date(Math.max(0, ...counted.map(({ last }) => last))).toISOString(),
  };
}

function commonestFirst(a: Omit<QueryGroup, 'nearestPages'>, b: Omit<QueryGroup, 'nearestPages'>): number {
  return b.count - a.count || compare(b.last, a.last) || compare(a.example, b.example);
}

function compare(a: string, b: string): number {
  return a < b ? -1 : Number(a > b);
}
