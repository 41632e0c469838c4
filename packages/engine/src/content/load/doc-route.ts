/** Where a Markdown file stands on the site: its id and its route. */

const stripExtension = (source: string): string => source.replace(/\.mdx?$/i, '');

/** The id of a file: its path without extension; a folder's own page (index, README) is the folder. */
export function docId(source: string): string {
  const bare = stripExtension(source);
  const folder = bare.replace(/\/(index|readme)$/i, '');
  return folder.toLowerCase();
}

/**
 * The route of a file. Rules: extension dropped, lower case, `index` and `README` stand for their folder.
 * A slug from the front matter wins: absolute below the docs' base path, or relative to the file's folder.
 * @param basePath the docs' route, e.g. `/docs`
 */
export function docPath(source: string, slug: string | undefined, basePath: string): string {
  if (slug !== undefined) return joinSlug(slug, source, basePath);
  const id = docId(source);
  const path = /^(index|readme)$/i.test(id) ? '' : `/${id}`;
  return `${basePath}${path}` || '/';
}

function joinSlug(slug: string, source: string, basePath: string): string {
  const folder = source.includes('/') ? `/${source.slice(0, source.lastIndexOf('/')).toLowerCase()}` : '';
  const path = slug.startsWith('/') ? slug : `${folder}/${slug}`;
  return `${basePath}${path.replace(/\/+$/, '')}` || '/';
}
