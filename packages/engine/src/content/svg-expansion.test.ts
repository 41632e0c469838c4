import { expect, test } from 'vitest';

import { excessIn, type Shape } from './svg-expansion.ts';
import { dangerInSvg } from './svg.ts';

const dangerIn = (content: string): string | null =>
  dangerInSvg(
    Buffer.from(
      `<svg xmlns="http://www.w3.org/2000/svg" xmlns:xlink="http://www.w3.org/1999/xlink" xmlns:inkscape="http://www.inkscape.org/namespaces/inkscape">${content}</svg>`,
    ),
  );

/** Returns a font in Base64 with tables of these names, which are numbers in a WOFF2. */
function font(signature: 'wOFF' | 'wOF2' | 'OTTO' | '\0\u{1}\0\0', tables: readonly (string | number)[] = ['cmap', 'name']): string {
  const [countAt, start, size] = signature === 'wOFF' ? [12, 44, 20] : signature === 'wOF2' ? [12, 48, 0] : [4, 12, 16];
  const header = Buffer.alloc(start);
  header.write(signature, 'latin1');
  header.writeUInt16BE(tables.length, countAt);
  const entries = tables.map((table) => {
    // A length of two bytes follows.
    if (signature === 'wOF2') return Buffer.from(typeof table === 'number' ? [table, 0x81, 0] : [63, ...Buffer.from(table), 0x81, 0]);
    const entry = Buffer.alloc(size);
    entry.write(String(table), 'latin1');
    return entry;
  });
  return Buffer.concat([header, ...entries]).toString('base64');
}
const fontFace = (base64: string, type = 'font/woff2'): string =>
  `<style>@font-face{font-family:a;src:url(data:${type};base64,${base64})}</style><text>a</text>`;

test.each([
  font('wOFF'),
  font('OTTO'),
  font('\0\u{1}\0\0'),
  // A table without transformation, and one with, which has two lengths.
  font('wOF2', [0, 10 + 0xc0, 'abcd', 1]),
  Buffer.concat([Buffer.from(font('wOF2', [10, 1]), 'base64').fill(0, 50, 51), Buffer.from([0])]).toString('base64'),
])('a font of one color is published: %s', (base64) => {
  expect(dangerIn(fontFace(base64))).toBeNull();
});

test.each([
  fontFace(font('wOFF', ['cmap', 'COLR'])),
  fontFace(font('OTTO', ['SVG '])),
  fontFace(font('\0\u{1}\0\0', ['sbix'])),
  fontFace(font('wOF2', [0, 34])),
  fontFace(font('wOF2', [0, 'CBDT'])),
  // A transformed table has a second length, which could look like another table.
  fontFace(Buffer.concat([Buffer.from(font('wOF2', [10, 1]), 'base64').subarray(0, 51), Buffer.from([0, 34, 0])]).toString('base64')),
  fontFace(Buffer.from('ttcf\0\u{1}\0\0\0\0\0\0').toString('base64')),
  fontFace('iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg=='),
  fontFace('iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==', 'application/octet-stream'),
  `<path style="src:none;background:url(data:font/woff2;base64,${font('wOF2')})"/>`,
  `<style>svg{background:url(data:font/woff2;base64,${font('wOF2')})}</style>`,
])('a font with colors, or a picture in its place, is not published: %s', (content) => {
  expect(dangerIn(content)).toContain('so it is not published');
});

test.each([
  `<style>@supports ${'('.repeat(40_000)}{g{x:0}}</style>`,
  `<style>@supports ((((((x:0)))))){g{x:0}}</style>`,
  `<style>@media ${'(width:1px) and '.repeat(30)}print{g{x:0}}</style>`,
  `<style>${'@media print{'.repeat(6)}g{x:0}${'}'.repeat(6)}</style>`,
  '<style>@media{g{x:0}</style>',
  '<style>g{x:0}@media{</style>',
  `<style>svg{background:${'none,'.repeat(200)}none}</style>`,
  `<style>svg{background:${'none,'.repeat(200)}none</style>`,
  `<g style="fill:red;background:${'none,'.repeat(200)}none"/>`,
  `<g style="background:url(';'),${"none,url(';'),".repeat(200)}none"/>`,
  `<g mask="${'none,'.repeat(200)}none"/>`,
  `<set attributeName="mask" to="${'none,'.repeat(200)}none"/>`,
  `<g style="x:calc(${'('.repeat(9000)}"/>`,
  `<style>g{x:calc(${'('.repeat(9000)}}</style>`,
])('a file with the long list or deep nesting %s is not published', (content) => {
  expect(dangerIn(content)).toContain('so it is not published');
});

test.each([
  '<style>@media screen and (min-width:600px){@supports (not (fill:var(--a))){@media print{g{x:0}}}}</style>',
  `<style>${Array.from({ length: 300 }, (_, index) => `.a${index}`).join(',')}{fill:red}</style>`,
  `<style>@font-face{font-family:a;unicode-range:${'U+4E00,'.repeat(200)}U+4E01}g{d:path("M0,0${'L1,1'.repeat(200)}")}</style>`,
  `<polygon points="${'1,2 '.repeat(500)}"/><text x="${'1,'.repeat(500)}1">a</text><path d="M0 0${'L1,1'.repeat(500)}"/>`,
  `<g data-cells="${'f(a),'.repeat(500)}" aria-label="${'one (1), '.repeat(200)}"/>`,
  `<animate attributeName="fill" values="${'rgb(1,2,3);'.repeat(100)}red"/>`,
])('a file with the usual list or nesting %s is published', (content) => {
  expect(dangerIn(content)).toBeNull();
});

const templates = (element: string, count: number, next: (index: number) => string = (index) => `#t${index + 1}`): string =>
  Array.from({ length: count }, (_, index) => `<${element} id="t${index}" xlink:href="${next(index)}"/>`).join('');
test.each([
  templates('linearGradient', 20_000),
  templates('radialGradient', 12),
  templates('pattern', 12),
  templates('filter', 12),
  templates('linearGradient', 12, (index) => `#%74${index + 1}`),
  templates('linearGradient', 1, () => '#t0'),
])('gradients, patterns, and filters that take their parts from many others are not published: %#', (content) => {
  expect(dangerIn(content)).toContain('in a chain');
});

test('gradients can take their parts from a few others', () => {
  expect(dangerIn(templates('linearGradient', 10))).toBeNull();
  expect(dangerIn(`${templates('linearGradient', 5000, () => '#a')}<linearGradient id="a"><stop/></linearGradient>`)).toBeNull();
});

