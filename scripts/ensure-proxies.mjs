/* Finds nginx and Caddy for the tests of the files in deploy/, and installs them where that needs no question. The tests start
   servers of their own, on free ports and in folders that are removed.
   Runs before the tests, so it uses nothing but Node's own modules, in a form that Node 16 can read. */
import { delimiter, join, resolve } from 'node:path';
import { fileURLToPath } from 'node:url';
import { installDebianPackage, isProgram } from './debian-package.mjs';

const HOW_TO = 'Install nginx and caddy with your package manager.';

/** The program `nginx` or `caddy`; null where it is not installed. */
export function findProxy(name, env = process.env) {
  // Debian keeps nginx where only root looks.
  const folders = (env.PATH || '').split(delimiter).concat('/usr/sbin').filter(Boolean);
  return folders.map((folder) => join(folder, name)).find(isProgram) || null;
}

/** Finds or installs both; says so where one cannot be had. */
export function ensureProxies(env = process.env) {
  for (const name of ['nginx', 'caddy']) {
    if (findProxy(name, env)) continue;
    try {
      if (installDebianPackage(name, `${name} is needed by the tests of the proxies`, HOW_TO) && findProxy(name, env)) continue;
    } catch (error) {
      console.log(error.message);
    }
    console.log(`No ${name} was found: the tests that need it are skipped. ${HOW_TO}`);
  }
}

if (process.argv[1] && resolve(process.argv[1]) === fileURLToPath(import.meta.url)) ensureProxies();
