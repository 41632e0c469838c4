/**
 * The patterns of grammars, run by JavaScript's own regular expressions. A grammar asks for dozens of patterns at each place
 * of a line. Most of them are not run: the line does not hold what they need, or they have been searched for before.
 */
import { EmulatedRegExp } from 'oniguruma-to-es';
import type { IOnigMatch, OnigString } from 'shiki/textmate';
import type { RegexEngine } from 'shiki/types';

import { charactersOf, holdsAll } from './ascii-set.ts';
import type { AsciiSet } from './ascii-set.ts';
import { translatePattern } from './translate-pattern.ts';
import { TRANSLATED } from './translated-patterns.ts';

interface Line extends OnigString {
  holds: AsciiSet;
}

/** A pattern, with the last search for it, which all scanners share. */
interface Expression {
  regExp: RegExp;
  needs: AsciiSet;
  /** Groups that only the translation has: the grammar does not know of them. */
  hidden: ReadonlySet<number>;
  /** Whether a match hangs on the text alone, and not on where the search began. */
  isReusable: boolean;
  /** What was searched last, and from where. */
  line: Line | null;
  from: number;
  /** Where the match begins; -1: there is none. */
  at: number;
  match: RegExpExecArray | null;
}

/** Patterns that JavaScript has no expression for are left out: what they would colour stays plain. */
export function createExpressionEngine(): RegexEngine {
  const known = new Map<string, Expression | null>();

  function expressionOf(pattern: string): Expression | null {
    let expression = known.get(pattern);
    if (expression === undefined) known.set(pattern, (expression = createExpression(pattern)));
    return expression;
  }

  return {
    createString: createLine,
    createScanner(patterns) {
      const expressions = patterns.map((pattern) => expressionOf(String(pattern)));
      return {
        findNextMatchSync: (line, start) => findNext(expressions, typeof line === 'string' ? createLine(line) : (line as Line), start),
      };
    },
  };
}

const createLine = (content: string): Line => ({ content, holds: charactersOf(content) });

function createExpression(pattern: string): Expression | null {
  const translated = TRANSLATED.get(pattern) ?? translatePattern(pattern);
  if (translated === null) return null;
  const { source, flags, emulation, needs } = translated;
  const { hiddenCaptures = [], transfers = [], strategy = null } = emulation ?? {};
  // Hidden groups are left out here, of the one match that counts, and not of each that is found.
  const isPlain = transfers.length === 0 && strategy === null;
  const regExp = isPlain ? new RegExp(source, flags) : new EmulatedRegExp(source, flags, emulation);
  const hidden = new Set(isPlain ? hiddenCaptures : []);
  return { regExp, needs, hidden, isReusable: strategy === null && !regExp.sticky, line: null, from: 0, at: -1, match: null };
}

/** The first match behind a place; of those that begin together, that of the first expression. */
function findNext(expressions: readonly (Expression | null)[], line: Line, start: number): IOnigMatch | null {
  let first: Expression | null = null;
  let index = -1;
  for (let i = 0; i < expressions.length; i++) {
    const expression = expressions[i];
    if (expression === null || expression === undefined || !holdsAll(line.holds, expression.needs)) continue;
    search(expression, line, start);
    if (expression.at === -1 || (first !== null && first.at <= expression.at)) continue;
    [first, index] = [expression, i];
    if (expression.at === start) break;
  }
  return first === null ? null : { index, captureIndices: capturesOf(first) };
}

/** A search that began before and found nothing, or something that is still ahead, would find the same again. */
function search(expression: Expression, line: Line, start: number): void {
  const { regExp, isReusable, at, from } = expression;
  if (isReusable && expression.line === line && from <= start && (at === -1 || at >= start)) return;
  regExp.lastIndex = start;
  const match = regExp.exec(line.content);
  expression.line = line;
  expression.from = start;
  expression.at = match?.index ?? -1;
  expression.match = match;
}

/** Of a group that took no part: nothing, at a place behind every line, as Oniguruma tells it. */
const NOWHERE = 2 ** 32 - 1;

function capturesOf({ match, hidden }: Expression): IOnigMatch['captureIndices'] {
  const captures = (match?.indices ?? []).map(capture);
  return hidden.size === 0 ? captures : captures.filter((_, group) => !hidden.has(group));
}

function capture(indices: [number, number] | undefined): IOnigMatch['captureIndices'][number] {
  const [start, end] = indices ?? [NOWHERE, NOWHERE];
  return { start, end, length: end - start };
}
