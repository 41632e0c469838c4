/* Finds Chromium for the browser tests and the benchmarks, and installs it if that needs no interaction.
   It runs before the tests, so it uses only Node's own modules and the syntax of Node 16. */
import { resolve } from 'node:path';
import { fileURLToPath } from 'node:url';
import { findChromium } from '../packages/engine/src/content/find-chromium.mjs';
import { installDebianPackage } from './debian-package.mjs';

const HOW_TO = 'Install Chromium or Google Chrome with your package manager, or set CHROMIUM_PATH to its program.';

export { findChromium };

/**
 * Finds or installs Chromium and returns its program. Throws an Error that says how to fix the problem.
 * @param {Record<string, string | undefined>} [env]
 */
export function ensureChromium(env = process.env) {
  const found = findChromium(env);
  if (found) return found;
  // On Ubuntu, the package of this name installs a snap, which works too.
  if (!installDebianPackage('chromium', 'Chromium is needed by the browser tests', HOW_TO)) {
    throw new Error(`The browser tests need Chromium, and none was found. ${HOW_TO}`);
  }
  const installed = findChromium(env);
  if (!installed) throw new Error(`The chromium package was installed, but its program was not found. ${HOW_TO}`);
  console.log(`Chromium is installed: ${installed}`);
  return installed;
}

if (process.argv[1] && resolve(process.argv[1]) === fileURLToPath(import.meta.url)) {
  try {
    ensureChromium();
  } catch (error) {
    console.error(error.message);
    process.exitCode = 1;
  }
}
