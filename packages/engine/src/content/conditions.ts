/** Shows one branch of expressions such as `{props.beta && <b>New</b>}` and `{os === 'mac' ? 'brew' : 'apt'}` if the condition is known. Runs no code. */
import { limitOf, readExpression, readingBudget, readTag } from './jsx-parser.ts';
import type { ReadingBudget } from './jsx-parser.ts';
import { ESCAPE_OR_CODE, lineBreaksOf, replaceExpressions } from './source-lines.ts';
import type { Line } from './source-lines.ts';
import { plainText } from './templates.ts';

/** Returns the value of a name such as `props.beta` as text; null: it has none; undefined: it is not known. */
export type ValueOf = (name: string) => string | null | undefined;

/** A path of names: `beta`, `props.beta`. */
const NAME = '[A-Za-z_$][\\w$]{0,100}(?:\\.[\\w$]{1,100}){0,5}';
/** The start of an expression with a condition, or text in which no expression starts. */
const START = new RegExp(
  String.raw`${ESCAPE_OR_CODE}|\{\s{0,100}(?<not>!?)(?<name>${NAME})\s{0,100}` +
    String.raw`(?:(?<comparison>[!=])==?\s{0,100}(?<quote>['"])(?<other>[^'"\n]{0,200})\k<quote>\s{0,100})?(?<operator>&&|\?(?![.?]))`,
  'g',
);

/** Replaces the expressions whose condition is known with the branch that they show. All others stay as they are. */
export function chooseBranches(lines: Line[], valueOf: ValueOf): Line[] {
  if (!lines.some(({ text }) => /&&|\?/.test(text))) return lines;
  const budget = readingBudget(lines.reduce((sum, { text }) => sum + text.length, 0));
  return replaceExpressions(lines, START, (text, { index, 0: start, groups: { not, name, comparison, other, operator } = {} }) => {
    const value = name === undefined ? undefined : valueOf(name);
    if (value === undefined) return null;
    const chosen = readBranches(text, index + start.length, operator === '?', budget);
    if (chosen === null) return null;
    const { branches, end } = chosen;
    const holds = comparison === undefined ? isTrue(value) : (value === other) === (comparison === '=');
    const branch = branches[holds === (not === '') ? 0 : 1];
    // The line breaks before and after the branch stay, so that its lines keep their numbers.
    const replacement =
      branch === undefined
        ? lineBreaksOf(text.slice(index, end))
        : lineBreaksOf(text.slice(index, branch.start)) + branch.text + lineBreaksOf(text.slice(branch.end, end));
    return { replacement, end };
  });
}

/** Whether JavaScript treats the value as true. */
const isTrue = (value: string | null): boolean => value !== null && !['', '0', 'false'].includes(value);

interface Branch {
  /** Offsets of its source. */
  start: number;
  end: number;
  /** Its source as Markdown, with the same line breaks. */
  text: string;
}

/** Reads what follows the operator of a condition: one branch, or two that `:` separates; null if one is other code than elements or a text. */
function readBranches(text: string, at: number, hasTwo: boolean, budget: ReadingBudget): { branches: Branch[]; end: number } | null {
  const limit = limitOf(text, at, budget);
  const branches: Branch[] = [];
  let end = at;
  for (const mark of hasTwo ? [':', '}'] : ['}']) {
    const branch = readBranch(text, end, limit, budget);
    const next = branch === null ? limit : skipSpace(text, branch.end, limit);
    if (branch === null || text[next] !== mark) {
      budget.characters -= next - at;
      return null;
    }
    branches.push(branch);
    end = next + 1;
  }
  return { branches, end };
}

function skipSpace(text: string, at: number, limit: number): number {
  let end = at;
  while (end < limit && /\s/.test(text[end] ?? '')) end += 1;
  return end;
}

/** A text, a number, or a value that shows nothing. */
const LITERAL = /(?:"(?:[^"\\\n]|\\.)*"|'(?:[^'\\\n]|\\.)*'|`(?:[^`\\$]|\\.)*`|-?\d+(?:\.\d+)?|(?:null|undefined|true|false)(?![\w$]))/y;

function readBranch(text: string, at: number, limit: number, budget: ReadingBudget): Branch | null {
  const start = skipSpace(text, at, limit);
  if (text[start] === '(') {
    const inner = readBranch(text, start + 1, limit, budget);
    const end = inner === null ? limit : skipSpace(text, inner.end, limit);
    // The parentheses are not part of the branch, but its end is after them.
    return inner === null || text[end] !== ')'
      ? null
      : { ...inner, end: end + 1, text: inner.text + lineBreaksOf(text.slice(inner.end, end)) };
  }
  if (text[start] === '<') return readElement(text, start, limit, budget);
  LITERAL.lastIndex = start;
  const literal = LITERAL.exec(text)?.[0];
  if (literal === undefined) return null;
  const value = /^(?:null|undefined|true|false)$/.test(literal) ? '' : readExpression(literal).value;
  return { start, end: start + literal.length, text: plainText(value) };
}

/** Reads an element with its content, or a fragment, whose tags are not part of the branch. */
function readElement(text: string, start: number, limit: number, budget: ReadingBudget): Branch | null {
  const isFragment = text.startsWith('<>', start);
  const opening = isFragment ? { name: '', end: start + 2, isSelfClosing: false, isClosing: false } : readTag(text, start, budget);
  if (opening === null || opening.isClosing) return null;
  if (opening.isSelfClosing) return { start, end: opening.end, text: text.slice(start, opening.end) };
  const tags = isFragment ? /<(\/?)>/g : new RegExp(String.raw`<(/?)${opening.name.replaceAll('.', String.raw`\.`)}(?=[\s/>])`, 'g');
  tags.lastIndex = opening.end;
  let depth = 1;
  for (let tag = tags.exec(text); tag !== null && tag.index < limit; tag = tags.exec(text)) {
    if (tag[1] === '/') depth -= 1;
    else if (isFragment || readTag(text, tag.index, budget)?.isSelfClosing === false) depth += 1;
    if (depth > 0) continue;
    const end = text.indexOf('>', tag.index) + 1;
    if (end === 0) return null;
    return { start, end, text: isFragment ? text.slice(opening.end, tag.index) : text.slice(start, end) };
  }
  return null;
}
