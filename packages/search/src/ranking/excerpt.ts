/** Finds the best passage of a section, and highlights the words of the query in it. */
import { MARK, plainText, type SearchRecord, type TextPiece } from '../types.ts';
import type { Match, Matcher } from './matcher.ts';

/** Approximate length of an excerpt in characters. It starts and ends at words. */
const EXCERPT_LENGTH = 180;
/** Number of characters of a section, and of matches in them, that are searched for the best passage. */
const SEARCHED_LENGTH = 6000;
const MAX_MATCHES = 400;

/** Splits a text into pieces, and highlights the words that match the query. */
export function highlight(matcher: Matcher, text: string): TextPiece[] {
  const pieces: TextPiece[] = [];
  let at = 0;
  for (const { start, end } of matcher.find(text)) {
    if (start > at) pieces.push({ text: text.slice(at, start), highlighted: false });
    pieces.push({ text: text.slice(start, end), highlighted: true });
    at = end;
  }
  if (at < text.length) pieces.push({ text: text.slice(at), highlighted: false });
  return pieces;
}

/** Returns the window of at most `EXCERPT_LENGTH` characters with the highest total weight of distinct slots; null without matches. */
function bestWindow(matches: readonly Match[], weights: readonly number[]): { start: number; end: number } | null {
  let best: { start: number; end: number; weight: number } | null = null;
  matches.forEach((first, i) => {
    const slots = new Map<number, number>();
    let end = first.end;
    for (let j = i; j < matches.length; j++) {
      const match = matches[j] as Match;
      if (match.end - first.start > EXCERPT_LENGTH) break;
      // Repetition adds a little: a passage about the topic is better than one that only mentions it.
      const previous = slots.get(match.slot);
      slots.set(match.slot, previous === undefined ? 1 : Math.min(previous + 0.1, 1.3));
      end = match.end;
    }
    const weight = [...slots].reduce((sum, [slot, count]) => sum + count * (weights[slot] ?? 0), 0);
    if (best === null || weight > best.weight + 1e-9) best = { start: first.start, end, weight };
  });
  return best;
}

/** Returns the run of characters without white space around an offset. A run longer than an identifier is cut at the offset. */
function wordAround(text: string, at: number): { from: number; to: number } {
  const before = /\S*$/.exec(text.slice(Math.max(0, at - EXCERPT_LENGTH), at))?.[0].length ?? 0;
  const after = /^\S*/.exec(text.slice(at, at + EXCERPT_LENGTH))?.[0].length ?? 0;
  return { from: before < EXCERPT_LENGTH ? at - before : at, to: after < EXCERPT_LENGTH ? at + after : at };
}

/** Extends a window to the length of an excerpt, starting at a sentence or a word and ending at a word. */
function cutAtWords(text: string, around: { start: number; end: number }): { from: number; to: number } {
  const spare = Math.max(0, EXCERPT_LENGTH - (around.end - around.start));
  let from = Math.max(0, around.start - Math.floor(spare / 3));
  const sentence = /[.!?]\s+|\n/g;
  const before = text.slice(from, around.start);
  const breaks = [...before.matchAll(sentence)];
  const lastBreak = breaks.at(-1);
  if (lastBreak !== undefined) from += lastBreak.index + lastBreak[0].length;
  else if (from > 0) {
    const space = before.indexOf(' ');
    from = space === -1 ? wordAround(text, from).from : from + space + 1;
  }
  let to = Math.min(text.length, Math.max(around.end, from + EXCERPT_LENGTH));
  if (to < text.length) {
    const space = text.lastIndexOf(' ', to);
    to = space >= around.end ? space : wordAround(text, to).to;
  }
  return { from, to };
}

/** Returns the text of a section, with separators between the cells of a table, and after a row that does not end like a sentence. */
function readableText({ text, marked = text }: SearchRecord): string {
  if (!marked.includes(MARK.cell)) return text;
  const lines = marked.slice(0, SEARCHED_LENGTH).split('\n');
  return lines
    .map((line, index) => {
      const cells = line.split(MARK.cell).map((cell) => plainText(cell).trim());
      const row = cells.filter((cell) => cell !== '').join(' · ');
      const isRow = line.includes(MARK.row) || line.includes(MARK.headerRow);
      return isRow && index < lines.length - 1 && !/[.!?:;]$/.test(row) ? `${row};` : row;
    })
    .join('\n');
}

function bestExcerpt(text: string, matcher: Matcher, weights: readonly number[]): { pieces: TextPiece[]; matched: boolean } {
  const read = text.slice(0, SEARCHED_LENGTH);
  const window = bestWindow(matcher.find(read).slice(0, MAX_MATCHES), weights);
  const { from, to } = cutAtWords(read, window ?? { start: 0, end: 0 });
  const pieces = highlight(matcher, read.slice(from, to));
  if (from > 0) pieces.unshift({ text: '… ', highlighted: false });
  if (to < text.length) pieces.push({ text: ' …', highlighted: false });
  return { pieces, matched: window !== null };
}

/** Returns the best passage of a section: from its prose, or from its code if only the code matches. */
export function excerpt(record: SearchRecord, matcher: Matcher, weights: readonly number[]): TextPiece[] {
  const prose = bestExcerpt(readableText(record), matcher, weights);
  if (prose.matched) return prose.pieces;
  for (const code of record.code) {
    const { pieces, matched } = bestExcerpt(code, matcher, weights);
    if (matched) return pieces;
  }
  return record.text === '' ? bestExcerpt(record.code[0] ?? '', matcher, weights).pieces : prose.pieces;
}
