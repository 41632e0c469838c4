/* Makes `npm start` and the other commands work from a fresh checkout: installs what package-lock.json names when
   node_modules is absent or differs from it. Runs before anything is installed, so it uses nothing but Node's own
   modules, in a form that Node 16 can read. */
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
 * Why the dependencies of `root` must be installed, or null when they need not be. npm leaves a record of what it
 * installed in node_modules/.package-lock.json, written last, so an interrupted install counts as none.
 */
export function reasonToInstall(root) {
  const wanted = readJson(join(root, 'package-lock.json'));
  if (!wanted) throw new Error(`package-lock.json is missing or unreadable in ${root}. Check it out again.`);
  const installed = readJson(join(root, 'node_modules', '.package-lock.json'));
  if (!installed) return 'they are not installed yet';
  for (const [place, entry] of Object.entries(wanted.packages)) {
    // '' is the project itself; optional packages are mostly other platforms' binaries.
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

/** npm as a command: the very npm that runs this script where there is one, else the one on the path. */
function npmCommand(env) {
  const cli = env.npm_execpath;
  if (cli && /npm-cli\.[cm]?js$/.test(cli) && existsSync(cli)) {
    // Not the node of node_modules, which `npm ci` deletes while it runs.
    return [env.npm_node_execpath && existsSync(env.npm_node_execpath) ? env.npm_node_execpath : process.execPath, cli];
  }
  return [process.platform === 'win32' ? 'npm.cmd' : 'npm'];
}

function runInstall(root, env) {
  const [command, ...rest] = npmCommand(env);
  const { status, error } = spawnSync(command, rest.concat('ci', '--no-audit', '--no-fund', '--loglevel=error'), {
    cwd: root,
    stdio: ['ignore', 'inherit', 'inherit'],
    shell: command === 'npm.cmd',
  });
  if (error && error.code === 'ENOENT') {
    throw new Error('npm was not found. It comes with Node: install Node from https://nodejs.org, then try again.');
  }
  if (error || status !== 0) {
    throw new Error('npm ci did not succeed: see its message above. Is the package registry reachable from here?');
  }
}

/** The commands run on the Node that the npm package `node` brings; without its binary they would run on another. */
function checkOwnNode(root) {
  const folder = join(root, 'node_modules', 'node', 'bin');
  if (existsSync(join(folder, 'node')) || existsSync(join(folder, 'node.exe'))) return;
  throw new Error(
    'The package "node" was installed without its program, because install scripts are switched off. ' +
      'Run `npm rebuild node --ignore-scripts=false`.',
  );
}

/**
 * Installs the dependencies of `root` when they are missing or differ from package-lock.json.
 * Throws an Error whose message says what to do.
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
