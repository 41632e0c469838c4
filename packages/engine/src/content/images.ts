import { readFileSync } from 'node:fs';
import { basename } from 'node:path';

import type { Element, Root } from 'hast';
import { messageOf } from '@quire/search/error-message';

import type { SiteConfig } from '#config/schema.ts';
import { createTranslate } from '#model/interface-words.ts';
import { isExternal, isSafeTarget, withBase } from '#model/url.ts';

import type { Asset, CompileServices, ImageSource, TransformContext } from './document.ts';
import type { PublishedDrawing } from './drawings.ts';
import { createElement, visitElements } from './html-tree.ts';
import { isLinkedDrawing } from './link-resolver.ts';
import { isSized, shownSize, sizeAfterPicture } from './picture-size.ts';
import { FAILED_DOWNLOADS, REMOTE_PICTURES } from './remote-images.ts';
import { inlineDiagram, needsFile, shownSizeOfFile } from './svg.ts';

/** Gives every image its variants, its size, and lazy loading. Most SVG files become part of the page. */
export async function images(tree: Root, context: TransformContext): Promise<void> {
  themedPictures(tree, context);
  const found: FoundImage[] = [];
  const controls = new Map<Root | Element, string>();
  visitElements(tree, (node, index, parent) => {
    const control = CONTROLS.has(node.tagName) ? node.tagName : controls.get(parent);
    if (control !== undefined) controls.set(node, control);
    if (node.tagName !== 'img') return;
    readSizeAfter(node, parent.children[index + 1]);
    found.push({ node, parent, control });
  });
  // Start all downloads at once, so that they overlap.
  const { downloadImage } = context.services;
  if (downloadImage !== undefined)
    for (const { node } of found) if (isExternal(String(node.properties['src'] ?? ''))) void downloadImage(String(node.properties['src']));
  const seen = new Map<string, number>();
  const drawings: Drawings = { inlined: 0, characters: 0, cpuMs: 0 };
  await publishLinkedDrawings(context);
  for (const image of found) {
    // Docusaurus's scheme for static files, which it does not check.
    const target = image.node.properties['src']?.toString().replace(/^pathname:\/\/(?=\/)/, '');
    if (target === undefined || target === '') continue;
    const occurrence = seen.get(target) ?? 0;
    seen.set(target, occurrence + 1);
    await rewriteImage(image, target, occurrence, context, drawings);
  }
}

/**
 * Replaces `<picture>` with one image for each color mode, or with its only image. Other sources are the same picture in other sizes and
 * formats, which the build creates itself. Their missing files are reported, because the author expects them to be shown.
 */
function themedPictures(tree: Root, context: TransformContext): void {
  const dropped = new Set<string>();
  visitElements(tree, (node) => {
    if (node.tagName !== 'picture') return;
    const children = node.children.filter((child): child is Element => child.type === 'element');
    const image = children.find(({ tagName }) => tagName === 'img');
    if (image === undefined) return;
    const sourceFor = (mode: string): string | undefined => {
      const isForMode = ({ tagName, properties: { media } }: Element): boolean =>
        tagName === 'source' && new RegExp(`prefers-color-scheme:\\s*${mode}`).test(String(media ?? ''));
      return addressesOf(children.find(isForMode))[0];
    };
    const [light, dark] = [sourceFor('light'), sourceFor('dark')];
    for (const address of children.filter(({ tagName }) => tagName === 'source').flatMap(addressesOf))
      if (address !== light && address !== dark) dropped.add(address);
    const pictureOf = (src: string | undefined, mode: string): Element => ({
      ...image,
      properties: { ...image.properties, ...(src !== undefined && { src }), className: [`${mode}-only`] },
    });
    const isThemed = light !== undefined || dark !== undefined;
    const pictures = isThemed ? [pictureOf(light, 'light'), pictureOf(dark, 'dark')] : [image];
    Object.assign(node, { tagName: 'span', properties: {}, children: pictures });
  });
  for (const address of dropped) reportMissingSource(address, context);
}

/** Returns the addresses in the `srcset` of a source. Each is at the start or after a comma, with which it does not end. */
const addressesOf = (source: Element | undefined): string[] =>
  [...String(source?.properties['srcSet'] ?? '').matchAll(/(?:^|,)\s*([^\s,](?:\S*[^\s,])?)/g)].map(([, address = '']) => address);

