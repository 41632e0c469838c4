import type { PageOutline } from '#content/document.ts';
import { nearestAnchor } from '#content/links.ts';
import type { FrontPage } from '#content/load/front-pages.ts';
import type { Severity } from '#model/problem.ts';
import { type SiteMap, splitTarget } from '#content/site-map.ts';
import type { Problem } from '#model/problem.ts';
import type { SiteData } from '#model/site.ts';
import { normalizePath } from '#model/url.ts';

export interface ShellLinks {
  frontPages: readonly FrontPage[];
  data: SiteData;
  map: Pick<SiteMap, 'hasPath' | 'nearestPath'>;
  severity: Severity;
}

interface ShellLink {
  file: string;
  line?: number;
  /** Where it is in a configuration. */
  place: string;
  target: string;
}

/** Links that are on no Markdown page, held against the site: those of front pages, announcement, navbar, footer and common questions. */
export function checkShellLinks({ frontPages, data, map, severity }: ShellLinks): Problem[] {
  if (severity === null) return [];
  return shellLinks(frontPages, data).flatMap(({ file, line, place, target }) => {
    const path = normalizePath(splitTarget(target).named);
    if (!target.startsWith('/') || map.hasPath(path)) return [];
    const near = map.nearestPath(path);
    const message = `${place}link to "${target}": there is no such page${near === null ? '' : `; did you mean "${near}"?`}`;
    return [{ file, ...(line === undefined ? {} : { line }), message, severity }];
  });
}

export interface ShellAnchors extends Omit<ShellLinks, 'map'> {
  /** All pages that are compiled from Markdown. The ids of other pages are not known to the build. */
  pages: readonly PageOutline[];
  isKnownMissing(target: string): boolean;
}

/** The anchors of the same links, held against the ids of the pages that they lead to. Call it once all pages are compiled. */
export function checkShellAnchors({ frontPages, data, pages, isKnownMissing, severity }: ShellAnchors): Problem[] {
  if (severity === null) return [];
  const byPath = new Map(pages.map((page) => [page.path, page]));
  return shellLinks(frontPages, data).flatMap(({ file, line, place, target }) => {
    const { named, anchor } = splitTarget(target);
    const path = normalizePath(named);
    const page = byPath.get(path);
    if (!named.startsWith('/') || anchor === null || page === undefined || page.anchors.has(anchor) || isKnownMissing(`${path}#${anchor}`))
      return [];
    const message = `${place}link to "${target}": the page ${path} has no heading "#${anchor}"${nearestAnchor(anchor, page)}`;
    return [{ file, ...(line === undefined ? {} : { line }), message, severity }];
  });
}

function shellLinks(frontPages: readonly FrontPage[], data: SiteData): ShellLink[] {
  return [...frontPageLinks(frontPages), ...configuredLinks(data)];
}

function frontPageLinks(pages: readonly FrontPage[]): ShellLink[] {
  return pages.flatMap(({ source, links }) => links.map((link) => ({ file: source, place: '', ...link })));
}

function configuredLinks({ announcementBar, navbar, footer, questions }: SiteData): ShellLink[] {
  const file = 'site.config.ts';
  const items = navbar.items.flatMap((item) => [
    { file, place: `navbar "${item.label}": `, target: item.href },
    ...(item.items ?? []).map(({ label, href }) => ({ file, place: `navbar "${label}": `, target: href })),
  ]);
  const groups = footer.groups.flatMap((group) =>
    group.items.map(({ label, href }) => ({ file, place: `footer "${label}": `, target: href })),
  );
  const asked = questions.map(({ ask, path }) => ({ file, place: `question "${ask}": `, target: path }));
  const announced = [...(announcementBar?.content ?? '').matchAll(/ href="([^"]*)"/g)].map(([, target = '']) => ({
    file,
    place: 'announcementBar: ',
    target: target.replaceAll('&amp;', '&'),
  }));
  return [...announced, ...items, ...groups, ...asked];
}
