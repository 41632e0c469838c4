import type { HomeData } from '../schemas.ts';
import { brandMark, drawnMark } from '../parts/connector-mark.tsx';
import { isOnTrace, trace, type Feeds, type Trace } from './lineage.ts';

type Lineage = HomeData['lineage'];
type Entity = Lineage['entities'][number];

/** A layout of the graph. Sizes and positions are in SVG units. */
interface Layout {
  name: 'across' | 'down';
  /** Width and height of a node. */
  width: number;
  height: number;
  viewBox: string;
  positionOf(entity: Entity): { x: number; y: number };
}

/** The layouts: from left to right, and for narrow screens from top to bottom, so that the text stays readable. */
const LAYOUTS: readonly Layout[] = [
  {
    name: 'across',
    width: 146,
    height: 56,
    viewBox: '0 0 690 248',
    positionOf: ({ step, lane }) => ({ x: 4 + step * 178, y: 4 + lane * 92 }),
  },
  {
    name: 'down',
    width: 114,
    height: 58,
    viewBox: '0 0 366 366',
    positionOf: ({ step, lane }) => ({ x: 2 + lane * 124, y: 4 + step * 100 }),
  },
];

/** A lineage graph of sample data. It is static without its script (`lineage-graph.browser.ts`). */
export function LineageGraph({ lineage }: { lineage: Lineage }) {
  const { entities, selected } = lineage;
  const feeds: Feeds = new Map(entities.map((entity) => [entity.id, entity.feeds]));
  const selectedTrace = trace(selected, feeds);
  return (
    <section className="lineage" aria-labelledby="lineage-title" data-island="lineage">
      <header className="lineage-bar">
        <h2 id="lineage-title">{lineage.heading}</h2>
        <label className="lineage-search needs-script">
          <span className="visually-hidden">{lineage.search}</span>
          <input type="search" placeholder={lineage.search} list="lineage-names" autoComplete="off" />
        </label>
        <datalist id="lineage-names">
          {entities.map(({ id, name }) => (
            <option key={id} value={name} />
          ))}
        </datalist>
      </header>
      {LAYOUTS.map((layout) => (
        <svg
          key={layout.name}
          className={`lineage-graph ${layout.name}`}
          viewBox={layout.viewBox}
          role="tree"
          aria-labelledby="lineage-title"
        >
          {layout.name === 'across' && <Marks entities={entities} />}
          {entities.flatMap((entity) =>
            entity.feeds.map((to) => (
              <path
                key={`${entity.id}-${to}`}
                className={isOnTrace(entity.id, to, selected, selectedTrace) ? 'lineage-edge traced' : 'lineage-edge'}
                data-from={entity.id}
                data-to={to}
                d={edgePath(
                  layout,
                  entity,
                  entities.find(({ id }) => id === to),
                )}
                aria-hidden="true"
              />
            )),
          )}
          {entities.map((entity) => (
            <Node key={entity.id} entity={entity} layout={layout} lineage={lineage} state={stateOf(entity.id, selected, selectedTrace)} />
          ))}
        </svg>
      ))}
      <div className="lineage-panels" aria-live="polite">
        {entities.map((entity) => (
          <Panel key={entity.id} entity={entity} related={trace(entity.id, feeds)} hidden={entity.id !== selected} />
        ))}
      </div>
      <p className="lineage-hint needs-script">{lineage.hint}</p>
    </section>
  );
}

/** Returns the CSS class for the state of a node. */
function stateOf(id: string, selected: string, { upstream, downstream }: Trace): string {
  if (id === selected) return 'selected';
  return upstream.has(id) || downstream.has(id) ? 'traced' : '';
}

/** Returns the SVG attributes of a mark: a brand mark by its slug, or a drawing by the name of the system. */
function markPath(mark: string) {
  const brand = brandMark(mark);
  return brand === undefined ? { d: drawnMark(mark)?.path, fill: 'none', stroke: 'currentColor', strokeWidth: 2 } : { d: brand };
}

