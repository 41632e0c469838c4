/** Entities of the drawn lineage: step on the way of the data, lane beside others, platform, kind and name, and whether it is looked at. */
const ENTITIES = [
  { step: 0, lane: 0, kind: 'MySQL table', name: 'orders' },
  { step: 0, lane: 2, kind: 'MySQL table', name: 'payments' },
  { step: 1, lane: 1, kind: 'Airflow task', name: 'load_orders' },
  { step: 2, lane: 1, kind: 'Snowflake table', name: 'fct_orders', current: true },
  { step: 3, lane: 0, kind: 'Looker chart', name: 'Paid orders' },
  { step: 3, lane: 2, kind: 'Looker dashboard', name: 'Sales today' },
];

const WIDTH = 126;
const HEIGHT = 56;

const EDGES = [
  [0, 2],
  [1, 2],
  [2, 3],
  [3, 4],
  [3, 5],
] as const;

interface Place {
  x: number;
  y: number;
}

/** How the steps run: from left to right, and on narrow screens from top to bottom, so that the words stay readable. */
const WAYS = [
  { name: 'across', viewBox: '0 0 612 208', place: (step: number, lane: number): Place => ({ x: 6 + step * 158, y: 16 + lane * 60 }) },
  { name: 'down', viewBox: '0 0 294 352', place: (step: number, lane: number): Place => ({ x: 6 + lane * 78, y: 8 + step * 93 }) },
] as const;

type Way = (typeof WAYS)[number];

/** Drawn: lineage from two tables over a task to a warehouse table and what shows it. */
export function LineageScreen() {
  return (
    <>
      <p className="screen-bar">Lineage of fct_orders</p>
      {WAYS.map((way) => (
        <svg key={way.name} className={`screen-lineage ${way.name}`} viewBox={way.viewBox} aria-hidden="true">
          {EDGES.map(([from, to]) => (
            <path key={`${from}-${to}`} className="flow-line" d={edge(way, from, to)} />
          ))}
          {ENTITIES.map((entity) => (
            <Entity key={entity.name} {...way.place(entity.step, entity.lane)} entity={entity} />
          ))}
        </svg>
      ))}
    </>
  );
}

function Entity({ x, y, entity }: Place & { entity: (typeof ENTITIES)[number] }) {
  return (
    <g className={entity.current === true ? 'lineage-entity current' : 'lineage-entity'}>
      <rect x={x} y={y} width={WIDTH} height={HEIGHT} rx="8" />
      <text className="kind" x={x + 9} y={y + 22}>
        {entity.kind}
      </text>
      <text x={x + 9} y={y + 44}>
        {entity.name}
      </text>
    </g>
  );
}

function edge({ name, place }: Way, from: number, to: number): string {
  const [one, two] = [ENTITIES[from], ENTITIES[to]];
  if (one === undefined || two === undefined) return '';
  const [start, end] = [place(one.step, one.lane), place(two.step, two.lane)];
  if (name === 'across') {
    const [x1, y1, x2, y2] = [start.x + WIDTH, start.y + HEIGHT / 2, end.x, end.y + HEIGHT / 2];
    const middle = (x1 + x2) / 2;
    return `M${x1} ${y1}C${middle} ${y1} ${middle} ${y2} ${x2} ${y2}`;
  }
  const [x1, y1, x2, y2] = [start.x + WIDTH / 2, start.y + HEIGHT, end.x + WIDTH / 2, end.y];
  const middle = (y1 + y2) / 2;
  return `M${x1} ${y1}C${x1} ${middle} ${x2} ${middle} ${x2} ${y2}`;
}
