import { expect, test } from 'vitest';

import { INTERFACE_WORDS, wordFor } from '#model/interface-words.ts';

import { compileMarkdown } from './testing/compile-markdown.ts';

test('texts that the engine adds to a page are in the language of the page', async () => {
  const words = Object.fromEntries(INTERFACE_WORDS.map((word) => [word, `<${word}>`.replaceAll('<', '«').replaceAll('>', '»')]));
  const source = `# Title

[[toc]]

## Part

| A |
| - |
| b |

- [x] done
- [ ] to do

![](https://pictures.example.org/a.png)

<iframe src="https://www.youtube.com/embed/abc"></iframe>

<iframe src="https://frames.example.org/x"></iframe>

<audio src="https://sounds.example.org/a.ogg"></audio>

<Tabs>
<TabItem value="a">

A

</TabItem>
<TabItem value="b">

B

</TabItem>
</Tabs>
`;
  const { html } = await compileMarkdown(source, { services: { words } });
  for (const word of [
    'aria-label="«Contents»"',
    'aria-label="«Table: Part»"',
    'aria-label="«Done»"',
    'aria-label="«Not done»"',
    '>«Picture»</a>',
    '>«Watch the video on YouTube»</a>',
    '>«Open the embedded page of frames.example.org»</a>',
    '>«Listen to the recording»</a>',
    'aria-label="«Variants»"',
  ])
    expect(html).toContain(word);
});

test('a text that is the name of a property of every object has no translation', () => {
  const words = { Search: 'Suche' };
  expect(['Search', 'constructor', 'toString', '__proto__'].map((text) => wordFor(text, words))).toEqual([
    'Suche',
    'constructor',
    'toString',
    '__proto__',
  ]);
});