const line = (points: number): string => `M0 0${'l1.5 1'.repeat(points)}`;
test.each([
  `<path d="${line(20_001)}"/>`,
  `<path d="M0 0${'h1'.repeat(20_001)}"/>`,
  `<path d="M0 0${' 1 1'.repeat(20_001)}"/>`,
  `<path d="M0 0a${'1 1 0 011 1 '.repeat(20_001)}"/>`,
  `<polyline points="${'1 1 '.repeat(20_001)}"/>`,
  `<animate attributeName="d" values="M0 0;${line(20_001)}"/>`,
  `<path style="d:path('${line(20_001)}')"/>`,
  `<style>path{clip-path:polygon(${'1px 1px,'.repeat(20_001)}0 0)}</style>`,
])('a file with a path of too many points is not published: %#', (content) => {
  expect(dangerIn(content)).toContain('so it is not published');
});

test('a map of many long paths can be shown several times', () => {
  const map = `<g id="m">${`<path d="${line(19_990)}"/>`.repeat(3)}</g>`;
  expect(dangerIn(`${map}<use href="#m" x="9"/><use href="#m" y="9"/><use href="#m"/>`)).toBeNull();
  expect(dangerIn(`<path d="${line(15_000)}"/>`.repeat(15))).toBeNull();
  expect(dangerIn(`${map}${'<use href="#m"/>'.repeat(12)}`)).toContain('the points of long paths');
});

test.each([
  '<style>/* Generated by X (v1.2); do not edit */.a{fill:red}/* {it\'s "} */</style><g/>',
  '<style>g[filter="url(#dropShadow)"]{filter:none}[stroke="rgb(0, 0, 0)"],[stroke="#000000"]{stroke:red}</style><g stroke="rgb(0, 0, 0)"/>',
  '<style>.a:nth-child(odd),.a:nth-child(2n + 1),.a:not(.b),:not(g),.a + .b,[class*="a b"],[class*=a]{fill:red}</style><g class="a"/>',
  '<?plantuml 1.2024.0?><g/>',
])('a file with the usual style or instruction %s is published', (content) => {
  expect(dangerIn(content)).toBeNull();
});

const hidden = 'mask:url(other.svg#a)';
test.each([
  `<style>[a="]/*"]{x:0}g{${hidden}}[a="*/"]{x:0}</style>`,
  `<style>g{a:url(/*);${hidden};b:url(*/)}</style>`,
  `<style>g{a:"\n/*";${hidden};b:"*/"}</style>`,
  `<path style="a:'\n/*';${hidden};b:'*/'"/>`,
  String.raw`<path style="a:'\\';b:'/*';${hidden};c:'*/'"/>`,
  `<path style="a:/*/;${hidden};*/"/>`.replace('/*/;', '/**/;'),
  `<style>g{x:0}/*/</style><style>g{${hidden}}</style>`,
  `<style>[class*="a"],[class="x y"]{${hidden}}</style><g class="a"/>`,
  `<style>.a + .b,.c:not(.d),:nth-child(odd){${hidden}}</style><g class="b"/>`,
  '<?xml-stylesheet href="a.css"?><g/>',
  '<?XML-stylesheet href="a.css"?><g/>',
])('a file cannot hide a part of its style: %s', (content) => {
  expect(dangerIn(`${content}<g/>`)).toContain('so it is not published');
});

test.each(['.a + g', 'g:not(.a)', 'g:nth-child(odd)', '[class*="a b"]', '[class="a b c"]'])(
  'effects of the selector %s are counted',
  (selector) => {
    expect(dangerIn(`<style>${selector}{opacity:.5}</style>${'<g class="a b c"><path/></g>'.repeat(4000)}`)).toContain('opacities');
  },
);

/** Returns a drawing in which each of the levels repeats the one below it ten times. */
const levels = (count: number, levelOf: (level: number, below: number) => string): string =>
  `<rect id="l0"/>${Array.from({ length: count }, (_, index) => levelOf(index + 1, index)).join('')}`;
/** Returns the levels of a kind of element whose ten shapes have an attribute that names the level below. */
const nested = (element: string, attribute: string, count = 7): string =>
  levels(
    count,
    (level, below) => `<${element} id="l${level}">${`<path d="M0 0" ${attribute.replace('#', `#l${below}`)}/>`.repeat(10)}</${element}>`,
  );
const styled = (css: string, count = 7): string =>
  `<style>${Array.from({ length: count }, (_, level) => css.replaceAll('N', String(level))).join('')}</style>${levels(count, (level, below) => `<mask id="l${level}">${`<path class="c${below}"/>`.repeat(10)}</mask>`)}`;

