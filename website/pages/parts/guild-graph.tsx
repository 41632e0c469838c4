import type { GuildData } from '../schemas.ts';

/** Width and height of the drawing of one group, and the radius of its outermost node. */
const CELL = 120;
const RADIUS = 50;
/** The angle between two nodes in a row, at which nodes fill a disk evenly. */
const GOLDEN_ANGLE = Math.PI * (3 - Math.sqrt(5));
/** The turn of the groups at which no node is on the line between them. */
const TURN = 0.79;

/** The guild as a graph: a node for each member, filled for members with a public profile, around a node for their group. */
export function GuildGraph({ sections }: { sections: GuildData['sections'] }) {
  const groups = sections.map(({ name, people, profiles }, index) => ({ name, people, named: profiles.length, x: (index + 0.5) * CELL }));
  return (
    <svg className="guild-graph" viewBox={`0 0 ${groups.length * CELL} ${CELL}`} aria-hidden="true" focusable="false">
      <path className="guild-trunk" d={`M${CELL / 2} ${CELL / 2}H${(groups.length - 0.5) * CELL}`} />
      {groups.map((group) => (
        <Group key={group.name} {...group} />
      ))}
    </svg>
  );
}

function Group({ x, people, named }: { x: number; people: number; named: number }) {
  const center = CELL / 2;
  const nodes = Array.from({ length: people }, (_, index) => {
    const distance = RADIUS * (0.42 + 0.58 * Math.sqrt((index + 0.5) / people));
    const angle = index * GOLDEN_ANGLE - TURN;
    return { x: round(x + distance * Math.cos(angle)), y: round(center + distance * Math.sin(angle)), isNamed: index < named };
  });
  return (
    <>
      <path className="guild-edge" d={nodes.map((node) => `M${x} ${center}L${node.x} ${node.y}`).join('')} />
      {nodes.map((node) => (
        <circle key={`${node.x} ${node.y}`} className={node.isNamed ? 'guild-node' : 'guild-node other'} cx={node.x} cy={node.y} r="4" />
      ))}
      <circle className="guild-hub" cx={x} cy={center} r="9" />
    </>
  );
}

const round = (value: number): number => Math.round(value * 10) / 10;
