/** Reads values of the evaluated configuration of another generator, which can have any shape. */
import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { isAbsolute, relative, sep } from 'node:path';

/** A line of the report. */
export interface Note {
  /** `kept`: the same as in the source; `left out`: the engine has no such feature; `decide`: a person has to choose. */
  kind: 'kept' | 'left out' | 'decide';
  text: string;
}

export type Entry = Readonly<Record<string, unknown>>;

export const isEntry = (value: unknown): value is Entry => typeof value === 'object' && value !== null && !Array.isArray(value);
export const entry = (value: unknown): Entry => (isEntry(value) ? value : {});
export const list = (value: unknown): readonly unknown[] => (Array.isArray(value) ? (value as unknown[]) : []);
export const text = (value: unknown): string | undefined => (typeof value === 'string' && value.trim() !== '' ? value.trim() : undefined);
/** Returns a path of the configuration relative to the site, because configurations may contain `path.join(__dirname, …)`. @param dir folder of the site */
export const sitePath = (dir: string, path: unknown): string | undefined => {
  const written = text(path);
  return written !== undefined && isAbsolute(written) ? relative(dir, written).split(sep).join('/') : written;
};
/** Replaces HTML tags with spaces, and collapses white space. */
export const withoutTags = (html: string): string =>
  html
    .replace(/<[^>]*>/g, ' ')
    .replace(/\s+/g, ' ')
    .trim();
/** Removes all tags except for links and emphasis, which announcements and footers can contain. Keeps the text of removed tags and of pictures. */
export const inlineHtml = (html: string): string =>
  html
    .replace(/<img\b[^>]*?\balt=["']([^"']*)["'][^>]*>/gi, ' $1 ')
    .replace(/<(\/?)([a-z][a-z0-9]*)([^>]*)>/gi, (_, slash: string, name: string, rest: string) => {
      const href = /href=["']([^"'<>]*)["']/.exec(rest)?.[1];
      if (!/^(?:a|b|i|em|strong|code)$/i.test(name)) return ' ';
      return `<${slash}${name}${slash === '' && name.toLowerCase() === 'a' && href !== undefined ? ` href="${href}"` : ''}>`;
    })
    .replace(/<(?!\/?(?:a|b|i|em|strong|code)\b)/gi, '&lt;')
    .replace(/\s+/g, ' ')
    .trim();
/** Returns a copy without the keys whose value is undefined. */
export const defined = (values: Record<string, unknown>): Record<string, unknown> =>
  Object.fromEntries(Object.entries(values).filter(([, value]) => value !== undefined));

/** Whether an address does not name a file of the site: it leads to another host, or it is a data URL. */
export const isForeignFile = (address: string): boolean => /^(?:[a-z][a-z\d+.-]*:|\/\/)/i.test(address);

/** Returns the logo of a navbar; undefined if there is none, or if it is not a file of the site, which is noted. */
export function localLogo(logo: Entry & { src: string | undefined }, notes: Note[]): Entry | undefined {
  const srcDark = text(logo['srcDark']);
  for (const src of new Set([logo.src, srcDark]))
    if (src !== undefined && isForeignFile(src))
      notes.push({
        kind: 'left out',
        text: `the logo ${src.slice(0, 80)}: put a copy into a static folder, and name it in \`navbar.logo\``,
      });
  if (logo.src === undefined || isForeignFile(logo.src)) return undefined;
  const route = (path: string): string => `/${path.replace(/^\//, '')}`;
  return defined({ ...logo, src: route(logo.src), srcDark: srcDark === undefined || isForeignFile(srcDark) ? undefined : route(srcDark) });
}

export const countFiles = (folder: string, pattern: RegExp): number =>
  existsSync(folder) ? readdirSync(folder, { recursive: true }).filter((name) => pattern.test(String(name))).length : 0;

export interface ForeignPlugin {
  name: string;
  options: unknown;
}

/** Normalizes the entry of a plugin: `'name'`, `['name', options]`, or a function, of which only the name is known. */
export function toPlugin(value: unknown): ForeignPlugin {
  const [name, options] = Array.isArray(value) ? (value as unknown[]) : [value, {}];
  return { name: text(name) ?? text(entry(name)['package']) ?? text(entry(name)['function']) ?? '', options };
}

/** Reads an object from a JSON file. @throws Error that names the file if it is not valid JSON */
export function readJson(file: string): Entry {
  try {
    return entry(JSON.parse(readFileSync(file, 'utf8')));
  } catch (error) {
    throw new Error(`${file} is not valid JSON: ${error instanceof Error ? error.message : String(error)}`, { cause: error });
  }
}