test.each([
  ['<use>', levels(7, (level, below) => `<g id="l${level}">${`<use xlink:href="#l${below}"/>`.repeat(10)}</g>`)],
  ['symbols', levels(7, (level, below) => `<symbol id="l${level}">${`<use href="#l${below}"/>`.repeat(10)}</symbol>`)],
  ['encoded ids', levels(7, (level, below) => `<g id="l${level}">${`<use href="#%6C${below}"/>`.repeat(10)}</g>`)],
  [
    'ids that the last element repeats',
    `${levels(7, (level, below) => `<g id="l${level}">${`<use href="#l${below}"/>`.repeat(10)}</g>`)}<g id="l6"/>`,
  ],
  ['patterns', nested('pattern', 'fill="url(#)"')],
  ['strokes', nested('pattern', 'stroke="url(\'#\') red"')],
  ['masks', nested('mask', 'mask="url(#)"')],
  ['clip paths', nested('clipPath', 'clip-path="url( &quot;#&quot; )"')],
  [
    'filters',
    levels(
      7,
      (level, below) =>
        `<filter id="f${below}"><feImage href="#l${below}"/></filter><g id="l${level}">${`<path filter="url(#f${below})"/>`.repeat(10)}</g>`,
    ),
  ],
  ['markers', nested('marker', 'marker-start="url(#)"')],
  ['style attributes', nested('mask', 'style="fill:red;mask:url(#)"')],
  ['escaped addresses', nested('mask', String.raw`style="mask:u\72l(#)"`)],
  [
    'inherited patterns',
    levels(4, (level, below) => `<pattern id="l${level}"><g fill="url(#l${below})">${'<path/>'.repeat(20)}</g></pattern>`),
  ],
  ['markers in the middle', `<marker id="a">${'<path/>'.repeat(100)}</marker><path marker-mid="url(#a)" d="${'M0 0'.repeat(1000)}"/>`],
  [
    'the shorthand for markers',
    `<marker id="a">${'<path/>'.repeat(100)}</marker><g style="marker:url(#a)"><path d="${'M0 0'.repeat(1000)}"/></g>`,
  ],
  [
    'markers on an animated path',
    `<marker id="a">${'<path/>'.repeat(100)}</marker><path id="p" marker-mid="url(#a)"/><animate href="#p" attributeName="d" to="${'M0 0'.repeat(1000)}"/>`,
  ],
  ['classes', styled('.cN{mask:url(#lN)}')],
  ['media queries', styled('@media print{.cN{mask:url(#lN)}}')],
  ['custom properties', styled('.cN{--m:url(#lN)}path{mask:var(--m)}')],
  ['braces in comments', styled('.cN{fill:red;/* } .none{ */mask:url(#lN)}')],
  ['braces in texts', styled('.cN{font-family:"} .none{";mask:url(#lN)}')],
  ['nested rules', styled('.cN{&.cN{mask:url(#lN)}}')],
  ['keyframes', styled('@keyframes aN{to{mask:url(#lN)}}.cN{animation:aN}')],
  ['an animated class', `${styled('.dN{mask:url(#lN)}')}<set attributeName="class" to="d1"/>`],
  [
    'rules for an element after an incomplete sheet',
    `<style>z</style><style>path{mask:url(#a)}</style><mask id="a">${'<g/>'.repeat(100)}</mask>${'<path/>'.repeat(1000)}`,
  ],
  ['closed paths', `<marker id="a">${'<path/>'.repeat(100)}</marker><path marker-mid="url(#a)" d="M0 0${'z'.repeat(1000)}"/>`],
  ['short numbers', `<marker id="a">${'<path/>'.repeat(100)}</marker><path marker-mid="url(#a)" d="M0 0${'.5'.repeat(1000)}"/>`],
  [
    'a path of a style sheet on many elements',
    `<style>path{d:path("M0 0${'h1'.repeat(100)}")}</style><marker id="a">${'<path/>'.repeat(100)}</marker><g marker-mid="url(#a)">${'<path/>'.repeat(100)}</g>`,
  ],
  [
    'patterns of the line with a marker',
    `<pattern id="p">${'<path/>'.repeat(100)}</pattern><marker id="a">${'<path fill="context-stroke"/>'.repeat(300)}</marker><path marker-end="url(#a)" stroke="url(#p)"/>`,
  ],
  ['shapes of other files', '<use href="other.svg#a"/>'],
  ['masks of other files', '<path mask="url(other.svg#a)"/>'],
])('a file that expands with %s is not published', (_, content) => {
  expect(dangerIn(content)).toContain('so it is not published');
});

test.each([
  [
    'a gradient for thousands of shapes',
    `<linearGradient id="a">${'<stop/>'.repeat(20)}</linearGradient>${'<rect fill="url(#a)"/>'.repeat(5000)}`,
  ],
  [
    'classes with clip paths and gradients',
    `<style>.a{fill:url(#g)}.b{clip-path:url(#c)}</style><radialGradient id="g"><stop/></radialGradient><clipPath id="c"><rect/></clipPath>${'<g class="b"><rect class="a"/></g>'.repeat(3000)}`,
  ],
  ['a text of shapes', `<symbol id="a"><path d="M0 0L1 1"/></symbol>${'<use xlink:href="#a" x="101.5" y="202.5"/>'.repeat(40_000)}`],
  [
    'arrows on hundreds of lines',
    `<marker id="a"><path d="M0 0L9 9"/></marker>${`<path marker-end="url(#a)" d="${'M0 0L9 9'.repeat(20)}"/>`.repeat(500)}`,
  ],
  ['dots on a line', `<marker id="a"><circle/></marker><path style="marker-mid:url(#a)" d="${'M0 0L9 9'.repeat(1000)}"/>`],
  [
    'hatched areas',
    `<pattern id="a">${'<path d="M0 0L9 9"/>'.repeat(4)}</pattern>${'<path fill="url(#a)" d="M0 0L9 9L10 10Z"/>'.repeat(2000)}`,
  ],
  [
    'nested groups with clip paths',
    `<clipPath id="a"><rect/></clipPath>${'<g clip-path="url(#a)">'.repeat(20)}${'<path/>'.repeat(5000)}${'</g>'.repeat(20)}`,
  ],
  [
    'a font',
    `<style>/* a font */@font-face{font-family:"A b";src:url("data:font/woff2;base64,${font('wOF2')}") format("woff2"),url(https://a.example/f.eot?#iefix)}</style><text>a</text>`,
  ],
  ['links and animations', '<g id="a"><a href="#a"><text>x</text></a><animate href="#a" attributeName="opacity" to="0"/></g>'],
])('a file with %s is published', (_, content) => {
  expect(dangerIn(content)).toBeNull();
});

test.each([
  '<g mask="url(#a)"><path mask="inherit"/></g>',
  '<path style="clip-path:/* a */inherit"/>',
  '<path style="mask:/*;*/inherit"/>',
  String.raw`<path style="m\61sk-image:in\herit"/>`,
  '<style>path{all:inherit}</style>',
  '<g style="d:path(\'M0 0\')"><path style="d:inherit"/></g>',
  '<path style="filter:var(--a)"/>',
  '<path style="--m:url(#m);marker-mid:var(--m)"/>',
  '<set href="#p" attributeName="mask" to="url(#a)"/>',
  '<animate attributeName="fill" values="red;url(#a)"/>',
  '<set attributeName="mask" to="inherit"/>',
  '<set attributeName="class" to="a"/>',
  '<style>@import "data:text/css,a";</style>',
  String.raw`<style>@im\70ort "a.css";</style>`,
  '<style>svg{background:url("data:image/svg+xml;base64,AA==")}</style>',
  '<style>svg{background:image-set("data:image/svg+xml;base64,AA==" 1x)}</style>',
  String.raw`<style>svg{background:url("da\9 ta:image/svg+xml;base64,AA==")}</style>`,
  '<path mask="url(data:image/svg+xml;base64,AA==)"/>',
  `<style>path{stroke-dasharray:/*;*/.0007}</style>${'<path d="M0 0H600"/>'.repeat(300)}`,
])('a file with the indirect reference %s is not published', (content) => {
  expect(dangerIn(content)).toContain('so it is not published');
});

