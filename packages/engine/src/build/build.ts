import { lstatSync, mkdtempSync } from 'node:fs';
import { rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setImmediate as nextTurn } from 'node:timers/promises';

import type { SiteConfig } from '#config/schema.ts';
import { toSiteData } from '#config/site-data.ts';
import { checkAnchors } from '#content/links.ts';
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
import { createPageEmitter, emitCards, type PageEmitter, readKeys } from './emit-pages.ts';
import { emitSearch } from './emit-search.ts';
import { emitManifest, emitSiteFiles } from './site-files.ts';
import { ENGINE_SOURCES, filesIn, fingerprintFiles, SEARCH_SOURCES } from './fingerprint.ts';
import { createOutput, type Output } from './output.ts';
import { peakMiB } from './process-resources.ts';
import type { Phases } from './phases.ts';
import type { MadeIndex } from './search-process-entry.ts';
import type { Indexer } from './search-process.ts';
import { indexTask, searchablePage } from './search-records.ts';
import { loadShell, type Shell } from './shell.ts';
import { openSite, type Site, type SitePage } from './site.ts';
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
  const site = await phases.run('load', () => loadSite(options, fresh));
  const { pages, search } = await phases.run('compile and render', (count) => makePages(running, site, count));
  if (!fresh) site.highlighter.save();
  site.cache?.save();
  const problems = await phases.run('check', async () => checkAll(site, pages));
  const errors = problems.filter(isError);
  if (errors.length > 0)
    throw new BuildError(
      errors,
      problems.filter((problem) => !isError(problem)),
    );

  const shell = await running.shell;
  // Before the index is waited for: the largest of these files is compressed meanwhile.
  await phases.run('site files', async () => {
    await emitSiteFiles({ site, pages, output });
    await copyFiles(site, output);
  });
  const made = await phases.run('index search', () => search);
  if (made !== null && made.index.problems.length > 0) throw new BuildError(made.index.problems);
  const cardPeak = cards === null ? 0 : await phases.run('social cards', () => emitCards(cards, output));
  const published = await phases.run('publish', async () => {
    await emitManifest(site, shell, made?.told ?? {}, output);
    return output.publish();
  });
  return {
    pages: pages.length + site.frontPages.length,
    compiled: site.compiledPages(),
    ...published,
    peakMiB: Math.max(peakMiB(), shell.peakMiB, made?.index.peakMiB ?? 0, cardPeak),
    warnings: problems.filter((problem) => problem.severity === 'warning'),
  };
}

/** Files are read while git answers. */
async function loadSite({ config, cacheDir }: BuildOptions, fresh: boolean): Promise<Site> {
  const wantsUpdates = config.docs.showLastUpdateAuthor || config.docs.showLastUpdateTime;
  const [site, updates] = await Promise.all([
    openSite({ config, cacheDir, drafts: false, fresh }),
    wantsUpdates ? readLastUpdates(config.docs.root, config.docs) : new Map<string, LastUpdate>(),
  ]);
  return { ...site, docs: withLastUpdates(site.docs, updates) };
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
 * wait is rendered as soon as the shell is bundled. After the first error nothing more is rendered: all errors are told,
 * and the output is given up.
 */
async function makePages(running: Running, site: Site, count: (done: number, of: number) => void): Promise<MadePages> {
  const { options, fresh, shell, indexer, output, cards } = running;
  const previousKeys = fresh ? {} : readKeys(options.outDir);
  const analysis = fresh ? '' : fingerprintFiles(ANALYSIS_SOURCES);
  const outlines: PageOutline[] = [];
  let waiting: [SitePage, DocSource][] = [];
  let emitter: PageEmitter | null = null;
  const emitting = shell.then(async (bundled) => {
    // First of all, since they take longest to compress.
    await copyFolder(bundled.clientDir, output);
    return (emitter = createPageEmitter({ site, shell: bundled, output, previousKeys, cards }));
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
    if (site.config.search !== null) await indexer.add(searchablePage(site, page, doc, analysis));
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

/** Everything that can be wrong, told once: what the files hold, then what only all pages together can show. */
function checkAll(site: Site, pages: readonly PageOutline[]): Problem[] {
  const docs = new Map(site.docs.map((doc) => [doc.path, doc]));
  const anchors = checkAnchors({
    pages,
    isKnownMissing: site.map.isKnownMissing,
    severity: severityOf(site.config.onBrokenAnchors),
    lineOf: (page, target, occurrence) => {
      const doc = docs.get(page.path);
      const lines = doc === undefined ? [] : targetLines(doc.body, doc.bodyLine)(target);
      return lines[occurrence] ?? lines.at(-1) ?? 1;
    },
  });
  return [...site.problems, ...pages.flatMap((page) => page.problems), ...anchors, ...checkDuplicateQuestions(site.docs)];
}

async function copyFolder(dir: string, output: Output): Promise<void> {
  for (const file of filesIn(dir)) {
    const from = join(dir, file);
    // Links are left out: what they lead to may lie anywhere.
    if (lstatSync(from).isFile()) await output.copy(`site/${file}`, from);
  }
}

async function copyFiles(site: Site, output: Output): Promise<void> {
  for (const dir of site.config.staticDirectories) await copyFolder(dir, output);
  for (const [path, absolute] of site.assets) await output.copy(join('site', path), absolute);
}
