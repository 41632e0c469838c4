/**
 * Reads what a page computes with JSX, if it is only JSX and known data: one branch of a condition, such as `{props.beta && <b>New</b>}` and
 * `{os === 'mac' ? 'brew' : 'apt'}`, lists of data, such as `{birds.map((bird) => <li>{bird.name}</li>)}`, and components that the page defines itself. Runs
 * no code.
 */
import { attributeText, endOfBraces, limitOf, readData, readExpression, readingBudget, readTag } from './jsx-parser.ts';
import type { JsxTag, ReadingBudget } from './jsx-parser.ts';
import { ESCAPE_OR_CODE, lineBreaksOf, replaceExpressions } from './source-lines.ts';
import type { Line } from './source-lines.ts';

/** Returns the value of a name such as `props.beta` as text; null: it has none; undefined: it is not known. */
type ValueOf = (name: string) => string | null | undefined;

/** A path of names: `beta`, `props.beta`. */
const NAME = '[A-Za-z_$][\\w$]{0,100}(?:\\.[\\w$]{1,100}){0,5}';
/** The start of an expression with a condition, or text in which no expression starts. */
const CONDITION = new RegExp(
  String.raw`${ESCAPE_OR_CODE}|\{\s{0,100}(?<not>!?)(?<name>${NAME})\s{0,100}` +
    String.raw`(?:(?<comparison>[!=])==?\s{0,100}(?<quote>['"])(?<other>[^'"\n]{0,200})\k<quote>\s{0,100})?(?<operator>&&|\?(?![.?]))`,
  'g',
);

/** Replaces the expressions whose condition is known with the branch that they show. All others stay as they are. */
export function chooseBranches(lines: Line[], valueOf: ValueOf): Line[] {
  if (!lines.some(({ text }) => /&&|\?/.test(text))) return lines;
  const budget = readingBudget(lines.reduce((sum, { text }) => sum + text.length, 0));
  return replaceExpressions(lines, CONDITION, (text, { index, 0: start, groups: { not, name, comparison, other, operator } = {} }) => {
    const value = name === undefined ? undefined : valueOf(name);
    if (value === undefined) return null;
    const chosen = readBranches(text, index + start.length, operator === '?', budget);
    if (chosen === null) return null;
    const { branches, end } = chosen;
    const holds = comparison === undefined ? isTrue(value) : (value === other) === (comparison === '=');
    const branch = branches[holds === (not === '') ? 0 : 1];
    // The line breaks before and after the branch stay, so that its lines keep their numbers.
    const replacement =
      branch === undefined
        ? lineBreaksOf(text.slice(index, end))
        : lineBreaksOf(text.slice(index, branch.start)) + branch.text + lineBreaksOf(text.slice(branch.end, end));
    return { replacement, end };
  });
}

/** Whether JavaScript treats the value as true. */
const isTrue = (value: string | null): boolean => value !== null && !['', '0', 'false'].includes(value);

interface Branch {
  /** Offsets of its source. */
  start: number;
  end: number;
  /** Its source as Markdown, with the same line breaks. */
  text: string;
}

/** Reads what follows the operator of a condition: one branch, or two that `:` separates; null if one is other code than elements or a text. */
function readBranches(text: string, at: number, hasTwo: boolean, budget: ReadingBudget): { branches: Branch[]; end: number } | null {
  const limit = limitOf(text, at, budget);
  const branches: Branch[] = [];
  let end = at;
  for (const mark of hasTwo ? [':', '}'] : ['}']) {
    const branch = readBranch(text, end, limit, budget);
    const next = branch === null ? limit : skipSpace(text, branch.end, limit);
    if (branch === null || text[next] !== mark) {
      budget.characters -= next - at;
      return null;
    }
    branches.push(branch);
    end = next + 1;
  }
  return { branches, end };
}

function skipSpace(text: string, at: number, limit: number): number {
  let end = at;
  while (end < limit && /\s/.test(text[end] ?? '')) end += 1;
  return end;
}

/** A text, a number, or a value that shows nothing. */
const LITERAL = /(?:"(?:[^"\\\n]|\\.)*"|'(?:[^'\\\n]|\\.)*'|`(?:[^`\\$]|\\.)*`|-?\d+(?:\.\d+)?|(?:null|undefined|true|false)(?![\w$]))/y;

function readBranch(text: string, at: number, limit: number, budget: ReadingBudget): Branch | null {
  const start = skipSpace(text, at, limit);
  if (text[start] === '(') {
    const inner = readBranch(text, start + 1, limit, budget);
    const end = inner === null ? limit : skipSpace(text, inner.end, limit);
    // The parentheses are not part of the branch, but its end is after them.
    return inner === null || text[end] !== ')'
      ? null
      : { ...inner, end: end + 1, text: inner.text + lineBreaksOf(text.slice(inner.end, end)) };
  }
  if (text[start] === '<') return readElement(text, start, limit, budget);
  LITERAL.lastIndex = start;
  const literal = LITERAL.exec(text)?.[0];
  if (literal === undefined) return null;
  const value = /^(?:null|undefined|true|false)$/.test(literal) ? '' : readExpression(literal).value;
  return { start, end: start + literal.length, text: plainText(value) };
}

