/** Components that documentation sites of Nextra, Fumadocs, Mintlify, and Starlight have in common. A site's own mapping of the same name wins. */
import type { ComponentAttributes } from '#config/schema/reading.ts';

import { attributeText } from '../jsx-parser.ts';
import { sizeAttributes } from '../picture-size.ts';
import type { ComponentMap, ComponentMapping } from './render-components.ts';

/** Attributes that only change the design of a component, and are therefore ignored. */
const LOOK = 'className class style key id icon iconType img color size width height variant align arrow cta horizontal mode emoji'.split(
  ' ',
);

const escape = (text: string | true | undefined): string => attributeText(text).replaceAll('<', '&lt;');
const titled = (title: string): string => `<p class="component-title">${title}</p>`;

const wrapper = (...ignored: string[]): ComponentMapping => ({ tag: 'fragment', ignored: [...LOOK, 'cols', 'columns', 'num', ...ignored] });

const callout = (admonition: 'note' | 'tip' | 'info' | 'warning' | 'danger'): ComponentMapping => ({
  admonition,
  title: 'title',
  // An admonition reads the kind from these.
  ignored: LOOK.filter((name) => name !== 'variant'),
});

/** A link with a description below it. It is not one big link, because its content may have links; without a title, the content is the link. */
const card: ComponentMapping = {
  // With `render`, the tag only determines that the component is a block.
  tag: 'div',
  render({ title, name, label, href, to, link, description }) {
    const words = escape(title ?? name ?? label);
    const address = attributeText(href ?? to ?? link);
    const below = `${description === undefined ? '' : `<p>${escape(description)}</p>`}<slot></slot>`;
    if (words === '') return address === '' ? `<div>${below}</div>` : `<a href="${address}">${below}</a>`;
    return `<div>${titled(address === '' ? words : `<a href="${address}">${words}</a>`)}${below}</div>`;
  },
  markdown({ title, name, label, href, to, link, description }) {
    const words = title ?? name ?? label ?? '';
    const address = href ?? to ?? link;
    const named = address === undefined || words === '' ? words && `**${words}**` : `[${words}](${address})`;
    return `${named}${description === undefined ? '' : `: ${description}`}`;
  },
  ignored: LOOK,
};

/** A disclosure; without a title it is the frame around several of them. */
const accordion: ComponentMapping = {
  tag: 'details',
  render: ({ title, description }) =>
    title === undefined
      ? '<slot></slot>'
      : `<details><summary>${escape(title)}</summary>${description === undefined ? '' : `<p>${escape(description)}</p>`}<slot></slot></details>`,
  markdown: ({ title }) => (title === undefined ? '' : `**${title}**`),
  ignored: [...LOOK, 'type', 'collapsible', 'defaultOpen', 'value'],
};

const file: ComponentMapping = { tag: 'li', render: ({ name }) => `<li><code>${escape(name)}</code></li>`, ignored: [...LOOK, 'active'] };
const folder: ComponentMapping = {
  tag: 'li',
  render: ({ name }) => `<li><code>${escape(name)}</code><ul><slot></slot></ul></li>`,
  ignored: [...LOOK, 'defaultOpen', 'disabled', 'open'],
};
const files: ComponentMapping = { tag: 'ul', ignored: LOOK };

/** A parameter or field of an API, with its description as content. */
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
    ignored: LOOK,
  };
}

const video: ComponentMapping = {
  tag: 'p',
  render({ id, videoId, youTubeId, url, title }) {
    const given = String(url ?? id ?? videoId ?? youTubeId ?? '');
    const address = /^https?:\/\//.test(given) ? given : `https://www.youtube.com/watch?v=${encodeURIComponent(given)}`;
    const host = /^https?:\/\/(?:www\.)?(?:youtube(?:-nocookie)?\.com|youtu\.be)\//.test(address) ? ' on YouTube' : '';
    return `<p><a href="${attributeText(address)}">Watch the video${host}${title === undefined ? '' : `: ${escape(title)}`}</a></p>`;
  },
  ignored: [
    ...LOOK.filter((name) => name !== 'id'),
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
  AccordionItem: { tag: 'details', ignored: [...LOOK, 'value'] },
  AccordionTrigger: { tag: 'summary', ignored: LOOK },
  AccordionContent: wrapper(),
  Aside: callout('note'),
  Badge: { tag: 'span', title: 'text', ignored: [...LOOK, 'type'] },
  Callout: callout('note'),
  Card: card,
  CardGrid: wrapper('stagger'),
  CardGroup: wrapper(),
  Cards: wrapper(),
  'Cards.Card': card,
  CodeGroup: { tag: 'div', render: () => '<x-codegroup><slot></slot></x-codegroup>', ignored: [...LOOK, 'dropdown'] },
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
  Frame: { tag: 'div', title: 'caption', ignored: LOOK },
  Icon: wrapper('name'),
  Image: {
    render: ({ src, alt, width, height, style }) =>
      `<img src="${attributeText(src)}" alt="${attributeText(alt)}"${sizeAttributes({ width, height, style })}>`,
    ignored: [
      ...LOOK.filter((name) => !/^(?:width|height|style)$/.test(name)),
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
  Step: { tag: 'div', title: 'title', ignored: [...LOOK, 'stepNumber', 'titleSize'] },
  Steps: wrapper('titleSize'),
  Tip: callout('tip'),
  Tooltip: { tag: 'abbr', attributes: { tip: 'title', content: 'title', label: 'title' }, ignored: [...LOOK, 'headline'] },
  TypeTable: { list: 'type', ignored: LOOK },
  Warning: callout('warning'),
  YouTube: video,
  YouTubeEmbed: video,
  Youtube: video,
  YoutubeEmbed: video,
};
