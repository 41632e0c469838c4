/**
 * The palettes of the icon and chart colors: ten shades a color, five lighter than the base, the base, four
 * darker. For the build and the handbook only; the browser gets colors from `tokens.css`.
 */
import { generate, presetPrimaryColors } from '@ant-design/colors';

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
