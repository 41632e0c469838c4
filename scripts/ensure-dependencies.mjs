/* Makes `npm start` and the other commands work in a fresh checkout: installs the dependencies if node_modules is missing or
   differs from package-lock.json. It runs before anything is installed, so it uses only Node's own modules and the syntax of Node 16. */
import { spawnSync } from 'node:child_process';
import { existsSync, readFileSync } from 'node:fs';
import { dirname, join, resolve } from 'node:path';
import { fileURLToPath } from 'node:url';

const OLDEST_NODE = 20;

function readJson(file) {
  try {
    return JSON.parse(readFileSync(file, 'utf8'));
  } catch {
    return null;
  }
}

/**
 * Returns the reason to install the dependencies of `root`, or null if they are up to date. npm records the installed packages in
 * node_modules/.package-lock.json. It writes that file last, so the file is missing after an interrupted installation.
 * @param {string} root
 */
export function reasonToInstall(root) {
  const wanted = readJson(join(root, 'package-lock.json'));
  if (!wanted) throw new Error(`package-lock.json is missing or unreadable in ${root}. Check it out again.`);
  const installed = readJson(join(root, 'node_modules', '.package-lock.json'));
  if (!installed) return 'they are not installed yet';
  for (const [place, entry] of Object.entries(wanted.packages)) {
    // '' is the project itself. Most optional packages are binaries for other platforms.
    if (place === '' || entry.link) continue;
    const found = installed.packages[place];
    if (!found && !entry.optional && !entry.devOptional) return `${place} is not installed`;
    if (found && (found.version !== entry.version || found.integrity !== entry.integrity)) {
      return `${place} is installed in another version`;
    }
  }
  return null;
}

function checkNode(version) {
  if (Number(version.split('.')[0]) >= OLDEST_NODE) return;
  throw new Error(
    `Node ${version} is too old to install this project: it needs Node ${OLDEST_NODE} or newer. Install one from https://nodejs.org.`,
  );
}

/** Returns the command for npm: the npm that runs this script, or otherwise the one on the PATH. */
function npmCommand(env) {
  const cli = env.npm_execpath;
  if (cli && /npm-cli\.[cm]?js$/.test(cli) && existsSync(cli)) {
    // Do not use the Node in node_modules, because `npm ci` deletes it.
    return [env.npm_node_execpath && existsSync(env.npm_node_execpath) ? env.npm_node_execpath : process.execPath, cli];
  }
  return [process.platform === 'win32' ? 'npm.cmd' : 'npm'];
}

function runInstall(root, env) {
  const [command, ...rest] = npmCommand(env);
  const { status, error } = spawnSync(command, rest.concat('ci'), {
    cwd: root,
    stdio: ['ignore', 'inherit', 'inherit'],
    shell: command === 'npm.cmd',
  });
  if (error && error.code === 'ENOENT') {
    throw new Error('npm was not found. It comes with Node: install Node from https://nodejs.org, then try again.');
  }
  if (error || status !== 0) {
    throw new Error('`npm ci` failed. Its message is above. Check that this machine can reach the package registry.');
  }
}

/** Checks that the npm package `node` has its program. Without it, the commands would run with another version of Node. */
function checkOwnNode(root) {
  const folder = join(root, 'node_modules', 'node', 'bin');
  if (existsSync(join(folder, 'node')) || existsSync(join(folder, 'node.exe'))) return;
  throw new Error(
    'The package "node" was installed without its program, because install scripts are switched off. ' +
      'Run `npm rebuild node --ignore-scripts=false`.',
  );
}

/**
 * Installs the dependencies of `root` if they are missing or differ from package-lock.json.
 * Throws an Error that says how to fix the problem.
 * @param {string} root
 * @param {Record<string, string | undefined>} [env]
 */
export function ensureDependencies(root, env = process.env, nodeVersion = process.versions.node) {
  const reason = reasonToInstall(root);
  if (reason) {
    checkNode(nodeVersion);
    console.log(`Installing the dependencies (npm ci): ${reason}.`);
    runInstall(root, env);
  }
  checkOwnNode(root);
}

if (process.argv[1] && resolve(process.argv[1]) === fileURLToPath(import.meta.url)) {
  try {
    ensureDependencies(dirname(dirname(fileURLToPath(import.meta.url))));
  } catch (error) {
    console.error(error.message);
    process.exitCode = 1;
  }
}
