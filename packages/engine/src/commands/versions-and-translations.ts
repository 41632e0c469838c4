/** The commands `versions` and `translations`, for maintainers of sites with several versions or languages. */
import { spawnSync } from 'node:child_process';
import { cpSync, existsSync, mkdirSync, mkdtempSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, extname, join, relative } from 'node:path';

import { missingTranslations, type MissingTranslations, readTranslations } from '#build/doc-sets.ts';
import { openSites } from '#build/site.ts';
import { loadConfig } from '#config/load.ts';
import type { SiteConfig } from '#config/schema.ts';
import { gitEnvironment } from '#content/last-updates.ts';
import { formatProblem } from '#model/problem.ts';
import { jsonLine, terminalText } from '#model/invisible-characters.ts';

import { type Command, CONFIG_OPTION, configFileOf } from './command.ts';

export const versionsCommand: Command = {
  summary: 'Creates the folders of versions from tags of the repository: the docs and the sidebar at each tag.',
  usage: '[--config FILE]',
  program: 'node packages/engine/bin/quire.mjs versions',
  options: CONFIG_OPTION,
  async run(values) {
    const config = await loadConfig(configFileOf(values), process.env, { requiresDocSets: false });
    for (const line of createVersionFolders(config)) process.stdout.write(`${line}\n`);
    return 0;
  },
};

/** Records the commit that a folder was created from. Folders without this file are never replaced. */
const MARKER_FILE = '.made-from-tag.json';

/**
 * Creates the folder of each version that names a tag.
 * @returns one line of output per version
 * @throws Error that names the version and the fix, if the tag does not exist or the folder was not created by this command
 */
export function createVersionFolders({ configDir, docs }: Pick<SiteConfig, 'configDir' | 'docs'>): string[] {
  const tagged = docs.versions.filter(({ tag }) => tag !== undefined);
  if (tagged.length === 0) return ['No version of the configuration names a tag, so there is nothing to create.'];
  const top = git(configDir, ['rev-parse', '--show-toplevel'])?.trim();
  if (top === undefined) throw new Error(`${configDir} is not in a git repository, so the tags of docs.versions cannot be read.`);
  return tagged.map(({ name, tag = '', root = '', sidebar }) => {
    const shown = relative(process.cwd(), root) || root;
    const commit = git(top, ['rev-parse', '--verify', '--quiet', `refs/tags/${tag}^{commit}`])?.trim();
    if (commit === undefined)
      throw new Error(`docs.versions "${name}": the repository has no tag ${tag}. Fetch the tags (git fetch --tags), or correct the name.`);
    if (sourceCommitOf(root) === commit) return `${name}: ${shown} is up to date with ${tag}.`;
    if (existsSync(root) && sourceCommitOf(root) === null)
      throw new Error(
        `docs.versions "${name}": ${shown} was not created from a tag, so it is not replaced. Remove the folder, or leave out \`tag\`.`,
      );
    const from = relative(top, docs.root);
    const temporary = mkdtempSync(join(dirname(ensureParent(root)), '.version-'));
    try {
      extract(top, commit, from, temporary, `docs.versions "${name}": the folder ${from} is not in ${tag}`);
      const extracted = join(temporary, from);
      writeFileSync(join(extracted, MARKER_FILE), `${JSON.stringify({ tag, commit })}\n`);
      rmSync(root, { recursive: true, force: true });
      renameSync(extracted, root);
      if (sidebar !== null && docs.sidebar !== null && extname(sidebar) === extname(docs.sidebar)) {
        const file = relative(top, docs.sidebar);
        extract(top, commit, file, temporary, `docs.versions "${name}": the sidebar ${file} is not in ${tag}`);
        mkdirSync(dirname(sidebar), { recursive: true });
        cpSync(join(temporary, file), sidebar);
      }
    } finally {
      rmSync(temporary, { recursive: true, force: true });
    }
    return `${name}: ${shown} was created from ${tag} (${commit.slice(0, 10)}).`;
  });
}

