import { existsSync, mkdirSync, mkdtempSync, rmSync, statSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { basename, dirname, join, relative, resolve } from 'node:path';

import type { Site } from '#build/site.ts';
import { docsRoute } from '#config/doc-sets.ts';
import { relativePath } from '#config/relative-path.ts';
import { originalCasePath } from '#content/doc-routes.ts';
import { filesInside, isBehindSymlink, isInside, writeFileAtomic } from '#content/files.ts';
import { REMOTE_PICTURES } from '#content/remote-images.ts';
import { readLines } from '#content/source-lines.ts';
import { withoutControls } from '#model/invisible-characters.ts';
import { isError } from '#model/problem.ts';
import type { Problem } from '#model/problem.ts';

import type { Command } from './command.ts';
import { existsInProject, originOf } from './migrate/foreign-site.ts';
import type { ForeignSite, Note } from './migrate/foreign-site.ts';
import { navbarItems, withoutAnchor } from './migrate/links.ts';
import { docusaurusConfig, readDocusaurus } from './migrate/read-docusaurus.ts';
import { hasVueHeadings, readVitepress, vitepressConfig } from './migrate/read-vitepress.ts';
import { suggestMap, surveyComponents } from './migrate/survey.ts';
import type { UsedComponent } from './migrate/survey.ts';
import {
  configOf,
  configSource,
  HOME_ROOT,
  homeFolder,
  homePage,
  redirectsSource,
  reportOf,
  sidebarFiles,
  wordFiles,
  wordsSource,
} from './migrate/write-site.ts';
import type { ReportedProblems } from './migrate/write-site.ts';

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
      `Wrote ${shown}: ${withoutControls(result.files.join(', ').replaceAll('\n', ' '))}\n${result.pages} pages, ${result.errors} errors, ${result.warnings} warnings (${result.mistakes} of them mistakes in the source), ${result.components} components mapped.\n` +
        `Read ${shown}/report.md, then see the site:\n\n  npm start -- --config ${shown}/site.config.ts\n`,
    );
    return 0;
  },
};

