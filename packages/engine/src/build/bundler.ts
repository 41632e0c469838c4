import { type ChildProcessWithoutNullStreams, spawn } from 'node:child_process';
import { once } from 'node:events';
import { existsSync } from 'node:fs';
import { readdir } from 'node:fs/promises';
import { join } from 'node:path';
import { text } from 'node:stream/consumers';
import { fileURLToPath } from 'node:url';
import { stripVTControlCharacters } from 'node:util';
import type { SiteData } from '#model/site.ts';
import { peakMiB } from './process-resources.ts';
import type { ShellExtensions } from './shell.ts';

/** Runs the bundler in a separate process for each target, in parallel with compiling. The memory is released when they exit. */
export interface Bundler {
  /** Starts the processes early, so that they load the bundler before the inputs are known. */
  start(): void;
  /** Bundles the shell. Call it once. @throws Error if the shell cannot be bundled, or the processes were stopped */
  bundle(options: BundleOptions): Promise<{ files: ShellFiles; peakMiB: number }>;
  /** Kills the processes, even if they are not done. */
  stop(): void;
}

/**
 * Creates the bundler of a build. It starts at once if the shell certainly has to be bundled. This file imports very little, so that
 * a command can call it before it loads its own modules; meanwhile, the child processes load theirs on the second core.
 * @param noCache whether the build works without a cache
 */
export function startBundler(cacheDir: string, noCache: boolean): Bundler {
  const bundler = createBundler();
  if (noCache || !existsSync(join(cacheDir, 'shell'))) bundler.start();
  return bundler;
}

const TARGETS: readonly BundleTarget[] = ['browser', 'rendering'];
/** Limits the young generation of the heap to this many MiB. A larger one takes 12 MiB more memory and does not save time. */
const YOUNG_HEAP = '--max-semi-space-size=2';

export function createBundler(): Bundler {
  let processes: ChildProcessWithoutNullStreams[] = [];
  function start(): void {
    // Always bundle the production build of React, whatever the caller's NODE_ENV is.
    const env = { ...process.env, NODE_ENV: 'production' };
    const file = fileURLToPath(import.meta.url);
    processes = TARGETS.map((target) => spawn(process.execPath, [YOUNG_HEAP, file, target], { stdio: 'pipe', env }));
    // Ignore write errors, because the exit status reports a process that has ended.
    for (const { stdin } of processes) stdin.on('error', () => undefined);
  }
  return {
    start,
    async bundle(options) {
      if (processes.length === 0) start();
      const peaks = await Promise.all(processes.map((child) => bundleIn(child, options)));
      return { files: await findShellFiles(join(options.outDir, 'client', 'assets')), peakMiB: Math.max(...peaks) };
    },
    stop: () => processes.forEach((child) => child.kill()),
  };
}

/** @returns the peak memory of the process, in MiB */
async function bundleIn(child: ChildProcessWithoutNullStreams, options: BundleOptions): Promise<number> {
  child.stdin.end(JSON.stringify(options));
  const [output, errors, status] = await Promise.all([text(child.stdout), text(child.stderr), exitOf(child)]);
  if (status !== 0) throw new Error(`The shell could not be bundled:\n${errors.trim()}`);
  return Number(output);
}

/** Returns the exit status of a process, or the signal that ended it. It may have ended before. */
async function exitOf(child: ChildProcessWithoutNullStreams): Promise<number | string | null> {
  const known = child.exitCode ?? child.signalCode;
  if (known !== null) return known;
  const [status] = (await once(child, 'exit')) as [number | null];
  return status;
}

async function findShellFiles(folder: string): Promise<ShellFiles> {
  const names = await readdir(folder);
  const find = (pattern: RegExp, what: string): string => {
    const name = names.find((one) => pattern.test(one));
    if (name === undefined) throw new Error(`The bundle of the shell does not contain the ${what}. Files: ${names.join(', ')}`);
    return `/assets/${name}`;
  };
  const analytics = names.find((name) => /^analytics-.*\.js$/.test(name));
  return {
    ...(analytics !== undefined && { analytics: `/assets/${analytics}` }),
    loader: find(/^loader-.*\.js$/, 'loader'),
    notFound: find(/^not-found-.*\.js$/, 'script of the not-found page'),
    style: find(/^style-.*\.css$/, 'stylesheet'),
    criticalDocs: find(/^critical-docs-.*\.css$/, 'stylesheet of documentation pages'),
    criticalFront: find(/^critical-front-.*\.css$/, 'stylesheet of other pages'),
    font: find(/manrope-basic.*\.woff2$/, 'font'),
  };
}

if (process.argv[1] === fileURLToPath(import.meta.url)) {
  const target = process.argv[2] as BundleTarget;
  const { bundleShell } = await (target === 'browser' ? import('./bundle-browser.ts') : import('./bundle-rendering.ts'));
  const options = JSON.parse(await text(process.stdin)) as BundleOptions;
  try {
    await bundleShell(options);
    process.stdout.write(String(peakMiB()));
  } catch (error) {
    // The message of the bundler contains the file, the line, and the code. The stack is that of the bundler, which does not help authors.
    process.stderr.write(stripVTControlCharacters(error instanceof Error ? error.message : String(error)));
    process.exitCode = 1;
  }
}

/** The inputs of the bundle and its output folder. */
export interface BundleOptions {
  outDir: string;
  site: SiteData;
  extensions: ShellExtensions;
  configuredStyle: string;
}

/** The environment in which a bundle runs: the reader's browser, or the build, which renders pages with it. */
type BundleTarget = 'browser' | 'rendering';

/** Addresses of the shell's files, without base URL. */
export interface ShellFiles {
  loader: string;
  /** Script of the not-found page. */
  notFound: string;
  /** Module of the site's analytics; absent: none. */
  analytics?: string;
  /** The deferred styles. */
  style: string;
  /** Critical CSS of documentation pages. */
  criticalDocs: string;
  /** Critical CSS of other pages. */
  criticalFront: string;
  /** The font that the first paint needs. */
  font: string;
}
