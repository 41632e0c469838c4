/** Pure rules from the path of a request to the files that may answer it. */
import { markdownPath, normalizePath, withoutBase } from '#model/url.ts';

export type RequestPath =
  /** `route` as in `#model/page.ts`, decoded; `isFolder` when it was written with a closing slash. */
  | { kind: 'route'; route: string; isFolder: boolean }
  /** Not written as a path may be written. */
  | { kind: 'malformed' }
  /** Well written, and yet nothing of the site can be there. */
  | { kind: 'outside' };

const SEPARATORS = /[\\/]/;
// oxlint-disable-next-line no-control-regex
const CONTROL_CHARACTERS = /[\u0000-\u001f\u007f]/;

/**
 * Reads the path of a URL. It is decoded exactly once and segment by segment, so that an encoded slash, backslash or
 * dot can never make a path of what was written as a name; hidden files are outside, `/.well-known/` is not.
 */
export function readRequestPath(pathname: string, baseUrl: string): RequestPath {
  const below = withoutBase(baseUrl, pathname);
  if (below === null) return { kind: 'outside' };
  const bare = below.replace(/\/+$/, '');
  const segments: string[] = [];
  for (const encoded of bare.split('/').slice(1)) {
    const segment = decodeOnce(encoded);
    if (segment === null || CONTROL_CHARACTERS.test(segment)) return { kind: 'malformed' };
    if (!isVisibleName(segment)) return { kind: 'outside' };
    segments.push(segment);
  }
  return { kind: 'route', route: `/${segments.join('/')}`, isFolder: bare !== below };
}

function decodeOnce(segment: string): string | null {
  try {
    return decodeURIComponent(segment);
  } catch {
    return null;
  }
}

function isVisibleName(segment: string): boolean {
  if (segment === '' || SEPARATORS.test(segment)) return false;
  return !segment.startsWith('.') || segment === '.well-known';
}

/** A file that may answer a request, relative to the folder of the site. */
export interface Candidate {
  file: string;
  /** Set when the file is a page: the same page as Markdown, relative to the folder of the site. */
  markdown?: string;
}

/**
 * The files that may answer a route, the likeliest first. R-103: `/x`, `/x/`, `/x.html` and `/x/index.html` are one
 * page and all of them answer with it, without a redirect; the page names its one address itself.
 */
export function candidatesFor(route: string, isFolder: boolean): Candidate[] {
  const page = normalizePath(route);
  const markdown = markdownPath(page).slice(1);
  const pages: Candidate[] = [{ file: `${page}/index.html`.slice(1), markdown }];
  if (page !== '/') pages.push({ file: `${page}.html`.slice(1), markdown });
  else pages[0] = { file: 'index.html', markdown };
  // A dot may stand in the name of a page too (`/docs/releases/v0.10.5`), so the page is still looked for afterwards.
  const isFile = !isFolder && page === route && /\.[^/]+$/.test(route);
  return isFile ? [{ file: route.slice(1) }, ...pages] : pages;
}
