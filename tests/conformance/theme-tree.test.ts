/** Components of Docusaurus's theme, snippets, formulas, emoji and numbers of lines: rendered at build. */
import { existsSync, globSync, mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

import { afterAll, beforeAll, expect, test } from 'vitest';

import { buildSite, type BuildResult } from '@quire/engine/build/build.ts';
import { createPhases } from '@quire/engine/build/phases.ts';
import { loadConfig } from '@quire/engine/config/load.ts';
import type { PageData } from '@quire/engine/model/page.ts';

import { PROJECT_ROOT, SHARED_CACHE } from './build-fixture.ts';

const dir = mkdtempSync(join(tmpdir(), 'theme-tree-'));
let result: BuildResult;

beforeAll(async () => {
  result = await buildSite({
    config: await loadConfig(join(PROJECT_ROOT, 'tests/trees/theme/site.config.ts'), {}),
    outDir: join(dir, 'build'),
    cacheDir: SHARED_CACHE,
    phases: createPhases(null),
  });
});
afterAll(() => rmSync(dir, { recursive: true }));

const bodyOf = (route: string): string => (JSON.parse(readFileSync(join(dir, `build/site${route}.json`), 'utf8')) as PageData).body;
const textOf = (html: string): string => html.replace(/<[^>]*>/g, '');

test('R-605 nothing is reported', () => {
  expect(result.warnings).toEqual([]);
});

test('R-605 code blocks: literals, files as text, snippets with regions, numbers of lines', () => {
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

test('R-605 contents, emoji, pictures by color mode and cards', () => {
  const body = bodyOf('/docs');
  expect(body).toMatch(
    /<nav aria-label="Contents"><ul><li><a href="#[^"]*">First part 🚀<\/a><ul><li><a href="#inner-part">Inner part<\/a>/,
  );
  expect(body).toContain('A shortcode 🎉, code <code>:tada:</code>, a name urn:li:tag:gold, and no emoji :kestrel:.');
  expect(body).toMatch(
    /<picture><source type="image\/webp" srcset="[^"]*"><img class="light-only" src="\/k\/assets\/images\/day-[^>]*width="60" height="30"><\/picture><picture>.*?<img class="dark-only" src="\/k\/assets\/images\/night-/,
  );
  expect(body).toContain('<li><a href="/k/docs/code">Code of a job</a>: All that a job is</li>');
  expect(bodyOf('/docs/parts')).toContain('<ul><li><a href="/k/docs/parts/wheel">Wheel</a>: What turns.</li></ul>');
});

test('R-605 a page that is a redirect leads on, and links to it lead to its target', () => {
  expect(existsSync(join(dir, 'build/site/docs/parts/moved.json'))).toBe(false);
  expect(readFileSync(join(dir, 'build/site/docs/parts/moved/index.html'), 'utf8')).toContain('url=/k/docs/parts/wheel');
  expect(bodyOf('/docs')).toContain('<a href="/k/docs/parts/wheel">the old page</a>');
});

test('R-605 a React component of the site is rendered at build, and none of its code is published', () => {
  const body = bodyOf('/docs/chart');
  expect(body).toMatch(
    /<figure class="chart"><figcaption>Jobs a day<\/figcaption><ul><li>Monday: <meter max="30" value="12"><\/meter> 12<\/li>/,
  );
  expect(body).toContain('<p>Counted by <strong>hand</strong>.</p>');
  const scripts = globSync('build/site/assets/**/*.js', { cwd: dir }).map((file) => readFileSync(join(dir, file), 'utf8'));
  expect(scripts.filter((text) => text.includes('meter'))).toEqual([]);
});

test('R-605 formulas are MathML, on pages that have any', () => {
  expect(bodyOf('/docs/formulas')).toMatch(
    /<math alttext="L">.*<math alttext="L = \\frac\{\\lambda\}\{\\mu - \\lambda\}" display="block"/s,
  );
  expect(bodyOf('/docs/formulas')).toContain('it costs $5 or $10');
});
