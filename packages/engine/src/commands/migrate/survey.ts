/** Which components the pages of a tree use, and how the configuration could map them. */
import { readFileSync } from 'node:fs';

import { isBuiltIn } from '#content/components.ts';
import { readingBudget, readTag } from '#content/jsx.ts';
import type { JsxTag } from '#content/jsx.ts';
import { outsideCode, readLines } from '#content/source-lines.ts';

export interface UsedComponent {
  name: string;
  uses: number;
  files: number;
  /** Attributes, the most frequent first. */
  attributes: string[];
  /** The attribute that has lists; null: none. */
  list: string | null;
  /** Whether any use has content. */
  hasContent: boolean;
  /** Whether each use is in the middle of a line. */
  isInline: boolean;
}

/** @param files absolute paths of Markdown files */
export function surveyComponents(files: readonly string[]): UsedComponent[] {
  const found = new Map<
    string,
    { uses: number; files: Set<string>; attributes: Map<string, number>; list: string | null; hasContent: boolean; isInline: boolean }
  >();
  for (const file of files) {
    const source = readFileSync(file, 'utf8');
    const markdown = new Set([...source.matchAll(/^import\s+(\w+)\s+from\s+['"][^'"]+\.mdx?['"]/gm)].map(([, name]) => name));
    const text = readLines(source, 1)
      .map(({ text: line, kind }) => (kind === 'text' ? outsideCode(line, (part) => part.replaceAll('\u0000', '')) : ''))
      .join('\n')
      .replace(/<!--[\s\S]*?-->|\{\/\*[\s\S]*?\*\/\}/g, '')
      .replace(/(`+)(?!`)[^`\n]+\1/g, '');
    const budget = readingBudget(text.length);
    const lastClosing = new Map<string, number>();
    const isClosedAfter = (name: string, offset: number): boolean => {
      const last = lastClosing.get(name) ?? text.lastIndexOf(`</${name}>`);
      lastClosing.set(name, last);
      return last >= offset;
    };
    // After a word, it is the parameter of a type: `Promise<Result>`.
    for (const { index } of text.matchAll(/(?<!\w)<(?:[A-Z]|[a-z]\w*-)/g)) {
      const tag = readTag(text, index, budget);
      // A name in small letters that nothing closes is a placeholder.
      if (tag !== null && /^[a-z]/.test(tag.name) && !isClosedAfter(tag.name, tag.end)) continue;
      if (tag === null || isBuiltIn(tag.name) || tag.name === 'CodeBlock' || markdown.has(tag.name)) continue;
      const entry = found.get(tag.name) ?? {
        uses: 0,
        files: new Set(),
        attributes: new Map<string, number>(),
        list: null,
        hasContent: false,
        isInline: true,
      };
      found.set(tag.name, entry);
      entry.uses += 1;
      entry.files.add(file);
      entry.isInline &&= isWithinLine(text, index, tag);
      entry.hasContent ||= !tag.isSelfClosing && isClosedAfter(tag.name, tag.end);
      entry.list ??= tag.attributes.find(({ kind, value }) => kind === 'code' && value.startsWith('['))?.name ?? null;
      for (const { name } of tag.attributes) entry.attributes.set(name, (entry.attributes.get(name) ?? 0) + 1);
    }
  }
  return [...found]
    .map(([name, { files: where, attributes, ...rest }]) => ({
      ...{ name, ...rest, files: where.size },
      attributes: [...attributes].toSorted(([, a], [, b]) => b - a).map(([attribute]) => attribute),
    }))
    .toSorted((a, b) => b.uses - a.uses);
}

/** Whether anything but the closing tag is beside a tag on its line. Looks at the nearest characters only. */
function isWithinLine(text: string, index: number, { name, end }: JsxTag): boolean {
  const before = text.slice(Math.max(0, index - NEAR), index).replace(/^[^]*\n/, '');
  const after = text.slice(end, end + NEAR).replace(/\n[^]*$/, '');
  return before.trim() !== '' || after.replace(`</${name}>`, '').trim() !== '';
}

const NEAR = 200;

const TITLES = ['title', 'label', 'name', 'heading', 'header', 'summary', 'text'];
const ADDRESSES = ['href', 'to', 'link', 'url'];
const SILENT = ['className', 'style', 'key', 'id', 'icon', 'color', 'width', 'height', 'size'];

/** A mapping to begin with: the content stays, a title is shown, an address becomes a link. */
export function suggestMapping({ name, attributes, list, hasContent, isInline }: UsedComponent): Record<string, unknown> {
  const address = ADDRESSES.find((name) => attributes.includes(name));
  // A link without words shows its address.
  const title = TITLES.find((name) => attributes.includes(name)) ?? (hasContent ? undefined : address);
  const ignored = attributes.filter((name) => SILENT.includes(name) || /^on[A-Z]/.test(name));
  const kind = admonitionOf(name);
  if (kind !== null && hasContent)
    return {
      admonition: kind,
      ...(attributes.includes('title') && { title: 'title' }),
      ...(ignored.length > 0 && { ignored }),
    };
  const picture = PICTURES.filter((one) => attributes.includes(one));
  if (!hasContent && picture.length > 0 && /image|img|figure|picture/i.test(name))
    return {
      tag: 'img',
      attributes: { ...Object.fromEntries(picture.map((one) => [one, 'src'])), alt: 'alt' },
      ignored: [...new Set([...ignored, 'srcDark', 'widthDark', 'heightDark'])].filter((one) => attributes.includes(one)),
    };
  if (attributes.length === ignored.length && !hasContent && (isInline || markOf(name) !== name))
    return { tag: 'span', text: markOf(name), ...(ignored.length > 0 && { ignored }) };
  if (list !== null)
    return { tag: 'div', ...(title !== undefined && title !== list && { title }), list, ...(ignored.length > 0 && { ignored }) };
  return {
    tag: address !== undefined ? 'a' : title !== undefined || hasContent ? (isInline ? 'span' : 'div') : 'fragment',
    ...(title !== undefined && { title }),
    ...(address !== undefined && { attributes: { [address]: 'href' } }),
    ...(ignored.length > 0 && { ignored }),
  };
}

/** The kind of admonition that a name says; null: none. */
function admonitionOf(name: string): string | null {
  const [, said = ''] =
    /^(?:docs-|doc-)?(note|tip|info|warning|warn|danger|error|caution|important|hint|callout|alert|aside)$/i.exec(name) ?? [];
  const kind = {
    warn: 'warning',
    caution: 'warning',
    error: 'danger',
    important: 'info',
    hint: 'tip',
    callout: 'note',
    alert: 'note',
    aside: 'note',
  };
  const lower = said.toLowerCase();
  return lower === '' ? null : (kind[lower as keyof typeof kind] ?? lower);
}

/** Attributes with the address of a picture; those for the dark mode are left out. */
const PICTURES = ['src', 'srcLight', 'img'];

/** A mark without words; others are shown by their name. */
function markOf(name: string): string {
  if (/^(?:check|checkmark|tick|yes)/i.test(name)) return '✓';
  return /^(?:cross|crossmark|no|x)$/i.test(name) ? '✗' : name;
}
