/* Finds Chromium for the browser tests and the benchmarks, and installs it if that needs no interaction.
   It runs before the tests, so it uses only Node's own modules and the syntax of Node 16. */
import { resolve } from 'node:path';
import { fileURLToPath } from 'node:url';
import { findChromium } from '../packages/engine/src/content/find-chromium.mjs';
import { installDebianPackage, isDebian, isProgram } from './debian-package.mjs';

const HOW_TO = 'Install Chromium or Google Chrome with your package manager, or set CHROMIUM_PATH to its program.';

/** Chromium without a user interface. It renders the same, and a test takes two thirds of the processor time. */
const HEADLESS_SHELL = '/usr/bin/chromium-headless-shell';

/**
 * Returns the program of the browser for the tests: Chromium's headless shell, or else Chromium; null if there is neither.
 * @param {Record<string, string | undefined>} [env]
 */
export function findTestBrowser(env = process.env) {
  return !env.CHROMIUM_PATH && isProgram(HEADLESS_SHELL) ? HEADLESS_SHELL : findChromium(env);
}

/**
 * Finds or installs the browser for the tests and returns its program. Throws an Error that says how to fix the problem.
 * @param {Record<string, string | undefined>} [env]
 */
export function ensureChromium(env = process.env) {
  const found = findTestBrowser(env);
  if (found) return found;
  // On Ubuntu, the package `chromium` installs a snap, which works too.
  const name = isDebian() ? 'chromium-headless-shell' : 'chromium';
  if (!installDebianPackage(name, 'Chromium is needed by the browser tests', HOW_TO)) {
    throw new Error(`The browser tests need Chromium, and none was found. ${HOW_TO}`);
  }
  const installed = findTestBrowser(env);
  if (!installed) throw new Error(`The package ${name} was installed, but its program was not found. ${HOW_TO}`);
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