/** Reads an element with its content, or a fragment, whose tags are not part of the branch. */
function readElement(text: string, start: number, limit: number, budget: ReadingBudget): Branch | null {
  const isFragment = text.startsWith('<>', start);
  const opening = isFragment ? { name: '', end: start + 2, isSelfClosing: false, isClosing: false } : readTag(text, start, budget);
  if (opening === null || opening.isClosing) return null;
  if (opening.isSelfClosing) return { start, end: opening.end, text: text.slice(start, opening.end) };
  const tags = isFragment ? /<(\/?)>/g : new RegExp(String.raw`<(/?)${opening.name.replaceAll('.', String.raw`\.`)}(?=[\s/>])`, 'g');
  tags.lastIndex = opening.end;
  let depth = 1;
  for (let tag = tags.exec(text); tag !== null && tag.index < limit; tag = tags.exec(text)) {
    if (tag[1] === '/') depth -= 1;
    else if (isFragment || readTag(text, tag.index, budget)?.isSelfClosing === false) depth += 1;
    if (depth > 0) continue;
    const end = text.indexOf('>', tag.index) + 1;
    if (end === 0) return null;
    return { start, end, text: isFragment ? text.slice(opening.end, tag.index) : text.slice(start, end) };
  }
  return null;
}

/** Maximum number of characters that lists add to a page. A longer list stays an expression, which the build reports. */
const MAX_ADDED_CHARACTERS = 256 << 10;

/** A brace before a name or a list, or text in which no expression starts. */
const LIST = new RegExp(String.raw`${ESCAPE_OR_CODE}|\{(?=\s{0,100}(?:[A-Za-z_$][\w$]{0,100}\s{0,100}\.map\(|\[))`, 'g');

/** Replaces expressions over lists with their elements. @param data values of exported constants and imported JSON files, by name */
export function expandLists(lines: Line[], data: ReadonlyMap<string, unknown>): Line[] {
  if (!lines.some(({ text }) => text.includes('.map('))) return lines;
  const budget = readingBudget(lines.reduce((sum, { text }) => sum + text.length, 0));
  let added = 0;
  return replaceExpressions(lines, LIST, (text, { index, 0: start }) => {
    const list = start === '{' ? readList(text, index, { data, budget, room: MAX_ADDED_CHARACTERS - added }) : null;
    if (list === null) return null;
    added += list.html.length;
    return { replacement: list.html + lineBreaksOf(text.slice(index, list.end)), end: list.end };
  });
}

interface ListOptions {
  data: ReadonlyMap<string, unknown>;
  budget: ReadingBudget;
  /** Number of characters that the list may have. */
  room: number;
}

/**
 * Returns the elements of the expression that starts at a brace, and its end; null if the list is too long, or if more than putting data into
 * JSX would have to run.
 */
function readList(text: string, at: number, { data, budget, room }: ListOptions): { html: string; end: number } | null {
  const limit = limitOf(text, at, budget);
  const end = endOfBraces(text, at, limit);
  const html = end === null ? null : elementsOf(text.slice(at + 1, end - 1).trim(), data, room);
  if (html === null) budget.characters -= (end ?? limit) - at;
  return html === null || end === null ? null : { html, end };
}

function elementsOf(code: string, data: ReadonlyMap<string, unknown>, room: number): string | null {
  const start = code.startsWith('[') ? code.search(/\]\s*\.map\(/) + 1 : code.search(/(?<!\s)\s*\.map\(/);
  const body = /^\s*\.map\(([^]*)\)$/.exec(code.slice(start))?.[1]?.trim();
  if (start <= 0 || body === undefined) return null;
  const source = code.slice(0, start);
  const items = source.startsWith('[') ? readData(source) : data.get(source);
  if (!Array.isArray(items)) return null;
  const [, parameters = '', jsx = ''] = /^(\([^()]*\)|[A-Za-z_$][\w$]*)\s*=>\s*([^]*)/.exec(body) ?? [];
  const own = parameters.startsWith('(') ? /^\(\s*([A-Za-z_$][\w$]*)/.exec(parameters)?.[1] : parameters;
  const isText = items.every((item) => typeof item !== 'object' || item === null);
  const template = readTemplate(`export const Item = ${isText && own !== undefined ? `({ ${own} })` : parameters} => ${jsx}`)?.[1];
  if (template === undefined) return null;
  let html = '';
  for (const item of items as unknown[]) {
    const written = filled(template, isText && own !== undefined ? { [own]: item } : item);
    if (written === null || html.length + written.length > room) return null;
    html += written;
  }
  return html;
}

/** Returns a template with the data of an item; null if it would show more than a text or a number. */
function filled({ parts, defaults }: Template, item: unknown): string | null {
  let result = '';
  for (const part of parts) {
    if (typeof part === 'string') {
      result += part;
      continue;
    }
    const isOwn = typeof item === 'object' && item !== null && Object.hasOwn(item, part.property);
    const value = isOwn ? (item as Record<string, unknown>)[part.property] : defaults.get(part.property);
    if (typeof value === 'object' && value !== null) return null;
    // As in JSX, booleans are not shown.
    const text = value === undefined || value === null || typeof value === 'boolean' ? '' : String(value as string | number);
    result += part.place === 'attribute' ? attributeText(text) : plainText(text);
  }
  return result;
}

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
