import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

import { afterAll, expect, test } from 'vitest';

import type { CompileServices } from './document.ts';
import { compileMarkdown, messages } from './testing/compile-markdown.ts';

const dir = mkdtempSync(join(tmpdir(), 'picture-size-'));
afterAll(() => rmSync(dir, { recursive: true }));
writeFileSync(join(dir, 'lamp.svg'), '<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 64 32"><path d="M0 0h64v32z"/></svg>');

/** A stub in which every file exists. Pictures have 600 × 300 pixels. */
const services: Partial<CompileServices> = {
  resolveTarget: (target) => ({ kind: 'file', asset: { absolute: join(dir, target), path: `/assets/${target}` }, rest: '' }),
  image: async () => ({ src: '/assets/a.png', srcset: null, sizes: null, width: 600, height: 300, alternatives: [], assets: [] }),
};

/** Returns the size attributes of each picture, and the reported messages. */
async function sizesOf(markdown: string, source = 'guides/page.mdx'): Promise<{ sizes: string[]; problems: string[] }> {
  const page = await compileMarkdown(markdown, { source, services });
  const images = page.html.match(/<img[^>]*>/g) ?? [];
  return {
    sizes: images.map(
      (image) =>
        image
          .match(/(?:width|height)="[^"]*"/g)
          ?.toSorted()
          .toReversed()
          .join(' ') ?? '',
    ),
    problems: messages(page),
  };
}

test.each([
  ['![A lamp](a.png)', 'width="600" height="300"'],
  ['<img src="a.png" alt="A lamp" width="300">', 'width="300" height="150"'],
  ['<img src="a.png" alt="A lamp" width={300} />', 'width="300" height="150"'],
  ['<img src="a.png" alt="A lamp" width="300px" height="40"/>', 'width="300" height="150"'],
  ['<img src="a.png" alt="A lamp" height="30"/>', 'width="60" height="30"'],
  ['<img src="a.png" alt="A lamp" width="50%" height="40"/>', 'width="50%"'],
  ['<img src="a.png" alt="A lamp" width="auto"/>', 'width="600" height="300"'],
  ['<img src="a.png" alt="A lamp" style="width: 50%">', 'width="50%"'],
  ['<img src="a.png" alt="A lamp" style={{width: 300}} />', 'width="300" height="150"'],
  ["<img src={'a.png'} alt='A lamp' style={{ width: '100%', maxWidth: '20rem' }} />", 'width="320" height="160"'],
  ['<img src="a.png" alt="A lamp" style={{ maxWidth: 900, height: "auto" }} />', 'width="600" height="300"'],
  ['<IdealImage img={"a.png"} alt="A lamp" style={{ width: 300 }} />', 'width="300" height="150"'],
  ['<Image src="a.png" alt="A lamp" width={300} height={150} />', 'width="300" height="150"'],
  ['<img src="lamp.svg" alt="A lamp" width="32" />', 'width="32" height="16"'],
])('R-605 a picture has the size that its author set: %s', async (markdown, size) => {
  expect(await sizesOf(`${markdown}\n`)).toEqual({ sizes: [size], problems: [] });
});

test('R-605 both pictures of <ThemedImage> have the size of the component', async () => {
  const source = '<ThemedImage alt="A lamp" width="300" sources={{ light: "a.png", dark: "b.png" }} />\n';
  expect(await sizesOf(source)).toEqual({ sizes: Array(2).fill('width="300" height="150"'), problems: [] });
});

test.each(['{width=300}', '{ width="300px" }', '{: width=300 height=9 }'])('R-605 a size can follow a picture: %s', async (written) => {
  const page = await compileMarkdown(`A ![lamp](a.png)${written} here {width=1}\n`, { services });
  expect(page.html).toMatch(/<img[^>]* width="300"[^>]* height="150"/);
  expect(page.html.replace(/<[^>]*>/g, '')).toContain('A  here {width=1}');
});

test('other styles are reported, and the size is kept', async () => {
  const { sizes, problems } = await sizesOf('<img src="a.png" alt="A lamp" style={{ width: 300, border: "1px solid" }} />\n');
  expect(sizes).toEqual(['width="300" height="150"']);
  expect(problems).toEqual(["1: the attribute style of <img> is left out, because only the site's stylesheets define the design of pages"]);
});
