import fc from 'fast-check';
import type { Element, ElementContent, Root } from 'hast';
import { toHtml as byLibrary } from 'hast-util-to-html';
import { html, svg } from 'property-information';
import { expect, test } from 'vitest';

import { attributeInfo, toHtml } from './html-tree.ts';

const LIBRARY = { allowDangerousHtml: true, closeSelfClosing: false, omitOptionalTags: false } as const;

const text = fc.string({ unit: fc.constantFrom(...'ab <>&"\'`=/\0\n\u00a0é🍕-!'), maxLength: 12 });
const property = fc.oneof(
  fc.constantFrom('className', 'id', 'href', 'hidden', 'download', 'open', 'checked', 'ariaLabel', 'ariaHidden', 'dataTab', 'data-x'),
  fc.constantFrom(
    'colSpan',
    'srcSet',
    'sizes',
    'accept',
    'tabIndex',
    'style',
    'viewBox',
    'strokeWidth',
    'xLinkHref',
    'draggable',
    'made up',
  ),
);
const value = fc.oneof(
  text,
  fc.boolean(),
  fc.constantFrom(null, undefined, 0, 1.5, Number.NaN, '', 'hidden', 'download'),
  fc.array(fc.oneof(text, fc.integer()), { maxLength: 3 }),
);
const properties = fc.dictionary(property, value, { maxKeys: 4 }) as fc.Arbitrary<Element['properties']>;

const { node } = fc.letrec<{ node: ElementContent; element: Element }>((tie) => ({
  node: fc.oneof(
    { maxDepth: 4 },
    text.map((written) => ({ type: 'text' as const, value: written })),
    text.map((written) => ({ type: 'raw' as const, value: written })),
    fc.constantFrom('a', '>', '->x', '<!--', 'a-->b', '--!>', 'x<!-').map((written) => ({ type: 'comment' as const, value: written })),
    tie('element'),
  ),
  element: fc.record({
    type: fc.constant('element' as const),
    tagName: fc.constantFrom('p', 'a', 'img', 'br', 'input', 'script', 'svg', 'path', 'title', 'desc', 'table', 'details', 'x-y'),
    properties,
    children: fc.array(tie('node'), { maxLength: 3 }),
  }),
}));

test('property: any tree is serialized like the library does', () => {
  const root = fc.array(node, { maxLength: 4 }).map((children): Root => ({ type: 'root', children }));
  fc.assert(
    fc.property(root, (tree) => void expect(toHtml(tree)).toBe(byLibrary(tree, LIBRARY))),
    { numRuns: 2000 },
  );
});

test('an unsupported node type is an error', () => {
  expect(() => toHtml({ type: 'root', children: [{ type: 'doctype' }] })).toThrow('A page must not contain a node of type doctype.');
});

test.each(['constructor', 'toString', 'hasOwnProperty', '__proto__', 'x-unknown'])('an attribute of the name %s is unknown', (name) => {
  for (const schema of [html, svg]) expect(attributeInfo(schema, name)).toMatchObject({ property: name, attribute: name, defined: false });
});
