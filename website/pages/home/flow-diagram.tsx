import { SectionHeading } from '@quire/engine/components';
import type { HomeData } from '../schemas.ts';

/**
 * A diagram of the product: sources, ingestion, the metadata graph, and its uses. Its text is HTML, so it wraps and
 * scales; only the lines are SVG. The animation lasts longer than five seconds, so readers can pause it (with a checkbox
 * and CSS, without JavaScript). It never starts if the reader prefers reduced motion.
 */
export function FlowDiagram({ diagram }: { diagram: HomeData['diagram'] }) {
  const { sources, ingestion, graph, uses } = diagram;
  return (
    <section className="home-flow" aria-labelledby="flow">
      <SectionHeading id="flow" heading={diagram.heading} text={diagram.text} />
      <div className="flow">
        <ul className="flow-sources">
          {sources.map((source) => (
            <li key={source}>{source}</li>
          ))}
        </ul>
        <FlowLines ends={sources.length} direction="in" />
        <div className="flow-ingestion">
          <strong>{ingestion.label}</strong>
          {ingestion.ways.map((way) => (
            <span key={way}>{way}</span>
          ))}
        </div>
        <FlowLines ends={1} direction="in" />
        <div className="flow-graph">
          <GraphPicture />
          <strong>{graph}</strong>
        </div>
        <FlowLines ends={uses.length} direction="out" />
        <ul className="flow-uses">
          {uses.map(({ label, text }) => (
            <li key={label}>
              <strong>{label}</strong>
              <span>{text}</span>
            </li>
          ))}
        </ul>
        <label className="flow-pause">
          <input type="checkbox" />
          Pause the animation
        </label>
      </div>
    </section>
  );
}

/** Lines that fan in to or out of the center, as high as the columns beside them. On narrow screens, they are vertical. */
function FlowLines({ ends, direction }: { ends: number; direction: 'in' | 'out' }) {
  const paths = Array.from({ length: ends }, (_, index) => {
    const end = Math.round(((index + 0.5) / ends) * 1000) / 10;
    return direction === 'in' ? `M0 ${end}C50 ${end} 50 50 100 50` : `M0 50C50 50 50 ${end} 100 ${end}`;
  });
  return (
    <svg className="flow-lines" viewBox="0 0 100 100" preserveAspectRatio="none" aria-hidden="true">
      {paths.map((path) => (
        <g key={path}>
          <path className="flow-line" d={path} />
          <path className="flow-pulse" d={path} pathLength="100" />
        </g>
      ))}
      <path className="flow-line upright" d="M50 0V100" />
      <path className="flow-pulse upright" d="M50 0V100" pathLength="100" />
    </svg>
  );
}

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
function GraphPicture() {
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