function reportMissingSource(address: string, { services, report, lineOf }: TransformContext): void {
  if (isExternal(address) || /^(?:data|pathname):/.test(address)) return;
  const resolved = services.resolveTarget(address);
  if (resolved.kind !== 'broken') return;
  report(lineOf(address, 0), `the source "${address}" of <picture> is left out: ${resolved.message}`, 'warning');
}

/** Moves `{width=300}` from the text after a picture to its attributes. */
function readSizeAfter(node: Element, next: Root['children'][number] | undefined): void {
  const read = next?.type === 'text' ? sizeAfterPicture(next.value) : null;
  if (read === null || next?.type !== 'text') return;
  next.value = next.value.slice(read.length);
  Object.assign(node.properties, read.size);
}

/** Elements that respond to clicks themselves. A picture inside of them gets no zoom link. */
const CONTROLS = new Set(['a', 'button', 'summary', 'label']);

interface FoundImage {
  node: Element;
  parent: Root | Element;
  /** Tag name of the control that contains it, if any. */
  control: string | undefined;
}

async function rewriteImage(
  { node, parent, control }: FoundImage,
  target: string,
  occurrence: number,
  context: TransformContext,
  drawings: Drawings,
): Promise<void> {
  node.properties['alt'] ??= '';
  node.properties['loading'] = 'lazy';
  node.properties['decoding'] = 'async';
  if (isExternal(target) || target.startsWith('data:')) return remoteImage(node, target, occurrence, context, control);
  const { drawings: generated = {} } = context.doc;
  const drawing = Object.hasOwn(generated, target) ? generated[target] : undefined;
  if (drawing !== undefined)
    return inlineDiagram(node, parent, drawing, ++drawings.inlined, context, (message) =>
      context.report(1, `drawing "${target}": ${message}`),
    );
  const resolved = context.services.resolveTarget(target);
  if (resolved.kind === 'external') return externalImage(node, resolved.url, context, control);
  if (resolved.kind === 'known-missing') return becomeText(node);
  const fail = (message: string): void => context.report(context.lineOf(target, occurrence), `image "${target}": ${message}`);
  if (resolved.kind !== 'file') {
    fail(resolved.kind === 'broken' ? resolved.message : 'this is a page, not an image');
    return becomeText(node);
  }
  if (/\.svg$/i.test(resolved.asset.absolute))
    return showDrawing(node, parent, resolved.asset, { target, occurrence, fail }, context, drawings);
  const image = await context.services.image(resolved.asset.absolute);
  if ('error' in image) return fail(image.error);
  showImage(node, target, image, context, control);
}

/** What the drawings of a page add up to, because it can show one thousands of times. */
interface Drawings {
  /** Number of drawings that became part of the page so far. */
  inlined: number;
  /** Number of characters of the drawings that became part of the page so far. */
  characters: number;
  /** Processor time that a browser needs to draw them, in milliseconds. */
  cpuMs: number;
}

/** Limits of the drawings of a page. */
const MAX_DRAWING_CHARACTERS = 4_000_000;
const MAX_DRAWING_MS = 5000;

/** Shows an SVG file: as a part of the page, as a file, or as a picture of the drawing. */
async function showDrawing(
  node: Element,
  parent: Root | Element,
  asset: Asset,
  { target, occurrence, fail }: { target: string; occurrence: number; fail(message: string): void },
  context: TransformContext,
  drawings: Drawings,
): Promise<void> {
  const { services } = context;
  const drawing = await services.publishDrawing(readFileSync(asset.absolute));
  if ('error' in drawing) {
    fail(drawing.error);
    return becomeText(node);
  }
  const { svg, reason, cpuMs } = drawing;
  drawings.cpuMs += cpuMs;
  if (drawings.cpuMs > MAX_DRAWING_MS) return fail('the drawings on the page take browsers too long: divide the page, or save them as PNG');
  if (reason !== null) reportPicture(context.lineOf(target, occurrence), `image "${target}"`, reason, context);
  else if (!isSized(node.properties) && !needsFile(svg)) {
    drawings.characters += svg.length;
    if (drawings.characters > MAX_DRAWING_CHARACTERS)
      return fail(
        `the drawings on the page have more than ${MAX_DRAWING_CHARACTERS} characters: divide the page, or show the drawing once`,
      );
    if (services.countRepeated?.(asset.absolute, svg.length) === false)
      return fail(
        'the pages of the site repeat too many characters of drawings and included files: show it on fewer pages, or make it smaller',
      );
    return inlineDiagram(node, parent, svg, ++drawings.inlined, context, fail);
  }
  showFile(node, target, publishedAsset(asset, drawing), svg, context);
}

