import GithubSlugger from 'github-slugger';
import type { Element, Root } from 'hast';
import { toString } from 'hast-util-to-string';
import { escapeHtml } from '@quire/search';

import { createTranslate } from '#model/interface-words.ts';

import type { CompileServices, TransformContext } from './document.ts';
import { createElement, visitElements } from './html-tree.ts';

const LEVEL = /^h([1-6])$/;

/**
 * Ids of elements of the shell, which scripts and skip links find by id, so content must not use them; and the name of an interface of browsers that the
 * shell uses if it exists: an element with this id would take its place in a browser without it.
 */
const SHELL_IDS = [
  ...['root', 'main', 'page-data', 'live-region', 'dev-data', 'dev-problems', 'search-suggestions', 'front-search-query'],
  'navigation',
];

/** Returns the id to which a link with an author's anchor leads. It differs only if the shell uses the id, because that heading gets a number. */
export const anchorInContent = (anchor: string): string => (SHELL_IDS.includes(anchor) ? `${anchor}-1` : anchor);

/**
 * Gives every heading a stable, unique id (GitHub's rule, or the author's `{#id}`) and a link to itself.
 * The first h1 is the title, unless text precedes it and the front matter has a title. It moves into the header of the page; further ones become h2.
 */
export function headings(tree: Root, context: TransformContext): void {
  const ids = createPageIds(context.services.headingIds);
  let title: Element | null = null;
  const { title: written } = context.doc.frontMatter;
  const first = tree.children.find((child) => child.type === 'element' && isVisible(child));
  const reserveId = ({ properties }: Element): void => {
    if (typeof properties['id'] === 'string') properties['id'] = ids.reserve(properties['id']);
  };
  visitElements(tree, (node, index, parent) => {
    const level = LEVEL.exec(node.tagName)?.[1];
    if (level === undefined) return reserveId(node);
    // Scripts find the data of the page by its id, so a heading must not contain another element with it.
    visitElements(node, reserveId);
    // As in Docusaurus, the title of the front matter is the title of a page whose first heading is not at its start.
    if (level === '1' && title === null && (written === undefined || first === node || first === parent)) {
      title = node;
      // As on GitHub and in Docusaurus, a later heading with the text of the title gets a number.
      ids.count(toString(node).trim());
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
  tree.children.unshift(createElement('header', {}, [titleHeading(title, context)]));
}

const isVisible = (node: Element): boolean =>
  node.tagName === 'img' || toString(node).trim() !== '' || node.children.some((child) => child.type === 'element' && isVisible(child));

/** Maximum number on a page. Each table of contents lists all headings, so the total size is quadratic. */
const MAX_INLINE_TOCS = 10;

/** Number of characters of all lists: at the start, more for each character of the headings and their ids, and those of a link around them. */
const LISTED_CHARACTERS = { start: 50_000, perCharacter: 3, perLink: 40 };

/** Turns `<TOCInline>` of Docusaurus and `[[toc]]` of VitePress into a list of the page's headings. */
export function inlineTablesOfContents(tree: Root, context: TransformContext): void {
  const places: { node: Element; from: number; to: number }[] = [];
  const found: { level: number; id: string; text: string }[] = [];
  visitElements(tree, (node) => {
    const level = LEVEL.exec(node.tagName)?.[1];
    const id = node.properties['id'];
    if (level !== undefined && typeof id === 'string') found.push({ level: Number(level), id, text: toString(node).trim() });
    const isMark = node.tagName === 'p' && node.children.length === 1 && toString(node).trim().toLowerCase() === '[[toc]]';
    if (isMark) places.push({ node, from: 2, to: 3 });
    if (node.tagName !== 'x-contents') return;
    places.push({ node, from: Number(node.properties['dataFrom']), to: Number(node.properties['dataTo']) });
  });
  let left = found.reduce((sum, { id, text }) => sum + (id.length + text.length) * LISTED_CHARACTERS.perCharacter, LISTED_CHARACTERS.start);
  for (const [index, { node, from, to }] of places.entries()) {
    const isShown = index < MAX_INLINE_TOCS && left >= 0;
    const listed = isShown ? found.filter(({ level }) => level >= from && level <= to) : [];
    left -= listed.reduce((sum, { id, text }) => sum + id.length + escapeHtml(text).length + LISTED_CHARACTERS.perLink, 0);
    if (!isShown || left < 0) {
      const reason =
        left < 0
          ? 'the lists of contents of the page are far longer than its headings'
          : `the page shows its contents more than ${MAX_INLINE_TOCS} times`;
      context.report(context.doc.bodyLine, `${reason}: the others are left out`, 'warning', 'lists of contents are left out');
      Object.assign(node, { tagName: 'p', properties: {}, children: [] });
      continue;
    }
    Object.assign(node, {
      tagName: 'nav',
      properties: { ariaLabel: createTranslate(context.services)('Contents') },
      children: [listOf(listed)],
    });
  }
}

/** Returns a list of links to headings. Headings of a lower level are in a list within the item above them. */
function listOf(headings: readonly { level: number; id: string; text: string }[]): Element {
  const root = createElement('ul');
  const open = [{ list: root, level: headings[0]?.level ?? 2 }];
  for (const { level, id, text } of headings) {
    while (open.length > 1 && (open.at(-1)?.level ?? 0) > level) open.pop();
    let { list } = open.at(-1) ?? { list: root };
    const above = list.children.at(-1);
    if (level > (open.at(-1)?.level ?? level) && above?.type === 'element') {
      list = createElement('ul');
      above.children.push(list);
      open.push({ list, level });
    }
    list.children.push(createElement('li', {}, [createElement('a', { href: `#${id}` }, [{ type: 'text', value: text }])]));
  }
  return root;
}

interface PageIds {
  /** Counts a heading that gets no id, such as the title, so that a later heading with its text gets a number. */
  count(text: string): void;
  /** Returns the id of a heading for which the author wrote no id. */
  fromText(text: string): string;
  /** Returns the author's id of a heading, with a number if the page or the shell already uses it. */
  unique(id: string): string;
  /** Returns the id of another element. It changes only if the shell uses it. */
  reserve(id: string): string;
}

/** Returns the id of a heading by VitePress's rule: lower case, without accents, with hyphens instead of white space and punctuation. */
const vitepressSlug = (text: string): string =>
  text
    .normalize('NFKD')
    // oxlint-disable-next-line no-control-regex
    .replace(/[\u0300-\u036F\u0000-\u001F]/g, '')
    .replace(/[\s~`!@#$%^&*()\-_+=[\]{}|\\;:"'“”‘’<>,.?/]+/g, '-')
    .replace(/^-+|(?<!-)-+$/g, '')
    .replace(/^(\d)/, '_$1')
    .toLowerCase();

/** A slugger with VitePress's rule that numbers repeated ids as GitHub does. */
function vitepressSlugger(): Pick<GithubSlugger, 'slug'> {
  const counts = new Map<string, number>();
  return {
    slug(text) {
      const id = vitepressSlug(text);
      const count = counts.get(id) ?? 0;
      counts.set(id, count + 1);
      return count === 0 || id === '' ? id : `${id}-${count}`;
    },
  };
}

function createPageIds(rule: CompileServices['headingIds'] = 'github'): PageIds {
  const slugger = rule === 'vitepress' ? vitepressSlugger() : new GithubSlugger();
  const used = new Set<string>(SHELL_IDS);
  const isFree = (id: string): boolean => !used.has(id);
  const slug = (text: string): string => slugger.slug(text) || slugger.slug('section');
  /** The last number that was appended to each id, so that many headings with the same id take linear time. */
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
    count: (text) => void slugger.slug(text),
    fromText(text) {
      let id = slug(text);
      while (!isFree(id)) id = slug(text);
      used.add(id);
      return id;
    },
    unique(id) {
      // The slugger counts the author's id too, so that a later heading with that text gets a different one.
      slugger.slug(id);
      return unique(id);
    },
    reserve: (id) => (SHELL_IDS.includes(id) ? unique(id) : id),
  };
}

function titleHeading(found: Element | null, context: TransformContext): Element {
  const children = found?.children ?? [{ type: 'text' as const, value: context.doc.title }];
  const isHidden = found === null && context.doc.frontMatter.hide_title === true;
  return createElement('h1', isHidden ? { className: ['visually-hidden'] } : {}, children);
}

function anchorLink(id: string, text: string, { services }: TransformContext): Element {
  const ariaLabel = createTranslate(services)('Link to this section: {heading}', { heading: text });
  return createElement('a', { className: ['anchor'], href: `#${id}`, ariaLabel });
}
