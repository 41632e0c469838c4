import sharp from 'sharp';
import { CARD_HEIGHT, CARD_WIDTH, type CardColor, type CardTemplate, type SocialCard } from './card-cache.ts';
import { layOutCard, MARGIN } from './card-layout.ts';
import { encodeIndexedPng, type IndexedPicture, toIndexed } from './indexed-picture.ts';
import { createGlyphCache, type Ink, type PositionedMask, openTypeface, type TextLine } from './glyphs.ts';

/** Number of palette colors per ink, from almost the background color to the ink, for smooth edges of letters. */
const SHADES = 16;
const INK_TOKENS: Readonly<Record<Ink, CardColor>> = { title: 'text', soft: 'text-soft', brand: 'brand-text', faint: 'text-faint' };
const INKS = Object.keys(INK_TOKENS) as Ink[];

interface CardRenderer {
  /** Renders a card as PNG. */
  render(card: SocialCard): Promise<Buffer>;
}

/** Creates the renderer of a site's cards. The backdrop and each glyph are drawn only once. */
export async function createCardRenderer(template: CardTemplate): Promise<CardRenderer> {
  const typefaces = { 500: openTypeface(500), 700: openTypeface(700), 800: openTypeface(800) };
  const glyphs = createGlyphCache(typefaces);
  const backdrop = await drawBackdrop(template);
  const inkStart = backdrop.palette.length;
  const palette = [...backdrop.palette, ...INKS.flatMap((ink) => shadesOf(template.colors[INK_TOKENS[ink]], template.colors.surface))];

  return {
    async render(card) {
      const lines = [...layOutCard(card, template, typefaces), ...(template.logo === null ? [nameLine(template.siteTitle)] : [])];
      const picture: IndexedPicture = { ...backdrop, pixels: backdrop.pixels.slice(), palette };
      for (const [index, letters] of (await glyphs.masksOf(lines)).entries()) {
        const ink = INKS.indexOf(lines[index]?.ink ?? 'title');
        for (const letter of letters) drawGlyph(picture, letter, inkStart + ink * SHADES);
      }
      return encodeIndexedPng(picture);
    },
  };
}

/** Returns the title as a line of text, for sites without a logo. */
const nameLine = (text: string): TextLine => ({ text, x: MARGIN, y: 106, weight: 800, size: 38, ink: 'title' });

/** Draws a glyph. @param ink index of the ink's first color in the palette. Where glyphs overlap, the stronger shade wins. */
function drawGlyph({ pixels, width, height }: IndexedPicture, { mask, x, y }: PositionedMask, ink: number): void {
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

/** Returns shades from almost the background color to the ink. */
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

const LOGO_HEIGHT = 48;

/** Draws the backdrop that all cards of a site share: background, logo, and a large mark at the right edge. */
async function drawBackdrop(template: CardTemplate): Promise<IndexedPicture> {
  const svg = `<svg xmlns="http://www.w3.org/2000/svg" width="${CARD_WIDTH}" height="${CARD_HEIGHT}">
    <rect width="100%" height="100%" fill="${template.colors.surface}"/>
    <rect y="${CARD_HEIGHT - 12}" width="100%" height="12" fill="${template.colors.brand}"/>
    <g transform="translate(846 146) scale(10.5)">${largeMark(template)}</g>
    ${template.logo === null ? '' : placeLogo(template.logo)}
  </svg>`;
  return toIndexed(await sharp(Buffer.from(svg)).flatten().removeAlpha().raw().toBuffer(), CARD_WIDTH, CARD_HEIGHT);
}

/** Returns the mark of the site in tints of its colors. */
function largeMark({ colors }: CardTemplate): string {
  return `<g fill="none" stroke-width="3" stroke-opacity=".22" stroke-linecap="round"><path stroke="${colors.brand}" d="M7 7c0 6 3.5 9 9 9s9 3 9 9"/>
    <path stroke="${colors['brand-fill']}" d="M25 7c0 6-3.5 9-9 9s-9 3-9 9"/></g>
    <g fill="${colors.brand}"><circle cx="7" cy="6" r="3"/><circle cx="25" cy="6" r="3"/></g>
    <g fill="${colors['brand-fill']}"><circle cx="7" cy="26" r="3"/><circle cx="25" cy="26" r="3"/></g>
    <circle cx="16" cy="16" r="5" fill="${colors.accent}"/>`;
}

/** Places the logo with the aspect ratio of its `viewBox`. */
function placeLogo(svg: string): string {
  const [, , width = 1, height = 1] = (/viewBox="([^"]+)"/.exec(svg)?.[1] ?? '').split(/[\s,]+/).map(Number);
  const size = `x="${MARGIN}" y="68" width="${Math.round((LOGO_HEIGHT * width) / height)}" height="${LOGO_HEIGHT}"`;
  return svg.replace(
    /^[^]*?<svg\b([^>]*)>/,
    (_, attributes: string) => `<svg ${size}${attributes.replace(/\s(?:width|height|x|y)="[^"]*"/g, '')}>`,
  );
}
