import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import sharp from 'sharp';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { emitHomeScreen, hasTouchIcon, iconOf } from './home-screen.ts';
import type { Output } from './output.ts';

let folder = '';
beforeAll(() => {
  folder = mkdtempSync(join(tmpdir(), 'icons-'));
  writeFileSync(
    join(folder, 'icon.svg'),
    '<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 8 8"><circle cx="4" cy="4" r="4" fill="#f00"/></svg>',
  );
});
afterAll(() => rmSync(folder, { recursive: true }));

async function written(change: object = {}): Promise<Map<string, string | Uint8Array>> {
  const files = new Map<string, string | Uint8Array>();
  const output = { write: async (path: string, bytes: string | Uint8Array) => void files.set(path, bytes) } as unknown as Output;
  const themeColor = { light: '#00ff00', dark: '#000000' };
  const config = {
    title: 'Site',
    tagline: '',
    baseUrl: '/base/',
    favicon: '/icon.svg',
    themeColor,
    staticDirectories: [folder],
    ...change,
  };
  await emitHomeScreen(config, output);
  return files;
}

test('the icon of the site becomes an opaque touch icon', async () => {
  const files = await written();
  const { data, info } = await sharp(files.get('site/apple-touch-icon.png') as Uint8Array)
    .toColorspace('srgb')
    .raw()
    .toBuffer({ resolveWithObject: true });
  expect([info.width, info.height]).toEqual([180, 180]);
  const colorAt = (x: number, y: number): number[] => [...data.subarray((y * 180 + x) * info.channels).subarray(0, 3)];
  expect([colorAt(0, 0), colorAt(90, 90)]).toEqual([
    [0, 255, 0],
    [255, 0, 0],
  ]);
});

test('the manifest contains the name of the site, and its addresses start with the base URL', async () => {
  const manifest = JSON.parse(String((await written()).get('site/manifest.webmanifest'))) as Record<string, unknown>;
  expect(manifest).toMatchObject({ name: 'Site', start_url: '/base/', theme_color: '#00ff00' });
  expect(manifest['icons']).toMatchObject([{ src: '/base/icon.svg' }, { src: '/base/apple-touch-icon.png', sizes: '180x180' }]);
});

test('the manifest of a site without an icon lists no icons', async () => {
  expect(iconOf({ favicon: '/favicon.svg', staticDirectories: [folder] })).toBeNull();
  expect(iconOf({ favicon: '/icon.svg', staticDirectories: [folder] })).toBe('/icon.svg');
  const manifest = JSON.parse(String((await written({ favicon: '/favicon.svg' })).get('site/manifest.webmanifest'))) as object;
  expect(manifest).toMatchObject({ icons: [] });
});

test('without a configured icon, the site has /favicon.ico if a static folder has it', async () => {
  const config = { favicon: '/favicon.svg', staticDirectories: [join(folder, 'ico')] };
  mkdirSync(join(folder, 'ico'));
  writeFileSync(join(folder, 'ico/favicon.ico'), '');
  expect(iconOf(config)).toBe('/favicon.ico');
  const manifest = JSON.parse(String((await written(config)).get('site/manifest.webmanifest'))) as object;
  expect(manifest).toMatchObject({ icons: [{ src: '/base/favicon.ico' }] });
  writeFileSync(join(folder, 'ico/favicon.svg'), '<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 8 8"/>');
  expect(iconOf(config)).toBe('/favicon.svg');
});

test('existing files of the site are not replaced, and a bitmap icon is listed unchanged', async () => {
  expect([...(await written({ favicon: '/favicon.ico' })).keys()]).toEqual(['site/manifest.webmanifest']);
  expect(hasTouchIcon({ favicon: '/icon.svg', staticDirectories: [folder] })).toBe(true);
  expect(hasTouchIcon({ favicon: '/favicon.ico', staticDirectories: [folder] })).toBe(false);
  for (const name of ['apple-touch-icon.png', 'manifest.webmanifest']) writeFileSync(join(folder, name), 'own');
  expect([...(await written()).keys()]).toEqual([]);
});
