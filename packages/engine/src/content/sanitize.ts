import type { Root } from 'hast';
import { defaultSchema, sanitize } from 'hast-util-sanitize';
import { html } from 'property-information';
import type { Schema } from 'hast-util-sanitize';

import { FRAME, isPlayer } from './embeds.ts';
import { isHeadTag } from './head-metadata.ts';
import { attributeInfo, visitElements } from './html-tree.ts';
import type { JsxTag, TagLines } from './jsx-parser.ts';
import { isSizeStyle } from './picture-size.ts';
import { outsideCode } from './source-lines.ts';
import type { Line, Report } from './source-lines.ts';

const base = defaultSchema.attributes ?? {};

/** The schemes of addresses that stay on a page. */
const PROTOCOLS = { href: ['http', 'https', 'mailto', 'tel', 'pathname'], src: ['http', 'https', 'pathname'], cite: ['http', 'https'] };

/** GitHub's rules for HTML in Markdown, plus the elements that this pipeline uses internally. */
const SCHEMA: Schema = {
  ...defaultSchema,
  tagNames: [
    ...(defaultSchema.tagNames ?? []),
    'u',
    'small',
    'mark',
    'abbr',
    'cite',
    'figure',
    'figcaption',
    'admonition',
    'admonitiontitle',
    'x-tabs',
    'x-tabitem',
    'x-component',
    'x-codegroup',
  ],
  attributes: {
    ...base,
    '*': (base['*'] ?? []).filter((name) => name !== 'name'),
    a: ['href', 'title', ['className', 'video', 'moved'], ['dataEmbed', FRAME], 'id', 'name', 'ariaLabel'],
    code: [['className', /^language-\d+$/]],
    // `reference` marks entries of reference pages, which browsers need not render until they are in view.
    section: ['dataFootnotes', ['className', 'footnotes', 'reference']],
    details: ['open', ['className', 'option']],
    img: ['src', 'alt', 'title', 'width', 'height', 'dataMaxWidth', 'align'],
    admonition: ['dataKind'],
    'x-tabs': ['dataGroupid', 'dataDefaultvalue', 'dataValues', 'dataItems', 'dataLine'],
    'x-tabitem': ['dataValue', 'dataLabel', 'dataTitle', 'dataDefault'],
    'x-component': ['dataUse'],
  },
  // Ids must stay unchanged, since links refer to them.
  clobber: [],
  clobberPrefix: '',
  protocols: PROTOCOLS,
  required: { input: { disabled: true, type: 'checkbox' } },
};

/**
 * Returns a tree without HTML that could run code or imitate the shell.
 * @param onRemoved called for each address that is removed because of its scheme
 */
export function sanitizedHtml(tree: Root, onRemoved: (attribute: string, address: string) => void): Root {
  visitElements(tree, ({ properties }) => {
    for (const name of ['href', 'src', 'cite'] as const) {
      const value = properties[name];
      const scheme = typeof value === 'string' ? schemeOf(value) : null;
      if (typeof value !== 'string' || scheme === null) continue;
      // Schemes are case-insensitive (RFC 3986, 3.1), but the library expects lower case.
      if (PROTOCOLS[name].includes(scheme.toLowerCase())) properties[name] = scheme.toLowerCase() + value.slice(scheme.length);
      else onRemoved(name, value);
    }
  });
  return sanitize(tree, SCHEMA) as Root;
}

