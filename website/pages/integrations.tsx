import { type SiteData, SiteLink } from '@quire/engine/components';
import type { IntegrationsText } from './schemas.ts';
import type { Integration } from '@quire/reference';
import { optionKey, type FilterKind } from './integrations/filter-state.ts';
import { ConnectorMark } from './parts/connector-mark.tsx';

/** The texts of the page, and the entries from the catalog. */
type IntegrationsData = IntegrationsText & { entries: readonly Integration[] };

/** `/integrations`: a card for every system. `integrations-filter.browser.ts` filters the list. */
export default function Integrations({ site, data }: { site: SiteData; data: IntegrationsData }) {
  const { baseUrl } = site;
  return (
    <div className="front-page front-integrations">
      <header className="front-title">
        <h1>{data.heading}</h1>
        <p className="front-lede">{data.text}</p>
        <p className="front-actions">
          {data.links.map(({ label, to }) => (
            <SiteLink key={label} baseUrl={baseUrl} to={to} className="front-more">
              {label}
            </SiteLink>
          ))}
        </p>
      </header>
      <div className="integrations" data-island="integrations-filter">
        <FilterForm entries={data.entries} />
        <section className="integrations-list" aria-labelledby="all-integrations">
          <h2 id="all-integrations">All integrations</h2>
          <p className="integrations-count" role="status" data-count="">
            {data.entries.length} integrations
          </p>
          <details className="integrations-terms">
            <summary>What the labels mean</summary>
            <dl>
              {data.terms.map(({ term, text }) => (
                <div key={term}>
                  <dt>{term}</dt>
                  <dd>{text}</dd>
                </div>
              ))}
            </dl>
          </details>
          <ul className="filter-chips" aria-label="Active filters" data-chips="" hidden />
          <ul className="integration-grid">
            {data.entries.map((entry) => (
              <IntegrationCard key={entry.name} baseUrl={baseUrl} entry={entry} />
            ))}
          </ul>
          <div className="integrations-none" data-none="" hidden>
            <p>No integration matches these filters.</p>
            <button type="button" className="button" data-reset="">
              Reset filters
            </button>
          </div>
        </section>
      </div>
    </div>
  );
}

const KINDS: { kind: FilterKind; label: string; values: (entry: Integration) => readonly string[] }[] = [
  { kind: 'type', label: 'Platform type', values: (entry) => [entry.type] },
  { kind: 'connection', label: 'Connection', values: (entry) => [entry.connection] },
  { kind: 'status', label: 'Support status', values: (entry) => [entry.status] },
  { kind: 'feature', label: 'Features', values: (entry) => entry.features },
];

/** The filter is visible only if JavaScript is available. Without it, readers see the whole list. */
function FilterForm({ entries }: { entries: readonly Integration[] }) {
  return (
    <form className="filter needs-script" role="search" aria-label="Filter integrations">
      <div className="filter-text">
        <label htmlFor="filter-text">Filter by name or content</label>
        <input id="filter-text" type="search" name="text" maxLength={100} autoComplete="off" placeholder="Snowflake, lineage…" />
      </div>
      <details className="filter-kinds">
        <summary>More filters</summary>
        {KINDS.map(({ kind, label, values }) => (
          <fieldset key={kind}>
            <legend>{label}</legend>
            {options(entries, values).map(([option, count]) => (
              <label key={option} className="filter-option">
                <input type="checkbox" name={kind} value={optionKey(option)} />
                <span>{option}</span>
                <span className="filter-count">{count}</span>
              </label>
            ))}
          </fieldset>
        ))}
      </details>
      <button type="reset" className="button">
        Reset filters
      </button>
    </form>
  );
}

/** Returns the options of a kind in alphabetical order, each with the number of entries that have it. */
function options(entries: readonly Integration[], values: (entry: Integration) => readonly string[]): [string, number][] {
  const counts = new Map<string, number>();
  for (const value of entries.flatMap((entry) => values(entry))) counts.set(value, (counts.get(value) ?? 0) + 1);
  return [...counts].sort(([a], [b]) => a.localeCompare(b, 'en'));
}

/** The card of one system. The filter reads its data attributes. */
function IntegrationCard({ baseUrl, entry }: { baseUrl: string; entry: Integration }) {
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
