/** The nodes of the graph: position and radius in a view box of 240 by 200. The first one is the dataset in the center. */
const NODES = [
  [120, 100, 17],
  [48, 52, 10],
  [40, 132, 8],
  [92, 168, 9],
  [188, 46, 10],
  [206, 118, 9],
  [160, 170, 8],
  [112, 28, 7],
] as const;

/** The pairs of nodes that are connected by a relationship. */
const EDGES = [
  [0, 1],
  [0, 2],
  [0, 3],
  [0, 4],
  [0, 5],
  [0, 6],
  [0, 7],
  [1, 2],
  [4, 5],
  [5, 6],
  [1, 7],
] as const;

/** A drawing of the metadata graph. It is decorative, because the caption below it names the graph. */
export function GraphPicture() {
  return (
    <svg className="graph-picture" viewBox="0 0 240 200" aria-hidden="true">
      {EDGES.map(([from, to]) => {
        const [x1, y1] = NODES[from];
        const [x2, y2] = NODES[to];
        return <line key={`${from}-${to}`} className="flow-line" x1={x1} y1={y1} x2={x2} y2={y2} />;
      })}
      {NODES.map(([cx, cy, r], index) => (
        <circle key={`${cx}-${cy}`} className={index === 0 ? 'graph-node center' : 'graph-node'} cx={cx} cy={cy} r={r} />
      ))}
      <path className="graph-table" d="M112 94h16v12h-16zm0 4.5h16m-9-4.5v12" />
    </svg>
  );
}
