import { createHash } from 'node:crypto';
import { existsSync, mkdirSync, mkdtempSync, statSync } from 'node:fs';
import { readFile, readdir, rename, rm, writeFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { pathToFileURL } from 'node:url';

import type { PageData } from '#model/page.ts';
import type { SiteData } from '#model/site.ts';
import type { DesignToken } from '#client/design/design-tokens.ts';

import type { Bundler, ShellFiles } from './bundle-process.ts';
import { ENGINE_SOURCES, fingerprintFiles, SEARCH_SOURCES } from './fingerprint.ts';
import type { ShellExtensions } from './shell-modules.ts';

/** The shell as the build uses it: its files for the browser, and the same components for rendering. */
export interface Shell {
  /** Changes when the shell changes and not with content: names the build in each page's data. */
  id: string;
  files: ShellFiles;
  /** Of the bundler, in MiB; 0 where it did not have to run. */
  peakMiB: number;
  /** Folder of the files for the browser, laid out as in the output. */
  clientDir: string;
  renderShell(page: PageData, site: SiteData): string;
  renderFrontPage(kind: string, site: SiteData, data: unknown): string;
  /** The handbook's page of tokens and parts, below its own words. */
  renderDesign(words: string, tokens: readonly DesignToken[], site: SiteData): string;
}

export interface ShellOptions {
  cacheDir: string;
  site: SiteData;
  extensions: ShellExtensions;
  /** Colors and the like that the configuration sets, as a style sheet put after the tokens. */
  configuredStyle: string;
  /** Reads and writes no cache. */
  fresh?: boolean;
  bundler: Bundler;
}

/** Bundles the shell, or takes it from the cache where no file of it changed: the bundler is not even loaded then. */
export async function loadShell(options: ShellOptions): Promise<Shell> {
  const folder = join(options.cacheDir, 'shell');
  // What has to be bundled in any case does not wait for its name.
  let bundling = options.fresh === true ? bundle(folder, options) : null;
  bundling?.catch(() => undefined);
  const id = fingerprint(options);
  const dir = join(folder, id);
  if (!existsSync(join(dir, 'manifest.json'))) bundling ??= bundle(folder, options);
  const bundled = await bundling;
  if (bundled !== null) await place(bundled.dir, dir);
  const manifest = JSON.parse(await readFile(join(dir, 'manifest.json'), 'utf8')) as { files: ShellFiles };
  const module = (await import(pathToFileURL(join(dir, 'server', 'prerender.mjs')).href)) as Pick<
    Shell,
    'renderShell' | 'renderFrontPage' | 'renderDesign'
  >;
  return {
    id,
    peakMiB: bundled?.peakMiB ?? 0,
    files: manifest.files,
    clientDir: join(dir, 'client'),
    renderShell: module.renderShell,
    renderFrontPage: module.renderFrontPage,
    renderDesign: module.renderDesign,
  };
}

interface Bundled {
  /** Has no name yet. */
  dir: string;
  peakMiB: number;
}

async function bundle(folder: string, { site, extensions, configuredStyle, bundler }: ShellOptions): Promise<Bundled> {
  mkdirSync(folder, { recursive: true });
  const dir = mkdtempSync(join(folder, UNFINISHED));
  try {
    const { files, peakMiB } = await bundler.bundle({ outDir: dir, site, extensions, configuredStyle });
    await writeFile(join(dir, 'manifest.json'), JSON.stringify({ files }));
    return { dir, peakMiB };
  } catch (error) {
    // Of two processes one may still write.
    bundler.stop();
    await rm(dir, { recursive: true, force: true, maxRetries: 5 });
    throw error;
  }
}

async function place(bundled: string, dir: string): Promise<void> {
  await rm(dir, { recursive: true, force: true });
  await rename(bundled, dir);
  await keepNewest(dirname(dir), dir);
}

/** The packages whose code is bundled, beside what the configuration adds. */
function bundledSources(): string[] {
  const own = [
    'client',
    'model',
    'build/bundle-browser.ts',
    'build/bundle-rendering.ts',
    'build/bundle-process.ts',
    'build/shell-modules.ts',
  ];
  return [...own.map((name) => join(ENGINE_SOURCES, name)), SEARCH_SOURCES];
}

/** Hash of everything that goes into the bundle. */
function fingerprint({ site, extensions, configuredStyle }: ShellOptions): string {
  const sources = fingerprintFiles([...bundledSources(), ...extensions.sources]);
  return createHash('sha256')
    .update(sources)
    .update(JSON.stringify(site))
    .update(configuredStyle)
    .update(extensions.analytics ?? '')
    .digest('hex')
    .slice(0, 12);
}

const KEPT = 6;
/** A folder named so is being filled. */
const UNFINISHED = 'next-';

async function keepNewest(folder: string, current: string): Promise<void> {
  const names = (await readdir(folder)).filter((name) => !name.startsWith(UNFINISHED) && join(folder, name) !== current);
  const aged = names.map((name) => ({ name, time: statSync(join(folder, name), { throwIfNoEntry: false })?.mtimeMs ?? 0 }));
  const old = aged
    .toSorted((a, b) => b.time - a.time)
    .slice(KEPT - 1)
    .map(({ name }) => name);
  await Promise.all(old.map((name) => rm(join(folder, name), { recursive: true, force: true })));
}
