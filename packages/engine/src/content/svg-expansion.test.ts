import { expect, test } from 'vitest';

import { dangerInSvg } from './svg.ts';

const dangerIn = (content: string): string | null =>
  dangerInSvg(Buffer.from(`<svg xmlns="http://www.w3.org/2000/svg" xmlns:xlink="http://www.w3.org/1999/xlink">${content}</svg>`));

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
    '<style>/* a font */@font-face{font-family:"A b";src:url("data:font/woff2;base64,AA==") format("woff2"),url(https://a.example/f.eot?#iefix)}</style><text>a</text>',
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
])('a file with the indirect reference %s is not published', (content) => {
  expect(dangerIn(content)).toContain('so it is not published');
});

test.each([
  '<g fill="inherit" style="stroke:inherit;color:var(--text, red)"/>',
  '<style>:root{--text:red}text{fill:var(--text);font:inherit}.data:hover{filter:none}</style>',
  '<style>@media print{a{fill:red}}@font-face{font-family:a;src:url(data:application/x-font-woff;charset=utf-8;base64,AA==)}</style>',
  '<style>svg{background:url("data:image/png;base64,AA==")}</style>',
  '<marker id="a"><path fill="context-stroke"/></marker><path marker-end="url(#a)"/>',
  '<set attributeName="visibility" to="inherit"/><animate attributeName="d" values="M0 0h1;M0 0h2"/>',
  '<path d="M0 0H600" stroke-dasharray=".01 4"/><path stroke-dasharray="none" style="stroke-dasharray:5px, 2mm"/>',
  '<path pathLength="1" d="M0 0h600" stroke-dasharray="1"><animate attributeName="stroke-dasharray" from="0 1" to="1 0"/></path>',
  `<marker id="a"><path d="M0 0L10 5" stroke-dasharray="1,0"/></marker>${'<path marker-end="url(#a)" d="M9000 9000L9999 9999L10 20"/>'.repeat(1000)}`,
  `<g stroke-dasharray="4 2">${'<path d="M10 20L300 400L10 20"/>'.repeat(5000)}</g><path stroke-dasharray="0"/>`,
])('a file with %s is published', (content) => {
  expect(dangerIn(content)).toBeNull();
});

const lines = (attributes: string): string => `<path d="M0 0H600" ${attributes}/>`.repeat(300);
test.each([
  lines('stroke-dasharray=".0007"'),
  lines('stroke-dasharray="7e-4,0"'),
  lines('style="stroke:red;stroke-dasharray: .0007"'),
  `<style>path{stroke-dasharray:/*;*/.0007}</style>${lines('')}`,
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
  expect(dangerIn(content)).toContain('more than 20000000 dashes');
});

test('the references of rules to many elements are counted up to a limit', () => {
  const css = Array.from({ length: 5000 }, (_, id) => `*{fill:url(#a${id})}`).join('');
  expect(dangerIn(`<style>${css}</style>${'<path/>'.repeat(5000)}`)).toContain('references that repeat');
});
