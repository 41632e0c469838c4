/** Draws the relationships of an entity as an SVG diagram: its neighbors on both sides, connected with arrows. */
import { listed } from '../markdown.ts';
import type { Entity, RelationshipEdge } from './model.ts';

/** Maximum number of boxes on each side. The tables of the page list all relationships. */
const MAX_BOXES = 6;
/** Sizes in SVG units. `TOP` is the margin at the top and bottom, `LOOP` the space for an arrow from the entity to itself. */
const BOX = { width: 236, height: 50, gap: 14 };
const MIDDLE = { left: 292, width: 176, height: 56 };
const [WIDTH, TOP, LOOP] = [760, 16, 44];
/** Margin for the border of the boxes at the edges of the drawing. */
const EDGE = 2;
const RIGHT = WIDTH - BOX.width - EDGE;

interface Neighbor {
  label: string;
  /** Names of the relationships; the first one is shown. */
  names: string[];
  isLineage: boolean;
}

export interface RelationshipDrawing {
  svg: string;
  /** Text alternative of the drawing. */
  alternative: string;
}

/** Draws an entity between its incoming and outgoing relationships; null if there are none. */
export function drawRelationships(
  entity: Entity,
  edges: readonly RelationshipEdge[],
  labels: ReadonlyMap<string, string>,
): RelationshipDrawing | null {
  const incoming = neighbors(
    edges.filter((edge) => edge.target === entity.name && edge.source !== entity.name),
    'source',
    labels,
  );
  const outgoing = neighbors(
    edges.filter((edge) => edge.source === entity.name && edge.target !== entity.name),
    'target',
    labels,
  );
  const own = [...new Set(edges.filter((edge) => edge.source === entity.name && edge.target === entity.name).map((edge) => edge.name))];
  if (incoming.length + outgoing.length + own.length === 0) return null;
  return { svg: render(entity, incoming, outgoing, own), alternative: describeDrawing(entity, incoming, outgoing, own) };
}

/** Groups relationships by neighbor: those with lineage first, then by number of relationships, then in the order of the catalog. */
function neighbors(edges: readonly RelationshipEdge[], side: 'source' | 'target', labels: ReadonlyMap<string, string>): Neighbor[] {
  return [...Map.groupBy(edges, (edge) => edge[side])]
    .map(([name, all]) => ({
      label: labels.get(name) ?? name,
      names: [...new Set(all.map((edge) => edge.name))].toSorted((a, b) => a.length - b.length),
      isLineage: all.some((edge) => edge.isLineage),
    }))
    .toSorted((a, b) => Number(b.isLineage) - Number(a.isLineage) || b.names.length - a.names.length);
}

function render(entity: Entity, incoming: readonly Neighbor[], outgoing: readonly Neighbor[], own: readonly string[]): string {
  const rows = Math.max(visibleCount(incoming), visibleCount(outgoing), 1);
  const top = own.length > 0 && rows < 3 ? TOP + LOOP : TOP;
  const height = top + rows * (BOX.height + BOX.gap) - BOX.gap + TOP;
  const center = top + (height - top - TOP) / 2;
  const id = `${entity.name.toLowerCase()}-arrow`;
  return [
    `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 ${WIDTH} ${height}" width="${WIDTH}" height="${height}">`,
    `<defs>${arrowMarker(id)}</defs>`,
    ...column(
      incoming,
      EDGE,
      center,
      (y) => `M${EDGE + BOX.width} ${y}C${BOX.width + 40} ${y} ${MIDDLE.left - 40} ${center} ${MIDDLE.left - 2} ${center}`,
      id,
    ),
    ...column(
      outgoing,
      RIGHT,
      center,
      (y) => `M${MIDDLE.left + MIDDLE.width} ${center}C${MIDDLE.left + MIDDLE.width + 40} ${center} ${RIGHT - 40} ${y} ${RIGHT - 2} ${y}`,
      id,
    ),
    ...selfLoop(own, center, id),
    box('d-box-accent', MIDDLE.left, center - MIDDLE.height / 2, MIDDLE.width, MIDDLE.height),
    text('d-text-on-accent', MIDDLE.left + MIDDLE.width / 2, center + 5, truncate(entity.label, 22)),
    ...renderNarrow(entity, incoming, outgoing, own),
    '</svg>',
  ].join('\n');
}

