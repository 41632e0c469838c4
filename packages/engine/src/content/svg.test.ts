import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

import { expect, onTestFinished, test } from 'vitest';

import { dangerInSvg } from './svg.ts';
import { compileMarkdown, messages, type ReadPage } from './testing/compile-markdown.ts';

const SVG = '<svg xmlns="http://www.w3.org/2000/svg" xmlns:xlink="http://www.w3.org/1999/xlink" viewBox="0 0 9 9">';

async function compileWith(svg: string): Promise<ReadPage> {
  const root = mkdtempSync(join(tmpdir(), 'svg-'));
  onTestFinished(() => rmSync(root, { recursive: true }));
  writeFileSync(join(root, 'a.svg'), svg);
  return compileMarkdown('![A drawing](./a.svg)', { root, source: 'page.md' });
}

test.each([
  '<script>alert(1)</script>',
  '<s:script xmlns:s="http://www.w3.org/2000/svg">alert(1)</s:script>',
  '<script href="/assets/x.js"/>',
  '<g onload="alert(1)"/>',
  '<g id="a"onclick="alert(1)"/>',
  '<foreignObject><p/></foreignObject>',
  '<p xmlns="http://www.w3.org/1999/xhtml"/>',
  '<p xmlns="http://www.w3.org/1999/xhtm&#108;"/>',
  '<a href="javascript:alert(1)"/>',
  '<a xlink:href="java&#x73;cript:alert(1)"/>',
  '<a href=" java&#10;script:alert(1)"/>',
  '<a href="#"><animate attributeName="href" to="javascript:alert(1)"/></a>',
  '<a href="#"><set attributeName="xlink:href" to="javascript:alert(1)"/></a>',
  '<use href="data:image/svg+xml,x#y"/>',
  '<?xml-stylesheet href="x.xsl"?>',
  '<iframe src="x"/>',
])('%s in a drawing is refused', (content) => {
  expect(dangerInSvg(Buffer.from(`${SVG}${content}</svg>`))).toContain('so it is not published');
});

test.each([
  ['<!DOCTYPE svg [<!ENTITY a "<script/>">]>', 'utf8'],
  ['<?xml version="1.0" encoding="UTF-7"?>', 'utf8'],
  ['', 'utf16le'],
] as const)('a drawing that begins with %j in %s is refused', (start, encoding) => {
  expect(dangerInSvg(Buffer.from(`\u{FEFF}${start}${SVG}</svg>`, encoding))).toContain('so it is not published');
});

test.each([
  '<rect width="1" height="1" class="on"/><text>come = on</text>',
  '<a href="https://example.org"><text>x</text></a><use xlink:href="#a"/><image href="data:image/png;base64,AA"/>',
  '<animate attributeName="opacity" to="0"/><style>.a { fill: red }</style><title>scripts</title>',
])('%s in a drawing is published', (content) => {
  const doctype = '<!DOCTYPE svg PUBLIC "-//W3C//DTD SVG 1.1//EN" "http://www.w3.org/Graphics/SVG/1.1/DTD/svg11.dtd">';
  expect(dangerInSvg(Buffer.from(`<?xml version="1.0" encoding="UTF-8"?>${doctype}${SVG}${content}</svg>`))).toBeNull();
});

test.each([
  Array.from({ length: 12 }, (_, i) => `<g id="a${i + 1}">${`<use href="#a${i}"/>`.repeat(10)}</g>`).join('') + '<g id="a0"><path/></g>',
  '<g id="a"><use href="#b"/></g><g id="b"><use href="#a"/></g>',
])('a drawing that repeats itself without end is an error: %s', async (content) => {
  const page = await compileWith(`${SVG}${content}</svg>`);
  expect(messages(page)[0]).toContain('<use> repeats more than 20000 elements');
});

test('a drawing in a page loads nothing from other sites', async () => {
  const paint = 'fill="url(https://evil.example/a)" stroke="u\\72l(//evil.example/b)" marker-end="url( \'http://evil.example/c\')"';
  const uses = '<use href="https://evil.example/d#x"/><use href="data:image/svg+xml,evil#x"/><use href="#a"/>';
  const { html } = await compileWith(`${SVG}<rect id="a" ${paint}/>${uses}<path fill="url(#b)" transform="rotate(1)" d="M0 0"/></svg>`);
  expect(html).not.toContain('evil');
  expect(html).toMatch(/<use href="#d\w+-a">.*<path fill="url\(#d\w+-b\)" transform="rotate\(1\)"/);
});

test('the labels of a drawing that are HTML are shown in full, if the drawing has text in their place', async () => {
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

test('a drawing with labels that are only HTML is reported', async () => {
  const page = await compileWith(`${SVG}<foreignObject><div>Coordinator</div></foreignObject></svg>`);
  expect(messages(page).join()).toMatch(/1: image "\.\/a\.svg": the drawing contains "<foreignObject"/);
});
