import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { text } from 'node:stream/consumers';
import { fileURLToPath } from 'node:url';

import { peakMiB } from './peak-memory.ts';
import type { BundleOptions, ShellFiles } from './shell-files.ts';

/**
 * Bundles the shell in a process of its own: it runs beside the compile on the second core, and its memory
 * (three times that of the rest of the build) is given back when it ends.
 */
export async function runBundler(options: BundleOptions): Promise<{ files: ShellFiles; peakMiB: number }> {
  // What the caller's NODE_ENV says must not decide which React is bundled.
  const env = { ...process.env, NODE_ENV: 'production' };
  const child = spawn(process.execPath, [fileURLToPath(import.meta.url)], { stdio: ['pipe', 'pipe', 'pipe'], env });
  child.stdin.end(JSON.stringify(options));
  const [output, errors, [status]] = await Promise.all([text(child.stdout), text(child.stderr), once(child, 'exit')]);
  if (status !== 0) throw new Error(`The shell could not be bundled:\n${errors.trim()}`);
  return JSON.parse(output) as { files: ShellFiles; peakMiB: number };
}

if (process.argv[1] === fileURLToPath(import.meta.url)) {
  const { bundleShell } = await import('./bundle.ts');
  const options = JSON.parse(await text(process.stdin)) as BundleOptions;
  const files = await bundleShell(options);
  process.stdout.write(JSON.stringify({ files, peakMiB: peakMiB() }));
}