test.each([
  '<g fill="inherit" style="stroke:inherit;color:var(--text, red)"/>',
  '<style>:root{--text:red}text{fill:var(--text);font:inherit}.data:hover{filter:none}</style>',
  `<style>@media print{a{fill:red}}@font-face{font-family:a;src:url(data:application/x-font-woff;charset=utf-8;base64,${font('wOFF')})}</style>`,
  '<style>svg{background:url("data:image/png;base64,iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==")}</style>',
  '<marker id="a"><path fill="context-stroke"/></marker><path marker-end="url(#a)"/>',
  '<set attributeName="visibility" to="inherit"/><animate attributeName="d" values="M0 0h1;M0 0h2"/>',
  '<path d="M0 0H600" stroke-dasharray=".01 4"/><path stroke-dasharray="none" style="stroke-dasharray:5px, 2mm"/>',
  '<path pathLength="1" d="M0 0h600" stroke-dasharray="1"><animate attributeName="stroke-dasharray" from="0 1" to="1 0"/></path>',
  `<marker id="a"><path d="M0 0L10 5" stroke-dasharray="1,0"/></marker>${'<path marker-end="url(#a)" d="M9000 9000L9999 9999L10 20"/>'.repeat(1000)}`,
  `<g stroke-dasharray="4 2">${'<path d="M10 20L300 400L10 20"/>'.repeat(500)}</g><path stroke-dasharray="0"/>`,
])('a file with %s is published', (content) => {
  expect(dangerIn(content)).toBeNull();
});

const lines = (attributes: string): string => `<path d="M0 0H600" ${attributes}/>`.repeat(300);
test.each([
  lines('stroke-dasharray=".0007"'),
  lines('stroke-dasharray="7e-4,0"'),
  lines('style="stroke:red;stroke-dasharray: .0007"'),
  `<style>path{stroke-dasharray:var(--a)}</style>${lines('')}`,
  lines('stroke-dasharray=".001%"'),
  lines('font-size=".001" stroke-dasharray="1em"'),
  lines('pathLength="1e6" stroke-dasharray="1"'),
  `<g stroke-dasharray=".7">${'<path d="M0 0H600000"/>'.repeat(300)}</g>`,
  `<g stroke-dasharray=".7">${'<rect width="600000px"/>'.repeat(300)}</g>`,
  `<style>path{d:path("M0 0H600000")}</style><g stroke-dasharray=".7">${'<path/>'.repeat(300)}</g>`,
  `<path id="a" d="M0 0H600000" stroke-dasharray=".7"/>${'<use href="#a"/>'.repeat(300)}`,
  `<path stroke-dasharray=".7" d="M0 0Q0 9999 0 0${'T0 0'.repeat(3000)}T1 1"/>`,
  `${lines('')}<set href="#a" attributeName="stroke-dasharray" to=".0007"/>`,
])('a file with millions of dashes is not published: %#', (content) => {
  expect(dangerIn(content)).toContain('more than 200000 dashes');
});

test('the references of rules to many elements are counted up to a limit', () => {
  const css = Array.from({ length: 5000 }, (_, id) => `*{fill:url(#a${id})}`).join('');
  expect(dangerIn(`<style>${css}</style>${'<path/>'.repeat(5000)}`)).toContain('references that repeat');
});

test('rules that can concern many nested elements are compared up to a limit, and each element is read a few times only', () => {
  let reads = 0;
  const group = (children: Shape[]): Shape => ({
    name: 'g',
    get attributes() {
      reads++;
      return [];
    },
    children,
  });
  let root = group(Array.from({ length: 1000 }, () => group([])));
  for (let depth = 0; depth < 99; depth++) root = group([root]);
  expect(excessIn(root, ['.x g{opacity:0}'.repeat(20)])).toBeNull();
  expect(reads).toBeLessThan(40 * 1100);
  expect(excessIn(root, ['.x g{opacity:0}'.repeat(200)])).toBe('comparisons');
});

test('a class that an element names thousands of times counts once', () => {
  expect(dangerIn(`<style>${'.a{x:0}'.repeat(2000)}.a{fill:red;opacity:.5}</style><g class="${'a '.repeat(25_000)}"/>`)).toBeNull();
});

const rectangles = (count: number, attributes: string): string => `<rect width="600" height="600" ${attributes}/>`.repeat(count);
const png = (width: number, height: number): string => {
  const bytes = Buffer.alloc(64);
  bytes.write('\u{89}PNG\r\n\u{1A}\n\0\0\0\rIHDR', 'latin1');
  bytes.writeUInt32BE(width, 16);
  bytes.writeUInt32BE(height, 20);
  return `<image href="data:image/png;base64,${bytes.toString('base64')}"/>`;
};
const jpegOf = (...parts: (readonly number[] | Buffer)[]): string =>
  `<image href="data:image/jpeg;base64,${Buffer.concat([Buffer.from([0xff, 0xd8]), ...parts.map((part) => Buffer.from(part))]).toString('base64')}"/>`;
const frame = (width: number, height: number): number[] => [0xff, 0xc0, 0, 17, 8, height >> 8, height & 255, width >> 8, width & 255];
const jpeg = (width: number, height: number, scans = 0): string =>
  jpegOf([0xff, 0xe0, 0, 4, 0, 0, 0xff], frame(width, height), Buffer.alloc(40), Buffer.from('ffda0002'.repeat(scans), 'hex'));
const blur = '<filter id="f"><feGaussianBlur stdDeviation="9"/></filter>';
const rules = (count: number, rule: (index: number) => string): string =>
  `<style>${Array.from({ length: count }, (_, index) => rule(index)).join('')}</style>`;

