/** Mappings of the components of Docusaurus's theme to HTML. A site needs no mapping of its own for these and for those in `common-components.ts`. */
import type { ComponentAttributes } from '#config/schema.ts';

import { attributeText } from '../jsx-parser.ts';
import { sizeAttributes } from '../picture-size.ts';
import { COMMON } from './common-components.ts';
import { OPENAPI } from './openapi-components.ts';
import type { ComponentMap, ComponentMapping } from './render-components.ts';

/** Attributes that do not change the content. */
const PRESENTATIONAL = ['className', 'style', 'key', 'id'];
/** The same for pictures, whose `style` may contain their size. */
const WITHOUT_STYLE = PRESENTATIONAL.filter((name) => name !== 'style');

/** Components of Docusaurus's theme that work without code. A site's own mapping with the same name takes precedence. */
export const THEME: ComponentMap = {
  Admonition: {
    ignored: [...PRESENTATIONAL, 'icon'],
    render: ({ type, title }) =>
      `<admonition data-kind="${attributeText(type) || 'note'}" data-title="${attributeText(title)}"><slot></slot></admonition>`,
  },
  BrowserOnly: { tag: 'fragment', ignored: ['fallback'] },
  // Only code blocks that `readCodeSources` could not convert and has reported are left here.
  CodeBlock: { tag: 'fragment', ignored: ['language', 'title', 'showLineNumbers', 'metastring', 'className'] },
  DocCard: cardList(({ item }) => [JSON.parse(String(item ?? '{}')) as Card]),
  DocCardList: cardList(({ items }) => JSON.parse(String(items ?? '[]')) as Card[]),
  Details: { tag: 'details', title: 'summary', attributes: { open: 'open' }, ignored: PRESENTATIONAL },
  Heading: {
    tag: 'div',
    render: ({ as, id }) => {
      const tag = /^h[1-6]$/.test(String(as)) ? String(as) : 'h2';
      return `<${tag}${id === undefined ? '' : ` id="${attributeText(id)}"`}><slot></slot></${tag}>`;
    },
    markdown: ({ as }) => `${'#'.repeat(Number(/^h([1-6])$/.exec(String(as))?.[1] ?? 2))} `,
    ignored: PRESENTATIONAL.filter((name) => name !== 'id'),
  },
  IdealImage: {
    render: ({ img, src, alt, title, width, height, style }) =>
      `<img src="${attributeText(img ?? src)}" alt="${attributeText(alt) || attributeText(title)}"${sizeAttributes({ width, height, style })}>`,
    ignored: [...WITHOUT_STYLE, 'loading', 'size', 'sizes'],
  },
  Link: { tag: 'a', attributes: { to: 'href', href: 'href' }, ignored: [...PRESENTATIONAL, 'target', 'rel'] },
  Redirect: { render: ({ to }) => `<p><a href="${attributeText(to)}">This page has moved</a></p>` },
  Mermaid: { tag: 'fragment', ignored: ['value', 'chart', 'children', 'config'] },
  ThemedImage: {
    render: ({ sources, alt, width, height, style }) => {
      const { light, dark } = JSON.parse(String(sources ?? '{}')) as { light?: string; dark?: string };
      const size = sizeAttributes({ width, height, style });
      const image = (source: string, name: string): string =>
        `<img class="${name}" src="${attributeText(source)}" alt="${attributeText(alt)}"${size}>`;
      return [light && image(light, 'light-only'), dark && image(dark, 'dark-only')].filter(Boolean).join('');
    },
    ignored: WITHOUT_STYLE,
  },
  TOCInline: {
    render: ({ minHeadingLevel, maxHeadingLevel }) =>
      `<x-contents data-from="${attributeText(minHeadingLevel) || 2}" data-to="${attributeText(maxHeadingLevel) || 3}"></x-contents>`,
    markdown: () => '',
    ignored: ['toc'],
  },
  Translate: { tag: 'fragment', ignored: ['id', 'description'] },
};

/** The content of a card that links to a page. */
export interface Card {
  label: string;
  /** Address as authors write it. */
  href: string;
  description?: string | null;
}

/** Maps a component with cards to a list of links. @param cardsOf returns null if the page shows too many cards */
function cardList(cardsOf: (attributes: ComponentAttributes) => readonly Card[] | null): ComponentMapping {
  const escape = (text: string): string => attributeText(text).replaceAll('<', '&lt;');
  return {
    render: (attributes) => {
      const cards = cardsOf(attributes);
      if (cards === null) throw new Error(`the lists of the page have more than ${MAX_CARDS} cards: remove repeated lists`);
      const items = cards.map(
        ({ label, href, description }) =>
          `<li><a href="${attributeText(href)}">${escape(label)}</a>${description ? `: ${escape(description)}` : ''}</li>`,
      );
      return `<ul>${items.join('')}</ul>`;
    },
    markdown: (attributes) =>
      (cardsOf(attributes) ?? [])
        .map(({ label, href, description }) => `- [${label}](${href})${description ? `: ${description}` : ''}`)
        .join('\n'),
    ignored: PRESENTATIONAL,
  };
}

/** Whether the engine has a mapping for a component. */
export const isMapped = (name: string): boolean => [THEME, COMMON, OPENAPI].some((map) => Object.hasOwn(map, name));

/** Returns the mappings of the engine. @param cards the cards of the page's `<DocCardList>` */
export const builtInMappings = (cards: readonly Card[]): ComponentMap => ({
  ...COMMON,
  ...OPENAPI,
  ...THEME,
  DocCardList: cardList(createCardsOf(cards)),
});

/** Maximum number of cards that the lists of a page show, because a page can repeat the cards of its siblings. */
const MAX_CARDS = 20_000;

/** Returns a function that returns the cards of a `<DocCardList>`: its own, or else those of the page, until they are too many. */
function createCardsOf(cards: readonly Card[]): (attributes: ComponentAttributes) => readonly Card[] | null {
  let shown = 0;
  return ({ items }) => {
    if (typeof items === 'string') return JSON.parse(items) as Card[];
    shown += cards.length;
    return shown > MAX_CARDS && shown > cards.length ? null : cards;
  };
}