/** The marks of the systems, defined once for both layouts. */
function Marks({ entities }: { entities: readonly Entity[] }) {
  const slugs = [...new Set(entities.flatMap(({ mark }) => mark ?? []))];
  return (
    <defs>
      {slugs.map((slug) => (
        <symbol key={slug} id={`lineage-mark-${slug}`} viewBox="0 0 24 24">
          <path {...markPath(slug)} />
        </symbol>
      ))}
    </defs>
  );
}

function Node({ entity, layout, lineage, state }: { entity: Entity; layout: Layout; lineage: Lineage; state: string }) {
  const { x, y } = layout.positionOf(entity);
  const { id, name, kind, mark } = entity;
  const names = (ids: readonly string[]): string =>
    lineage.entities
      .filter((other) => ids.includes(other.id))
      .map((other) => other.name)
      .join(', ');
  const sources = names(lineage.entities.filter(({ feeds }) => feeds.includes(id)).map((other) => other.id));
  const targets = names(entity.feeds);
  const relations = [sources === '' ? '' : `Fed by ${sources}.`, targets === '' ? '' : `Feeds ${targets}.`].filter(Boolean).join(' ');
  const textX = x + (layout.name === 'down' ? 8 : mark === null ? 10 : 34);
  return (
    <g
      className={`lineage-node ${state}`}
      data-node={id}
      role="treeitem"
      aria-level={entity.step + 1}
      aria-selected={state === 'selected'}
      aria-description={relations}
    >
      <rect x={x} y={y} width={layout.width} height={layout.height} rx="9" />
      {layout.name === 'across' && mark !== null && (
        <use className="lineage-mark" href={`#lineage-mark-${mark}`} x={x + 10} y={y + 19} width="17" height="17" />
      )}
      <text className="lineage-name" x={textX} y={y + 24}>
        {`${name} `}
      </text>
      <text className="lineage-kind" x={textX} y={y + 42}>
        {kind}
      </text>
    </g>
  );
}

/** The details of an entity: its documentation, the number of its upstream and downstream entities, and its columns. */
function Panel({ entity, related, hidden }: { entity: Entity; related: Trace; hidden: boolean }) {
  const { id, name, kind, owner, domain, tags, text, columns } = entity;
  return (
    <div className="lineage-panel" data-panel={id} hidden={hidden}>
      <p className="lineage-title">
        <strong>{name}</strong> <span>{kind}</span>
      </p>
      <p className="lineage-text">{text}</p>
      <ul className="lineage-facts">
        <li>
          <span>Upstream</span> {related.upstream.size}
        </li>
        <li>
          <span>Downstream</span> {related.downstream.size}
        </li>
        <li>
          <span>Owner</span> {owner}
        </li>
        <li>
          <span>Domain</span> {domain}
        </li>
        {tags.map((tag) => (
          <li key={tag}>
            <span>Tag</span> {tag}
          </li>
        ))}
      </ul>
      {columns.length > 0 && (
        <p className="lineage-columns">
          <span>Columns</span>
          {columns.map((column) => (
            <button
              key={column.name}
              type="button"
              disabled
              data-column={`${id}.${column.name}`}
              data-from={column.from.join(' ')}
              aria-pressed="false"
            >
              {column.name}
            </button>
          ))}
        </p>
      )}
    </div>
  );
}

/** Returns the SVG path of an edge. */
function edgePath({ name, width, height, positionOf }: Layout, from: Entity, to: Entity | undefined): string {
  if (to === undefined) return '';
  const [start, end] = [positionOf(from), positionOf(to)];
  if (name === 'across') {
    const [x1, y1, x2, y2] = [start.x + width, start.y + height / 2, end.x, end.y + height / 2];
    const middle = (x1 + x2) / 2;
    return `M${x1} ${y1}C${middle} ${y1} ${middle} ${y2} ${x2} ${y2}`;
  }
  const [x1, y1, x2, y2] = [start.x + width / 2, start.y + height, end.x + width / 2, end.y];
  const middle = (y1 + y2) / 2;
  return `M${x1} ${y1}C${x1} ${middle} ${x2} ${middle} ${x2} ${y2}`;
}