/** Returns the scheme of an address by the sanitizer's rule: the text before the first colon, if no `/`, `?`, or `#` precedes it; null without one. */
const schemeOf = (address: string): string | null => /^([^:/?#]*):/.exec(address)?.[1] ?? null;

/** Whether an element stays on the page. */
const keepsElement = (tag: string): boolean => SCHEMA.tagNames?.includes(tag) === true;

/** Attributes of frames and players that their links use. A browser needs the type of a source only to choose one. */
const FRAMES: Readonly<Record<string, readonly string[]>> = {
  iframe: ['src', 'title'],
  video: ['src', 'title'],
  audio: ['src', 'title'],
  source: ['src', 'srcSet', 'type'],
};

/** Whether an attribute of an element stays on the page with this value. @param attribute name in HTML or JSX */
export function keepsAttribute(tag: string, attribute: string, value: string): boolean {
  const { property } = attributeInfo(html, attribute);
  // The size in the style of a picture becomes attributes, and so does the alignment of text.
  if (property === 'style') return tag === 'img' ? isSizeStyle(value) : alignmentOf(value) !== undefined;
  // A rule is the name of an attribute, or a list of its name and the allowed values.
  const isAllowed = (rule: unknown): boolean => {
    const [name, ...values] = Array.isArray(rule) ? (rule as unknown[]) : [rule];
    return name === property && (values.length === 0 || values.some((one) => (one instanceof RegExp ? one.test(value) : one === value)));
  };
  const own = FRAMES[tag] ?? SCHEMA.attributes?.[tag] ?? [];
  return [...own, ...(SCHEMA.attributes?.['*'] ?? [])].some(isAllowed);
}

/** Returns the alignment of a style in CSS or JSX that sets nothing else: `text-align: center`, `{ textAlign: 'center' }`; undefined for others. */
export const alignmentOf = (style: string): string | undefined =>
  /^\{?\s*['"]?text-?align['"]?\s*:\s*['"]?(left|center|right)['"]?(?:\s*[;,])?(?:\s*\})?$/i.exec(style.trim())?.[1]?.toLowerCase();

/** HTML elements that authors may write: those that the sanitizer allows or a step replaces. */
const KNOWN = new Set([
  ...(defaultSchema.tagNames ?? []),
  'iframe',
  'u',
  'small',
  'mark',
  'abbr',
  'figure',
  'figcaption',
  'video',
  'center',
  'head',
  'font',
  'audio',
  'source',
  'script',
  'style',
  'svg',
  'path',
  'admonition',
  'admonitiontitle',
]);

/** HTML elements whose tag is removed and whose content is kept. */
const WITHOUT_TAG = new Set(
  'acronym address area article aside base basefont bdi bdo big body button caption canvas col colgroup data datalist dialog dir embed fieldset footer form frame frameset header hgroup html label legend link main map marquee meta meter nav nobr noframes noscript object optgroup option output param picture progress search select slot template textarea time title track wbr'.split(
    ' ',
  ),
);

/** Whether a name is that of an HTML element, or of an internal element of the pipeline. */
export const isHtmlElement = (tag: string): boolean => KNOWN.has(tag) || WITHOUT_TAG.has(tag);

/**
 * Escapes tags of unknown elements, so that they are shown: `<my-dataset>` in a sentence is a placeholder, which the HTML parser would drop. The
 * target of a link may be in angle brackets, too: `[a](</docs/b>)`.
 */
export function escapePlaceholders(lines: Line[]): Line[] {
  return lines.map((line) => {
    if (line.kind !== 'text' || !line.text.includes('<')) return line;
    const text = outsideCode(line.text, (part) =>
      part.replace(/(?<!\\|\]\(|\]:\s)<(\/?)([a-z][\w-]*)(?=[\s>/])/g, (whole, _slash: string, name: string) =>
        isHtmlElement(name) || name.startsWith('x-') ? whole : `&lt;${whole.slice(1)}`,
      ),
    );
    return { ...line, text };
  });
}

/** The handling of elements that are replaced or left out, as the end of a message. Of other HTML elements that are not allowed, only the tag is removed. */
const REPLACED: Readonly<Record<string, string>> = {
  iframe: 'shown as a link, because pages load nothing from other sites',
  video: 'shown as a link, because pages load nothing from other sites',
  audio: 'shown as a link, because pages load nothing from other sites',
  script: 'left out, because code in pages is not executed',
  style: 'left out: put the rules into a stylesheet of the site',
  svg: 'left out: put the drawing into a file beside the page and show it as a picture',
  form: 'left out except for its text, because pages cannot contain forms',
};
/** Elements that are removed with their content. */
export const WITHOUT_CONTENT = new Set(['script', 'style', 'svg', 'Head', 'head']);
const isField = ({ name, attributes }: JsxTag): boolean =>
  name === 'input' && !attributes.some((attribute) => attribute.name === 'type' && attribute.value === 'checkbox');

/** Whether an element is removed with its content. This includes form fields, which the sanitizer would turn into checkboxes. */
export const isRemovedWithContent = (tag: JsxTag): boolean => WITHOUT_CONTENT.has(tag.name) || isField(tag);

/** Attributes for browsers and scripts, which are removed without a warning, because readers do not notice it. */
const WITHOUT_MEANING = /^(?:key|ref|target|rel|loading|decoding|fetchpriority|crossorigin|referrerpolicy|data-[\w-]+)$/i;

/** Reports the parts of an HTML tag that are removed from the page. */
export function reportRemovedHtml(tag: JsxTag, lines: TagLines, report: Report): void {
  // The elements in it are reported one by one.
  if (isHeadTag(tag)) return;
  const replaced = Object.hasOwn(REPLACED, tag.name) ? REPLACED[tag.name] : undefined;
  if (tag.isUnclosed) report(lines.all, `<${tag.name}> is never closed: add </${tag.name}>`);
  if (isField(tag)) return report(lines.all, '<input> is left out, because pages cannot contain forms', 'warning', '<input> is left out');
  if (tag.name === 'iframe' && isPlayer(tag.attributes.find(({ name }) => name === 'src')?.value ?? '')) return;
  if (replaced !== undefined)
    return report(lines.element(), `<${tag.name}> is ${replaced}`, 'warning', `<${tag.name}> is not shown as such`);
  if (!keepsElement(tag.name)) {
    // An unknown name is a placeholder and shown as written.
    if (isHtmlElement(tag.name))
      report(
        lines.all,
        `<${tag.name}> is left out except for its content, because pages cannot contain this element`,
        'warning',
        'HTML elements are left out',
      );
    return;
  }
  for (const attribute of tag.attributes) {
    if (attribute.name === '' || WITHOUT_MEANING.test(attribute.name) || keepsAttribute(tag.name, attribute.name, attribute.value))
      continue;
    const message = `the attribute ${attribute.name} of <${tag.name}> is left out, because only the site's stylesheets define the design of pages`;
    report(lines.of(attribute), message, 'warning', 'HTML attributes are left out');
  }
}