test.each([
  ['the outlines of letters', '<text font-size="600" stroke-dasharray=".005">@&amp;%</text>'.repeat(400), 'dashes'],
  [
    'letters in an embedded font',
    `<style>@font-face{font-family:a;src:url(data:font/woff2;base64,${font('wOF2')})}</style><text stroke-dasharray="4">a</text>`,
    'dashes',
  ],
  ['a size in the unit em', '<g font-size="1e4" stroke-dasharray=".5"><circle r="8em"/></g>', 'dashes'],
  ['a computed size', '<g stroke-dasharray=".5"><circle style="r:calc(pow(10,5)*1px)"/></g>', 'dashes'],
  ['a size of the element around it', '<g r="9" stroke-dasharray=".5"><circle style="r:inherit"/></g>', 'dashes'],
  [
    'a stroke that does not scale',
    '<g transform="scale(1e5)" stroke-dasharray="1"><circle r="1" vector-effect="non-scaling-stroke"/></g>',
    'dashes',
  ],
  ['lines back to the start', `<path stroke-dasharray="1" d="M1000000 0${'H0z'.repeat(1000)}"/>`, 'dashes'],
  [
    'dashes on curves',
    '<path d="M0 9C200 600 400 0 600 500" stroke-linecap="round" stroke-dasharray=".0025 .0025"/>'.repeat(2),
    'more than 200000 dashes',
  ],
  ['dashes on smooth curves', `<path stroke-dasharray="4" d="M0 0Q0 99 0 0${'t1 0'.repeat(9000)}"/>`, 'dashes'],
  ['dashes on arcs', '<path stroke-dasharray=".1" d="M0 0A1e6 1 0 1010 0"/>', 'dashes'],
  ['dashes on arcs that a browser enlarges', '<path stroke-dasharray=".1" d="M0 0a1e-6 1 0 100 1"/>', 'dashes'],
  ['dashes on a path with a mistake', `<path stroke-dasharray="4" d="M0 0${'H9999H0'.repeat(200)}X"/>`, 'dashes'],
  ['dashes on lines of a polygon', `<polygon stroke-dasharray="4" points="${'0,0 9999,0 '.repeat(200)}"/>`, 'dashes'],
  ['a sum of animations', '<circle stroke-dasharray="4"><animate attributeName="r" values="0;9" accumulate="sum"/></circle>', 'dashes'],
  ['selectors of siblings', `${rules(1000, (index) => `.a${index}~g{x:0}`)}${'<g/>'.repeat(9000)}`, 'the selector ".a0~g"'],
  ['selectors of functions', '<style>g:has(a){x:0}</style>', 'the selector "g:has(a)"'],
  ['rules in rules', '<style>g{a{x:0}}</style>', 'a rule inside another'],
  ['other rules', '<style>@layer a{g{x:0}}</style>', 'the selector "@layer a"'],
  ['rules for all elements', `${rules(3000, (index) => `g{x:${index}}`)}${'<g/>'.repeat(9000)}`, 'rules of style sheets'],
  ['custom properties that double', '<style>g{--a:1;--b:var(--a)var(--a)}</style>', 'the style "--b:var(--a)var(--a)"'],
  ['textures', '<filter id="f"><feTurbulence numOctaves="200"/></filter>', '"<feTurbulence"'],
  ['filters', blur + rectangles(100, 'filter="url(#f)"'), 'filters'],
  ['filters of rules', `<style>rect{filter:blur(4px)}</style>${rectangles(200, '')}`, 'filters'],
  [
    'operations of a filter',
    `<filter id="f">${'<feMorphology radius="50"/>'.repeat(1000)}</filter>${rectangles(1, 'filter="url(#f)"')}`,
    'filters',
  ],
  ['filters whose name has an escape', rectangles(1, String.raw`style="f\69lter:blur(9px)"`), 'filters'],
  ['filters of attributes with an escape', rectangles(1, String.raw`filter="bl\75r(9px)"`), 'filters'],
  ['filters after a comment', rectangles(200, 'style="filter/**/:blur(9px)"'), 'filters'],
  ['filters after a comment with a semicolon', rectangles(200, 'style="filter/*;*/:blur(9px)"'), 'filters'],
  ['filters in capital letters', rectangles(200, 'style="FILTER:BLUR(9PX)"'), 'filters'],
  ['opacities with an escape', String.raw`<g style="opacit\79:.9"><rect/><rect/></g>`, 'opacities'],
  ['a blur that a comment hides', rectangles(1, 'style="filter/**/:blur(999px)"'), 'a blur'],
  ['a scale that a comment hides', `<g style="transform/**/:scale(99)">${blur}${rectangles(1, 'filter="url(#f)"')}</g>`, 'a blur'],
  [
    'a scale of a rule that a comment hides',
    `<style>g{transform/**/:scale(99)}</style><g>${blur}${rectangles(1, 'filter="url(#f)"')}</g>`,
    'a blur',
  ],
  ['backgrounds', `<svg style="background:${'radial-gradient(red,#00f8),'.repeat(40)}red"/>`.repeat(20), 'backgrounds'],
  ['backgrounds of rules', `<style>${`svg{background-image:none${',none'.repeat(90)}}`.repeat(20)}</style>`, 'backgrounds'],
  ['shadows of boxes', `<svg style="box-shadow:${'inset 0 0 200px #f001,'.repeat(90)}0 0 red"/>`.repeat(20), 'shadows'],
  [
    'shadows of texts',
    `<g style="text-shadow:0 0 50px rgb(0,0,0,.1)${',0 0 50px #f002'.repeat(50)}">${'<text>a</text>'.repeat(50)}</g>`,
    'shadows',
  ],
  ['shadows that an escape hides', String.raw`<text style="te\78t-shadow:0 0 50px red">a</text>`, 'shadows'],
  ['pictures of borders', '<svg style="border-image:linear-gradient(red,blue)"/>'.repeat(1000), 'backgrounds'],
  ['layers of a mask', `<g style="mask:none${',none'.repeat(90)}"/>`.repeat(20), 'masks'],
  ['animations of an element', `<g style="animation:a 1s${',a 1s'.repeat(90)}"/>`.repeat(20), 'animations'],
  ['masks', `<mask id="m"><rect/></mask>${rectangles(1000, 'mask="url(#m)"')}`, 'masks'],
  ['transparent groups', '<g opacity=".5"><rect/><rect/></g>'.repeat(9000), 'opacities'],
  [
    'a wide blur',
    `<filter id="f"><feGaussianBlur stdDeviation="9"/></filter><g transform="scale(100)">${rectangles(1, 'filter="url(#f)"')}</g>`,
    'a blur',
  ],
  ['points', `<path id="a" d="${'M0 0'.repeat(20_000)}"/>${'<use href="#a"/>'.repeat(200)}`, 'the points of long paths'],
  ['colors', `<linearGradient>${'<stop/>'.repeat(500)}</linearGradient>`, 'a gradient of 200 colors'],
  ['huge pictures', png(16_000, 16_000), 'megapixels'],
  ['huge photos', jpeg(16_000, 16_000), 'megapixels'],
  [
    'huge photos after a marker without a length',
    jpegOf([0xff, 1], frame(16_000, 16_000), Buffer.alloc(0xff_c0 - 9), frame(1, 1), Buffer.alloc(40)),
    'megapixels',
  ],
  ['photos of many scans', jpeg(5000, 5000, 100), 'megapixels'],
  [
    'huge pictures whose address has a line break',
    png(16_000, 16_000).replace('base64,', 'base64,&#10;').replace('data:', ' data:'),
    'megapixels',
  ],
  ['pictures whose address has a line break in its scheme', png(1, 1).replace('data:', 'da&#10;ta:'), 'a picture of another file'],
  ['pictures that are shown often', `<g id="a">${png(1000, 1000)}</g>${'<use href="#a"/>'.repeat(50)}`, 'megapixels'],
  ['pictures of an unknown kind', '<image href="data:image/png;base64,Qk0AAAAA"/>', 'megapixels'],
  ['more than two megabytes', `<desc>${'a'.repeat(2_000_000)}</desc>`, 'larger than 2 MB'],
])('a file with too expensive %s is not published', (_, content, reason) => {
  expect(dangerIn(content)).toContain(reason);
});

