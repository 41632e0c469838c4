import { relative } from 'node:path';
import type { PageOutline } from '#content/document.ts';
import { checkAnchors, nearestAnchor } from '#content/links.ts';
import type { FrontPage } from '#content/load/front-pages.ts';
import { checkDuplicateQuestions } from '#content/questions.ts';
import { type SiteMap, splitTarget } from '#content/site-map.ts';
import { targetLines } from '#content/source-lines.ts';
import { checkTabGroups } from '#content/tab-groups.ts';
import { type Problem, type Severity, severityOf } from '#model/problem.ts';
import type { SiteData } from '#model/site.ts';
import { normalizePath } from '#model/url.ts';
import { missingTranslations } from './doc-sets.ts';
import type { Site } from './site.ts';

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

/** All problems of a site: those of single files, then those that only all pages together can show. */
export function checkSites(sets: readonly { site: Site; pages: readonly PageOutline[] }[]): Problem[] {
  const docs = new Map(sets.flatMap(({ site }) => site.docs.map((doc) => [doc.path, doc])));
  const check = {
    pages: sets.flatMap(({ pages }) => pages),
    isKnownMissing: (target: string) => sets.some(({ site }) => site.map.isKnownMissing(target)),
    severity: severityOf((sets[0] as (typeof sets)[number]).site.config.onBrokenAnchors),
  };
  const anchors = checkAnchors({
    ...check,
    lineOf: (page, target, occurrence) => {
      const doc = docs.get(page.path);
      const lines = doc === undefined ? [] : targetLines(doc.body, doc.bodyLine)(target);
      return lines[occurrence] ?? lines.at(-1) ?? 1;
    },
  });
  const found = sets.flatMap(({ site, pages }) => [...site.problems, ...pages.flatMap((page) => page.problems)]);
  const shellAnchors = sets.flatMap(({ site: { frontPages, data } }) => checkShellAnchors({ frontPages, data, ...check }));
  const questions = sets.flatMap(({ site }) => checkDuplicateQuestions(site.docs));
  const tabs = checkTabGroups([...docs.values()]);
  const all = [...found, ...anchors, ...shellAnchors, ...questions, ...tabs, ...untranslated(sets.map(({ site }) => site))];
  // A page that stands in for a translation is wrong where it is at home.
  return sets.length < 2 ? all : [...new Map(all.map((problem) => [JSON.stringify(problem), problem])).values()];
}

/** One line for what each locale lacks, in the version that is read most. */
function untranslated(sites: readonly Site[]): Problem[] {
  return sites.flatMap((site) => {
    const missing = site.config.docSet?.version.isLast === true ? missingTranslations(site) : null;
    if (missing === null || missing.words.length + missing.pages.length === 0) return [];
    const { words, pages, of } = missing;
    const message = `${words.length} of ${of.words} words of the interface and ${pages.length} of ${of.pages} pages of the newest version are not translated; \`quire translations\` lists them`;
    return [{ file: relative(process.cwd(), missing.interfaceFile), message, severity: 'warning' }];
  });
}
