import { expect, test } from 'vitest';

import { readDrawing, writeDrawing } from './plain-svg.ts';

const SVG = '<svg xmlns="http://www.w3.org/2000/svg" xmlns:xlink="http://www.w3.org/1999/xlink" viewBox="0 0 600 600">';

const partOf = (content: string): string | null => readDrawing(`${SVG}${content}</svg>`).unplain;

/** Returns the content of a plain drawing as the build writes it. */
function written(content: string, start = ''): string {
  const { root, unplain } = readDrawing(`${start}${SVG}${content}</svg>`);
  expect(unplain).toBeNull();
  return root === null ? '' : writeDrawing(root).replace(/^<svg [^>]*>|<\/svg>$|^<svg [^>]*\/>$/g, '');
}

test.each([
  '<script>alert(1)</script>',
  '<s:script xmlns:s="http://www.w3.org/2000/svg">alert(1)</s:script>',
  '<д:script xmlns:д="http://www.w3.org/2000/svg">alert(1)</д:script>',
  '<script href="/assets/x.js"/>',
  '<g onload="alert(1)"/>',
  '<g id="a"onclick="alert(1)"/>',
  '<foreignObject><p/></foreignObject>',
  '<a href="#"><animate attributeName="href" to="javascript:alert(1)"/></a>',
  '<a href="#"><set attributeName="xlink:href" to="javascript:alert(1)"/></a>',
  '<use href="data:image/svg+xml,x#y"/>',
  '<?xml-stylesheet href="x.xsl"?>',
  '<iframe src="x"/>',
  '<a><set attributeName="hre&#x000000066;" to="javascript:alert(1)"/></a>',
  '<a><set xmlns:é="http://www.w3.org/1999/xlink" attributeName="é:href" to="javascript:alert(1)"/></a>',
  '<text><!-- a -- b --></text>',
  '<text>&unknown;</text>',
  '<g>'.repeat(300) + '</g>'.repeat(300),
  `<g ${Array.from({ length: 2000 }, (_, index) => `data-a${index}="1"`).join(' ')}/>`,
])('%s is not plain', (content) => {
  expect(partOf(content)).not.toBeNull();
});

test.each([
  '<!DOCTYPE svg [<!ENTITY a "<script/>">]>',
  '<!DOCTYPE svg SYSTEM ">" [<!ATTLIST svg onload CDATA "alert(1)">]>',
  '<?xml version="1.0" encoding="UTF-7"?>',
  '<?xml-stylesheet href="x.xsl"?>',
  '<g/>',
])('a drawing that begins with %j is not plain, but the size of its first element is known', (start) => {
  const { root, unplain } = readDrawing(`\u{FEFF}${start}${SVG.replace('<svg', '<svg width="9"')}<p/></svg>`);
  expect(unplain).not.toBeNull();
  if (start !== '<g/>') expect(root?.attributes).toEqual({ width: '9', viewBox: '0 0 600 600' });
});

test.each(['<p xmlns="http://www.w3.org/1999/xhtml"/>', '<g xmlns="http://www.w3.org/2000/svg"/>', 'text', ''])(
  'a file without an SVG element is not plain: %j',
  (text) => {
    expect(readDrawing(text).unplain).not.toBeNull();
  },
);

test('a drawing in UTF-16 is not plain', () => {
  const drawing = Buffer.from(`<?xml version="1.0"?>${SVG}<script>alert(1)</script></svg>`, 'utf16le');
  expect(readDrawing(drawing.toString()).unplain).not.toBeNull();
  expect(readDrawing(drawing.swap16().toString()).unplain).not.toBeNull();
});

