import { mkdtemp, readFile, readdir, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

import sharp from 'sharp';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';

import { openCardCache, cardOfPage } from './card-cache.ts';
import { createCardRenderer, breakLines, layOutCard, encodeIndexedPng } from './card-renderer.ts';
import { openTypeface } from './glyphs.ts';

const FRAME = {
  logo: '<?xml version="1.0"?><svg xmlns="http://www.w3.org/2000/svg" width="20" height="10" viewBox="0 0 20 10"><rect width="20" height="10" fill="#00ff00"/></svg>',
  siteTitle: 'Site',
  host: 'site.example.org',
  colors: {
    surface: '#ffffff',
    brand: '#1890ff',
    'brand-fill': '#0065c3',
    'brand-text': '#0062bd',
    accent: '#e0590b',
    text: '#1f2329',
    'text-soft': '#4a5260',
    'text-faint': '#616a78',
  },
};
const CARD = { title: 'Quickstart', group: 'Start', description: 'Run it on your own computer.' };

let dir: string;
beforeEach(async () => void (dir = await mkdtemp(join(tmpdir(), 'social-cards-test-'))));
afterEach(() => rm(dir, { recursive: true, force: true }));

describe('line breaking', () => {
  const byLength = (text: string): number => text.length * 100;

  test('breakLines() keeps words whole, breaks names after punctuation, and ends a cut text with an ellipsis', () => {
    expect(breakLines('one two three', 3, byLength)).toEqual(['one two', 'three']);
    expect(breakLines('a.long_name.of-things', 4, byLength)).toEqual(['a.long_', 'name.', 'of-', 'things']);
    expect(breakLines('abcdefghijkl', 3, byLength)).toEqual(['abcdefg', 'hijkl']);
    expect(breakLines('one two three four', 2, byLength)).toEqual(['one two', 'three…']);
    expect(breakLines('one two, three', 1, byLength)).toEqual(['one…']);
    expect(breakLines('  ', 2, byLength)).toEqual([]);
  });

  test('a long word is measured a limited number of times and in a limited length', () => {
    const measured: string[] = [];
    const measureWith =
      (width: number) =>
      (text: string): number => {
        measured.push(text);
        return text.length * width;
      };
    expect(breakLines('x'.repeat(100_000), 2, measureWith(2)).map(({ length }) => length)).toEqual([390, 110]);
    expect(breakLines('x'.repeat(700), 2, measureWith(100))).toEqual(['xxxxxxx', 'xxxxxx…']);
    expect(measured.length).toBeLessThan(100);
    expect(Math.max(...measured.map(({ length }) => length))).toBeLessThan(510);
  });

  const typefaces = { 500: openTypeface(500), 700: openTypeface(700), 800: openTypeface(800) };
  const layOut = (card: Partial<typeof CARD>) => layOutCard({ ...CARD, ...card }, FRAME, typefaces);

  test('a long title gets a smaller size and shortens the description, and no line overlaps the address', () => {
    const long = layOut({ title: 'About the ingestion of metadata '.repeat(6), description: 'Words about it. '.repeat(40) });
    const titles = long.filter(({ ink }) => ink === 'title');
    expect(titles).toHaveLength(4);
    expect(titles[3]?.text).toMatch(/…$/);
    expect(titles[0]?.size).toBeLessThan(layOut({}).find(({ ink }) => ink === 'title')?.size ?? 0);
    expect(long.filter(({ ink }) => ink === 'soft')).toHaveLength(1);
    const bases = long.map(({ y }) => y);
    expect(bases).toEqual(bases.toSorted((a, b) => a - b));
    expect((bases.at(-1) ?? 0) - (bases.at(-2) ?? 0)).toBeGreaterThan(28);
  });

  test('a page without group and description shows only its title', () => {
    expect(layOut({ group: '', description: '' }).map(({ text }) => text)).toEqual(['Quickstart', 'site.example.org']);
  });

  test('characters that the typeface lacks are skipped', () => {
    expect(typefaces[800].place('a漢b', 40)).toHaveLength(2);
  });
});

test('a card contains the title and the breadcrumbs of its page, and the home page card contains the tagline', () => {
  const crumbs = ['Deploy', 'Guides', 'Helm'].map((label) => ({ label, path: null }));
  const page = { kind: 'doc', title: 'Helm', description: 'Charts.', breadcrumbs: crumbs } as const;
  expect(cardOfPage(page, { tagline: 'About' })).toEqual({ title: 'Helm', group: 'Deploy › Guides', description: 'Charts.' });
  expect(cardOfPage({ ...page, kind: 'home', breadcrumbs: [] }, { tagline: 'About' })).toMatchObject({ title: 'About', group: '' });
});

test('an indexed PNG contains exactly the given pixels', async () => {
  const palette = [
    [1, 2, 3],
    [250, 0, 9],
  ] as const;
  const png = encodeIndexedPng({ width: 3, height: 2, pixels: Uint8Array.of(0, 1, 0, 1, 1, 0), palette });
  const raw = await sharp(png).removeAlpha().raw().toBuffer();
  expect([...raw]).toEqual([0, 1, 0, 1, 1, 0].flatMap((number) => [...(palette[number] ?? [])]));
});

test('rendering is deterministic and depends on the text, and the card shows the logo and the title', async () => {
  const [one, two] = await Promise.all([createCardRenderer(FRAME), createCardRenderer(FRAME)]);
  // The glyph cache of an earlier card must not change the result.
  await two.render({ title: 'Jump', group: 'Other', description: 'Words.' });
  const png = await one.render(CARD);
  expect(await two.render(CARD)).toEqual(png);
  expect(await one.render({ ...CARD, title: 'Quickstort' })).not.toEqual(png);
  const { data, info } = await sharp(png).removeAlpha().raw().toBuffer({ resolveWithObject: true });
  expect([info.width, info.height]).toEqual([1200, 630]);
  const colors = new Set(
    Array.from({ length: data.length / 3 }, (_, pixel) =>
      data
        .readUIntBE(pixel * 3, 3)
        .toString(16)
        .padStart(6, '0'),
    ),
  );
  expect([...colors]).toEqual(expect.arrayContaining(['00ff00', '1890ff', '1f2329', '4a5260', '0062bd']));
  expect(await (await createCardRenderer({ ...FRAME, logo: null })).render(CARD)).not.toEqual(png);
});

describe('the folder of cards', () => {
  const open = (design = '1') => openCardCache({ dir, template: FRAME, design });

  test('a card is rendered once across requests and builds', async () => {
    const first = open();
    const name = first.request(CARD);
    expect(first.request({ ...CARD })).toBe(name);
    const { files } = await first.finish();
    expect([...files]).toEqual([[name, join(dir, name)]]);
    expect(await sharp(join(dir, name)).metadata()).toMatchObject({ format: 'png', width: 1200, height: 630 });

    const changed = Buffer.concat([Buffer.from('as it was'), (await readFile(join(dir, name))).subarray(-12)]);
    await writeFile(join(dir, name), changed);
    const later = open();
    expect(later.request(CARD)).toBe(name);
    expect((await later.finish()).peakMiB).toBe(0);
    expect(await readFile(join(dir, name))).toEqual(changed);
  });

  test('a card whose file is cut off is rendered again', async () => {
    const first = open();
    const name = first.request(CARD);
    await first.finish();
    const content = await readFile(join(dir, name));
    for (const damaged of [Buffer.alloc(0), content.subarray(0, -1), content.subarray(0, content.length / 2)]) {
      await writeFile(join(dir, name), damaged);
      const later = open();
      later.request(CARD);
      await later.finish();
      expect((await readFile(join(dir, name))).equals(content)).toBe(true);
    }
  });

  test('an unused file that another build has deleted is not an error', async () => {
    await writeFile(join(dir, '0123456789abcdef.png'), '');
    const cards = open();
    cards.request(CARD);
    await rm(join(dir, '0123456789abcdef.png'));
    expect((await cards.finish()).files.size).toBe(1);
  });

  test('a changed text or design gets a new file name, and unused files are deleted', async () => {
    const first = open();
    const name = first.request(CARD);
    await first.finish();
    const next = open('2');
    const other = next.request(CARD);
    expect(other).not.toBe(name);
    expect(next.request({ ...CARD, group: 'End' })).not.toBe(other);
    await next.finish();
    expect((await readdir(dir)).toSorted()).toEqual([other, next.request({ ...CARD, group: 'End' })].toSorted());
  });

  test('a card that cannot be written is reported', async () => {
    const cards = open();
    await rm(dir, { recursive: true });
    await writeFile(dir, 'a file');
    cards.request(CARD);
    await expect(cards.finish()).rejects.toThrow('The social cards could not be rendered: EEXIST: file already exists');
  });

  test('finish() reports a rendering process that was killed, each time it is called', async () => {
    const cards = open();
    cards.request(CARD);
    cards.stop();
    await expect(cards.finish()).rejects.toThrow('The social cards could not be rendered: their process ended with SIGTERM.');
    await expect(cards.finish()).rejects.toThrow('The social cards could not be rendered: their process ended with SIGTERM.');
  });
});
