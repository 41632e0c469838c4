/**
 * The description of a site of another generator, and readers for the values of its configuration, which can have any shape. They keep `migrate`
 * inside the project of the site, because a configuration can name any folder of the machine.
 */
import { dirname, isAbsolute, join, relative, resolve } from 'node:path';
import { existsSync, realpathSync } from 'node:fs';

import { relativePath } from '#config/relative-path.ts';
import { filesInside, isConfidential, isInside, repositoryOf } from '#content/files.ts';

import type { EvaluatedModule } from './evaluate.ts';

/** A site of another generator, described with the keys of this engine. Paths are relative to the folder of the site. */
export interface ForeignSite {
  /** Keys of the configuration that do not depend on the pages. */
  config: Record<string, unknown>;
  docs: Record<string, unknown> & { root: string };
  /** Additional docs, and the posts of blogs. */
  folders: ForeignFolder[];
  staticDirectories: string[];
  /** Navbar items in Docusaurus's format. Items of type `doc` and `docSidebar` can only be resolved with the pages. */
  navbarItems: readonly Values[];
  /** The evaluated sidebars; null: they are generated from the folders. */
  sidebars: unknown;
  redirects: [from: string, to: string][];
  /** Routes of pages that are React components, which are not migrated. */
  componentRoutes: readonly string[];
  /** Whether the home page is such a component; absent: no. */
  hasHomeComponent?: boolean;
  /** Keys of `docs.rules`. */
  rules?: Readonly<Record<string, unknown>>;
  /** Null for a site with one language. */
  translations: ForeignLocales | null;
  notes: Note[];
}

/** An additional folder of docs: its keys in `docs.folders`, and its evaluated sidebars; null: they are generated. */
export interface ForeignFolder {
  keys: Record<string, unknown> & { name: string; root: string };
  sidebars: unknown;
}

export interface ForeignLocales {
  defaultLocale: string;
  /** Keys of the default locale. */
  keys: Record<string, unknown>;
  /** Translations of the interface into the default locale; empty in English. */
  words: Record<string, string>;
  locales: ForeignLocale[];
}

/** A locale other than the default one. */
export interface ForeignLocale {
  name: string;
  /** Keys of the locale in the configuration. */
  keys: Record<string, unknown>;
  /** Folder of its pages, which contains a folder for each version; relative to the site. */
  root: string;
  /** Folders of the translations of additional docs, blogs, and pages, by the name of the folder; relative to the site. */
  folders: Record<string, string>;
  /** Translations of labels by the label in the default language. */
  words: Record<string, string>;
}

/** A line of the report. */
export interface Note {
  /** `kept`: the same as in the source; `left out`: the engine has no such feature; `decide`: a person has to choose. */
  kind: 'kept' | 'left out' | 'decide';
  text: string;
}

/** An object of a configuration. */
export type Values = Readonly<Record<string, unknown>>;

export const isRecord = (value: unknown): value is Values => typeof value === 'object' && value !== null && !Array.isArray(value);
/** Returns an object; an empty one for other values. */
export const recordOf = (value: unknown): Values => (isRecord(value) ? value : {});
/** Returns a list; an empty one for other values. */
export const listOf = (value: unknown): readonly unknown[] => (Array.isArray(value) ? (value as unknown[]) : []);

/**
 * Returns the patterns of a list or of a single one, without those for which the search for files could take hours: some with repeated
 * groups, or with many stars in a name.
 */
