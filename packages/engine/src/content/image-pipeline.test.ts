import { mkdtemp, readdir, readFile, rm, stat, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

import sharp from 'sharp';
import type { Sharp } from 'sharp';
import { afterEach, beforeEach, expect, test } from 'vitest';

import { createImagePipeline, ImageError, readImageData } from './image-pipeline.ts';
import type { ImagePipeline } from './image-pipeline.ts';

let folder = '';
let pipeline: ImagePipeline;

beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'images-'));
  pipeline = createImagePipeline({ cacheDir: join(folder, 'cache'), widths: [32, 64, 128], quality: 90 });
});
afterEach(() => rm(folder, { recursive: true, force: true }));

/** Use noise, so that the size in bytes grows with the number of pixels. */
function noise(width: number, height: number): Sharp {
  return sharp({ create: { width, height, channels: 3, background: '#000', noise: { type: 'gaussian', mean: 128, sigma: 40 } } });
}

async function write(name: string, content: Buffer | string): Promise<string> {
  const file = join(folder, name);
  await writeFile(file, content);
  return file;
}

async function messageOf(file: string): Promise<string> {
  const error: unknown = await pipeline.process(file).then(
    () => null,
    (reason: unknown) => reason,
  );
  if (!(error instanceof ImageError)) throw new Error('expected an ImageError', { cause: error });
  return error.message.replace(file, 'FILE');
}

test.each(['png', 'jpeg', 'webp'] as const)(
  'R-218 a %s is resized to the configured widths in its own format and never enlarged',
  async (format) => {
    const file = await write(`My Picture.${format}`, await noise(100, 50).toFormat(format).toBuffer());
    const image = await pipeline.process(file);
    expect(image).toMatchObject({ width: 100, height: 50 });
    expect(image.variants.map((variant) => variant.width)).toEqual([32, 64, 100]);
    for (const { absolute, bytes, name, width } of image.variants) {
      expect(name).toMatch(new RegExp(`^my-picture-${width}\\.[0-9a-f]{12}\\.(png|jpg|webp)$`));
      expect((await stat(absolute)).size).toBe(bytes);
      expect(await sharp(absolute).metadata()).toMatchObject({ width, format });
    }
    expect(image.src).toBe(`/assets/images/${image.variants[2]?.name}`);
    expect(image.srcset).toBe(image.variants.map(({ name, width }) => `/assets/images/${name} ${width}w`).join(', '));
    expect(image.sizes).not.toBeNull();
  },
);

test('R-218 a picture wider than all widths keeps its proportions and is not published in full size', async () => {
  const image = await pipeline.process(await write('wide.png', await noise(500, 100).png().toBuffer()));
  expect(image).toMatchObject({ width: 500, height: 100 });
  expect(image.variants.map((variant) => variant.width)).toEqual([32, 64, 128]);
});

/** A gradient with soft edges, as in photographs. */
function photo(width: number, height: number): Sharp {
  return noise(width, height).blur(4);
}

test('R-218 other formats have the same widths, the most compact format comes first, and the original is kept', async () => {
  const compact = createImagePipeline({ cacheDir: join(folder, 'cache'), widths: [32, 64], quality: 80, formats: ['webp', 'avif'] });
  const image = await compact.process(await write('photo.jpg', await photo(64, 64).jpeg({ quality: 100 }).toBuffer()));
  expect(image.alternatives.map(({ type }) => type)).toEqual(['image/avif', 'image/webp']);
  expect(image.src).toMatch(/^\/assets\/images\/photo-64\.[0-9a-f]{12}\.jpg$/);
  expect(image.srcset).not.toMatch(/webp|avif/);
  for (const { type, srcset } of image.alternatives) {
    const format = type.replace('image/', '');
    expect(srcset).toMatch(new RegExp(`photo-32\\.\\w+\\.${format} 32w, /assets/images/photo-64\\.\\w+\\.${format} 64w$`));
    for (const { absolute, width } of image.variants.filter((variant) => variant.format === format)) {
      expect(await sharp(absolute).metadata()).toMatchObject({ width, format: format === 'avif' ? 'heif' : format });
    }
  }
  const bytes = (format?: string): number => image.variants.reduce((sum, one) => sum + (one.format === format ? one.bytes : 0), 0);
  expect(bytes('webp')).toBeLessThan(bytes());
  const again = createImagePipeline({ cacheDir: join(folder, 'cache'), widths: [32, 64], quality: 80, formats: ['webp', 'avif'] });
  expect(await again.process(join(folder, 'photo.jpg'))).toEqual(image);
});