function showFile(node: Element, target: string, asset: Asset, svg: string, { services, assets, rewritten }: TransformContext): void {
  assets.push(asset);
  const src = withBase(services.baseUrl, asset.path);
  rewritten.set(target, src);
  Object.assign(node.properties, { src, dataMaxWidth: undefined, ...shownSizeOfFile(node, svg) });
}

/**
 * Returns the file of a drawing, or of the picture of it, as the build publishes it. Static folders are published unchanged, so the page shows their file
 * if the drawing is plain.
 */
function publishedAsset(asset: Asset, { file, reason }: PublishedDrawing): Asset {
  if (reason !== null) return { absolute: file, path: `${IMAGE_FOLDER}drawing-${basename(file)}` };
  return isLinkedDrawing(asset) || asset.path.startsWith(REMOTE_FOLDER) ? { ...asset, absolute: file } : asset;
}

/** Replaces linked drawings that a browser should not open with pictures of them, and leaves out those of which there is no picture. */
async function publishLinkedDrawings(context: TransformContext): Promise<void> {
  const linked = context.assets.splice(0);
  for (const asset of linked) {
    if (!isLinkedDrawing(asset)) {
      context.assets.push(asset);
      continue;
    }
    const drawing = await context.services.publishDrawing(readFileSync(asset.absolute));
    const address = withBase(context.services.baseUrl, asset.path);
    const target = [...context.rewritten].find(([, rewritten]) => rewritten.startsWith(address))?.[0] ?? asset.path;
    const line = context.lineOf(target, 0);
    if ('error' in drawing) {
      context.report(line, `link "${target}": ${drawing.error}`);
      continue;
    }
    if (drawing.reason !== null) reportPicture(line, `link "${target}"`, drawing.reason, context);
    context.assets.push({ ...asset, absolute: drawing.file });
  }
}

/** Parts of drawings that the picture of a drawing shows as browsers do. */
const AS_DRAWN = /<(?:image|filter|fe\w+|switch|use|mask|pattern)>|clip ?path|the attribute (?:filter|mask)=/i;

function reportPicture(line: number, what: string, reason: string, { report }: TransformContext): void {
  if (AS_DRAWN.test(reason)) return;
  report(
    line,
    `${what}: ${reason}, so the page shows a picture of the drawing: check that it looks right`,
    'warning',
    PICTURES_OF_DRAWINGS,
  );
}

const PICTURES_OF_DRAWINGS = 'pages show pictures of drawings';

function showImage(node: Element, target: string, image: ImageSource, context: TransformContext, control: FoundImage['control']): void {
  context.assets.push(...image.assets);
  context.rewritten.set(target, image.src);
  Object.assign(node.properties, { src: image.src, ...shownSize(node.properties, image) });
  if (image.srcset !== null) node.properties['srcSet'] = image.srcset;
  if (image.sizes !== null) node.properties['sizes'] = image.sizes;
  const shown = image.alternatives.length === 0 ? { ...node } : inPicture({ ...node }, image);
  Object.assign(node, image.width < MIN_ZOOM_WIDTH || control !== undefined ? shown : inZoomLink(shown, node, image, context));
}

/** In pixels. Most phones show narrower pictures in full size. */
const MIN_ZOOM_WIDTH = 400;

/** Wraps a picture in a link that a script turns into a zoom. Without JavaScript, the link opens the picture. */
function inZoomLink(shown: Element, { properties }: Element, { src }: ImageSource, { services }: TransformContext): Element {
  // Hide the link together with its picture in the other color mode.
  const themed = [properties['className'] ?? []].flat().filter((name) => name === 'light-only' || name === 'dark-only');
  const label = properties['alt'] === '' ? { ariaLabel: createTranslate(services)('Enlarge the picture') } : {};
  return createElement('a', { className: ['zoom', ...themed], href: src, ...label }, [shown]);
}

