/** Reads the last author and date of each file from git, with a fixed number of git processes for each folder of a site. */
import { execFile, spawn } from 'node:child_process';
import { existsSync } from 'node:fs';
import { join, posix, resolve as resolvePath } from 'node:path';
import { promisify } from 'node:util';

import picomatch from 'picomatch';

import { docsFoldersOf, docSetsOf } from '#config/doc-sets.ts';
import type { SiteConfig } from '#config/schema.ts';
import type { LastUpdate } from '#model/page.ts';

/** Starts the line of a commit in the log. No path starts with it. */
const COMMIT = '\u0001';
/** Separates the fields of that line: hash, author, date, and refs. */
const FIELD = '\u0002';
const FORMAT = '%x01%H%x02%aN%x02%cs%x02%D';

/** Variables that git sets in hooks, and that name a repository or an index. They are removed, so that the folder alone determines the repository. */
const REPOSITORY_VARIABLES = new Set(['GIT_DIR', 'GIT_WORK_TREE', 'GIT_INDEX_FILE', 'GIT_PREFIX', 'GIT_COMMON_DIR']);

/** Maximum number of renames that are followed for a file. */
const MAX_RENAMES = 20;

/**
 * Git settings that files of the content cannot override. They keep git from running programs that the content names: by default, git treats a
 * folder with `HEAD`, `config`, `objects`, and `refs` as a bare repository, whose `config` may name programs to run.
 */
const SETTINGS = { 'safe.bareRepository': 'explicit', 'core.fsmonitor': 'false' };

/** Returns the environment of git processes that run in folders of the content. */
export function gitEnvironment(): NodeJS.ProcessEnv {
  const kept = Object.entries(process.env).filter(([name]) => !REPOSITORY_VARIABLES.has(name));
  const count = Number(process.env['GIT_CONFIG_COUNT'] ?? 0) || 0;
  const settings = Object.entries(SETTINGS).flatMap(([key, value], index) => [
    [`GIT_CONFIG_KEY_${count + index}`, key],
    [`GIT_CONFIG_VALUE_${count + index}`, value],
  ]);
  const all = Object.fromEntries([...kept, ...settings]) as NodeJS.ProcessEnv;
  return { ...all, GIT_CONFIG_COUNT: String(count + Object.keys(SETTINGS).length), LC_ALL: 'C', GIT_OPTIONAL_LOCKS: '0' };
}

/** A file whose last change is not known yet. */
interface PendingFile {
  /** Path relative to the requested folder, which is the key of the result. */
  file: string;
  /** The commit that renamed the file; its changes under the earlier name are before that commit. */
  before: string | null;
}

/** A commit that added a file, or renamed it to its current name. */
interface Addition extends PendingFile {
  /** Path from the top of the repository. */
  path: string;
  commit: string;
  /** The last change of the file unless the commit renamed it; null: unknown. */
  update: LastUpdate | null;
}

interface LastUpdateOptions {
  /** Globs of authors whose names are not shown, such as `*bot`. The dates of their changes are. */
  ignoredAuthors?: readonly string[];
}

/**
 * Returns the last change of every tracked file below a folder, by path relative to it, with `/`. The date is the commit's.
 * A rename without a change of content does not count as a change; the last change before it does.
 * Without git or a repository the map is empty. It does not contain files without commits. In a shallow clone, it does not contain files that
 * did not change after the oldest commit, which adds every file and whose author did not write them.
 * @param root absolute folder
 */
export async function readLastUpdates(root: string, { ignoredAuthors = [] }: LastUpdateOptions = {}): Promise<Map<string, LastUpdate>> {
  const updates = new Map<string, LastUpdate>();
  // Paths of the log start at the top of the repository, so that renames from outside the folder can be followed.
  const [top, prefix] = (await git(root, ['rev-parse', '--show-toplevel', '--show-prefix'])).split('\n');
  if (top === undefined || prefix === undefined || top === '') return updates;
  const tracked = (await git(root, ['ls-files', '-z'])).split('\0').filter((path) => path !== '');
  let pending = new Map(tracked.map((file): [string, PendingFile] => [prefix + file, { file, before: null }]));
  let folders = [prefix === '' ? '.' : prefix];
  for (let round = 0; pending.size > 0 && round <= MAX_RENAMES; round++) {
    const additions = await readChanges(top, folders, pending, updates);
    pending = await followRenames(top, additions, updates);
    folders = [...new Set([...pending.keys()].map((path) => posix.dirname(path)))];
  }
  const isIgnored = picomatch(ignoredAuthors as string[], { nocase: true });
  if (ignoredAuthors.length > 0)
    for (const [file, update] of updates)
      if (update.author !== null && isIgnored(update.author)) updates.set(file, { ...update, author: null });
  return updates;
}

/**
 * Returns the last update of every file that pages of a site are made from, by absolute path; none if the site does not show them.
 * @param read reads those of a folder
 */
export async function readSiteUpdates(config: SiteConfig, read = readLastUpdates): Promise<Map<string, LastUpdate>> {
  const { showLastUpdateAuthor, showLastUpdateTime } = config.docs;
  if (!showLastUpdateAuthor && !showLastUpdateTime) return new Map();
  const docRoots = [
    ...docSetsOf(config).flatMap(({ docs, docSet }) => [docs.root, docSet?.original?.docs.root ?? docs.root]),
    ...docsFoldersOf(config).map(({ root }) => root),
  ];
  const sources = config.plugins.flatMap((plugin) => plugin.sources ?? []).map((dir) => resolvePath(config.configDir, dir));
  const roots = [...new Set([...docRoots, ...sources])].filter((root) => existsSync(root));
  const found = await Promise.all(
    roots.map(async (root) => [...(await read(root, config.docs))].map(([file, update]) => [join(root, file), update] as const)),
  );
  return new Map(found.flat());
}

