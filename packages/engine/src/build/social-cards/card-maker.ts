import {
  drawBackdrop,
  encodeIndexedPng,
  type IndexedPicture,
  layOutCard,
  MARGIN,
  type Ink,
  type TextLine,
  createLetterMasks,
  type LetterToDraw,
  openTypeface,
} from './drawing.ts';
import type { CardColor, CardFrame, SocialCard } from './card-folder.ts';

/** Steps from the ground to full ink: more than an eye sees at a letter's edge. */
const SHADES = 16;
const INK_TOKENS: Readonly<Record<Ink, CardColor>> = { title: 'text', soft: 'text-soft', brand: 'brand-text', faint: 'text-faint' };
const INKS = Object.keys(INK_TOKENS) as Ink[];

export interface CardMaker {
  /** The PNG of a card. */
  make(card: SocialCard): Promise<Buffer>;
}

/** Makes the cards of a site: a backdrop drawn once, and letters drawn once, put together for each card. */
export async function createCardMaker(frame: CardFrame): Promise<CardMaker> {
  const typefaces = { 500: openTypeface(500), 700: openTypeface(700), 800: openTypeface(800) };
  const masks = createLetterMasks(typefaces);
  const backdrop = await drawBackdrop(frame);
  const inkStart = backdrop.palette.length;
  const palette = [...backdrop.palette, ...INKS.flatMap((ink) => shadesOf(frame.colors[INK_TOKENS[ink]], frame.colors.surface))];

  return {
    async make(card) {
      const lines = [...layOutCard(card, frame, typefaces), ...(frame.logo === null ? [nameLine(frame.siteTitle)] : [])];
      const picture: IndexedPicture = { ...backdrop, pixels: backdrop.pixels.slice(), palette };
      for (const [index, letters] of (await masks.lettersOf(lines)).entries()) {
        const ink = INKS.indexOf(lines[index]?.ink ?? 'title');
        for (const letter of letters) drawLetter(picture, letter, inkStart + ink * SHADES);
      }
      return encodeIndexedPng(picture);
    },
  };
}

/** In place of a logo. */
const nameLine = (text: string): TextLine => ({ text, x: MARGIN, y: 106, weight: 800, size: 38, ink: 'title' });

/** Letters that touch keep the darker of their pixels. */
function drawLetter({ pixels, width, height }: IndexedPicture, { mask, x, y }: LetterToDraw, ink: number): void {
  for (let row = 0; row < mask.height; row += 1) {
    const top = y + mask.top + row;
    if (top < 0 || top >= height) continue;
    for (let column = 0; column < mask.width; column += 1) {
      const shade = Math.round(((mask.coverage[row * mask.width + column] ?? 0) * SHADES) / 255);
      const left = x + mask.left + column;
      if (shade === 0 || left < 0 || left >= width) continue;
      const at = top * width + left;
      const before = pixels[at] ?? 0;
      const number = ink + shade - 1;
      if (before < ink || before >= ink + SHADES || before < number) pixels[at] = number;
    }
  }
}

/** Colors from nearly the ground to the ink. */
function shadesOf(ink: string, ground: string): [number, number, number][] {
  const [from, to] = [channels(ground), channels(ink)];
  return Array.from({ length: SHADES }, (_, step) => {
    const mix = (at: 0 | 1 | 2): number => Math.round(from[at] + ((to[at] - from[at]) * (step + 1)) / SHADES);
    return [mix(0), mix(1), mix(2)];
  });
}

function channels(hex: string): [number, number, number] {
  const at = (start: number): number => Number.parseInt(hex.slice(start, start + 2), 16);
  return [at(1), at(3), at(5)];
}
