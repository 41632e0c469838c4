/**
 * The components that need no mapping of a site: those of Docusaurus's theme, and those that Nextra, Fumadocs, Mintlify, and Starlight provide. A
 * site's own mapping with the same name takes precedence.
 */
import type { ComponentAttributes } from '#config/schema.ts';
import type { Problem } from '#model/problem.ts';

import type { DocSource } from '../document.ts';
import { attributeText } from '../jsx-parser.ts';
import { sizeAttributes } from '../picture-size.ts';
import { OPENAPI } from './openapi-components.ts';
import type { ComponentMap, ComponentMapping } from './render-components.ts';

/** Attributes that only change the design of a component, and are therefore ignored. */
const PRESENTATIONAL =
  'className class style key id icon iconType img color size width height variant align arrow cta horizontal mode emoji'.split(' ');

const escape = (text: string | true | undefined): string => attributeText(text).replaceAll('<', '&lt;');
const titleParagraph = (title: string): string => `<p class="component-title">${title}</p>`;

/** A component that only frames its content. */
const wrapper = (...ignored: string[]): ComponentMapping => ({
  tag: 'fragment',
  ignored: [...PRESENTATIONAL, 'cols', 'columns', 'num', ...ignored],
});

const callout = (admonition: 'note' | 'tip' | 'info' | 'warning' | 'danger'): ComponentMapping => ({
  admonition,
  title: 'title',
  // `variant` names the kind of admonition.
  ignored: PRESENTATIONAL.filter((name) => name !== 'variant'),
});

/** A linked title with a description below it. The content is not part of the link, because it may contain links itself; without a title, it is the link. */
const card: ComponentMapping = {
  // With `render`, `tag` only makes the component a block.
  tag: 'div',
  render({ title, name, label, href, to, link, description: written, body }) {
    const description = written ?? body;
    const words = escape(title ?? name ?? label);
    const address = attributeText(href ?? to ?? link);
    const below = `${description === undefined ? '' : `<p>${escape(description)}</p>`}<slot></slot>`;
    if (words === '') return address === '' ? `<div>${below}</div>` : `<a href="${address}">${below}</a>`;
    return `<div>${titleParagraph(address === '' ? words : `<a href="${address}">${words}</a>`)}${below}</div>`;
  },
  markdown({ title, name, label, href, to, link, description: written, body }) {
    const description = written ?? body;
    const words = title ?? name ?? label ?? '';
    const address = href ?? to ?? link;
    const named = address === undefined || words === '' ? words && `**${words}**` : `[${words}](${address})`;
    return `${named}${description === undefined ? '' : `: ${description}`}`;
  },
  ignored: PRESENTATIONAL,
};

const TITLES = ['title', 'name', 'label', 'heading', 'header', 'summary', 'text', 'term'];
const LINKS = ['href', 'to', 'link', 'url'];
const DESCRIPTIONS = ['description', 'body', 'caption'];

/** Attributes that an unknown component shows. */
const SHOWN = new Set([...TITLES, ...LINKS, ...DESCRIPTIONS]);

/**
 * Returns the mapping of a component that nobody has mapped: its title, its address, its description, and code in its attributes; undefined if
 * its attributes have none of them.
 * @param attributes with literal values
 */
export function unknownComponent(attributes: ReadonlyMap<string, string>, isBlock: boolean): ComponentMapping | undefined {
  const codes = [...attributes].filter(([, value]) => value.includes('\n')).map(([name]) => name);
  if (codes.length === 0 && ![...attributes.keys()].some((name) => SHOWN.has(name))) return undefined;
  const first = (given: ComponentAttributes, names: readonly string[]): string =>
    escape(names.map((name) => given[name]).find((value) => typeof value === 'string'));
  /** @param otherwise the text of a link without a title */
  const partsOf = (given: ComponentAttributes, otherwise?: string): Record<'words' | 'description' | 'code', string> => {
    const address = first(given, LINKS);
    const words = first(given, TITLES) || (address === '' ? '' : (otherwise ?? address));
    const code = codes.map((name) => `${titleParagraph(name)}<pre><code>${escape(given[name])}</code></pre>`).join('');
    return { words: address === '' ? words : `<a href="${address}">${words}</a>`, description: first(given, DESCRIPTIONS), code };
  };
  const slot = '<slot></slot>';
  const isFrame = isBlock || codes.length > 0;
  return {
    tag: isFrame ? 'div' : 'span',
    render(given) {
      const { words, description, code } = partsOf(given);
      const text = [words, description].filter(Boolean).join(': ');
      return isFrame ? `<div>${text && `<p>${text}</p>`}${code}</div>` : `<span>${text}</span>`;
    },
    renderFrame(given) {
      const { words, description, code } = partsOf(given, slot);
      const content = words.includes(slot) ? '' : slot;
      if (!isFrame) return `<span>${words} ${content}</span>`;
      const title = content === '' ? words : words && titleParagraph(words);
      return `<div>${title}${description && `<p>${description}</p>`}${code}${content}</div>`;
    },
  };
}

