import type { Element, Root } from 'hast';
import { toString } from 'hast-util-to-string';

import { isExternal, isLiveTarget, withBase } from '#model/url.ts';

import type { TransformContext } from './context.ts';
import { visitElements } from './visit-elements.ts';

/** Resolves every link of the page; targets that lead nowhere are reported with their line. */
export function links(tree: Root, context: TransformContext): void {
  const seen = new Map<string, number>();
  visitElements(tree, (node) => {
    if (node.tagName !== 'a') return;
    const target = node.properties['href'];
    if (typeof target !== 'string' || node.properties['className']?.toString() === 'anchor') return;
    const occurrence = seen.get(target) ?? 0;
    seen.set(target, occurrence + 1);
    rewriteLink(node, target, occurrence, context);
  });
}

function rewriteLink(node: Element, target: string, occurrence: number, context: TransformContext): void {
  if (!isLiveTarget(target)) {
    delete node.properties['href'];
    return;
  }
  if (isExternal(target) || /^[a-z][a-z0-9+.-]*:/i.test(target)) {
    if (isExternal(target)) markExternal(node);
    return;
  }
  const { services } = context;
  const resolved = services.resolveTarget(target);
  switch (resolved.kind) {
    case 'page':
      context.references.push({ target, path: resolved.path, anchor: resolved.anchor });
      setTarget(node, target, pageUrl(resolved.path, resolved.anchor, context), context);
      break;
    case 'file':
      context.assets.push(resolved.asset);
      setTarget(node, target, withBase(services.baseUrl, resolved.asset.path), context);
      break;
    case 'generated':
      setTarget(node, target, withBase(services.baseUrl, resolved.path), context);
      break;
    case 'external':
      setTarget(node, target, resolved.url, context);
      markExternal(node);
      break;
    case 'inert':
      delete node.properties['href'];
      break;
    case 'broken': {
      delete node.properties['href'];
      const { brokenLinks } = context.services;
      // Docusaurus's two settings: a link to a Markdown file, and a link to a route.
      const severity = /\.mdx?([#?]|$)/i.test(target) ? brokenLinks.files : brokenLinks.routes;
      const text = toString(node).trim();
      const named = text === '' ? '' : ` "${text}"`;
      if (severity !== null)
        context.report(context.lineOf(target, occurrence), `link${named} to "${target}": ${resolved.message}`, severity);
    }
  }
}

function pageUrl(path: string, anchor: string | null, context: TransformContext): string {
  const hash = anchor === null ? '' : `#${encodeURI(anchor)}`;
  return path === context.doc.path && hash !== '' ? hash : withBase(context.services.baseUrl, path) + hash;
}

function setTarget(node: Element, written: string, url: string, context: TransformContext): void {
  node.properties['href'] = url;
  context.rewritten.set(written, url.startsWith('#') ? withBase(context.services.baseUrl, context.doc.path) + url : url);
}

function markExternal(node: Element): void {
  node.properties['className'] = ['external'];
  node.properties['rel'] = ['noopener'];
}
