import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

import type { Element, Root } from 'hast';
import rehypeParse from 'rehype-parse';
import { unified } from 'unified';
import { expect, onTestFinished, test } from 'vitest';

import type { CompileServices } from './document.ts';
import { visitElements } from './html-tree.ts';
import { inlineDiagram } from './svg.ts';
import { compileMarkdown, messages, type ReadPage } from './testing/compile-markdown.ts';

const SVG = '<svg xmlns="http://www.w3.org/2000/svg" xmlns:xlink="http://www.w3.org/1999/xlink" viewBox="0 0 9 9">';

async function compileWith(svg: string, page = '![A drawing](./a.svg)'): Promise<ReadPage> {
  const root = mkdtempSync(join(tmpdir(), 'svg-'));
  onTestFinished(() => rmSync(root, { recursive: true }));
  writeFileSync(join(root, 'a.svg'), svg);
  return compileMarkdown(page, { root, source: 'page.md' });
}

test.each([
  '<desc><math xmlns="http://www.inkscape.org/ns"><title><g id="&lt;/title>&lt;img src=x onerror=alert(1)>">t</g></title></math></desc>',
  '<desc><title><g id="&lt;/title>&lt;img src=x onerror=alert(1)>">t</g></title></desc>',
  '<title>&lt;/title>&lt;img src=x onerror=alert(1)></title>',
])('%s in a page does not become HTML for a browser', async (content) => {
  const { html } = await compileWith(`${SVG}${content}<rect width="1" height="1"/></svg>`);
  const found: string[] = [];
  visitElements(unified().use(rehypeParse, { fragment: true }).parse(html) as Root, ({ tagName }) => void found.push(tagName));
  expect(html).toContain('<rect');
  expect(found).not.toContain('img');
});

test('of a drawing that would load files of other sites, a page shows a picture', async () => {
  const paint = 'fill="url(https://evil.example/a)" stroke="u\\72l(//evil.example/b)" marker-end="url( \'http://evil.example/c\')"';
  const uses = '<use href="https://evil.example/d#x"/><use href="data:image/svg+xml,evil#x"/><image href="//evil.example/e.png"/>';
  const { html, assets } = await compileWith(`${SVG}<rect id="a" ${paint}/>${uses}</svg>`);
  expect(html).toMatch(/<img src="\/assets\/images\/drawing-\w+\.svg"/);
  expect(readFileSync(assets[0]?.absolute ?? '', 'utf8')).toMatch(
    /^<svg [^<>]*><image [^<>]*href="data:image\/webp;base64,[^"]*"\/><\/svg>$/,
  );
});

test.each([
  '<!-->HIDDEN-->',
  '<?x >HIDDEN?>',
  '<g xmlns="http://foo/">HIDDEN</g>',
  '<g id=">" xmlns="http://foo/">HIDDEN</g>',
  '<x:g xmlns:x="http://foo/">HIDDEN</x:g>',
  '<metadata>HIDDEN</metadata>',
  '<stop>HIDDEN</stop>',
  '<x:é xmlns:x="urn:x">HIDDEN</x:é>',
  '<defs>HIDDEN</defs>',
  '<symbol>HIDDEN</symbol>',
  '<desc><![CDATA[<!--]]></desc><metadata>HIDDEN</metadata>',
])('shapes that a browser does not draw in a file, %s, do not become part of a page', async (hidden) => {
  const { html } = await compileWith(`${SVG}${hidden.replace('HIDDEN', '<path d="M1 2"/>')}<rect width="1" height="1"/></svg>`);
  expect(html).toMatch(/<img src=|<rect/);
  expect(html).not.toContain('M1 2');
});

test('what a drawing passes on to its shapes stays when it becomes part of a page', async () => {
  const root = SVG.replace('<svg ', '<svg id="r" fill="none" stroke="currentColor" x="9" ');
  const { html } = await compileWith(`${root}<path d="M0 0"/></svg>`);
  expect(html).toMatch(/<svg [^<>]*fill="none"[^<>]*>/);
  expect(html).toMatch(/<svg [^<>]*stroke="currentColor"[^<>]*>/);
  expect(html).not.toMatch(/<svg [^<>]* x="9"/);
});

test('a drawing whose first element has a transform, which would move it over other parts of a page, stays a file', async () => {
  const { html } = await compileWith(`${SVG.replace('<svg ', '<svg transform="scale(40)" ')}<rect width="1" height="1"/></svg>`);
  expect(html).toMatch(/<img src=/);
  expect(html).not.toContain('<svg');
});

test('only a symbol becomes the drawing for narrow screens', async () => {
  const { html } = await compileWith(`${SVG}<defs id="narrow" viewBox="0 0 1 1"><path d="M0 0"/></defs><rect width="1" height="1"/></svg>`);
  expect(html).not.toContain('diagram-narrow');
});

test('a document type that HTML ends earlier than XML is not published unchanged', async () => {
  const { html } = await compileWith(
    `<!DOCTYPE svg SYSTEM '><svg viewBox="0 0 9 9"><path d="M1 2"/></svg>'>${SVG}<rect width="1" height="1"/></svg>`,
  );
  expect(html).not.toContain('M1 2');
});

test('character data of a drawing stays text', async () => {
  const { html } = await compileWith(`${SVG}<desc><![CDATA[${'<!--<?'.repeat(9)}]]></desc><rect width="1" height="1"/></svg>`);
  expect(html).toContain(`<desc>${'&#x3C;!--&#x3C;?'.repeat(9)}</desc><rect`);
});

