/** JSX that Markdown cannot contain: elements in attributes, components that a page defines, and components with tabs or code of their own. */
import { expect, test } from 'vitest';

import { builtTree } from './build-fixture.ts';

const { result, dataOf } = builtTree('elements');
const bodyOf = (route: string): string => dataOf(route).body;
const textOf = (html: string): string => html.replace(/<[^>]*>/g, '');

test('R-605 a component that a page exports shows its elements with the properties of each use', () => {
  expect(bodyOf('/docs')).toMatch(
    /<p>A <span>red and <strong>bold<\/strong><\/span> word, <b>at most 12 jobs<\/b>, and <a href="https:\/\/example\.org\/jobs\.c" title="Source of jobs\.c"[^>]*>jobs\.c<\/a>\.<\/p>/,
  );
});

test('R-605 elements in attributes are content, or text if they are a title', () => {
  const body = bodyOf('/docs');
  expect(body.indexOf('Beside the code.')).toBeLessThan(body.indexOf('The queue of step one.'));
  expect(body).toContain('<details><summary>All of the limits</summary>');
  expect(body).toMatch(/role="tab"[^>]*>Queue one</);
});

test('R-605 a template of several lines in a component is a code block with its line breaks', () => {
  const [, block = ''] = /<figure class="code" data-language="js"[^>]*>([^]*?)<\/figure>/.exec(bodyOf('/docs')) ?? [];
  expect(textOf(block)).toBe("import { open } from 'kestrel';\n\nexport const queue = open({\n  name: `jobs`,\n});");
});

test('R-605 an export ends at a blank line outside of its template literal', () => {
  expect(textOf(bodyOf('/docs'))).not.toMatch(/kestrel close|trim/);
  expect(result().warnings).toContainEqual(expect.objectContaining({ line: 22, endLine: 26, kind: 'exports that need code are left out' }));
});

test('R-605 the id of a heading can be in escaped braces', () => {
  expect(bodyOf('/docs')).toMatch(/<h2 id="open">Open the queue</);
});

test('R-605 headings and tabs of generated pages can have indented text or the `children` attribute', () => {
  const body = bodyOf('/docs/api');
  expect(body).toMatch(/<h1>Read a &(?:lt|#x3C);job><\/h1>[^]*<h2 id="answers">Answers</);
  expect(body.match(/role="tab"[^>]*>\d+</g)).toHaveLength(2);
  expect(body).toMatch(/<p>The <em>job<\/em>\.<\/p>[^]*<td><code>id<\/code><\/td>[^]*<li>\s*<p>No job\.<\/p>\s*<p>Its id is wrong\.<\/p>/);
  expect(body).toMatch(/Write to <a href="https:\/\/example\.org"[^>]*>us<\/a>\.[^]*Or <em>call<\/em>\./);
  expect(body).not.toContain('<pre');
});

test('R-605 admonitions can have custom names and attributes in braces', () => {
  const titles = [...bodyOf('/docs/notes').matchAll(/<div class="admonition (\w+)"[^>]*><p class="admonition-title">([^<]*)</g)];
  expect(titles.map(([, kind, title]) => [kind, title])).toEqual([
    ['info', 'New feature'],
    ['info', 'Since 2.4'],
    ['note', 'Before you start'],
  ]);
});

test('R-605 metadata in `<head>` is that of the page, and other elements in it are reported', () => {
  const page = dataOf('/docs/notes');
  expect(page).toMatchObject({ title: 'Notes of Kestrel', description: 'What a queue does' });
  expect(page.body).not.toMatch(/Notes of Kestrel|What a queue does/);
  expect(result().warnings).toContainEqual(
    expect.objectContaining({
      line: 6,
      kind: 'elements of <head> are left out',
      message: expect.stringMatching(/^<link rel="canonical"> in/) as string,
    }),
  );
});

test('R-605 pages of docusaurus-plugin-openapi-docs show parameters, bodies, and responses, whose data can be in JSON files', () => {
  const body = bodyOf('/docs/operation').replaceAll(/<span class="whole">([^<]*)<\/span>/g, '$1');
  const text = textOf(body.replaceAll(/<\/?(?:li|p|ul|figure)\b[^>]*>/g, '\n'))
    .split('\n')
    .map((line) => line.trim())
    .filter((line) => line !== '');
  expect(text).toEqual([
    'Add a job',
    'POST /queues/{name}/jobs',
    ...['Path parameters', 'name string, required: The queue, such as jobs', 'Query parameters', 'wait integer, minimum 1, default 20'],
    ...['Body', 'The job', 'application/json object', 'id string, required', 'steps array of object', 'run string: A &#x3C;command>'],
    ...['Responses', '201: It waits', 'Headers', 'Place integer', 'application/json object'],
    ...['id string, required', 'end one of', 'boolean Done', 'string Failed, one of full, gone', 'A first job', '{', '"id": "a1"', '}'],
  ]);
  expect(result().warnings).toContainEqual(
    expect.objectContaining({ line: 37, message: expect.stringContaining('{...require("./missing.json")}') as string }),
  );
});

test('R-605 text after a line with only the tags of a phrase is Markdown', () => {
  expect(bodyOf('/docs/notes')).toContain('<p>A <strong>queue</strong> after a key.</p>');
});
