/**
 * A site for Hugo, the fastest widely used generator: a minimal layout with the whole sidebar, a table of contents, and highlighted
 * code, but without search and compression. The Debian package `hugo` provides the command.
 */
import { spawnSync } from 'node:child_process';
import { globSync, mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { basename, dirname, join } from 'node:path';

const CONFIG = `baseURL = "https://docs.example.org/"
title = "Pages"
disableKinds = ["taxonomy", "term", "RSS", "sitemap"]
[markup.goldmark.renderer]
unsafe = true
[markup.highlight]
noClasses = false
`;

/** Renders the sidebar once for all pages, as a fast theme does. */
const PAGE = `<!doctype html>
<html lang="en">
<head><meta charset="utf-8"><meta name="viewport" content="width=device-width"><title>{{ .Title }}</title></head>
<body>
<nav>{{ partialCached "sidebar.html" .Site.Home }}</nav>
<main><h1>{{ .Title }}</h1>{{ .Content }}</main>
<aside>{{ .TableOfContents }}</aside>
</body>
</html>
`;

const SIDEBAR = `<ul>
{{ range .Pages }}<li>{{ if .IsNode }}<details><summary><a href="{{ .RelPermalink }}">{{ .Title }}</a></summary>{{ partial "sidebar.html" . }}</details>{{ else }}<a href="{{ .RelPermalink }}">{{ .Title }}</a>{{ end }}</li>
{{ end }}</ul>
`;

export const isHugoInstalled = (): boolean => spawnSync('hugo', ['version']).status === 0;

/** Writes the Hugo site of a corpus of Markdown files whose front matter has a title. */
export function writeHugoSite(dir: string, corpus: string): void {
  rmSync(dir, { recursive: true, force: true });
  const files: Record<string, string> = {
    'config.toml': CONFIG,
    'layouts/_default/single.html': PAGE,
    'layouts/_default/list.html': PAGE,
    'layouts/partials/sidebar.html': SIDEBAR,
  };
  for (const file of globSync('**/*.md', { cwd: corpus })) {
    // Hugo treats the other files next to an `index.md` as resources of that page, but not those next to an `_index.md`.
    const name = basename(file) === 'index.md' ? join(dirname(file), '_index.md') : file;
    files[join('content', name)] = readFileSync(join(corpus, file), 'utf8').replaceAll('{{', '{ {');
  }
  for (const [file, text] of Object.entries(files)) {
    mkdirSync(dirname(join(dir, file)), { recursive: true });
    writeFileSync(join(dir, file), text);
  }
}

/** Builds the site into an empty folder without a cache. @returns seconds @throws Error with Hugo's output if it fails */
export function buildHugo(dir: string): number {
  const out = join(dir, 'public');
  rmSync(out, { recursive: true, force: true });
  const start = performance.now();
  const { status, stdout, stderr } = spawnSync('hugo', ['--quiet', '--ignoreCache', '--destination', out], { cwd: dir, encoding: 'utf8' });
  const seconds = (performance.now() - start) / 1000;
  if (status !== 0) throw new Error(`Hugo failed:\n${stdout}${stderr}`);
  return seconds;
}
