/* Finds the browser that draws diagrams at build and that runs the browser tests. It must run in Node 16, where it is called before the tests. */
import { accessSync, constants } from 'node:fs';
import { delimiter, join } from 'node:path';

const NAMES = ['chromium', 'chromium-browser', 'google-chrome', 'google-chrome-stable'];
const PLACES = [
  '/usr/bin/chromium',
  '/usr/bin/chromium-browser',
  '/usr/bin/google-chrome',
  '/Applications/Google Chrome.app/Contents/MacOS/Google Chrome',
  '/Applications/Chromium.app/Contents/MacOS/Chromium',
];

/** Whether this process may execute the file. */
function isProgram(file) {
  try {
    accessSync(file, constants.X_OK);
    return true;
  } catch {
    return false;
  }
}

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
