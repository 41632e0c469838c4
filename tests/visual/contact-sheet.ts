/** Draws `handbook/contact-sheet.webp`: representative pages at two widths and in both color modes. */
import { mkdir, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import sharp from 'sharp';
import { launchBrowser, withPage } from '../e2e/browser.ts';
import { takePicture } from './look.ts';

const ROOT = join(import.meta.dirname, '../..');
const FILE = join(ROOT, 'handbook/contact-sheet.webp');
/** The pictures in full size, to look at one by one. */
const DETAILS = join(ROOT, '.cache/visual/contact-sheet');

const PAGES = [
  '/',
  '/docs/',
  '/docs/quickstart',
  '/docs/features',
  '/docs/components',
  '/docs/generated/ingestion/sources/snowflake',
  '/docs/generated/ingestion/sources/dbt',
  '/docs/generated/metamodel/entities/dataset',
  '/docs/graphql/objects',
  '/integrations',
  '/guild',
  '/search?q=lineage',
  '/docs/there-is-no-such-page',
  '/docs/lineage/lineage-feature-guide',
  '/docs/ui-ingestion',
  '/docs/domains',
  '/docs/glossary/business-glossary',
  '/docs/authorization/access-policies-guide',
];

/** Height of a picture on the sheet, the space between two, and pages in a row. */
const HEIGHT = 180;
const GAP = 8;
const IN_ROW = 2;

const SIZES = [
  { width: 1440, height: 900 },
  { width: 390, height: 844 },
];
const LOOKS = SIZES.flatMap((viewport) => (['light', 'dark'] as const).map((mode) => ({ viewport, mode })));
const widthOf = (viewport: { width: number; height: number }): number => Math.round((viewport.width / viewport.height) * HEIGHT);
const PAGE_WIDTH = LOOKS.reduce((sum, { viewport }) => sum + widthOf(viewport) + GAP, GAP);

const [origin = 'http://localhost:3000'] = process.argv.slice(2);
const answer = await fetch(origin).catch(() => null);
if (!answer?.ok) throw new Error(`No site answers at ${origin}. Run \`npm start\`, and name its address as the argument.`);

await mkdir(DETAILS, { recursive: true });
const browser = await launchBrowser();
const tiles: { input: Buffer; left: number; top: number }[] = [];
for (const [index, path] of PAGES.entries()) {
  let left = (index % IN_ROW) * (PAGE_WIDTH + GAP) + GAP;
  for (const { viewport, mode } of LOOKS) {
    const picture = await withPage(browser, { viewport, reducedMotion: 'reduce' }, (page) =>
      takePicture(page, { name: path, address: new URL(path, origin).href, viewport, mode }),
    );
    const name = `${path.replaceAll(/\W+/g, '-').replace(/^-|-$/g, '') || 'home'}-${viewport.width}-${mode}.png`;
    await writeFile(join(DETAILS, name), picture);
    const input = await sharp(picture)
      .resize({ height: HEIGHT, width: widthOf(viewport) })
      .toBuffer();
    tiles.push({ input, left, top: Math.floor(index / IN_ROW) * (HEIGHT + GAP) + GAP });
    left += widthOf(viewport) + GAP;
  }
}
await browser.close();

const size = { width: IN_ROW * (PAGE_WIDTH + GAP), height: Math.ceil(PAGES.length / IN_ROW) * (HEIGHT + GAP) + GAP };
await sharp({ create: { ...size, channels: 3, background: '#8794a2' } })
  .composite(tiles)
  .webp({ quality: 80 })
  .toFile(FILE);
console.log(`${PAGES.length} pages: ${FILE}\nIn full size: ${DETAILS}`);