const card = (index: number, region: string): string =>
  `<g filter="url(#f${index})"><rect width="100" height="50"/></g><defs><filter id="f${index}" ${region}><feFlood flood-opacity="0" result="b"/><feColorMatrix in="SourceAlpha" values="0"/><feOffset dy="4"/><feGaussianBlur stdDeviation="2"/><feComposite in2="h" operator="out"/><feColorMatrix values="0"/><feBlend in2="b" result="e"/><feBlend in="SourceGraphic" in2="e"/></filter></defs>`;
const cards = (count: number, region: string, attributes = ''): string =>
  `<svg viewBox="0 0 600 400" ${attributes}>${Array.from({ length: count }, (_, index) => card(index, region)).join('')}</svg>`;
const REGION = 'x="0" y="0" width="120" height="70" filterUnits="userSpaceOnUse"';
const dangerInDrawing = (svg: string): string | null =>
  dangerInSvg(Buffer.from(svg.replace('<svg', '<svg xmlns="http://www.w3.org/2000/svg"')));

test.each([
  ['30 cards with a shadow each', cards(30, '')],
  ['300 cards with a small shadow each', cards(300, REGION)],
  [
    'cards in a group with a scale',
    `<svg viewBox="0 0 600 400"><g transform="scale(1.5)">${Array.from({ length: 100 }, (_, index) => card(index, REGION)).join('')}</g></svg>`,
  ],
  [
    'a blur of a small icon',
    '<svg viewBox="0 0 24 24"><filter id="f"><feGaussianBlur stdDeviation="4"/></filter><g filter="url(#f)"><path/></g></svg>',
  ],
  [
    'a blur of a banner',
    '<svg viewBox="0 0 1200 120"><filter id="f"><feGaussianBlur stdDeviation="20"/></filter><g filter="url(#f)"><path/></g></svg>',
  ],
  [
    'a blur in a slanted group',
    '<svg viewBox="0 0 600 600"><filter id="f"><feGaussianBlur stdDeviation="9"/></filter><g transform="skewX(-30)"><path filter="url(#f)"/></g></svg>',
  ],
  [
    'elements that fade in',
    `<svg><style>${Array.from({ length: 40 }, (_, index) => `@keyframes k${index}{0%{opacity:0}100%{opacity:1}}.k${index}{animation:k${index} 1s}`).join('')}</style>${Array.from({ length: 400 }, (_, index) => `<path class="k${index}"/>`).join('')}<g/></svg>`,
  ],
  [
    'a pulse and a shadow',
    '<svg><style>@keyframes p{50%{transform:scale(1.1)}}.p{animation:p 1s}.s{filter:drop-shadow(0 1px 2px #0004)}</style><circle class="p"/><g><g><rect class="s"/></g></g></svg>',
  ],
  [
    'an animated scale and a shadow',
    '<svg><g><animateTransform attributeName="transform" type="scale" values="1;1.2;1"/><rect style="filter:blur(2px)"/></g></svg>',
  ],
])('a drawing with %s is published', (_, svg) => {
  expect(dangerInDrawing(svg)).toBeNull();
});

const gradient = '<radialGradient id="g"><stop/></radialGradient>';
const tiles = (count: number, size: number, attributes: string): string =>
  `<rect width="${size}" height="${size}" ${attributes}/>`.repeat(count);
test.each([
  ['thousands of small shapes with gradients', `<svg viewBox="0 0 600 400">${gradient}${tiles(20_000, 12, 'fill="url(#g)"')}</svg>`],
  [
    'a symbol with a gradient that is shown hundreds of times',
    `<svg viewBox="0 0 600 400">${gradient}<symbol id="s" fill="url(#g)">${tiles(3, 20, '')}<path d="M0 0h9v9"/></symbol>${'<use href="#s"/>'.repeat(900)}</svg>`,
  ],
  [
    'a small shadow for each of a thousand boxes',
    `<svg viewBox="0 0 600 400"><style>.a{filter:drop-shadow(1px 2px 2px rgb(0 0 0/25%))}</style>${tiles(1000, 30, 'class="a" stroke-width="2"')}</svg>`,
  ],
  [
    'a shadow for each of a hundred groups',
    `<svg viewBox="0 0 600 400">${'<g style="filter:drop-shadow(1px 2px 2px #0004)"><path/></g>'.repeat(100)}</svg>`,
  ],
])('a drawing with %s is published', (_, svg) => {
  expect(dangerInDrawing(svg)).toBeNull();
});

test.each([
  ['shapes with gradients', tiles(7000, 600, 'fill="url(#g)"')],
  ['repeated shapes with gradients', `<g id="a" fill="url(#g)">${tiles(140, 600, '')}</g>${'<use href="#a"/>'.repeat(140)}`],
  ['shapes with gradients of a rule', `<style>rect{fill:url(#g)}</style>${tiles(7000, 600, '')}`],
  ['shapes with gradients that a group enlarges', `<g transform="scale(40)" fill="url(#g)">${tiles(7000, 20, '')}</g>`],
  ['shapes with gradients that a rule enlarges', `<style>g{transform:scale(40)}</style><g fill="url(#g)">${tiles(7000, 20, '')}</g>`],
  ['shapes whose size is that of a rule', `<style>rect{width:600px}</style>${tiles(7000, 9, 'fill="url(#g)"')}`],
  ['shapes whose size is that of a style', tiles(7000, 9, 'style="height:600px;fill:url(#g)"')],
  ['shapes with wide lines', `<g stroke-width="600">${tiles(7000, 9, 'stroke="url(#g)"')}</g>`],
  ['shapes with wide lines of a style', `<g style="stroke-width:600px">${tiles(7000, 9, 'stroke="url(#g)"')}</g>`],
  ['shapes with long corners', `<g stroke-miterlimit="600">${tiles(7000, 9, 'stroke="url(#g)"')}</g>`],
  ['shapes in percent', '<rect width="100%" height="100%" fill="url(#g)"/>'.repeat(7000)],
  ['shapes that grow', `${tiles(7000, 9, 'fill="url(#g)"')}<animate href="#a" attributeName="width" to="600"/>`],
  ['circles', '<circle r="300" fill="url(#g)"/>'.repeat(7000)],
  ['paths', '<path d="M0 0H600V600" fill="url(#g)"/>'.repeat(7000)],
  ['polygons', '<polygon points="0 0 600 0 600 600" fill="url(#g)"/>'.repeat(7000)],
  ['shapes in a part that a view shows', `<view viewBox="0 0 9 9"/>${tiles(7000, 9, 'fill="url(#g)"')}`],
  ['shapes with small blurs', tiles(700, 600, 'style="filter:blur(3px)"')],
  ['shapes with small blurs of an attribute', tiles(700, 600, 'filter="blur(3px)"')],
  ['groups with small blurs', `<g style="filter:blur(3px)">${tiles(1, 9, '')}</g>`.repeat(700)],
  ['small shapes with wide blurs', tiles(300, 9, 'style="filter:blur(50px)"')],
])('a drawing with too many %s is not published', (_, content) => {
  expect(dangerInDrawing(`<svg viewBox="0 0 600 600">${gradient}${content}</svg>`)).toContain('more filters');
});

