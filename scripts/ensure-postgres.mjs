/* Finds PostgreSQL for the tests of the query log, and installs it if that needs no interaction. The tests start their own server on a
   free port and in a temporary folder; they do not use a server that already runs on this machine.
   It runs before the tests, so it uses only Node's own modules and the syntax of Node 16. */
import { readdirSync } from 'node:fs';
import { delimiter, join, resolve } from 'node:path';
import { fileURLToPath } from 'node:url';
import { installDebianPackage, isProgram } from './debian-package.mjs';

const DEBIAN_FOLDER = '/usr/lib/postgresql';
const HOW_TO = 'Install PostgreSQL with your package manager, or set POSTGRES_BIN to the folder of its programs.';

const hasPrograms = (folder) => ['initdb', 'postgres'].every((name) => isProgram(join(folder, name)));

/** Returns the folders in which Debian installs each version. They are not on the PATH. */
function debianFolders() {
  try {
    const versions = readdirSync(DEBIAN_FOLDER).sort((a, b) => Number(b) - Number(a));
    return versions.map((version) => join(DEBIAN_FOLDER, version, 'bin'));
  } catch {
    return [];
  }
}

/**
 * Returns the folder of PostgreSQL's programs, or null. Throws an Error if POSTGRES_BIN is set to a folder without them.
 * @param {Record<string, string | undefined>} [env]
 */
export function findPostgres(env = process.env) {
  if (env.POSTGRES_BIN) {
    if (hasPrograms(env.POSTGRES_BIN)) return env.POSTGRES_BIN;
    throw new Error(`POSTGRES_BIN is ${env.POSTGRES_BIN}, which does not contain initdb and postgres. Correct it or unset it.`);
  }
  const onPath = (env.PATH || '').split(delimiter).filter(Boolean);
  return debianFolders().concat(onPath).find(hasPrograms) || null;
}

/**
 * Returns the folder of PostgreSQL's programs. Throws an Error that says how to install them.
 * @param {Record<string, string | undefined>} [env]
 */
export function requirePostgres(env = process.env) {
  const found = findPostgres(env);
  if (found) return found;
  throw new Error(`PostgreSQL was not found, and the tests of the query log need it. ${HOW_TO}`);
}

/** Finds or installs PostgreSQL. Prints a message if it cannot be installed; the tests that need it fail. */
export function ensurePostgres(env = process.env) {
  try {
    if (!findPostgres(env)) installDebianPackage('postgresql', 'PostgreSQL is needed by the tests of the query log', HOW_TO);
    requirePostgres(env);
  } catch (error) {
    console.log(error.message);
  }
}

if (process.argv[1] && resolve(process.argv[1]) === fileURLToPath(import.meta.url)) ensurePostgres();
