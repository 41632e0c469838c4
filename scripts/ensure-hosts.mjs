/* Finds nginx, Caddy, Python (whose file server knows no rules) and systemd for the tests of the files in deploy/, and installs
   them where that needs no question. The tests start servers of their own, on free ports and in folders that are removed.
   Runs before the tests, so it uses nothing but Node's own modules, in a form that Node 16 can read. */
import { delimiter, join, resolve } from 'node:path';
import { fileURLToPath } from 'node:url';
import { installDebianPackage, isProgram } from './debian-package.mjs';

/** Debian package of each program. */
const PACKAGES = { nginx: 'nginx', caddy: 'caddy', python3: 'python3', 'systemd-analyze': 'systemd' };

const HOW_TO = `Install ${Object.values(PACKAGES).join(', ')} with your package manager.`;

/** One of the programs above; null where it is not installed. */
export function findProgram(name, env = process.env) {
  // Debian keeps nginx where only root looks.
  const folders = (env.PATH || '').split(delimiter).concat('/usr/sbin').filter(Boolean);
  return folders.map((folder) => join(folder, name)).find(isProgram) || null;
}

/** Finds or installs all; says so where one cannot be had. */
export function ensureHosts(env = process.env) {
  for (const [name, debianPackage] of Object.entries(PACKAGES)) {
    if (findProgram(name, env)) continue;
    try {
      if (installDebianPackage(debianPackage, `${name} is needed by the tests of hosts`, HOW_TO) && findProgram(name, env)) continue;
    } catch (error) {
      console.log(error.message);
    }
    console.log(`No ${name} was found: the tests that need it are skipped. ${HOW_TO}`);
  }
}

if (process.argv[1] && resolve(process.argv[1]) === fileURLToPath(import.meta.url)) ensureHosts();
