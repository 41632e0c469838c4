import { mkdtempSync } from 'node:fs';
import { readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { relativePath } from '#config/relative-path.ts';
import type { SiteConfig } from '#config/schema.ts';
import { toSiteData } from '#config/site-data.ts';
import { isMissing } from '#content/files.ts';
import { readSiteUpdates } from '#content/last-updates.ts';
import { isAsChecked } from '#content/link-resolver.ts';
import type { Asset } from '#content/document.ts';
import { withLastUpdates } from '#content/load-docs.ts';
import { isError, type Problem } from '#model/problem.ts';
import { blogFeeds } from './blog-feeds.ts';
import { type Bundler, startBundler } from './bundler.ts';
import { checkSites } from './check-site.ts';
import { type BuildContext, emitCards, type BuiltPages, buildPages, type BuiltSearch, writeKeys } from './emit-pages.ts';
import { ENGINE_SOURCES, fingerprintFiles } from './fingerprint.ts';
import { copyFolder, createOutput, type Output } from './output.ts';
import { peakMiB } from './process-resources.ts';
import { loadShell, type Shell, shellExtensions } from './shell.ts';
import { configuredStyle } from './design-tokens.ts';
import { emitDocSetFiles, emitManifest, emitSiteFiles } from './site-files.ts';
import { openSites, type Site } from './site.ts';
import { type CardCache, cardTemplateOf, openCardCache } from './social-cards/card-cache.ts';
import { rejectTracked } from './publish.ts';

export interface BuildOptions {
  config: SiteConfig;
  /** Output folder, e.g. `build`; contains `site/`, `pages.json`, and `manifest.json`. */
  outDir: string;
  cacheDir: string;
  /** Whether the build uses a temporary cache instead of `cacheDir`. */
  noCache?: boolean;
  phases: Phases;
  /** A bundler that the caller has already started. The build stops it. */
  bundler?: Bundler;
}

export interface BuildResult {
  pages: number;
  /** Documentation pages that were compiled; the others were cached. */
  compiled: number;
  files: number;
  /** Files that differ from the last build. */
  written: number;
  /** Peak memory of the largest process: this one, the bundler, or that of the social cards. */
  peakMiB: number;
  warnings: Problem[];
}

/** Contains all errors of a build, in the order of files. Nothing was published. */
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
 * Builds the site. `buildOutput` is an overview of the phases.
 * @throws BuildError with every error at once; the last successful output stays in place
 */
export async function buildSite(options: BuildOptions): Promise<BuildResult> {
  const noCache = options.noCache === true;
  await rejectTracked(noCache ? [options.outDir] : [options.cacheDir, options.outDir]);
  // The parts of a build exchange files through the cache folder, so a build without a cache uses a temporary folder.
  const cacheDir = noCache ? mkdtempSync(join(tmpdir(), 'build-')) : options.cacheDir;
  return buildWithProcesses({ ...options, cacheDir, noCache })
    .catch(explainMissing)
    .finally(() => (noCache ? rm(cacheDir, { recursive: true, force: true }) : undefined));
}

/** Explains the error of a file that vanished after it was listed. Without the file, the published site would be incomplete, so the build fails. */
function explainMissing(error: unknown): never {
  if (!isMissing(error) || error.path === undefined) throw error;
  const message = `${error.path} does not exist. If it was deleted or renamed during the build, build again; the last successful build stays in place.`;
  throw new Error(message, { cause: error });
}

/** The data that all phases of a running build share. */
type BuildState = BuildContext & Pick<BuildOptions, 'config' | 'cacheDir' | 'phases'>;

/** Starts the processes of a build, loads the site, builds it, and ends the processes. */
async function buildWithProcesses(options: BuildOptions & { noCache: boolean }): Promise<BuildResult> {
  const bundler = options.bundler ?? startBundler(options.cacheDir, options.noCache);
  let output: Output | null = null;
  let cards: CardCache | null = null;
  try {
    // Start bundling first; it is the longest task of a cold build.
    const shell = openShell(options, bundler);
    output = createOutput(options.outDir);
    cards = openCards(options);
    const build: BuildState = { ...options, shell, output, cards, keys: {} };
    const sites = await build.phases.run('load', () => loadSites(build));
    return await buildOutput(sites, build).finally(sites[0].close);
  } catch (error) {
    await output?.discard();
    throw error;
  } finally {
    bundler.stop();
    cards?.stop();
  }
}

async function buildOutput(sites: [Site, ...Site[]], build: BuildState): Promise<BuildResult> {
  const { phases, output, cards } = build;
  const built = await compileAndRender(sites, build);
  const problems = await phases.run('check', async () => checkSites(built));
  throwOnErrors(problems);
  // Emit these files before waiting for the index, so that the largest of them is compressed in the meantime.
  await phases.run('site files', () => emitFiles(built, build));
  const searches = await phases.run('index search', () => finishSearches(built));
  const cardPeak = cards === null ? 0 : await phases.run('social cards', () => emitCards(cards, output));
  const shell = await build.shell;
  const published = await phases.run('publish', async () => {
    const frameOrigins = built.flatMap(({ pages }) => pages.flatMap((page) => page.frameOrigins));
    await emitManifest(sites, { shell, searches, frameOrigins }, output);
    return output.publish();
  });
  return {
    pages: built.reduce((sum, { pages, site }) => sum + pages.length + site.frontPages.length, 0),
    compiled: sites.reduce((sum, site) => sum + site.compiledPages(), 0),
    ...published,
    peakMiB: Math.max(peakMiB(), shell.peakMiB, cardPeak),
    warnings: problems.filter(({ severity }) => severity === 'warning'),
  };
}

function openShell({ config, cacheDir, noCache }: BuildOptions & { noCache: boolean }, bundler: Bundler): Promise<Shell> {
  const shell = loadShell({
    cacheDir,
    site: toSiteData(config),
    extensions: shellExtensions(config),
    configuredStyle: configuredStyle(config),
    noCache,
    bundler,
  });
  shell.catch(() => undefined);
  return shell;
}

function openCards({ config, cacheDir }: BuildOptions): CardCache | null {
  if (!config.socialCards) return null;
  const design = fingerprintFiles([join(ENGINE_SOURCES, 'build/social-cards')]);
  return openCardCache({ dir: join(cacheDir, 'social-cards'), template: cardTemplateOf(config), design });
}

/** Loads all sites. Files are read while git runs. */
async function loadSites({ config, cacheDir, noCache }: BuildState): Promise<[Site, ...Site[]]> {
  const reading = readSiteUpdates(config);
  const sites = await openSites({ config, cacheDir, drafts: false, noCache });
  const updates = await reading;
  for (const site of sites) site.docs = withLastUpdates(site.docs, updates);
  return sites as [Site, ...Site[]];
}

/** Builds one doc set after the other, each with its own index, so that the cost of a page does not depend on the number of sets. */
async function compileAndRender([main, ...others]: readonly [Site, ...Site[]], build: BuildState): Promise<[BuiltPages, ...BuiltPages[]]> {
  const { phases, noCache } = build;
  const built: [BuiltPages, ...BuiltPages[]] = [
    await phases.run('compile and render', (reportProgress) => buildPages(main, build, reportProgress)),
  ];
  for (const site of others) {
    const name = `compile and render ${site.config.docSet?.key ?? ''}`;
    built.push(await phases.run(name, (reportProgress) => buildPages(site, build, reportProgress)));
  }
  if (!noCache) {
    main.highlighter.save();
    for (const { cache } of [main, ...others]) cache?.save();
    main.removeUnusedImages();
  }
  return built;
}

/** @throws BuildError if one of the problems is an error */
function throwOnErrors(problems: readonly Problem[]): void {
  const errors = problems.filter(isError);
  const warnings = problems.filter((problem) => !isError(problem));
  if (errors.length > 0) throw new BuildError(errors, warnings);
}

/** Emits all files except for the pages, their index, and their cards. */
async function emitFiles([{ site, pages }, ...sets]: readonly [BuiltPages, ...BuiltPages[]], { output, keys }: BuildState): Promise<void> {
  const others = sets.map((set) => set.site);
  await emitSiteFiles({ site, pages, others, output });
  for (const other of others) await emitDocSetFiles(other, output);
  for (const set of [site, ...others]) for (const [path, text] of await blogFeeds(set)) await output.write(`site${path}`, text);
  for (const dir of site.config.staticDirectories) await copyFolder(dir, output);
  for (const { assets, config } of [site, ...others])
    for (const [path, absolute] of assets) await output.copy(join('site', path), await readAsset({ path, absolute }, config.configDir));
  await writeKeys(keys, output);
}

/** @throws BuildError if another file has taken the place of the one that was checked */
async function readAsset(asset: Asset, configDir: string): Promise<Buffer> {
  const bytes = await readFile(asset.absolute);
  if (isAsChecked(asset, bytes)) return bytes;
  const message = 'the file changed while the site was built, so it was not published: build again';
  throw new BuildError([{ file: relativePath(configDir, asset.absolute), message, severity: 'error' }]);
}

/** @throws BuildError if synonyms of the main set expand to words that no page contains. Other sets may lack these words. */
async function finishSearches(built: readonly BuiltPages[]): Promise<(BuiltSearch | null)[]> {
  const searches = await Promise.all(built.map(({ search }) => search));
  throwOnErrors(searches[0]?.index.problems ?? []);
  return searches;
}

/** Reports the progress of a long command: phase, count, and seconds. Without a terminal, it prints one line per phase. */
interface Phases {
  /** Runs a phase and reports its duration. `work` can call `reportProgress`, for example with the number of compiled pages. */
  run<T>(name: string, work: (reportProgress: (done: number, total: number) => void) => Promise<T>): Promise<T>;
  /** Duration of each phase so far in milliseconds, in order of execution. */
  readonly times: Readonly<Record<string, number>>;
}

interface PhaseSink {
  isTTY?: boolean | undefined;
  write(text: string): unknown;
}

const REDRAW_INTERVAL_MS = 80;

/** @param sink output for the progress; null: none @param now clock in milliseconds */
export function createPhases(sink: PhaseSink | null, now: () => number = () => performance.now()): Phases {
  const times: Record<string, number> = {};
  return {
    times,
    async run(name, work) {
      const start = now();
      let drawn = -Infinity;
      const draw = (text: string): void => {
        if (sink?.isTTY === true) sink.write(`\r\u001b[2K${text}`);
      };
      draw(`  ${name} …`);
      const result = await work((done, total) => {
        if (now() - drawn < REDRAW_INTERVAL_MS) return;
        drawn = now();
        draw(`  ${name} ${done}/${total} · ${formatSeconds(now() - start)}`);
      });
      times[name] = (times[name] ?? 0) + (now() - start);
      const line = `  ${name.padEnd(22)} ${formatSeconds(now() - start)}\n`;
      if (sink?.isTTY === true) draw(line);
      else sink?.write(line);
      return result;
    },
  };
}

export const formatSeconds = (milliseconds: number): string => `${(milliseconds / 1000).toFixed(2)} s`;
