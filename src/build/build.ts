import { glob, rm } from 'node:fs/promises';
import { join, relative } from 'node:path';

import type { SiteConfig } from '#config/schema.ts';
import { checkAnchors } from '#content/check/check-references.ts';
import type { CompiledPage } from '#content/document.ts';
import { readLastUpdates } from '#content/git/last-updates.ts';
import { withLastUpdates } from '#content/load/load-docs.ts';
import { severityOf } from '#content/severity.ts';
import { targetLines } from '#content/target-lines.ts';
import type { LastUpdate } from '#model/page.ts';
import type { Problem } from '#model/problem.ts';

import { configuredStyle } from './configured-style.ts';
import { emitPages, readKeys } from './emit-pages.ts';
import { emitSearch } from './emit-search.ts';
import { emitManifest, emitSiteFiles } from './emit-site-files.ts';
import { createOutput } from './output.ts';
import type { Output } from './output.ts';
import { peakMiB } from './peak-memory.ts';
import type { Phases } from './phases.ts';
import { startIndexer } from './search-process.ts';
import type { Indexer } from './search-process.ts';
import { indexTask, pageRecords } from './search-records.ts';
import { loadShell } from './shell.ts';
import { openSite } from './site.ts';
import type { Site } from './site.ts';

export interface BuildOptions {
  config: SiteConfig;
  /** Absolute root of the engine. */
  projectRoot: string;
  /** Output folder, e.g. `build`: holds `site/`, `pages.json`, `manifest.json`. */
  outDir: string;
  cacheDir: string;
  /** Uses no cache and leaves none. */
  fresh?: boolean;
  phases: Phases;
}

export interface BuildResult {
  pages: number;
  files: number;
  /** Files that differ from the last build. */
  written: number;
  /** Of the largest process: this one, the bundler's or the indexer's. */
  peakMiB: number;
  warnings: Problem[];
}

/** The build found errors: all of them, in the order of files. Nothing was published. */
export class BuildError extends Error {
  readonly problems: readonly Problem[];
  constructor(problems: readonly Problem[]) {
    super(`${problems.length} ${problems.length === 1 ? 'error' : 'errors'} in the content`);
    this.name = 'BuildError';
    this.problems = problems;
  }
}

/**
 * Builds the site: load → compile → check → bundle → prerender → emit. The phases read as a table of contents.
 * @throws BuildError with every error at once; the last good output stays in place
 */
export async function buildSite(options: BuildOptions): Promise<BuildResult> {
  const { outDir } = options;
  const fresh = options.fresh === true;
  if (fresh) await rm(options.cacheDir, { recursive: true, force: true });

  const indexer = startIndexer(fresh ? null : options.cacheDir);
  const output = createOutput(outDir);
  try {
    return await runPhases({ options, fresh, indexer, output });
  } catch (error) {
    await output.discard();
    throw error;
  } finally {
    indexer.stop();
  }
}

interface Running {
  options: BuildOptions;
  fresh: boolean;
  indexer: Indexer;
  output: Output;
}

async function runPhases({ options, fresh, indexer, output }: Running): Promise<BuildResult> {
  const { phases, outDir } = options;
  const bundler = { peakMiB: 0 };
  const { site, shell } = await phases.run('load', () => loadSite(options, fresh, (peak) => (bundler.peakMiB = peak)));
  const pages = await phases.run('compile', (count) => compileAll(site, indexer, count));
  if (!fresh) site.highlighter.save();
  site.cache?.prune();
  const problems = await phases.run('check', async () => checkAll(site, pages));
  const errors = problems.filter((problem) => problem.severity === 'error');
  if (errors.length > 0) throw new BuildError(errors);
  const indexing = indexer.finish(indexTask(site));
  indexing.catch(() => undefined);

  const bundled = await phases.run('bundle shell', () => shell);
  const previousKeys = fresh ? {} : readKeys(outDir);
  await phases.run('prerender', (count) => emitPages({ site, pages, shell: bundled, output, count, previousKeys }));
  // Before the index is waited for: the largest of these files is compressed meanwhile.
  await phases.run('site files', async () => {
    await emitSiteFiles({ site, pages, output });
    await copyFiles(site, bundled.clientDir, output);
  });
  const index = await phases.run('index search', () => indexing);
  if (index.problems.length > 0) throw new BuildError(index.problems);
  const published = await phases.run('publish', async () => {
    await emitManifest(site, bundled, await emitSearch(site, index, output), output);
    return output.publish();
  });
  return {
    pages: pages.length + site.frontPages.length,
    ...published,
    peakMiB: Math.max(peakMiB(), bundler.peakMiB, index.peakMiB),
    warnings: problems.filter((problem) => problem.severity === 'warning'),
  };
}

/** Files are read while git answers and while the shell is bundled. */
async function loadSite(
  options: BuildOptions,
  fresh: boolean,
  onBundled: (peakMiB: number) => void,
): Promise<{ site: Site; shell: ReturnType<typeof loadShell> }> {
  const { config, cacheDir, projectRoot } = options;
  const wantsUpdates = config.docs.showLastUpdateAuthor || config.docs.showLastUpdateTime;
  const [site, updates] = await Promise.all([
    openSite({ config, cacheDir, drafts: false, fresh, projectRoot }),
    wantsUpdates ? readLastUpdates(config.docs.root) : new Map<string, LastUpdate>(),
  ]);
  const shell = loadShell({ projectRoot, cacheDir, site: site.data, configuredStyle: configuredStyle(config), fresh, onBundled });
  shell.catch(() => undefined);
  return { site: { ...site, docs: withLastUpdates(site.docs, updates) }, shell };
}

/** A page's text goes to the indexer as soon as it is known, and is not kept here: what remains of a section is its heading. */
async function compileAll(site: Site, indexer: Indexer, count: (done: number, of: number) => void): Promise<CompiledPage[]> {
  const pages: CompiledPage[] = [];
  for (const doc of site.docs) {
    const page = await site.compile(doc);
    indexer.add(pageRecords(site, page, doc.sidebarLabel));
    pages.push({ ...page, sections: page.sections.map((section) => ({ ...section, text: '', code: [] })) });
    count(pages.length, site.docs.length);
  }
  return pages;
}

/** Everything that can be wrong, told once: what the files hold, then what only all pages together can show. */
function checkAll(site: Site, pages: readonly CompiledPage[]): Problem[] {
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
  return [...site.problems, ...pages.flatMap((page) => page.problems), ...anchors];
}

async function copyFiles(site: Site, clientDir: string, output: Output): Promise<void> {
  for (const dir of [...site.config.staticDirectories, clientDir]) {
    for await (const entry of glob('**/*', { cwd: dir, withFileTypes: true })) {
      if (!entry.isFile()) continue;
      const file = join(entry.parentPath, entry.name);
      await output.copy(join('site', relative(dir, file)), file);
    }
  }
  for (const [path, absolute] of site.assets) await output.copy(join('site', path), absolute);
}
