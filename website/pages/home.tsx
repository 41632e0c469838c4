import { DescribedLinks, SectionHeading, type SiteData, SiteLink } from '@quire/engine/components';
import type { HomeData } from './schemas.ts';
import { LineageGraph } from './home/lineage-graph.tsx';
import { Glyph } from './parts/glyph.tsx';
import { ConnectorMark } from './parts/connector-mark.tsx';
import type { ComponentType } from 'react';
import { SCREENS } from '../screens/screens.ts';

/** `/`: what DataHub is, how to run it, how it works, and where to go next. */
export default function Home({ site, data }: { site: SiteData; data: HomeData }) {
  const { baseUrl } = site;
  return (
    <div className="front-page front-home">
      <Hero baseUrl={baseUrl} hero={data.hero} lineage={data.lineage} quickstart={data.quickstart} />
      <FlowDiagram diagram={data.diagram} />
      <Features baseUrl={baseUrl} features={data.features} />
      <Connectors baseUrl={baseUrl} connectors={data.connectors} />
      <HowItWorks baseUrl={baseUrl} how={data.how} />
      <Adopters adopters={data.adopters} />
      <section aria-labelledby="next">
        <SectionHeading id="next" heading={data.next.heading} />
        <DescribedLinks baseUrl={baseUrl} links={data.next.links} />
      </section>
    </div>
  );
}

/** The hero section: what DataHub is, an interactive lineage graph, and the commands that start DataHub. */
function Hero({ baseUrl, hero, lineage, quickstart }: { baseUrl: string } & Pick<HomeData, 'hero' | 'lineage' | 'quickstart'>) {
  return (
    <section className="home-hero" aria-labelledby="home-title">
      <div className="home-pitch">
        <h1 id="home-title">{hero.heading}</h1>
        {hero.lines.map((line) => (
          <p key={line} className="front-lede">
            {line}
          </p>
        ))}
        <p className="front-actions">
          {hero.actions.map(({ label, to }, index) => (
            <SiteLink key={label} baseUrl={baseUrl} to={to} className={index === 0 ? 'button button-primary' : 'button'}>
              {label}
            </SiteLink>
          ))}
        </p>
      </div>
      <LineageGraph lineage={lineage} />
      <Quickstart baseUrl={baseUrl} quickstart={quickstart} />
    </section>
  );
}

function Quickstart({ baseUrl, quickstart }: { baseUrl: string; quickstart: HomeData['quickstart'] }) {
  return (
    <div className="home-quickstart">
      <div>
        <h2>{quickstart.heading}</h2>
        <p>{quickstart.text}</p>
        <p className="home-quickstart-links">
          {quickstart.links.map(({ label, to }) => (
            <SiteLink key={label} baseUrl={baseUrl} to={to} className="front-more">
              {label}
            </SiteLink>
          ))}
        </p>
      </div>
      <div className="home-terminal">
        <pre tabIndex={0}>
          <code>
            {quickstart.commands.map((command) => (
              <span key={command} className="home-command">
                {command}
                {'\n'}
              </span>
            ))}
          </code>
        </pre>
        <button type="button" className="needs-script home-copy" data-copy-text={quickstart.commands.join('\n')}>
          Copy commands
        </button>
      </div>
    </div>
  );
}

/** The main features of the platform, with one tile for each. */
export function Features({ baseUrl, features }: { baseUrl: string; features: HomeData['features'] }) {
  return (
    <section aria-labelledby="features">
      <SectionHeading id="features" heading={features.heading} text={features.text} />
      <div className="home-features">
        {features.items.map(({ title, text, icon, facts, isSequence, links }) => (
          <div key={title} className={facts.length > 0 ? 'home-feature leading' : 'home-feature'}>
            <Glyph name={icon} />
            <h3>{title}</h3>
            <p>{text}</p>
            <Facts facts={facts} isSequence={isSequence} />
            {links.map(({ label, to }) => (
              <SiteLink key={label} baseUrl={baseUrl} to={to} className="front-more">
                {label}
              </SiteLink>
            ))}
          </div>
        ))}
      </div>
    </section>
  );
}

/** Examples for a feature as chips; those of a sequence are connected with arrows. */
function Facts({ facts, isSequence }: { facts: readonly string[]; isSequence: boolean }) {
  if (facts.length === 0) return null;
  const List = isSequence ? 'ol' : 'ul';
  return (
    <List className="home-facts">
      {facts.map((fact) => (
        <li key={fact}>{fact}</li>
      ))}
    </List>
  );
}

