/** Components of the Docusaurus theme, snippets, formulas, emoji, and line numbers, which the build renders. */
import { existsSync, globSync, readFileSync } from 'node:fs';
import { join } from 'node:path';

import { expect, test } from 'vitest';

import { builtTree } from './build-fixture.ts';

const { dir, result, read, dataOf } = builtTree('theme');
const bodyOf = (route: string): string => dataOf(route).body;
const textOf = (html: string): string => html.replace(/<[^>]*>/g, '');

test('R-605 only a key that no engine knows and controls without code are reported', () => {
  expect(result().warnings.map(({ line, message }) => `${line}: ${message}`)).toEqual([
    '3: front matter has no key "audience", so it has no effect',
    '14: <Counter> shows <button>, <input>, which does nothing, because the code of components does not run in the browser: show text or a link instead',
  ]);
  expect(bodyOf('/docs/chart')).toContain('Jobs: 0');
});

test('R-605 properties of included files, imported data, custom front matter keys, and translatable texts are resolved', () => {
  const body = bodyOf('/docs/data');
  expect(body).toContain('<p>Welcome to the queue of ana, which has 12 places.</p>');
  expect(body).toContain('<p>For operators of release 2.4 on macOS: go on.</p>');
  expect(body).toMatch(/<b>Only in browsers<\/b>[^]*<i>On one line<\/i>/);
  expect(textOf(body)).not.toMatch(/[{}()]|=>/);
});

test('R-605 code blocks can contain literals, files, and snippets with regions, and have line numbers', () => {
  const blocks = bodyOf('/docs/code')
    .split('<figure')
    .slice(1)
    .map((html) => [/data-lines="([^"]*)"/.exec(html)?.[1]?.split('\n') ?? [], textOf(`<${html}`).trim()]);
  expect(blocks.map(([numbers]) => numbers)).toEqual([['1', '2', '3'], [], [], ['41', '42'], ['1'], [], ['1', '2', '3', '4', '5']]);
  expect(blocks[0]?.[1]).toBe("queue.jsconst queue = open('jobs');\n\nqueue.close();");
  expect(blocks[1]?.[1]).toContain("return 'done';");
  expect(blocks[2]?.[1]).toBe('kestrel start --now');
  expect(blocks[5]?.[1]).toBe("export function run() {\n  return 'done';\n}");
});

test('R-605 tables of contents, emoji, pictures for each color mode, and cards are rendered', () => {
  const body = bodyOf('/docs');
  expect(body).toMatch(
    /<nav aria-label="Contents"><ul><li><a href="#[^"]*">First part 🚀<\/a><ul><li><a href="#inner-part">Inner part<\/a>/,
  );
  expect(body).toContain('A shortcode 🎉, code <code>:tada:</code>, a name urn:li:tag:gold, and no emoji :kestrel:.');
  expect(body).toMatch(
    /<picture><source type="image\/webp" srcset="[^"]*"><img class="light-only" src="\/k\/assets\/images\/day-[^>]*width="60" height="30"><\/picture><picture>.*?<img class="dark-only" src="\/k\/assets\/images\/night-/,
  );
  expect(body).toContain('<li><a href="/k/docs/code">Code of a job</a>: All that a job is</li>');
  expect(bodyOf('/docs/parts')).toContain(
    '<ul><li><a href="/k/docs/parts/gears/large">Gears</a>: 2 items</li><li><a href="/k/docs/parts/wheel">Wheel</a>: What turns.</li></ul>',
  );
  expect(bodyOf('/docs/category/drives')).toMatch(/Belts slip\.[^]*Chains<\/a><\/td>\s*<td[^>]*>1 item</);
});

test('R-605 a redirect page leads to its target, and so do links to it', () => {
  expect(existsSync(join(dir, 'build/site/docs/parts/moved.json'))).toBe(false);
  expect(read('docs/parts/moved/index.html')).toContain('url=/k/docs/parts/wheel');
  expect(bodyOf('/docs')).toContain('<a href="/k/docs/parts/wheel">the old page</a>');
});

test('R-605 a React component of the site is rendered by the build, and its code is not published', () => {
  const body = bodyOf('/docs/chart');
  expect(body).toMatch(
    /<figure class="chart"><figcaption>Jobs a day<\/figcaption><ul><li>Monday: <meter max="30" value="12"><\/meter> 12<\/li>/,
  );
  expect(body).toContain('<p>Counted by <strong>hand</strong>.</p>');
  const scripts = globSync('build/site/assets/**/*.js', { cwd: dir }).map((file) => readFileSync(join(dir, file), 'utf8'));
  expect(scripts.filter((text) => text.includes('meter'))).toEqual([]);
});

test('R-605 formulas are rendered as MathML on pages with formulas', () => {
  expect(bodyOf('/docs/formulas')).toMatch(
    /<math alttext="L">.*<math alttext="L = \\frac\{\\lambda\}\{\\mu - \\lambda\}" display="block"/s,
  );
  expect(bodyOf('/docs/formulas')).toContain('it costs $5 or $10');
});
