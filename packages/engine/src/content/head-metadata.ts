/** Reads the metadata in `<head>` and `<Head>`, with which pages that were written for Docusaurus set their title, description, keywords, and picture. */
import type { FrontMatter } from './front-matter.ts';
import { readingBudget, readTag } from './jsx-parser.ts';
import type { JsxTag } from './jsx-parser.ts';
import { removeComments } from './mdx.ts';
import { lineBreaksOf, readLines } from './source-lines.ts';

type Metadata = Pick<FrontMatter, 'title_meta' | 'description' | 'keywords' | 'image'>;

/** An element in `<head>`. */
interface HeadElement {
  /** The element as messages name it: `<meta name="robots">`. */
  label: string;
  /** Number of line breaks before it. */
  row: number;
  /** The front matter key that it stands for; undefined: it has no effect. */
  key: keyof Metadata | undefined;
  value: string;
  /** Position among the elements that stand for the same key: the last one takes precedence. */
  rank: number;
}

/** The names of `<meta>` with the keys that they stand for. */
const KEYS: readonly (readonly [name: string, key: keyof Metadata])[] = [
  ['twitter:image', 'image'],
  ['og:image', 'image'],
  ['twitter:description', 'description'],
  ['og:description', 'description'],
  ['description', 'description'],
  ['keywords', 'keywords'],
];

/** Names of metadata that the build writes on every page. */
const WRITTEN = /^(?:viewport|generator|og:type|og:url|og:site_name|twitter:card)$/i;

/** Reads the elements in the content of `<head>` without comments, except for those that the build writes on every page. */
function readElements(content: string): HeadElement[] {
  const elements: HeadElement[] = [];
  const budget = readingBudget(content.length);
  const neverClosed = new Set<string>();
  let row = 0;
  let counted = 0;
  for (let at = content.indexOf('<'); at >= 0; at = content.indexOf('<', at)) {
    const tag = readTag(content, at, budget);
    if (tag === null || tag.isClosing) {
      at += 1;
      continue;
    }
    const hasContent = !tag.isSelfClosing && !/^(?:meta|link|base)$/.test(tag.name) && !neverClosed.has(tag.name);
    const closing = hasContent ? content.indexOf(`</${tag.name}>`, tag.end) : -1;
    // Look only once for an end tag that is missing, because each search reads the rest of the text.
    if (hasContent && closing < 0) neverClosed.add(tag.name);
    row += lineBreaksOf(content.slice(counted, at)).length;
    counted = at;
    const element = readElement(tag, closing < 0 ? '' : content.slice(tag.end, closing));
    if (element !== null) elements.push({ ...element, row });
    at = Math.max(tag.end, closing);
  }
  return elements;
}

/** Returns an element of `<head>`; null if the build writes it on every page. @param inner its content */
function readElement({ name, attributes }: JsxTag, inner: string): Omit<HeadElement, 'row'> | null {
  if (name === 'title') {
    const title = literalText(inner);
    return { label: '<title>', key: title === '' ? undefined : 'title_meta', value: title, rank: 0 };
  }
  const naming = attributes.find((one) => /^(?:name|property|itemprop|http-?equiv|rel|charset)$/i.test(one.name));
  if (naming !== undefined && (/^charset$/i.test(naming.name) || WRITTEN.test(naming.value))) return null;
  const label = naming === undefined ? `<${name}>` : `<${name} ${naming.name}="${naming.value}">`;
  const rank = name === 'meta' ? KEYS.findIndex(([known]) => known === naming?.value) : -1;
  const value = attributes.find((one) => one.name === 'content' && one.kind === 'literal')?.value ?? '';
  return { label, key: value === '' ? undefined : KEYS[rank]?.[1], value, rank };
}

/** Returns text, which may be a quoted text in braces; '' for other expressions. */
function literalText(written: string): string {
  const text = written.trim();
  const quoted = /^\{\s*(?:'([^'\\]*)'|"([^"\\]*)"|`([^`$\\]*)`)\s*\}$/.exec(text);
  if (text.startsWith('{') && quoted === null) return '';
  return (quoted === null ? text : (quoted[1] ?? quoted[2] ?? quoted[3] ?? '')).replace(/\s+/g, ' ').trim();
}

/** Returns the contents of the `<head>` elements of a text, of which each starts a line. */
function contentsOfHeads(text: string): string[] {
  const contents: string[] = [];
  const start = /^[ \t]*<(Head|head)>/gm;
  for (let opening = start.exec(text); opening !== null; opening = start.exec(text)) {
    const end = text.indexOf(`</${opening[1]}>`, start.lastIndex);
    if (end < 0) break;
    contents.push(text.slice(start.lastIndex, end));
    start.lastIndex = end;
  }
  return contents;
}

/** Returns the front matter that the metadata of a page stands for. It takes precedence over written front matter, as in Docusaurus. */
export function headMetadata(body: string): Metadata {
  if (!/<head>/i.test(body)) return {};
  const text = removeComments(readLines(body, 1), () => undefined)
    .map((line) => (line.kind === 'text' ? line.text : ''))
    .join('\n');
  const entries = contentsOfHeads(text)
    .flatMap(readElements)
    .toSorted((a, b) => a.rank - b.rank)
    .flatMap(({ key, value }) => (key === undefined ? [] : [[key, value] as const]));
  const { keywords, ...others } = Object.fromEntries(entries) as Partial<Record<keyof Metadata, string>>;
  return {
    ...others,
    ...(keywords !== undefined && {
      keywords: keywords
        .split(',')
        .map((word) => word.trim())
        .filter(Boolean),
    }),
  };
}

export const isHeadTag = ({ name }: JsxTag): boolean => name === 'Head' || name === 'head';

/**
 * Returns the elements of `<head>` that have no effect on the page.
 * @param content without comments
 * @param frontMatter of the page, which has the metadata with an effect
 */
export const elementsWithoutEffect = (
  content: string,
  frontMatter: Readonly<Record<string, unknown>>,
): Pick<HeadElement, 'label' | 'row'>[] => readElements(content).filter(({ key }) => key === undefined || frontMatter[key] === undefined);
