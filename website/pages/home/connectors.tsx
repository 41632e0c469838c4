import { SectionHeading, SiteLink } from '@quire/engine/components';
import type { HomeData } from '../schemas.ts';
import { ConnectorMark } from '../parts/connector-mark.tsx';

/** The wall of systems: a mark where there is one, the name always. */
export function Connectors({ baseUrl, connectors }: { baseUrl: string; connectors: HomeData['connectors'] }) {
  return (
    <section className="home-connectors" aria-labelledby="connectors">
      <SectionHeading id="connectors" heading={connectors.heading} text={connectors.text} />
      <ul className="home-wall">
        {connectors.names.map(({ name, mark }) => (
          <li key={name}>
            {mark !== undefined && <ConnectorMark name={name} slug={mark} />}
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
