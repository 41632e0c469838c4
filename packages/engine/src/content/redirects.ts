import { existsSync } from 'node:fs';
import { readFile } from 'node:fs/promises';
import { posix, relative } from 'node:path';

import { isMap, isScalar, LineCounter } from 'yaml';

import { isWebAddress } from '#config/schema/values.ts';
import type { Problem } from '#model/problem.ts';
import { isExternal, normalizePath, withoutTrailingSlashes } from '#model/url.ts';

import { isHostFile } from './doc-routes.ts';
import type { DocSource } from './document.ts';
import { isFile, MAX_YAML_LENGTH, NOT_A_FILE, TOO_LONG_YAML } from './files.ts';
import { readTag } from './jsx-parser.ts';
import { MAX_SUGGESTIONS } from './links.ts';
import { evaluate } from './mdx.ts';
import { parseYaml } from './yaml.ts';

export interface Redirects {
  /** Old route → route of a page, or the full address of another site. */
  redirects: [from: string, to: string][];
  problems: Problem[];
}

interface RedirectsOptions {
  /** YAML file that maps old routes to new ones; null: none. */
  file: string | null;
  projectRoot: string;
  hasPath: (path: string) => boolean;
  nearestPath: (path: string) => string | null;
  /** Pages whose body is a redirect; default none. */
  pages?: readonly DocSource[];
}

/** A route that can be redirected. It has no query, fragment, pattern, or `..`, because the build writes a file for it. */
const OLD_ROUTE = /^\/(?!\/)(?!(?:.*\/)?\.\.?(?:\/|$))(?:[^\s?#\\*\p{Cc}]| (?=[^ ]))+$/u;

/** Reads the redirects of the file and of pages. Reports an old route that is a page, and a new one that is neither a page nor a full address. */
export async function loadRedirects({ file, projectRoot, hasPath, nearestPath, pages = [] }: RedirectsOptions): Promise<Redirects> {
  let suggestions = MAX_SUGGESTIONS;
  const suggest = (to: string): string => {
    const near = suggestions-- > 0 ? nearestPath(to) : null;
    return near === null ? '' : `; did you mean "${near}"?`;
  };
  const own = redirectsOfPages(pages, hasPath, suggest);
  if (file === null) return own;
  const shown = relative(projectRoot, file);
  const lines = new LineCounter();
  const { redirects, problems } = own;
  if (existsSync(file) && !isFile(file)) {
    problems.push({ file: shown, message: `this ${NOT_A_FILE}`, severity: 'error' });
    return own;
  }
  const text = await readFile(file, 'utf8');
  if (text.length > MAX_YAML_LENGTH) {
    problems.push({ file: shown, message: TOO_LONG_YAML, severity: 'error' });
    return own;
  }
  const document = parseYaml(text, lines);
  const reportProblem = (offset: number | undefined, message: string): void => {
    problems.push({ file: shown, line: lines.linePos(offset ?? 0).line, message, severity: 'error' });
  };
  for (const error of document.errors) reportProblem(error.pos[0], `the redirects are not valid YAML: ${error.message}`);
  if (document.errors.length > 0 || document.contents === null) return { redirects, problems };
  if (!isMap(document.contents)) {
    reportProblem(0, 'expected a map of old routes to new ones: /docs/old: /docs/new');
    return { redirects, problems };
  }
  for (const { key, value } of document.contents.items) {
    // The redirect of `/docs/x` also applies to `/docs/x/` and `/docs/x.html`.
    const from = isScalar(key) ? normalizePath(withoutTrailingSlashes(String(key.value)) || '/') : '';
    const written = isScalar(value) ? String(value.value) : '';
    const at = isScalar(key) ? key.range?.[0] : undefined;
    const isElsewhere = isWebAddress(written);
    // Redirects of Docusaurus may end with a slash.
    const to = isElsewhere ? written : written.replace(/(.)\/(?=[?#]|$)/, '$1');
    // Another form of the address of the page itself needs no redirect.
    if (from === to && from !== String(isScalar(key) && key.value) && hasPath(to)) continue;
    // `/docs/old.html` in `/docs/old.html.html` would be the file of another page or redirect.
    if (!OLD_ROUTE.test(from) || normalizePath(posix.normalize(from)) !== from || isHostFile(from) || !(to.startsWith('/') || isElsewhere))
      reportProblem(at, `"${from}: ${to}": expected an old route such as /docs/old, and a route or a full address to which it redirects`);
    else if (hasPath(from)) reportProblem(at, `"${from}" is a page of this site: a redirect would hide it`);
    else if (!isElsewhere && !hasPath(to.replace(/[?#].*/s, '')))
      reportProblem(at, `"${from}" leads to "${to}", which is not a page${suggest(to)}`);
    else redirects.push([from, to]);
  }
  return { redirects, problems };
}

function redirectsOfPages(pages: readonly DocSource[], hasPath: RedirectsOptions['hasPath'], suggest: (to: string) => string): Redirects {
  const redirects: [string, string][] = [];
  const problems: Problem[] = [];
  for (const page of pages) {
    const to = redirectOf(page) ?? '/';
    if (hasPath(to.replace(/#.*/s, ''))) redirects.push([page.path, to]);
    else {
      const message = `the page is a redirect to "${to}", which is not a page${suggest(to)}`;
      problems.push({ file: page.file, line: page.bodyLine, message, severity: 'error' });
    }
  }
  return { redirects, problems };
}

/** Returns the route to which a page redirects with Docusaurus's `<Redirect to="…" />`; null for other pages. */
export function redirectOf({ body, path }: DocSource): string | null {
  const at = body.includes('<Redirect') ? body.search(/^[ \t]*<Redirect\s/m) : -1;
  const tag = at < 0 ? null : readTag(body, body.indexOf('<', at));
  const to = tag?.attributes.find(({ name }) => name === 'to');
  if (tag === null || to === undefined) return null;
  const target = evaluate(to.kind === 'code' ? to.value : JSON.stringify(to.value), { constants: new Map(), frontMatter: {} });
  if (target === null || isExternal(target)) return null;
  const [, named = '', anchor = ''] = /^([^#]*)(#.*)?$/.exec(target) ?? [];
  return normalizePath(named.startsWith('/') ? named : posix.join(posix.dirname(path), named)) + anchor;
}
