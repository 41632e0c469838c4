import { existsSync, mkdirSync, mkdtempSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { basename, dirname, join, relative, resolve, sep } from 'node:path';

import { globSync } from 'tinyglobby';

import type { Site } from '#build/site.ts';
import { WILDCARD } from '#content/components/replace-tag.ts';
import { REMOTE_PICTURES } from '#content/remote-images.ts';
import { docsRoute } from '#config/doc-sets.ts';
import { originalCasePath } from '#content/doc-routes.ts';
import { docsOfFolder } from '#content/load-docs.ts';
import { readLines } from '#content/source-lines.ts';
import { createDocLookup } from '#content/sidebar/resolve-sidebar.ts';
import type { DocLookup } from '#content/sidebar/resolve-sidebar.ts';
import { summarizeWarnings } from '#model/problem.ts';
import type { Problem } from '#model/problem.ts';

import type { Command } from './command.ts';
import { commonBase } from './migrate/common-base.ts';
import { docusaurusConfig, readDocusaurus } from './migrate/read-docusaurus.ts';
import type { ForeignFolder, ForeignSite } from './migrate/read-docusaurus.ts';
import type { ForeignLocale, ForeignLocales } from './migrate/read-translations.ts';
import { linkOf, shortSource } from './migrate/read-link.ts';
import { hasVueHeadings, readVitepress, vitepressConfig } from './migrate/read-vitepress.ts';
import { suggestMap, surveyComponents } from './migrate/survey.ts';
import type { UsedComponent } from './migrate/survey.ts';
import { isEntry, text, type Entry, type Note } from './migrate/values.ts';
import { configSource, redirectsSource, toSource, wordsSource } from './migrate/write-site.ts';

export const migrateCommand: Command = {
  summary: 'Writes a configuration for a Docusaurus site or a folder of Markdown, and a report of everything that needs your attention.',
  usage: 'SITE [--out DIR] [--force]',
  acceptsPositionals: true,
  options: {
    out: { type: 'string', description: 'folder of the configuration (migrated/ and the name of the site)' },
    force: { type: 'boolean', description: 'replace the files of an earlier run' },
  },
  async run(values, [site]) {
    if (site === undefined) throw new Error('migrate needs the folder of the site: npm run migrate -- ../their-site');
    const dir = resolve(site);
    const out = resolve(String(values['out'] ?? join('migrated', basename(dir))));
    const result = await migrate({ dir, out, force: values['force'] === true });
    const shown = relative(process.cwd(), out) || '.';
    process.stdout.write(
      `Wrote ${shown}: ${result.files.join(', ')}\n${result.pages} pages, ${result.errors} errors, ${result.warnings} warnings (${result.mistakes} of them mistakes in the source), ${result.components} components mapped.\n` +
        `Read ${shown}/report.md, then see the site:\n\n  npm start -- --config ${shown}/site.config.ts\n`,
    );
    return 0;
  },
};

export interface MigrateOptions {
  /** Absolute folder of the site. */
  dir: string;
  /** Absolute folder of the configuration. */
  out: string;
  force: boolean;
}

export interface Migrated {
  /** Names of the files that were written. */
  files: string[];
  pages: number;
  errors: number;
  warnings: number;
  /** Warnings that would be errors in a strict build. The written configuration permits them if there are any. */
  mistakes: number;
  components: number;
}

/**
 * Writes the configuration and the report.
 * @throws Error if `dir` does not exist, has no pages, or has an unreadable configuration, or if `out` has a result already and `force` is false
 */
export async function migrate({ dir, out, force }: MigrateOptions): Promise<Migrated> {
  if (statSync(dir, { throwIfNoEntry: false })?.isDirectory() !== true) throw new Error(`The folder ${dir} does not exist.`);
  const configFile = join(out, 'site.config.ts');
  if (existsSync(configFile) && !force)
    throw new Error(`${configFile} already exists. Name another folder with --out, or replace the file with --force.`);
  const source = docusaurusConfig(dir);
  if (source === null && existsSync(join(dir, 'siteConfig.js')))
    throw new Error(
      `${join(dir, 'siteConfig.js')} is the configuration of Docusaurus 1, which migrate does not read. Name the folder of its docs, such as ${join(dir, '../docs')}.`,
    );
  const vitepress = source === null ? vitepressConfig(dir) : null;
  const foreign =
    source !== null
      ? await readDocusaurus(dir, source)
      : vitepress !== null
        ? await readVitepress(dir, vitepress, describeMarkdownFolder(dir))
        : describeMarkdownFolder(dir);
  const place = (path: string): string => relative(out, join(dir, path)).split(sep).join('/') || '.';
  const roots = [foreign.docs.root, ...foreign.folders.map(({ keys }) => keys.root)];
  const used = surveyComponents([...new Set(roots.flatMap((root) => markdownFiles(join(dir, root))))], dir);
  const config = configOf(foreign, place, used);
  mkdirSync(out, { recursive: true });
  const from = relative(out, source ?? vitepress ?? dir)
    .split(sep)
    .join('/');
  const write = (name: string, text: string): void => writeFileSync(join(out, name), text);
  const files = ['site.config.ts', 'report.md'];
  for (const [name, sidebars] of sidebarFiles(foreign)) {
    write(name, `${JSON.stringify(sidebars, null, 2)}\n`);
    files.push(name);
  }
  for (const { name, words } of wordFiles(foreign.translations)) {
    const file = `words-${name}.yaml`;
    write(file, wordsSource(words));
    files.push(file);
  }
  write('site.config.ts', configSource(config, from));

  // The navbar and the redirects need the routes of the pages, so load the site with the configuration so far.
  const opened = await openMigrated(configFile);
  const [site] = opened;
  if (opened.every(({ docs }) => docs.length === 0))
    throw new Error(`No page was found in ${join(dir, foreign.docs.root)}. Name the folder of a site, or a folder with .md or .mdx files.`);
  if (site === undefined) throw new Error(`${configFile} does not define any docs.`);
  const found = source === null && vitepress === null ? commonBase(site) : null;
  if (found !== null) {
    config['baseUrl'] = found.base;
    foreign.notes.push({
      kind: 'decide',
      text: `${found.links} ${found.links === 1 ? 'link leads to a page' : 'links lead to pages'} if the site is published at ${found.base}, so this is its \`baseUrl\``,
    });
  }
  const formulas = source === null && vitepress === null ? site.docs.filter(({ body }) => hasFormula(body)).length : 0;
  if (formulas > 0) {
    config['math'] = true;
    foreign.notes.push({
      kind: 'decide',
      text: `formulas in TeX on ${formulas} ${formulas === 1 ? 'page' : 'pages'} are shown as MathML: remove \`math: true\` if their dollar signs are text`,
    });
  }
  const items = navbarItems(foreign, site);
  const moved = opened.flatMap(movedPages);
  if (moved.length > 0)
    foreign.notes.push({ kind: 'kept', text: `addresses with capital letters, which are redirected to lower case: ${moved.length}` });
  foreign.redirects.push(...moved);
  const redirects = foreign.redirects.filter(
    ([old, to]) => site.linkResolver.hasPath(withoutAnchor(to)) && !site.linkResolver.hasPath(withoutAnchor(old)),
  );
  const lost = foreign.redirects.length - redirects.length;
  if (lost > 0)
    foreign.notes.push({
      kind: 'decide',
      text: `redirects that are left out because their target is not a page or their source is one: ${lost}`,
    });
  if (redirects.length > 0) {
    write('redirects.yaml', redirectsSource(redirects));
    files.push('redirects.yaml');
    foreign.notes.push({ kind: 'kept', text: `redirects: ${redirects.length}` });
  }
  const navbar = { ...(config['navbar'] as object), ...(items.length > 0 && { items }) };
  const whole = { ...config, navbar, ...(redirects.length > 0 && { redirects: 'redirects.yaml' }) };
  write('site.config.ts', configSource(whole, from));

  let sites = await openMigrated(configFile);
  const strict = await problemsOf(sites);
  let reported = strict;
  if (strict.some(isError)) {
    write('site.config.ts', configSource({ ...whole, ...LENIENT }, from));
    sites = await openMigrated(configFile);
    reported = await problemsOf(sites);
  }
  const isReported = ({ kind }: Problem): boolean => kind !== REMOTE_PICTURES;
  const problems = reported.filter(isReported);
  const remote = reported.length - problems.length;
  if (remote > 0) foreign.notes.push({ kind: 'kept', text: `pictures on other hosts, which the build downloads: ${remote}` });
  const pages = sites.reduce((sum, { docs }) => sum + docs.length, 0);
  const errors = problems.filter(isError);
  const mistakes = strict.filter((problem) => isError(problem) && !errors.some((error) => isSame(error, problem)));
  const others = problems.filter((problem) => !isError(problem) && !mistakes.some((mistake) => isSame(mistake, problem)));
  const placed = used.map(({ file, ...rest }) => ({ ...rest, file: file === null ? null : place(relative(dir, file)) }));
  write('report.md', reportOf(String(config['title']), foreign.notes, pages, placed, { errors, mistakes, others }));
  return {
    ...{ files: files.toSorted(), pages, errors: errors.length, warnings: problems.length - errors.length },
    ...{ mistakes: mistakes.length, components: Object.keys(suggestMap(used)).length },
  };
}

/** Settings that report mistakes as warnings. Content that this engine has never checked usually has some, and its pages should be built anyway. */
const LENIENT = { onBrokenLinks: 'warn', onBrokenMarkdownLinks: 'warn', onBrokenAnchors: 'warn', onPageErrors: 'warn' };

const isError = ({ severity }: Problem): boolean => severity === 'error';
const isSame = (one: Problem, other: Problem): boolean =>
  one.file === other.file && one.line === other.line && one.message === other.message;

/** Returns the sidebars of the main docs and of each additional folder, with the names of the files to write. */
const sidebarFiles = ({ sidebars, folders }: ForeignSite): [name: string, sidebars: unknown][] => [
  ...(isEntry(sidebars) ? [['sidebars.json', sidebars] as [string, unknown]] : []),
  ...folders.flatMap((folder): [string, unknown][] =>
    isEntry(folder.sidebars) ? [[`sidebars-${folder.keys.name}.json`, folder.sidebars]] : [],
  ),
];

const markdownFiles = (root: string): string[] =>
  globSync('**/*.{md,mdx}', { cwd: root, absolute: true, ignore: ['**/node_modules/**'] }).toSorted();

/** A command of TeX between dollar signs, or a line that only starts or ends a formula. */
const FORMULA = /\$[^$\n`\\]*\\[a-z][^$\n`]*\$|^\s*\$\$\s*$/i;

const hasFormula = (body: string): boolean => readLines(body, 1).some(({ kind, text: line }) => kind === 'text' && FORMULA.test(line));

const withoutAnchor = (target: string): string => target.replace(/[#?].*$/, '').replace(/(.)\/$/, '$1');

/** Describes a folder of Markdown files without the configuration of a site generator. */
function describeMarkdownFolder(dir: string): ForeignSite {
  const root = existsSync(join(dir, 'docs')) ? 'docs' : '.';
  const title = basename(dir) === 'docs' ? basename(dirname(dir)) : basename(dir);
  return {
    config: { title, navbar: { title }, url: 'https://docs.example.org' },
    docs: { root, routeBasePath: '/', showLastUpdateAuthor: false, showLastUpdateTime: false },
    folders: [],
    staticDirectories: ['static', 'public'].filter((name) => existsSync(join(dir, name))),
    navbarItems: [],
    sidebars: null,
    redirects: [],
    componentRoutes: [],
    translations: null,
    rules: hasVueHeadings(dir) ? { headingIds: 'vitepress' } : {},
    notes: [
      { kind: 'decide', text: 'there is no docusaurus.config: the folder is read as plain Markdown, and the sidebar follows the folders' },
      { kind: 'decide', text: 'set `title` and `url` in site.config.ts' },
    ],
  };
}

/** Returns the configuration of the migrated site. @param place returns a path of the site relative to the configuration */
function configOf(foreign: ForeignSite, place: (path: string) => string, used: readonly UsedComponent[]): Record<string, unknown> {
  const { root, versions, ...docs } = foreign.docs;
  const placed = (Array.isArray(versions) ? (versions as Entry[]) : []).map((version) => ({
    ...version,
    root: place(String(version['root'])),
    ...(version['sidebar'] !== undefined && { sidebar: place(String(version['sidebar'])) }),
  }));
  const { footer, ...config } = foreign.config;
  return {
    ...config,
    ...(footer !== undefined && { footer: withMovedLinks(footer, foreign) }),
    image: { remote: 'download' },
    staticDirectories: foreign.staticDirectories.map(place),
    docs: {
      root: place(root),
      ...docs,
      ...(isEntry(foreign.sidebars) && { sidebar: 'sidebars.json' }),
      ...(placed.length > 0 && { versions: placed }),
      ...(foreign.folders.length > 0 && {
        folders: foreign.folders.map(({ keys, sidebars }) => ({
          ...keys,
          root: place(keys.root),
          ...(isEntry(sidebars) && { sidebar: `sidebars-${keys.name}.json` }),
        })),
      }),
      rules: { inlineRoot: place('.'), ...foreign.rules },
    },
    ...(foreign.translations !== null && { i18n: i18nOf(foreign.translations, place) }),
    ...(used.length > 0 && { components: suggestMap(used) }),
  };
}

/** Returns the locales that get a file of translations: the default locale if it has any, and all others. */
function wordFiles(translations: ForeignLocales | null): Pick<ForeignLocale, 'name' | 'words'>[] {
  if (translations === null) return [];
  const { defaultLocale: name, words, locales } = translations;
  return [...(Object.keys(words).length > 0 ? [{ name, words }] : []), ...locales];
}

function i18nOf({ defaultLocale, keys, words, locales }: ForeignLocales, place: (path: string) => string): Record<string, unknown> {
  const others = locales.map(({ name, root, folders, keys: own }) => {
    const placed = Object.fromEntries(Object.entries(folders).map(([folder, path]) => [folder, place(path)]));
    const all = { ...own, root: place(root), ...(Object.keys(placed).length > 0 && { folders: placed }), words: `words-${name}.yaml` };
    return [name, all];
  });
  const main = { ...keys, ...(Object.keys(words).length > 0 && { words: `words-${defaultLocale}.yaml` }) };
  return { defaultLocale, locales: { [defaultLocale]: main, ...(Object.fromEntries(others) as Record<string, unknown>) } };
}

/** Returns redirects for pages whose old route had capital letters. */
const movedPages = ({ docs, config }: Site): [string, string][] =>
  docs.flatMap((doc): [string, string][] => {
    if (doc.frontMatter.slug !== undefined || doc.frontMatter.id !== undefined || doc.folder !== undefined) return [];
    const written = originalCasePath(doc.source, docsRoute(config.docs.routeBasePath));
    return written !== doc.path && written.toLowerCase() === doc.path ? [[written, doc.path]] : [];
  });

/** Returns the footer without links to pages that are components, and with each link replaced by the target of its redirect, if there is one. */
function withMovedLinks(footer: unknown, foreign: ForeignSite): unknown {
  const isKept = (value: unknown): boolean =>
    !isEntry(value) || (!leadsToComponent(text(value['to']), foreign) && (!Array.isArray(value['items']) || value['items'].length > 0));
  return JSON.parse(JSON.stringify(footer), (key: string, value: unknown) =>
    key === 'to' ? (movedTo(value, foreign) ?? value) : Array.isArray(value) ? value.filter(isKept) : value,
  );
}

const movedTo = (route: unknown, { redirects }: Pick<ForeignSite, 'redirects'>): string | undefined =>
  redirects.find(([from]) => from === route)?.[1];

/** Whether a link of the navbar or the footer leads to a page that is a component. The report names these pages. */
const leadsToComponent = (to: string | undefined, { componentRoutes }: ForeignSite): boolean =>
  to !== undefined && componentRoutes.includes(withoutAnchor(to));

/** Loads the site as the build does, without writing output. */
async function openMigrated(configFile: string): Promise<Site[]> {
  const { loadConfig } = await import('#config/load.ts');
  const { openSites } = await import('#build/site.ts');
  // Ignore environment variables, because the report is about the site itself.
  const config = await loadConfig(configFile, {});
  // Do not download pictures of other hosts, because the report does not need them.
  const cacheDir = mkdtempSync(join(tmpdir(), 'migrate-'));
  try {
    return await openSites({ config: { ...config, image: { ...config.image, remote: 'link' } }, cacheDir, drafts: false, noCache: true });
  } finally {
    rmSync(cacheDir, { recursive: true, force: true });
  }
}

/** Returns the problems that a build of all versions would report. */
async function problemsOf(sites: readonly Site[]): Promise<Problem[]> {
  const { checkSites } = await import('#build/check-site.ts');
  const made = [];
  try {
    for (const site of sites) {
      const pages = [];
      for (const doc of site.docs) pages.push((await site.page(doc)).outline);
      made.push({ site, pages, otherPages: [] });
    }
    return checkSites(made);
  } finally {
    await sites[0]?.close();
  }
}

/** Converts the navbar: items for pages and sidebars become links. The shell adds search, versions, and languages itself. */
function navbarItems(foreign: ForeignSite, site: Site): unknown[] {
  const { navbarItems: items, sidebars, folders, redirects, notes } = foreign;
  const lookupOf = (folder: ForeignFolder | undefined): DocLookup => createDocLookup(docsOfFolder(folder?.keys ?? null, site.docs));
  /** Returns the additional folder that an item names; undefined for the main docs. */
  const folderOf = (item: Entry): ForeignFolder | undefined => folders.find(({ keys }) => keys.name === item['docsPluginId']);
  const firstOf = (entries: unknown, lookup: DocLookup): string | null => {
    for (const one of Array.isArray(entries) ? (entries as unknown[]) : isEntry(entries) ? Object.values(entries) : []) {
      const found =
        typeof one === 'string'
          ? lookup.find(one)?.path
          : Array.isArray(one)
            ? firstOf(one, lookup)
            : isEntry(one)
              ? firstOfEntry(one, lookup)
              : null;
      if (found != null) return found;
    }
    return null;
  };
  const firstOfEntry = (one: Entry, lookup: DocLookup): string | null => {
    if (typeof one['id'] === 'string') return lookup.find(one['id'])?.path ?? null;
    if (typeof one['dirName'] === 'string')
      return site.navigation.order().find((path) => lookup.inFolder(String(one['dirName'])).some((doc) => doc.path === path)) ?? null;
    const { link, items: inner } = one;
    return (isEntry(link) && typeof link['id'] === 'string' ? lookup.find(link['id'])?.path : null) ?? firstOf(inner, lookup);
  };
  const toLink = (item: Entry): { label: string; to?: string; href?: string } | null => {
    const label = String(item['label'] ?? '');
    const folder = folderOf(item);
    const lookup = lookupOf(folder);
    if (typeof item['docId'] === 'string') {
      const doc = lookup.find(item['docId']);
      return doc === undefined ? null : { label: label || doc.sidebarLabel, to: doc.path };
    }
    if (typeof item['sidebarId'] === 'string') {
      const own = folder === undefined ? sidebars : folder.sidebars;
      const path = isEntry(own) ? firstOf(own[item['sidebarId']], lookup) : (lookup.inFolder('.')[0]?.path ?? null);
      return path === null ? null : { label: label || item['sidebarId'], to: path };
    }
    const link = linkOf(item['type'] === 'html' ? { html: item['value'], ...item } : item);
    const moved = movedTo(link?.to, { redirects });
    return link !== null && moved !== undefined ? { ...link, to: moved } : link;
  };
  const isLost = (item: Entry): boolean => leadsToComponent(linkOf(item)?.to, foreign);
  const leftOut = (item: Entry): [] => {
    // Do not report an HTML item without text, which is a line between entries.
    if (item['type'] === 'html' && !/[^\s<>](?![^<]*>)|<(?:a|img|button)\b/.test(String(item['value']))) return [];
    const named = item['label'] ?? item['type'] ?? item['to'];
    notes.push({
      kind: 'left out',
      text: `the navbar item ${named === undefined ? `\`${shortSource(item)}\`` : JSON.stringify(named)}, which has no target on this site`,
    });
    return [];
  };
  return items.flatMap((item): unknown[] => {
    const position = item['position'] === 'left' ? 'left' : 'right';
    const { dropdownItemsBefore: before = [], dropdownItemsAfter: after = [] } = item;
    const isOwn = ['search', 'localeDropdown', 'docsVersionDropdown', 'docsVersion'].includes(String(item['type'] ?? ''));
    // The shell adds these items itself. Additional entries of their menus become a separate menu.
    const inner = isOwn ? [before, after].flat() : item['items'];
    if (Array.isArray(inner)) {
      const entries = (inner as unknown[]).flatMap((one) => (isEntry(one) && !isLost(one) ? (toLink(one) ?? leftOut(one)) : []));
      return entries.length === 0 ? [] : [{ label: String(item['label'] ?? 'More'), position, items: entries }];
    }
    if (isLost(item)) return [];
    const link = toLink(item);
    if (link !== null) return [{ ...link, position, ...(isRepository(link) && { icon: 'github' }) }];
    return leftOut(item);
  });
}

/** Whether a link is shown as the GitHub icon instead of its label. */
const isRepository = ({ label, href }: { label: string; href?: string }): boolean =>
  /^https:\/\/(?:www\.)?github\.com\//.test(href ?? '') && /\bgithub\b/i.test(label);

function reportOf(
  title: string,
  notes: readonly Note[],
  pages: number,
  used: readonly UsedComponent[],
  { errors, mistakes, others }: Readonly<Record<'errors' | 'mistakes' | 'others', readonly Problem[]>>,
): string {
  const section = (heading: string, lines: readonly string[]): string =>
    lines.length === 0 ? '' : `\n## ${heading}\n\n${lines.join('\n')}\n`;
  const noted = (kind: Note['kind']): string[] => notes.filter((note) => note.kind === kind).map((note) => `- ${note.text}`);
  const summary = (problems: readonly Problem[]): string[] =>
    summarizeWarnings(problems).map((line) => line.replace(/^warning: /, '- ').replace(/^ {2}(?=\S)/, '  - '));
  const explained =
    mistakes.length === 0
      ? []
      : [
          'These are errors in a strict build. `site.config.ts` permits them with `onPageErrors` and the three keys that start with `onBroken`; remove those keys when you have corrected the mistakes.',
          '',
        ];
  const map = suggestMap(used);
  const rows = used.map(
    (component) =>
      `| \`${component.name}\` | ${component.uses} | ${component.files} | ${component.attributes.map((name) => `\`${name}\``).join(', ')} | \`${toSource(map[component.name] ?? map[WILDCARD]).replace(/\s+/g, ' ')}\` | ${component.file === null ? '' : `\`'${component.file}'\``} |`,
  );
  const table =
    rows.length === 0
      ? []
      : [
          'A component that shows more than its content can be mapped to its file instead. The build then renders it, which runs its code.',
          '',
          '| Component | Uses | Files | Attributes | Suggested mapping | File |',
          '| --- | --- | --- | --- | --- | --- |',
          ...rows,
        ];
  return `# Migration of ${title}

${pages} ${pages === 1 ? 'page was' : 'pages were'} read. \`site.config.ts\` beside this file builds them in place: nothing of the site was copied or changed.
${section('Kept', noted('kept'))}${section('Left out', noted('left out'))}${section('To decide', noted('decide'))}${section('Components', table)}${section('Errors, which end a build', summary(errors))}${section(`Mistakes in the source, ${mistakes.length}`, [...explained, ...summary(mistakes)])}${section('Warnings', summary(others))}
To list all of them, one per line, run \`npm run build -- --config …/site.config.ts --verbose\`. For JSON, use \`--report report.json\`.
`;
}
