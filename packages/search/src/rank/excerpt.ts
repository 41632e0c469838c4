/** The passage of a section to show, and the marks in it. */
import type { SearchRecord, TextPiece } from '../contract.ts';
import type { Match, Matcher } from './matcher.ts';

/** Characters of an excerpt, roughly: it begins and ends at words. */
const LENGTH = 180;
/** Characters of a section that are searched for the best passage. */
const READ = 6000;

/** Text → pieces, the words that fill a slot highlighted. */
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

/** Where the window with the most weight of different slots begins and ends. */
function bestWindow(matches: readonly Match[], weights: readonly number[]): { start: number; end: number } | null {
  let best: { start: number; end: number; weight: number } | null = null;
  matches.forEach((first, i) => {
    const slots = new Map<number, number>();
    let end = first.end;
    for (let j = i; j < matches.length; j++) {
      const match = matches[j] as Match;
      if (match.end - first.start > LENGTH) break;
      // Repetition counts a little: a passage that keeps to the matter is better than one that mentions it.
      const before = slots.get(match.slot);
      slots.set(match.slot, before === undefined ? 1 : Math.min(before + 0.1, 1.3));
      end = match.end;
    }
    const weight = [...slots].reduce((sum, [slot, count]) => sum + count * (weights[slot] ?? 0), 0);
    if (best === null || weight > best.weight + 1e-9) best = { start: first.start, end, weight };
  });
  return best;
}

function cutAtWords(text: string, around: { start: number; end: number }): { from: number; to: number } {
  const spare = Math.max(0, LENGTH - (around.end - around.start));
  let from = Math.max(0, around.start - Math.floor(spare / 3));
  const sentence = /[.!?]\s+|\n/g;
  const before = text.slice(from, around.start);
  const breaks = [...before.matchAll(sentence)];
  const lastBreak = breaks.at(-1);
  if (lastBreak !== undefined) from += lastBreak.index + lastBreak[0].length;
  else if (from > 0) from += Math.max(0, before.indexOf(' ') + 1);
  let to = Math.min(text.length, Math.max(around.end, from + LENGTH));
  if (to < text.length) {
    const space = text.lastIndexOf(' ', to);
    if (space >= around.end) to = space;
  }
  return { from, to };
}

function excerptOf(text: string, matcher: Matcher, weights: readonly number[]): { pieces: TextPiece[]; matched: boolean } {
  const read = text.slice(0, READ);
  const window = bestWindow(matcher.find(read).slice(0, 400), weights);
  const { from, to } = cutAtWords(read, window ?? { start: 0, end: 0 });
  const pieces = highlight(matcher, read.slice(from, to));
  if (from > 0) pieces.unshift({ text: '… ', highlighted: false });
  if (to < text.length) pieces.push({ text: ' …', highlighted: false });
  return { pieces, matched: window !== null };
}

/** The best passage of a section: from its prose, or from its code where only that has the words. */
export function excerpt(record: SearchRecord, matcher: Matcher, weights: readonly number[]): TextPiece[] {
  const prose = excerptOf(record.text, matcher, weights);
  if (prose.matched) return prose.pieces;
  for (const code of record.code) {
    const { pieces, matched } = excerptOf(code, matcher, weights);
    if (matched) return pieces;
  }
  return record.text === '' ? excerptOf(record.code[0] ?? '', matcher, weights).pieces : prose.pieces;
}