test.each([
  ['<p xmlns="http://www.w3.org/1999/xhtml"/>', ''],
  ['<p xmlns="http://www.w3.org/1999/xhtm&#108;"><g xmlns="http://www.w3.org/2000/svg"/></p>', ''],
  ['<h:script xmlns:h="http://www.w3.org/1999/xhtml">alert(1)</h:script>', ''],
  ['<m:math xmlns:m="http://www.w3.org/1998/Math/MathML"><script/></m:math>', ''],
  ['<g xmlns=""/>', ''],
  ['<g é:onload="alert(1)" xmlns:é="https://example.org/unknown"/>', '<g/>'],
  ['<a xml:base="javascript:alert(1)//" href="x"/>', '<g/>'],
  ['<a href="javascript:alert(1)" xlink:href="java&#x73;cript:alert(1)" target="_top"><path/></a>', '<g><path/></g>'],
  ['<text><a href=" java&#10;script:alert(1)">a</a> b</text>', '<text><tspan>a</tspan> b</text>'],
  [
    '<linearGradient id="a"/><linearGradient id="b" xlink:href="#b" href="#a"/><linearGradient href="#b" xlink:href="#c" href="#a"/>',
    '<linearGradient id="a"/><linearGradient id="b" href="#a"/><linearGradient href="#a"/>',
  ],
  ['<g xmlns:="urn:x"/><g xmlns:a:b="urn:x" __proto__="a"/><a:b:g xmlns:a="urn:x"/>', '<g/>'],
  ['</svg><!-- a comment --><svg><rect/>', ''],
  ['<__proto__:script xmlns:__proto__="http://www.w3.org/2000/svg">alert(1)</__proto__:script>', ''],
  ['<g xmlns:__proto__="http://www.w3.org/1999/xlink"><a __proto__:href="javascript:alert(1)"/></g>', '<g><g/></g>'],
  ['<toString:script xmlns:toString="http://www.w3.org/2000/sv"/>', ''],
  ['<xi:include xmlns:xi="http://www.w3.org/2001/XInclude" href="/etc/passwd"/>', ''],
  ['<metadata><r:RDF xmlns:r="http://www.w3.org/1999/02/22-rdf-syntax-ns#"><script/></r:RDF></metadata>', ''],
  ['<title>a<script/>b<g><script/></g></title><desc><math><title></title></math></desc>', '<title>ab</title><desc/>'],
  ['<!-- <g> --><?a <g> ?><![CDATA[<g>]]>words &lt;g&gt;', ''],
  ['<text>&lt;g&gt;<![CDATA[<!-- ]]></text>', '<text>&lt;g&gt;&lt;!-- </text>'],
  [`<g class='&amp;a "' aria-label="&lt;" data-a=">"></g>`, '<g class="&amp;a &quot;"/>'],
  ['<s:g xmlns:s="http://www.w3.org/2000/svg"><s:rect/></s:g>', '<g><rect/></g>'],
  ['<text xml:space="preserve"> a <tspan> b </tspan></text> <g> </g>', '<text xml:space="preserve"> a <tspan> b </tspan></text><g/>'],
])('of %s, the build writes only what is drawn', (content, expected) => {
  expect(written(content)).toBe(expected);
});

test('the document type, instructions, and comments are not written', () => {
  const start = `<?xml version="1.0"?><!DOCTYPE svg SYSTEM '><script>alert(1)</script>'><!--><script>alert(1)</script>--><?x ><script/>?>`;
  expect(written('<rect/>', start)).toBe('<rect/>');
});

