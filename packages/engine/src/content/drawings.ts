/**
 * Publishes SVG files. A browser draws a file itself only if the drawing is plain and takes little time to draw. Of any other drawing, such as one with
 * filters, animations, fonts, or scripts, the build publishes a picture of it in an SVG file, because only the build can limit the time.
 */
import { isUtf8 } from 'node:buffer';
import { fork, type ChildProcess } from 'node:child_process';
import { createHash } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';

import { LRUCache } from 'lru-cache';
import pLimit from 'p-limit';
import { z } from 'zod';

import type { DrawLimits, DrawnPicture, DrawRequest } from './draw-process.ts';
import { writeFileAtomic } from './files.ts';
import { createShape, type Shape } from './drawing-limits.ts';
import { NARROW_DRAWING, readDrawing, writeDrawing } from './plain-svg.ts';
import { sizeOf, withTextLabels } from './svg.ts';

export interface PublishedDrawing {
  /** The SVG as it is published: the drawing as the build wrote it, or a picture of it. */
  svg: string;
  /** Absolute path of a file with it. */
  file: string;
  /** Why a picture of the drawing is published; null: the drawing itself is. */
  reason: string | null;
  /** Processor time that it takes to draw, in milliseconds. */
  cpuMs: number;
}

/** Publishes a drawing, or returns an error message for the author. @param source content of an SVG file */
export type PublishDrawing = (source: Uint8Array) => Promise<PublishedDrawing | { error: string }>;

/** Maximum number of characters of a file. */
const MAX_CHARACTERS = 2_000_000;
const TOO_LARGE = `the drawing is larger than ${MAX_CHARACTERS / 1e6} MB: simplify it, or save it as PNG`;
/** Maximum processor time of a drawing that a browser draws itself, which takes a similar time. */
const MAX_CPU_MS = 1000;
/** `totalCpuMs` is the maximum processor time of all drawings of a build, in milliseconds. */
const LIMITS: DrawLimits & { totalCpuMs: number } = { cpuMs: 10_000, memory: 1_000_000_000, totalCpuMs: 60_000 };
/** Time limit of a drawing in relation to its processor time, for busy machines. */
const SLOWEST_MACHINE = 6;
/** A plain drawing with at most this many characters takes little time, except for the parts that `isQuick` counts. */
const SHORT = 10_000;
/** In square pixels. A browser fills them in about 50 milliseconds, also with outlines of letters. */
const SMALL_AREA = 100_000_000;
/** Gradients and clip paths. */
const FEW_REFERENCES = 30;

/** Whether a plain drawing certainly takes little time: it has no dashes or groups that are drawn on their own, and few large letters or gradients. */
const isQuick = (svg: string, letterPixels: number): boolean =>
  svg.length <= SHORT && !/dasharray|opacity/.test(svg) && letterPixels <= SMALL_AREA && svg.split('url(').length - 1 <= FEW_REFERENCES;

/** Part of the cache key. Increase it if the same file gives another picture. */
const FORMAT_VERSION = 5;
/** Part of the cache key, so that a drawing is checked again after a change of the rules. */
const RULES = ['plain-svg.ts', 'drawing-limits.ts'].map((name) => readFileSync(new URL(name, import.meta.url), 'utf8')).join('');

const recordSchema = z.object({ reason: z.string().nullable(), cpuMs: z.number() });

/** Opens the drawings of a build. @param cacheDir absolute folder, which keeps the results across builds */
export function openDrawings({ cacheDir, limits = LIMITS }: { cacheDir: string; limits?: typeof LIMITS }): PublishDrawing {
  const known = new LRUCache<string, Promise<PublishedDrawing | { error: string }>>({ max: 1000 });
  const drawer = openDrawer(join(cacheDir, 'fonts'), limits);

  async function publish(source: Uint8Array, key: string): Promise<PublishedDrawing | { error: string }> {
    const [file, recordFile] = [join(cacheDir, `${key}.svg`), join(cacheDir, `${key}.json`)];
    try {
      return { ...recordSchema.parse(JSON.parse(readFileSync(recordFile, 'utf8'))), svg: readFileSync(file, 'utf8'), file };
    } catch {
      // There is no complete record.
    }
    const drawing = await toPublished(withTextLabels(Buffer.from(source).toString()), isUtf8(source));
    if ('error' in drawing) return drawing;
    const { svg, ...record } = drawing;
    writeFileAtomic(file, svg);
    writeFileAtomic(recordFile, JSON.stringify(record));
    return { ...drawing, file };
  }

  async function toPublished(source: string, isValid: boolean): Promise<Omit<PublishedDrawing, 'file'> | { error: string }> {
    if (source.length > MAX_CHARACTERS) return { error: TOO_LARGE };
    const read = readDrawing(source);
    const unplain = isValid ? read.unplain : 'text that is not UTF-8';
    const size = read.root && sizeOf(read.root.attributes);
    const drawing = unplain === null && read.root !== null ? withSize(read.root, size) : null;
    const svg = drawing === null ? source : writeDrawing(drawing);
    if (svg.length > MAX_CHARACTERS) return { error: TOO_LARGE };
    if (drawing !== null && isQuick(svg, read.letterPixels)) return { svg, reason: null, cpuMs: svg.length / 1000 };
    if (read.root === null)
      return { error: `the drawing cannot be read (${unplain ?? 'no outermost element'}): export it again, or save it as PNG` };
    if (size === null)
      return { error: 'the drawing has no viewBox, so its size is unknown: add viewBox="0 0 WIDTH HEIGHT" to its <svg> element' };
    if (drawing !== null) {
      const measured = await drawer.draw({ svg: writeDrawing(withNarrowDrawing(withColors(drawing))), ...size, quickMs: MAX_CPU_MS });
      if ('error' in measured) return measured;
      if (measured.webp === null) return { svg, reason: null, cpuMs: measured.cpuMs };
    }
    const drawn = await drawer.draw({ svg: withLightColors(svg), ...size, quickMs: -1 });
    if ('error' in drawn) return drawn;
    if (drawn.webp === null) throw new Error('The picture of a drawing is missing.');
    const reason = unplain === null ? 'it takes browsers long to draw' : `it contains ${unplain}`;
    return { svg: pictureOf(drawn.webp, size), reason, cpuMs: 0 };
  }

  return (source) => {
    const key = createHash('sha256').update(`${FORMAT_VERSION}${RULES}`).update(source).digest('hex').slice(0, 24);
    const started = known.get(key) ?? publish(source, key);
    known.set(key, started);
    return started;
  };
}

