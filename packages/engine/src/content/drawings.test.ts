import { existsSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

import sharp from 'sharp';
import { afterAll, expect, test } from 'vitest';

import { openDrawings, type PublishedDrawing } from './drawings.ts';

const folder = mkdtempSync(join(tmpdir(), 'drawings-'));
afterAll(() => rmSync(folder, { recursive: true }));
const publish = openDrawings({ cacheDir: folder });

const drawing = (content: string, size = 'viewBox="0 0 400 200"'): Buffer =>
  Buffer.from(`<svg xmlns="http://www.w3.org/2000/svg" ${size}>${content}</svg>`);

async function published(source: Buffer, publisher = publish): Promise<PublishedDrawing> {
  const result = await publisher(source);
  if ('error' in result) throw new Error(result.error);
  return result;
}

/** Publishes with a short limit of time. @param name name of the folder of its cache */
const openHasty = (name: string): typeof publish =>
  openDrawings({ cacheDir: join(folder, name), limits: { cpuMs: 500, memory: 1e9, totalCpuMs: 1e9 } });

/** Decodes the picture in a published file. @returns its size, and the colors at some points in the size of the drawing, as `#rrggbbaa` */
async function pictureIn({ svg, file }: PublishedDrawing, points: readonly (readonly [x: number, y: number])[] = []) {
  expect(readFileSync(file, 'utf8')).toBe(svg);
  const [, width, height, data = ''] =
    /^<svg xmlns="[^"]*" viewBox="0 0 (\d+) (\d+)" width="\1" height="\2"><image width="\1" height="\2" href="data:image\/webp;base64,([^"]*)"\/><\/svg>$/.exec(
      svg,
    ) ?? [];
  const image = sharp(Buffer.from(data, 'base64')).ensureAlpha();
  const { info, data: pixels } = await image.raw().toBuffer({ resolveWithObject: true });
  const scale = info.width / Number(width);
  const colors = points.map(([x, y]) => {
    const start = (Math.round(y * scale) * info.width + Math.round(x * scale)) * 4;
    return `#${pixels.toString('hex', start, start + 4)}`;
  });
  return { size: [Number(width), Number(height)], pixels: [info.width, info.height], colors, ink: pixels.some((value) => value > 0) };
}

/** Thousands of curves across each other. */
const SLOW = `<path fill="none" stroke="#0001" stroke-width="90" d="M0 0${'C999-999-999 999 400 200S-999 999 0 0'.repeat(2000)}"/>`.repeat(
  20,
);

test('a plain drawing is published with its size, and a short one is not even drawn', async () => {
  const cacheDir = join(folder, 'short');
  const fresh = openDrawings({ cacheDir });
  const shapes = '<rect width="9" height="9"/>';
  const size = 'viewBox="0 0 400 200" width="400" height="200"';
  const short = await published(drawing(`<!-- A comment -->${shapes}`), fresh);
  expect(short).toEqual({ svg: String(drawing(shapes, size)), file: expect.any(String), reason: null, cpuMs: expect.any(Number) });
  expect(readFileSync(short.file, 'utf8')).toBe(short.svg);
  expect(existsSync(join(cacheDir, 'fonts'))).toBe(false);
  const layers = '<g opacity=".5"><rect width="9" height="9"/></g>';
  expect(await published(drawing(layers), fresh)).toMatchObject({ svg: String(drawing(layers, size)), reason: null });
  expect(existsSync(join(cacheDir, 'fonts'))).toBe(true);
});

test.each([
  ['width="4cm" viewBox="0 0 4 2"', 'width="4" viewBox="0 0 4 2" height="2"'],
  ['width="100%" height="100%" viewBox="0 0 4 2"', 'width="4" height="2" viewBox="0 0 4 2"'],
  ['width="40px" viewBox="0 0 4 2"', 'width="40" viewBox="0 0 4 2" height="20"'],
  ['width="4" height="2"', 'viewBox="0 0 4 2" width="4" height="2"'],
  ['width="4"', 'width="4"'],
])('a plain drawing with %s is published with %s', async (attributes, expected) => {
  const { svg } = await published(drawing('<rect/>', attributes));
  const attributesIn = (text: string): string[] => [...text.matchAll(/[a-zA-Z]+="[\d. ]+"/g)].map(String).toSorted();
  expect(attributesIn(svg)).toEqual(attributesIn(expected));
});

test('a picture is published of a drawing that is not plain, in its size and with two pixels for each of its own', async () => {
  const shadow = '<filter id="f"><feOffset dx="200"/></filter><rect width="100" height="200" fill="#ff0000" filter="url(#f)"/>';
  const result = await published(drawing(shadow));
  expect(result).toMatchObject({ reason: 'it contains <filter>', cpuMs: 0 });
  const points = [
    [50, 100],
    [220, 100],
  ] as const;
  // The region of a filter ends a tenth after the shape.
  expect(await pictureIn(result, points)).toMatchObject({ size: [400, 200], pixels: [800, 400], colors: ['#00000000', '#00000000'] });
  const wide = await published(drawing('<image/><rect width="100%" height="100%" fill="#ff0000"/>', 'width="30" viewBox="0 0 3000 1500"'));
  expect(await pictureIn(wide, [[15, 7]])).toMatchObject({ size: [30, 15], pixels: [60, 30], colors: ['#ff0000ff'] });
  const large = await published(drawing('<image/><rect width="9" height="9"/>', 'viewBox="0 0 9000 3000"'));
  expect(await pictureIn(large)).toMatchObject({ size: [9000, 3000], pixels: [2000, 667] });
});

test('the picture contains text, whatever fonts the machine has, and the light colors', async () => {
  const text = await published(drawing('<set/><text x="9" y="99" font-size="90" font-family="Unknown">Größe</text>'));
  expect(await pictureIn(text)).toMatchObject({ ink: true });
  expect(readdirSync(join(folder, 'fonts'))).toContain('manrope-latin-400-normal.ttf');
  const modes = '<set/><rect width="400" height="200" fill="#0000ff" style="fill: light-dark(rgb(255, 0, 0), #00ff00)"/>';
  expect(await pictureIn(await published(drawing(modes)), [[9, 9]])).toMatchObject({ colors: ['#ff0000ff'] });
});

test('neither code nor files become part of a picture', async () => {
  writeFileSync(join(folder, 'red.svg'), drawing('<rect width="400" height="200" fill="#ff0000"/>'));
  for (const content of [
    `<image href="file://${join(folder, 'red.svg')}" width="400" height="200"/>`,
    `<image href="${join(folder, 'red.svg')}" width="400" height="200"/>`,
    `<image/><g xmlns:xi="http://www.w3.org/2001/XInclude"><xi:include href="${join(folder, 'red.svg')}"/></g>`,
    `<style>@import url("file://${join(folder, 'red.css')}");</style><foreignObject width="400" height="200"><p xmlns="http://www.w3.org/1999/xhtml">a</p></foreignObject>`,
    `<use href="file://${join(folder, 'red.svg')}#a"/><script>alert(1)</script>`,
  ])
    expect(await pictureIn(await published(drawing(content)), [[9, 9]])).toMatchObject({ colors: ['#00000000'], ink: false });
});

test('many drawings are drawn one after the other without a warning', async () => {
  const warnings: Error[] = [];
  const onWarning = (warning: Error): void => void warnings.push(warning);
  process.on('warning', onWarning);
  await Promise.all(Array.from({ length: 30 }, (_, index) => published(drawing(`<set/><rect width="${index + 1}" height="9"/>`))));
  await new Promise(setImmediate);
  process.off('warning', onWarning);
  expect(warnings).toEqual([]);
});

test('the drawing for narrow screens is measured, too', async () => {
  const hasty = openHasty('narrow');
  const narrow = `<symbol id="narrow" viewBox="0 0 400 200">${SLOW}</symbol>`;
  expect(await hasty(drawing(narrow))).toEqual({ error: expect.stringContaining('longer than 0.5 seconds') as string });
});

test('the results are read from the cache', async () => {
  const source = drawing('<set/><rect width="99" height="99"/>');
  const first = await published(source);
  const spent = openDrawings({ cacheDir: folder, limits: { cpuMs: 1000, memory: 1e9, totalCpuMs: -1 } });
  expect(await published(source, spent)).toEqual(first);
  rmSync(first.file);
  const again = openDrawings({ cacheDir: folder, limits: { cpuMs: 1000, memory: 1e9, totalCpuMs: -1 } });
  expect(await again(source)).toEqual({ error: expect.stringContaining('the drawings of the site take longer than') });
});

test('a short drawing with groups that are drawn on their own is drawn, and a small one is drawn large', async () => {
  const circle = '<radialGradient id="g"><stop stop-opacity=".1"/></radialGradient><circle fill="url(#g)" r="700" cx="500" cy="500"/>';
  const layers = `${'<g opacity=".9">'.repeat(150)}${circle}${'</g>'.repeat(150)}`;
  const hasty = openHasty('layers');
  expect(await hasty(drawing(layers, 'viewBox="0 0 1000 1000" width="10" height="10"'))).toEqual({
    error: expect.stringContaining('longer than 0.5 seconds') as string,
  });
});

test.each(['CanvasText', 'light-dark(transparent, red)', 'transparent'])(
  'a drawing in a color that only a browser draws is measured: %s',
  async (color) => {
    const hasty = openHasty(color.slice(0, 9));
    expect(await hasty(drawing(SLOW.replaceAll('#0001', color)))).toEqual({
      error: expect.stringContaining('longer than 0.5 seconds') as string,
    });
  },
);

test('a short drawing of many large letters is measured', async () => {
  const text = `<text font-size="900" stroke="red" stroke-width="99" letter-spacing="-900" y="900">${'@'.repeat(1900)}</text>`;
  expect(await openHasty('letters')(drawing(text.repeat(4), 'viewBox="0 0 1000 1000"'))).toEqual({
    error: expect.stringContaining('longer than 0.5 seconds') as string,
  });
});

test('a drawing that takes too much time or memory is an error, and the next one is drawn', async () => {
  // Long enough for the next drawing on a slow machine.
  const hasty = openDrawings({ cacheDir: join(folder, 'hasty'), limits: { cpuMs: 3000, memory: 1e9, totalCpuMs: 1e9 } });
  expect(await hasty(drawing(SLOW))).toEqual({
    error: 'the drawing takes longer than 3 seconds to draw: simplify it, or save it as PNG',
  });
  expect(await published(drawing('<set/><rect width="9" height="9"/>'), hasty)).toMatchObject({ reason: 'it contains <set>' });
  const small = openDrawings({ cacheDir: join(folder, 'small'), limits: { cpuMs: 10_000, memory: 1e6, totalCpuMs: 1e9 } });
  expect(await small(drawing(SLOW))).toEqual({
    error: 'the drawing takes more than 0.001 GB of memory to draw: simplify it, or save it as PNG',
  });
});

test('drawings that cannot be drawn are errors', async () => {
  expect(await publish(drawing('<g>'))).toEqual({ error: expect.stringMatching(/^the drawing cannot be drawn \(.+\): export it again/) });
  expect(await publish(drawing('<set/>', ''))).toEqual({ error: expect.stringContaining('the drawing has no viewBox') });
  expect(await publish(Buffer.from('<svg a=1>'))).toEqual({
    error: expect.stringContaining('the drawing cannot be read (XML that is not'),
  });
  expect(await publish(Buffer.alloc(2_000_001, ' '))).toEqual({ error: expect.stringContaining('larger than 2 MB') });
});

test('drawings that cannot be drawn count for the time of all drawings', async () => {
  const brief = openDrawings({ cacheDir: join(folder, 'brief'), limits: { cpuMs: 10_000, memory: 1e9, totalCpuMs: 0 } });
  expect(await brief(drawing('<g>'))).toEqual({ error: expect.stringContaining('the drawing cannot be drawn') });
  expect(await brief(drawing('<b>'))).toEqual({ error: expect.stringContaining('the drawings of the site take longer') });
});

test.each([
  '<!-- <svg viewBox="0 0 140000 140000"> -->SVG',
  '<?x <svg viewBox="0 0 140000 140000">?>SVG',
  'SVG data-a=\' viewBox="0 0 140000 140000"\'',
  'SVG width="1cm" height="1cm"',
])('a drawing is measured in its size, not in that of another text: %s', async (start) => {
  const root = start.replace('SVG', '<svg xmlns="http://www.w3.org/2000/svg"');
  const hasty = openHasty('sizes');
  expect(await hasty(Buffer.from(`${root} viewBox="0 0 400 200">${SLOW}</svg>`))).toEqual({
    error: expect.stringContaining('longer than 0.5 seconds') as string,
  });
});

test('the picture of a drawing with a size in millimeters has the size of its viewBox', async () => {
  const picture = await published(
    drawing('<set/><rect width="210" height="297" fill="red"/>', 'width="210mm" height="297mm" viewBox="0 0 210 297"'),
  );
  expect(await pictureIn(picture, [[200, 290]])).toMatchObject({ size: [210, 297], pixels: [420, 594], colors: ['#ff0000ff'] });
});

test('of a drawing that is not valid UTF-8, a picture is published', async () => {
  const broken = Buffer.concat([drawing('<rect width="9" height="9"/>').subarray(0, -6), Buffer.from([0xff]), Buffer.from('</svg>')]);
  expect(await published(broken)).toMatchObject({ reason: 'it contains text that is not UTF-8' });
});

test('labels of draw.io cannot grow without limit', async () => {
  const label = `<switch><foreignObject width="9"><p>${'a<br/>'.repeat(200_000)}</p></foreignObject><text x="${'1'.repeat(20)}" y="5">a</text></switch>`;
  expect(await publish(drawing(label))).toEqual({ error: expect.stringContaining('larger than 2 MB') });
});