export function globsOf(value: unknown, notes: Note[]): string[] | undefined {
  const globs = [value].flat().filter((glob): glob is string => typeof glob === 'string');
  const isQuick = (glob: string): boolean => !/[*+?@!{]\(/.test(glob) && glob.split('/').every((name) => name.split('*').length <= 4);
  const slow = globs.filter((glob) => !isQuick(glob));
  if (slow.length > 0)
    notes.push({
      kind: 'left out',
      text: `patterns of files with groups or more than three stars in a name: ${slow.slice(0, 5).join(', ')}`,
    });
  const quick = globs.filter(isQuick);
  return quick.length === 0 ? undefined : quick;
}

/** Returns a text without white space at its ends; undefined if it is empty, and for other values. */
export const textOf = (value: unknown): string | undefined => (typeof value === 'string' && value.trim() !== '' ? value.trim() : undefined);

/** Returns a path of the configuration relative to the site, because it may be absolute: `path.join(__dirname, …)`. @param dir folder of the site */
export function sitePath(dir: string, path: unknown): string | undefined {
  const written = textOf(path);
  return written !== undefined && isAbsolute(written) ? relativePath(dir, written) : written;
}

/** Replaces HTML tags with spaces, and collapses white space. */
export const withoutTags = (html: string): string =>
  html
    .replace(/<[^<>]*>/g, ' ')
    .replace(/\s+/g, ' ')
    .trim();

/** Removes all tags except for links and emphasis, which announcements and footers can contain. Keeps the text of removed tags and of pictures. */
export const inlineHtml = (html: string): string =>
  (keepInlineTags(html.slice(0, html.lastIndexOf('>') + 1)) + html.slice(html.lastIndexOf('>') + 1))
    .replace(/<(?!\/?(?:a|b|i|em|strong|code)\b)/gi, '&lt;')
    .replace(/\s+/g, ' ')
    .trim();

/** @param html ends with `>`, so that each tag has an end. Otherwise, the end of each would be searched in the whole rest. */
const keepInlineTags = (html: string): string =>
  html
    .replace(/<img\b[^>]*>/gi, (tag) => ` ${/\balt=["']([^"']*)["']/i.exec(tag)?.[1] ?? ''} `)
    .replace(/<(\/?)([a-z][a-z0-9]*)(?![a-z0-9])([^>]*)>/gi, (_, slash: string, name: string, rest: string) => {
      const href = /href=["']([^"'<>]*)["']/.exec(rest)?.[1];
      if (!/^(?:a|b|i|em|strong|code)$/i.test(name)) return ' ';
      return `<${slash}${name}${slash === '' && name.toLowerCase() === 'a' && href !== undefined ? ` href="${href}"` : ''}>`;
    });

/** Returns a copy without the keys whose value is undefined. */
export const withoutUndefined = (values: Record<string, unknown>): Record<string, unknown> =>
  Object.fromEntries(Object.entries(values).filter(([, value]) => value !== undefined));

/** Whether an address does not name a file of the site: it leads to another host, or it is a data URL. */
const isForeignFile = (address: string): boolean => /^(?:[a-z][a-z\d+.-]*:|\/\/)/i.test(address);

/** Returns the origin of an address, or a placeholder if it is not one. */
export function originOf(address: unknown): string {
  const url = textOf(address);
  return url !== undefined && URL.canParse(url) ? new URL(url).origin : 'https://docs.example.org';
}

/** Returns a base URL with the slashes at its ends, which Docusaurus and VitePress add; undefined if there is none. */
export function baseUrlOf(base: unknown): string | undefined {
  const written = textOf(base);
  return written === undefined ? undefined : `/${written}/`.replace(/\/{2,}/g, '/');
}

/** Returns the logo of a navbar; undefined if there is none, or if it is not a file of the site, which is noted. */
export function localLogo(logo: Values & { src: string | undefined }, notes: Note[]): Values | undefined {
  const srcDark = textOf(logo['srcDark']);
  for (const src of new Set([logo.src, srcDark]))
    if (src !== undefined && isForeignFile(src))
      notes.push({
        kind: 'left out',
        text: `the logo ${src.slice(0, 80)}: put a copy into a static folder, and name it in \`navbar.logo\``,
      });
  if (logo.src === undefined || isForeignFile(logo.src)) return undefined;
  const route = (path: string): string => `/${path.replace(/^\//, '')}`;
  return withoutUndefined({
    ...logo,
    src: route(logo.src),
    srcDark: srcDark === undefined || isForeignFile(srcDark) ? undefined : route(srcDark),
  });
}

/** Returns the address of an icon; undefined if there is none, or if it is not a file of the site, which is noted. */
export function localIcon(icon: string | undefined, notes: Note[]): string | undefined {
  if (icon === undefined || !isForeignFile(icon)) return icon;
  notes.push({ kind: 'left out', text: `the icon ${icon.slice(0, 80)}: put a copy into a static folder, and name it in \`favicon\`` });
  return undefined;
}

/** Counts the files below a folder whose paths match a pattern. */
export const countFiles = (folder: string, pattern: RegExp): number =>
  filesInside(folder, '**/*').filter((name) => pattern.test(name)).length;

/**
 * Returns `editUrl` for a folder of files; undefined if there is none. Docusaurus's `editUrl` is the address of the whole site, to which this
 * appends the path of the folder.
 * @param options of the plugin @param root of the files, relative to the site
 */
export function editUrlOf({ editUrl }: Values, root: string, notes: Note[]): string | undefined {
  const base = textOf(editUrl);
  const address = base === undefined ? null : URL.parse(`${root}/`, base.replace(/(?<!\/)\/*$/, '/'));
  if (address !== null) return address.href;
  const note = '`editUrl` is a function: write one for `docs.editUrl`, which receives the path of the file relative to the docs folder';
  if (editUrl !== undefined && base === undefined && !notes.some((one) => one.text === note)) notes.push({ kind: 'decide', text: note });
  return undefined;
}

/** Packages of Docusaurus and its plugins. They can be missing, because their values are not migrated. */
const NOT_NEEDED = /docusaurus|prism|(?:^|\/)(?:remark|rehype)-|^dotenv$/;

/** The number of values that a note names. */
const MAX_NAMED_VALUES = 8;

/** Adds notes about packages and files that a configuration uses and that do not exist. @param where the file, for the notes */
export function noteMissing({ missing, missingFiles }: EvaluatedModule, where: string, notes: Note[]): void {
  const needed = missing.filter((name) => !NOT_NEEDED.test(name));
  if (needed.length > 0)
    notes.push({
      kind: 'decide',
      text: `${where} uses packages that are not installed, and their values are missing here: ${needed.join(', ')}. Install the packages of the site, and migrate again`,
    });
  for (const { file, keys } of missingFiles) {
    const more = keys.length > MAX_NAMED_VALUES ? `, and ${keys.length - MAX_NAMED_VALUES} more` : '';
    const named = keys.slice(0, MAX_NAMED_VALUES).map((key) => `\`${key || 'all'}\``);
    const lost = keys.length === 0 ? '' : `: ${named.join(', ')}${more}`;
    notes.push({
      kind: 'decide',
      text: `${where} imports ${file}, which does not exist, so everything that it computes from this file is missing here${lost}. Create the file as the build of the site does, and migrate again`,
    });
  }
}

/** Returns the folder of a site's project: its git repository, because docs are often beside the site; without one, the folder of the site. */
const projectOf = (dir: string): string => repositoryOf(realpathSync.native(dir)) ?? realpathSync.native(dir);

/**
 * Whether a path is in the project of a site after all symbolic links are resolved, and none of them leads to a hidden file, a database, or a private
 * key. There need not be such a file.
 * @param dir folder of the site @param path absolute, or relative to `dir`
 */
export function isInProject(dir: string, path: string): boolean {
  let existing = resolve(dir, path);
  while (!existsSync(existing)) existing = dirname(existing);
  const [project, real] = [projectOf(dir), realpathSync.native(existing)];
  const isLink = real !== join(realpathSync.native(dir), relative(resolve(dir), existing));
  return real === project || (isInside(project, real) && !(isLink && isConfidential(project, real)));
}

/** Whether a file or folder exists in the project of a site; see `isInProject`. */
export const existsInProject = (dir: string, path: string): boolean => existsSync(resolve(dir, path)) && isInProject(dir, path);

/** Describes a path that `migrate` does not follow, and what to do. */
export const outsideProject = (dir: string, path: string): string =>
  `${path} is outside of ${projectOf(dir)}. Only the git repository of a site is read, or its folder if it is not in one: copy what the site needs into it, and migrate again`;

/** Whether `migrate` may read a path that a configuration names. If not, a note says that it is left out. @param what is at the path, for the note */
export function mayRead(dir: string, path: string, what: string, notes: Note[]): boolean {
  if (isInProject(dir, path)) return true;
  notes.push({ kind: 'left out', text: `${what}: ${outsideProject(dir, path)}` });
  return false;
}
