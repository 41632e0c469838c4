/** Mappings of the components in the pages of docusaurus-plugin-openapi-docs, which describe an operation of an API in data. */
import type { Root } from 'hast';
import { markdownToHast } from 'satteri';

import type { ComponentAttributes } from '#config/schema.ts';

import { unwrapParagraphs } from '../html-blocks.ts';
import { createElement, toHtml } from '../html-tree.ts';
import { attributeText } from '../jsx-parser.ts';
import { withoutDeepLines } from '../parser-limits.ts';
import type { ComponentMap, ComponentMapping } from './render-components.ts';

type Data = Readonly<Record<string, unknown>>;

const PRESENTATIONAL = ['className', 'style', 'key', 'id', 'context', 'title', 'label', 'schemaType', 'collapsible', 'discriminator'];
/** Schemas nested deeper are named by their type alone. */
const MAX_DEPTH = 8;

const isData = (value: unknown): value is Data => typeof value === 'object' && value !== null && !Array.isArray(value);
const dataOf = (value: unknown): Data => (isData(value) ? value : {});
const escape = (value: unknown): string => attributeText(typeof value === 'string' ? value : (JSON.stringify(value) ?? ''));
const code = (value: unknown): string => `<code>${escape(value)}</code>`;
const list = (items: readonly string[]): string =>
  items.length === 0 ? '' : `<ul>${items.map((item) => `<li>${item}</li>`).join('')}</ul>`;
const named = (title: string, html: string): string => (html === '' ? '' : `<p class="component-title">${escape(title)}</p>${html}`);

/** Maximum number of characters of a description that is read as Markdown, because the parser takes quadratic time. A longer one is shown as text. */
const MAX_DESCRIPTION = 10_000;

/** Returns a description, which is Markdown without tables, as HTML. A table could have far more cells than the description has characters. */
function described(value: unknown): string {
  if (typeof value !== 'string' || value.trim() === '') return '';
  if (value.length > MAX_DESCRIPTION) return `: ${escape(value)}`;
  const tree = markdownToHast(withoutDeepLines(value.replaceAll('<', '&lt;')), { features: { gfm: false }, position: false }) as Root;
  const item = createElement('td', {}, tree.children as never[]);
  unwrapParagraphs({ type: 'root', children: [item] });
  return `: ${toHtml({ type: 'root', children: item.children })}`;
}

/** Returns the data of an attribute. */
const attributeData = (value: string | true | undefined): unknown => {
  try {
    return typeof value === 'string' ? (JSON.parse(value) as unknown) : undefined;
  } catch {
    return value;
  }
};

/** Merges the parts of `allOf`. */
function merged(schema: Data): Data {
  const parts = Array.isArray(schema['allOf']) ? schema['allOf'].map((part) => merged(dataOf(part))) : [];
  if (parts.length === 0) return schema;
  const { allOf: _, ...own } = schema;
  const all = [...parts, own];
  const properties = Object.assign({}, ...all.map((part) => dataOf(part['properties']))) as Data;
  const required = all.flatMap((part) => (Array.isArray(part['required']) ? (part['required'] as unknown[]) : []));
  return { ...(Object.assign({}, ...all) as Data), properties, required };
}

const CHOICES = ['oneOf', 'anyOf'];
/** Keys of a schema that are shown with their values. */
const FACTS =
  'format pattern minimum maximum exclusiveMinimum exclusiveMaximum minLength maxLength minItems maxItems uniqueItems default example const'.split(
    ' ',
  );
const FLAGS = ['nullable', 'readOnly', 'writeOnly', 'deprecated'];

function typeOf(schema: Data): string {
  const { type, items, title } = schema;
  if (items !== undefined) return `array of ${typeOf(merged(dataOf(items)))}`;
  const choice = CHOICES.find((key) => Array.isArray(schema[key]));
  const name = Array.isArray(type) ? type.join(' or ') : typeof type === 'string' ? type : undefined;
  return [choice === undefined ? undefined : 'one of', name ?? (schema['properties'] === undefined ? undefined : 'object'), title]
    .filter((part) => typeof part === 'string')
    .join(' ');
}

/** Describes a schema: its type, its limits, its description, and below them its properties. */
function schemaHtml(value: unknown, isRequired = false, depth = 0): string {
  if (typeof value === 'string') return ` ${escape(value)}`;
  const schema = merged(dataOf(value));
  const facts = FACTS.flatMap((key) => (schema[key] === undefined ? [] : `${key} ${code(schema[key])}`));
  const values = Array.isArray(schema['enum']) ? [`one of ${schema['enum'].map(code).join(', ')}`] : [];
  const flags = [...(isRequired ? ['required'] : []), ...FLAGS.filter((key) => schema[key] === true)];
  const type = typeOf(schema);
  const words = [...(type === '' ? [] : [escape(type)]), ...flags, ...values, ...facts].join(', ');
  return `${words === '' ? '' : ` ${words}`}${described(schema['description'])}${depth >= MAX_DEPTH ? '' : partsHtml(schema, depth)}`;
}

/** Lists the properties, the choices, and the items of a schema. */
function partsHtml(schema: Data, depth: number): string {
  const required = Array.isArray(schema['required']) ? (schema['required'] as unknown[]) : [];
  const properties = Object.entries(dataOf(schema['properties'])).map(
    ([name, one]) => `${code(name)}${schemaHtml(one, required.includes(name), depth + 1)}`,
  );
  const others = isData(schema['additionalProperties'])
    ? [`any other key${schemaHtml(schema['additionalProperties'], false, depth + 1)}`]
    : [];
  const choices = CHOICES.flatMap((key) => (Array.isArray(schema[key]) ? (schema[key] as unknown[]) : [])).map((one) =>
    schemaHtml(one, false, depth + 1).trim(),
  );
  const items = isData(schema['items']) ? partsOrFacts(merged(schema['items']), depth + 1) : '';
  return list([...properties, ...others, ...choices]) + items;
}

