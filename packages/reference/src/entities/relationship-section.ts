import { blocks, table } from '../markdown/blocks.ts';
import { codeSpan, escapeMarkdown } from '../markdown/escape.ts';
import type { RelationshipDrawing } from './diagram.ts';
import type { RelationshipEdge } from './relationships.ts';

/** Target of the page's image; the page brings the drawing with it. */
export const DRAWING = './relationships.svg';

/** Every relationship of an entity, in both directions, below the drawing. @param linkOf Markdown link to an entity's page */
export function relationshipSection(
  entity: string,
  edges: readonly RelationshipEdge[],
  drawing: RelationshipDrawing | null,
  linkOf: (entity: string) => string,
): string {
  const outgoing = edges.filter((edge) => edge.source === entity);
  const incoming = edges.filter((edge) => edge.target === entity && edge.source !== entity);
  if (drawing === null) return blocks('## Relationships {#relationships}', 'No aspect of it points to an entity, and none points to it.');
  return blocks(
    '## Relationships {#relationships}',
    `![${escapeMarkdown(drawing.alternative)}](${DRAWING})`,
    outgoing.length === 0
      ? null
      : blocks(
          '### Outgoing {#outgoing}',
          edgeTable('To', outgoing, (edge) => linkOf(edge.target)),
        ),
    incoming.length === 0
      ? null
      : blocks(
          '### Incoming {#incoming}',
          edgeTable('From', incoming, (edge) => linkOf(edge.source)),
        ),
  );
}

/** One row for each name and entity at the other end; several fields may make the same relationship. */
function edgeTable(side: string, edges: readonly RelationshipEdge[], otherEnd: (edge: RelationshipEdge) => string): string {
  const withLineage = edges.some(({ isLineage }) => isLineage);
  const rows = [...Map.groupBy(edges, (edge) => `${edge.name} ${otherEnd(edge)}`).values()].flatMap((same) => {
    const [first] = same;
    if (first === undefined) return [];
    const fields = [...new Set(same.map(({ field }) => codeSpan(field)))].join(', ');
    const lineage = same.some(({ isLineage }) => isLineage) ? 'yes' : 'no';
    return [[codeSpan(first.name), otherEnd(first), fields, ...(withLineage ? [lineage] : [])]];
  });
  return table(['Relationship', side, 'Set in', ...(withLineage ? ['Lineage'] : [])], rows);
}