test.each([
  ['filters of an unknown size', cards(60, ''), 'filters'],
  [
    'small filters that a group enlarges',
    cards(300, REGION)
      .replace('>', '><g transform="scale(30)">')
      .replace(/<\/svg>$/, '</g></svg>'),
    'filters',
  ],
  ['small filters that a rule enlarges', cards(300, REGION).replace('>', '><style>g{transform:scale(30)}</style>'), 'filters'],
  [
    'small filters in a part of a large drawing',
    cards(300, REGION, 'preserveAspectRatio="xMidYMid slice"').replace('0 0 600 400', '0 0 9 400000'),
    'filters',
  ],
  [
    'small filters that an animation enlarges',
    cards(300, REGION).replace('</svg>', '<animate href="#f0" attributeName="width" to="600"/></svg>'),
    'filters',
  ],
  ['filters of a symbol', `<svg><symbol id="s">${'<g style="filter:blur(9px)"/>'.repeat(80)}</symbol><use href="#s"/></svg>`, 'filters'],
  [
    'animations of a definition',
    `<svg><defs>${'<animate href="#a" attributeName="x" to="1"/>'.repeat(2000)}</defs><path id="a"/></svg>`,
    'animations',
  ],
  ['animated groups', `<svg><style>@keyframes a{to{filter:blur(2px)}}g{animation:a 1s}</style>${'<g/>'.repeat(700)}</svg>`, 'animations'],
  [
    'groups whose animation a style attribute starts',
    `<svg><style>@keyframes a{to{filter:blur(2px)}}</style>${'<text style="animation:a 1s">a</text>'.repeat(700)}</svg>`,
    'animations',
  ],
  ['a blur in steep groups', '<svg><g transform="skewX(89.9)"><path style="filter:blur(2px)"/></g></svg>', 'a blur'],
  [
    'a blur in a pattern that grows with a shape',
    '<svg><pattern id="p" patternContentUnits="objectBoundingBox"><path style="filter:blur(1px)"/></pattern><path fill="url(#p)"/></svg>',
    'a blur',
  ],
  [
    'a blur in groups that a rule enlarges',
    `<svg><style>g{transform:scale(3)}</style>${'<g>'.repeat(9)}<path style="filter:blur(1px)"/>${'</g>'.repeat(9)}</svg>`,
    'a blur',
  ],
  [
    'a blur and a growing animation',
    '<svg><animateTransform attributeName="transform" type="scale" by="2"/><path style="filter:blur(1px)"/></svg>',
    'a blur',
  ],
])('a drawing with too many or large %s is not published', (_, svg, reason) => {
  expect(dangerInDrawing(svg)).toContain(reason);
});

test.each([
  [
    'draw.io',
    '<g style="font-family:&quot;Helvetica&quot;;font-size:12px"><rect width="100%" height="100%" fill="light-dark(#fff, var(--ge-dark-color, #121212))"/><path d="M 0 30 L 90 30" stroke-dasharray="3 3" pointer-events="stroke"/><text x="9" y="1em" font-size="12px">Service</text></g>',
  ],
  [
    'Excalidraw',
    `<defs><style class="style-fonts">@font-face { font-family: Excalifont; src: url(data:font/woff2;base64,${font('wOF2')}); }</style></defs><g stroke-linecap="round" transform="translate(10 10) rotate(0 50 50)"><path d="M0 0 C10 10, 20 20, 30 30" stroke-width="1.5" stroke-dasharray="8 9"/></g><text font-family="Excalifont, Xiaolai, sans-serif" font-size="20px">Text</text>${png(800, 600)}`,
  ],
  [
    'Figma',
    `${'<g filter="url(#f0_d)"><rect width="120" height="60" rx="8" fill="white"/></g>'.repeat(30)}<line x1="9" y1="9" x2="90" y2="9" stroke-dasharray="4 4"/><text style="white-space: pre" font-family="Inter" font-size="12" letter-spacing="0em"><tspan x="1" y="2">Text</tspan></text><defs><filter id="f0_d" x="0" y="0" width="128" height="68" filterUnits="userSpaceOnUse" color-interpolation-filters="sRGB"><feFlood flood-opacity="0" result="b"/><feColorMatrix in="SourceAlpha" values="0 0 0 0 0 0 0 0 0 0 0 0 0 0 0 0 0 0 127 0" result="h"/><feOffset dy="4"/><feGaussianBlur stdDeviation="2"/><feComposite in2="h" operator="out"/><feColorMatrix values="0 0 0 0 0 0 0 0 0 0 0 0 0 0 0 0 0 0 0.25 0"/><feBlend in2="b" result="e"/><feBlend in="SourceGraphic" in2="e"/></filter></defs>`,
  ],
  [
    'Inkscape',
    '<g transform="matrix(1.2,0,0,1.2,-3,4)"><path style="fill:none;stroke:#000;stroke-width:0.26px;stroke-dasharray:0.8, 0.4;stroke-dashoffset:0;vector-effect:none;opacity:1" d="m 1,2 3,4"/><text style="font-size:3.5mm;line-height:1.25;font-family:sans-serif;-inkscape-font-specification:&quot;sans-serif, Normal&quot;">Text</text></g>',
  ],
  [
    'a program that writes the styles of HTML',
    `<g style="background:linear-gradient(red,blue) 0 0/9px 9px,rgba(255,255,255,0.5);box-shadow:none;text-shadow:0 1px 2px rgba(0,0,0,.2)">${'<text style="text-shadow:none;background-color:rgb(1,2,3)">a</text>'.repeat(300)}</g>`,
  ],
  [
    'matplotlib with dashed lines of many points',
    `<path style="stroke-dasharray:3.7,1.6" d="M 0 300 ${Array.from({ length: 5000 }, (_, index) => `L ${index / 8} ${300 + (index % 7)} `).join('')}"/>`,
  ],
  ['a tool for maps', `<polyline stroke-dasharray="2" points="${'500.5,400.5 501,402 '.repeat(9000)}"/>`],
  [
    'Inkscape with unusual fonts',
    `<g opacity="1" style="font-family:'Sans (Bold)';opacity:1;mix-blend-mode:normal" inkscape:label="it's (a filter)"><path d="M0 0h9" style="font-family:'a\\'b';opacity:1"/></g>`,
  ],
  [
    'Illustrator',
    '<defs><style>.cls-1,.cls-2{fill:none;stroke-miterlimit:10;}.cls-2{stroke-dasharray:12.1 12.1;}.cls-3{font-size:1.2em;font-family:MyriadPro-Regular, \'Myriad Pro\';}</style></defs><line class="cls-2" x2="90"/><text class="cls-3">Text</text>',
  ],
])('a drawing of %s is published', (_, content) => {
  expect(dangerIn(content)).toBeNull();
});

