import { SiteLink } from '@quire/engine/components';
import type { Integration } from '@quire/reference';
import { ConnectorMark } from '../parts/connector-mark.tsx';
import { optionKey } from './filter-state.ts';

/** The card of one system. The filter reads its data attributes. */
export function IntegrationCard({ baseUrl, entry }: { baseUrl: string; entry: Integration }) {
  const { name, text, mark, route, type, connection, status, features } = entry;
  return (
    <li
      className="integration"
      data-type={optionKey(type)}
      data-connection={optionKey(connection)}
      data-status={optionKey(status)}
      data-feature={features.map(optionKey).join(' ')}
    >
      <ConnectorMark name={name} slug={mark} />
      <h3>
        <SiteLink baseUrl={baseUrl} to={route} className="front-card-link">
          {name}
        </SiteLink>
      </h3>
      <p className="integration-facts">
        <span className={`status ${optionKey(status)}`}>{status}</span>
        <span>{type}</span>
        <span>{connection}</span>
      </p>
      <p className="integration-text">{text}</p>
    </li>
  );
}
