import { DescribedLinks, SectionHeading, type SiteData, SiteLink } from '@quire/engine/components';
import type { HomeData } from './schemas.ts';
import { FlowDiagram } from './home/flow-diagram.tsx';
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