/** Creates the parent of a folder. @returns the folder */
function ensureParent(root: string): string {
  mkdirSync(dirname(root), { recursive: true });
  return root;
}

/** Returns the commit that a folder was created from; null if this command did not create it. */
function sourceCommitOf(root: string): string | null {
  try {
    return (JSON.parse(readFileSync(join(root, MARKER_FILE), 'utf8')) as { commit: string }).commit;
  } catch {
    return null;
  }
}

/** Extracts a file or folder of a commit. @param path relative to `top` @param into absolute folder @throws Error that starts with `problem` */
function extract(top: string, commit: string, path: string, into: string, problem: string): void {
  const archive = spawnSync('git', ['archive', '--format=tar', commit, '--', path], {
    cwd: top,
    maxBuffer: MAX_ARCHIVE_BYTES,
    env: gitEnvironment(),
  });
  if (archive.status !== 0) throw new Error(`${problem}. ${archive.stderr.toString().trim()}`);
  const unpacked = spawnSync('tar', ['-x', '-C', into], { input: archive.stdout });
  if (unpacked.status !== 0) throw new Error(`${problem}: it could not be unpacked. ${unpacked.stderr.toString().trim()}`);
}

/** Maximum size of a folder of docs as a tar archive. */
const MAX_ARCHIVE_BYTES = 2 ** 31 - 1;

/** Returns the output of git; undefined if it failed. */
function git(cwd: string, args: readonly string[]): string | undefined {
  const { status, stdout } = spawnSync('git', args, { cwd, encoding: 'utf8', env: gitEnvironment() });
  return status === 0 ? stdout : undefined;
}

export const translationsCommand: Command = {
  summary: 'Lists missing translations of each locale: words of the interface, and pages of each version.',
  usage: '[--config FILE] [--json]',
  program: 'node packages/engine/bin/quire.mjs translations',
  options: {
    ...CONFIG_OPTION,
    json: { type: 'boolean', description: 'print the lists as JSON' },
  },
  async run(values) {
    const config = await loadConfig(configFileOf(values));
    // Loading the site bundles the components of the configuration into the cache.
    const cacheDir = mkdtempSync(join(tmpdir(), 'translations-'));
    const sites = await openSites({ config, cacheDir, drafts: false, noCache: true }).finally(() =>
      rmSync(cacheDir, { recursive: true, force: true }),
    );
    // With an invalid file of translations, all words would count as missing.
    const problems = sites.flatMap(({ config: own }) => readTranslations(own, process.cwd()).problems);
    if (problems.length > 0) throw new Error([...new Set(problems.map(formatProblem))].join('\n'));
    const missing = sites.map(missingTranslations).filter((one) => one !== null);
    process.stdout.write(values['json'] === true ? jsonLine(missing) : terminalText(formatMissingTranslations(missing)));
    return 0;
  },
};

/** Formats missing translations as text. Words of the interface are YAML keys, which can be copied into the file of the locale. */
export function formatMissingTranslations(missing: readonly MissingTranslations[]): string {
  if (missing.length === 0) return 'English is the only language of the site: there is nothing to translate.\n';
  const locales = Map.groupBy(missing, ({ locale }) => locale);
  const parts = [...locales].map(([locale, sets]) => {
    const [{ interfaceFile, words, of }] = sets as [MissingTranslations];
    const file = relative(process.cwd(), interfaceFile);
    const lines = words.map((word) => `  ${JSON.stringify(word)}:\n`);
    const pages = sets.map(({ version, pages: names, of: all }) => {
      // The pages of the default locale are the originals.
      if (all.pages === 0) return '';
      const listed = names.map((name) => `  ${name}\n`).join('');
      return `${locale}, version ${version}: ${names.length} of ${all.pages} pages are not translated\n${listed}`;
    });
    return `${file}: ${words.length} of ${of.words} words are not translated\n${lines.join('')}${pages.join('')}`;
  });
  return parts.join('\n');
}
