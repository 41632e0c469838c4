import { codeElement, codeSpan, escapeMarkdown, sentence } from '../markdown/escape.ts';
import { blocks, table } from '../markdown/blocks.ts';
import type { Field, Plugin, SharedFields } from '../schema/source.ts';
import { describeField } from './describe-field.ts';
import { fieldAnchor, parentOf, shownName, topOf } from './field-names.ts';

/** Name and type share a column: four of them leave no room for words on a phone. */
const HEADER = ['Option and type', 'Default', 'What it does'];

/** The options of a plugin: a table of those that stand alone, then one part to unfold for each that holds others. */
export function renderOptions(plugin: Plugin, shared: SharedFields): string {
  const nested = Map.groupBy(
    plugin.fields.filter((field) => parentOf(field.name) !== null),
    (field) => topOf(field.name),
  );
  const top = plugin.fields.filter((field) => parentOf(field.name) === null);
  const alone = top
    .filter((field) => !nested.has(field.name))
    .toSorted((a, b) => Number(b.required === true) - Number(a.required === true));
  const row = (field: Field): string[] => renderRow(plugin.plugin, field, shared);
  const groups = top.flatMap((field) => {
    const inside = nested.get(field.name);
    return inside === undefined ? [] : [renderGroup(plugin.plugin, field, inside, shared)];
  });
  return blocks(alone.length === 0 ? null : table(HEADER, alone.map(row)), ...groups);
}

function renderGroup(plugin: string, field: Field, inside: readonly Field[], shared: SharedFields): string {
  return blocks(
    `<details class="option" id="${fieldAnchor(plugin, field.name)}">`,
    `<summary>${codeElement(field.name)}: ${inside.length} ${inside.length === 1 ? 'option' : 'options'}</summary>`,
    description(field, shared),
    `Type: ${typeOf(field)}. Default: ${defaultOf(field)}.`,
    table(
      HEADER,
      inside.map((each) => renderRow(plugin, each, shared)),
    ),
    '</details>',
  );
}

function renderRow(plugin: string, field: Field, shared: SharedFields): string[] {
  const anchor = fieldAnchor(plugin, field.name);
  const name = `<a id="${anchor}" href="#${anchor}">${codeSpan(shownName(field.name))}</a>`;
  return [`${name}<br>${typeOf(field)}`, defaultOf(field), description(field, shared)];
}

function description(field: Field, shared: SharedFields): string {
  const text = sentence(describeField(field, shared) ?? '');
  return field.deprecated ? `**Deprecated.** ${text}` : text;
}

function typeOf({ type, values, constraints, nullable, default: preset }: Field): string {
  const list = values === undefined ? '' : `: ${values.map(codeSpan).join(', ')}`;
  const limits = Object.entries(constraints ?? {}).map(([limit, value]) => `${LIMITS[limit] ?? limit} ${value}`);
  const empty = nullable && preset !== undefined ? [escapeMarkdown('may be null')] : [];
  return [codeSpan(type) + list, ...limits, ...empty].join(', ');
}

const LIMITS: Readonly<Record<string, string>> = { gt: 'more than', ge: 'at least', lt: 'less than', le: 'at most' };

function defaultOf(field: Field): string {
  if (field.required === true) return '**required**';
  if (field.required === 'with-parent') return `required in ${codeSpan(shownName(parentOf(field.name) ?? ''))}`;
  if (field.computed !== undefined) return escapeMarkdown(field.computed);
  if (field.default === undefined || field.default === null) return 'none';
  return codeSpan(shownValue(field.default));
}

/** A default as a recipe would hold it: text as it is, anything else as JSON, which is YAML too. */
export function shownValue(value: unknown): string {
  if (typeof value === 'string') return value;
  return JSON.stringify(value, null, 1)
    .replace(/\n\s*/g, ' ')
    .replace(/([[{]) | ([\]}])/g, '$1$2');
}