test.each([
  // What only browsers draw, or draw for longer than the build can measure.
  '<filter id="a"><feGaussianBlur stdDeviation="9"/></filter>',
  '<rect filter="url(#a)" width="9" height="9"/>',
  '<rect style="filter:blur(9px)" width="9" height="9"/>',
  '<rect width="9" height="9"><animate attributeName="x" to="9"/></rect>',
  '<image href="data:image/png;base64,iVBORw0KGgo="/>',
  '<text><textPath href="#a">along</textPath></text>',
  '<switch><g/></switch>',
  '<g requiredExtensions="a"/>',
  '<g systemLanguage="en"/>',
  '<style>@font-face{font-family:a;src:url(data:font/woff2;base64,AA==)}</style>',
  '<style>@media print{g{fill:red}}</style>',
  '<style>@import "a.css";</style>',
  '<style>g{animation:a 1s}</style>',
  '<style>g:hover{fill:red}</style>',
  '<style>g>path{fill:red}</style>',
  '<style>g path{fill:red}</style>',
  '<style>[class="a"]{fill:red}</style>',
  '<style>g{font-family:"\\n"}</style>',
  '<style>g{fill:red',
  '<style>g{fill:red}}</style>',
  '<style>g{fill:r\\65 d}</style>',
  '<style>g{fill:red/* } g{fill:blue */}</style>',
  '<style media="print">g{fill:red}</style>',
  '<g style="fill:var(--a)"/>',
  '<g style="text-shadow:0 0 9px red"/>',
  '<g style="width:calc(1px*9)"/>',
  '<g transform="scale(calc(9))"/>',
  '<g transform="scale(9"/>',
  '<g transform-origin="9 9"/>',
  '<g vector-effect="non-scaling-stroke"/>',
  '<g display="none "/><g display="nothing"/>',
  '<path d="M0 0h1e9"/>',
  '<path d="M0 0h123456789012345678901"/>',
  '<path pathLength="1" d="M0 0"/>',
  '<rect fill="url(https://example.org/a)"/>',
  '<rect fill="url(a.svg#b)"/>',
  '<rect fill="url(#%61)"/>',
  '<use href="a.svg#b"/>',
  '<svg viewBox="0 0 9"/>',
  '<g style="mix-blend-mode:multiply"/>',
  '<mask id="a"><rect fill="#fff"/></mask>',
  '<pattern id="a"/>',
  '<use href="#a"/>',
  '<marker id="a"/><path marker-mid="url(#a)"/>',
  '<g marker="url(#a)"/>',
  '<text style="text-decoration:underline overline">a</text>',
  '<g text-decoration-style="double"/>',
  '<g transform="scale(0),"/>',
  '<g transform="scale(0),,scale(1)"/>',
  '<g transform="skewX(90)"/>',
  '<g transform="skewY( -270 )"/>',
  `<text>${'a'.repeat(5001)}<tspan>${'b'.repeat(5000)}</tspan></text>`,
  '<!-- never ends',
  '<text style="text-decoration:underline Wavy">a</text>',
  '<g text-decoration-style="wavy"/>',
  `<style>g{font-family:"}path{font-family:";mask:url(#a)}</style>`,
  '<text stroke-dasharray=".001">a</text>',
  '<g stroke-dasharray="9 4"><path/></g><text>a</text>',
])('%s is not plain', (content) => {
  expect(partOf(content)).not.toBeNull();
});

test.each([
  '<rect width="1" height="1" class="on"/><text>come = on</text>',
  '<a href="https://example.org"><text>x</text></a><a href="mailto:a@example.org"/>',
  '<path d="M0 0" xml:space="preserve" aria-hidden="true" data-name="a" style="fill:#fff" stroke-width="2"/><text>a&nbsp;b &amp; &#x3c;</text>',
  '<metadata><r:RDF xmlns:r="http://www.w3.org/1999/02/22-rdf-syntax-ns#"><r:Bag about="x"/></r:RDF></metadata>',
  '<i:view xmlns:i="http://www.inkscape.org/namespaces/inkscape" pagecolor="#fff" i:zoom="1"/>',
  '<g xmlns:lucid="lucid" lucid:page-tab-id="0_0"/><y:SVGNodeProperties xmlns:y="http://www.yworks.com/xml/yfiles-common/3.0"/>',
  '<style>/* A comment; of a program (v1.2) */.a,#b , g.c.d{fill:red;stroke:rgb(0 0 0 / 50%)!important}</style><title>scripts</title>',
  '<style type="text/css"><![CDATA[.cls-1{clip-path:url(#a)}]]></style><clipPath id="a"><rect/></clipPath><g class="cls-1"/>',
  '<rect style="fill: light-dark(#ffffff, rgb(18, 18, 18)); stroke: currentColor"/>',
  '<linearGradient id="a" gradientTransform="rotate(9 1,1) scale(.5)"><stop offset="50%" stop-color="red"/></linearGradient><rect fill="url(#a) none"/>',
  '<marker id="a" orient="auto-start-reverse" refX="5"><path d="M0,0L-.5.5e-3Z"/></marker><path marker-end="url(\'#a\')" d="M1 1a5 5 0 013 4"/>',
  '<text x="1 2 3" textLength="99" lengthAdjust="spacing" font-family="\'A B\', sans-serif" dy="1.2em">a</text>',
  '<path style="vector-effect:none;filter:none;marker:none" d="M0 0"/>',
  '<g transform=" translate(1 2), scale(3)rotate(-9.5) skewX(-30) "/>',
  '<text style="text-decoration:underline" text-decoration-line="overline">a</text>',
])('%s is plain', (content) => {
  const doctype = '<!DOCTYPE svg PUBLIC "-//W3C//DTD SVG 1.1//EN" "http://www.w3.org/Graphics/SVG/1.1/DTD/svg11.dtd">';
  const { root, unplain } = readDrawing(`<?xml version="1.0" encoding="UTF-8"?>${doctype}<?plantuml 1.0?>${SVG}${content}</svg>`);
  expect(unplain).toBeNull();
  const again = root && writeDrawing(root);
  expect(again).toBe(root && writeDrawing(readDrawing(String(again)).root ?? root));
});

