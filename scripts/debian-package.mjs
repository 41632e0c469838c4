/* Installs a Debian package if that needs no interaction. The syntax is limited to that of Node 16. */
import { spawnSync } from 'node:child_process';
import { accessSync, constants, readFileSync } from 'node:fs';

/** Whether an executable file exists at the path. @param {string} file */
export function isProgram(file) {
  try {
    accessSync(file, constants.X_OK);
    return true;
  } catch {
    return false;
  }
}

/** Whether the system is named by the pattern, or is derived from such a system, and installs packages with apt-get. */
function isSystem(pattern) {
  try {
    return pattern.test(readFileSync('/etc/os-release', 'utf8')) && isProgram('/usr/bin/apt-get');
  } catch {
    return false;
  }
}
const hasDebianPackages = () => isSystem(/^ID(_LIKE)?=.*(debian|ubuntu)/m);
/** Whether the system is Debian itself, which has packages that Ubuntu lacks. */
export const isDebian = () => isSystem(/^ID="?debian"?$/m);

/** Returns the command prefix for root privileges, or null if `sudo` would ask for a password. */
function rootPrefix() {
  if (process.getuid && process.getuid() === 0) return [];
  return spawnSync('sudo', ['-n', 'true'], { stdio: 'ignore' }).status === 0 ? ['sudo', '-n'] : null;
}

/**
 * Installs a Debian package, and prints the commands that it runs. `reason` is a sentence without its period; `howTo` explains how to install
 * the package by hand. Returns false if the system does not use Debian packages or would ask for a password. Throws an Error if the
 * installation fails.
 */
export function installDebianPackage(name, reason, howTo) {
  const prefix = hasDebianPackages() ? rootPrefix() : null;
  if (!prefix) return false;
  const steps = [
    ['apt-get', '-q', 'update'],
    ['apt-get', '-q', 'install', '-y', '--no-install-recommends', name],
  ];
  for (const step of steps) {
    const [command, ...rest] = prefix.concat(step);
    console.log(`${reason}: running ${[command, ...rest].join(' ')}`);
    const { status, stdout, stderr } = spawnSync(command, rest, {
      encoding: 'utf8',
      env: Object.assign({}, process.env, { DEBIAN_FRONTEND: 'noninteractive' }),
      maxBuffer: 64 * 1024 * 1024,
    });
    if (status !== 0) {
      const last = `${stdout || ''}${stderr || ''}`.trim().split('\n').slice(-5).join('\n');
      throw new Error(`${step.slice(0, 3).join(' ')} failed:\n${last}\n${howTo}`);
    }
  }
  return true;
}
