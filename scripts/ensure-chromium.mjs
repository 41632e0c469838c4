/* Finds Chromium for the browser tests and the benchmarks, and installs it where that needs no question.
   Runs before the tests, so it uses nothing but Node's own modules, in a form that Node 16 can read. */
import { resolve } from 'node:path';
import { fileURLToPath } from 'node:url';
import { findChromium } from '../packages/engine/src/content/find-chromium.mjs';
import { installDebianPackage } from './debian-package.mjs';

const HOW_TO = 'Install Chromium or Google Chrome with your package manager, or name its program in CHROMIUM_PATH.';

export { findChromium };

/** Finds or installs Chromium and returns its program. Throws an Error whose message says what to do. */
export function ensureChromium(env = process.env) {
  const found = findChromium(env);
  if (found) return found;
  // Ubuntu's own package of that name is a stub that needs snap; it still leads to a working program there.
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
