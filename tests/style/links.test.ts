/** The text of another page links to every page, so that it can be found without the sidebar. */
import { globSync, readFileSync } from 'node:fs';
import { join, posix } from 'node:path';

import { expect, test } from 'vitest';

import { readPages, ROOT } from './pages.ts';

const DOCS = 'website/content/docs';

/** Returns the files that a page links to, without fragments. */
const linkedFiles = (file: string, text: string): string[] =>
  [...text.matchAll(/\]\(\s*<?([^)\s>#]+\.md)/g)]
    .map(([, target = '']) => posix.join(posix.dirname(file), target))
    .filter((target) => target !== file);

/** Returns the files that generated pages link to. Links in the catalog are relative to pages at several depths. */
const linkedByCatalog = (): string[] =>
  globSync('website/catalog/**/*.{md,yaml,graphql}', { cwd: ROOT }).flatMap((file) =>
    [...readFileSync(join(ROOT, file), 'utf8').matchAll(/(?:\]\(|page: *)(?:\.{1,2}\/)*([\w./-]+\.md)/g)].map(
      ([, target = '']) => `${DOCS}/${target}`,
    ),
  );

test('another page links to every written page', () => {
  const pages = readPages();
  const written = pages.flatMap(({ file, lines }) => linkedFiles(file, lines.map(({ text }) => text).join('\n')));
  const linked = new Set([...written, ...linkedByCatalog()]);
  const unlinked = pages.map(({ file }) => file).filter((file) => !linked.has(file) && file !== `${DOCS}/index.md`);
  expect(unlinked, 'Link to these pages where a reader needs them.').toEqual([]);
});

test('links from a page to itself do not count', () => {
  expect(linkedFiles('a/b.md', '[B](./b.md#x) and [C](../c.md)')).toEqual(['c.md']);
});