test('an id that a drawing references is unique on its page', async () => {
  const svg = `${SVG}<marker id="a"/><path marker-end="url('#a')" transform="rotate(1)" d="M0 0"/></svg>`;
  const { html } = await compileWith(svg, '![A drawing](./a.svg)\n\n![A drawing](./a.svg)');
  for (const number of [1, 2])
    expect(html).toContain(
      `<marker id="d${number}-a"></marker><path marker-end="url(#d${number}-a)" transform="rotate(1)" d="M0 0"></path>`,
    );
});

test('an HTML label of a drawing replaces its shortened text alternative', async () => {
  const label = (html: string, text: string): string =>
    `<switch><foreignObject width="9"><div xmlns="http://www.w3.org/1999/xhtml" style="width: 80px">${html}</div></foreignObject><text x="4" y="5" fill="#000">${text}</text></switch>`;
  const note = '<switch><g requiredFeatures="x"/><a><text>Text is not SVG</text></a></switch>';
  const page = await compileWith(
    `${SVG}<g>${label('<b>Coordinator</b> service<br/>of&nbsp;ana', 'Coord...')}</g><path d="M0 0"/>${note}</svg>`,
  );
  expect(page.html).toMatch(
    /<text x="4" y="5" fill="#000"><tspan [^>]*>Coordinator<\/tspan><tspan [^>]*>service<\/tspan><tspan [^>]*>of ana<\/tspan><\/text>/,
  );
  expect(page.html).toContain('<path d="M0 0">');
  expect(page.html).not.toMatch(/Coord\.\.\.|Text is not SVG/);
  expect(messages(page)).toEqual([]);
});

test('of a drawing with labels that are only HTML, a picture is published, and reported', async () => {
  const page = await compileWith(`${SVG}<foreignObject><div xmlns="http://www.w3.org/1999/xhtml">Coordinator</div></foreignObject></svg>`);
  expect(messages(page)).toEqual([
    '1: image "./a.svg": it contains <foreignObject>, so the page shows a picture of the drawing: check that it looks right',
  ]);
  expect(page.html).toMatch(/<img src="\/assets\/images\/drawing-\w+\.svg"/);
});

const services = { words: { 'Enlarge the picture': 'Vergrößern' } } as unknown as CompileServices;

/** @returns the figure that replaces an image, the size of its drawing, and the reported messages */
function inline(svg: string): { figure: Element; size: unknown; problems: string[] } {
  const image: Element = { type: 'element', tagName: 'img', properties: { alt: 'A box' }, children: [] };
  const root: Root = { type: 'root', children: [image] };
  const problems: string[] = [];
  inlineDiagram(image, root, svg, 1, { services }, (message) => problems.push(message));
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
])('R-605 the size of a drawing with %s is detected', (attributes, size) => {
  expect(inline(`<svg xmlns="http://www.w3.org/2000/svg" ${attributes}><rect/></svg>`)).toMatchObject({ size, problems: [] });
});

test.each(['', 'width="40"', 'width="100%" height="100%"'])('a drawing without a size is reported: %j', (attributes) => {
  expect(inline(`<svg ${attributes}><rect/></svg>`).problems).toEqual([
    'the <svg> has no viewBox of four numbers, so its size is unknown: add viewBox="0 0 WIDTH HEIGHT"',
  ]);
});

const children = ({ figure }: { figure: Element }): Element[] => figure.children as Element[];

test('R-605 an icon keeps its size and has neither a frame nor a button', () => {
  const { figure } = inline('<svg viewBox="0 0 512 512" width="24"><path d="M0 0h512"/></svg>');
  expect(figure).toMatchObject({
    properties: { className: ['diagram-small'] },
    children: [{ tagName: 'svg', properties: { width: 24, height: 24 } }],
  });
  expect(figure.children).toHaveLength(1);
});

test('a diagram has a button that enlarges it, labeled in the language of the page', () => {
  const [drawing, button] = children(inline('<svg viewBox="0 0 740 200"><rect/></svg>'));
  expect(drawing?.tagName).toBe('svg');
  expect(button).toMatchObject({ tagName: 'button', children: [{ value: 'Vergrößern' }] });
});

test('the symbol "narrow" becomes a second drawing with the same name and distinct ids, and has no enlarge button', () => {
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
  const [wideIds, narrowIds] = [wide, narrow].map((drawing) => new Set(JSON.stringify(drawing).match(/d\w+-arrow/g)));
  expect([wideIds?.size, narrowIds?.size]).toEqual([1, 1]);
  expect(wideIds).not.toEqual(narrowIds);
});

test('references to ids may be in quotes', () => {
  const [drawing] = children(
    inline(`<svg viewBox="0 0 740 200"><marker id="a"/><path marker-start="url('#a')" marker-end="url(&quot;#a&quot;)"/></svg>`),
  );
  const [marker, path] = (drawing?.children ?? []) as Element[];
  const id = String(marker?.properties['id']);
  expect(path?.properties).toMatchObject({ markerStart: `url('#${id}')`, markerEnd: `url("#${id}")` });
});

test('a narrow drawing without a size is reported', () => {
  expect(inline('<svg viewBox="0 0 740 200"><symbol id="narrow"><rect/></symbol></svg>').problems).toEqual([
    'the <symbol> has no viewBox of four numbers, so its size is unknown: add viewBox="0 0 WIDTH HEIGHT"',
  ]);
});
