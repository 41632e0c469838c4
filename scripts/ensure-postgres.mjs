/* Finds PostgreSQL for the tests of the query log, and installs it where that needs no question. The tests start a server
   of their own, on a free port and in a folder that is removed: one that runs on this machine is left alone.
   Runs before the tests, so it uses nothing but Node's own modules, in a form that Node 16 can read. */
import { readdirSync } from 'node:fs';
import { delimiter, join, resolve } from 'node:path';
import { fileURLToPath } from 'node:url';
import { installDebianPackage, isProgram } from './debian-package.mjs';

const DEBIAN_FOLDER = '/usr/lib/postgresql';
const HOW_TO = 'Install PostgreSQL with your package manager, or name the folder of its programs in POSTGRES_BIN.';

const holdsPrograms = (folder) => ['initdb', 'postgres'].every((name) => isProgram(join(folder, name)));

/** Debian keeps the programs of each version apart and off the path. */
function debianFolders() {
  try {
    const versions = readdirSync(DEBIAN_FOLDER).sort((a, b) => Number(b) - Number(a));
    return versions.map((version) => join(DEBIAN_FOLDER, version, 'bin'));
  } catch {
    return [];
  }
}

/** The folder of PostgreSQL's programs, or null. A POSTGRES_BIN that leads nowhere is an error, so that the mistake is seen. */
export function findPostgres(env = process.env) {
  if (env.POSTGRES_BIN) {
    if (holdsPrograms(env.POSTGRES_BIN)) return env.POSTGRES_BIN;
    throw new Error(`POSTGRES_BIN is ${env.POSTGRES_BIN}, and initdb and postgres are not there. Correct it or unset it.`);
  }
  const onPath = (env.PATH || '').split(delimiter).filter(Boolean);
  return debianFolders().concat(onPath).find(holdsPrograms) || null;
}

/** Finds or installs PostgreSQL and returns the folder of its programs; null, with a line that says so, where it cannot be had. */
export function ensurePostgres(env = process.env) {
  const found = findPostgres(env);
  if (found) return found;
  try {
    if (installDebianPackage('postgresql', 'PostgreSQL is needed by the tests of the query log', HOW_TO)) {
      const installed = findPostgres(env);
      if (installed) return installed;
    }
  } catch (error) {
    console.log(error.message);
  }
  console.log(`No PostgreSQL was found: the tests that need it are skipped. ${HOW_TO}`);
  return null;
}

if (process.argv[1] && resolve(process.argv[1]) === fileURLToPath(import.meta.url)) {
  try {
    ensurePostgres();
  } catch (error) {
    console.error(error.message);
    process.exitCode = 1;
  }
}
