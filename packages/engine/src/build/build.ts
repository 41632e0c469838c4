import { existsSync, lstatSync, mkdtempSync } from 'node:fs';
import { rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join, relative } from 'node:path';
import { setImmediate as nextTurn } from 'node:timers/promises';

import { docSetsOf } from '#config/doc-sets.ts';
import type { SiteConfig } from '#config/schema.ts';
import { toSiteData } from '#config/site-data.ts';
import { checkAnchors } from '#content/links.ts';
import { checkTabGroups } from '#content/tab-groups.ts';
import { checkShellAnchors } from './check-shell-links.ts';
import type { DocSource, PageOutline } from '#content/document.ts';
import { readLastUpdates } from '#content/last-updates.ts';
import { withLastUpdates } from '#content/load-docs.ts';
import { severityOf } from '#model/problem.ts';
import { targetLines } from '#content/source-lines.ts';
import { checkDuplicateQuestions } from '#content/questions.ts';
import type { LastUpdate } from '#model/page.ts';
import type { Problem } from '#model/problem.ts';
import type { SiteManifest } from '#server/site-manifest.ts';

import type { Bundler } from './bundle-process.ts';
import { configuredStyle, shellExtensions } from './shell-modules.ts';
import { missingTranslations } from './doc-sets.ts';
import { createPageEmitter, emitCards, type PageEmitter, readKeys, writeKeys } from './emit-pages.ts';
import { emitSearch } from './emit-search.ts';
import { emitDocSetFiles, emitManifest, emitSiteFiles } from './site-files.ts';
import { ENGINE_SOURCES, filesIn, fingerprintFiles, SEARCH_SOURCES } from './fingerprint.ts';
import { createOutput, type Output } from './output.ts';
import { peakMiB } from './process-resources.ts';
import type { Phases } from './phases.ts';
import type { MadeIndex } from './search-process-entry.ts';
import { type Indexer, startIndexer } from './search-process.ts';
import { indexTask, searchablePage } from './search-records.ts';
import { loadShell, type Shell } from './shell.ts';
import { openSites, type Site, type SitePage } from './site.ts';
import { type CardFolder, openCardFolder } from './social-cards/card-folder.ts';
import { cardOfPage, frameOfSite } from './social-cards/card.ts';
import { type BuildProcesses, startProcesses, stopProcesses } from './start-processes.ts';

export interface BuildOptions {
  config: SiteConfig;
  /** Output folder, e.g. `build`: holds `site/`, `pages.json`, `manifest.json`. */
  outDir: string;
  cacheDir: string;
  /** Neither reads nor writes the cache. */
  fresh?: boolean;
  phases: Phases;
  /** Already started by the caller; ended by the build. */
  processes?: BuildProcesses;
}

export interface BuildResult {
  pages: number;
  /** Documentation pages that were compiled; the others were cached. */
  compiled: number;
  files: number;
  /** Files that differ from the last build. */
  written: number;
  /** Of the largest process: this one, the bundler's, the indexer's or that of the social cards. */
  peakMiB: number;
  warnings: Problem[];
}

/** The build found errors: all of them, in the order of files. Nothing was published. */
export class BuildError extends Error {
  readonly problems: readonly Problem[];
  readonly warnings: readonly Problem[];
  constructor(problems: readonly Problem[], warnings: readonly Problem[] = []) {
    super(`${problems.length} ${problems.length === 1 ? 'error' : 'errors'} in the content`);
    this.name = 'BuildError';
    this.problems = problems;
    this.warnings = warnings;
  }
}

/**
 * Builds the site: load → compile and render each page → check → emit. The phases read as a table of contents.
 * @throws BuildError with every error at once; the last good output stays in place
 */
export async function buildSite(options: BuildOptions): Promise<BuildResult> {
  const fresh = options.fresh === true;
  // Parts of a build exchange files through the cache folder, so a build without a cache has one of its own.
  const cacheDir = fresh ? mkdtempSync(join(tmpdir(), 'build-')) : options.cacheDir;
  return runBuild({ ...options, cacheDir }, fresh).finally(() => (fresh ? rm(cacheDir, { recursive: true, force: true }) : undefined));
}

async function runBuild(options: BuildOptions, fresh: boolean): Promise<BuildResult> {
  const { outDir } = options;
  const processes = options.processes ?? startProcesses(options.cacheDir, fresh);
  let output: Output | null = null;
  let cards: CardFolder | null = null;
  try {
    // Start bundling first; it is the longest task of a cold build.
    const shell = openShell(options, fresh, processes.bundler);
    output = createOutput(outDir);
    cards = openCards(options);
    return await runPhases({ options, fresh, shell, indexer: processes.indexer, output, cards });
  } catch (error) {
    await output?.discard();
    throw error;
  } finally {
    stopProcesses(processes);
    cards?.stop();
  }
}

