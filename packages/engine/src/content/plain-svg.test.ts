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
  '<a href="javascript:alert(1)"/>',
  '<a xlink:href="java&#x73;cript:alert(1)"/>',
  '<a href=" java&#10;script:alert(1)"/>',
  '<a href="javascript&colon;alert(1)"/>',
  '<a href="#"><animate attributeName="href" to="javascript:alert(1)"/></a>',
  '<a href="#"><set attributeName="xlink:href" to="javascript:alert(1)"/></a>',
  '<use href="data:image/svg+xml,x#y"/>',
  '<?xml-stylesheet href="x.xsl"?>',
  '<iframe src="x"/>',
  `<a href="javascript:alert('1')"/>`,
  '<a href="java&#x000000073;cript:alert(1)"/>',
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
  'text',
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
  ['<a xml:base="javascript:alert(1)//" href="x"/>', '<a href="x"/>'],
  ['<use xlink:href="#b" href="#a"/><use href="#a" xlink:href="#b"/>', '<use href="#a"/><use href="#a"/>'],
  ['<use href="#a" href="#b"/>', '<use href="#b"/>'],
  ['<g xmlns:="urn:x"/><g xmlns:a:b="urn:x" __proto__="a"/><a:b:g xmlns:a="urn:x"/>', '<g/>'],
  ['</svg><!-- a comment --><svg><rect/>', ''],
  ['<__proto__:script xmlns:__proto__="http://www.w3.org/2000/svg">alert(1)</__proto__:script>', ''],
  ['<g xmlns:__proto__="http://www.w3.org/1999/xlink"><a __proto__:href="javascript:alert(1)"/></g>', '<g><a/></g>'],
  ['<toString:script xmlns:toString="http://www.w3.org/2000/sv"/>', ''],
  ['<xi:include xmlns:xi="http://www.w3.org/2001/XInclude" href="/etc/passwd"/>', ''],
  ['<metadata><r:RDF xmlns:r="http://www.w3.org/1999/02/22-rdf-syntax-ns#"><script/></r:RDF></metadata>', ''],
  ['<title>a<script/>b<g><script/></g></title><desc><math><title></title></math></desc>', '<title>ab</title><desc/>'],
  ['<!-- <g> --><?a <g> ?><![CDATA[<g>]]>words &lt;g&gt;', ''],
  ['<text>&lt;g&gt;<![CDATA[<!-- ]]>\u{1}</text>', '<text>&lt;g&gt;&lt;!-- </text>'],
  [`<g aria-label='&lt;a "'></g>`, '<g aria-label="&lt;a &quot;"/>'],
  ['<s:g xmlns:s="http://www.w3.org/2000/svg"><s:rect/></s:g>', '<g><rect/></g>'],
  ['<style>a>b{fill:red}</style>', '<style>a&gt;b{fill:red}</style>'],
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
  '<svg viewBox="0 0 -9 9"><g id="a"/><g id="a"/></svg>',
  '<g style="mix-blend-mode:plus-lighter"/>',
  '<a href="java&#10;script:alert(1)"/>',
  '<a xlink:href=" java&#9;script&#13;:alert(1)"/>',
  '<a href="data:text/html,x"/>',
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
  '<a href="https://example.org"><text>x</text></a><a href="mailto:a@example.org"/><use xlink:href="#a"/>',
  '<path d="M0 0" xml:space="preserve" aria-hidden="true" data-name="a" style="fill:#fff" stroke-width="2"/><text>a&nbsp;b &amp; &#x3c;</text>',
  '<metadata><r:RDF xmlns:r="http://www.w3.org/1999/02/22-rdf-syntax-ns#"><r:Bag about="x"/></r:RDF></metadata>',
  '<i:view xmlns:i="http://www.inkscape.org/namespaces/inkscape" pagecolor="#fff" i:zoom="1"/>',
  '<g xmlns:lucid="lucid" lucid:page-tab-id="0_0"/><y:SVGNodeProperties xmlns:y="http://www.yworks.com/xml/yfiles-common/3.0"/>',
  '<style>/* A comment; of a program (v1.2) */.a,#b > c d[class="e f"]{fill:red;stroke:rgb(0 0 0 / 50%)!important}</style><title>scripts</title>',
  '<style type="text/css"><![CDATA[.cls-1{clip-path:url(#a)}]]></style><clipPath id="a"><rect/></clipPath><g class="cls-1"/>',
  '<rect style="fill: light-dark(#ffffff, rgb(18, 18, 18)); stroke: currentColor"/>',
  '<linearGradient id="a" gradientTransform="rotate(9 1,1) scale(.5)"><stop offset="50%" stop-color="red"/></linearGradient><rect fill="url(#a) none"/>',
  '<mask id="a" style="mask-type:luminance"><rect fill="#fff"/></mask><g mask="url(#a)" style="mix-blend-mode:multiply"/>',
  '<marker id="a" orient="auto-start-reverse" refX="5"><path d="M0,0L-.5.5e-3Z"/></marker><path marker-end="url(\'#a\')" d="M1 1a5 5 0 013 4"/>',
  '<text x="1 2 3" textLength="99" lengthAdjust="spacing" font-family="\'A B\', sans-serif" dy="1.2em">a</text>',
  '<path style="vector-effect:none;filter:none;marker:none" d="M0 0"/>',
  '<g transform=" translate(1 2), scale(3)rotate(-9.5) skewX(-30) "/>',
  '<text style="text-decoration:underline dotted" text-decoration-style="solid">a</text>',
])('%s is plain', (content) => {
  const doctype = '<!DOCTYPE svg PUBLIC "-//W3C//DTD SVG 1.1//EN" "http://www.w3.org/Graphics/SVG/1.1/DTD/svg11.dtd">';
  const { root, unplain } = readDrawing(`<?xml version="1.0" encoding="UTF-8"?>${doctype}<?plantuml 1.0?>${SVG}${content}</svg>`);
  expect(unplain).toBeNull();
  const again = root && writeDrawing(root);
  expect(again).toBe(root && writeDrawing(readDrawing(String(again)).root ?? root));
});