/** The grid of connected systems, each with its mark and its name. */
function Connectors({ baseUrl, connectors }: { baseUrl: string; connectors: HomeData['connectors'] }) {
  return (
    <section className="home-connectors" aria-labelledby="connectors">
      <SectionHeading id="connectors" heading={connectors.heading} text={connectors.text} />
      <ul className="home-wall">
        {connectors.names.map(({ name, mark }) => (
          <li key={name}>
            <ConnectorMark name={name} slug={mark} />
            {name}
          </li>
        ))}
      </ul>
      <SiteLink baseUrl={baseUrl} to={connectors.link.to} className="front-more">
        {connectors.link.label}
      </SiteLink>
    </section>
  );
}

/** The names of organizations that use DataHub. Their logos are trademarks, so they are not shown. */
function Adopters({ adopters }: { adopters: HomeData['adopters'] }) {
  return (
    <section id="adoption" aria-labelledby="adopters">
      <SectionHeading id="adopters" heading={adopters.heading} text={adopters.text} />
      <div className="home-adopters">
        {adopters.groups.map(({ name, companies }) => (
          <div key={name} className="home-adopter-group">
            <h3>{name}</h3>
            <ul>
              {companies.map((company) => (
                <li key={company}>{company}</li>
              ))}
            </ul>
          </div>
        ))}
      </div>
    </section>
  );
}

type Row = HomeData['how']['rows'][number];

const PICTURES: Record<Row['screen'], ComponentType> = {
  ingestion: IngestionScreen,
  search: () => <ProductScreen name="search-results" />,
  dataset: () => <ProductScreen name="dataset" />,
};

/** A screen that the guides show as well. Its HTML consists of constants of this site, so it needs no sanitizing. */
function ProductScreen({ name }: { name: string }) {
  return <div className="screen" dangerouslySetInnerHTML={{ __html: SCREENS[name] ?? '' }} />;
}

/** Three steps, each with a drawn screen of the product. `screenText` describes the screen to readers who cannot see it. */
function HowItWorks({ baseUrl, how }: { baseUrl: string; how: HomeData['how'] }) {
  return (
    <section className="home-how" aria-labelledby="how">
      <header className="front-heading">
        <h2 id="how">{how.heading}</h2>
      </header>
      {how.rows.map((row) => {
        const Screen = PICTURES[row.screen];
        return (
          <div key={row.title} className="home-row">
            <div className="home-row-text">
              <h3>{row.title}</h3>
              <p>{row.text}</p>
              <SiteLink baseUrl={baseUrl} to={row.link.to} className="front-more">
                {row.link.label}
              </SiteLink>
            </div>
            <div className="home-screen" role="img" aria-label={row.screenText}>
              <Screen />
            </div>
          </div>
        );
      })}
    </section>
  );
}

/** Lines of a recipe: indentation, key, value. */
const RECIPE = [
  [0, 'source', ''],
  [1, 'type', 'mysql'],
  [1, 'config', ''],
  [2, 'host_port', 'orders-db:3306'],
  [2, 'username', '${MYSQL_USER}'],
  [2, 'password', '${MYSQL_PASSWORD}'],
  [0, 'sink', ''],
  [1, 'type', 'datahub-rest'],
  [1, 'config', ''],
  [2, 'server', 'http://localhost:8080'],
] as const;

const REPORT = [
  ['Tables', '128'],
  ['Views', '4'],
  ['Failures', '0'],
] as const;

/** A drawing of a recipe, the command that runs it, and the report of the run. */
function IngestionScreen() {
  return (
    <>
      <p className="screen-bar">recipe.yml</p>
      <pre className="screen-code">
        {RECIPE.map(([depth, key, value], index) => (
          <span key={index}>
            {'  '.repeat(depth)}
            <b>{key}</b>:{value !== '' && <i> {value}</i>}
            {'\n'}
          </span>
        ))}
      </pre>
      <div className="screen-run">
        <p className="screen-command">datahub ingest -c recipe.yml</p>
        <p className="screen-figures">
          {REPORT.map(([label, count]) => (
            <span key={label}>
              <b>{count}</b> {label}
            </span>
          ))}
          <span className="screen-done">Succeeded</span>
        </p>
      </div>
    </>
  );
}

/**
 * A diagram of the product: sources, ingestion, the metadata graph, and its uses. Its text is HTML, so it wraps and
 * scales; only the lines are SVG. The animation lasts longer than five seconds, so readers can pause it (with a checkbox
 * and CSS, without JavaScript). It never starts if the reader prefers reduced motion.
 */
function FlowDiagram({ diagram }: { diagram: HomeData['diagram'] }) {
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