interface Running {
  options: BuildOptions;
  fresh: boolean;
  shell: Promise<Shell>;
  indexer: Indexer;
  output: Output;
  cards: CardFolder | null;
}

function openShell({ config, cacheDir }: BuildOptions, fresh: boolean, bundler: Bundler): Promise<Shell> {
  const style = configuredStyle(config);
  const shell = loadShell({
    cacheDir,
    site: toSiteData(config),
    extensions: shellExtensions(config),
    configuredStyle: style,
    fresh,
    bundler,
  });
  shell.catch(() => undefined);
  return shell;
}

function openCards({ config, cacheDir }: BuildOptions): CardFolder | null {
  if (!config.socialCards) return null;
  const design = fingerprintFiles([join(ENGINE_SOURCES, 'build/social-cards')]);
  return openCardFolder({ dir: join(cacheDir, 'social-cards'), frame: frameOfSite(config), design });
}

async function runPhases(running: Running): Promise<BuildResult> {
  const { options, fresh, output, cards } = running;
  const { phases } = options;
  const sites = await phases.run('load', () => loadSites(options, fresh));
  const [site, ...others] = sites;
  const keys: Record<string, string> = {};
  const { pages, search } = await phases.run('compile and render', (count) => makePages(running, site, keys, count));
  // One after the other, each with the index that its readers search: a page costs the same whatever the number of sets.
  const made = [{ site, pages }];
  const searches = [search];
  for (const other of others) {
    const indexer = startIndexer(fresh ? null : join(options.cacheDir, 'doc-sets', other.config.docSet?.key ?? ''));
    try {
      const set = await phases.run(`compile and render ${other.config.docSet?.key}`, (count) =>
        makePages({ ...running, indexer }, other, keys, count),
      );
      made.push({ site: other, pages: set.pages });
      searches.push(set.search);
      await set.search;
    } finally {
      indexer.stop();
    }
  }
  if (!fresh) site.highlighter.save();
  for (const { cache } of sites) cache?.save();
  const problems = await phases.run('check', async () => checkAll(made));
  const errors = problems.filter(isError);
  if (errors.length > 0)
    throw new BuildError(
      errors,
      problems.filter((problem) => !isError(problem)),
    );

  const shell = await running.shell;
  // Before the index is waited for: the largest of these files is compressed meanwhile.
  await phases.run('site files', async () => {
    await emitSiteFiles({ site, pages, others, output });
    for (const other of others) await emitDocSetFiles(other, output);
    for (const dir of site.config.staticDirectories) await copyFolder(dir, output);
    for (const { assets } of sites) for (const [path, absolute] of assets) await output.copy(join('site', path), absolute);
    await writeKeys(keys, output);
  });
  const indexes = await phases.run('index search', () => Promise.all(searches));
  // Synonyms are those of the main set: others may lack what they lead to.
  if (indexes[0] && indexes[0].index.problems.length > 0) throw new BuildError(indexes[0].index.problems);
  const cardPeak = cards === null ? 0 : await phases.run('social cards', () => emitCards(cards, output));
  const published = await phases.run('publish', async () => {
    await emitManifest(sites, shell, toldOf(indexes), output);
    return output.publish();
  });
  return {
    pages: made.reduce((sum, set) => sum + set.pages.length + set.site.frontPages.length, 0),
    compiled: sites.reduce((sum, one) => sum + one.compiledPages(), 0),
    ...published,
    peakMiB: Math.max(peakMiB(), shell.peakMiB, ...indexes.map((index) => index?.index.peakMiB ?? 0), cardPeak),
    warnings: problems.filter((problem) => problem.severity === 'warning'),
  };
}

/** Files are read while git answers. */
async function loadSites({ config, cacheDir }: BuildOptions, fresh: boolean): Promise<[Site, ...Site[]]> {
  const { showLastUpdateAuthor, showLastUpdateTime } = config.docs;
  const wantsUpdates = showLastUpdateAuthor || showLastUpdateTime;
  const roots = docSetsOf(config).flatMap(({ docs, docSet }) => [docs.root, docSet?.original?.docs.root ?? docs.root]);
  const updatesOf = new Map<string, Promise<Map<string, LastUpdate>>>();
  for (const root of new Set(wantsUpdates ? roots : [])) if (existsSync(root)) updatesOf.set(root, readLastUpdates(root, config.docs));
  const sites = await openSites({ config, cacheDir, drafts: false, fresh });
  for (const site of sites) {
    const { docs, docSet } = site.config;
    const own = (await updatesOf.get(docs.root)) ?? new Map<string, LastUpdate>();
    const original = (await updatesOf.get(docSet?.original?.docs.root ?? '')) ?? own;
    site.docs = site.docs.map((doc) => withLastUpdates([doc], doc.isUntranslated === true ? original : own)[0] ?? doc);
  }
  return sites as [Site, ...Site[]];
}

