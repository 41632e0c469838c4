import { relative } from 'node:path';
import { memoizeByObject } from '@quire/search';
import type { DocSource, PageOutline } from '#content/document.ts';
import { checkAnchors, suggestAnchor, targetLines } from '#content/links.ts';
import type { FrontPage } from '#content/front-pages.ts';
import { checkDuplicateQuestions } from '#content/questions.ts';
import { type LinkResolver, splitTarget } from '#content/link-resolver.ts';
import { checkTabGroups } from '#content/tabs.ts';
import { limitPerFile, type Problem, type Severity, severityOf } from '#model/problem.ts';
import type { SiteData } from '#model/site.ts';
import { normalizePath, withoutBase } from '#model/url.ts';
import { missingTranslations } from './doc-sets.ts';
import type { BuiltPages } from './emit-pages.ts';
import type { Site } from './site.ts';

interface ShellLinks {
  frontPages: readonly FrontPage[];
  data: SiteData;
  /** The configuration file, relative to the project, and its text, to find the line of a problem. */
  configuration: { file: string; text: string };
  /** Route of the icon; null or absent: the site has none. */
  icon?: string | null;
  severity: Severity;
}

const ICON_PLACE = 'favicon: ';

interface ShellLink {
  file: string;
  line?: number;
  /** Prefix of the message that names the place in the configuration. */
  place: string;
  target: string;
  /** Route of the page that it is on; null: all pages. */
  page: string | null;
}

type Targets = Pick<LinkResolver, 'hasPath' | 'hasFile' | 'nearestPath'>;

/** Checks the links outside of Markdown pages: front pages, announcement, navbar, footer, questions, and popular pages. */
export function checkShellLinks({ linkResolver, severity, ...links }: ShellLinks & { linkResolver: Targets }): Problem[] {
  return brokenLinks(shellLinks(links), linkResolver, severity);
}

function brokenLinks(links: readonly ShellLink[], linkResolver: Targets, severity: Severity): Problem[] {
  if (severity === null) return [];
  return links.flatMap(({ page, target, ...at }) => {
    if (target.startsWith('#'))
      return page === null
        ? [
            problemOf(
              at,
              `link to "${target}": most pages do not have this heading. Start the link with the route of the page that has it`,
              severity,
            ),
          ]
        : [];
    const { pathname } = splitTarget(target);
    const path = normalizePath(pathname);
    if (!target.startsWith('/') || linkResolver.hasPath(path) || linkResolver.hasFile(pathname)) return [];
    if (/\.(?:svg|png|ico|jpe?g|gif|webp|avif)$/i.test(pathname))
      // Without the icon, the site works as in Docusaurus.
      return [problemOf(at, `"${target}": no static folder has this file`, at.place === ICON_PLACE ? 'warning' : severity)];
    const near = linkResolver.nearestPath(path);
    return [problemOf(at, `link to "${target}": there is no such page${near === null ? '' : `; did you mean "${near}"?`}`, severity)];
  });
}

/** A page and the ids on it. */
export type PageAnchors = Pick<PageOutline, 'path' | 'anchors'>;

interface AnchorCheck {
  /** All pages, with their ids. */
  pages: readonly PageAnchors[];
  isKnownMissing(target: string): boolean;
  severity: Severity;
}

/** Checks the anchors of the same links against the ids of their target pages. Call it after all pages have been rendered. */
export function checkShellAnchors({ pages, isKnownMissing, severity, ...links }: ShellLinks & AnchorCheck): Problem[] {
  return brokenAnchors(shellLinks(links), { pages, isKnownMissing, severity });
}

function brokenAnchors(links: readonly ShellLink[], { pages, isKnownMissing, severity }: AnchorCheck): Problem[] {
  if (severity === null) return [];
  const byPath = new Map(pages.map((page) => [page.path, page]));
  return links.flatMap(({ page: own, target, ...at }) => {
    const { pathname, anchor } = splitTarget(target);
    const path = pathname === '' && own !== null ? own : normalizePath(pathname);
    const page = byPath.get(path);
    if (!path.startsWith('/') || (pathname === '' && own === null)) return [];
    if (anchor === null || page === undefined || page.anchors.has(anchor) || isKnownMissing(`${path}#${anchor}`)) return [];
    return [problemOf(at, `link to "${target}": the page ${path} has no heading "#${anchor}"${suggestAnchor(anchor, page)}`, severity)];
  });
}

