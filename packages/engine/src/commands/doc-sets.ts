/** The commands for versions and languages. */
import { spawnSync } from 'node:child_process';
import { cpSync, existsSync, mkdirSync, mkdtempSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, extname, join, relative, resolve } from 'node:path';

import { missingTranslations, type MissingTranslations } from '#build/doc-sets.ts';
import { openSites } from '#build/site.ts';
import { loadConfig } from '#config/load.ts';
import type { SiteConfig } from '#config/schema.ts';

import type { Command } from './command.ts';

export const versionsCommand: Command = {
  summary: 'Makes the folders of the versions that name a tag of the repository: docs and sidebar as they were at the tag.',
  usage: '[--config FILE]',
  options: { config: { type: 'string', description: 'configuration file (site.config.ts)' } },
  async run(values) {
    const config = await loadConfig(resolve(String(values['config'] ?? 'site.config.ts')), process.env, { wantsVersions: false });
    for (const line of makeVersions(config)) process.stdout.write(`${line}\n`);
    return 0;
  },
};

/** Says of which commit a folder was made, so that it is made once and nothing else is ever replaced. */
const MARK = '.made-from-tag.json';

/**
 * Makes each folder whose version names a tag. @returns a line on each of them
 * @throws Error that names the version and what to do, where there is no such tag or the folder holds something else
 */
export function makeVersions({ configDir, docs }: Pick<SiteConfig, 'configDir' | 'docs'>): string[] {
  const tagged = docs.versions.filter(({ tag }) => tag !== undefined);
  if (tagged.length === 0) return ['No version of the configuration names a tag: there is nothing to make.'];
  const top = git(configDir, ['rev-parse', '--show-toplevel'])?.trim();
  if (top === undefined) throw new Error(`${configDir} is in no git repository, so the tags of docs.versions cannot be read.`);
  return tagged.map(({ name, tag = '', root = '', sidebar }) => {
    const shown = relative(process.cwd(), root) || root;
    const commit = git(top, ['rev-parse', '--verify', '--quiet', `refs/tags/${tag}^{commit}`])?.trim();
    if (commit === undefined)
      throw new Error(`docs.versions "${name}": the repository has no tag ${tag}. Fetch the tags (git fetch --tags), or correct the name.`);
    if (madeFrom(root) === commit) return `${name}: ${shown} is as it was at ${tag}.`;
    if (existsSync(root) && madeFrom(root) === null)
      throw new Error(`docs.versions "${name}": ${shown} was not made from a tag, so it is not replaced. Remove it, or leave out \`tag\`.`);
    const from = relative(top, docs.root);
    const inside = mkdtempSync(join(dirname(ensured(root)), '.version-'));
    try {
      extract(top, commit, from, inside, `docs.versions "${name}": the folder ${from} is not in ${tag}`);
      const made = join(inside, from);
      writeFileSync(join(made, MARK), `${JSON.stringify({ tag, commit })}\n`);
      rmSync(root, { recursive: true, force: true });
      renameSync(made, root);
      if (sidebar !== null && docs.sidebar !== null && extname(sidebar) === extname(docs.sidebar)) {
        const file = relative(top, docs.sidebar);
        extract(top, commit, file, inside, `docs.versions "${name}": the sidebar ${file} is not in ${tag}`);
        mkdirSync(dirname(sidebar), { recursive: true });
        cpSync(join(inside, file), sidebar);
      }
    } finally {
      rmSync(inside, { recursive: true, force: true });
    }
    return `${name}: ${shown} was made from ${tag} (${commit.slice(0, 10)}).`;
  });
}

/** The folder above has to be there for a neighbor of the folder. */
function ensured(root: string): string {
  mkdirSync(dirname(root), { recursive: true });
  return root;
}

/** Commit that a folder was made from; null for any other folder. */
function madeFrom(root: string): string | null {
  try {
    return (JSON.parse(readFileSync(join(root, MARK), 'utf8')) as { commit: string }).commit;
  } catch {
    return null;
  }
}

function extract(top: string, commit: string, path: string, into: string, problem: string): void {
  const archive = spawnSync('git', ['archive', '--format=tar', commit, '--', path], { cwd: top, maxBuffer: MOST_BYTES });
  if (archive.status !== 0) throw new Error(`${problem}. ${archive.stderr.toString().trim()}`);
  const unpacked = spawnSync('tar', ['-x', '-C', into], { input: archive.stdout });
  if (unpacked.status !== 0) throw new Error(`${problem}: it could not be unpacked. ${unpacked.stderr.toString().trim()}`);
}

const MOST_BYTES = 2 ** 31 - 1;

/** Undefined where git says no. */
function git(cwd: string, args: readonly string[]): string | undefined {
  const { status, stdout } = spawnSync('git', args, { cwd, encoding: 'utf8' });
  return status === 0 ? stdout : undefined;
}

export const translationsCommand: Command = {
  summary: 'Lists what each locale does not translate: words of the interface, and pages of each version.',
  usage: '[--config FILE] [--json]',
  options: {
    config: { type: 'string', description: 'configuration file (site.config.ts)' },
    json: { type: 'boolean', description: 'print the lists as JSON' },
  },
  async run(values) {
    const config = await loadConfig(resolve(String(values['config'] ?? 'site.config.ts')));
    // Components of the configuration are bundled into it.
    const cacheDir = mkdtempSync(join(tmpdir(), 'translations-'));
    const sites = await openSites({ config, cacheDir, drafts: false, fresh: true }).finally(() =>
      rmSync(cacheDir, { recursive: true, force: true }),
    );
    const missing = sites.map(missingTranslations).filter((one) => one !== null);
    process.stdout.write(values['json'] === true ? `${JSON.stringify(missing, null, 1)}\n` : report(missing));
    return 0;
  },
};

/** Words can be copied into the locale's file as they are printed. */
export function report(missing: readonly MissingTranslations[]): string {
  if (missing.length === 0) return 'The site has one language: there is nothing to translate.\n';
  const locales = Map.groupBy(missing, ({ locale }) => locale);
  const parts = [...locales].map(([locale, sets]) => {
    const [{ interfaceFile, words, of }] = sets as [MissingTranslations];
    const file = relative(process.cwd(), interfaceFile);
    const lines = words.map((word) => `  ${JSON.stringify(word)}:\n`);
    const pages = sets.map(({ version, pages: names, of: all }) => {
      const listed = names.map((name) => `  ${name}\n`).join('');
      return `${locale}, version ${version}: ${names.length} of ${all.pages} pages are not translated\n${listed}`;
    });
    return `${file}: ${words.length} of ${of.words} words are not translated\n${lines.join('')}${pages.join('')}`;
  });
  return parts.join('\n');
}