interface MigrateOptions {
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

const CONFIG_NAME = 'site.config.ts';

/**
 * Writes the configuration and the report.
 * @throws Error if `dir` does not exist, has no pages, or has an unreadable configuration, or if `out` has a result already and `force` is false
 */
export async function migrate({ dir, out, force }: MigrateOptions): Promise<Migrated> {
  if (statSync(dir, { throwIfNoEntry: false })?.isDirectory() !== true) throw new Error(`The folder ${dir} does not exist.`);
  const configFile = join(out, CONFIG_NAME);
  if (existsSync(configFile) && !force)
    throw new Error(`${configFile} already exists. Name another folder with --out, or replace the file with --force.`);
  const { foreign, file } = await readForeignSite(dir);
  /** Returns a path of the site relative to the configuration. */
  const toConfigPath = (path: string): string => relativePath(out, join(dir, path)) || '.';
  const used = findComponents(dir, foreign);
  const names = new Set<string>();
  const write = (name: string, text: string): void => {
    // The names of some files contain names of the foreign site.
    if (basename(name) !== name)
      throw new Error(`The site has a locale or a plugin whose name cannot be part of the name of a file: ${name}.`);
    names.add(name);
    writeFileAtomic(join(out, name), text);
  };
  const from = relativePath(out, file ?? dir);
  const writeConfig = (config: Record<string, unknown>): void => write(CONFIG_NAME, configSource(config, from));

  makeFolder(out, dir);
  for (const [name, sidebars] of sidebarFiles(foreign)) write(name, `${JSON.stringify(sidebars, null, 2)}\n`);
  for (const { name, words } of wordFiles(foreign.translations)) write(`words-${name}.yaml`, wordsSource(words));
  const draft = configOf(foreign, toConfigPath, used);
  writeConfig(draft);

  // The navbar and the redirects need the routes of the pages, so load the site with the configuration so far.
  const opened = await openMigrated(configFile);
  const [site] = opened;
  if (opened.every(({ docs }) => docs.length === 0))
    throw new Error(`No page was found in ${join(dir, foreign.docs.root)}. Name the folder of a site, or a folder with .md or .mdx files.`);
  if (site === undefined) throw new Error(`${configFile} does not define any docs.`);
  const inferred = file === null ? inferSettings(site, foreign.notes) : {};
  const items = navbarItems(foreign, site);
  const redirects = redirectsOf(foreign, opened, site);
  if (redirects.length > 0) write('redirects.yaml', redirectsSource(redirects));
  const home = homePage(foreign, items, site);
  if (home !== null) {
    makeFolder(join(out, HOME_ROOT), dir);
    writeFileAtomic(join(out, HOME_ROOT, 'index.md'), home);
    names.add(`${HOME_ROOT}/index.md`);
    foreign.notes.push({
      kind: 'decide',
      text: 'the home page of the site is a component. `home/index.md` replaces it with the title, the tagline, the first links of the navbar, and the top level of the docs: add to it what the page should say',
    });
  }
  const navbar = { ...(draft['navbar'] as object), ...(items.length > 0 && { items }) };
  const { folders = [], ...docs } = draft['docs'] as Record<string, unknown>;
  const allFolders = [...(folders as unknown[]), ...(home === null ? [] : [homeFolder(foreign)])];
  const withFolders = { ...docs, ...(allFolders.length > 0 && { folders: allFolders }) };
  const config: Record<string, unknown> = {
    ...draft,
    docs: withFolders,
    ...inferred,
    navbar,
    ...(redirects.length > 0 && { redirects: 'redirects.yaml' }),
  };
  writeConfig(config);

  const { pages, warnings, remotePictures, problems } = await checkMigrated(configFile, () => writeConfig({ ...config, ...LENIENT }));
  if (remotePictures > 0)
    foreign.notes.push({ kind: 'kept', text: `pictures on other hosts, which the build downloads: ${remotePictures}` });
  const placed = used.map((component) => ({
    ...component,
    file: component.file === null ? null : toConfigPath(relative(dir, component.file)),
  }));
  write('report.md', reportOf({ title: String(config['title']), notes: foreign.notes, pages, used: placed, problems }));
  return {
    files: [...names].toSorted(),
    pages,
    errors: problems.errors.length,
    warnings,
    mistakes: problems.mistakes.length,
    components: Object.keys(suggestMap(used)).length,
  };
}

/** Creates a folder for the result. @throws Error if it is in the foreign site behind a symbolic link, which could lead to any folder of the machine */
function makeFolder(folder: string, site: string): void {
  let existing = folder;
  while (!existsSync(existing)) existing = dirname(existing);
  if (isInside(site, existing) && isBehindSymlink(existing, site))
    throw new Error(`${existing} is a symbolic link of the foreign site, or behind one. Name another folder with --out.`);
  mkdirSync(folder, { recursive: true });
}

/** Describes a site. @returns the description, and the configuration file of the other generator; null: the folder is read as plain Markdown */
async function readForeignSite(dir: string): Promise<{ foreign: ForeignSite; file: string | null }> {
  const docusaurus = docusaurusConfig(dir);
  if (docusaurus !== null) return { foreign: await readDocusaurus(dir, docusaurus), file: docusaurus };
  const firstDocusaurus = join(dir, 'siteConfig.js');
  if (existsSync(firstDocusaurus))
    throw new Error(
      `${firstDocusaurus} is the configuration of Docusaurus 1, which migrate does not read. Name the folder of its docs, such as ${join(dir, '../docs')}.`,
    );
  const plain = describeMarkdownFolder(dir);
  const vitepress = vitepressConfig(dir);
  return { foreign: vitepress === null ? plain : await readVitepress(dir, vitepress, plain), file: vitepress };
}

/** Describes a folder of Markdown files without the configuration of a site generator. */
function describeMarkdownFolder(dir: string): ForeignSite {
  const root = existsInProject(dir, 'docs') ? 'docs' : '.';
  const title = basename(dir) === 'docs' ? basename(dirname(dir)) : basename(dir);
  return {
    config: { title, navbar: { title }, url: originOf(undefined) },
    docs: { root, routeBasePath: '/', showLastUpdateAuthor: false, showLastUpdateTime: false },
    folders: [],
    staticDirectories: ['static', 'public'].filter((name) => existsInProject(dir, name)),
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

/** Returns the settings that the pages of a folder need: the base URL with which its links start, and formulas. Notes each of them. */
function inferSettings(site: Pick<Site, 'docs' | 'linkResolver'>, notes: Note[]): { baseUrl?: string; math?: true } {
  const found = commonBase(site);
  if (found !== null)
    notes.push({
      kind: 'decide',
      text: `${found.links} ${found.links === 1 ? 'link leads to a page' : 'links lead to pages'} if the site is published at ${found.base}, so this is its \`baseUrl\``,
    });
  const formulas = site.docs.filter(({ body }) => hasFormula(body)).length;
  if (formulas > 0)
    notes.push({
      kind: 'decide',
      text: `formulas in TeX on ${formulas} ${formulas === 1 ? 'page' : 'pages'} are shown as MathML: remove \`math: true\` if their dollar signs are text`,
    });
  return { ...(found !== null && { baseUrl: found.base }), ...(formulas > 0 && { math: true }) };
}

const LINK = /(?:\]\(\s*<?|\bhref=["'])(\/[^)>\s"'#?]+)/g;
/** Maximum number of segments of the path. */
const MAX_STEPS = 4;

/** Returns the path, such as `/project/`, whose removal fixes at least half of the broken links, and the number of these links; null if there is none. */
function commonBase({ docs, linkResolver }: Pick<Site, 'docs' | 'linkResolver'>): { base: string; links: number } | null {
  const counts = new Map<string, number>();
  let broken = 0;
  for (const doc of docs)
    for (const [, target = ''] of doc.body.matchAll(LINK)) {
      if (linkResolver.resolverFor(doc).resolveTarget(target).kind !== 'broken') continue;
      broken += 1;
      const steps = target.split('/').filter(Boolean);
      for (let length = 1; length <= Math.min(MAX_STEPS, steps.length - 1); length++)
        if (linkResolver.pageOf(`/${steps.slice(length).join('/')}`, doc) !== null) {
          const base = `/${steps.slice(0, length).join('/')}/`;
          counts.set(base, (counts.get(base) ?? 0) + 1);
          break;
        }
    }
  const [base, links] = [...counts].toSorted(([, a], [, b]) => b - a)[0] ?? ['', 0];
  return links * 2 >= broken && /^(?:\/[\w.~-]+)+\/$/.test(base) ? { base, links } : null;
}

/** A command of TeX between dollar signs, or a line that only starts or ends a formula. */
const FORMULA = /\$[^$\n`\\]*\\[a-z][^$\n`]*\$|^\s*\$\$\s*$/i;

const hasFormula = (body: string): boolean => readLines(body, 1).some(({ kind, text: line }) => kind === 'text' && FORMULA.test(line));

/** Returns the components that the pages of a site use. */
function findComponents(dir: string, { docs, folders }: ForeignSite): UsedComponent[] {
  const roots = [docs.root, ...folders.map(({ keys }) => keys.root)];
  return surveyComponents([...new Set(roots.flatMap((root) => markdownFiles(join(dir, root))))], dir);
}

const markdownFiles = (root: string): string[] => filesInside(root, '**/*.{md,mdx}').map((file) => join(root, file));

/** Returns the redirects of a site whose targets exist: its own, and those of routes with capital letters. Notes their numbers. */
function redirectsOf({ redirects: own, notes }: ForeignSite, sites: readonly Site[], { linkResolver }: Site): [from: string, to: string][] {
  const moved = sites.flatMap(movedPages);
  if (moved.length > 0)
    notes.push({ kind: 'kept', text: `addresses with capital letters, which are redirected to lower case: ${moved.length}` });
  const all = [...own, ...moved];
  const redirects = all.filter(([old, to]) => linkResolver.hasPath(withoutAnchor(to)) && !linkResolver.hasPath(withoutAnchor(old)));
  const lost = all.length - redirects.length;
  if (lost > 0)
    notes.push({
      kind: 'decide',
      text: `redirects that are left out because their target is not a page or their source is one: ${lost}`,
    });
  if (redirects.length > 0) notes.push({ kind: 'kept', text: `redirects: ${redirects.length}` });
  return redirects;
}

/** Returns redirects for pages whose old route had capital letters. */
const movedPages = ({ docs, config }: Site): [string, string][] =>
  docs.flatMap((doc): [string, string][] => {
    if (doc.frontMatter.slug !== undefined || doc.frontMatter.id !== undefined || doc.folder !== undefined) return [];
    const written = originalCasePath(doc.source, docsRoute(config.docs.routeBasePath));
    return written !== doc.path && written.toLowerCase() === doc.path ? [[written, doc.path]] : [];
  });

/** Settings that report mistakes as warnings. Content that this engine has never checked usually has some, and its pages should be built anyway. */
const LENIENT = { onBrokenLinks: 'warn', onBrokenMarkdownLinks: 'warn', onBrokenAnchors: 'warn', onPageErrors: 'warn' };

interface CheckedSite {
  pages: number;
  warnings: number;
  /** Number of pictures on other hosts. */
  remotePictures: number;
  problems: ReportedProblems;
}

/** Compiles the site as a build would. @param permitMistakes is called if the site has errors, to write a configuration that permits them */
async function checkMigrated(configFile: string, permitMistakes: () => void): Promise<CheckedSite> {
  let sites = await openMigrated(configFile);
  const strict = await problemsOf(sites);
  let reported = strict;
  if (strict.some(isError)) {
    permitMistakes();
    sites = await openMigrated(configFile);
    reported = await problemsOf(sites);
  }
  const problems = reported.filter(({ kind }) => kind !== REMOTE_PICTURES);
  const errors = problems.filter(isError);
  const errorKeys = new Set(errors.map(keyOf));
  const mistakes = strict.filter((problem) => isError(problem) && !errorKeys.has(keyOf(problem)));
  const mistakeKeys = new Set(mistakes.map(keyOf));
  const others = problems.filter((problem) => !isError(problem) && !mistakeKeys.has(keyOf(problem)));
  return {
    pages: sites.reduce((sum, { docs }) => sum + docs.length, 0),
    warnings: problems.length - errors.length,
    remotePictures: reported.length - problems.length,
    problems: { errors, mistakes, others },
  };
}

/** Returns a key that is equal for the same problem in both checks, which report it with different severities. */
const keyOf = ({ file, line, message }: Problem): string => JSON.stringify([file, line, message]);

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
