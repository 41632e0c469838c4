import GithubSlugger from 'github-slugger';
import type { Element, Root } from 'hast';
import { toString } from 'hast-util-to-string';

import type { TransformContext } from './document.ts';
import { visitElements } from './html-tree.ts';

const LEVEL = /^h([1-6])$/;

/** Ids of the shell around a page. Scripts and skip links find these elements by id, so a page must not use the same ids. */
const SHELL_IDS = ['root', 'main', 'page-data', 'live-region', 'dev-data', 'dev-problems', 'search-suggestions', 'front-search-query'];
/** Ids that tabs get: `tabs-1-0`, `tabs-1-0-panel`. */
const GENERATED_ID = /^tabs-\d+-\d+(-panel)?$/;

/**
 * Gives every heading a stable, unique id (GitHub's rule, or the author's `{#id}`) and a link to itself.
 * The first h1 is the title and moves out of the body; further ones become h2.
 */
export function headings(tree: Root, context: TransformContext): void {
  const ids = createPageIds();
  let title: Element | null = null;
  visitElements(tree, (node, index, parent) => {
    const level = LEVEL.exec(node.tagName)?.[1];
    if (level === undefined) {
      if (typeof node.properties['id'] === 'string') node.properties['id'] = ids.reserve(node.properties['id']);
      return undefined;
    }
    if (level === '1' && title === null) {
      title = node;
      parent.children.splice(index, 1);
      return 'removed';
    }
    if (level === '1') node.tagName = 'h2';
    const text = toString(node).trim();
    const own = node.properties['id'];
    const id = typeof own === 'string' && own !== '' ? ids.unique(own) : ids.fromText(text);
    node.properties = { id };
    node.children.push(anchorLink(id, text, context));
    return 'skip';
  });
  tree.children.unshift({ type: 'element', tagName: 'header', properties: {}, children: [titleHeading(title, context)] });
}

interface PageIds {
  /** The id of a heading without an id of its own. */
  fromText(text: string): string;
  /** The author's id of a heading, with a number if the page or the shell has it already. */
  unique(id: string): string;
  /** The id of another element. It changes only if the shell has it. */
  reserve(id: string): string;
}

function createPageIds(): PageIds {
  const slugger = new GithubSlugger();
  const used = new Set<string>(SHELL_IDS);
  const isFree = (id: string): boolean => !used.has(id) && !GENERATED_ID.test(id);
  const slug = (text: string): string => slugger.slug(text) || slugger.slug('section');
  /** The last number that an id got, so that many headings of one id take linear time. */
  const numbers = new Map<string, number>();

  function unique(id: string): string {
    let free = id;
    let number = numbers.get(id) ?? 0;
    while (!isFree(free)) free = `${id}-${++number}`;
    numbers.set(id, number);
    used.add(free);
    return free;
  }

  return {
    fromText(text) {
      let id = slug(text);
      while (!isFree(id)) id = slug(text);
      used.add(id);
      return id;
    },
    unique(id) {
      // The slugger counts the author's id too, so that a later heading of that name gets another one.
      slugger.slug(id);
      return unique(id);
    },
    reserve: (id) => (SHELL_IDS.includes(id) || GENERATED_ID.test(id) ? unique(id) : id),
  };
}

function titleHeading(found: Element | null, context: TransformContext): Element {
  const children = found?.children ?? [{ type: 'text' as const, value: context.doc.title }];
  return { type: 'element', tagName: 'h1', properties: {}, children };
}

function anchorLink(id: string, text: string, { services: { words } }: TransformContext): Element {
  const label = words?.['Link to this section: {heading}'] ?? 'Link to this section: {heading}';
  return {
    type: 'element',
    tagName: 'a',
    properties: { className: ['anchor'], href: `#${id}`, ariaLabel: label.replace('{heading}', () => text) },
    children: [],
  };
}
