/**
 * Draws SVG files in a process of its own, because some take minutes or gigabytes: the process ends itself when one takes more than its limits.
 * The parent sends a drawing (`DrawRequest`), and receives a picture of it (`DrawnPicture`).
 */
import { existsSync, readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { join } from 'node:path';
import { inflateSync } from 'node:zlib';

import { writeFileAtomic } from './files.ts';

/** Limits of a drawing. */
export interface DrawLimits {
  /** Processor time, in milliseconds. */
  cpuMs: number;
  /** Memory of the process, in bytes. */
  memory: number;
}
/** The larger side of the drawing, in pixels. */
const DRAWN_SIDE = 2000;
/** Pixels of the picture for each pixel of the drawing. Screens of phones have more pixels than CSS has. */
const DENSITY = 2;
const DEFAULT_DPI = 72;

export interface DrawRequest {
  svg: string;
  /** Size of the picture, in pixels. */
  width: number;
  height: number;
  /** No picture is needed of a drawing that takes at most this processor time, in milliseconds. */
  quickMs: number;
}

export type DrawnPicture =
  | {
      /** Processor time, in milliseconds. */
      cpuMs: number;
      /** Null: not needed. */
      webp: Uint8Array | null;
    }
  | {
      error: string;
      /** Processor time, in milliseconds. */
      cpuMs: number;
    }
  /** The process ends. */
  | { exceeded: 'cpuMs' | 'memory' };

/** @param folder absolute folder of the process's fonts */
async function serve(folder: string, limits: DrawLimits): Promise<void> {
  process.env['FONTCONFIG_FILE'] = writeFonts(folder);
  const { default: sharp } = await import('sharp');
  sharp.concurrency(1);
  let started: NodeJS.CpuUsage | null = null;
  setInterval(() => {
    if (started === null) return;
    if (process.memoryUsage.rss() > limits.memory) end('memory');
    else if (millisecondsOf(process.cpuUsage(started)) > limits.cpuMs) end('cpuMs');
  }, 20).unref();
  process.on('message', async ({ svg, width, height, quickMs }: DrawRequest) => {
    started = process.cpuUsage();
    const side = Math.min(DRAWN_SIDE, Math.round(DENSITY * Math.max(width, height)));
    let answer: DrawnPicture;
    try {
      const file = Buffer.from(svg);
      const own = await sharp(file, { density: DEFAULT_DPI, limitInputPixels: false }).metadata();
      const scale = DRAWN_SIDE / Math.max(own.width, own.height);
      const drawn = await sharp(file, { density: DEFAULT_DPI * scale, limitInputPixels: 4 * DRAWN_SIDE ** 2 })
        .raw()
        .toBuffer({ resolveWithObject: true });
      const cpuMs = millisecondsOf(process.cpuUsage(started));
      const picture =
        cpuMs <= quickMs
          ? null
          : sharp(drawn.data, { raw: drawn.info }).resize({ width: side, height: side, fit: 'inside' }).webp({ lossless: true });
      answer = { cpuMs, webp: (await picture?.toBuffer()) ?? null };
    } catch (error) {
      const message = error instanceof Error ? (error.message.split('\n')[0] ?? '') : String(error);
      answer = { error: message, cpuMs: millisecondsOf(process.cpuUsage(started)) };
    }
    started = null;
    process.send?.(answer);
  });
  process.once('disconnect', () => process.exit());
}

/** Ends the process, although the library is drawing in another thread. */
function end(exceeded: 'cpuMs' | 'memory'): void {
  process.send?.({ exceeded } satisfies DrawnPicture, undefined, undefined, () => process.kill(process.pid, 'SIGKILL'));
}

const millisecondsOf = ({ user, system }: NodeJS.CpuUsage): number => (user + system) / 1000;

/** The languages of the font. Fonts of the machine draw others. */
const SUBSETS = ['latin', 'latin-ext', 'cyrillic', 'greek', 'vietnamese'];
const WEIGHTS = [400, 700];

/** Writes a font for machines that have none, and returns the path of the configuration that adds it to those of the machine. */
function writeFonts(folder: string): string {
  const { resolve } = createRequire(import.meta.url);
  for (const subset of SUBSETS)
    for (const weight of WEIGHTS) {
      const name = `manrope-${subset}-${weight}-normal`;
      const font = join(folder, `${name}.ttf`);
      if (!existsSync(font)) writeFileAtomic(font, unpackFont(readFileSync(resolve(`@fontsource/manrope/files/${name}.woff`))));
    }
  const file = join(folder, 'fonts.conf');
  const folders = [
    '<include ignore_missing="yes">/etc/fonts/fonts.conf</include>',
    '<dir prefix="relative">.</dir>',
    '<cachedir prefix="relative">.</cachedir>',
  ];
  writeFileAtomic(file, `<?xml version="1.0"?><!DOCTYPE fontconfig SYSTEM "fonts.dtd"><fontconfig>${folders.join('')}</fontconfig>`);
  return file;
}

/** Converts WOFF 1.0 (W3C) to the TrueType font in it, whose tables are compressed, because the drawing library reads no WOFF. */
function unpackFont(woff: Buffer): Buffer {
  const count = woff.readUInt16BE(12);
  const directory = Buffer.alloc(12 + count * 16);
  woff.copy(directory, 0, 4, 8);
  const power = Math.floor(Math.log2(count));
  [count, 16 << power, power, (count - (1 << power)) * 16].forEach((value, index) => directory.writeUInt16BE(value, 4 + index * 2));
  const tables = [directory];
  let offset = directory.length;
  for (let index = 0; index < count; index++) {
    const entry = woff.subarray(44 + index * 20, 64 + index * 20);
    const [start, packed, size] = [4, 8, 12].map((at) => entry.readUInt32BE(at)) as [number, number, number];
    const data = woff.subarray(start, start + packed);
    const table = packed === size ? data : inflateSync(data);
    entry.copy(directory, 12 + index * 16, 0, 4);
    entry.copy(directory, 16 + index * 16, 16, 20);
    directory.writeUInt32BE(offset, 20 + index * 16);
    directory.writeUInt32BE(size, 24 + index * 16);
    const padded = Buffer.alloc(Math.ceil(size / 4) * 4);
    table.copy(padded);
    tables.push(padded);
    offset += padded.length;
  }
  return Buffer.concat(tables);
}

if (import.meta.main) await serve(process.argv[2] ?? '', JSON.parse(process.argv[3] ?? '') as DrawLimits);