/** Sizes of the drawing for phones, which has a column of boxes on each side of a vertical line. */
const NARROW = { width: 360, box: 150, middle: { left: 82, width: 196 }, center: 180, gap: 10, arrow: 40 };

/** Renders the drawing for phones, from top to bottom. */
function renderNarrow(entity: Entity, incoming: readonly Neighbor[], outgoing: readonly Neighbor[], own: readonly string[]): string[] {
  const { width, middle, center, arrow } = NARROW;
  const id = `${entity.name.toLowerCase()}-narrow-arrow`;
  const top = incoming.length === 0 ? EDGE : EDGE + heightOf(incoming) + arrow;
  const bottom = top + MIDDLE.height;
  const height = outgoing.length === 0 ? bottom + EDGE : bottom + arrow + heightOf(outgoing) + EDGE;
  const first = bottom + arrow;
  const line = (d: string, end = ''): string => `<path class="d-line" fill="none" d="${d}"${end}/>`;
  const end = ` marker-end="url(#${id})"`;
  return [
    `<symbol id="narrow" viewBox="0 0 ${width} ${height}">`,
    `<defs>${arrowMarker(id)}</defs>`,
    ...(incoming.length === 0 ? [] : [line(`M${center} ${EDGE + BOX.height / 2}V${top - 2}`, end)]),
    ...narrowRows(incoming, EDGE, (x, y) => line(`M${x} ${y}H${center}`)),
    ...(outgoing.length === 0 ? [] : [line(`M${center} ${bottom}V${first + heightOf(outgoing) - BOX.height / 2}`)]),
    ...narrowRows(outgoing, first, (x, y) => line(`M${center} ${y}H${x}`, end)),
    ...(own.length === 0 ? [] : [line(`M${middle.left + middle.width} ${top + 16}h26v24h-24`, end)]),
    box('d-box-accent', middle.left, top, middle.width, MIDDLE.height),
    text('d-text-on-accent', center, top + (own.length === 0 ? 33 : 24), truncate(entity.label, 24)),
    ...(own.length === 0 ? [] : [text('d-text-on-accent', center, top + 43, captionOf(own), 12)]),
    '</symbol>',
  ];
}

const heightOf = (all: readonly Neighbor[]): number => Math.ceil(visibleCount(all) / 2) * (BOX.height + NARROW.gap) - NARROW.gap;

/** Renders the boxes, two in each row. @param connect draws the line between a box and the line in the middle */
function narrowRows(all: readonly Neighbor[], top: number, connect: (x: number, y: number) => string): string[] {
  const right = NARROW.width - NARROW.box - EDGE;
  return Array.from({ length: visibleCount(all) }, (_, index) => {
    const isLeft = index % 2 === 0;
    const y = top + Math.floor(index / 2) * (BOX.height + NARROW.gap);
    const side = isLeft ? EDGE + NARROW.box : right;
    return [connect(side, y + BOX.height / 2), neighborBox(all, index, isLeft ? EDGE : right, y, NARROW.box)].join('\n');
  });
}

const arrowMarker = (id: string): string =>
  `<marker id="${id}" viewBox="0 0 10 10" refX="9" refY="5" markerWidth="8" markerHeight="8" orient="auto-start-reverse"><path class="d-arrow" d="M0 0L10 5L0 10Z"/></marker>`;

