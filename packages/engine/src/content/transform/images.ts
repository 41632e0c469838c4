import { readFileSync } from 'node:fs';

import type { Element, Root } from 'hast';

import { isExternal, isLiveTarget } from '#model/url.ts';

import type { TransformContext } from './context.ts';
import { inlineDiagram } from './diagrams.ts';
import { visitElements } from './visit-elements.ts';

/** Gives every image its files, its size and lazy loading; SVG files of the tree become part of the page. */
export async function images(tree: Root, context: TransformContext): Promise<void> {
  const found: { node: Element; parent: Root | Element }[] = [];
  visitElements(tree, (node, _, parent) => {
    if (node.tagName === 'img') found.push({ node, parent });
  });
  const seen = new Map<string, number>();
  for (const { node, parent } of found) {
    const target = node.properties['src'];
    if (typeof target !== 'string' || target === '') continue;
    const occurrence = seen.get(target) ?? 0;
    seen.set(target, occurrence + 1);
    await rewriteImage(node, parent, target, occurrence, context);
  }
}

async function rewriteImage(
  node: Element,
  parent: Root | Element,
  target: string,
  occurrence: number,
  context: TransformContext,
): Promise<void> {
  node.properties['alt'] ??= '';
  node.properties['loading'] = 'lazy';
  node.properties['decoding'] = 'async';
  if (isExternal(target) || target.startsWith('data:')) return externalImage(node, target);
  const drawing = context.doc.drawings?.[target];
  if (drawing !== undefined) return inlineDiagram(node, parent, drawing, (message) => context.report(1, `drawing "${target}": ${message}`));
  const resolved = context.services.resolveTarget(target);
  if (resolved.kind === 'external') return externalImage(node, resolved.url);
  if (resolved.kind === 'inert') return becomeText(node);
  const fail = (message: string): void => context.report(context.lineOf(target, occurrence), `image "${target}": ${message}`);
  if (resolved.kind !== 'file') return fail(resolved.kind === 'broken' ? resolved.message : 'this is a page, not an image');
  if (resolved.asset.absolute.endsWith('.svg')) return inlineDiagram(node, parent, readFileSync(resolved.asset.absolute, 'utf8'), fail);
  const image = await context.services.image(resolved.asset.absolute);
  if ('error' in image) return fail(image.error);
  context.assets.push(...image.assets);
  context.rewritten.set(target, image.src);
  Object.assign(node.properties, { src: image.src, width: image.width, height: image.height });
  if (image.srcset !== null) node.properties['srcSet'] = image.srcset;
  if (image.sizes !== null) node.properties['sizes'] = image.sizes;
}

/**
 * Images of other sites are not loaded: the page would tell them who reads it, and the Content-Security-Policy
 * forbids it. The text alternative stands as a link to the picture.
 */
function externalImage(node: Element, target: string): void {
  const text = String(node.properties['alt'] ?? '');
  if (!isLiveTarget(target)) return becomeText(node);
  node.tagName = 'a';
  node.properties = { className: ['external', 'image-link'], href: target, rel: ['noopener'] };
  node.children = [{ type: 'text', value: text === '' ? 'Picture' : text }];
}

function becomeText(node: Element): void {
  const text = String(node.properties['alt'] ?? '');
  node.tagName = 'span';
  node.properties = {};
  node.children = text === '' ? [] : [{ type: 'text', value: text }];
}