test('R-218 at quality 100 the other format of a PNG has the same pixels', async () => {
  const compact = createImagePipeline({ cacheDir: join(folder, 'cache'), widths: [64], quality: 100, formats: ['webp'] });
  const file = await write('exact.png', await photo(64, 64).png().toBuffer());
  const [own, webp] = (await compact.process(file)).variants;
  expect([own?.format, webp?.format]).toEqual([undefined, 'webp']);
  const pixels = (path = ''): Promise<Buffer> => sharp(path).raw().toBuffer();
  expect((await pixels(webp?.absolute)).equals(await pixels(own?.absolute))).toBe(true);
});

test('a format that saves no bytes is not offered, and WebP pictures are not converted', async () => {
  const compact = createImagePipeline({ cacheDir: join(folder, 'cache'), widths: [64], quality: 100, formats: ['webp'] });
  const small = await compact.process(await write('low.jpg', await noise(64, 64).jpeg({ quality: 10 }).toBuffer()));
  const webp = await compact.process(await write('own.webp', await photo(64, 64).webp().toBuffer()));
  expect([small, webp].map(({ alternatives, variants }) => [alternatives, variants.length])).toEqual([
    [[], 1],
    [[], 1],
  ]);
});

test('a small picture is published unchanged, without a srcset', async () => {
  const bytes = await noise(20, 20).png().toBuffer();
  const image = await pipeline.process(await write('small.png', bytes));
  expect(image.variants).toHaveLength(1);
  expect(await readFile(image.variants[0]?.absolute ?? '')).toEqual(bytes);
  expect([image.srcset, image.sizes]).toEqual([null, null]);
});

test('a variant with more bytes than a wider one is skipped', async () => {
  const flat = await sharp({ create: { width: 100, height: 100, channels: 3, background: '#1890ff' } })
    .png({ palette: true })
    .toBuffer();
  const { variants } = await pipeline.process(await write('flat.png', flat));
  const sizes = variants.map((variant) => variant.bytes);
  expect(sizes).toEqual(sizes.toSorted((a, b) => a - b));
});

test('a photo with an EXIF rotation has its displayed size', async () => {
  const turned = await noise(100, 40).jpeg().withMetadata({ orientation: 6 }).toBuffer();
  const image = await pipeline.process(await write('turned.jpg', turned));
  expect(image).toMatchObject({ width: 40, height: 100 });
  expect(await sharp(image.variants.at(-1)?.absolute).metadata()).toMatchObject({ width: 40, height: 100 });
});

test('copies of a picture under other names are encoded only until they have too many pixels for their bytes', async () => {
  const empty = await sharp({ create: { width: 2000, height: 1990, channels: 3, background: '#fff' } })
    .png({ palette: true })
    .toBuffer();
  const names = Array.from({ length: 60 }, (_, at) => `copy-${at}.png`);
  const files = await Promise.all(names.map((name) => write(name, empty)));
  const results = await Promise.allSettled(files.map((file) => pipeline.process(file)));
  // 200 megapixels, and less than one for the bytes.
  expect(results.filter(({ status }) => status === 'fulfilled')).toHaveLength(50);
  expect(String(results.find((one) => one.status === 'rejected')?.reason)).toContain('203 megapixels so far: use one file');
  // The cache has the first ones, which count no more.
  const again = createImagePipeline({ cacheDir: join(folder, 'cache'), widths: [32, 64, 128], quality: 90 });
  for (const [at, { status }] of results.entries())
    if (status === 'fulfilled') await expect(again.process(files[at] ?? '')).resolves.toBeDefined();
});

test('a large animation is an error, because browsers decode it in full size', async () => {
  const gif = await sharp({ create: { width: 4000, height: 3000, channels: 3, background: '#fff' } })
    .gif()
    .toBuffer();
  expect(await messageOf(await write('huge.gif', gif))).toContain('more than 10 megapixels for a GIF file or an animation');
});

test('animations are published unchanged', async () => {
  const gif = await noise(200, 100).gif().toBuffer();
  const animation = await pipeline.process(await write('animation.gif', gif));
  expect(animation.variants.map((variant) => variant.bytes)).toEqual([gif.length]);
});

test('a drawing with the name of another picture is an error, because only files that end in .svg are checked', async () => {
  const svg = '<svg xmlns="http://www.w3.org/2000/svg" width="300px" height="150"><rect width="300" height="150"/></svg>';
  expect(await messageOf(await write('drawing.png', svg))).toBe(
    'FILE: the file is an SVG drawing with the name of another picture: rename it to end in .svg',
  );
});

test('R-218 a picture is processed once across builds, and truncated cache files are written again', async () => {
  const file = await write('once.png', await noise(100, 50).png().toBuffer());
  const first = await pipeline.process(file);
  const before = await stat(first.variants[0]?.absolute ?? '');
  const again = createImagePipeline({ cacheDir: join(folder, 'cache'), widths: [32, 64, 128], quality: 90 });
  expect(await again.process(file)).toEqual(first);
  expect((await stat(first.variants[0]?.absolute ?? '')).mtimeMs).toBe(before.mtimeMs);
  await writeFile(first.variants[0]?.absolute ?? '', 'cut short');
  expect(await again.process(file)).toEqual(first);
  expect((await stat(first.variants[0]?.absolute ?? '')).size).toBe(before.size);
});

