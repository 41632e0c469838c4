import { SectionHeading, SiteLink } from '@quire/engine/components';
import type { HomeData } from '../schemas.ts';
import { ConnectorMark } from '../parts/connector-mark.tsx';

/** The wall of systems, each with its mark and its name. */
export function Connectors({ baseUrl, connectors }: { baseUrl: string; connectors: HomeData['connectors'] }) {
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
