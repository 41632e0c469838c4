/** Reads home pages of VitePress and Starlight. Their content is in the front matter: a hero with actions, and a list of features. */
import { encodeAddress } from '#model/url.ts';

import { attributeText } from './jsx-parser.ts';

type Values = Readonly<Record<string, unknown>>;

const values = (value: unknown): Values => (typeof value === 'object' && value !== null && !Array.isArray(value) ? (value as Values) : {});
const listOf = (value: unknown): Values[] => (Array.isArray(value) ? (value as unknown[]).map(values) : []);
/** Returns a text on one line; '' for other values. It may contain HTML, as in VitePress. */
const textOf = (value: unknown): string =>
  typeof value === 'string' || typeof value === 'number' ? String(value).replace(/\s+/g, ' ').trim() : '';
const linkTo = (label: string, target: unknown): string => (textOf(target) === '' ? label : `[${label}](${encodeAddress(textOf(target))})`);

/** Widths in pixels at which VitePress and Starlight show the pictures of a hero and of features. */
const [HERO_WIDTH, ICON_WIDTH] = [320, 48];

function pictureOf(image: unknown, subject: string, width: number): string {
  const { src, light, file, alt } = typeof image === 'string' ? { src: image } : values(image);
  const source = textOf(src) || textOf(light) || textOf(file);
  const text = attributeText(textOf(alt) || subject);
  return source === '' ? '' : `<img src="${attributeText(encodeAddress(source))}" alt="${text}" style="max-width: ${width}px">`;
}

const KEYS = ['layout', 'template', 'hero', 'features'];

/** The content of a home page from its front matter. */
export interface Hero {
  markdown: string;
  /** The front matter keys that it replaces. */
  keys: readonly string[];
}

/** Returns the hero, its actions, and the features of a home page as Markdown; null for other pages. */
export function readHero(frontMatter: Values): Hero | null {
  const { hero, features, title, layout } = frontMatter;
  if (layout !== 'home' && Object.keys(values(hero)).length === 0) return null;
  const { name, title: own, text, tagline, actions, image } = values(hero);
  const heading = textOf(name) || textOf(own);
  const parts = [
    heading === '' || heading === title ? '' : title === undefined ? `# ${heading}` : `**${heading}**`,
    textOf(text) === '' ? '' : `**${textOf(text)}**`,
    textOf(tagline),
    pictureOf(image, heading, HERO_WIDTH),
    listOf(actions)
      .map(({ text: label, link }) => linkTo(textOf(label), link))
      .join(' · '),
    listOf(features).map(featureOf).join('\n'),
  ].filter((part) => part !== '');
  return parts.length === 0 ? null : { markdown: parts.join('\n\n'), keys: KEYS };
}

function featureOf({ icon, title, details, link, linkText }: Values): string {
  const mark = typeof icon === 'string' && !icon.includes('<') ? icon : pictureOf(icon, textOf(title), ICON_WIDTH);
  const more = textOf(linkText);
  const label = linkTo(textOf(title), more === '' ? link : undefined);
  const named = textOf(details) === '' ? `**${label}**` : `**${label}**: ${textOf(details)}`;
  return `- ${[mark, named, more === '' ? '' : linkTo(more, link)].filter(Boolean).join(' ')}`;
}