test('an invalid cache record is created again', async () => {
  const file = await write('once.png', await noise(100, 50).png().toBuffer());
  const first = await pipeline.process(file);
  const record = (await readdir(join(folder, 'cache'))).find((name) => name.endsWith('.json')) ?? '';
  for (const broken of ['', '{}', '{"width":1,"height":1,"variants":[{"width":1,"name":"../../x","bytes":1}]}']) {
    await writeFile(join(folder, 'cache', record), broken);
    expect(await pipeline.process(file)).toEqual(first);
  }
});

test('different settings or content create different entries', async () => {
  const file = await write('a.jpg', await noise(100, 50).jpeg().toBuffer());
  const first = await pipeline.process(file);
  const other = createImagePipeline({ cacheDir: join(folder, 'cache'), widths: [50], quality: 90 });
  expect((await other.process(file)).variants.map((variant) => variant.width)).toEqual([50]);
  await writeFile(file, await noise(90, 50).jpeg().toBuffer());
  expect((await pipeline.process(file)).variants[0]?.name).not.toBe(first.variants[0]?.name);
});

test('concurrent requests for a picture process it once', async () => {
  const file = await write('many.png', await noise(100, 50).png().toBuffer());
  const images = await Promise.all(Array.from({ length: 20 }, () => pipeline.process(file)));
  expect(new Set(images).size).toBe(1);
  expect((await readdir(join(folder, 'cache'))).filter((name) => name.includes('.part'))).toEqual([]);
});

test('addresses start with the base URL', async () => {
  const based = createImagePipeline({ cacheDir: join(folder, 'cache'), widths: [32], quality: 90, publicPath: '/x/i/' });
  expect((await based.process(await write('a.png', await noise(20, 20).png().toBuffer()))).src).toMatch(/^\/x\/i\/a-20\./);
});

test('a missing file is reported', async () => {
  expect(await messageOf(join(folder, 'none.png'))).toBe('FILE: there is no such image');
});

test('an empty file is reported', async () => {
  expect(await messageOf(await write('empty.png', ''))).toBe('FILE: the picture is empty (0 bytes): save it again');
});

test('a file that is not a picture is reported', async () => {
  expect(await messageOf(await write('text.png', 'just words'))).toBe(
    'FILE: the file is not a picture, although its name is that of one: save the picture as PNG, JPEG, WebP, GIF, or SVG',
  );
});

test('a picture with a broken header is reported', async () => {
  const png = await noise(100, 50).png().toBuffer();
  expect(await messageOf(await write('head.png', png.subarray(0, 20)))).toMatch(/^FILE: the PNG file is broken \(.+\): save it again$/);
});

