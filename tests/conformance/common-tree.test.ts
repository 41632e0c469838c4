/** Components that several engines have in common, and files whose name or markup other engines read in their own way. */
import { expect, test } from 'vitest';

import { builtTree } from './build-fixture.ts';

const { result, read, dataOf } = builtTree('common');
const withoutSpace = (html: string): string => html.replace(/\n\s*/g, '').replace(/<a class="anchor"[^>]*><\/a>/g, '');

test('R-605 only components that show nothing or need code are reported', () => {
  expect(result().warnings.map(({ file, line, kind }) => [file, line, kind])).toEqual([
    ['tests/trees/common/docs/index.mdx', 16, 'components show nothing'],
    ['tests/trees/common/docs/index.mdx', 72, 'components show nothing'],
  ]);
});

test('R-605 callouts, cards, steps, accordions, files and fields need no component map', () => {
  const body = withoutSpace(dataOf('/docs').body);
  for (const part of [
    '<div class="admonition warning" role="note"><p class="admonition-title">Before you start</p><p>A queue needs a disk.</p></div>',
    '<div class="admonition warning" role="note"><p class="admonition-title">Caution</p><p>The queue of the old release is not read.</p></div>',
    '<div><p class="component-title"><a href="/docs/jobs">Jobs</a></p><p>What a job is.</p></div>',
    '<p class="component-title"><a href="/docs/queues">Queues</a></p><p>Where jobs wait.</p>',
    '<p class="component-title">Install it</p><p>Run the installer.</p>',
    '<h3 id="start-it">Start it</h3><p>Run <code>kestrel start</code>.</p>',
    '<details><summary><p>Set up your editor</p></summary><p>Install the plugin.</p></details>',
    '<details><summary>Where are the logs?</summary><p>In the folder of the queue.</p></details>',
    '<ul><li><code>queue</code><ul><li><code>jobs.log</code></li></ul></li></ul><ul><li>kestrel.yml</li></ul>',
    '<p><code>retries</code>: number, required, default 3</p><p>How often a job is started.</p>',
    '<ul><li><code>timeout</code> <code>number</code>: Seconds until a job is stopped</li></ul>',
    'The state <span><span class="component-title">waiting</span></span> is <abbr title="after a restart too">kept</abbr>.',
    '<p>Servers keep their queues.</p>',
    '>Watch the video on YouTube: A queue at work</a>',
  ])
    expect(body).toContain(part);
  expect(body).toMatch(/<a href="\/docs\/types"><p>\s*Types of jobs<\/p><\/a>/);
});

test('R-605 the components of cards are links in the Markdown version', () => {
  expect(read('/docs.md')).toContain('[Jobs](/docs/jobs)');
  expect(read('/docs.md')).toContain('[Queues](/docs/queues): Where jobs wait.');
});

test('R-605 a file with the name of its folder is the page of the folder', () => {
  const jobs = dataOf('/docs/jobs');
  expect(jobs.body).toMatch(/href="\/docs\/jobs\/limits#size"[^]*href="\/docs\/types"/);
  expect(dataOf('/docs/jobs/limits').body.match(/href="\/docs\/jobs"/g)).toHaveLength(2);
  expect(JSON.parse(read(String(jobs.sidebar)))).toContainEqual(
    expect.objectContaining({ type: 'category', label: 'Jobs', path: '/docs/jobs', items: [expect.objectContaining({ label: 'Limits' })] }),
  );
});

test('R-605 types in prose, values of the front matter, and labels of code blocks are rendered', () => {
  const { body } = dataOf('/docs/queues');
  expect(body).toContain('About Queues');
  expect(body).toContain('returns Promise&#x3C;Job>, and a list of them is an Array&#x3C;Job>.');
  expect(body).toMatch(/<div class="admonition tip" role="note">/);
  expect(body.match(/<figcaption>(?:npm|pnpm)<\/figcaption>/g)).toHaveLength(2);
});

test('R-605 a template in an attribute may contain imports and exports, and a fence ends with any indentation', () => {
  const body = withoutSpace(dataOf('/docs/types').body);
  expect(body).toMatch(
    /^<header><h1>Types<\/h1><\/header><div><p class="component-title">definition<\/p><figure[^]*export default[^]*<\/figure><p>The type of a job\.<\/p><\/div><ol><li>Write a job:/,
  );
  expect(body).toMatch(/data-lines="1"[^]*<p>Then start it\.<\/p>$/);
});