/** A disclosure. Without a title, the component only frames several of them. */
const accordion: ComponentMapping = {
  tag: 'details',
  render: ({ title, description }) =>
    title === undefined
      ? '<slot></slot>'
      : `<details><summary>${escape(title)}</summary>${description === undefined ? '' : `<p>${escape(description)}</p>`}<slot></slot></details>`,
  markdown: ({ title }) => (title === undefined ? '' : `**${title}**`),
  ignored: [...PRESENTATIONAL, 'type', 'collapsible', 'defaultOpen', 'value'],
};

const file: ComponentMapping = {
  tag: 'li',
  render: ({ name }) => `<li><code>${escape(name)}</code></li>`,
  // In other engines, the component is a code block with the name of its file.
  renderFrame: ({ name }) => `<div>${titleParagraph(`<code>${escape(name)}</code>`)}<slot></slot></div>`,
  ignored: [...PRESENTATIONAL, 'active'],
};
const folder: ComponentMapping = {
  tag: 'li',
  render: ({ name }) => `<li><code>${escape(name)}</code><ul><slot></slot></ul></li>`,
  ignored: [...PRESENTATIONAL, 'defaultOpen', 'disabled', 'open'],
};
const files: ComponentMapping = { tag: 'ul', ignored: PRESENTATIONAL };

/** A parameter or field of an API, with its description as content. @param names attributes that can contain its name */
function field(names: readonly string[]): ComponentMapping {
  const partsOf = (attributes: ComponentAttributes): { name: string; rest: string } => {
    const name = names.map((each) => attributes[each]).find((value) => typeof value === 'string') ?? '';
    const { type, required, deprecated } = attributes;
    const fallback = attributes['default'];
    const rest = [type, required && 'required', deprecated && 'deprecated', fallback !== undefined && `default ${fallback}`];
    return { name: String(name), rest: rest.filter((part) => typeof part === 'string').join(', ') };
  };
  return {
    tag: 'div',
    render(attributes) {
      const { name, rest } = partsOf(attributes);
      return `<div><p><code>${escape(name)}</code>${rest === '' ? '' : `: ${escape(rest)}`}</p><slot></slot></div>`;
    },
    markdown(attributes) {
      const { name, rest } = partsOf(attributes);
      return `\`${name}\`${rest === '' ? '' : `: ${rest}`}`;
    },
    ignored: PRESENTATIONAL,
  };
}

const video: ComponentMapping = {
  tag: 'p',
  render({ id, videoId, youTubeId, url, src, title }) {
    const given = String(url ?? src ?? id ?? videoId ?? youTubeId ?? '');
    // The id of a video has neither slashes nor dots, unlike the path of a file.
    const address = /[/.]/.test(given) ? given : `https://www.youtube.com/watch?v=${encodeURIComponent(given)}`;
    const host = /^https?:\/\/(?:www\.)?(?:youtube(?:-nocookie)?\.com|youtu\.be)\//.test(address) ? ' on YouTube' : '';
    return `<p><a href="${attributeText(address)}">Watch the video${host}${title === undefined ? '' : `: ${escape(title)}`}</a></p>`;
  },
  ignored: [
    ...PRESENTATIONAL.filter((name) => name !== 'id'),
    'startTime',
    'start',
    'poster',
    'params',
    'adNetwork',
    'playlist',
    'webp',
    'noCookie',
    'controls',
    'playing',
    'muted',
    'loop',
  ],
};

const COMMON: ComponentMap = {
  Accordion: accordion,
  Accordions: accordion,
  AccordionGroup: accordion,
  AccordionItem: { tag: 'details', ignored: [...PRESENTATIONAL, 'value'] },
  AccordionTrigger: { tag: 'summary', ignored: PRESENTATIONAL },
  AccordionContent: wrapper(),
  Aside: callout('note'),
  Badge: { tag: 'span', title: 'text', ignored: [...PRESENTATIONAL, 'type'] },
  Callout: callout('note'),
  Card: card,
  CardGrid: wrapper('stagger'),
  CardGroup: wrapper(),
  Cards: wrapper(),
  'Cards.Card': card,
  CodeGroup: { tag: 'div', render: () => '<x-codegroup><slot></slot></x-codegroup>', ignored: [...PRESENTATIONAL, 'dropdown'] },
  Column: wrapper(),
  Columns: wrapper(),
  Danger: callout('danger'),
  Expandable: accordion,
  File: file,
  Files: files,
  FileTree: files,
  'FileTree.File': file,
  'FileTree.Folder': folder,
  Folder: folder,
  Frame: { tag: 'div', title: 'caption', ignored: PRESENTATIONAL },
  Icon: wrapper('name'),
  Image: {
    // `img` is the attribute of Docusaurus's IdealImage, which pages often import with this name.
    render: ({ src, img, alt, width, height, style }) =>
      `<img src="${attributeText(src ?? img)}" alt="${attributeText(alt)}"${sizeAttributes({ width, height, style })}>`,
    ignored: [
      ...PRESENTATIONAL.filter((name) => !/^(?:img|width|height|style)$/.test(name)),
      'priority',
      'quality',
      'placeholder',
      'loading',
      'fill',
      'sizes',
    ],
  },
  Info: callout('info'),
  LinkCard: card,
  LiteYouTubeEmbed: video,
  Note: callout('note'),
  ParamField: field(['path', 'query', 'body', 'header', 'name']),
  ReactPlayer: video,
  ResponseField: field(['name']),
  Step: { tag: 'div', title: 'title', ignored: [...PRESENTATIONAL, 'stepNumber', 'titleSize'] },
  Steps: wrapper('titleSize'),
  Tip: callout('tip'),
  Tooltip: { tag: 'abbr', attributes: { tip: 'title', content: 'title', label: 'title' }, ignored: [...PRESENTATIONAL, 'headline'] },
  TypeTable: { list: 'type', ignored: PRESENTATIONAL },
  Warning: callout('warning'),
  YouTube: video,
  YouTubeEmbed: video,
  Youtube: video,
  YoutubeEmbed: video,
};