/** Replaces colors for both color modes, which the drawing library does not know, with those of the light one. */
const withLightColors = (svg: string): string => svg.replace(/light-dark\(((?:[^(),]|\([^()]*\))*),(?:[^()]|\([^()]*\))*\)/gi, '$1');

/** Sets the size in pixels, in which a page shows the drawing. */
const withSize = (root: Shape, size: { width: number; height: number } | null): Shape =>
  size === null
    ? root
    : {
        ...root,
        attributes: {
          viewBox: `0 0 ${size.width} ${size.height}`,
          ...root.attributes,
          width: String(size.width),
          height: String(size.height),
        },
      };

const COLORS = new Set(['fill', 'stroke', 'color', 'stop-color']);

/** Replaces each color by one that the library knows, so that it draws what is visible only in a browser, such as system colors, or in the dark mode. */
function withColors(shape: Shape): Shape {
  const replace = ([name, value]: [string, string]): [string, string] => [
    name,
    COLORS.has(name) && value !== 'none' && !value.startsWith('url(') ? 'red' : value,
  ];
  return {
    ...shape,
    attributes: Object.fromEntries(Object.entries(shape.attributes).map(replace)),
    style: new Map([...shape.style].map(replace)),
    children: shape.children.map((child) => (typeof child === 'string' ? child : withColors(child))),
  };
}

/** Adds the drawing for narrow screens to one that is measured, because a page shows it, but the file does not. */
const withNarrowDrawing = (root: Shape): Shape => ({
  ...root,
  children: [...root.children, createShape('use', { href: `#${NARROW_DRAWING}` })],
});

/** Returns an SVG file with a picture, which keeps the name, the type, and the size of the drawing. */
const pictureOf = (webp: Uint8Array, { width, height }: { width: number; height: number }): string =>
  `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 ${width} ${height}" width="${width}" height="${height}"><image width="${width}" height="${height}" href="data:image/webp;base64,${Buffer.from(webp).toString('base64')}"/></svg>`;

type Drawn = Extract<DrawnPicture, { webp: unknown }> | { error: string };

/** Starts the process for the first drawing, and again after a drawing that ended it. */
function openDrawer(fontsFolder: string, limits: typeof LIMITS): { draw(request: DrawRequest): Promise<Drawn> } {
  const oneAtATime = pLimit(1);
  let child: ChildProcess | null = null;
  let spentMs = 0;

  function startProcess(): ChildProcess {
    const started = fork(fileURLToPath(new URL('draw-process.ts', import.meta.url)), [fontsFolder, JSON.stringify(limits)], {
      serialization: 'advanced',
      // Options of the parent, such as `--eval`, are not for this process.
      execArgv: [],
    });
    const forget = (): void => {
      if (child === started) child = null;
    };
    return started.once('close', forget).once('error', forget);
  }

  async function draw(request: DrawRequest): Promise<Drawn> {
    if (spentMs > limits.totalCpuMs)
      return {
        error: `the drawings of the site take longer than ${limits.totalCpuMs / 1000} seconds to draw: simplify them, or save them as PNG`,
      };
    child ??= startProcess();
    const running = child;
    running.ref();
    running.channel?.ref();
    const { promise, resolve } = Promise.withResolvers<DrawnPicture>();
    const timer = setTimeout(() => {
      resolve({ exceeded: 'cpuMs' });
      running.kill('SIGKILL');
    }, SLOWEST_MACHINE * limits.cpuMs);
    const start = performance.now();
    const ended = (): void => resolve({ error: 'the process that draws it ended', cpuMs: performance.now() - start });
    running.once('message', resolve).once('close', ended).once('error', ended);
    // If the process has ended, `ended` is called, too.
    running.send(request, () => undefined);
    const picture = await promise;
    clearTimeout(timer);
    running.off('message', resolve).off('close', ended).off('error', ended);
    running.unref();
    running.channel?.unref();
    spentMs += 'exceeded' in picture ? limits.cpuMs : picture.cpuMs;
    if ('error' in picture) return { error: `the drawing cannot be drawn (${picture.error}): export it again, or save it as PNG` };
    if (!('exceeded' in picture)) return picture;
    child = null;
    const most =
      picture.exceeded === 'memory' ? `more than ${limits.memory / 1e9} GB of memory` : `longer than ${limits.cpuMs / 1000} seconds`;
    return { error: `the drawing takes ${most} to draw: simplify it, or save it as PNG` };
  }

  return { draw: (request) => oneAtATime(draw, request) };
}