test('rules of style sheets become styles of the elements, in the order of CSS', () => {
  const sheet =
    '.a{fill:red;stroke:blue}#b{fill:green}*{fill:gray}path{fill:lime}path.a.c{stroke:navy!important}.a{opacity:.5}.\u{E9}t\u{E9}{fill:tan}';
  expect(written(`<style>${sheet}</style><path class="a c" style="stroke-width:2"/><path id="b"/><g class="a\td"/><rect/>`)).toBe(
    [
      '<path class="a c" style="fill:red;stroke:navy;opacity:.5;stroke-width:2"/>',
      '<path id="b" style="fill:green"/>',
      '<g class="a\td" style="fill:red;stroke:blue;opacity:.5"/>',
      '<rect style="fill:gray"/>',
    ].join(''),
  );
  // Unlike CSS, \u{A0} is white space for JavaScript.
  expect(written('<style>.c{fill:red}</style><g class="c\u{A0}d"/>')).toBe('<g class="c\u{A0}d"/>');
});

test('more rules than the build can compare with the elements are not plain', () => {
  const elements = '<g/>'.repeat(2000);
  expect(partOf(`<style>${'g{fill:red}'.repeat(600)}</style>${elements}`)).toContain('more rules of style sheets');
  expect(partOf(`<style>${'g{fill:red}'.repeat(400)}</style>${elements}`)).toBeNull();
});

test.each([
  [
    `font-family="'A B', &quot;Segoe UI&quot;, -apple-system, x.y, e, f"`,
    'font-family="&#39;A B&#39;, &#39;Segoe UI&#39;, -apple-system, &#39;x.y&#39;"',
  ],
  ['style="font-family: \'1st\' ,serif"', 'style="font-family:&#39;1st&#39;, serif"'],
  ['fill="url( &quot;#r&quot; ) red"', 'fill="url(#r)"'],
  ['style=" FILL : url(\'#r\') ; cursor:pointer; mix-blend-mode : normal"', 'style="fill:url(#r)"'],
  ['mask="none" filter="none" writing-mode="lr-tb" lang="de" role="img" xlink:title="a" xml:id="b"', ''],
  ['id="1 2"', ''],
])('of the attributes %s, the build writes %s', (attributes, expected) => {
  expect(written(`<linearGradient id="r"/><path ${attributes}/>`)).toBe(
    `<linearGradient id="r"/><path${expected === '' ? '' : ` ${expected}`}/>`,
  );
});