/** Attributes of Docusaurus's components that do not change the content. */
const IGNORED_IN_THEME = ['className', 'style', 'key', 'id'];
/** The same for pictures, whose `style` may contain their size. */
const WITHOUT_STYLE = IGNORED_IN_THEME.filter((name) => name !== 'style');

/** Components of Docusaurus's theme that work without code. A site's own mapping with the same name takes precedence. */
const THEME: ComponentMap = {
  Admonition: {
    ignored: [...IGNORED_IN_THEME, 'icon'],
    render: ({ type, title }) =>
      `<admonition data-kind="${attributeText(type) || 'note'}" data-title="${attributeText(title)}"><slot></slot></admonition>`,
  },
  BrowserOnly: { tag: 'fragment', ignored: ['fallback'] },
  // Only code blocks that `readCodeSources` could not convert and has reported are left here.
  CodeBlock: { tag: 'fragment', ignored: ['language', 'title', 'showLineNumbers', 'metastring', 'className'] },
  DocCard: cardList(({ item }) => [JSON.parse(String(item ?? '{}')) as Card]),
  DocCardList: cardList(({ items }) => JSON.parse(String(items ?? '[]')) as Card[]),
  Details: { tag: 'details', title: 'summary', attributes: { open: 'open' }, ignored: IGNORED_IN_THEME },
  Heading: {
    tag: 'div',
    render: ({ as, id }) => {
      const tag = /^h[1-6]$/.test(String(as)) ? String(as) : 'h2';
      return `<${tag}${id === undefined ? '' : ` id="${attributeText(id)}"`}><slot></slot></${tag}>`;
    },
    markdown: ({ as }) => `${'#'.repeat(Number(/^h([1-6])$/.exec(String(as))?.[1] ?? 2))} `,
    ignored: IGNORED_IN_THEME.filter((name) => name !== 'id'),
  },
  IdealImage: {
    render: ({ img, src, alt, title, width, height, style }) =>
      `<img src="${attributeText(img ?? src)}" alt="${attributeText(alt) || attributeText(title)}"${sizeAttributes({ width, height, style })}>`,
    ignored: [...WITHOUT_STYLE, 'loading', 'size', 'sizes'],
  },
  Link: { tag: 'a', attributes: { to: 'href', href: 'href' }, ignored: [...IGNORED_IN_THEME, 'target', 'rel'] },
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
    ignored: IGNORED_IN_THEME,
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

/** Maximum number of cards in the lists of all pages of a site: at the start, and for each page. Usually, one page of a category lists the others. */
const ALLOWED_CARDS = { start: 5000, perPage: 5 };

/** Whether a page may show cards. */
export const hasCardList = ({ body }: Pick<DocSource, 'body'>): boolean => body.includes('DocCardList');

/**
 * Returns the pages with their cards. Reports pages that list more than the site may, because lists on all pages of a category are quadratic in
 * size, and leaves their cards out.
 * @param cardsOf returns the cards of the category of a route
 */
export function withCardLists(
  docs: readonly DocSource[],
  cardsOf: (path: string) => NonNullable<DocSource['cards']>,
): { docs: DocSource[]; problems: Problem[] } {
  const allowed = ALLOWED_CARDS.start + ALLOWED_CARDS.perPage * docs.length;
  const problems: Problem[] = [];
  let listed = 0;
  return {
    problems,
    docs: docs.map((doc) => {
      if (!hasCardList(doc)) return doc;
      const cards = cardsOf(doc.path);
      if (listed + cards.length <= allowed) {
        listed += cards.length;
        return { ...doc, cards };
      }
      const message = `the lists of cards up to this page have more than ${allowed} cards, so it has none: list the pages of a category on one page`;
      problems.push({ file: doc.file, message, severity: 'error' });
      return { ...doc, cards: [] };
    }),
  };
}
