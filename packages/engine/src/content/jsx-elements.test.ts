import { expect, test } from 'vitest';

import { expandElements } from './jsx-elements.ts';
import { readTemplate } from './jsx-expressions.ts';

/** Expands a page that uses `A0`, where each of the components contains the next one ten times. @returns the text of the page, and its problems */
function expandNested(components: number): { text: string; problems: string[] } {
  const problems: string[] = [];
  const statement = (level: number): string => `export const A${level} = () => <div>${`<A${level + 1} />`.repeat(10)}</div>`;
  const read = Array.from({ length: components }, (_, level) => readTemplate(statement(level)));
  const templates = new Map(read.filter((template) => template !== null));
  const lines = expandElements([{ text: '<A0 />', number: 1, kind: 'text' }], {
    templates,
    isMapped: () => false,
    scope: { constants: new Map(), frontMatter: {} },
    read: () => {
      throw new Error('The page includes no file.');
    },
    report: (_, message) => void problems.push(message),
  });
  return { text: lines.map(({ text }) => text).join('\n'), problems };
}

test('components that a page defines can contain each other', () => {
  expect(expandNested(2).text.match(/<A2 \/>/g)).toHaveLength(100);
});

test('components that contain each other cannot make a page grow exponentially', () => {
  const { text, problems } = expandNested(12);
  expect(text.length).toBeLessThan(1 << 20);
  // Uses above the limit are not expanded, so that the build reports them.
  expect(text).toContain('<A1 />');
  expect(problems).toEqual([expect.stringMatching(/^<A\d+> and the uses after it .* may add 262144 characters to it, .* on 20 levels\./)]);
});