/** Renders the boxes on one side. @param line returns the path from the center of a box to the entity */
function column(all: readonly Neighbor[], x: number, center: number, line: (y: number) => string, marker: string): string[] {
  const count = visibleCount(all);
  const first = center - (count * (BOX.height + BOX.gap) - BOX.gap) / 2;
  return Array.from({ length: count }, (_, index) => {
    const y = first + index * (BOX.height + BOX.gap);
    return [
      `<path class="d-line" fill="none" d="${line(y + BOX.height / 2)}" marker-end="url(#${marker})"/>`,
      neighborBox(all, index, x, y, BOX.width),
    ].join('\n');
  });
}

/** Renders the box of a neighbor. If there are too many neighbors, the last box shows how many are omitted. */
function neighborBox(all: readonly Neighbor[], index: number, x: number, y: number, width: number): string {
  const rest = all.length > MAX_BOXES && index === MAX_BOXES - 1 ? all.length - index : 0;
  const { label = '', names = [] } = all[index] ?? {};
  const middle = x + width / 2;
  const longest = Math.min(MAX_NAME, Math.floor(width / 7.6));
  const content =
    rest > 0
      ? [text('d-text-soft', middle, y + BOX.height / 2 + 5, `and ${rest} more`)]
      : [text('d-text', middle, y + 21, truncate(label, longest)), text('d-text-soft', middle, y + 40, captionOf(names, longest), 12)];
  return [box(rest > 0 ? 'd-group' : 'd-box', x, y, width, BOX.height), ...content].join('\n');
}

/** Renders an arrow from the entity to itself. */
function selfLoop(names: readonly string[], center: number, marker: string): string[] {
  if (names.length === 0) return [];
  const [left, right, top] = [MIDDLE.left + 40, MIDDLE.left + MIDDLE.width - 40, center - MIDDLE.height / 2];
  return [
    `<path class="d-line" fill="none" d="M${left} ${top}C${left} ${top - 30} ${right} ${top - 30} ${right} ${top - 2}" marker-end="url(#${marker})"/>`,
    text('d-text-soft', MIDDLE.left + MIDDLE.width / 2, top - 28, captionOf(names), 12),
  ];
}

const visibleCount = (all: readonly Neighbor[]): number => Math.min(all.length, MAX_BOXES);

const captionOf = (names: readonly string[], max?: number): string =>
  `${truncate(names[0] ?? '', max)}${names.length > 1 ? ` +${names.length - 1}` : ''}`;

/** Maximum length in characters of a name in the drawing. */
const MAX_NAME = 28;

const truncate = (name: string, max = MAX_NAME): string => (name.length > max ? `${name.slice(0, max - 1)}…` : name);

const box = (kind: string, x: number, y: number, width: number, height: number): string =>
  `<rect class="${kind}" x="${x}" y="${y}" width="${width}" height="${height}" rx="8"/>`;

const text = (kind: string, x: number, y: number, content: string, size = 14): string =>
  `<text class="${kind}" x="${x}" y="${y}" font-size="${size}" text-anchor="middle">${content.replace(/[&<>]/g, (char) => `&#${char.charCodeAt(0)};`)}</text>`;

/** Returns the text alternative of the drawing. */
function describeDrawing(entity: Entity, incoming: readonly Neighbor[], outgoing: readonly Neighbor[], own: readonly string[]): string {
  const list = (all: readonly Neighbor[]): string => {
    const first = all
      .slice(0, all.length > MAX_BOXES ? MAX_BOXES - 1 : MAX_BOXES)
      .map(({ label, names }) => `${label} (${names[0] ?? ''})`);
    return listed(all.length > first.length ? [...first, `${all.length - first.length} more`] : first);
  };
  const parts = [
    outgoing.length === 0 ? null : `${entity.label} points to ${list(outgoing)}.`,
    incoming.length === 0 ? null : `${list(incoming)} ${incoming.length === 1 ? 'points' : 'point'} to ${entity.label}.`,
    own.length === 0 ? null : `Entities of the same type are connected by ${listed(own)}.`,
  ];
  return parts.filter((part) => part !== null).join(' ');
}
