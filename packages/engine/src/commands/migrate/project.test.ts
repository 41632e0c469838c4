import { mkdirSync, mkdtempSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

import { expect, onTestFinished, test } from 'vitest';

import { isInProject } from './project.ts';

test('the project of a site is its git repository, or its folder if it is not in one', () => {
  const folder = mkdtempSync(join(tmpdir(), 'project-'));
  onTestFinished(() => rmSync(folder, { recursive: true }));
  const dir = join(folder, 'website');
  for (const name of ['website/docs', 'docs', 'website-2']) mkdirSync(join(folder, name), { recursive: true });
  symlinkSync('../docs', join(dir, 'linked'));
  symlinkSync('/', join(dir, 'root'));
  symlinkSync('nowhere', join(dir, 'broken'));
  const own = ['.', 'docs', 'none/new.js', 'docs/../docs', 'broken', join(dir, 'docs')];
  const beside = ['..', '../docs', '../none', 'linked', 'linked/none', '../website-2', 'docs/../../docs', join(folder, 'docs')];
  const far = ['../..', '../../../..', 'root', 'root/etc', '/etc', '/'];
  const readable = (): string[] => [...own, ...beside, ...far].filter((path) => isInProject(dir, path));
  expect(readable()).toEqual(own);
  // A work tree of git has a file instead of the folder.
  writeFileSync(join(folder, '.git'), '');
  expect(readable()).toEqual([...own, ...beside]);
});

test('no symbolic link leads to a hidden file or a private key of the project', () => {
  const dir = mkdtempSync(join(tmpdir(), 'project-'));
  onTestFinished(() => rmSync(dir, { recursive: true }));
  for (const folder of ['.git', '.site', 'keys']) mkdirSync(join(dir, folder));
  for (const name of ['.git/config', '.site/config.js', 'keys/shared.js']) writeFileSync(join(dir, name), '');
  writeFileSync(join(dir, 'keys/id_rsa'), '-----BEGIN OPENSSH PRIVATE KEY-----');
  for (const [name, target] of Object.entries({ a: '.git/config', b: '.git', c: 'keys/id_rsa', d: 'keys/shared.js', e: '.site/config.js' }))
    symlinkSync(target, join(dir, name));
  const paths = ['a', 'b', 'b/config', 'c', 'd', 'e', '.site/config.js', '.site'];
  expect(paths.filter((path) => isInProject(dir, path))).toEqual(['d', '.site/config.js', '.site']);
  // The folder of the site can itself be behind a link.
  symlinkSync(dir, `${dir}-link`);
  onTestFinished(() => rmSync(`${dir}-link`));
  expect(paths.filter((path) => isInProject(`${dir}-link`, path))).toEqual(['d', '.site/config.js', '.site']);
});
