/** The design tokens of a site: those of the stylesheet, and the configured colors, which override some of them. */
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { DesignToken } from '#client/design/design-tokens.ts';
import { ENGINE_SOURCES } from './fingerprint.ts';
import type { SiteConfig } from '#config/schema.ts';

/** Reads the design tokens of the site, in the order of the stylesheet. Its first rule is the light mode; the rule of `[data-theme='dark']` overrides values. */
export function readDesignTokens(): DesignToken[] {
  const css = readFileSync(join(ENGINE_SOURCES, 'client/styles/tokens.css'), 'utf8');
  const [light = '', dark = ''] = css.split("[data-theme='dark'] {\n    color-scheme");
  const darkValues = new Map(declarations(dark).map(({ name, value }) => [name, value]));
  return declarations(light.slice(light.indexOf(':root {'))).map(({ name, value, group }) => ({
    name,
    light: value,
    dark: darkValues.get(name) ?? null,
    group,
  }));
}

function declarations(rule: string): { name: string; value: string; group: string }[] {
  let group = '';
  // oxlint-disable-next-line regexp/no-super-linear-backtracking, regexp/no-super-linear-move -- The text is the stylesheet of the engine.
  return [...rule.matchAll(/\/\*([^]*?)\*\/|--([\w-]+):\s*([^;]+);/g)].flatMap(([, comment, name, value]) => {
    if (comment !== undefined) group = comment.trim();
    return name === undefined || value === undefined ? [] : [{ name, value: value.replace(/\s+/g, ' '), group }];
  });
}

/** Returns the configured colors as CSS, because the Content-Security-Policy forbids inline styles. */
export function configuredStyle({ announcementBar: bar, primaryColor }: SiteConfig): string {
  const brand = primaryColor === null ? '' : primaryColorStyle(primaryColor);
  return bar === null ? brand : `${brand}:root{--announcement-background:${bar.backgroundColor};--announcement-text:${bar.textColor}}`;
}

type Rgb = readonly [red: number, green: number, blue: number];

const WHITE: Rgb = [255, 255, 255];
const BLACK: Rgb = [0, 0, 0];
/** `--surface` of the dark mode in tokens.css. */
const DARK_SURFACE: Rgb = [20, 20, 20];
/** WCAG 2.2, 1.4.3: text of normal size. */
const TEXT_CONTRAST = 4.5;

/**
 * Returns the custom properties of the brand color as CSS. Text and fills are darkened or lightened until their contrast is
 * sufficient, so that any color can be configured. Decorations use the color unchanged.
 * @param color `#rrggbb`
 */
export function primaryColorStyle(color: string): string {
  const own = parse(color);
  const fill = readable(own, WHITE, BLACK);
  const shared = { brand: own, 'brand-fill': fill, 'brand-fill-hover': mix(fill, BLACK, 0.2), 'on-brand-fill': WHITE, 'icon-accent': own };
  const lightTint = mix(own, WHITE, 0.9);
  const light = readable(own, lightTint, BLACK);
  const darkTint = mix(own, DARK_SURFACE, 0.8);
  const dark = readable(own, darkTint, WHITE);
  const shades = (text: Rgb, hover: Rgb, tint: Rgb): Record<string, Rgb> => ({
    'brand-text': text,
    'brand-text-hover': hover,
    'brand-tint': tint,
    // Active entries and marks would otherwise keep the second color of the default design.
    accent: text,
    'accent-text': text,
    'accent-tint': tint,
  });
  return [
    rule(':root', { ...shared, ...shades(light, mix(light, BLACK, 0.25), lightTint) }),
    rule("[data-theme='dark']", { ...shared, ...shades(dark, mix(dark, WHITE, 0.4), darkTint) }),
  ].join('');
}

const rule = (selector: string, colors: Readonly<Record<string, Rgb>>): string =>
  `${selector}{${Object.entries(colors)
    .map(([name, color]) => `--${name}:${toHex(color)}`)
    .join(';')}}`;

function parse(color: string): Rgb {
  const channel = (start: number): number => Number.parseInt(color.slice(start, start + 2), 16);
  return [channel(1), channel(3), channel(5)];
}

const toHex = (color: Rgb): string => `#${color.map((channel) => channel.toString(16).padStart(2, '0')).join('')}`;

/** @param share share of the other color, 0 to 1 */
function mix(color: Rgb, other: Rgb, share: number): Rgb {
  const blend = (own: number, added: number): number => Math.round(own + (added - own) * share);
  return [blend(color[0], other[0]), blend(color[1], other[1]), blend(color[2], other[2])];
}

/** Mixes the color with as little of `toward` as needed for a sufficient contrast to `against`. */
function readable(color: Rgb, against: Rgb, toward: Rgb): Rgb {
  for (let share = 0; share < 1; share += 0.02) {
    const mixed = mix(color, toward, share);
    if (contrast(mixed, against) >= TEXT_CONTRAST) return mixed;
  }
  return toward;
}

/** Returns the contrast ratio of two colors by WCAG 2.2, 1 to 21. */
function contrast(one: Rgb, other: Rgb): number {
  const [lower = 0, higher = 0] = [luminance(one), luminance(other)].toSorted((a, b) => a - b);
  return (higher + 0.05) / (lower + 0.05);
}

function luminance([red, green, blue]: Rgb): number {
  const linear = (channel: number): number => (channel <= 10.31475 ? channel / 255 / 12.92 : ((channel / 255 + 0.055) / 1.055) ** 2.4);
  return 0.2126 * linear(red) + 0.7152 * linear(green) + 0.0722 * linear(blue);
}
