/** Reads components that a page defines itself, if they are only JSX. Runs no code. */
import { attributeText, endOfBraces, readExpression, readingBudget, readTag } from './jsx-parser.ts';
import type { JsxTag } from './jsx-parser.ts';

/** A part of a template: text, or the value of a property. */
type Part = string | { property: string; place: 'text' | 'attribute' };

/** A component that a page defines as a function of its properties, and that is only JSX. */
export interface Template {
  parts: readonly Part[];
  /** Values of properties that a use leaves out. */
  defaults: ReadonlyMap<string, string>;
}

const FUNCTION =
  /^export\s+(?:default\s+)?(?:(?:const|let|var)\s+(?<constant>[A-Z]\w*)\s*(?::[^=]{1,200})?=\s*(?<parameters>\([^()]*\)|[a-z]\w*)\s*(?::[^=]{1,200})?=>\s*(?<block>\{\s*return\b)?|function\s+(?<name>[A-Z]\w*)\s*(?<own>\([^()]*\))[^{]{0,200}\{\s*return\b)\s*/;

/** Attributes of elements in a template that have no effect on pages. */
const DROPPED = /^(?:className|style|key|ref|target|rel|role|tabIndex|on[A-Z]\w*)$/;

/** Reads an exported component; null if more than putting its properties into JSX would have to run. */
export function readTemplate(statement: string): [name: string, template: Template] | null {
  const head = FUNCTION.exec(statement);
  const { constant, parameters, block, name, own } = head?.groups ?? {};
  const component = constant ?? name;
  if (head === null || component === undefined) return null;
  let body = statement.slice(head[0].length).trim().replace(/;$/, '').trimEnd();
  const isInBlock = block !== undefined || name !== undefined;
  if (isInBlock && body.endsWith('}')) body = body.slice(0, -1).trimEnd().replace(/;$/, '').trimEnd();
  body = (/^\(([\s\S]*)\)$/.exec(body)?.[1] ?? body).trim();
  if (!/^<[\s\S]*>$/.test(body)) return null;
  const properties = readParameters(parameters ?? own ?? '');
  const parts = partsOf(withoutLineBreaks(body), properties);
  return parts === null ? null : [component, { parts, defaults: properties.defaults }];
}

interface Parameters {
  /** Name of the object with all properties; undefined if they are named. */
  whole: string | undefined;
  names: ReadonlySet<string>;
  defaults: ReadonlyMap<string, string>;
}

function readParameters(source: string): Parameters {
  const inner = source.replace(/^\(|\)$/g, '').trim();
  const named = /^\{([^{}]*)\}/.exec(inner)?.[1];
  const names = new Set<string>();
  const defaults = new Map<string, string>();
  for (const one of named?.split(',') ?? []) {
    // oxlint-disable-next-line regexp/no-super-linear-backtracking -- After the equal sign, any text matches.
    const [, name, value] = /^(\w+)(?:\s*=\s*([^]+))?$/.exec(one.trim()) ?? [];
    if (name !== undefined) names.add(name);
    const literal = value === undefined ? undefined : readExpression(value);
    if (name !== undefined && literal?.kind === 'literal') defaults.set(name, literal.value);
  }
  return { whole: named === undefined ? /^\w+/.exec(inner)?.[0] : undefined, names, defaults };
}

/** As in JSX, a line break beside a tag or an expression is removed, and any other becomes a space. */
const withoutLineBreaks = (jsx: string): string =>
  jsx.replace(/\s+/g, (space, at: number) => {
    if (!space.includes('\n')) return space;
    return /[>}]/.test(jsx[at - 1] ?? '') || /[<{]/.test(jsx[at + space.length] ?? '') ? '' : ' ';
  });

/** Returns the property that an expression names; undefined for other expressions. */
function propertyOf(code: string, { whole, names }: Parameters): string | undefined {
  const [, object, name] = /^(?:(\w+)\.)?(\w+)$/.exec(code.trim()) ?? [];
  if (name === undefined) return undefined;
  return object === undefined ? (names.has(name) ? name : undefined) : object === whole ? name : undefined;
}

/** Divides the JSX of a template; null if it contains an expression that is neither a literal nor a property. */
function partsOf(jsx: string, properties: Parameters): Part[] | null {
  const parts: Part[] = [];
  const budget = readingBudget(jsx.length);
  for (let at = 0; at < jsx.length;) {
    if (jsx.startsWith('<>', at) || jsx.startsWith('</>', at)) at = jsx.indexOf('>', at) + 1;
    else if (jsx[at] === '<') {
      const tag = readTag(jsx, at, budget);
      if (tag === null) return null;
      const written = tagParts(tag, properties);
      if (written === null) return null;
      for (const part of written) parts.push(part);
      at = tag.end;
    } else if (jsx[at] === '{') {
      const end = endOfBraces(jsx, at, jsx.length);
      if (end === null) return null;
      const code = jsx.slice(at + 1, end - 1);
      const property = propertyOf(code, properties);
      const literal = readExpression(code);
      if (property !== undefined) parts.push({ property, place: 'text' });
      else if (literal.kind === 'literal') parts.push(plainText(literal.value));
      else if (!/^\s*(?:\/\*[\s\S]*\*\/\s*)?$/.test(code)) return null;
      at = end;
    } else {
      const next = jsx.slice(at).search(/[<{]/);
      parts.push(jsx.slice(at, next < 0 ? undefined : at + next));
      at = next < 0 ? jsx.length : at + next;
    }
  }
  return parts;
}

function tagParts({ name, isClosing, isSelfClosing, attributes }: JsxTag, properties: Parameters): Part[] | null {
  if (isClosing) return [`</${name}>`];
  const parts: Part[] = [`<${name}`];
  for (const attribute of attributes) {
    if (DROPPED.test(attribute.name)) continue;
    const value = attribute.kind === 'code' ? sumOf(attribute.value, properties) : [attribute.value];
    if (attribute.name === '' || value === null) return null;
    const isFlag = attribute.kind === 'flag';
    parts.push(
      ` ${attribute.name}`,
      ...(isFlag ? [] : ['="', ...value.map((part) => (typeof part === 'string' ? attributeText(part) : part)), '"']),
    );
  }
  return [...parts, isSelfClosing ? ' />' : '>'];
}

/** Returns the parts of `'text ' + props.name`; null for other code. */
function sumOf(code: string, properties: Parameters): Part[] | null {
  const parts: Part[] = [];
  for (const [summand] of code.matchAll(/(?:'[^']*'|"[^"]*"|[^'"+]+)+/g)) {
    const property = propertyOf(summand, properties);
    const literal = readExpression(summand);
    if (property === undefined && literal.kind !== 'literal') return null;
    parts.push(property === undefined ? literal.value : { property, place: 'attribute' });
  }
  return parts;
}

/** Escapes text of JSX for Markdown with character references, which blocks of HTML can contain, too. An underscore within a word does not start emphasis. */
export const plainText = (text: string): string =>
  text.replace(/[\\`*[\]{}~|<]|(?<!\w)_|_(?!\w)/g, (character) => `&#${character.charCodeAt(0)};`);
