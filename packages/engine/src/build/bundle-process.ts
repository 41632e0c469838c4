import { type ChildProcessWithoutNullStreams, spawn } from 'node:child_process';
import { once } from 'node:events';
import { readdir } from 'node:fs/promises';
import { join } from 'node:path';
import { text } from 'node:stream/consumers';
import { fileURLToPath } from 'node:url';
import type { SiteData } from '#model/site.ts';
import { peakMiB } from './process-resources.ts';
import type { ShellExtensions } from './shell-modules.ts';

/** The bundler in processes of its own, one for each target: they run beside the compile, and their memory is given back when they end. */
export interface Bundler {
  /** Starts the processes, which load the bundler while it is not yet known what they are to bundle. */
  start(): void;
  /** To be called once. @throws where the shell cannot be bundled, or the processes were ended */
  bundle(options: BundleOptions): Promise<{ files: ShellFiles; peakMiB: number }>;
  /** Ends the processes, done or not. */
  stop(): void;
}

const TARGETS: readonly BundleTarget[] = ['browser', 'rendering'];
/** In MiB: a large one takes 12 MiB more and saves no time. */
const YOUNG_HEAP = '--max-semi-space-size=2';

export function createBundler(): Bundler {
  let processes: ChildProcessWithoutNullStreams[] = [];
  function start(): void {
    // What the caller's NODE_ENV says must not decide which React is bundled.
    const env = { ...process.env, NODE_ENV: 'production' };
    const file = fileURLToPath(import.meta.url);
    processes = TARGETS.map((target) => spawn(process.execPath, [YOUNG_HEAP, file, target], { stdio: 'pipe', env }));
    // The status reports a process that has ended.
    for (const { stdin } of processes) stdin.on('error', () => undefined);
  }
  return {
    start,
    async bundle(options) {
      if (processes.length === 0) start();
      const peaks = await Promise.all(processes.map((child) => bundleIn(child, options)));
      return { files: await findFiles(join(options.outDir, 'client', 'assets')), peakMiB: Math.max(...peaks) };
    },
    stop: () => processes.forEach((child) => child.kill()),
  };
}

/** @returns the peak memory of the process, in MiB */
async function bundleIn(child: ChildProcessWithoutNullStreams, options: BundleOptions): Promise<number> {
  child.stdin.end(JSON.stringify(options));
  const [output, errors, [status]] = await Promise.all([text(child.stdout), text(child.stderr), once(child, 'exit')]);
  if (status !== 0) throw new Error(`The shell could not be bundled:\n${errors.trim()}`);
  return Number(output);
}

async function findFiles(folder: string): Promise<ShellFiles> {
  const names = await readdir(folder);
  const find = (pattern: RegExp, what: string): string => {
    const name = names.find((one) => pattern.test(one));
    if (name === undefined) throw new Error(`the shell's bundle has no ${what} among ${names.join(', ')}`);
    return `/assets/${name}`;
  };
  const analytics = names.find((name) => /^analytics-.*\.js$/.test(name));
  return {
    ...(analytics !== undefined && { analytics: `/assets/${analytics}` }),
    loader: find(/^loader-.*\.js$/, 'loader'),
    style: find(/^style-.*\.css$/, 'style sheet'),
    criticalDocs: find(/^critical-docs-.*\.css$/, 'style sheet of documentation pages'),
    criticalFront: find(/^critical-front-.*\.css$/, 'style sheet of other pages'),
    font: find(/manrope-basic.*\.woff2$/, 'font'),
  };
}

if (process.argv[1] === fileURLToPath(import.meta.url)) {
  const target = process.argv[2] as BundleTarget;
  const { bundleShell } = await (target === 'browser' ? import('./bundle-browser.ts') : import('./bundle-rendering.ts'));
  await bundleShell(JSON.parse(await text(process.stdin)) as BundleOptions);
  process.stdout.write(String(peakMiB()));
}

/** What goes into the shell's bundle and what comes of it. */

export interface BundleOptions {
  outDir: string;
  site: SiteData;
  extensions: ShellExtensions;
  configuredStyle: string;
}

/** Where a bundle runs: in the reader's browser, or in the build, which renders with it. */
export type BundleTarget = 'browser' | 'rendering';

/** Addresses of the shell's files, without base URL. */
export interface ShellFiles {
  loader: string;
  /** Module that counts readers' events; absent if the site counts none. */
  analytics?: string;
  /** The whole look. */
  style: string;
  /** What a documentation page shows before anybody touches it. */
  criticalDocs: string;
  /** The same of any other page. */
  criticalFront: string;
  /** The font that the first paint needs. */
  font: string;
}
