/** Draws `handbook/contact-sheet.webp`: representative pages at two widths and in both color modes. */
import { mkdir, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { runCommand } from '@quire/engine/commands/command.ts';
import sharp from 'sharp';
import { launchBrowser, withPage } from '../e2e/browser.ts';
import { takePicture } from './look.ts';

const ROOT = join(import.meta.dirname, '../..');
const FILE = join(ROOT, 'handbook/contact-sheet.webp');
/** Folder of the full-size pictures. */
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

/** Height of a picture and gap between pictures in pixels, and number of pages in a row. */
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

/** Draws the pages of the site at `origin`. */
async function drawSheet(origin: string): Promise<void> {
  const answer = await fetch(origin).catch(() => null);
  if (!answer?.ok) throw new Error(`No site responds at ${origin}. Run \`npm start\`, and pass its address as the argument.`);

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
  console.log(`${PAGES.length} pages: ${FILE}\nFull size: ${DETAILS}`);
}

await runCommand('contact-sheet', () => ({
  summary: 'Draws handbook/contact-sheet.webp: representative pages at two widths and in both color modes.',
  usage: '[ORIGIN]',
  acceptsPositionals: true,
  options: {},
  async run(_, [origin = 'http://localhost:3000', ...rest]) {
    if (rest.length > 0 || !URL.canParse(origin)) throw new Error('contact-sheet takes one address of a site: http://localhost:3000');
    await drawSheet(origin);
    return 0;
  },
}));
