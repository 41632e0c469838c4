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
  /** Whether any use has content. */
  hasContent: boolean;
  /** Whether each use is in the middle of a line. */
  isInline: boolean;
}

/** @param files absolute paths of Markdown files */
export function surveyComponents(files: readonly string[]): UsedComponent[] {
  const found = new Map<
    string,
    { uses: number; files: Set<string>; attributes: Map<string, number>; hasContent: boolean; isInline: boolean }
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
    for (const { index } of text.matchAll(/(?<!\w)<[A-Z]/g)) {
      const tag = readTag(text, index, budget);
      if (tag === null || isBuiltIn(tag.name) || tag.name === 'CodeBlock' || markdown.has(tag.name)) continue;
      const entry = found.get(tag.name) ?? {
        uses: 0,
        files: new Set(),
        attributes: new Map<string, number>(),
        hasContent: false,
        isInline: true,
      };
      found.set(tag.name, entry);
      entry.uses += 1;
      entry.files.add(file);
      entry.isInline &&= isWithinLine(text, index, tag);
      entry.hasContent ||= !tag.isSelfClosing && isClosedAfter(tag.name, tag.end);
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
export function suggestMapping({ attributes, hasContent, isInline }: UsedComponent): Record<string, unknown> {
  const address = ADDRESSES.find((name) => attributes.includes(name));
  // A link without words shows its address.
  const title = TITLES.find((name) => attributes.includes(name)) ?? (hasContent ? undefined : address);
  const ignored = attributes.filter((name) => SILENT.includes(name) || /^on[A-Z]/.test(name));
  return {
    tag: address !== undefined ? 'a' : title !== undefined || hasContent ? (isInline ? 'span' : 'div') : 'fragment',
    ...(title !== undefined && { title }),
    ...(address !== undefined && { attributes: { [address]: 'href' } }),
    ...(ignored.length > 0 && { ignored }),
  };
}
