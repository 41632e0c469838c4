import { readFile } from 'node:fs/promises';
import { relative } from 'node:path';

import { isMap, isScalar, LineCounter, parseDocument } from 'yaml';

import type { Problem } from '#model/problem.ts';

export interface Redirects {
  /** Old route → route of a page. */
  redirects: [string, string][];
  problems: Problem[];
}

export interface RedirectsOptions {
  /** YAML file that maps old routes to new ones; null where there is none. */
  file: string | null;
  projectRoot: string;
  hasPath: (path: string) => boolean;
  nearestPath: (path: string) => string | null;
}

/** Reads and checks the redirects: the old route must be free, and the new one must be a page. */
export async function loadRedirects({ file, projectRoot, hasPath, nearestPath }: RedirectsOptions): Promise<Redirects> {
  if (file === null) return { redirects: [], problems: [] };
  const shown = relative(projectRoot, file);
  const lines = new LineCounter();
  const document = parseDocument(await readFile(file, 'utf8'), { lineCounter: lines, prettyErrors: false });
  const redirects: [string, string][] = [];
  const problems: Problem[] = [];
  const complain = (offset: number | undefined, message: string): void => {
    problems.push({ file: shown, line: lines.linePos(offset ?? 0).line, message, severity: 'error' });
  };
  for (const error of document.errors) complain(error.pos[0], `the redirects are not valid YAML: ${error.message}`);
  if (problems.length > 0 || document.contents === null) return { redirects, problems };
  if (!isMap(document.contents)) {
    complain(0, 'expected a map of old routes to new ones: /docs/old: /docs/new');
    return { redirects, problems };
  }
  for (const { key, value } of document.contents.items) {
    const from = isScalar(key) ? String(key.value) : '';
    const to = isScalar(value) ? String(value.value) : '';
    const at = isScalar(key) ? key.range?.[0] : undefined;
    if (!from.startsWith('/') || !to.startsWith('/')) complain(at, `"${from}: ${to}": both sides are routes that start with /`);
    else if (hasPath(from)) complain(at, `"${from}" is a page of this site: a redirect would hide it`);
    else if (!hasPath(to.replace(/#.*$/, ''))) complain(at, `"${from}" leads to "${to}", which is not a page${hint(nearestPath(to))}`);
    else redirects.push([from.replace(/\/$/, ''), to]);
  }
  return { redirects, problems };
}

const hint = (near: string | null): string => (near === null ? '' : `; did you mean "${near}"?`);