test.each([
  ['<path fill="url(#a)"/>', 'a reference to "a"'],
  ['<g id="a"/><path fill="url(#a)"/>', 'a reference to "a"'],
  ['<marker id="a"/><linearGradient href="#a"/>', 'a reference to "a"'],
  ['<linearGradient id="a"/><path style="clip-path:url(#a)"/>', 'a reference to "a"'],
  ['<marker id="a"/><g marker-end="url(#a)"/>', 'marker-end of <g>'],
  ['<style>.a{stroke-dasharray:3}</style><text class="a">b</text>', 'stroke-dasharray of <text>'],
  ['<linearGradient id="a"/><linearGradient id="b" href="#a"/><linearGradient href="#b"/>', 'a gradient that refers to others'],
  [`<linearGradient>${'<stop/>'.repeat(65)}</linearGradient>`, 'a gradient of more than 64 colors'],
  ['<clipPath id="a"><rect/><rect/></clipPath>', 'a clip path of more than a rectangle'],
  ['<clipPath id="a"><rect clip-path="url(#b)"/></clipPath><clipPath id="b"/>', 'a clip path of more than a rectangle'],
  ['<clipPath id="a"><path/></clipPath>', '<path> in <clipPath>'],
  [`<marker>${'<path/>'.repeat(11)}</marker>`, 'a marker of many parts'],
  [`<marker><g>${'<path/>'.repeat(10)}</g></marker>`, 'a marker of many parts'],
  [`<marker><path d="M0 0${'h1'.repeat(1000)}"/></marker>`, 'a marker of many parts'],
  ['<marker id="a"/><marker><path marker-start="url(#a)"/></marker>', 'a marker of many parts'],
  [`<text>${'a'.repeat(1001)}<tspan>${'b'.repeat(1000)}</tspan></text>`, 'a text of more than 2000 characters'],
  [`<text>${'a'.repeat(2000)}</text>`.repeat(11), 'texts of more than 20000 characters'],
  [`<text x="${'1 '.repeat(5001)}"/>`, 'more than 5000 positions of characters'],
  ['<text>a</text>'.repeat(3001), 'more than 3000 texts'],
  [`<text>${'<tspan>'.repeat(4)}a${'</tspan>'.repeat(4)}</text>`, 'parts of a text in more than 3 others'],
  ['<path d="M0 0L99999 200000"/>', 'coordinates above 1000000 pixels'],
  [`<path d="M0 0${'l900 -900'.repeat(200)}"/>`, 'coordinates above 1000000 pixels'],
  [
    '<g transform="translate(100000) scale(5)"><g transform="matrix(1 0 0 9 0 0)"><rect x="2000"/></g></g>',
    'coordinates above 1000000 pixels',
  ],
  ['<path d="M0 0a200000 9 0 104-5"/>', 'coordinates above 1000000 pixels'],
  ['<g transform="skewX(89.99)"><rect width="200"/></g>', 'coordinates above 1000000 pixels'],
  ['<marker viewBox="0 0 .1 .1" markerWidth="600"><path d="M0 99"/></marker>', 'coordinates above 1000000 pixels'],
  ['<marker><path d="M0 9999"/></marker><path stroke-width="20"/>', 'coordinates above 1000000 pixels'],
  ['<g style="stroke-width:200"><path transform="scale(20)"/></g>', 'a stroke-width above 10000 pixels'],
  ['<g font-size="1000%"><g font-size="10em"><text transform="scale(20)"/></g></g>', 'a font-size above 10000 pixels'],
  ['<g font-size="9000"><circle r="999em"/></g>', 'coordinates above 1000000 pixels'],
  [
    '<g font-size="9000"><svg width="99em" height="99em" viewBox="0 0 1 1"><path d="M0 0H9"/></svg></g>',
    'coordinates above 1000000 pixels',
  ],
  [
    '<marker font-size="9000" markerUnits="userSpaceOnUse" markerWidth="99em" markerHeight="99em" viewBox="0 0 1 1"><path d="M0 0H9"/></marker>',
    'coordinates above 1000000 pixels',
  ],
  ['<svg viewBox="0 0 9000000 9"><svg viewBox="0 0 1 1"><path d="M0 0H999"/></svg></svg>', 'coordinates above 1000000 pixels'],
  ['<svg viewBox="0 0 9000000 9"><circle r="999999%"/></svg>', 'coordinates above 1000000 pixels'],
  ['<path d="M0 0a99999 1 0 0 0 0 2"/>', 'coordinates above 1000000 pixels'],
  ['<path d="M0 0A.0001 9 0 0 0 99 0"/>', 'coordinates above 1000000 pixels'],
  ['<svg viewBox="0 0 900 .001" preserveAspectRatio="none"><path d="M0 9"/></svg>', 'coordinates above 1000000 pixels'],
  ['<svg viewBox="0 0 .1 .1"><path d="M0 99"/></svg>', 'coordinates above 1000000 pixels'],
  ['<path id="a\uFFFF"/>', 'a character that XML does not allow'],
  ['<text>\uFFFE</text>', 'a character that XML does not allow'],
])('%s is not plain', (content, part) => {
  expect(partOf(content)).toBe(part);
});