/** A front page as its component renders it. */
export interface RenderedPage extends PageAnchors {
  /** The file of the component, relative to the working directory; null if the engine provides the component. */
  component: string | null;
  /** Targets of the links that the component adds to those of the YAML file. */
  targets: readonly string[];
}

/** Finds the ids and the links in the HTML of a front page. @param html the body, whose links contain the base URL */
export function readRenderedPage({ path, links }: FrontPage, component: string | undefined, html: string, baseUrl: string): RenderedPage {
  const found = Array.from(html.matchAll(/<a [^>]*?\bhref="([^"]+)"/g), ([, href = '']) => href.replaceAll('&amp;', '&'));
  const own = found.flatMap((href) => (/^\/(?!\/)/.test(href) ? (withoutBase(baseUrl, href) ?? []) : href.startsWith('#') ? href : []));
  return {
    path,
    anchors: new Set(Array.from(html.matchAll(/ id="([^"]+)"/g), ([, id = '']) => id)),
    component: component === undefined ? null : relative(process.cwd(), component),
    targets: [...new Set(own)].filter((target) => !links.some((link) => link.target === target)),
  };
}

/** Checks the links that components of front pages contain. */
function checkRenderedLinks(rendered: readonly RenderedPage[], { config, linkResolver }: Site, anchors: AnchorCheck): Problem[] {
  const links = rendered.flatMap(({ component, path, targets }) =>
    component === null ? [] : targets.map((target): ShellLink => ({ file: component, place: '', page: path, target })),
  );
  const isMarkdown = (path: string): boolean => path.endsWith('.md') && linkResolver.hasPath(path.slice(0, -'.md'.length));
  const targets = { ...linkResolver, hasFile: (path: string) => linkResolver.hasFile(path) || isMarkdown(path) };
  return [...brokenLinks(links, targets, severityOf(config.onBrokenLinks)), ...brokenAnchors(links, anchors)];
}

function problemOf(
  { file, line, place }: Pick<ShellLink, 'file' | 'line' | 'place'>,
  message: string,
  severity: Problem['severity'],
): Problem {
  return { file, ...(line === undefined ? {} : { line }), message: place + message, severity };
}

function shellLinks({ frontPages, data, configuration, icon }: Omit<ShellLinks, 'severity'>): ShellLink[] {
  return [...frontPageLinks(frontPages), ...configuredLinks(data, configuration, icon ?? null)];
}

function frontPageLinks(pages: readonly FrontPage[]): ShellLink[] {
  return pages.flatMap(({ source, path, links }) => links.map((link) => ({ file: source, place: '', page: path, ...link })));
}

/** Maximum number of links of the configuration whose lines are found, because each search reads the configuration. */
const MAX_LINES = 500;

function configuredLinks(
  { announcementBar, navbar, footer, questions, search }: SiteData,
  { file, text }: ShellLinks['configuration'],
  icon: string | null,
): ShellLink[] {
  let searches = MAX_LINES;
  const link = (place: string, name: string, target: string): ShellLink => {
    const line = searches-- > 0 ? lineOf(text, name, target) : null;
    return { file, ...(line === null ? {} : { line }), place, target, page: null };
  };
  const items = navbar.items
    .flatMap((item) => [item, ...(item.items ?? [])])
    .map(({ label, href }) => link(`navbar "${label}": `, label, href));
  const footers = footer.groups.flatMap((group) => group.items).map(({ label, href }) => link(`footer "${label}": `, label, href));
  const asked = questions.map(({ ask, path }) => link(`question "${ask}": `, ask, path));
  const popular = (search?.popularPages ?? []).map(({ label, path }) => link(`popular page "${label}": `, label, path));
  const linksIn = (html: string, name: string): ShellLink[] =>
    [...html.matchAll(/ href="([^"]*)"/g)].map(([, target = '']) => link(`${name}: `, name, target.replaceAll('&amp;', '&')));
  const announced = [...linksIn(announcementBar?.content ?? '', 'announcementBar'), ...linksIn(footer.copyright, 'copyright')];
  const logos = [...new Set(navbar.logo ? [navbar.logo.src, navbar.logo.srcDark] : [])].map((src) => link('navbar logo: ', 'logo', src));
  const icons = icon === null ? [] : [link(ICON_PLACE, 'favicon', icon)];
  return [...announced, ...icons, ...logos, ...items, ...footers, ...asked, ...popular];
}

/** Returns the line of a target in the configuration, preferably after its name; null if the target is computed by code. */
function lineOf(text: string, name: string, target: string): number | null {
  // Routes may be written without the leading slash.
  const written = [target, target.slice(1)].filter((one) => one !== '');
  for (const start of [Math.max(0, text.indexOf(name)), 0]) {
    const at = written.map((one) => text.indexOf(one, start)).find((found) => found >= 0);
    if (at !== undefined) return text.slice(0, at).split('\n').length;
  }
  return null;
}

/** Parses a page once for all of its links. */
const linesOf = memoizeByObject(({ body, bodyLine }: DocSource) => targetLines(body, bodyLine));

/** Returns the 1-based line of a link in the source of its page. */
function lineOfLink(doc: DocSource | undefined, target: string, occurrence: number): number {
  const lines = doc === undefined ? [] : linesOf(doc)(target);
  return lines[occurrence] ?? lines.at(-1) ?? 1;
}

/** Checks the anchors of a page's links. @param targets the pages to which it links; links to other pages are not checked */
export function checkAnchorsOf(
  page: PageOutline,
  doc: DocSource,
  targets: readonly PageAnchors[],
  { config, linkResolver }: Site,
): Problem[] {
  return checkAnchors({
    pages: [page],
    others: targets,
    lineOf: (_page, target, occurrence) => lineOfLink(doc, target, occurrence),
    isKnownMissing: (target) => linkResolver.isKnownMissing(target),
    severity: severityOf(config.onBrokenAnchors),
  });
}

/** Returns all problems of a site: those of single files, then those that depend on several pages. */
export function checkSites(sets: readonly Omit<BuiltPages, 'search'>[]): Problem[] {
  const docs = new Map(sets.flatMap(({ site }) => site.docs.map((doc) => [doc.path, doc])));
  const check = {
    pages: sets.flatMap(({ pages }) => pages),
    others: sets.flatMap(({ otherPages }) => otherPages),
    isKnownMissing: (target: string) => sets.some(({ site }) => site.linkResolver.isKnownMissing(target)),
    severity: severityOf((sets[0] as (typeof sets)[number]).site.config.onBrokenAnchors),
  };
  const anchors = checkAnchors({
    ...check,
    lineOf: (page, target, occurrence) => lineOfLink(docs.get(page.path), target, occurrence),
  });
  const found = sets.flatMap(({ site, pages }) => [...site.problems, ...pages.flatMap((page) => page.problems)]);
  const shellAnchors = sets.flatMap(({ site: { frontPages, data, configuration } }) =>
    checkShellAnchors({ frontPages, data, configuration, ...check, pages: [...check.pages, ...check.others] }),
  );
  const rendered = sets.flatMap(({ site, otherPages }) =>
    checkRenderedLinks(otherPages, site, { ...check, pages: [...check.pages, ...check.others] }),
  );
  const questions = sets.flatMap(({ site }) => checkDuplicateQuestions(site.docs));
  const tabs = checkTabGroups([...docs.values()]);
  const checked = limitPerFile([...anchors, ...shellAnchors, ...rendered, ...questions, ...tabs]);
  const all = [...found, ...checked, ...untranslated(sets.map(({ site }) => site))];
  // Problems of a page that replaces a missing translation are reported once, for its own locale.
  return sets.length < 2 ? all : [...new Map(all.map((problem) => [JSON.stringify(problem), problem])).values()];
}

/** Summarizes the missing translations of each locale in one warning, for the newest version only. */
function untranslated(sites: readonly Site[]): Problem[] {
  return sites.flatMap((site) => {
    const missing = site.config.docSet?.version.isLast === false ? null : missingTranslations(site);
    if (missing === null || missing.words.length + missing.pages.length === 0) return [];
    const { words, pages, of } = missing;
    const ofPages = of.pages === 0 ? '' : ` and ${pages.length} of ${of.pages} pages of the newest version`;
    const message = `${words.length} of ${of.words} words of the interface${ofPages} are not translated; \`quire translations\` lists them`;
    return [{ file: relative(process.cwd(), missing.interfaceFile), message, severity: 'warning' }];
  });
}
