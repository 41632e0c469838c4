import { createHash } from 'node:crypto';
import { existsSync } from 'node:fs';
import { mkdir, readFile, readdir, rename, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';

import type { PageData, PageKind } from '#model/page.ts';
import type { SiteData } from '#model/site.ts';
import type { DesignToken } from '#site/design/design-token.ts';

import { runBundler } from './bundle-process.ts';
import { fingerprintFiles } from './fingerprint.ts';
import type { ShellFiles } from './shell-files.ts';

/** The shell as the build uses it: its files for the browser, and the same components for rendering. */
export interface Shell {
  /** Changes when the shell changes and not with content: names the build in each page's data. */
  id: string;
  files: ShellFiles;
  /** Folder of the files for the browser, laid out as in the output. */
  clientDir: string;
  renderShell(page: PageData, site: SiteData): string;
  renderFrontPage(kind: Exclude<PageKind, 'doc'>, site: SiteData, data: unknown): string;
  /** The handbook's page of tokens and parts, below its own words. */
  renderDesign(words: string, tokens: readonly DesignToken[], site: SiteData): string;
}

export interface ShellOptions {
  /** Absolute root of the engine: where `src/` and `package-lock.json` lie. */
  projectRoot: string;
  cacheDir: string;
  site: SiteData;
  /** Colours and the like that the configuration sets, as a style sheet put after the tokens. */
  configuredStyle: string;
  /** Reads and writes no cache. */
  fresh?: boolean;
  /** Told the bundler's peak memory in MiB, when it had to run. */
  onBundled?: (peakMiB: number) => void;
}

/** Bundles the shell, or takes it from the cache where no file of it changed: the bundler is not even loaded then. */
export async function loadShell(options: ShellOptions): Promise<Shell> {
  const id = await fingerprint(options);
  const dir = join(options.cacheDir, 'shell', id);
  if (options.fresh === true || !existsSync(join(dir, 'manifest.json'))) await bundleInto(dir, options);
  const manifest = JSON.parse(await readFile(join(dir, 'manifest.json'), 'utf8')) as { files: ShellFiles };
  const module = (await import(pathToFileURL(join(dir, 'server', 'prerender.js')).href)) as Pick<
    Shell,
    'renderShell' | 'renderFrontPage' | 'renderDesign'
  >;
  return {
    id,
    files: manifest.files,
    clientDir: join(dir, 'client'),
    renderShell: module.renderShell,
    renderFrontPage: module.renderFrontPage,
    renderDesign: module.renderDesign,
  };
}

async function bundleInto(dir: string, options: ShellOptions): Promise<void> {
  const work = `${dir}.next-${process.pid}`;
  await rm(work, { recursive: true, force: true });
  await mkdir(work, { recursive: true });
  const { files, peakMiB } = await runBundler({
    projectRoot: options.projectRoot,
    outDir: work,
    site: options.site,
    configuredStyle: options.configuredStyle,
  });
  await writeFile(join(work, 'manifest.json'), JSON.stringify({ files }));
  options.onBundled?.(peakMiB);
  await rm(dir, { recursive: true, force: true });
  await rename(work, dir);
  await keepNewest(join(options.cacheDir, 'shell'), dir);
}

const SOURCES = [
  'src/site/**',
  'src/model/**',
  'src/*/browser/**',
  'src/search/contract.ts',
  'src/search/{rank,protocol,browser}/**',
  'src/assistant/**',
  'src/build/bundle*.ts',
  'package-lock.json',
];

/** Hash of everything that goes into the bundle. */
async function fingerprint({ projectRoot, site, configuredStyle }: ShellOptions): Promise<string> {
  const sources = await fingerprintFiles(projectRoot, SOURCES);
  return createHash('sha256').update(sources).update(JSON.stringify(site)).update(configuredStyle).digest('hex').slice(0, 12);
}

const KEPT = 6;

async function keepNewest(folder: string, current: string): Promise<void> {
  const names = (await readdir(folder)).filter((name) => !name.includes('.next-'));
  const old = names.filter((name) => join(folder, name) !== current).slice(0, Math.max(0, names.length - KEPT));
  await Promise.all(old.map((name) => rm(join(folder, name), { recursive: true, force: true })));
}
