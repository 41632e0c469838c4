/** Who changed each file last, from git: one run of `git log` for the whole tree, whatever the number of files. */
import { execFile, spawn } from 'node:child_process';
import { promisify } from 'node:util';

import type { LastUpdate } from '#model/page.ts';

/** Starts the line of a commit; no path starts with it. */
const COMMIT = '\u0001';
const FIELD = '\u0002';
const FORMAT = '%x01%aN%x02%cs%x02%D';

/** Within a git hook these name another repository or index; the folder alone decides here. */
const LOCATIONS = new Set(['GIT_DIR', 'GIT_WORK_TREE', 'GIT_INDEX_FILE', 'GIT_PREFIX', 'GIT_COMMON_DIR']);

function gitEnvironment(): NodeJS.ProcessEnv {
  const kept = Object.entries(process.env).filter(([name]) => !LOCATIONS.has(name));
  return { ...Object.fromEntries(kept), LC_ALL: 'C', GIT_OPTIONAL_LOCKS: '0' };
}

/**
 * The last change of every tracked file below a folder, by path relative to it, with `/`. The date is the commit's.
 * Without git or a repository the map is empty. Files that are not tracked are absent, and so are those whose last change lies
 * before a shallow clone's oldest commit: that commit names every file, and its author did not write them.
 * A renamed file was last changed by its renaming.
 * @param root absolute folder
 */
export async function readLastUpdates(root: string): Promise<Map<string, LastUpdate>> {
  const tracked = await listTracked(root);
  const updates = new Map<string, LastUpdate>();
  if (tracked.size === 0) return updates;
  const reader = createLogReader(tracked, updates);
  await readLog(root, reader);
  return updates;
}

/** What is tracked says when the log has told enough: without it every build would read the whole history. */
async function listTracked(root: string): Promise<Set<string>> {
  try {
    const { stdout } = await promisify(execFile)('git', ['ls-files', '-z'], { cwd: root, env: gitEnvironment(), maxBuffer: 1 << 28 });
    return new Set(stdout.split('\0').filter((path) => path !== ''));
  } catch {
    return new Set();
  }
}

/** Takes the next piece of the log; false when nothing is left to learn. */
type LogReader = (token: string) => boolean;

function createLogReader(wanted: Set<string>, updates: Map<string, LastUpdate>): LogReader {
  let current: LastUpdate | null = null;
  return (token) => {
    if (token.startsWith(COMMIT)) {
      const [author = '', date = '', refs = ''] = token.slice(1).split(FIELD);
      current = refs.split(', ').includes('grafted') ? null : { author, date };
      return true;
    }
    // The first path of a commit comes on a new line.
    const path = token.replace(/^\n/, '');
    if (!wanted.delete(path) || current === null) return wanted.size > 0;
    updates.set(path, current);
    return wanted.size > 0;
  };
}

function readLog(root: string, reader: LogReader): Promise<void> {
  const options = ['--no-renames', '--no-show-signature', '--name-only', '--relative', '-z', `--format=${FORMAT}`];
  const git = spawn('git', ['log', ...options, '--', '.'], { cwd: root, env: gitEnvironment(), stdio: ['ignore', 'pipe', 'ignore'] });
  return new Promise((resolve) => {
    let rest = '';
    let enough = false;
    git.stdout.setEncoding('utf8');
    git.stdout.on('data', (chunk: string) => {
      if (enough) return;
      const tokens = (rest + chunk).split('\0');
      rest = tokens.pop() ?? '';
      enough = !tokens.every((token) => reader(token));
      if (enough) git.kill();
    });
    git.on('error', () => resolve());
    git.on('close', () => resolve());
  });
}
