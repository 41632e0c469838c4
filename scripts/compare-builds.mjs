/* Compares two built sites: `node scripts/compare-builds.mjs BEFORE AFTER [--list N]`.
   The script ignores content hashes in names of assets and the build id, so that it reports only differences that a reader could notice.
   It lists lost anchors first, because links on other sites lead to them. The exit status is 1 if anything differs. */
import { readdirSync, readFileSync, statSync } from 'node:fs';
import { join } from 'node:path';

const [before, after, , limit = '20'] = process.argv.slice(2);
if (before === undefined || after === undefined) {
  console.error('Usage: node scripts/compare-builds.mjs BEFORE AFTER [--list N]');
  process.exit(2);
}

const TEXT = /\.(html|json|md|txt|xml|js|css|svg)$/;

/** Replaces the content hashes in names of assets, and the build id, with placeholders. */
function normalize(text) {
  return text
    .replace(/(assets\/[\w.-]+?)-[\w-]{8,10}\.(js|css|woff2|bin|svg)/g, '$1-HASH.$2')
    .replace(/(sidebar\/)[\w-]{8,}(\.json)/g, '$1HASH$2')
    .replace(/"build":"[0-9a-f]{12}"/g, '"build":"ID"');
}

/** Yields the paths of all files below a folder, except for compressed copies. */
function* filesIn(dir, below = '') {
  for (const name of readdirSync(join(dir, below)).sort()) {
    const path = below === '' ? name : `${below}/${name}`;
    if (statSync(join(dir, path)).isDirectory()) yield* filesIn(dir, path);
    else if (!/\.(br|gz)$/.test(name)) yield path;
  }
}

/** Returns the site's files by normalized path. */
function readSite(dir) {
  return new Map([...filesIn(dir)].map((path) => [normalize(path), join(dir, path)]));
}

const contentOf = (file) => (TEXT.test(file) ? normalize(readFileSync(file, 'utf8')) : readFileSync(file, 'latin1'));

const [old, now] = [readSite(before), readSite(after)];
const removed = [...old.keys()].filter((path) => !now.has(path));
const added = [...now.keys()].filter((path) => !old.has(path));
const changed = [...old].filter(([path, file]) => now.has(path) && contentOf(file) !== contentOf(now.get(path)));

/** Returns the anchors of a page, without the ids inside of drawings. */
const anchorsIn = (html) => new Set([...html.replaceAll(/<svg[\s\S]*?<\/svg>/g, '').matchAll(/\sid="([^"]+)"/g)].map(([, id]) => id));
let lost = 0;
for (const [path] of changed.filter(([name]) => name.endsWith('/index.html'))) {
  const kept = anchorsIn(contentOf(now.get(path)));
  const gone = [...anchorsIn(contentOf(old.get(path)))].filter((id) => !kept.has(id));
  lost += gone.length;
  if (gone.length > 0) console.log(`anchors  ${path}: ${gone.join(' ')}`);
}

for (const path of removed.slice(0, Number(limit))) console.log(`removed  ${path}`);
for (const path of added.slice(0, Number(limit))) console.log(`added    ${path}`);
for (const [path, file] of changed.slice(0, Number(limit))) {
  const [a, b] = [contentOf(file), contentOf(now.get(path))];
  let at = 0;
  while (a[at] === b[at]) at += 1;
  console.log(
    `changed  ${path}\n  - ${JSON.stringify(a.slice(Math.max(0, at - 60), at + 100))}\n  + ${JSON.stringify(b.slice(Math.max(0, at - 60), at + 100))}`,
  );
}
console.log(
  `${old.size} files before, ${now.size} after: ${removed.length} removed, ${added.length} added, ${changed.length} changed, ${lost} anchors lost`,
);
process.exitCode = removed.length + added.length + changed.length > 0 ? 1 : 0;
