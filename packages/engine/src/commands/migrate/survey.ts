/** Finds the components that the pages of a site use, and suggests mappings for the configuration. */
import { readFileSync } from 'node:fs';
import { dirname, join } from 'node:path';

import { isBuiltIn, WILDCARD } from '#content/components/replace-tag.ts';
import { readingBudget, readTag } from '#content/jsx-parser.ts';
import type { JsxTag } from '#content/jsx-parser.ts';
import { isCodeComponent } from '#content/code-sources.ts';
import { readModules, removeComments } from '#content/mdx.ts';
import { readLines } from '#content/source-lines.ts';

import { existsInProject } from './foreign-site.ts';

export interface UsedComponent {
  name: string;
  uses: number;
  files: number;
  /** Names of attributes, most frequent first. */
  attributes: string[];
  /** Attributes of less than half of the uses. */
  rare: string[];
  /** The attribute whose value is a list; null: none. */
  list: string | null;
  /** Attributes whose values are the addresses of pictures. */
  pictures: string[];
  /** Whether any use has content. */
  hasContent: boolean;
  /** Whether at least half of the uses have no content. */
  isMostlyEmpty: boolean;
  /** Whether each use has other text on its line. */
  isInline: boolean;
  /** Absolute path of the component's source file, if the build can render it; null: there is no such file. */
  file: string | null;
}

/** Endings that an import can leave out. */
const SCRIPTS = ['', '.tsx', '.jsx', '.ts', '.js', '/index.tsx', '/index.jsx', '/index.ts', '/index.js'];

/** Whether the build can render the component in a file: the file imports only React and other files of the site. */
const canRender = (file: string): boolean =>
  [...readFileSync(file, 'utf8').matchAll(/\b(?:from|import|require\()\s*['"]([^'"]+)['"]/g)].every(([, from = '']) =>
    /^(?:react$|\.)/.test(from),
  );

/** Returns the source files of the components that a page imports, by component. A named import is searched as a file of that name in the imported folder. */
function importedFiles(source: string, file: string, siteDir: string): Map<string, string> {
  const found = new Map<string, string>();
  const at = (path: string): string | undefined =>
    SCRIPTS.map((ending) => path + ending).find((one) => /\.[jt]sx?$/.test(one) && existsInProject(siteDir, one) && canRender(one));
  for (const [, names = '', from = ''] of source.matchAll(
    /^import\s+(?!\s)([\w\s{},$]{1,1000}?)(?<!\s)\s+from\s+['"]((?:\.|@site\/)[^'"]+)['"]/gm,
  )) {
    const path = from.startsWith('@site/') ? join(siteDir, from.slice('@site/'.length)) : join(dirname(file), from);
    const [, whole, , parts = ''] = /^(\w+)?\s*(,\s*)?(?:\{([^}]*)\})?$/.exec(names) ?? [];
    const own = whole === undefined ? undefined : at(path);
    if (whole !== undefined && own !== undefined) found.set(whole, own);
    for (const name of parts.split(',').map((part) => part.trim())) {
      const named = /^\w+$/.test(name) ? at(join(path, name)) : undefined;
      if (named !== undefined) found.set(name, named);
    }
  }
  return found;
}

/** The uses of a component that were found so far. */
interface FoundComponent {
  uses: number;
  files: Set<string>;
  /** Number of uses of each attribute. */
  attributes: Map<string, number>;
  list: string | null;
  pictures: Set<string>;
  hasContent: boolean;
  /** Number of uses without content. */
  empty: number;
  isInline: boolean;
  file: string | null;
}

