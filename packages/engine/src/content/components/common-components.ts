/** Mappings of components that Nextra, Fumadocs, Mintlify, and Starlight provide. A site's own mapping with the same name takes precedence. */
import type { ComponentAttributes } from '#config/schema.ts';

import { attributeText } from '../jsx-parser.ts';
import { sizeAttributes } from '../picture-size.ts';
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

export const COMMON: ComponentMap = {
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
