/** Generates modules for the bundles of the shell, which connect it to the configuration and the plugins. */
import { join } from 'node:path';
import type { SiteConfig } from '#config/schema.ts';
import type { SiteData } from '#model/site.ts';

/** Files of the site and its plugins that are bundled with the shell; absolute paths. */
export interface ShellExtensions {
  /** Components of front pages, by kind. */
  pages: Readonly<Record<string, string>>;
  /** Modules of islands, by name. */
  islands: Readonly<Record<string, string>>;
  /** Stylesheet of the site's own front pages; null: none. */
  pageStyles: string | null;
  /** Module of the site's analytics; null: none. */
  analytics: string | null;
  clients: readonly string[];
  slots: readonly string[];
  criticalStyles: readonly string[];
  /** Files and folders that the bundle depends on. */
  sources: readonly string[];
}

/** The extensions of a site that has only documentation. */
export const NO_EXTENSIONS: ShellExtensions = {
  pages: {},
  islands: {},
  pageStyles: null,
  analytics: null,
  clients: [],
  slots: [],
  criticalStyles: [],
  sources: [],
};

export function shellExtensions({ pages, islands, pageStyles, analytics, plugins }: SiteConfig): ShellExtensions {
  const parts = plugins.flatMap(({ client }) => client ?? []);
  const components = pages.flatMap(({ kind, component }) => (component === undefined ? [] : [[kind, component] as const]));
  const files = [
    ...components.map(([, file]) => file),
    ...Object.values(islands),
    ...[pageStyles, analytics?.module].flatMap((file) => file ?? []),
  ];
  return {
    pages: Object.fromEntries(components),
    islands: Object.assign({}, ...parts.map((part) => part.islands), islands),
    pageStyles,
    analytics: analytics?.module ?? null,
    clients: parts.flatMap(({ start }) => start ?? []),
    slots: parts.flatMap(({ slots }) => slots ?? []),
    criticalStyles: parts.flatMap(({ criticalStyles }) => criticalStyles ?? []),
    // Components import their neighbors, so the folder of each file counts.
    sources: [...new Set([...files.map((file) => join(file, '..')), ...plugins.map(({ root }) => root)])].toSorted(),
  };
}

const quote = (text: string): string => JSON.stringify(text);

/** Returns the source of the generated modules by name, for both bundles. */
export function shellModules(
  site: SiteData,
  { pages, islands, analytics, clients, slots }: ShellExtensions,
): Readonly<Record<string, string>> {
  const builtIn = { 'search-results': join(import.meta.dirname, '../client/pages/search-results.browser.ts') };
  const loaders = Object.entries({ ...builtIn, ...islands }).map(([name, file]) => `${quote(name)}: () => import(${quote(file)})`);
  return {
    'virtual:site': `export const site = ${JSON.stringify(site)};`,
    'virtual:pages': [
      ...Object.values(pages).map((file, index) => `import * as page${index} from ${quote(file)};`),
      `export const pages = { ${Object.entries(pages).map(([kind, file], index) => `${quote(kind)}: { file: ${quote(file)}, module: page${index} }`)} };`,
    ].join('\n'),
    'virtual:islands': `export const islands = { ${loaders.join(', ')} };`,
    ...(analytics !== null && { 'virtual:analytics': `export { default } from ${quote(analytics)};` }),
    'virtual:slots': listModule('slots', slots),
    'virtual:plugins': listModule('plugins', clients),
  };
}

function listModule(name: string, files: readonly string[]): string {
  const imports = files.map((file, index) => `import * as item${index} from ${quote(file)};`);
  return [...imports, `export const ${name} = [${files.map((_, index) => `item${index}`).join(', ')}];`].join('\n');
}

/** Packages that front pages and plugins can import from any folder: those of the engine, and React. */
export const SHARED_PACKAGES = /^(?:@quire\/|react(?:-dom)?(?:\/|$))/;

/** A file of the engine, from which the shared packages are resolved. */
export const RESOLVE_FROM = join(import.meta.dirname, '../index.ts');

/** Returns the configured colors as custom properties, because the Content-Security-Policy forbids inline styles. */
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
  return [
    rule(':root', { ...shared, 'brand-text': light, 'brand-text-hover': mix(light, BLACK, 0.25), 'brand-tint': lightTint }),
    rule("[data-theme='dark']", { ...shared, 'brand-text': dark, 'brand-text-hover': mix(dark, WHITE, 0.4), 'brand-tint': darkTint }),
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
