import type { GenerateContext, GeneratedPage } from '../contract.ts';
import { blocks, table } from '../markdown/blocks.ts';
import { codeSpan, escapeMarkdown, sentence } from '../markdown/escape.ts';
import { summaryOf } from '../markdown/summary.ts';
import { apiSection } from './api-section.ts';
import { ROOT, createDocLinks } from './doc-links.ts';
import { drawRelationships } from './diagram.ts';
import type { createTypeLookup } from './expand.ts';
import { expandFields, typesOf } from './expand.ts';
import type { LinkOfType } from './field-table.ts';
import { fieldTable } from './field-table.ts';
import type { Aspect, Entity, EntityCatalogue } from './model.ts';
import { DRAWING, relationshipSection } from './relationship-section.ts';
import type { RelationshipEdge } from './relationships.ts';
import { isExplained, typeAnchor, typeSection } from './type-section.ts';

const FOLDER = 'generated/metamodel/entities';

/** What all pages are made from; worked out once. */
export interface ModelView {
  catalogue: EntityCatalogue;
  lookup: ReturnType<typeof createTypeLookup>;
  edges: readonly RelationshipEdge[];
}

/** The page of one entity: what it is, what names it, what it is tied to, how to read and write it, and all its aspects. */
export function entityPage(entity: Entity, view: ModelView, context: GenerateContext): GeneratedPage {
  const { catalogue, lookup, edges } = view;
  const id = `${FOLDER}/${entity.name.toLowerCase()}`;
  const labels = new Map(catalogue.entities.map(({ name, label }) => [name, label]));
  const labelOf = (name: string): string => labels.get(name) ?? name;
  const linkOfEntity = (name: string): string => `[${escapeMarkdown(labelOf(name))}](./${name.toLowerCase()}.md)`;
  const all = [entity.keyAspect, ...entity.aspects].flatMap((name) => catalogue.aspects.get(name) ?? []);
  const [key, ...aspects] = all;
  const records = new Set(aspects.map(({ record }) => record));
  const types = typesOf(
    all.flatMap((aspect) => expandFields(aspect, lookup)),
    lookup,
  ).filter((type) => !('record' in type && records.has(type.record)));
  const linkOfType: LinkOfType = (name) => {
    const type = lookup(name);
    if (type === undefined || !isExplained(type)) return null;
    return 'record' in type && records.has(name) ? `#${type.name.toLowerCase()}` : `#${typeAnchor(name)}`;
  };
  const urn = entity.urn ?? urnForm(entity.name, key === undefined ? [] : key.fields.map(({ name }) => name));
  const drawing = drawRelationships(entity, edges, catalogue);
  const markdown = blocks(
    sentence(entity.purpose),
    entity.when === null ? null : sentence(entity.when),
    entity.category === 'internal' ? 'DataHub keeps it for its own working; it does not turn up in search.' : null,
    key === undefined ? null : identity(entity, key, fieldTable(expandFields(key, lookup), linkOfType, labelOf)),
    relationshipSection(entity.name, edges, drawing, linkOfEntity),
    apiSection(entity, urn, aspects, createDocLinks(context)),
    aspectSection(aspects, (aspect) => fieldTable(expandFields(aspect, lookup), linkOfType, labelOf)),
    typeSection(types, lookup, linkOfType, labelOf),
    furtherReading(entity, context),
  );
  return {
    id,
    source: `${id}.md`,
    path: `${context.basePath}/${id}`,
    title: entity.label,
    sidebarLabel: entity.label,
    sidebarPosition: entity.position,
    description: summaryOf(`${entity.label} in the metadata model`, entity.purpose),
    keywords: [entity.name, 'entity', 'aspects', 'metadata model', 'urn', ...all.map(({ record }) => record)],
    markdown: `${markdown}\n`,
    file: entity.file,
    ...(drawing === null ? {} : { drawings: { [DRAWING]: drawing.svg } }),
  };
}

/** `urn:li:dataset:(<platform>,<name>,<origin>)`: parentheses only around several parts. */
function urnForm(entity: string, parts: readonly string[]): string {
  const list = parts.map((part) => `<${part}>`).join(',');
  return `urn:li:${entity}:${parts.length > 1 ? `(${list})` : list}`;
}

function identity(entity: Entity, key: Aspect, fields: string): string {
  const form = urnForm(
    entity.name,
    key.fields.map(({ name }) => name),
  );
  return blocks(
    '## Identity {#identity}',
    [
      `- **Name in URNs and APIs**: ${codeSpan(entity.name)}`,
      `- **Key aspect**: ${codeSpan(key.name)}`,
      `- **URN**: ${codeSpan(form)}`,
      ...(entity.urn === null ? [] : [`- **Example**: ${codeSpan(entity.urn)}`]),
    ].join('\n'),
    fields,
  );
}

function aspectSection(aspects: readonly Aspect[], fieldsOf: (aspect: Aspect) => string): string {
  if (aspects.length === 0)
    return blocks('## Aspects {#aspects}', 'It has none beside its key: what is known of it stands in aspects of other entities.');
  const rows = aspects.map((aspect) => [
    `[${codeSpan(aspect.name)}](#${aspect.name.toLowerCase()})`,
    kindOf(aspect),
    sentence(aspect.description),
  ]);
  const parts = aspects.map((aspect) =>
    blocks(
      '<section class="reference">',
      `### ${codeSpan(aspect.name)} {#${aspect.name.toLowerCase()}}`,
      `${sentence(aspect.description)} Record: ${codeSpan(`${aspect.namespace}.${aspect.record}`)}.`,
      aspect.deprecated ? '**Deprecated.** It is kept for what was written earlier.' : null,
      fieldsOf(aspect),
      '</section>',
    ),
  );
  return blocks('## Aspects {#aspects}', table(['Aspect', 'Kind', 'What it says'], rows), ...parts);
}

const kindOf = ({ timeseries, deprecated }: Aspect): string =>
  (timeseries ? 'timeseries' : 'versioned') + (deprecated ? ', deprecated' : '');

function furtherReading({ guides }: Entity, context: GenerateContext): string | null {
  const links = [...guides, { page: 'metadata-modeling/metadata-model.md', label: 'The metadata model' }]
    .filter(({ page }) => context.hasDoc(page))
    .map(({ page, label }) => `- [${escapeMarkdown(label)}](${ROOT}/${page})`);
  return links.length === 0 ? null : blocks('## Next steps {#next-steps}', links.join('\n'));
}
