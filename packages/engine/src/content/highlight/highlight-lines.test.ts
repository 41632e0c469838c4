import fc from 'fast-check';
import { createCssVariablesTheme, createHighlighterCore } from 'shiki/core';
import { bundledLanguages } from 'shiki/langs';
import { beforeAll, describe, expect, test } from 'vitest';

import { createExpressionEngine } from './expression-engine.ts';
import { createLineHighlighter } from './highlight-lines.ts';
import type { ColoredText } from './highlight-lines.ts';

const LANGUAGES = ['python', 'yaml', 'shellscript', 'markdown', 'json', 'graphql'] as const;
const theme = createCssVariablesTheme({ name: 'site', variablePrefix: '--tk-', variableDefaults: {} });
/** Each letter with its colour; how letters are put together does not count, and space has no colour. */
const render = (pieces: readonly ColoredText[]): string =>
  pieces.flatMap(({ text, color }) => [...text].map((letter) => (letter.trim() === '' ? letter : `${letter}${color}`))).join('');

let shiki: Awaited<ReturnType<typeof createHighlighterCore>>;
beforeAll(async () => {
  const langs = LANGUAGES.map((name) => bundledLanguages[name]);
  shiki = await createHighlighterCore({ themes: [theme], langs, engine: createExpressionEngine() });
});

const whole = (code: string, lang: string): string[] =>
  shiki
    .codeToTokensBase(code, { lang, theme: 'site' })
    .map((tokens) => render(tokens.map(({ content, color = '' }) => ({ text: content, color }))));

/** Lines that open something, go on with it or close it, and mean something else outside of it. */
const LINES: Readonly<Record<(typeof LANGUAGES)[number], string[]>> = {
  python: ['"""', 'import a', 'def f(x):', '    return """', "'''", 'x = [', '  1,', ']', '# no', 'f(', ')', '\\', ''],
  yaml: ['a: |', '  import x', 'b: >-', '- "open', '  close"', '# no', 'c: {', '}', 'd: 1', '---', ''],
  shellscript: ['cat <<EOF', 'EOF', 'echo "a', 'b"', "echo 'a", "'", 'if x; then', 'fi', '# no', '$(', ')', '\\', ''],
  markdown: ['```python', '```', 'import a', '# Title', '- item', '> quote', '    code', '<!--', '-->', '---', ''],
  json: ['{', '}', '[', ']', '"a": 1,', '"b": "', '"', 'true', ''],
  graphql: ['{', '}', 'query A {', 'a(b: 1) {', '"""', 'type X {', '# no', 'f: String!', ''],
};

describe('lines that are read once are as they are in their block', () => {
  test.each(LANGUAGES)('%s', (lang) => {
    const read = createLineHighlighter(shiki, 'site', render);
    fc.assert(
      fc.property(fc.array(fc.constantFrom(...LINES[lang]), { minLength: 1, maxLength: 12 }), (lines) => {
        const code = lines.join('\n');
        expect(read(code, lang)).toEqual(whole(code, lang));
      }),
      { numRuns: 150 },
    );
  });
});

test('more lines than are kept make no difference', () => {
  const read = createLineHighlighter(shiki, 'site', render, 3);
  const code = 'a: |\n  x\n  y\nb: 1\nc: "\n  d"\ne: 2\r\nf: 3';
  expect(read(code, 'yaml')).toEqual(whole(code, 'yaml'));
  expect(read(code, 'yaml')).toEqual(whole(code, 'yaml'));
});

test('a line of more than 5,000 letters stays plain, and the next is read as if it were not there', () => {
  const read = createLineHighlighter(shiki, 'site', render);
  const long = 'x'.repeat(5001);
  expect(read(`"a\n${long}\nb" c`, 'shellscript')).toEqual(read('"a\nb" c', 'shellscript').toSpliced(1, 0, long));
  expect(read('x'.repeat(5000), 'shellscript')).toEqual(whole('x'.repeat(5000), 'shellscript'));
});
