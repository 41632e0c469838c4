/** Entities of the drawn lineage: column, vertical position, platform, kind and name, and whether it is the one looked at. */
const ENTITIES = [
  { x: 6, y: 16, kind: 'MySQL table', name: 'orders' },
  { x: 6, y: 136, kind: 'MySQL table', name: 'payments' },
  { x: 164, y: 76, kind: 'Airflow task', name: 'load_orders' },
  { x: 322, y: 76, kind: 'Snowflake table', name: 'fct_orders', current: true },
  { x: 480, y: 16, kind: 'Looker chart', name: 'Paid orders' },
  { x: 480, y: 136, kind: 'Looker dashboard', name: 'Sales today' },
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

/** Drawn: lineage from two tables over a task to a warehouse table and what shows it. */
export function LineageScreen() {
  return (
    <>
      <p className="screen-bar">Lineage of fct_orders</p>
      <svg className="screen-lineage" viewBox="0 0 612 208" aria-hidden="true">
        {EDGES.map(([from, to]) => (
          <path key={`${from}-${to}`} className="flow-line" d={edge(from, to)} />
        ))}
        {ENTITIES.map(({ x, y, kind, name, current }) => (
          <g key={name} className={current === true ? 'lineage-entity current' : 'lineage-entity'}>
            <rect x={x} y={y} width={WIDTH} height={HEIGHT} rx="8" />
            <text className="kind" x={x + 9} y={y + 22}>
              {kind}
            </text>
            <text x={x + 9} y={y + 44}>
              {name}
            </text>
          </g>
        ))}
      </svg>
    </>
  );
}

function edge(from: number, to: number): string {
  const start = ENTITIES[from];
  const end = ENTITIES[to];
  if (start === undefined || end === undefined) return '';
  const [x1, y1, x2, y2] = [start.x + WIDTH, start.y + HEIGHT / 2, end.x, end.y + HEIGHT / 2];
  const middle = (x1 + x2) / 2;
  return `M${x1} ${y1}C${middle} ${y1} ${middle} ${y2} ${x2} ${y2}`;
}
