/** The links of a page: resolves them, checks their anchors, and finds the lines on which the page uses them. */
import { basename, extname } from 'node:path';

import type { Element, Root } from 'hast';
import { toString } from 'hast-util-to-string';
import { markdownToMdast } from 'satteri';
import type { MdastNode } from 'satteri';
import { visit } from 'unist-util-visit';

import { nearestName } from '#config/nearest-name.ts';
import type { Problem, Severity } from '#model/problem.ts';
import { encodeAddress, isExternal, isSafeTarget, withBase } from '#model/url.ts';

import type { PageOutline, ResolvedTarget, TransformContext } from './document.ts';
import { anchorInContent } from './headings.ts';
import { visitElements } from './html-tree.ts';
import { isNestedTooDeeply, withoutDeepLines } from './parser-limits.ts';
import { lineBreaksOf } from './source-lines.ts';
import type { Line } from './source-lines.ts';

/** Resolves every link of the page, and reports broken links with their lines. Links with an unsafe scheme lose their target. */
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
  // Docusaurus's scheme for paths of the same host that are not pages. They are not checked.
  if (target.startsWith('pathname://')) {
    const path = target.slice('pathname://'.length);
    // The rest could be an address such as `javascript:…`.
    if (!isSafeTarget(path)) delete node.properties['href'];
    else setTarget(node, target, path.startsWith('/') ? withBase(context.services.baseUrl, path) : path, context);
    return;
  }
  if (!isSafeTarget(target)) {
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
    case 'page': {
      const anchor = resolved.anchor === null ? null : anchorInContent(resolved.anchor);
      const included = anchor === null ? null : context.includedPlaceOf(target, occurrence);
      context.references.push({ target, path: resolved.path, anchor, ...(included !== null && { included }) });
      setTarget(node, target, pageUrl({ ...resolved, anchor }, context), context);
      break;
    }
    case 'file':
      context.assets.push(resolved.asset);
      setTarget(node, target, withBase(services.baseUrl, resolved.asset.path) + resolved.rest, context);
      if (extname(resolved.asset.path) !== extname(resolved.asset.absolute))
        node.properties['download'] = basename(resolved.asset.absolute);
      break;
    case 'generated':
      setTarget(node, target, withBase(services.baseUrl, resolved.path) + resolved.rest, context);
      break;
    case 'external':
      setTarget(node, target, resolved.url, context);
      markExternal(node);
      break;
    case 'known-missing':
      delete node.properties['href'];
      break;
    case 'broken': {
      delete node.properties['href'];
      const { brokenLinks } = context.services;
      // As in Docusaurus, links to Markdown files and links to routes have separate settings.
      const severity = /\.mdx?(\/?[#?]|$)/i.test(target) ? brokenLinks.files : brokenLinks.routes;
      const text = shortText(node);
      const named = text === '' ? '' : ` "${text}"`;
      if (severity !== null)
        context.report(context.lineOf(target, occurrence), `link${named} to "${target}": ${resolved.message}`, severity);
    }
  }
}

/** Returns the text of a link on one line, at most 60 characters, for messages. */
function shortText(node: Element): string {
  const text = toString(node).replace(/\s+/g, ' ').trim();
  return text.length > 60 ? `${text.slice(0, 59)}…` : text;
}

function pageUrl({ path, query, anchor }: Extract<ResolvedTarget, { kind: 'page' }>, context: TransformContext): string {
  const hash = anchor === null ? '' : `#${encodeAddress(anchor)}`;
  const isOnPage = path === context.doc.path && query === '' && hash !== '';
  return isOnPage ? hash : withBase(context.services.baseUrl, path) + query + hash;
}

function setTarget(node: Element, written: string, url: string, context: TransformContext): void {
  node.properties['href'] = url;
  context.rewritten.set(written, url.startsWith('#') ? withBase(context.services.baseUrl, context.doc.path) + url : url);
}

function markExternal(node: Element): void {
  const { className } = node.properties;
  node.properties['className'] = [...(Array.isArray(className) ? className : []), 'external'];
  node.properties['rel'] = ['noopener'];
}

interface ReferenceCheck {
  pages: readonly PageOutline[];
  /** Pages that are not Markdown files, such as front pages; default none. */
  others?: readonly Pick<PageOutline, 'path' | 'anchors'>[];
  /** Returns the 1-based line of a reference in the page's source. @param occurrence 0-based, among references with the same target */
  lineOf(page: PageOutline, target: string, occurrence: number): number;
  isKnownMissing(target: string): boolean;
  severity: Severity;
}

/** Maximum number of suggestions for the mistakes in a page or in a file. Each one is a comparison with all ids of a page or with all routes. */
export const MAX_SUGGESTIONS = 50;
/** Maximum number of comparisons that suggest ids for the broken anchors of all pages. The same number suggests routes for broken links. */
export const MAX_COMPARISONS = 5_000_000;

/** Checks the anchors of all links against the ids of their pages. Call it once all pages are compiled. */
export function checkAnchors({ pages, others = [], lineOf, isKnownMissing, severity }: ReferenceCheck): Problem[] {
  if (severity === null) return [];
  const byPath = new Map([...others, ...pages].map((page) => [page.path, page]));
  let comparisons = MAX_COMPARISONS;
  return pages.flatMap((page) => {
    const seen = new Map<string, number>();
    let suggestions = MAX_SUGGESTIONS;
    return page.references.flatMap(({ target, path, anchor, included }) => {
      const occurrence = seen.get(target) ?? 0;
      seen.set(target, occurrence + 1);
      const wanted = byPath.get(path);
      if (anchor === null || wanted === undefined || wanted.anchors.has(anchor) || isKnownMissing(`${path}#${anchor}`)) return [];
      if (suggestions > 0) comparisons -= wanted.anchors.size;
      const near = suggestions-- > 0 && comparisons > 0 ? suggestAnchor(anchor, wanted) : '';
      const message = `link to "${target}": ${path === page.path ? 'this page' : `the page ${path}`} has no heading "#${anchor}"${near}`;
      const place = included ?? { file: page.file, line: lineOf(page, target, occurrence) };
      return [{ ...place, message, severity }];
    });
  });
}

/** Returns the most similar anchor of a page; null if none is similar enough. */
export function nearestAnchor(anchor: string, anchors: ReadonlySet<string>): string | null {
  return nearestName(anchor, [...anchors], Math.max(3, anchor.length / 3));
}

/** Returns `; did you mean "#x"?` with the most similar anchor of a page; '' if none is similar enough. */
export function suggestAnchor(anchor: string, { anchors }: Pick<PageOutline, 'anchors'>): string {
  const near = nearestAnchor(anchor, anchors);
  return near === null ? '' : `; did you mean "#${near}"?`;
}

/** Reports each file whose route belongs to an earlier file. */
export function checkDuplicateRoutes(docs: readonly { path: string; file: string }[], severity: Severity): Problem[] {
  if (severity === null) return [];
  const owners = new Map<string, string>();
  return docs.flatMap(({ path, file }) => {
    const owner = owners.get(path);
    if (owner === undefined) owners.set(path, file);
    return owner === undefined
      ? []
      : [{ file, message: `The route ${path} already belongs to ${owner}: give one of them another slug`, severity }];
  });
}

/**
 * Finds the lines on which a page uses a link target. Call it only to report a problem: it searches the text, and unless the target is there exactly
 * once, it parses the page again.
 * @returns for a target, the 1-based lines of its uses in the author's file, in reading order
 */
export function targetLines(body: string, firstLine: number): (target: string) => readonly number[] {
  let parsed: Map<string, number[]> | undefined;
  let searches = MAX_SEARCHES;
  return (target) => {
    const only = searches-- > 0 ? onlyLine(body, target) : null;
    if (only !== null) return [firstLine + only];
    parsed ??= parsedTargetLines(body, firstLine);
    return parsed.get(target) ?? parsed.get(decodedUri(target)) ?? (searches-- > 0 ? textualLines(body, firstLine, target) : []);
  };
}

/** Returns the 0-based line of a text that occurs exactly once; else null. */
function onlyLine(body: string, text: string): number | null {
  const place = body.indexOf(text);
  return place < 0 || body.includes(text, place + 1) ? null : lineBreaksOf(body.slice(0, place)).length;
}

function parsedTargetLines(body: string, firstLine: number): Map<string, number[]> {
  const tree = markdownToMdast(withoutDeepLines(body), { features: { frontmatter: false } });
  const lines = new Map<string, number[]>();
  if (isNestedTooDeeply(tree as Root)) return lines;
  const add = (target: string, line: number | undefined): void => {
    if (line === undefined) return;
    const known = lines.get(target);
    if (known === undefined) lines.set(target, [firstLine + line - 1]);
    else known.push(firstLine + line - 1);
  };
  visit(tree as Extract<MdastNode, { type: 'root' }>, (node) => {
    if (node.type === 'link' || node.type === 'image' || node.type === 'definition') add(node.url, node.position?.start.line);
    if (node.type === 'html') {
      for (const match of node.value.matchAll(/(?:href|src)\s*=\s*(?:"([^"]*)"|'([^']*)')/g)) {
        const before = node.value.slice(0, match.index).split('\n').length - 1;
        add(match[1] ?? match[2] ?? '', (node.position?.start.line ?? 1) + before);
      }
    }
  });
  return lines;
}

/** Maximum number of searches in the text of a page. Each scans the whole text, so unlimited searches would take quadratic time. */
const MAX_SEARCHES = 100;

/** Characters around the target of a link. */
const AROUND_TARGET = /[\s()<>"'[\]]+/;

/**
 * Finds the lines that contain a link target. Call it only to report a problem, because it splits all lines.
 * @returns for a target, the numbers of the lines, in reading order
 */
export function searchTargets(lines: readonly Line[]): (target: string) => readonly number[] {
  const found = new Map<string, number[]>();
  for (const { text, number } of lines)
    for (const word of new Set(text.split(AROUND_TARGET))) {
      const known = found.get(word);
      if (known === undefined) found.set(word, [number]);
      else known.push(number);
    }
  let searches = MAX_SEARCHES;
  return (target) => {
    const known = found.get(target);
    if (known !== undefined || searches-- <= 0) return known ?? [];
    const numbers = lines.filter(({ text }) => text.includes(target)).map(({ number }) => number);
    found.set(target, numbers);
    return numbers;
  };
}

/** Returns a target without percent-encoding, or unchanged if it is not a valid URI. */
function decodedUri(target: string): string {
  try {
    return decodeURI(target);
  } catch {
    return target;
  }
}

/** Returns the lines that contain a target anywhere, for targets that the parser does not find, such as those in components. */
function textualLines(body: string, firstLine: number, target: string): number[] {
  return body.split('\n').flatMap((line, index) => (line.includes(target) ? [firstLine + index] : []));
}
