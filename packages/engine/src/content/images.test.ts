import type { Element, Root } from 'hast';
import { expect, test } from 'vitest';

import { inlineDiagram } from './images.ts';

/** @returns the `<svg>` that takes the place of an image, and what was reported */
function inline(svg: string): { size: unknown; problems: string[] } {
  const image: Element = { type: 'element', tagName: 'img', properties: { alt: 'A box' }, children: [] };
  const root: Root = { type: 'root', children: [image] };
  const problems: string[] = [];
  inlineDiagram(image, root, svg, (message) => problems.push(message));
  const figure = root.children[0] as Element;
  const drawing = figure.children[0] as Element | undefined;
  return { size: drawing && [drawing.properties['viewBox'], drawing.properties['width'], drawing.properties['height']], problems };
}

test.each([
  ['viewBox="0 0 40 20"', ['0 0 40 20', 40, 20]],
  ['width="40" height="20"', ['0 0 40 20', 40, 20]],
  ['width="40.5px" height="20px"', ['0 0 40.5 20', 40.5, 20]],
  ['viewBox="0 0 4 2" width="100%" height="20"', ['0 0 4 2', 4, 2]],
])('R-605 the size of a drawing with %s is known', (attributes, size) => {
  expect(inline(`<svg xmlns="http://www.w3.org/2000/svg" ${attributes}><rect/></svg>`)).toEqual({ size, problems: [] });
});

test.each(['', 'width="40"', 'width="100%" height="100%"'])('a drawing without a size is reported: %j', (attributes) => {
  expect(inline(`<svg ${attributes}><rect/></svg>`).problems).toEqual([
    'the <svg> has no viewBox, so its size is unknown: add viewBox="0 0 WIDTH HEIGHT"',
  ]);
});