/** Returns a reader that asks git about each folder once, because git takes seconds in a large repository. */
export function memoizeUpdates(): typeof readLastUpdates {
  const read = new Map<string, ReturnType<typeof readLastUpdates>>();
  return (root, { ignoredAuthors } = {}) => {
    const key = JSON.stringify([root, ignoredAuthors]);
    const updates = read.get(key) ?? readLastUpdates(root, { ...(ignoredAuthors && { ignoredAuthors }) });
    read.set(key, updates);
    return updates;
  };
}

/** Returns the output of a git command; '' if it fails. */
export async function git(cwd: string, args: readonly string[], input?: string): Promise<string> {
  try {
    const running = promisify(execFile)('git', args, { cwd, env: gitEnvironment(), maxBuffer: 1 << 28 });
    running.child.stdin?.end(input);
    return (await running).stdout;
  } catch {
    return '';
  }
}

/**
 * Reads the log from the newest commit on, until the last change of every pending file is found. Writes the changes to `updates`.
 * @param pending by path from the top of the repository; files are removed when their last change is found
 * @returns the files that were added by their last change, which may be a rename
 */
async function readChanges(
  top: string,
  folders: readonly string[],
  pending: Map<string, PendingFile>,
  updates: Map<string, LastUpdate>,
): Promise<Addition[]> {
  const additions: Addition[] = [];
  /** Hashes of the commits that were read. */
  const passed = new Set<string>();
  let commit = '';
  let update: LastUpdate | null = null;
  let status: string | null = null;
  const options = ['--no-renames', '--no-show-signature', '--name-status', '-z', `--format=${FORMAT}`];
  await readTokens(top, ['--literal-pathspecs', 'log', ...options, ...pathspecsOf(folders)], (token) => {
    // The first token of a commit's changes is on a new line.
    const text = token.replace(/^\n/, '');
    if (text.startsWith(COMMIT)) {
      const [hash = '', author = '', date = '', refs = ''] = text.slice(1).split(FIELD);
      [commit, status] = [hash, null];
      passed.add(hash);
      update = refs.split(', ').includes('grafted') ? null : { author, date };
    } else if (text === '') return true;
    else if (status === null) status = text;
    else {
      const found = pending.get(text);
      const isBefore = found?.before === null || (found !== undefined && found.before !== commit && passed.has(found.before));
      if (found !== undefined && isBefore) {
        pending.delete(text);
        if (status === 'A') additions.push({ ...found, path: text, commit, update });
        else if (update !== null) updates.set(found.file, update);
      }
      status = null;
    }
    return pending.size > 0;
  });
  return additions;
}

/** Writes the additions that are not renames to `updates`. @returns the renamed files, by their earlier path */
async function followRenames(
  top: string,
  additions: readonly Addition[],
  updates: Map<string, LastUpdate>,
): Promise<Map<string, PendingFile>> {
  const pending = new Map<string, PendingFile>();
  const commits = [...new Set(additions.map(({ commit }) => commit))];
  // Exact renames are found by their hashes alone, without a comparison of contents.
  const options = ['diff-tree', '--stdin', '-r', '-M100%', '-l0', '--diff-filter=R', '--name-status', '-z'];
  const tokens = commits.length === 0 ? [] : (await git(top, options, `${commits.join('\n')}\n`)).split('\0');
  const earlierNames = new Map<string, string>();
  let commit = '';
  for (let index = 0; index < tokens.length; index++) {
    const token = tokens[index] ?? '';
    if (!token.startsWith('R')) commit = token.trim();
    else earlierNames.set(`${commit}\0${tokens[index + 2]}`, tokens[(index += 2) - 1] ?? '');
  }
  for (const { file, path, commit: hash, update } of additions) {
    const earlier = earlierNames.get(`${hash}\0${path}`);
    if (earlier !== undefined) pending.set(earlier, { file, before: hash });
    else if (update !== null) updates.set(file, update);
  }
  return pending;
}

/** Maximum number of characters of the folders in a command. Windows allows 32,767 for the whole command. */
const MAX_PATHSPECS = 30_000;

/** Returns the arguments that limit a log to folders; none for long lists, such as after many renames, so that git reads the whole history. */
export const pathspecsOf = (folders: readonly string[]): string[] =>
  folders.reduce((sum, { length }) => sum + length + 1, 0) > MAX_PATHSPECS ? [] : ['--', ...folders];

/** Passes the NUL-separated tokens of the output of a git command to `read`, until it returns false. */
function readTokens(cwd: string, args: readonly string[], read: (token: string) => boolean): Promise<void> {
  const running = spawn('git', args, { cwd, env: gitEnvironment(), stdio: ['ignore', 'pipe', 'ignore'] });
  return new Promise((resolve) => {
    let rest = '';
    let isDone = false;
    running.stdout.setEncoding('utf8');
    running.stdout.on('data', (chunk: string) => {
      if (isDone) return;
      const tokens = (rest + chunk).split('\0');
      rest = tokens.pop() ?? '';
      isDone = !tokens.every((token) => read(token));
      if (isDone) running.kill();
    });
    running.on('error', () => resolve());
    running.on('close', () => resolve());
  });
}
