import { generate, presetPrimaryColors } from '@ant-design/colors';

/** A custom property of `tokens.css`. */
export interface DesignToken {
  /** Without the dashes: `text-soft`. */
  name: string;
  light: string;
  /** Null where the dark mode says nothing else. */
  dark: string | null;
  /** The comment above its group. */
  group: string;
}

// The palettes of the icon and chart colors, for the build and the handbook only; the browser gets colors from `tokens.css`.

/** The thirteen base colors by name; blue is the brand's own. */
export const paletteColors: Readonly<Record<string, string>> = { ...presetPrimaryColors, blue: '#1890ff' };

/** What dark shades are blended with, at opacities from 0.15 to 0.98. */
export const darkBackground = '#141414';

export interface Palette {
  /** Ten hex colors; the base is the sixth. */
  light: string[];
  dark: string[];
}

/** The ten shades of a color, for light surfaces and for dark ones. */
export function createPalette(base: string): Palette {
  return { light: generate(base), dark: generate(base, { theme: 'dark', backgroundColor: darkBackground }) };
}

export const palettes: Readonly<Record<string, Palette>> = Object.fromEntries(
  Object.entries(paletteColors).map(([name, base]) => [name, createPalette(base)]),
);