/** Counts the components in Markdown files, most used first. @param files absolute paths @param siteDir absolute folder that `@site` names */
export function surveyComponents(files: readonly string[], siteDir: string): UsedComponent[] {
  const found = new Map<string, FoundComponent>();
  for (const file of files) surveyFile(file, siteDir, found);
  return [...found]
    .map(([name, { files: where, attributes, pictures, ...rest }]) => ({
      name,
      ...rest,
      files: where.size,
      pictures: [...pictures],
      isMostlyEmpty: rest.empty * 2 >= rest.uses,
      rare: [...attributes].filter(([, count]) => count * 2 < rest.uses).map(([attribute]) => attribute),
      attributes: [...attributes].toSorted(([, a], [, b]) => b - a).map(([attribute]) => attribute),
    }))
    .toSorted((a, b) => b.uses - a.uses);
}

/** Adds the components of a file to those that were found. */
function surveyFile(file: string, siteDir: string, found: Map<string, FoundComponent>): void {
  const source = readFileSync(file, 'utf8');
  const importedContent = new Set(
    [...source.matchAll(/^import\s+(\w+)\s+from\s+['"][^'"]+\.(?:mdx?|svg|png|jpe?g|gif|webp|avif)['"]/gm)].map(([, name]) => name),
  );
  const imported = importedFiles(source, file, siteDir);
  const own = /^export\s/m.test(source) ? readModules(readLines(source, 1), () => undefined).templates : new Map<string, unknown>();
  const isKnown = (name: string): boolean => isBuiltIn(name) || name === 'CodeBlock' || importedContent.has(name) || own.has(name);
  const text = withoutCodeAndComments(source);
  const budget = readingBudget(text.length);
  const lastClosing = new Map<string, number>();
  const isClosedAfter = (name: string, offset: number): boolean => {
    const last = lastClosing.get(name) ?? text.lastIndexOf(`</${name}>`);
    lastClosing.set(name, last);
    return last >= offset;
  };
  // Directly after a word, `<Name>` is a type parameter: `Promise<Result>`.
  for (const { index } of text.matchAll(/(?<![\w\\])<(?:[A-Z]|[a-z]\w*-)/g)) {
    const tag = readTag(text, index, budget);
    if (tag === null || isKnown(tag.name)) continue;
    // A lowercase name without a closing tag is a placeholder such as `<your-token>`.
    if (/^[a-z]/.test(tag.name) && !isClosedAfter(tag.name, tag.end)) continue;
    if (isCodeComponent(tag, text.slice(tag.end, tag.end + CHECKED_CHARACTERS))) continue;
    const component = found.get(tag.name) ?? newComponent();
    found.set(tag.name, component);
    component.file ??= imported.get(tag.name) ?? null;
    component.files.add(file);
    component.isInline &&= isWithinLine(text, index, tag);
    component.hasContent ||= !tag.isSelfClosing && isClosedAfter(tag.name, tag.end);
    addUse(component, tag);
  }
}

const newComponent = (): FoundComponent => ({
  uses: 0,
  files: new Set(),
  attributes: new Map(),
  list: null,
  pictures: new Set(),
  hasContent: false,
  empty: 0,
  isInline: true,
  file: null,
});

