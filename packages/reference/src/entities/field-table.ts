import { table } from '../markdown/blocks.ts';
import { codeSpan, escapeMarkdown, sentence } from '../markdown/escape.ts';
import type { ExpandedField } from './expand.ts';
import type { SearchAnnotation } from './model.ts';
import { namesInType } from './type-names.ts';

/** Where a page explains a type: a fragment with `#`, or null where it does not. */
export type LinkOfType = (name: string) => string | null;

/** The fields of a record as a table. @param labelOf what readers call an entity */
export function fieldTable(fields: readonly ExpandedField[], linkOf: LinkOfType, labelOf: (entity: string) => string): string {
  if (fields.length === 0) return 'No fields: that it is there says it all.';
  const rows = fields.map((field) => [
    codeSpan(field.name),
    typeCell(field.type, linkOf),
    presence(field),
    field.search.map((annotation) => searchCell(annotation, field.name)).join('; '),
    meaning(field, labelOf),
  ]);
  return table(['Field', 'Type', 'Required', 'Searchable', 'What it holds'], rows);
}

function typeCell(type: string, linkOf: LinkOfType): string {
  const links = namesInType(type).flatMap((name) => {
    const target = linkOf(name);
    return target === null ? [] : [{ name, target }];
  });
  const [only] = links;
  if (only !== undefined && links.length === 1) return `[${codeSpan(type)}](${only.target})`;
  if (links.length === 0) return codeSpan(type);
  return `one of ${namesInType(type)
    .map((name) => (linkOf(name) === null ? codeSpan(name) : `[${codeSpan(name)}](${linkOf(name)})`))
    .join(', ')}`;
}

function presence({ optional, default: preset }: ExpandedField): string {
  if (preset !== undefined) return `no, default ${codeSpan(typeof preset === 'string' ? preset : JSON.stringify(preset))}`;
  return optional ? 'no' : 'yes';
}

/** `as tool, TEXT_PARTIAL`: the index's field where its name differs, and how the value is taken apart. */
function searchCell({ fieldName, fieldType }: SearchAnnotation, name: string): string {
  const index = codeSpan(fieldName ?? name);
  return fieldType === undefined ? index : `${index} ${codeSpan(fieldType)}`;
}

function meaning(field: ExpandedField, labelOf: (entity: string) => string): string {
  const links = field.relationships.map(
    ({ name, entityTypes }) =>
      ` Relationship ${codeSpan(name)} to ${entityTypes.map((entity) => escapeMarkdown(labelOf(entity))).join(', ')}.`,
  );
  const text = sentence(field.description) + links.join('');
  return field.deprecated ? `**Deprecated.** ${text}` : text;
}
