/* Finds Chromium for the browser tests and the benchmarks, and installs it where that needs no question.
   Runs before the tests, so it uses nothing but Node's own modules, in a form that Node 16 can read. */
import { delimiter, join, resolve } from 'node:path';
import { fileURLToPath } from 'node:url';
import { installDebianPackage, isProgram } from './debian-package.mjs';

const NAMES = ['chromium', 'chromium-browser', 'google-chrome', 'google-chrome-stable'];
const PLACES = [
  '/usr/bin/chromium',
  '/usr/bin/chromium-browser',
  '/usr/bin/google-chrome',
  '/Applications/Google Chrome.app/Contents/MacOS/Google Chrome',
  '/Applications/Chromium.app/Contents/MacOS/Chromium',
];
const HOW_TO = 'Install Chromium or Google Chrome with your package manager, or name its program in CHROMIUM_PATH.';

/**
 * The browser's program, or null. A CHROMIUM_PATH that leads nowhere is an error: falling back to another
 * browser would hide the mistake.
 */
export function findChromium(env = process.env) {
  if (env.CHROMIUM_PATH) {
    if (isProgram(env.CHROMIUM_PATH)) return env.CHROMIUM_PATH;
    throw new Error(`CHROMIUM_PATH is ${env.CHROMIUM_PATH}, and no program is there. Correct it or unset it.`);
  }
  const onPath = (env.PATH || '').split(delimiter).filter(Boolean);
  const places = PLACES.concat(...onPath.map((folder) => NAMES.map((name) => join(folder, name))));
  return places.find(isProgram) || null;
}

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
