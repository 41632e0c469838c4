import type { Element, Root } from 'hast';
import { expect, test } from 'vitest';

import type { CompileServices } from './document.ts';
import { inlineDiagram } from './images.ts';

const services = { words: { 'Enlarge the picture': 'Vergrößern' } } as unknown as CompileServices;

/** @returns the figure that takes the place of an image, the size of its drawing, and what was reported */
function inline(svg: string): { figure: Element; size: unknown; problems: string[] } {
  const image: Element = { type: 'element', tagName: 'img', properties: { alt: 'A box' }, children: [] };
  const root: Root = { type: 'root', children: [image] };
  const problems: string[] = [];
  inlineDiagram(image, root, svg, { services }, (message) => problems.push(message));
  const figure = root.children[0] as Element;
  const drawing = figure.children[0] as Element | undefined;
  return { figure, size: drawing && [drawing.properties['viewBox'], drawing.properties['width'], drawing.properties['height']], problems };
}

test.each([
  ['viewBox="0 0 40 20"', ['0 0 40 20', 40, 20]],
  ['width="40" height="20"', ['0 0 40 20', 40, 20]],
  ['width="40.5px" height="20px"', ['0 0 40.5 20', 40.5, 20]],
  ['viewBox="0 0 4 2" width="100%" height="20"', ['0 0 4 2', 4, 2]],
  ['viewBox="0 0 512 256" width="24px" height="12px"', ['0 0 512 256', 24, 12]],
])('R-605 the size of a drawing with %s is known', (attributes, size) => {
  expect(inline(`<svg xmlns="http://www.w3.org/2000/svg" ${attributes}><rect/></svg>`)).toMatchObject({ size, problems: [] });
});

test.each(['', 'width="40"', 'width="100%" height="100%"'])('a drawing without a size is reported: %j', (attributes) => {
  expect(inline(`<svg ${attributes}><rect/></svg>`).problems).toEqual([
    'the <svg> has no viewBox, so its size is unknown: add viewBox="0 0 WIDTH HEIGHT"',
  ]);
});

const children = ({ figure }: { figure: Element }): Element[] => figure.children as Element[];

test('R-605 an icon keeps its size, without a frame and a button', () => {
  const { figure } = inline('<svg viewBox="0 0 512 512" width="24"><path d="M0 0h512"/></svg>');
  expect(figure).toMatchObject({
    properties: { className: ['diagram-small'] },
    children: [{ tagName: 'svg', properties: { width: 24, height: 24 } }],
  });
  expect(figure.children).toHaveLength(1);
});

test('a diagram has a button that enlarges it, in the language of the page', () => {
  const [drawing, button] = children(inline('<svg viewBox="0 0 740 200"><rect/></svg>'));
  expect(drawing?.tagName).toBe('svg');
  expect(button).toMatchObject({ tagName: 'button', children: [{ value: 'Vergrößern' }] });
});

test('the symbol "narrow" becomes a drawing of its own, with the same name and with ids that differ, and nothing needs to be enlarged', () => {
  const marker = '<defs><marker id="arrow"/></defs><path marker-end="url(#arrow)"/>';
  const [wide, narrow, ...others] = children(
    inline(`<svg viewBox="0 0 740 200">${marker}<symbol id="narrow" viewBox="0 0 360 400">${marker}</symbol></svg>`),
  );
  expect(others).toEqual([]);
  expect(JSON.stringify(wide)).not.toContain('symbol');
  expect(narrow).toMatchObject({
    tagName: 'svg',
    properties: { className: ['diagram-narrow'], viewBox: '0 0 360 400', width: 360, height: 400, role: 'img', ariaLabel: 'A box' },
  });
  const [wideIds, narrowIds] = [wide, narrow].map((drawing) => new Set(JSON.stringify(drawing).match(/d[\da-z]+-arrow/g)));
  expect([wideIds?.size, narrowIds?.size]).toEqual([1, 1]);
  expect(wideIds).not.toEqual(narrowIds);
});

test('a drawing for narrow screens without a size is reported', () => {
  expect(inline('<svg viewBox="0 0 740 200"><symbol id="narrow"><rect/></symbol></svg>').problems).toEqual([
    'the <symbol> has no viewBox, so its size is unknown: add viewBox="0 0 WIDTH HEIGHT"',
  ]);
});