/** Returns seven levels of ten references each to the level below. */
const levels = (open: (level: number) => string, item: (below: number) => string, close: string): string =>
  `<rect id="l0"/>${Array.from({ length: 7 }, (_, i) => open(i + 1) + item(i).repeat(10) + close).join('')}`;

test.each<[name: string, content: string]>([
  [
    'uses',
    levels(
      (i) => `<g id="l${i}">`,
      (i) => `<use href="#l${i}"/>`,
      '</g>',
    ),
  ],
  ['markers in the middle', `<marker id="m">${'<path/>'.repeat(100)}</marker><path marker-mid="url(#m)" d="M0 0${'h1'.repeat(5000)}"/>`],
  [
    'markers in the middle of a repeated path',
    `<marker id="m">${'<path/>'.repeat(40)}</marker><path id="p" d="M0 0${'h1'.repeat(200)}"/><g marker-mid="url(#m)">${'<use href="#p"/>'.repeat(20)}</g>`,
  ],
  [
    'a chain of gradients',
    Array.from({ length: 150 }, (_, i) => `<linearGradient id="t${i}" href="#t${i + 1}"/>`).join('') +
      '<path fill="url(#t0)"/>'.repeat(400),
  ],
])('%s that repeat too many elements are not plain', (_, content) => {
  expect(partOf(content)).toBe('references that repeat more than 50000 elements');
});

