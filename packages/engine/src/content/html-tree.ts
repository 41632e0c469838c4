/** Traverses the syntax tree of a page, creates its elements, and serializes it as HTML. */
import type { Element, ElementContent, Nodes, Properties, Root } from 'hast';
import { find, html, svg } from 'property-information';
import type { Info } from 'property-information';

/** `skip`: do not visit the children. `removed`: the element was removed or replaced, so visit the node that is now at its index. */
export type VisitResult = 'skip' | 'removed' | undefined | void;

/**
 * Visits the elements of a tree in document order. Each page is traversed about ten times; with `unist-util-visit`, which creates two closures
 * per node, this took a third of the compile time.
 */
export function visitElements(tree: Root | Element, visit: (element: Element, index: number, parent: Root | Element) => VisitResult): void {
  for (let index = 0; index < tree.children.length; index++) {
    const child = tree.children[index];
    if (child?.type !== 'element') continue;
    const result = visit(child, index, tree);
    if (result === 'removed') index -= 1;
    else if (result !== 'skip') visitElements(child, visit);
  }
}

/** Number of arguments that every call can have. */
const MAX_ARGUMENTS = 10_000;

/** Replaces the child at an index with any number of others. Only long lists are copied, because that takes as long as the parent has children. */
export function replaceChild(parent: Root | Element, index: number, others: readonly ElementContent[]): void {
  if (others.length <= MAX_ARGUMENTS) parent.children.splice(index, 1, ...(others as ElementContent[]));
  else parent.children = [...parent.children.slice(0, index), ...others, ...parent.children.slice(index + 1)] as Element['children'];
}

/** Creates an element of the syntax tree. */
export const createElement = (tagName: string, properties: Properties = {}, children: ElementContent[] = []): Element => ({
  type: 'element',
  tagName,
  properties,
  children,
});

/** Returns what is known about an attribute. The library finds no description for the names of properties that every object has, such as `constructor`. */
export const attributeInfo = (schema: typeof html, name: string): Info =>
  (find(schema, name) as Info | undefined) ?? Object.assign(find(schema, 'x-unknown'), { property: name, attribute: name });

type Schema = typeof html;
type Value = Element['properties'][string];

/** Elements without an end tag. */
const VOID = new Set(
  'area base basefont bgsound br col command embed frame hr image img input keygen link meta param source track wbr'.split(' '),
);
/** Elements whose text is not escaped. */
const PLAIN = new Set(['script', 'style']);
/** SVG elements whose content is HTML. */
const SVG_HTML_INTEGRATION_POINTS = new Set(['desc', 'foreignObject', 'title']);

const reference = (character: string): string => `&#x${character.charCodeAt(0).toString(16).toUpperCase()};`;

function escapeText(text: string): string {
  return /[<&]/.test(text) ? text.replace(/[<&]/g, reference) : text;
}

function escapeValue(text: string): string {
  return /[\0"&'`]/.test(text) ? text.replace(/[\0"&'`]/g, reference) : text;
}

const escapeName = (name: string): string => name.replace(/[\0\t\n\f\r "&'/<=>`]/g, reference);

const infos = new Map<Schema, Map<string, Info>>([
  [html, new Map()],
  [svg, new Map()],
]);

function infoOf(schema: Schema, property: string): Info {
  const known = infos.get(schema) as Map<string, Info>;
  let info = known.get(property);
  // Unknown names are not cached, since their number is not bounded.
  if (info === undefined && (info = attributeInfo(schema, property)).defined) known.set(property, info);
  return info;
}

/** Returns an attribute as HTML with a leading space; '' for an attribute without a value to write. */
function attributeHtml(schema: Schema, property: string, value: Value): string {
  const info = infoOf(schema, property);
  let written: Value = value;
  if (info.overloadedBoolean && (value === info.attribute || value === '')) written = true;
  else if ((info.boolean || info.overloadedBoolean) && (typeof value !== 'string' || value === info.attribute || value === ''))
    written = Boolean(value);
  if (written === null || written === undefined || written === false || Number.isNaN(written)) return '';
  const name = escapeName(info.attribute);
  if (written === true) return ` ${name}`;
  const text = Array.isArray(written) ? listed(written, info.commaSeparated) : String(written);
  return ` ${name}="${escapeValue(text)}"`;
}

/** Joins a list of values. An empty last entry is kept with a trailing separator. */
function listed(values: readonly (string | number)[], byCommas: boolean): string {
  const closed = values.at(-1) === '' ? [...values, ''] : values;
  return closed.join(byCommas ? ', ' : ' ').trim();
}

function elementHtml(node: Element, outer: Schema): string {
  const { tagName, properties } = node;
  const schema = outer === html && tagName === 'svg' ? svg : outer;
  let start = `<${tagName}`;
  for (const property in properties) start += attributeHtml(schema, property, properties[property]);
  const inner = schema === svg && SVG_HTML_INTEGRATION_POINTS.has(tagName) ? html : schema;
  const children = outer === html && tagName === 'template' && node.content !== undefined ? node.content.children : node.children;
  const content = contentHtml(children as readonly ElementContent[], inner, PLAIN.has(tagName));
  const isVoid = outer === html && content === '' && VOID.has(tagName.toLowerCase());
  return isVoid ? `${start}>` : `${start}>${content}</${tagName}>`;
}

function contentHtml(children: readonly Nodes[], schema: Schema, isPlain: boolean): string {
  let content = '';
  for (const child of children) {
    if (child.type === 'element') content += elementHtml(child, schema);
    else if (child.type === 'text') content += isPlain ? child.value : escapeText(child.value);
    else if (child.type === 'raw') content += child.value;
    else if (child.type === 'comment') content += `<!--${child.value.replace(/^>|^->|<!--|-->|--!>|<!-$/g, escapeComment)}-->`;
    else throw new TypeError(`A page must not contain a node of type ${child.type}.`);
  }
  return content;
}

const escapeComment = (text: string): string => text.replace(/[<>]/g, reference);

/**
 * Serializes the tree of a page as HTML. `hast-util-to-html` spends half of its time looking up how to write attributes; here, these lookups
 * are cached. `html-tree.test.ts` compares the output with that of the library, byte by byte. Raw nodes are written unchanged, because the
 * HTML of authors was sanitized before.
 */
export function toHtml({ children }: Root): string {
  return contentHtml(children, html, false);
}
