import type { Root } from 'hast';
import { defaultSchema, sanitize } from 'hast-util-sanitize';
import type { Schema } from 'hast-util-sanitize';

import { outsideCode } from './source-lines.ts';
import type { Line } from './source-lines.ts';

const base = defaultSchema.attributes ?? {};

/** GitHub's rules for HTML in Markdown, with the elements of this pipeline and the allowed link schemes. */
const SCHEMA: Schema = {
  ...defaultSchema,
  tagNames: [
    ...(defaultSchema.tagNames ?? []),
    'u',
    'small',
    'mark',
    'abbr',
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
    a: ['href', 'title', ['className', 'video'], 'id', 'name', 'ariaLabel'],
    code: [['className', /^language-\d+$/]],
    // Entries of reference pages, which browsers may leave unpainted until they come into view.
    section: ['dataFootnotes', ['className', 'footnotes', 'reference']],
    details: ['open', ['className', 'option']],
    img: ['src', 'alt', 'title', 'width', 'height', 'align'],
    admonition: ['dataKind'],
    'x-tabs': ['dataGroupid', 'dataDefaultvalue', 'dataQuerystring'],
    'x-tabitem': ['dataValue', 'dataLabel', 'dataDefault'],
    'x-component': ['dataUse'],
  },
  // Ids are the page's own and must stay as they are: they are what links lead to.
  clobber: [],
  clobberPrefix: '',
  protocols: { href: ['http', 'https', 'mailto', 'tel', 'pathname'], src: ['http', 'https'], cite: ['http', 'https'] },
  required: { input: { disabled: true, type: 'checkbox' } },
};

/** Removes HTML that could run code or imitate the shell. */
export function sanitizedHtml(tree: Root): Root {
  return sanitize(tree, SCHEMA) as Root;
}

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
  'font',
  'script',
  'style',
  'svg',
  'path',
  'admonition',
  'admonitiontitle',
]);

/**
 * Escapes tags of unknown elements: `<my-dataset>` in a sentence is a placeholder for the reader, which an HTML parser
 * would drop.
 */
export function keepPlaceholders(lines: Line[]): Line[] {
  return lines.map((line) => {
    if (line.kind !== 'text' || !line.text.includes('<')) return line;
    const text = outsideCode(line.text, (part) =>
      part.replace(/<(\/?)([a-z][\w-]*)(?=[\s>/])/g, (whole, _slash: string, name: string) =>
        KNOWN.has(name) || name.startsWith('x-') ? whole : `&lt;${whole.slice(1)}`,
      ),
    );
    return { ...line, text };
  });
}
