import type { QueryGroup, QueryList, QueryReport } from './contract.ts';

const LONGEST_EXAMPLE = 100;

/** The report for people, in plain lines that any width of terminal can show. */
export function describeReport(report: QueryReport): string {
  const { from, to, questions, ratings, refused, withoutResult } = report;
  const heading = `What readers asked from ${day(from)} to ${day(to)}`;
  const total = questions + withoutResult.total + ratings.positive + ratings.negative;
  if (total + refused.total === 0) return `${heading}: nothing is in the log.\n`;
  const summary = [
    counted(questions, 'question'),
    `${refused.total} refused`,
    `${ratings.positive} rated up`,
    `${ratings.negative} rated down`,
    `${counted(withoutResult.total, 'search', 'es')} without a result`,
  ].join(', ');
  const lists = [
    describeList('Questions refused', refused),
    describeList('Answers rated down', report.ratedDown),
    describeList('Searches without a result', withoutResult),
    describeList('Questions asked again and again', report.repeated),
  ];
  return `${heading}\n${summary}\n${lists.join('')}`;
}

function describeList(title: string, { total, groupCount, groups }: QueryList): string {
  if (total === 0) return `\n${title}: none\n`;
  const rest = groupCount - groups.length;
  const more = rest > 0 ? `       and ${counted(rest, 'more subject', 's')} (--limit shows more)\n` : '';
  return `\n${title}: ${total}, on ${counted(groupCount, 'subject')}\n${groups.map(describeGroup).join('')}${more}`;
}

function describeGroup({ count, example, wordings, nearestPages }: QueryGroup): string {
  const ways = wordings > 1 ? ` (${wordings} wordings)` : '';
  const pages = nearestPages.length > 0 ? `       near: ${nearestPages.map(({ path }) => path).join(', ')}\n` : '';
  return `${String(count).padStart(5)}  ${printable(example)}${ways}\n${pages}`;
}

/** What a stranger wrote must not steer the terminal: control characters and those that turn the writing around become spaces. */
function printable(text: string): string {
  const plain = text.replace(/[\p{Cc}\u061C\u200E\u200F\u202A-\u202E\u2066-\u2069]/gu, ' ');
  const characters = [...plain];
  return characters.length > LONGEST_EXAMPLE ? `${characters.slice(0, LONGEST_EXAMPLE).join('')}…` : plain;
}

function counted(count: number, noun: string, plural = 's'): string {
  return `${count} ${noun}${count === 1 ? '' : plural}`;
}

const day = (iso: string): string => iso.slice(0, 10);