/** Counts a use and its attributes. */
function addUse(component: FoundComponent, { attributes, isSelfClosing }: JsxTag): void {
  component.uses += 1;
  if (isSelfClosing) component.empty += 1;
  // A list of texts, such as commands, may be all that a component without content shows.
  const isList = isSelfClosing ? /^\[\s*[[{'"`]/ : /^\[\s*[[{]/;
  component.list ??= attributes.find(({ kind, value }) => kind === 'code' && isList.test(value))?.name ?? null;
  for (const { name, value } of attributes) {
    if (PICTURE.test(String(value))) component.pictures.add(name);
    component.attributes.set(name, (component.attributes.get(name) ?? 0) + 1);
  }
}

const withoutCodeAndComments = (source: string): string =>
  removeComments(readLines(source, 1), () => undefined)
    .map(({ text, kind }) => (kind === 'text' ? text : ''))
    .join('\n')
    .replace(/(?<!`)(`+)(?!`)[^`\n]+\1/g, '');

/** Whether other text is on the same line as a tag. Only the nearest characters are checked, so that long lines take linear time. */
function isWithinLine(text: string, index: number, { name, end }: JsxTag): boolean {
  const before = text.slice(Math.max(0, index - CHECKED_CHARACTERS), index).replace(/^[^]*\n/, '');
  const after = text.slice(end, end + CHECKED_CHARACTERS).replace(/\n[^]*/, '');
  return before.trim() !== '' || after.replace(`</${name}>`, '').trim() !== '';
}

/** Number of characters on each side of a tag. */
const CHECKED_CHARACTERS = 200;

const TITLES = ['title', 'label', 'name', 'heading', 'header', 'summary', 'text'];
/** Attributes that are all a component without content shows, such as the name of a class in a reference. */
const SUBJECTS = ['object', 'symbol', 'term', 'command', 'cmd', 'code', 'contents', 'content', 'message', 'value'];
const ADDRESSES = ['href', 'to', 'link', 'url'];
/** Names of components that embed something from another site. */
const FRAMES = /video|player|embed|frame/i;
const PRESENTATIONAL = 'className style key id icon color width height size minWidth minHeight maxWidth maxHeight'.split(' ');

/**
 * Suggests a component map to start from.
 * @returns the mapping of each component, and `*` for all components that only frame their content or show nothing
 */
export function suggestMap(used: readonly UsedComponent[]): Record<string, Record<string, unknown>> {
  const own: [string, Record<string, unknown>][] = [];
  const ignored = new Set<string>();
  let needsWildcard = false;
  for (const component of used) {
    const mapping = suggestMapping(component);
    if (Object.keys(mapping).every((key) => key === 'tag' || key === 'ignored') && mapping['tag'] !== 'img') {
      needsWildcard = true;
      for (const name of (mapping['ignored'] as string[] | undefined) ?? []) ignored.add(name);
    } else own.push([component.name, mapping]);
  }
  const kept = mostImportant(own);
  needsWildcard ||= kept.length < own.length;
  const others = { tag: 'fragment', ...(ignored.size > 0 && { ignored: [...ignored] }) };
  return Object.fromEntries([...kept, ...(needsWildcard ? [[WILDCARD, others] as const] : [])]);
}

/** Number of mappings that a person can read at a glance, beside the one of all other components. */
const MAX_MAPPINGS = 9;

/** Limits the number of mappings. First those are left out that the mapping of all other components resembles, then those of the rarest components. */
function mostImportant<T extends [string, Record<string, unknown>]>(mappings: readonly T[]): T[] {
  const isCovered = ([, mapping]: T): boolean =>
    Object.keys(mapping).every((key) => ['tag', 'title', 'attributes', 'ignored'].includes(key)) && mapping['tag'] !== 'img';
  const ranked = [...mappings.filter((one) => !isCovered(one)), ...mappings.filter(isCovered)].slice(0, MAX_MAPPINGS);
  return mappings.length <= MAX_MAPPINGS ? [...mappings] : mappings.filter((one) => ranked.includes(one));
}

/** Suggests a mapping that shows the content and the title, and turns an address into a link. */
function suggestMapping({
  name,
  attributes,
  rare,
  list,
  pictures,
  hasContent,
  isMostlyEmpty,
  isInline,
}: UsedComponent): Record<string, unknown> {
  const addresses = FRAMES.test(name) ? [...ADDRESSES, 'src'] : ADDRESSES;
  // A component with content is a link only if most of its uses have an address.
  const address = addresses.find((one) => attributes.includes(one) && !(hasContent && rare.includes(one)));
  // Without a title or content, a link shows its address.
  const subject = hasContent ? undefined : SUBJECTS.find((name) => attributes.includes(name));
  const title = TITLES.find((name) => attributes.includes(name)) ?? subject ?? (hasContent ? undefined : address);
  // Without content, the id may be all that a component shows, for example the id of a video.
  const ignored = attributes.filter((one) => (PRESENTATIONAL.includes(one) && (one !== 'id' || hasContent)) || /^on[A-Z]/.test(one));
  const kind = admonitionOf(name);
  if (kind !== null && hasContent)
    return {
      admonition: kind,
      ...(attributes.includes('title') && { title: 'title' }),
      ...(ignored.length > 0 && { ignored }),
    };
  const named = /image|img|figure|picture/i.test(name) ? PICTURES.filter((one) => attributes.includes(one)) : [];
  const picture = named.length > 0 ? named : pictures.slice(0, 1);
  const words = DESCRIPTIONS.find((one) => attributes.includes(one)) ?? 'alt';
  // A component with further texts, such as a card, is more than a picture.
  const isPicture = attributes.every((one) =>
    [...PICTURES, ...pictures, words, 'srcDark', 'widthDark', 'heightDark', ...ignored].includes(one),
  );
  const sizes = SIZES.filter((one) => attributes.includes(one)).map((one) => [one, one]);
  if (!hasContent && picture.length > 0 && (named.length > 0 || isPicture))
    return {
      tag: 'img',
      attributes: { ...Object.fromEntries(picture.map((one) => [one, 'src'])), [words]: 'alt', ...Object.fromEntries(sizes) },
      ignored: [...new Set([...ignored, 'srcDark', 'widthDark', 'heightDark'])].filter(
        (one) => attributes.includes(one) && !SIZES.includes(one),
      ),
    };
  if (attributes.length === ignored.length && !hasContent && (isInline || markOf(name) !== name))
    return { tag: 'span', text: markOf(name), ...(ignored.length > 0 && { ignored }) };
  // Without this, a sentence would lack the term that the component explains.
  const term = [...SUBJECTS, ...TITLES, 'id'].find((one) => attributes.includes(one) && !rare.includes(one));
  if (hasContent && isInline && isMostlyEmpty && address === undefined && term !== undefined)
    return { tag: 'span', fallback: term, ...(ignored.length > 0 && { ignored: ignored.filter((one) => one !== term) }) };
  if (list !== null)
    return { tag: 'div', ...(title !== undefined && title !== list && { title }), list, ...(ignored.length > 0 && { ignored }) };
  return {
    tag: address !== undefined ? 'a' : title !== undefined || hasContent ? (isInline ? 'span' : 'div') : 'fragment',
    ...(title !== undefined && { title }),
    ...(address !== undefined && { attributes: { [address]: 'href' } }),
    ...(ignored.length > 0 && { ignored }),
  };
}

/** Returns the kind of admonition that a component's name suggests; null: none. */
function admonitionOf(name: string): string | null {
  const [, word = ''] =
    /^(?:docs-|doc-|section|inline)?(note|tip|info|warning|warn|danger|error|caution|important|hint|callout|alert|aside|message|notice|banner)$/i.exec(
      name,
    ) ?? [];
  const kind = {
    warn: 'warning',
    caution: 'warning',
    error: 'danger',
    important: 'info',
    hint: 'tip',
    callout: 'note',
    alert: 'note',
    aside: 'note',
    message: 'note',
    notice: 'note',
    banner: 'note',
  };
  const lower = word.toLowerCase();
  return lower === '' ? null : (kind[lower as keyof typeof kind] ?? lower);
}

/** The end of the address of a picture, also in code such as `require('./x.png').default`. */
const PICTURE = /\.(?:avif|gif|jpe?g|png|svg|webp)(?:[?#][^'"`]*)?['"`]?(?:\)(?:\.default)?)?$/i;
/** Attributes that describe a picture, best first. */
const DESCRIPTIONS = ['alt', 'caption', 'title', 'label', 'description'];
/** Attributes that contain the address of a picture in the light mode. */
const PICTURES = ['src', 'srcLight', 'img'];
const SIZES = ['width', 'height'];

/** Returns ✓ or ✗ for components that are named after such a mark; otherwise the name itself. */
function markOf(name: string): string {
  if (/^(?:check|checkmark|tick|yes)/i.test(name)) return '✓';
  return /^(?:cross|crossmark|no|x)(?:icon|mark)?$/i.test(name) ? '✗' : name;
}
