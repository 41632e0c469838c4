import { generate, presetPrimaryColors } from '@ant-design/colors';

/** A custom property of `tokens.css`. */
export interface DesignToken {
  /** Name without the dashes: `text-soft`. */
  name: string;
  light: string;
  /** Value in the dark mode; null if it is the same. */
  dark: string | null;
  /** The comment above its group. */
  group: string;
}

// The palettes for icons and charts. The pages of a site get their colors from `tokens.css` alone.

/** The thirteen base colors by name; blue is that of the brand. */
const paletteColors: Readonly<Record<string, string>> = { ...presetPrimaryColors, blue: '#1890ff' };

/** The background with which dark shades are blended, at opacities from 0.15 to 0.98. */
const darkBackground = '#141414';

export interface Palette {
  /** Ten hex colors; the base is the sixth. */
  light: string[];
  dark: string[];
}

/** Returns the ten shades of a color, for light and for dark surfaces. */
export function createPalette(base: string): Palette {
  return { light: generate(base), dark: generate(base, { theme: 'dark', backgroundColor: darkBackground }) };
}

export const palettes: Readonly<Record<string, Palette>> = Object.fromEntries(
  Object.entries(paletteColors).map(([name, base]) => [name, createPalette(base)]),
);