interface MadePages {
  pages: PageOutline[];
  /** Callers may ignore this promise when pages have errors. */
  search: Promise<MadeSearch | null>;
}

/** What makes the analysis of a page for the search. */
const ANALYSIS_SOURCES = ['types.ts', 'analysis.ts', 'stem.ts', 'index-file'].map((name) => join(SEARCH_SOURCES, name));

/** So many pages are rendered when all are compiled: the index is made and compressed meanwhile. More of them would be too much to hold. */
const MOST_HELD = 512;

/**
 * One page after the other: its text goes to the indexer, its files to the output, and neither is kept here. What must
 * wait is rendered as soon as the shell is bundled. After the first error nothing more is rendered: all errors are reported,
 * and the output is given up.
 */
async function makePages(
  running: Running,
  site: Site,
  keys: Record<string, string>,
  count: (done: number, of: number) => void,
): Promise<MadePages> {
  const { options, fresh, shell, indexer, output, cards } = running;
  const previousKeys = fresh ? {} : readKeys(options.outDir);
  const analysis = fresh ? '' : fingerprintFiles(ANALYSIS_SOURCES);
  const outlines: PageOutline[] = [];
  let waiting: [SitePage, DocSource][] = [];
  let emitter: PageEmitter | null = null;
  const emitting = shell.then(async (bundled) => {
    // First of all, since they take longest to compress.
    if ((site.config.docSet?.key ?? '') === '') await copyFolder(bundled.clientDir, output);
    return (emitter = createPageEmitter({ site, shell: bundled, output, previousKeys, keys, cards }));
  });
  emitting.catch(() => undefined);
  let isBroken = site.problems.some(isError);

  async function render(into: PageEmitter): Promise<void> {
    const ready = waiting;
    waiting = [];
    for (const [page, doc] of ready) {
      await into.emit(page, doc);
      // What the other processes say is heard between turns only.
      await nextTurn();
    }
  }

  if (site.config.search !== null) indexer.begin(indexTask(site));
  for (const doc of site.docs) {
    const page = await site.page(doc);
    const { outline } = page;
    if (site.config.search !== null && doc.frontMatter.unlisted !== true) await indexer.add(searchablePage(site, page, doc, analysis));
    const { breadcrumbs } = site.navigation.pageNavigation(outline.path);
    cards?.order(cardOfPage({ kind: 'doc', title: outline.title, description: outline.description, breadcrumbs }, site.data));
    outlines.push(outline);
    isBroken ||= outline.problems.some(isError);
    if (isBroken) waiting = [];
    else waiting.push([page, doc]);
    if (emitter !== null && site.docs.length > MOST_HELD) await render(emitter);
    else await nextTurn();
    count(outlines.length, site.docs.length);
  }
  const search = site.config.search === null ? Promise.resolve(null) : makeSearch(running, site);
  search.catch(() => undefined);
  const last = await emitting;
  if (!isBroken) await render(last).then(last.finish);
  return { pages: outlines, search };
}

interface MadeSearch {
  index: MadeIndex;
  /** What the server is told of it. */
  told: Partial<SiteManifest>;
}

/** The index goes to the output as soon as it is there, since it takes long to compress. */
async function makeSearch({ indexer, output }: Running, site: Site): Promise<MadeSearch> {
  const index = await indexer.finish();
  return { index, told: index.problems.length > 0 ? {} : await emitSearch(site, index, output) };
}

const isError = ({ severity }: Problem): boolean => severity === 'error';

/** What the server is told of all indexes. */
function toldOf(searches: readonly (MadeSearch | null)[]): Partial<SiteManifest> {
  const [main, ...others] = searches.map((search) => search?.told ?? {});
  const docSets = others.flatMap((told) => told.docSets ?? []);
  return { ...main, ...(docSets.length > 0 && { docSets }) };
}

/** Everything that can be wrong, told once: what the files hold, then what only all pages together can show. */
function checkAll(sets: readonly { site: Site; pages: readonly PageOutline[] }[]): Problem[] {
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

async function copyFolder(dir: string, output: Output): Promise<void> {
  for (const file of filesIn(dir)) {
    const from = join(dir, file);
    // Links are left out: what they lead to may lie anywhere.
    if (lstatSync(from).isFile()) await output.copy(`site/${file}`, from);
  }
}
