/** Ids, routes, and sidebar positions that follow from the path of a Markdown file, as in Docusaurus. */
import { posix } from 'node:path';
import { withoutTrailingSlashes } from '#model/url.ts';

const stripExtension = (source: string): string => source.replace(/\.mdx?$/i, '');

/**
 * `01-guides/2_start` → `guides/start`: as in Docusaurus, a number before a name orders the sidebar and is not part of the
 * route. Dates and versions (`2024-05-notes`, `1.2-notes`) stay.
 */
const NUMBER_PREFIX = /^(\d+)\s*[-_.]+\s*(?=[^-_.\s\d])/;
/** Removes the number before a name. */
export const withoutNumber = (name: string): string => name.replace(NUMBER_PREFIX, '');
const withoutNumbers = (path: string): string => path.split('/').map(withoutNumber).join('/');

/** Returns the number before the name of a file, which is its position in the sidebar. `index` and `README` have the number of their folder. */
export function positionOf(source: string): number | null {
  const steps = source.split('/');
  const name = /^(index|readme)\.mdx?$/i.test(steps.at(-1) ?? '') ? steps.at(-2) : steps.at(-1);
  return numberPrefix(name ?? '');
}

/** Returns the number before a name: 1 for `01-guides`; null without a number. */
export function numberPrefix(name: string): number | null {
  const number = NUMBER_PREFIX.exec(name)?.[1];
  return number === undefined ? null : Number(number);
}

/**
 * Returns the id of a file: its path without extension and number prefixes, in lower case. `index` and `README` have the id of their folder.
 * @param hasNumbers whether a number before the name of the file is part of the id (`parse_number_prefixes: false`)
 */
export function docId(source: string, hasNumbers = false): string {
  const whole = stripExtension(source);
  const bare = hasNumbers ? posix.join(withoutNumbers(posix.dirname(whole)), posix.basename(whole)) : withoutNumbers(whole);
  const folder = bare.replace(/\/(index|readme)$/i, '');
  return folder.toLowerCase();
}

/**
 * Returns the route of a file: its id below the docs' route, or its slug, which starts at the docs' route (`/x`) or at the folder of the file (`x`).
 * @param basePath the docs' route, e.g. `/docs`
 */
export function docPath(source: string, slug: string | undefined, basePath: string, hasNumbers = false): string {
  if (slug !== undefined) return `${basePath}${slugRoute(slug, source)}` || '/';
  const id = isNamesake(stripExtension(source)) ? docId(`${posix.dirname(source)}/index.md`) : docId(source, hasNumbers);
  const path = /^(index|readme)$/i.test(id) ? '' : `/${id}`;
  return `${basePath}${path}` || '/';
}

/** Whether a path or an id without extension has the name of its folder: as in Docusaurus, `jobs/jobs` is the page of the `jobs` folder. */
export const isNamesake = (path: string): boolean => {
  const [name, folder] = path.toLowerCase().split('/').toReversed();
  return name === folder;
};

/** Returns the route of a slug relative to the docs' route, without a trailing slash. */
function slugRoute(slug: string, source: string): string {
  return withoutTrailingSlashes(posix.join('/', slug.startsWith('/') ? '' : folderOf(source), slug));
}

/** Returns the route that a file would have if routes kept the case of file names. Routes of pages are in lower case. */
export function originalCasePath(source: string, basePath: string): string {
  const bare = stripExtension(source);
  const named = withoutNumbers(isNamesake(bare) ? posix.dirname(source) : bare).replace(/(?:^|\/)(?:index|readme)$/i, '');
  return `${basePath}/${named}`.replace(/(.)\/$/, '$1');
}

const folderOf = (source: string): string => posix.dirname(withoutNumbers(source)).toLowerCase();

/** Files and folders that configure a host, where they have these names: those of Apache, Cloudflare Pages, Vercel, and GitHub Pages. */
const HOST_FILE = /\/\.(?!well-known(?:\/|$))|^\/(?:_worker\.js|_routes|vercel|cname)(?:\/|$)/i;

/** Whether the files of a route could be taken for the configuration of a host. */
export const isHostFile = (route: string): boolean => HOST_FILE.test(route);

/** Returns an error message if a slug leads outside the docs or is not a valid route, because the build writes a file at the route; otherwise null. */
export function problemOfSlug(slug: string, source: string): string | null {
  // oxlint-disable-next-line no-control-regex
  const unusable = /[\u0000-\u001f\\?#]/.exec(slug)?.[0];
  if (unusable !== undefined)
    return `The slug ${JSON.stringify(slug)} contains ${JSON.stringify(unusable)}: write a route such as /guides/start`;
  // `normalize` drops `..` at the start of an absolute path, so remove the leading slash first.
  const steps = posix.normalize(slug.startsWith('/') ? slug.replace(/^\/+/, '') : posix.join(folderOf(source), slug));
  const leaves = steps === '..' || steps.startsWith('../');
  return leaves ? `The slug "${slug}" leads outside the docs: write a route such as /guides/start` : null;
}

/**
 * Applies the `id` of the front matter. It replaces the last part of the id and of the route; with a slash, it replaces the whole id.
 * @returns the id, and the path from which the route follows
 */
export function idOfFrontMatter(id: string, source: string): { id: string; source: string } {
  if (id.includes('/')) return { id, source };
  const named = posix.join(posix.dirname(source), `${id}.md`);
  return { id: docId(named), source: named };
}
