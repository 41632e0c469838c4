import { execFileSync } from 'node:child_process';
import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

import { afterAll, beforeAll, describe, expect, test } from 'vitest';

import { resolvePaths } from '#config/load.ts';
import type { SiteConfig, SiteConfigInput } from '#config/schema.ts';
import { validateConfig } from '#config/validate.ts';

import { createVersionFolders } from './versions-and-translations.ts';

const top = mkdtempSync(join(tmpdir(), 'versions-test-'));
const folder = join(top, 'site');
const IDENTITY = ['-c', 'user.name=Test', '-c', 'user.email=test@example.org'];
const git = (...args: string[]): string => execFileSync('git', [...IDENTITY, ...args], { cwd: top, encoding: 'utf8', env: environment() });
/** Within a git hook, the variables of git would refer to another repository. */
const environment = (): NodeJS.ProcessEnv => Object.fromEntries(Object.entries(process.env).filter(([name]) => !name.startsWith('GIT_')));

function configWith(versions: NonNullable<NonNullable<SiteConfigInput['docs']>['versions']>): SiteConfig {
  const input: SiteConfigInput = { title: 'T', url: 'https://docs.example.org', docs: { sidebar: 'sidebar.yaml', versions } };
  return resolvePaths(validateConfig(input, 'site.config.ts'), folder);
}

beforeAll(() => {
  mkdirSync(join(folder, 'docs'), { recursive: true });
  git('init', '-q');
  writeFileSync(join(folder, 'docs/index.md'), '# One\n');
  writeFileSync(join(folder, 'sidebar.yaml'), 'docs: [index]\n');
  git('add', '-A');
  git('commit', '-qm', 'one');
  git('tag', 'v1.0');
  writeFileSync(join(folder, 'docs/index.md'), '# Two\n');
  git('commit', '-qam', 'two');
  git('tag', 'v2.0');
});
afterAll(() => rmSync(top, { recursive: true, force: true }));

describe('R-106 versions from tags', () => {
  test('docs and sidebar come from the tag and are replaced only when the tag changes', () => {
    const config = configWith([{ name: '1.0', tag: 'v1.0', sidebar: 'versions/1.0.yaml' }]);
    expect(createVersionFolders(config)).toEqual([
      expect.stringMatching(/^1\.0: .*versions\/1\.0 was created from v1\.0 \([\da-f]{10}\)\.$/),
    ]);
    expect(readFileSync(join(folder, 'versions/1.0/index.md'), 'utf8')).toBe('# One\n');
    expect(readFileSync(join(folder, 'versions/1.0.yaml'), 'utf8')).toBe('docs: [index]\n');
    expect(createVersionFolders(config)).toEqual([expect.stringMatching(/is up to date with v1\.0\.$/)]);
    createVersionFolders(configWith([{ name: '1.0', tag: 'v2.0' }]));
    expect(readFileSync(join(folder, 'versions/1.0/index.md'), 'utf8')).toBe('# Two\n');
  });

  test('a missing tag and a folder that was not created from a tag are reported, and nothing is changed', () => {
    expect(() => createVersionFolders(configWith([{ name: '0.9', tag: 'v0.9' }]))).toThrow(
      'docs.versions "0.9": the repository has no tag v0.9. Fetch the tags (git fetch --tags), or correct the name.',
    );
    mkdirSync(join(folder, 'versions/own'), { recursive: true });
    expect(() => createVersionFolders(configWith([{ name: 'own', tag: 'v1.0' }]))).toThrow(
      /versions\/own was not created from a tag, so it is not replaced\. Remove the folder, or leave out `tag`\.$/,
    );
    expect(createVersionFolders(configWith([]))).toEqual(['No version of the configuration names a tag, so there is nothing to create.']);
  });
});
