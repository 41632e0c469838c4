import { SiteLink } from '@quire/engine/components';
import type { HomeData } from '../schemas.ts';
import { LineageGraph } from './lineage-graph.tsx';

/** The first screen: what DataHub is, beside it a lineage graph to walk through, and the commands that bring it up. */
export function Hero({ baseUrl, hero, lineage, quickstart }: { baseUrl: string } & Pick<HomeData, 'hero' | 'lineage' | 'quickstart'>) {
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
