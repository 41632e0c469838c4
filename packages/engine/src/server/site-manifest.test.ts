import { mkdir, mkdtemp, rm, unlink, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, expect, test } from 'vitest';
import { BuildMissingError, readSiteManifest } from './site-manifest.ts';
import { writeTestBuild } from './testing/test-build.ts';

const folders: string[] = [];
afterEach(() => Promise.all(folders.splice(0).map((folder) => rm(folder, { recursive: true, force: true }))));

const ADVICE = 'Build the site first, or name the folder of a complete build with --dir.';

async function emptyFolder(): Promise<string> {
  const folder = await mkdtemp(join(tmpdir(), 'manifest-test-'));
  folders.push(folder);
  return folder;
}

test('the manifest of a finished build is read', async () => {
  const build = await writeTestBuild('/base/');
  folders.push(build.dir);
  expect(await readSiteManifest(build.dir)).toEqual({ build: 'b1', baseUrl: '/base/', scriptHashes: ['sha256-AAAA='] });
});

test('R-502 a missing build is reported', async () => {
  const folder = join(await emptyFolder(), 'build');
  await expect(readSiteManifest(folder)).rejects.toThrow(new BuildMissingError(`There is no build in ${folder}. ${ADVICE}`));
});

test('R-502 a folder that is not a build is reported', async () => {
  const folder = await emptyFolder();
  await expect(readSiteManifest(folder)).rejects.toThrow(`${folder} is not a complete build: manifest.json is missing. ${ADVICE}`);
});

test('R-502 a build without its pages is reported', async () => {
  const build = await writeTestBuild();
  folders.push(build.dir);
  await unlink(join(build.siteDir, '404.html'));
  await expect(readSiteManifest(build.dir)).rejects.toThrow(`${build.dir} is not a complete build: site/404.html is missing. ${ADVICE}`);
});

test.each([
  ['not JSON {', ''],
  ['null', ''],
  ['{"baseUrl":"/","scriptHashes":[]}', ' (build: '],
  ['{"build":"1","baseUrl":"docs","scriptHashes":[]}', ' (baseUrl: must start and end with /)'],
  // With quotes, a broken build could add directives to the policy.
  [`{"build":"1","baseUrl":"/","scriptHashes":["sha256-A'; script-src *"]}`, ' (scriptHashes.0: must look like sha256-…)'],
])('an invalid manifest is reported: %s', async (text, detail) => {
  const folder = await emptyFolder();
  await mkdir(join(folder, 'site'));
  await writeFile(join(folder, 'manifest.json'), text);
  await expect(readSiteManifest(folder)).rejects.toThrow(`is not a valid manifest of a build${detail}`);
});
