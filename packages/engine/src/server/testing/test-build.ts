/** Test fixture: a small, complete build on disk. */
import { mkdir, mkdtemp, rm, symlink, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { brotliCompressSync, gzipSync } from 'node:zlib';
import { ERROR_PAGE, ERROR_PARTS } from '#config/build-folder.ts';
import type { SiteManifest } from '../site-manifest.ts';

export interface TestBuild {
  /** The build's folder. */
  dir: string;
  siteDir: string;
  manifest: SiteManifest;
  bytesOf(file: string): number;
  remove(): Promise<void>;
}

/** The content of a file outside the site folder. No response may ever contain it. */
export const SECRET = 'SECRET-OUTSIDE-OF-THE-SITE';

const page = (name: string): string => `<!doctype html><title>${name}</title>${'<p>text</p>'.repeat(60)}`;

export const SITE_FILES: Record<string, string> = {
  'index.html': page('Home'),
  'index.json': '{"path":"/"}',
  'index.md': '# Home',
  '404.html': page('Not found'),
  'docs/index.html': page('Docs'),
  'docs/quickstart/index.html': page('Quickstart'),
  'docs/quickstart.json': '{"path":"/docs/quickstart"}',
  'docs/quickstart.md': '# Quickstart',
  'docs/releases/v0.10.5/index.html': page('v0.10.5'),
  'docs/größe/index.html': page('Größe'),
  'guild/index.html': page('Guild'),
  'verification.html': page('Verification'),
  'assets/entry-abc123.js': `export const text = '${'x'.repeat(2000)}';`,
  'img/logo.svg': '<svg xmlns="http://www.w3.org/2000/svg"/>',
  'img/plain.png': 'not really a picture',
  'robots.txt': 'User-agent: *',
  '.well-known/security.txt': 'Contact: mailto:security@example.org',
  '.hidden': SECRET,
  'big.bin': 'b'.repeat(700_000),
};

const COMPRESSED = ['index.html', '404.html', 'docs/quickstart/index.html', 'docs/quickstart.md', 'assets/entry-abc123.js'];

/** Writes the build to a new temporary folder. */
export async function writeTestBuild(baseUrl = '/'): Promise<TestBuild> {
  const dir = await mkdtemp(join(tmpdir(), 'server-test-'));
  const siteDir = join(dir, 'site');
  const manifest: SiteManifest = { build: 'b1', baseUrl, scriptHashes: ['sha256-AAAA='] };
  for (const [file, text] of Object.entries(SITE_FILES)) {
    await mkdir(dirname(join(siteDir, file)), { recursive: true });
    await writeFile(join(siteDir, file), text);
  }
  for (const file of COMPRESSED) {
    await writeFile(join(siteDir, `${file}.br`), brotliCompressSync(SITE_FILES[file] ?? ''));
    await writeFile(join(siteDir, `${file}.gz`), gzipSync(SITE_FILES[file] ?? ''));
  }
  await writeFile(join(dir, 'secret.txt'), SECRET);
  // A sibling folder whose name starts with the name of the site must not be served.
  await mkdir(join(dir, 'site-private'));
  await writeFile(join(dir, 'site-private', 'secret.txt'), SECRET);
  await symlink(join(dir, 'secret.txt'), join(siteDir, 'link.txt'));
  await symlink(join(dir, 'site-private'), join(siteDir, 'private'));
  await writeFile(join(dir, ERROR_PAGE), `<h1>${ERROR_PARTS.status}</h1><p>${ERROR_PARTS.message}</p>`);
  await writeFile(join(dir, 'manifest.json'), JSON.stringify(manifest));
  return {
    dir,
    siteDir,
    manifest,
    bytesOf: (file) => Buffer.byteLength(SITE_FILES[file] ?? ''),
    remove: () => rm(dir, { recursive: true, force: true }),
  };
}
