/* Finds Chromium for the browser tests and the benchmarks, and installs it where that needs no question.
   Runs before the tests, so it uses nothing but Node's own modules, in a form that Node 16 can read. */
import { spawnSync } from 'node:child_process';
import { accessSync, constants, readFileSync } from 'node:fs';
import { delimiter, join, resolve } from 'node:path';
import { fileURLToPath } from 'node:url';

const NAMES = ['chromium', 'chromium-browser', 'google-chrome', 'google-chrome-stable'];
const PLACES = [
  '/usr/bin/chromium',
  '/usr/bin/chromium-browser',
  '/usr/bin/google-chrome',
  '/Applications/Google Chrome.app/Contents/MacOS/Google Chrome',
  '/Applications/Chromium.app/Contents/MacOS/Chromium',
];
const HOW_TO = 'Install Chromium or Google Chrome with your package manager, or name its program in CHROMIUM_PATH.';

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

function hasDebianPackages() {
  try {
    // Ubuntu's own package of that name is a stub that needs snap; it still leads to a working program there.
    return /^ID(_LIKE)?=.*(debian|ubuntu)/m.test(readFileSync('/etc/os-release', 'utf8')) && isProgram('/usr/bin/apt-get');
  } catch {
    return false;
  }
}

/** The words to put before a command that must run as root; null where that would ask for a password. */
function rootPrefix() {
  if (process.getuid && process.getuid() === 0) return [];
  return spawnSync('sudo', ['-n', 'true'], { stdio: 'ignore' }).status === 0 ? ['sudo', '-n'] : null;
}

function installChromium(prefix) {
  const steps = [
    ['apt-get', '-q', 'update'],
    ['apt-get', '-q', 'install', '-y', '--no-install-recommends', 'chromium'],
  ];
  for (const step of steps) {
    const [command, ...rest] = prefix.concat(step);
    console.log(`Chromium is needed by the browser tests: running ${[command, ...rest].join(' ')}`);
    const { status, stdout, stderr } = spawnSync(command, rest, {
      encoding: 'utf8',
      env: Object.assign({}, process.env, { DEBIAN_FRONTEND: 'noninteractive' }),
      maxBuffer: 64 * 1024 * 1024,
    });
    if (status !== 0) {
      const last = `${stdout || ''}${stderr || ''}`.trim().split('\n').slice(-5).join('\n');
      throw new Error(`${step.slice(0, 3).join(' ')} did not succeed:\n${last}\n${HOW_TO}`);
    }
  }
}

/** Finds or installs Chromium and returns its program. Throws an Error whose message says what to do. */
export function ensureChromium(env = process.env) {
  const found = findChromium(env);
  if (found) return found;
  const prefix = hasDebianPackages() ? rootPrefix() : null;
  if (!prefix) throw new Error(`The browser tests need Chromium, and none was found. ${HOW_TO}`);
  installChromium(prefix);
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
