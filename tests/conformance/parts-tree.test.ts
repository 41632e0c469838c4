/** Pages that include files: each problem names the file and the line where its cause is. */
import { expect, test } from 'vitest';

import { builtTree } from './build-fixture.ts';

const { result, dataOf } = builtTree('parts');
const DOCS = 'tests/trees/parts/docs';

test('R-605 a problem in an included file names that file and its own line', () => {
  const found = result().warnings.map(({ file, line, message }) => `${file.replace(`${DOCS}/`, '')}:${line}: ${message}`);
  for (const [index, start] of [
    'guides/queue.mdx:16: there is no component <Unknown>',
    'shared/_limits.mdx:15: there is no component <Missing>',
    'shared/_limits.mdx:17: link "broken link" to "/nowhere"',
    'shared/_loop.mdx:5: <Again/> imports "../shared/_loop.mdx": includes are nested deeper than 5 levels',
    'shared/_notes.md:3: there is no component <Never>',
    'shared/deep/_links.mdx:7: link to "#missing-part"',
    'shared/deep/_sizes.mdx:3: the expression {compute()}',
    'shared/deep/_sizes.mdx:5: there is no component <Late>',
  ].entries())
    expect(found.toSorted()[index]).toContain(start);
  expect(found).toHaveLength(8);
});

test('R-605 paths in an included file start at that file, and the page can use its values', () => {
  const { body } = dataOf('/docs/guides/queue');
  expect(body).toContain('A queue has 12 places, and version 2.4 of the sizes.');
  expect(body).toContain('The page uses a value of the included file: 12.');
  expect(body).toContain('A size is a number.');
  expect(body.match(/One turn\./g)).toHaveLength(5);
});

test('R-605 relative paths of links and pictures in an included file start at that file', () => {
  const { body } = dataOf('/docs/guides/links');
  expect(body).toMatch(/<a href="\/docs\/guides\/queue">The queue<\/a>, <a href="\/docs\/guides\/queue">its page/);
  expect(body).toMatch(/<a href="\/[^"]*sizes[^"]*-json\.txt" download="[^"]*sizes[^"]*\.json">numbers<\/a>/);
  expect(body).toContain('<code>[code](./styled.svg)</code>');
});

test('R-605 a drawing with styles of its own stays a file, because a page would lose them', () => {
  expect(dataOf('/docs/guides/links').body).toMatch(/<img [^>]*src="[^"]*styled[^"]*\.svg"/);
});
