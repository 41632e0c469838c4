/* Finds the browser that draws diagrams during a build, and runs the browser tests if Chromium's headless shell is missing. The syntax is limited to that of Node 16, because
   scripts/ensure-chromium.mjs runs before the project's own Node is installed. */
import { accessSync, constants } from 'node:fs';
import { delimiter, join } from 'node:path';

const NAMES = ['chromium', 'chromium-browser', 'google-chrome', 'google-chrome-stable', 'chromium-headless-shell'];
const KNOWN_PATHS = [
  '/usr/bin/chromium',
  '/usr/bin/chromium-browser',
  '/usr/bin/google-chrome',
  '/Applications/Google Chrome.app/Contents/MacOS/Google Chrome',
  '/Applications/Chromium.app/Contents/MacOS/Chromium',
];

/** Whether this process can execute the file. */
function isExecutable(file) {
  try {
    accessSync(file, constants.X_OK);
    return true;
  } catch {
    return false;
  }
}

/**
 * Returns the path of the browser's executable, or null. Throws if CHROMIUM_PATH is set to something else, because
 * falling back to another browser would hide the mistake.
 * @param {Readonly<Record<string, string | undefined>>} [env]
 * @returns {string | null}
 */
export function findChromium(env = process.env) {
  if (env.CHROMIUM_PATH) {
    if (isExecutable(env.CHROMIUM_PATH)) return env.CHROMIUM_PATH;
    throw new Error(`CHROMIUM_PATH is ${env.CHROMIUM_PATH}, which is not an executable file. Correct it or unset it.`);
  }
  const onPath = (env.PATH || '').split(delimiter).filter(Boolean);
  const candidates = KNOWN_PATHS.concat(...onPath.map((folder) => NAMES.map((name) => join(folder, name))));
  return candidates.find(isExecutable) || null;
}
