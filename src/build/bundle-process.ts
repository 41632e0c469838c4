import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { readdir } from 'node:fs/promises';
import { join } from 'node:path';
import { text } from 'node:stream/consumers';
import { fileURLToPath } from 'node:url';

import { peakMiB } from './peak-memory.ts';
import type { BundleOptions, BundleTarget, ShellFiles } from './shell-files.ts';

/**
 * Bundles the shell in processes of their own, one for each target: they run beside the compile on the second core, and
 * their memory, as much as that of the rest of the build, is given back when they end.
 * @param signal ends them before they are done
 */
export async function runBundler(options: BundleOptions, signal?: AbortSignal): Promise<{ files: ShellFiles; peakMiB: number }> {
  const peaks = await Promise.all([bundleApart(options, 'browser', signal), bundleApart(options, 'rendering', signal)]);
  return { files: await findFiles(join(options.outDir, 'client', 'assets')), peakMiB: Math.max(...peaks) };
}

/** @returns the peak memory of the process, in MiB */
async function bundleApart(options: BundleOptions, target: BundleTarget, signal: AbortSignal | undefined): Promise<number> {
  // What the caller's NODE_ENV says must not decide which React is bundled.
  const env = { ...process.env, NODE_ENV: 'production' };
  const child = spawn(process.execPath, [fileURLToPath(import.meta.url), target], {
    stdio: ['pipe', 'pipe', 'pipe'],
    env,
    ...(signal && { signal }),
  });
  child.stdin.on('error', () => undefined).end(JSON.stringify(options));
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
  return {
    loader: find(/^loader-.*\.js$/, 'loader'),
    style: find(/^style-.*\.css$/, 'style sheet'),
    criticalDocs: find(/^critical-docs-.*\.css$/, 'style sheet of documentation pages'),
    criticalFront: find(/^critical-front-.*\.css$/, 'style sheet of other pages'),
    font: find(/manrope-basic.*\.woff2$/, 'font'),
  };
}

if (process.argv[1] === fileURLToPath(import.meta.url)) {
  const { bundleShell } = await import('./bundle.ts');
  const options = JSON.parse(await text(process.stdin)) as BundleOptions;
  await bundleShell(options, process.argv[2] as BundleTarget);
  process.stdout.write(String(peakMiB()));
}
