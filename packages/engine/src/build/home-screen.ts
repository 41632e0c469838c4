/** What devices show of a site that a reader puts on the home screen: its name, its colors and its icon. */
import { existsSync } from 'node:fs';
import { join } from 'node:path';
import type { SiteConfig } from '#config/schema.ts';
import { withBase } from '#model/url.ts';
import type { Output } from './output.ts';

export const MANIFEST_PATH = '/manifest.webmanifest';
export const TOUCH_ICON_PATH = '/apple-touch-icon.png';
/** Pixels to a side: what the largest of the devices asks for; the others scale it down. */
const TOUCH_ICON_SIZE = 180;
/** Pixels on each side that the drawing leaves free: devices cut the corners off. */
const MARGIN = 22;

type HomeScreenConfig = Pick<SiteConfig, 'title' | 'tagline' | 'baseUrl' | 'favicon' | 'themeColor' | 'staticDirectories'>;

const ownFile = ({ staticDirectories }: Pick<SiteConfig, 'staticDirectories'>, path: string): string | undefined =>
  staticDirectories.map((dir) => join(dir, path)).find((file) => existsSync(file));

/** The icon of the site as a drawing that can be enlarged; undefined for a bitmap, and where the file is missing. */
const drawingOf = (config: Pick<SiteConfig, 'favicon' | 'staticDirectories'>): string | undefined =>
  config.favicon.endsWith('.svg') ? ownFile(config, config.favicon) : undefined;

/** Whether the built site has a touch icon: its own, or one made of its drawing. */
export const hasTouchIcon = (config: Pick<SiteConfig, 'favicon' | 'staticDirectories'>): boolean =>
  ownFile(config, TOUCH_ICON_PATH) !== undefined || drawingOf(config) !== undefined;

/** Writes the manifest and, where the icon is a drawing that can be enlarged, the touch icon, unless the site brings its own. */
export async function emitHomeScreen(config: HomeScreenConfig, output: Output): Promise<void> {
  const drawing = drawingOf(config);
  if (ownFile(config, TOUCH_ICON_PATH) === undefined && drawing !== undefined)
    await output.write(`site${TOUCH_ICON_PATH}`, await touchIcon(drawing, config.themeColor.light));
  if (ownFile(config, MANIFEST_PATH) === undefined)
    await output.write(`site${MANIFEST_PATH}`, `${JSON.stringify(manifestOf(config, drawing !== undefined))}\n`);
}

function manifestOf({ title, tagline, baseUrl, favicon, themeColor }: HomeScreenConfig, hasDrawing: boolean): object {
  const url = (path: string): string => withBase(baseUrl, path);
  return {
    name: title,
    short_name: title,
    ...(tagline !== '' && { description: tagline }),
    start_url: url('/'),
    scope: url('/'),
    // A site of links and text is read in the browser, with its address and its way back.
    display: 'browser',
    theme_color: themeColor.light,
    background_color: themeColor.light,
    icons: hasDrawing
      ? [
          { src: url(favicon), type: 'image/svg+xml', sizes: 'any' },
          { src: url(TOUCH_ICON_PATH), type: 'image/png', sizes: `${TOUCH_ICON_SIZE}x${TOUCH_ICON_SIZE}` },
        ]
      : [{ src: url(favicon) }],
  };
}

/** @returns a PNG: the drawing on a ground, since devices show what is transparent as black */
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