test.each(['png', 'jpeg'] as const)('a truncated %s is reported', async (format) => {
  const whole = await noise(100, 50).toFormat(format).toBuffer();
  const cut = await write(`cut.${format}`, whole.subarray(0, whole.length - Math.floor(whole.length / 3)));
  expect(await messageOf(cut)).toMatch(/^FILE: the picture's data is broken \(.+\): save it again$/);
});

test('a picture with huge dimensions is reported', async () => {
  const huge = await sharp({ create: { width: 11_000, height: 10_000, channels: 3, background: '#fff' }, limitInputPixels: false })
    .png()
    .toBuffer();
  expect(await messageOf(await write('huge.png', huge))).toBe(
    'FILE: the picture has 11000 × 10000 pixels (110 megapixels), more than 100 megapixels: make it smaller',
  );
});

test('an almost empty picture with many pixels is reported, because it takes as long as any other', async () => {
  const blank = sharp({ create: { width: 4000, height: 3000, channels: 3, background: '#fff' } });
  expect(await messageOf(await write('blank.png', await blank.png({ palette: true, colors: 2 }).toBuffer()))).toMatch(
    /^FILE: the picture has 4000 × 3000 pixels \(12 megapixels\) in only \d+ bytes of data, so it is almost empty: make it smaller$/,
  );
});

test('a large progressive picture is reported, because it is completely in memory while it is read', async () => {
  const large = await sharp({ create: { width: 8000, height: 6000, channels: 3, background: '#fff' } })
    .png({ progressive: true, palette: true, colors: 2 })
    .toBuffer();
  expect(await messageOf(await write('large.png', large))).toBe(
    'FILE: the picture has 8000 × 6000 pixels (48 megapixels), more than 40 megapixels: make it smaller, or save it without interlacing',
  );
});

test('a WebP has the limit of pictures that are completely in memory, and bytes after its end do not count', async () => {
  const blank = (width: number, height: number): Promise<Buffer> =>
    sharp({ create: { width, height, channels: 3, background: '#fff' } })
      .webp({ lossless: true, effort: 0 })
      .toBuffer();
  expect(await messageOf(await write('large.webp', await blank(8000, 6000)))).toBe(
    'FILE: the picture has 8000 × 6000 pixels (48 megapixels), more than 40 megapixels: make it smaller',
  );
  const short = await blank(3000, 2000);
  expect(await messageOf(await write('padded.webp', Buffer.concat([short, Buffer.alloc(20_000)])))).toContain(
    `(6 megapixels) in only ${short.readUInt32LE(16)} bytes of data, so it is almost empty`,
  );
  expect(await messageOf(await write('cut.webp', short.subarray(0, 14)))).toMatch(/^FILE: the WebP file is broken/);
});

/** The position of the marker of the first scan of a JPEG. */
const scanIn = (jpeg: Buffer): number => jpeg.indexOf(Buffer.from([0xff, 0xda]));

test('R-218 a JPEG with the scans of a common encoder is processed', async () => {
  const jpeg = await noise(100, 50).jpeg({ progressive: true, optimizeScans: true, mozjpeg: true }).toBuffer();
  expect(readImageData(jpeg, 'jpeg').scans).toBeGreaterThan(3);
  expect((await pipeline.process(await write('progressive.jpeg', jpeg))).width).toBe(100);
});

test('a JPEG with many scans or arithmetic coding is reported before it is decoded', async () => {
  const jpeg = await noise(100, 50).jpeg().toBuffer();
  const [start, end] = [scanIn(jpeg), jpeg.length - 2];
  const scans = Array.from({ length: 31 }, () => jpeg.subarray(start, end));
  expect(await messageOf(await write('scans.jpeg', Buffer.concat([jpeg.subarray(0, start), ...scans, jpeg.subarray(end)])))).toBe(
    'FILE: the JPEG file has 31 scans, more than 30: save it again, or without progressive loading',
  );
  const frame = jpeg.indexOf(Buffer.from([0xff, 0xc0]));
  for (const marker of [0xc9, 0xca]) {
    const arithmetic = Buffer.from(jpeg);
    arithmetic[frame + 1] = marker;
    expect(await messageOf(await write('arithmetic.jpeg', arithmetic))).toBe(
      'FILE: the JPEG file uses arithmetic coding, which browsers do not show: save it again as a usual JPEG',
    );
  }
});

test('bytes beside and after the data of a JPEG or a PNG do not count', async () => {
  const jpeg = await noise(100, 50).jpeg().toBuffer();
  const comment = Buffer.from([0xff, 0xfe, 0, 6, 0xff, 0xda, 0xff, 0xd9]);
  const padded = Buffer.concat([jpeg.subarray(0, 2), comment, Buffer.alloc(50), jpeg.subarray(2), jpeg]);
  const data = readImageData(jpeg, 'jpeg');
  expect(data).toMatchObject({ scans: 1, length: jpeg.length - 2 - scanIn(jpeg) - 14 });
  expect(readImageData(padded, 'jpeg')).toEqual(data);
  expect(readImageData(jpeg.subarray(0, -10), 'jpeg')).toEqual({ ...data, length: data.length - 8 });
  const png = await noise(100, 50).png().toBuffer();
  const text = Buffer.alloc(5012);
  text.writeUInt32BE(5000);
  text.write('teXt', 4);
  const { length } = readImageData(png, 'png');
  expect(length).toBeLessThan(png.length);
  expect(readImageData(Buffer.concat([png.subarray(0, 33), text, png.subarray(33), text]), 'png').length).toBe(length);
});

test('an animated WebP with many frames is reported, because the time grows with the square of their number', async () => {
  const animation = Buffer.alloc(12 + 10_001 * 8);
  animation.write('RIFF');
  animation.writeUInt32LE(animation.length - 8, 4);
  animation.write('WEBP', 8);
  for (let at = 12; at < animation.length; at += 8) animation.write('ANMF', at);
  expect(await messageOf(await write('long.webp', animation))).toBe(
    'FILE: the animation has 10001 frames, more than 10000: shorten it, or link to a video',
  );
});

test('a format that not every browser supports is reported', async () => {
  const tiff = await noise(20, 20).tiff().toBuffer();
  expect(await messageOf(await write('scan.tiff', tiff))).toMatch(/^FILE: the picture has the format tiff, which not every browser shows/);
});

test('after an error, the fixed file is processed', async () => {
  const file = await write('fixed.png', 'no picture');
  await messageOf(file);
  await writeFile(file, await noise(20, 20).png().toBuffer());
  expect((await pipeline.process(file)).width).toBe(20);
});
