/** Lays out the text of a card: chooses font sizes and breaks lines. Sizes are in pixels. */
import type { CardTemplate, SocialCard } from './card-cache.ts';
import type { TextLine, Typeface, Typefaces } from './glyphs.ts';

/** Left edge and maximum width of text in pixels. The mark is to the right of this column. */
export const MARGIN = 80;
const COLUMN = 780;
/** Vertical range of the text in pixels, between the logo and the host name. */
const MIDDLE = { top: 150, bottom: 520 };
const HOST_BASE = 562;

/** Font sizes of the title, each with its maximum number of lines. The first one that fits is used. */
const TITLE_STEPS = [
  { size: 70, lines: 2 },
  { size: 58, lines: 3 },
  { size: 46, lines: 4 },
] as const;
const TITLE_LEADING = 1.16;
const GROUP = { size: 26, below: 26 };
const TEXT = { size: 28, leading: 1.45, above: 26 };

/**
 * Lays out the lines of a card as one vertically centered block: the group, the title in the largest size that fits, and as
 * much of the description as there is room for.
 */
export function layOutCard(card: SocialCard, template: CardTemplate, typefaces: Typefaces): TextLine[] {
  const title = fitTitle(card.title, typefaces[800]);
  const description = breakLines(card.description, Math.min(3, 5 - title.lines.length), (text) => typefaces[500].measure(text, TEXT.size));
  const group = breakLines(card.group, 1, (text) => typefaces[700].measure(text, GROUP.size));
  const height =
    group.length * (GROUP.size + GROUP.below) +
    title.lines.length * title.size * TITLE_LEADING +
    (description.length > 0 ? TEXT.above + description.length * TEXT.size * TEXT.leading : 0);

  const lines: TextLine[] = [];
  let y = Math.round((MIDDLE.top + MIDDLE.bottom - height) / 2);
  /** Adds a line, whose baseline is a quarter of the font size above its bottom edge. */
  const add = (text: string, leading: number, style: Pick<TextLine, 'weight' | 'size' | 'ink'>): void => {
    const line = style.size * leading;
    lines.push({ text, x: MARGIN, y: Math.round(y + line / 2 + style.size * 0.36), ...style });
    y += line;
  };
  for (const text of group) add(text, 1, { weight: 700, size: GROUP.size, ink: 'brand' });
  y += group.length * GROUP.below;
  for (const text of title.lines) add(text, TITLE_LEADING, { weight: 800, size: title.size, ink: 'title' });
  y += TEXT.above;
  for (const text of description) add(text, TEXT.leading, { weight: 500, size: TEXT.size, ink: 'soft' });
  lines.push({ text: template.host, x: MARGIN, y: HOST_BASE, weight: 700, size: 24, ink: 'faint' });
  return lines;
}

function fitTitle(title: string, typeface: Typeface): { size: number; lines: string[] } {
  for (const { size, lines: max } of TITLE_STEPS) {
    const lines = breakLines(title, max + 1, (text) => typeface.measure(text, size));
    if (lines.length <= max) return { size, lines };
  }
  const { size, lines: max } = TITLE_STEPS[2];
  return { size, lines: breakLines(title, max, (text) => typeface.measure(text, size)) };
}

const ELLIPSIS = '…';
/** No card has space for so many characters, so that a longer text is cut before it is measured. */
const MAX_TEXT_LENGTH = 500;

/** Breaks a text into at most `maxLines` lines of the column's width. Cuts longer words, and ends with `…` if text is left. */
export function breakLines(text: string, maxLines: number, measure: (text: string) => number): string[] {
  const lines: string[] = [];
  let line = '';
  const words = text.slice(0, MAX_TEXT_LENGTH).split(/\s+/);
  for (const word of words.values().flatMap((one) => cutWord(one, measure))) {
    const longer = line === '' ? word : `${line} ${word}`;
    if (measure(longer) <= COLUMN) {
      line = longer;
      continue;
    }
    if (lines.length === maxLines - 1) return [...lines, shorten(longer, measure)];
    lines.push(line);
    line = word;
  }
  return line === '' ? lines : [...lines, line];
}

/** Cuts a word that is wider than the column, preferably after a separator such as `.` or `/`. The parts that are left out are not measured. */
function* cutWord(word: string, measure: (text: string) => number): Generator<string> {
  let rest = word;
  while (measure(rest) > COLUMN) {
    const end = endOfPart(rest, measure);
    yield rest.slice(0, end);
    rest = rest.slice(end);
  }
  yield rest;
}

/** Returns the end of the first part of a word that is wider than the column. */
function endOfPart(word: string, measure: (text: string) => number): number {
  // Binary search for the longest part that fits.
  let [length, tooLong] = [1, word.length];
  while (tooLong - length > 1) {
    const middle = (length + tooLong) >> 1;
    if (measure(word.slice(0, middle)) <= COLUMN) length = middle;
    else tooLong = middle;
  }
  const sign = Math.max(...['.', '_', '/', '-', ':'].map((one) => word.lastIndexOf(one, length - 1)));
  return sign > 0 ? sign + 1 : length;
}

/** Shortens a text to the column's width, by whole words if possible, and adds an ellipsis. */
function shorten(text: string, measure: (text: string) => number): string {
  let kept = text;
  while (kept !== '' && measure(kept + ELLIPSIS) > COLUMN)
    kept = kept.includes(' ') ? kept.slice(0, kept.lastIndexOf(' ')) : kept.slice(0, -1);
  return kept.replace(/(?<![\s,;:.–-])[\s,;:.–-]+$/, '') + ELLIPSIS;
}
