/* Finds nginx, Caddy, Python (for its file server), and systemd for the tests of the files in deploy/, and installs them if that
   needs no interaction. The tests start their own servers on free ports and in temporary folders.
   It runs before the tests, so it uses only Node's own modules and the syntax of Node 16. */
import { delimiter, join, resolve } from 'node:path';
import { fileURLToPath } from 'node:url';
import { installDebianPackage, isProgram } from './debian-package.mjs';

/** Debian package of each program. */
const PACKAGES = { nginx: 'nginx', caddy: 'caddy', python3: 'python3', 'systemd-analyze': 'systemd' };

const howToInstall = (name) => `Install the package "${PACKAGES[name]}" with your package manager.`;

/**
 * Returns the path of one of the programs above, or null if it is not installed.
 * @param {keyof typeof PACKAGES} name
 * @param {Record<string, string | undefined>} [env]
 */
export function findProgram(name, env = process.env) {
  // Debian installs nginx in a folder that is only on root's PATH.
  const folders = (env.PATH || '').split(delimiter).concat('/usr/sbin').filter(Boolean);
  return folders.map((folder) => join(folder, name)).find(isProgram) || null;
}

/**
 * Returns the path of one of the programs above. Throws an Error that says how to install it.
 * @param {keyof typeof PACKAGES} name
 * @param {Record<string, string | undefined>} [env]
 */
export function requireProgram(name, env = process.env) {
  const found = findProgram(name, env);
  if (found) return found;
  throw new Error(`${name} was not found, and the tests of hosts need it. ${howToInstall(name)}`);
}

/** Finds or installs all programs. Prints a message for each one that cannot be installed; the tests that need it fail. */
export function ensureHosts(env = process.env) {
  for (const name of Object.keys(PACKAGES)) {
    try {
      if (!findProgram(name, env)) installDebianPackage(PACKAGES[name], `${name} is needed by the tests of hosts`, howToInstall(name));
      requireProgram(name, env);
    } catch (error) {
      console.log(error.message);
    }
  }
}

if (process.argv[1] && resolve(process.argv[1]) === fileURLToPath(import.meta.url)) ensureHosts();