/** Returns lines from the top to the bottom of a drawing of 100 × 100. */
const acrossLines = (count: number, height = 100): string =>
  Array.from({ length: count }, (_, i) => `${i % 100} ${i % 2 === 0 ? 0 : height}`).join(' ');
const ofHundred = (content: string): string => `<svg viewBox="0 0 100 100">${content}</svg>`;

test.each([
  ['three paths', `<path d="M${acrossLines(9000)}"/>`.repeat(3)],
  ['polygons', `<polygon points="${acrossLines(700)}"/>`.repeat(30)],
  ['one path that is shown often', `<path id="a" d="M${acrossLines(5000)}"/>${'<use href="#a"/>'.repeat(5)}`],
  ['short lines that are enlarged', `<g transform="scale(100)">${`<path d="M${acrossLines(9000, 1)}"/>`.repeat(3)}</g>`],
  ['paths in a style', `<path style="d:path('M${acrossLines(9000)}')"/>`.repeat(3)],
  [
    'paths in a drawing with a width that browsers ignore',
    `</svg><svg width="1e39" height="1e39">${`<path d="M${acrossLines(9000, 600)}"/>`.repeat(3)}`,
  ],
  ['a clip path', `<clipPath id="a"><path d="M${acrossLines(5000)}"/></clipPath>${'<g clip-path="url(#a)"><rect/></g>'.repeat(5)}`],
])('paths that cross a drawing too often are not published: %s', (_, content) => {
  expect(dangerIn(ofHundred(content))).toContain('paths that cross the whole drawing');
});

test.each([
  ['a line chart', `<polyline points="${acrossLines(9000)}"/>`],
  ['short lines', `<path d="M${acrossLines(9000, 1)}"/>`.repeat(3)],
  ['letters as large paths that are drawn small', `<g transform="scale(.01)">${`<path d="M${acrossLines(40)}"/>`.repeat(700)}</g>`],
])('paths that cross a drawing less often are published: %s', (_, content) => {
  expect(dangerIn(ofHundred(content))).toBeNull();
});

const HUGE_BLUR = '<filter id="a"><feGaussianBlur stdDeviation="3000"/></filter><rect filter="url(#a)" width="9" height="9"/>';
const ENLARGED_FILTERS = `<g transform="scale(100)">${'<g filter="url(#b)"><rect width="9" height="9"/></g>'.repeat(300)}</g>`;

// 0 × ∞ is not a number, and no limit is smaller than that.
test.each([
  ['scale(0) skewX(1turn)', HUGE_BLUR],
  ['scale(0) skewX(1turn)', ENLARGED_FILTERS],
  ['scale(0) skewX(1turn)', `<path d="M${acrossLines(9000, 600)}"/>`.repeat(3)],
  ['skewX(1e400)', HUGE_BLUR],
  ['scale(0) matrix(1e400 0 0 1 0 0)', HUGE_BLUR],
])('a shape whose scale is unknown hides nothing else that is expensive: %s', (transform, expensive) => {
  const unknown = `<filter id="b"><feGaussianBlur stdDeviation="1"/></filter><g transform="${transform}" filter="url(#b)"><path d="M0 0L9 9"/></g>`;
  expect(dangerIn(unknown + expensive)).toContain('so it is not published');
});

test.each([
  '0 0 1e39 1e39',
  '0 0 99999 99999 1',
  ',0 0 99999 99999',
  '0 0 99999,,99999',
  '0 0 99999',
  '0 0 -99999 -99999',
  '0 0 99999. 99999',
  '\u{A0}0 0 99999 99999',
])('a drawing whose viewBox browsers ignore is not published: %j', (viewBox) => {
  expect(dangerIn(`<svg viewBox="${viewBox}">${HUGE_BLUR}</svg>`)).toContain('the attribute viewBox=');
});

test.each(['0 0 100 100', ' -5.5, .5 1e2\n100 ', ''])('a drawing with a usual viewBox is published: %j', (viewBox) => {
  expect(dangerIn(`<svg viewBox="${viewBox}"><rect/></svg>`)).toBeNull();
});

const TEXT_OF_300 = `<text id="t">${'letters of a text '.repeat(300 / 18)}</text>`;

test.each([
  [
    'letters that are shown often',
    `${TEXT_OF_300.repeat(4)}<g id="a">${TEXT_OF_300}</g>${'<use href="#a"/>'.repeat(100)}`,
    '20000 letters',
  ],
  [
    'joins of wide lines',
    ofHundred(`<path id="a" stroke-width="90" d="M9 9${'h1h-1'.repeat(2000)}"/>${'<use href="#a"/>'.repeat(9)}`),
    'cross the whole',
  ],
  ['a picture of another file', '<image href="other.svg"/>', 'a picture of another file'],
  ['a picture of another host', '<image xlink:href="https://a.example/b.png"/>', 'a picture of another file'],
  [
    'animations that start each other',
    '<rect><animate id="a" attributeName="x" to="1" begin="0;a.begin+.001s;b.begin" dur="1s"/></rect>',
    'the attribute begin=',
  ],
  ['animations that start before others end', '<rect><set attributeName="x" to="1" begin="0;a.end - 1s"/></rect>', 'the attribute begin='],
  [
    'animations that start at several ends',
    '<rect><set attributeName="x" to="1" begin="a.end+.001s;b.end+.001s"/></rect>',
    'the attribute begin=',
  ],
  ['an animation that starts often', `<rect><set attributeName="x" to="1" begin="${'1s;'.repeat(20)}2s"/></rect>`, 'the attribute begin='],
])('%s are not published', (_, content, reason) => {
  expect(dangerIn(content)).toContain(reason);
});

test.each(['0;b.end', 'a.begin+1s', '0.5s', 'a.end + .5s;click'])('an animation that begins at %s is published', (begin) => {
  expect(dangerIn(`<rect><set attributeName="x" to="1" begin="${begin}"/></rect>`)).toBeNull();
});
