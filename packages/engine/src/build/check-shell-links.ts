import type { FrontPage } from '#content/load/front-pages.ts';
import type { Severity } from '#model/problem.ts';
import type { SiteMap } from '#content/site-map.ts';
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

/** Links that are on no Markdown page, held against the site: those of front pages, of the navbar and of the footer. */
export function checkShellLinks({ frontPages, data, map, severity }: ShellLinks): Problem[] {
  if (severity === null) return [];
  return [...frontPageLinks(frontPages), ...configuredLinks(data)].flatMap(({ file, line, place, target }) => {
    const path = normalizePath(target.replace(/[#?].*$/, ''));
    if (!target.startsWith('/') || map.hasPath(path)) return [];
    const near = map.nearestPath(path);
    const message = `${place}link to "${target}": there is no such page${near === null ? '' : `; did you mean "${near}"?`}`;
    return [{ file, ...(line === undefined ? {} : { line }), message, severity }];
  });
}

function frontPageLinks(pages: readonly FrontPage[]): ShellLink[] {
  return pages.flatMap(({ source, links }) => links.map((link) => ({ file: source, place: '', ...link })));
}

function configuredLinks({ navbar, footer, questions }: SiteData): ShellLink[] {
  const file = 'site.config.ts';
  const items = navbar.items.flatMap((item) => [
    { file, place: `navbar "${item.label}": `, target: item.href },
    ...(item.items ?? []).map(({ label, href }) => ({ file, place: `navbar "${label}": `, target: href })),
  ]);
  const groups = footer.groups.flatMap((group) =>
    group.items.map(({ label, href }) => ({ file, place: `footer "${label}": `, target: href })),
  );
  const asked = questions.map(({ ask, path }) => ({ file, place: `question "${ask}": `, target: path }));
  return [...items, ...groups, ...asked];
}
