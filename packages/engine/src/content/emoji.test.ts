import { expect, test } from 'vitest';

import { compileMarkdown } from './testing/compile-markdown.ts';

test.each([
  ['Done :tada: and :rocket:!', 'Done 🎉 and 🚀!'],
  ['**:tada:** it is', '<strong>🎉</strong> it is'],
  ['The tag urn:li:tag:gold', 'The tag urn:li:tag:gold'],
  ['From 10:date:12 on, a :kestrel: and a::tada::b', 'From 10:date:12 on, a :kestrel: and a::tada::b'],
  ['Write `:tada:`', 'Write <code>:tada:</code>'],
])('%j', async (markdown, html) => {
  expect((await compileMarkdown(`${markdown}\n`)).html).toContain(`<p>${html}</p>`);
});

test('emoji are part of a heading but not of its id', async () => {
  const { html, headings } = await compileMarkdown('## Start :rocket:\n');
  expect(html).toContain('>Start 🚀<');
  expect(headings).toMatchObject([{ text: 'Start 🚀', id: 'start-' }]);
});