test.each<[name: string, content: string]>([
  [
    'clip paths',
    levels(
      (i) => `<clipPath id="l${i}">`,
      (i) => `<path d="M0 0" clip-path="url( &quot;#l${i}&quot; )"/>`,
      '</clipPath>',
    ),
  ],
  [
    'masks of styles',
    levels(
      (i) => `<mask id="l${i}">`,
      (i) => `<path d="M0 0" style="fill:red;mask:url(#l${i})"/>`,
      '</mask>',
    ),
  ],
  [
    'markers that are inherited',
    levels(
      (i) => `<marker id="l${i}">`,
      (i) => `<g marker-start="url(#l${i})"><path/><path/></g>`,
      '</marker>',
    ),
  ],
  [
    'masks in capital letters',
    levels(
      (i) => `<mask id="l${i}">`,
      (i) => `<path mask="URL(#l${i})" xmlns:x="a" x:mask="none"/>`,
      '</mask>',
    ),
  ],
  [
    'patterns of classes',
    `<style>${Array.from({ length: 7 }, (_, i) => `g .c${i}{fill:url(#l${i})}`).join('')}</style>${levels(
      (i) => `<pattern id="l${i}">`,
      (i) => `<path class="b c${i}"/>`,
      '</pattern>',
    )}`,
  ],
])('%s in others are not plain', (_, content) => {
  expect(partOf(content)).toBe('a clip path, mask, pattern, or marker in another');
});

test('more rules with references than the build can compare with the elements are not plain', () => {
  const elements = '<g/>'.repeat(2000);
  expect(partOf(`<style>${'g{fill:url(#a)}'.repeat(600)}</style>${elements}`)).toContain('more rules of style sheets');
  expect(partOf(`<style>${'g{fill:url(#a)}'.repeat(200)}</style>${elements}`)).toBeNull();
});

test.each(['<g id="a"><use href="#b"/></g><g id="b"><use href="#a"/></g>', '<mask id="a"><g mask="url(#a)"/></mask>'])(
  '%s, which references itself, is not plain',
  (content) => {
    expect(partOf(content)).toBe('an element that references itself');
  },
);

test.each([`<path id="a" d="M0 0${'h1v1'.repeat(5000)}"/>`, `<text id="a">${'word '.repeat(20)}</text>`])(
  'a long path or text that is repeated where nobody sees it is not plain: %s',
  (content) => {
    expect(partOf(`${content}<mask>${'<use href="#a"/>'.repeat(2000)}</mask>`)).toBe(
      'references that repeat long paths or texts too often',
    );
    expect(partOf(`${content}<mask>${'<use href="#a"/>'.repeat(500)}</mask>`)).toBeNull();
  },
);

test('many elements with a text that clips are not plain', () => {
  const clip = '<text id="t">a</text><clipPath id="a"><text>a</text></clipPath><clipPath id="b"><use href="#t"/></clipPath>';
  for (const id of ['a', 'b']) {
    const clipped = `<path clip-path="url(#${id})"/>`;
    expect(partOf(clip + clipped.repeat(300))).toBe('more than 200 elements and a text that clips');
    expect(partOf(clip + clipped.repeat(30))).toBeNull();
    expect(partOf(`${clip}<g id="g">${clipped.repeat(50)}</g>${'<use href="#g"/>'.repeat(9)}`)).toBe(
      'more than 200 elements and a text that clips',
    );
  }
  expect(partOf(`<clipPath id="a"><rect/></clipPath><text>a</text>${'<path clip-path="url(#a)"/>'.repeat(300)}`)).toBeNull();
});

test.each(['clip-path', 'mask', 'fill', 'marker-end'])('an effect in the target of %s is not plain', (property) => {
  const name = { 'clip-path': 'clipPath', fill: 'pattern', 'marker-end': 'marker' }[property] ?? property;
  const [inner, outer] = [`<${name} id="a"><path/></${name}>`, `<g ${property}="url(#b)"/>`];
  const refusal = 'a clip path, mask, pattern, or marker in another';
  expect(partOf(`${inner}<${name} id="b"><path ${property}="url(#a)"/></${name}>${outer}`)).toBe(refusal);
  expect(partOf(`${inner}<${name} id="b" ${property}="url(#a)"><path/></${name}>${outer}`)).toBe(refusal);
  expect(partOf(`${inner}<g id="c" ${property}="url(#a)"/><${name} id="b"><use href="#c"/></${name}>${outer}`)).toBe(refusal);
  const gradient = '<linearGradient id="c"/><linearGradient id="d" href="#c"/>';
  expect(partOf(`${inner}${gradient}<${name} id="b"><path fill="url(#d)"/></${name}>${outer}<g ${property}="url(#a)"/>`)).toBeNull();
});

test.each(['fill="url(#a)"', 'style="marker-end:url(#a)"'])(
  'an effect in an element that passes another one on with %s is not plain',
  (passed) => {
    const name = passed.startsWith('fill') ? 'pattern' : 'marker';
    const inner = `<${name} id="a"><path/></${name}><g ${passed}><g><${name} id="b"><path/></${name}></g></g>`;
    expect(partOf(inner)).toBe('a clip path, mask, pattern, or marker in another');
  },
);

test('many positions of single characters are not plain, also where nobody sees them', () => {
  const text = `<text id="t" x="${'1 '.repeat(100)}">a<tspan dy="1,2">b</tspan></text>`;
  expect(partOf(`<defs>${text}</defs>${'<use href="#t"/>'.repeat(290)}`)).toBeNull();
  expect(partOf(`<defs>${text}</defs>${'<use href="#t"/>'.repeat(300)}`)).toBe('more than 30000 positions of characters');
  expect(partOf(`<defs><text x="${'1 '.repeat(30_001)}"/></defs>`)).toBe('more than 30000 positions of characters');
});

test('the number of comparisons does not depend on the length of the selectors and declarations', () => {
  const times = [1000, 16_000].map((length) => {
    const declarations = 'fill:url(#a);'.repeat(length / 13);
    expect(partOf(`<style>${'*,'.repeat(500)}*{${declarations}}</style>${'<g/>'.repeat(900)}`)).toBe(
      length === 1000 ? null : 'more rules of style sheets than a browser can compare with its elements',
    );
    return partOf(`<style>.a${'.b'.repeat(15)}{fill:url(#a)}</style>${`<g class="${'b '.repeat(length)}"/>`.repeat(9)}`);
  });
  expect(times).toEqual([null, null]);
});

test('more dashes than a call can have arguments are counted', () => {
  expect(partOf(`<style>${'g{stroke-dasharray:1;stroke-dasharray:2}'.repeat(400)}</style>${'<g/>'.repeat(800)}`)).toBeNull();
});

const dashed = (outline: string, dashes: string): string => `<path d="${outline}" stroke-dasharray="${dashes}"/>`;
test.each([
  [dashed('M0 0H600', '.0007').repeat(100), true],
  [dashed('M0 0H600', '.0007').repeat(50), false],
  [dashed('M0 0H600', '8 4').repeat(1000), false],
  [`<g style="stroke-dasharray: .0007">${'<path d="M0 0H600"/>'.repeat(100)}</g>`, true],
  [`<style>path{stroke-dasharray:.0007}</style>${'<path d="M0 0H600"/>'.repeat(100)}`, true],
  [`<style>path[class="a b"]{stroke-dasharray:.0007}</style>${'<path class="a b" d="M0 0H600"/>'.repeat(100)}`, true],
  [`<path id="a" d="M0 0H600"/><g stroke-dasharray=".0007">${'<use href="#a"/>'.repeat(100)}</g>`, true],
  [dashed(`M0 0Q900 0 0 0${'T0 0T0 900'.repeat(500)}`, '1').repeat(100), true],
  [dashed('M0 0A1 .001 0 0 1 0 500', '.5').repeat(5000), true],
  ['<line x2="100%" stroke-dasharray=".0001"/>'.repeat(100), true],
  [dashed('M0 0H600', '1%').repeat(100), true],
])('the number of dashes is limited: case %#', (content, isTooMany) => {
  expect(partOf(content)).toBe(isTooMany ? 'more than 20000000 dashes' : null);
});