/** Wraps an image in `<picture>` with a source for each alternative format. */
function inPicture(img: Element, { alternatives, sizes }: ImageSource): Element {
  const sources = alternatives.map(({ type, srcset }): Element =>
    createElement('source', { type, srcSet: srcset, ...(sizes !== null && { sizes }) }),
  );
  return createElement('picture', {}, [...sources, img]);
}

/** Shows the downloaded copy of an image, or a link to the image if the download failed or is disabled. */
async function remoteImage(
  node: Element,
  target: string,
  occurrence: number,
  context: TransformContext,
  control: FoundImage['control'],
): Promise<void> {
  const { downloadImage } = context.services;
  const as = control === 'a' ? 'text' : 'a link';
  if (downloadImage === undefined || !isExternal(target)) {
    reportExternal(target, as, occurrence, context);
    return externalImage(node, target, context, control);
  }
  const found = await downloadImage(target);
  const image = 'error' in found ? found : await downloadedImage(found.file, context);
  // A downloaded drawing stays a file, because it does not use the classes of the site's color modes.
  if ('asset' in image) return showFile(node, target, image.asset, image.svg, context);
  if (!('error' in image)) return showImage(node, target, image, context, control);
  const message = `the picture "${target}" could not be downloaded, so it is shown as ${as}: ${image.error}`;
  if (!('isReported' in image && image.isReported === true))
    context.report(context.lineOf(target, occurrence), message, 'warning', FAILED_DOWNLOADS);
  externalImage(node, target, context, control);
}

async function downloadedImage(
  file: string,
  { services }: TransformContext,
): Promise<ImageSource | { asset: Asset; svg: string } | { error: string }> {
  if (!file.endsWith('.svg')) return services.image(file);
  const drawing = await services.publishDrawing(readFileSync(file));
  if ('error' in drawing) return drawing;
  return { svg: drawing.svg, asset: publishedAsset({ absolute: file, path: `${REMOTE_FOLDER}${basename(file)}` }, drawing) };
}

const REMOTE_FOLDER = '/assets/images/remote-';

function reportExternal(target: string, as: string, occurrence: number, context: TransformContext): void {
  const shown = target.startsWith('data:') ? 'data: picture' : `picture "${target}"`;
  const message = `the ${shown} is on another host and shown as ${as}, because pages load nothing from other sites: put a copy beside the page`;
  context.report(context.lineOf(target, occurrence), message, 'warning', REMOTE_PICTURES);
}

/**
 * Replaces an image of another host with a link to it, whose text is the alternative text. Pages do not load such images, because their host
 * would learn about the reader, and the Content-Security-Policy forbids it. Inside a link, the image becomes text, and the link keeps its target.
 */
function externalImage(node: Element, target: string, { services }: TransformContext, control: FoundImage['control']): void {
  const text = String(node.properties['alt'] ?? '');
  if (control === 'a') return becomeText(node, text === '' ? createTranslate(services)('Picture') : text);
  if (!isSafeTarget(target)) return becomeText(node);
  node.tagName = 'a';
  node.properties = { className: ['external', 'image-link'], href: target, rel: ['noopener'] };
  node.children = [{ type: 'text', value: text === '' ? createTranslate(services)('Picture') : text }];
}

/** Replaces an image with its alternative text. */
function becomeText(node: Element, text = String(node.properties['alt'] ?? '')): void {
  node.tagName = 'span';
  node.properties = {};
  node.children = text === '' ? [] : [{ type: 'text', value: text }];
}

const IMAGE_FOLDER = '/assets/images/';

/** Creates the `image` service of the compiler. The pipeline and its encoder are loaded for the first image. */
export function createImageService({ config, cacheDir }: { config: SiteConfig; cacheDir: string }): CompileServices['image'] {
  const { widths, quality, formats } = config.image;
  const loading = async () => {
    const { createImagePipeline } = await import('./image-pipeline.ts');
    return createImagePipeline({ cacheDir, widths, quality, formats, publicPath: withBase(config.baseUrl, IMAGE_FOLDER) });
  };
  let pipeline: ReturnType<typeof loading> | null = null;
  return async (absolute) => {
    try {
      const { variants, ...image } = await (await (pipeline ??= loading())).process(absolute);
      const assets = variants.map((variant) => ({ absolute: variant.absolute, path: IMAGE_FOLDER + variant.name }));
      return { ...image, assets };
    } catch (error) {
      return { error: messageOf(error) };
    }
  };
}