/** Describes the items of an array, whose type is named already. */
function partsOrFacts(items: Data, depth: number): string {
  const { type: _, title: __, items: nested, ...rest } = items;
  if (nested !== undefined) return partsHtml(items, depth);
  const { properties, oneOf, anyOf, additionalProperties, ...facts } = rest;
  const text = schemaHtml(facts, false, MAX_DEPTH).trim();
  const parts = partsHtml(
    { ...(properties !== undefined && { properties, required: rest['required'] }), oneOf, anyOf, additionalProperties },
    depth,
  );
  return text === '' || (facts['required'] !== undefined && Object.keys(facts).length === 1) ? parts : list([`items: ${text}${parts}`]);
}

/** Maximum number of lists and objects around a value that is indented. */
const MAX_INDENTED_DEPTH = 20;

/** Whether a value is nested so deeply that its indentation would be far longer than the value itself. */
const isDeep = (value: unknown, left = MAX_INDENTED_DEPTH): boolean =>
  typeof value === 'object' && value !== null && (left === 0 || Object.values(value).some((one) => isDeep(one, left - 1)));

/** Describes the content of a request or a response for each media type, with its examples. */
function contentHtml(content: unknown): string {
  return list(
    Object.entries(dataOf(content)).map(([type, value]) => {
      const { schema, example, examples } = dataOf(value);
      const all = [...(example === undefined ? [] : [['Example', { value: example }] as const]), ...Object.entries(dataOf(examples))];
      const shown = all.map(([name, one]) => {
        const { summary, value: given } = dataOf(one);
        const text = typeof given === 'string' ? given : JSON.stringify(given, null, isDeep(given) ? 0 : 2);
        return `<p>${escape(summary ?? name)}</p><pre><code class="language-json">${escape(text)}</code></pre>`;
      });
      return `${code(type)}${schemaHtml(schema)}${shown.join('')}`;
    }),
  );
}

const parameterHtml = (parameter: unknown): string => {
  const { name, required, schema, description, deprecated, example } = dataOf(parameter);
  const own = { ...dataOf(schema), ...(deprecated === true && { deprecated }), ...(example !== undefined && { example }) };
  return `${code(name)}${schemaHtml({ ...own, description: description ?? dataOf(schema)['description'] }, required === true)}`;
};

const PLACES: Readonly<Record<string, string>> = { path: 'Path', query: 'Query', header: 'Header', cookie: 'Cookie' };

function parametersHtml(parameters: unknown): string {
  const all = Array.isArray(parameters) ? parameters.map(dataOf) : [];
  return Object.entries(PLACES)
    .map(([place, title]) => named(`${title} parameters`, list(all.filter((one) => one['in'] === place).map(parameterHtml))))
    .join('');
}

function responsesHtml(responses: unknown): string {
  return list(
    Object.entries(dataOf(responses)).map(([status, value]) => {
      const { description, headers, content } = dataOf(value);
      const fields = Object.entries(dataOf(headers)).map(([name, header]) => parameterHtml({ name, ...dataOf(header) }));
      return `${code(status)}${described(description)}${named('Headers', list(fields))}${contentHtml(content)}`;
    }),
  );
}

/** A component whose data an attribute contains. */
const shown = (render: (attributes: ComponentAttributes) => string): ComponentMapping => ({ tag: 'div', render, ignored: PRESENTATIONAL });
const frame: ComponentMapping = { tag: 'fragment', ignored: [...PRESENTATIONAL, 'groupId', 'defaultValue'] };

export const OPENAPI: ComponentMap = {
  ApiLogo: { tag: 'fragment', ignored: ['logo', 'darkLogo'] },
  ApiTabs: frame,
  DiscriminatorTabs: frame,
  MimeTabs: frame,
  OperationTabs: frame,
  SchemaTabs: frame,
  MethodEndpoint: {
    tag: 'p',
    render: ({ method, path }) => `<p>${code([String(method ?? '').toUpperCase(), path].filter(Boolean).join(' '))}</p>`,
    markdown: ({ method, path }) => `\`${String(method ?? '').toUpperCase()} ${path ?? ''}\``,
    ignored: PRESENTATIONAL,
  },
  ParamsDetails: shown(({ parameters }) => parametersHtml(attributeData(parameters))),
  ParamsItem: { tag: 'div', render: ({ param }) => `<p>${parameterHtml(attributeData(param))}</p>`, ignored: PRESENTATIONAL },
  RequestSchema: shown(({ body }) => {
    const { description, content, required } = dataOf(attributeData(body));
    const html = contentHtml(content);
    const words = described(description).replace(/^: /, '');
    return named(`Body${required === true ? ', required' : ''}`, html && `${words === '' ? '' : `<p>${words}</p>`}${html}`);
  }),
  Schema: shown(({ schema }) => list([schemaHtml(attributeData(schema)).trim()])),
  SchemaItem: {
    tag: 'div',
    render: ({ name, required, schemaName, schema }) =>
      `<div><p>${name === undefined ? '' : code(name)}${
        schema === undefined ? ` ${escape(schemaName ?? '')}` : schemaHtml(attributeData(schema), required !== undefined)
      }</p><slot></slot></div>`,
    ignored: [...PRESENTATIONAL, 'qualifierMessage', 'nullable', 'deprecated', 'defaultValue'],
  },
  StatusCodes: shown(({ responses }) => named('Responses', responsesHtml(attributeData(responses)))),
};