test.each([
  '<clipPath id="a"><title>b</title></clipPath><clipPath id="c"><rect/></clipPath><g clip-path="url(#c)"><path/></g>',
  `<marker id="a">${'<path/>'.repeat(10)}</marker><path marker-start="url(#a)" style="marker-end:url(#a)"/>`,
  '<linearGradient id="a"/><radialGradient id="b" xlink:href="#a"/><path stroke="url(#b)"/>',
  `<text>${'<tspan>'.repeat(3)}a${'</tspan>'.repeat(3)}</text>`,
  '<marker markerWidth="190"><path d="M1,7 L9,13 V1 Z"/></marker><text font-size="16px">a</text>',
  '<g transform="translate(9 9)"><svg width="80" height="80" viewBox="0 0 80 80"><rect width="80" height="80"/></svg></g>',
  '<g transform="translate(0 12800) scale(.1 -.1)"><path d="M0 0L99999 100000z" stroke-width="200"/></g>',
  `<path d="M0 0${'a9999 9999 0 009.5.5'.repeat(100)}"/>`,
  `<path d="M0 0${'l9 -9'.repeat(2000)}"/><rect width="100%" height="100%"/>`,
])('%s is plain', (content) => {
  expect(partOf(content)).toBeNull();
});

test('of several elements with one id, the first keeps it, to which browsers refer', () => {
  expect(written('<g id="a"/><path id="a"/>')).toBe('<g id="a"/><path/>');
});

test('unquoted attributes end the reading at the first one', () => {
  expect(readDrawing(`<svg ${Array.from({ length: 100_000 }, (_, index) => `a${index}=1`).join(' ')}>`)).toMatchObject({
    root: null,
    unplain: expect.stringContaining('Unquoted attribute value') as string,
  });
});

test('a list of fonts is read in linear time', () => {
  expect(partOf(`<text font-family="${'a,  '.repeat(10_000)}!"/>`)).toContain('the attribute font-family');
  expect(partOf(`<text font-family="${'a b  , '.repeat(10_000)}c"/>`)).toBeNull();
});

test('rules cannot multiply long styles', () => {
  const sheet = `<style>path{stroke-dasharray:${'1 '.repeat(50_000)}}</style>`;
  expect(partOf(sheet + '<path/>'.repeat(9))).toBeNull();
  expect(partOf(sheet + '<path/>'.repeat(11))).toBe('styles of more than 1000000 characters');
  expect(partOf(`<style>path{${'fill:red;'.repeat(100_000)}}</style>${'<path/>'.repeat(20_000)}`)).toBeNull();
});

test('an outline may have any number of coordinates', () => {
  expect(partOf(`<polyline points="${'1 '.repeat(500_000)}"/>${'<path stroke-width="1"/>'.repeat(200_000)}`)).toBeNull();
});

const dashed = (outline: string, dashes: string): string => `<path d="${outline}" stroke-dasharray="${dashes}"/>`;
test.each([
  [dashed('M0 0H600', '.0007'), true],
  [dashed('M0 0H600', '.007'), false],
  [dashed('M0 0H600', '8 4').repeat(1000), false],
  [`<style>path{stroke-dasharray:.0007}</style><path d="M0 0H600"/>`, true],
  [dashed(`M0 0Q900 0 0 0${'T0 0T0 900'.repeat(500)}`, '9'), true],
  [dashed('M0 0A1 .001 0 0 1 0 500', '.5').repeat(500), true],
  ['<line x2="100%" stroke-dasharray=".001"/>'.repeat(100), true],
])('the number of dashes is limited: case %#', (content, isTooMany) => {
  expect(partOf(content)).toBe(isTooMany ? 'more than 2000000 dashes' : null);
});
