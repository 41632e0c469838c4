/** The site's icons and its web app manifest, which devices use if a reader adds the site to the home screen. */
import { existsSync } from 'node:fs';
import { join } from 'node:path';

import { DEFAULT_ICON, type SiteConfig } from '#config/schema.ts';
import { withBase } from '#model/url.ts';

import type { Output } from './output.ts';

/** Route of the web app manifest. */
export const MANIFEST_PATH = '/manifest.webmanifest';
export const TOUCH_ICON_PATH = '/apple-touch-icon.png';
/** Side length in pixels: the size for the largest devices; others scale it down. */
const TOUCH_ICON_SIZE = 180;
/** Margin in pixels on each side of the drawing, because devices cut off the corners. */
const MARGIN = 22;

type HomeScreenConfig = Pick<SiteConfig, 'title' | 'tagline' | 'baseUrl' | 'favicon' | 'themeColor' | 'staticDirectories'>;

/** Returns the absolute path of a file in a static folder; undefined if there is none. */
const staticFile = ({ staticDirectories }: Pick<SiteConfig, 'staticDirectories'>, path: string): string | undefined =>
  staticDirectories.map((dir) => join(dir, path)).find((file) => existsSync(file));

/** Returns the route of the icon; null if none is configured and the site does not have a file with a usual name. */
export function iconOf(config: Pick<SiteConfig, 'favicon' | 'staticDirectories'>): string | null {
  if (config.favicon !== DEFAULT_ICON) return config.favicon;
  return [DEFAULT_ICON, '/favicon.ico'].find((path) => staticFile(config, path) !== undefined) ?? null;
}

/** Returns the SVG file of the site's icon; undefined if the icon is a bitmap or the file is missing. */
const svgIconOf = (config: Pick<SiteConfig, 'favicon' | 'staticDirectories'>): string | undefined =>
  config.favicon.endsWith('.svg') ? staticFile(config, config.favicon) : undefined;

/** Whether the built site has a touch icon: its own, or one rendered from its SVG icon. */
export const hasTouchIcon = (config: Pick<SiteConfig, 'favicon' | 'staticDirectories'>): boolean =>
  staticFile(config, TOUCH_ICON_PATH) !== undefined || svgIconOf(config) !== undefined;

/** Writes the web app manifest and, if the icon is an SVG file, a touch icon, unless the site has its own. */
export async function emitHomeScreen(config: HomeScreenConfig, output: Pick<Output, 'write'>): Promise<void> {
  for (const path of [TOUCH_ICON_PATH, MANIFEST_PATH]) {
    const content = await homeScreenFile(config, path);
    if (content !== null) await output.write(`site${path}`, content);
  }
}

/** Returns the content of the touch icon or the web app manifest; null for any other path, and for a file that the site has itself. */
export async function homeScreenFile(config: HomeScreenConfig, path: string): Promise<string | Uint8Array | null> {
  const drawing = svgIconOf(config);
  if (staticFile(config, path) !== undefined) return null;
  if (path === TOUCH_ICON_PATH && drawing !== undefined) return touchIcon(drawing, config.themeColor.light);
  return path === MANIFEST_PATH ? `${JSON.stringify(manifestOf(config, drawing !== undefined))}\n` : null;
}

function manifestOf(config: HomeScreenConfig, hasDrawing: boolean): object {
  const { title, tagline, baseUrl, themeColor } = config;
  const url = (path: string): string => withBase(baseUrl, path);
  const icon = iconOf(config);
  return {
    name: title,
    short_name: title,
    ...(tagline !== '' && { description: tagline }),
    start_url: url('/'),
    scope: url('/'),
    // Readers need the browser's address bar and back button.
    display: 'browser',
    theme_color: themeColor.light,
    background_color: themeColor.light,
    icons:
      icon === null
        ? []
        : hasDrawing
          ? [
              { src: url(icon), type: 'image/svg+xml', sizes: 'any' },
              { src: url(TOUCH_ICON_PATH), type: 'image/png', sizes: `${TOUCH_ICON_SIZE}x${TOUCH_ICON_SIZE}` },
            ]
          : [{ src: url(icon) }],
  };
}

/** Renders the icon as PNG with an opaque background, because devices show transparent pixels as black. */
async function touchIcon(drawing: string, ground: string): Promise<Uint8Array> {
  const { default: sharp } = await import('sharp');
  const inner = TOUCH_ICON_SIZE - 2 * MARGIN;
  return sharp(drawing, { density: 300 })
    .resize(inner, inner, { fit: 'contain', background: ground })
    .flatten({ background: ground })
    .extend({ top: MARGIN, bottom: MARGIN, left: MARGIN, right: MARGIN, background: ground })
    .png({ palette: true })
    .toBuffer();
}
