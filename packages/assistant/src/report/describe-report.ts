/** Describes a report for a terminal. */
import { INVISIBLE } from '@quire/engine/model/invisible-characters.ts';
import { visibleText } from '#visible-text.ts';
import { type NearPage, type PageList, proposedLine, type QueryGroup, type QueryList, type QueryReport } from './report.ts';

const LONGEST_EXAMPLE = 100;

/** Writes the report as plain lines for a terminal of any width. */
export function describeReport(report: QueryReport): string {
  const { from, to, questions, ratings, refused, withoutResult, searchedAgain } = report;
  const heading = `What readers asked from ${day(from)} to ${day(to)}`;
  const total = questions + withoutResult.total + searchedAgain.total + ratings.positive + ratings.negative + report.pages.total;
  if (total + refused.total === 0) return `${heading}: nothing is in the log.\n`;
  const summary = [
    counted(questions, 'question'),
    `${refused.total} refused`,
    `${ratings.positive} rated up`,
    `${ratings.negative} rated down`,
    `${counted(withoutResult.total, 'search', 'es')} without a result`,
    `${searchedAgain.total} followed by another search`,
  ].join(', ');
  const lists = [
    describeList('Questions refused', refused),
    describeList('Answers rated down', report.ratedDown),
    describeList('Searches without a result', withoutResult),
    describeList('Searches followed by another search', searchedAgain),
    describeList('Questions asked again and again', report.repeated, false),
    describePages(report.pages),
  ];
  return `${heading}\n${summary}\n${lists.join('')}`;
}

function describeList(title: string, { total, groupCount, groups }: QueryList, isUnanswered = true): string {
  if (total === 0) return `\n${title}: none\n`;
  const rest = groupCount - groups.length;
  const more = rest > 0 ? `       and ${counted(rest, 'more subject', 's')} (--limit shows more)\n` : '';
  return `\n${title}: ${total}, on ${counted(groupCount, 'subject')}\n${groups.map((group) => describeGroup(group, isUnanswered)).join('')}${more}`;
}

function describePages({ total, pageCount, pages }: PageList): string {
  if (total === 0) return '\nPages rated by readers: none\n';
  const rest = pageCount - pages.length;
  const more = rest > 0 ? `       and ${counted(rest, 'more page')} (--limit shows more)\n` : '';
  const lines = pages.map(({ path, positive, negative, sentences }) => {
    const said = sentences.map((sentence) => `       "${printable(sentence)}"\n`).join('');
    return `${String(negative).padStart(5)} not helpful, ${positive} helpful  ${printable(path)}\n${said}`;
  });
  return `\nPages rated by readers: ${counted(total, 'rating')} of ${counted(pageCount, 'page')}, worst first\n${lines.join('')}${more}`;
}

/** Maximum number of characters of a question in front matter. */
const LONGEST_QUESTION = 200;

/** Proposes the section of an unanswered question, with a line to paste. Very short searches are not questions. */
function describeProposal(example: string, [nearest]: readonly NearPage[]): string {
  if (nearest === undefined || example.length < 8 || example.length > LONGEST_QUESTION) return '';
  const { path, heading, source } = nearest;
  return `       if "${printable(heading)}" of ${printable(source ?? path)} answers it, paste this under questions:\n       ${proposedLine(oneLine(example), nearest)}\n`;
}

function describeGroup({ count, example, wordings, nearestPages }: QueryGroup, isUnanswered: boolean): string {
  const ways = wordings > 1 ? ` (${wordings} wordings)` : '';
  const pages = nearestPages.length > 0 ? `       near: ${nearestPages.map(({ path }) => path).join(', ')}\n` : '';
  return `${String(count).padStart(5)}  ${printable(example)}${ways}\n${pages}${isUnanswered ? describeProposal(example, nearestPages) : ''}`;
}

/** Returns text on one line that cannot manipulate the terminal, nor contain anything that a maintainer does not see. */
const oneLine = (text: string): string => visibleText(text).replace(INVISIBLE, '').replace(/\s+/g, ' ').trim();

function printable(text: string): string {
  const plain = oneLine(text);
  const characters = [...plain];
  return characters.length > LONGEST_EXAMPLE ? `${characters.slice(0, LONGEST_EXAMPLE).join('')}…` : plain;
}

function counted(count: number, noun: string, plural = 's'): string {
  return `${count} ${noun}${count === 1 ? '' : plural}`;
}

const day = (iso: string): string => iso.slice(0, 10);
