import { DescribedLinks, SectionHeading, type SiteData } from '@quire/engine/components';
import type { GuildData } from './schemas.ts';

/** `/guild/`: the people whom the community recognizes, with their public profiles. People without a profile are only counted. */
export default function Guild({ site, data }: { site: SiteData; data: GuildData }) {
  return (
    <div className="front-page front-guild">
      <header className="front-title">
        <h1>{data.heading}</h1>
        <div className="guild-lede">
          <p className="front-lede">{data.text}</p>
          <p className="front-actions">
            <a className="button button-primary" href="#ways">
              {data.ways.heading}
            </a>
          </p>
        </div>
        <figure className="guild-figure">
          <GuildGraph sections={data.sections} />
          <dl className="front-figures">
            {data.sections.map(({ name, people }) => (
              <div key={name}>
                <dt>{name}</dt>
                <dd>{people}</dd>
              </div>
            ))}
          </dl>
          <figcaption>{data.caption}</figcaption>
        </figure>
      </header>
      {data.sections.map((section, index) => (
        <GuildSection key={section.name} id={`guild-${index + 1}`} section={section} />
      ))}
      <section aria-labelledby="ways">
        <SectionHeading id="ways" heading={data.ways.heading} text={data.ways.text} />
        <DescribedLinks baseUrl={site.baseUrl} links={data.ways.links} />
      </section>
    </div>
  );
}

function GuildSection({ id, section }: { id: string; section: GuildData['sections'][number] }) {
  const others = section.people - section.profiles.length;
  return (
    <section className="front-roster" aria-labelledby={id}>
      <SectionHeading id={id} heading={section.name} text={section.text} />
      <ul className="front-people">
        {section.profiles.map(({ github, organization }) => (
          <li key={github}>
            <a className="external" href={`https://github.com/${github}`} rel="noopener">
              {github}
            </a>
            <span>{organization}</span>
          </li>
        ))}
        {others > 0 && (
          <li className="others">
            <span>and {others} more without a public profile</span>
          </li>
        )}
      </ul>
    </section>
  );
}

/** Width and height of the cell of one group, and distance of the outermost nodes from its center, in SVG units. */
const CELL = 120;
const RADIUS = 50;
/** The angle between consecutive nodes in radians, with which nodes fill a disk evenly (phyllotaxis). */
const GOLDEN_ANGLE = Math.PI * (3 - Math.sqrt(5));
/** The rotations of a group to choose from, in radians. The nodes should keep clear of the line between the groups. */
const ROTATIONS = Array.from({ length: 60 }, (_, index) => (index * Math.PI) / 30);

/** The guild as a graph: a node for each member, filled for members with a public profile, around a node for their group. */
function GuildGraph({ sections }: { sections: GuildData['sections'] }) {
  const groups = sections.map(({ name, people, profiles }, index) => ({
    name,
    people,
    namedCount: profiles.length,
    x: (index + 0.5) * CELL,
  }));
  return (
    <svg className="guild-graph" viewBox={`0 0 ${groups.length * CELL} ${CELL}`} aria-hidden="true" focusable="false">
      <path className="guild-trunk" d={`M${CELL / 2} ${CELL / 2}H${(groups.length - 0.5) * CELL}`} />
      {groups.map((group, index) => (
        <Group key={group.name} {...group} hasLineBefore={index > 0} hasLineAfter={index + 1 < groups.length} />
      ))}
    </svg>
  );
}

interface GroupProps {
  x: number;
  people: number;
  /** Number of members with a public profile. */
  namedCount: number;
  /** Whether the line between the groups leaves the group on its left side, and on its right side. */
  hasLineBefore: boolean;
  hasLineAfter: boolean;
}

function Group({ x, people, namedCount, hasLineBefore, hasLineAfter }: GroupProps) {
  const center = CELL / 2;
  /** The smallest distance between a node and the line between the groups. */
  const clearance = (rotation: number): number => {
    const beside = positionsOf(people, rotation).filter(({ along }) => (along < 0 ? hasLineBefore : hasLineAfter));
    return Math.min(...beside.map(({ across }) => Math.abs(across)));
  };
  const rotation = ROTATIONS.reduce((best, each) => (clearance(each) > clearance(best) ? each : best));
  const nodes = positionsOf(people, rotation).map(({ along, across }, index) => ({
    x: round(x + along),
    y: round(center + across),
    isNamed: index < namedCount,
  }));
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

/** Returns the positions of the nodes relative to the center of their group: along the line between the groups, and across it. */
function positionsOf(people: number, rotation: number): { along: number; across: number }[] {
  return Array.from({ length: people }, (_, index) => {
    const distance = RADIUS * (0.42 + 0.58 * Math.sqrt((index + 0.5) / people));
    const angle = index * GOLDEN_ANGLE - rotation;
    return { along: distance * Math.cos(angle), across: distance * Math.sin(angle) };
  });
}

const round = (value: number): number => Math.round(value * 10) / 10;
