import { closest, distance } from 'fastest-levenshtein';

import type { Problem } from '#model/problem.ts';

import type { PageOutline } from '../document.ts';
import type { Severity } from '../severity.ts';

export interface ReferenceCheck {
  pages: readonly PageOutline[];
  /** Source text of a page, to find the line of a bad reference. */
  lineOf(page: PageOutline, target: string, occurrence: number): number;
  isKnownMissing(target: string): boolean;
  severity: Severity;
}

/** Holds every anchor named anywhere against the ids of the page it leads to: only possible once all pages are compiled (R-107). */
export function checkAnchors({ pages, lineOf, isKnownMissing, severity }: ReferenceCheck): Problem[] {
  if (severity === null) return [];
  const byPath = new Map(pages.map((page) => [page.path, page]));
  return pages.flatMap((page) => {
    const seen = new Map<string, number>();
    return page.references.flatMap(({ target, path, anchor }) => {
      const occurrence = seen.get(target) ?? 0;
      seen.set(target, occurrence + 1);
      const wanted = byPath.get(path);
      if (anchor === null || wanted === undefined || wanted.anchors.has(anchor) || isKnownMissing(`${path}#${anchor}`)) return [];
      const near = nearestAnchor(anchor, wanted);
      const message = `link to "${target}": ${path === page.path ? 'this page' : `the page ${path}`} has no heading "#${anchor}"${near}`;
      return [{ file: page.file, line: lineOf(page, target, occurrence), message, severity }];
    });
  });
}

function nearestAnchor(anchor: string, page: PageOutline): string {
  const known = [...page.anchors];
  if (known.length === 0) return '';
  const near = closest(anchor, known);
  return distance(anchor, near) <= Math.max(3, anchor.length / 3) ? `; did you mean "#${near}"?` : '';
}

/** Two files that claim one route: the first in order of path has it (R-107: a warning). */
export function checkDuplicateRoutes(docs: readonly { path: string; file: string }[], severity: Severity): Problem[] {
  if (severity === null) return [];
  const owners = new Map<string, string>();
  return docs.flatMap(({ path, file }) => {
    const owner = owners.get(path);
    if (owner === undefined) owners.set(path, file);
    return owner === undefined
      ? []
      : [{ file, message: `has the route ${path}, which ${owner} has already: give one of them another slug`, severity }];
  });
}
