import { type SiteData, SiteLink } from '@quire/engine/components';
import type { IntegrationsText } from './schemas.ts';
import type { Integration } from '@quire/reference';
import { FilterForm } from './integrations/filter-form.tsx';
import { IntegrationCard } from './integrations/integration-card.tsx';

/** The texts of the page, and the entries from the catalog. */
export type IntegrationsData = IntegrationsText & { entries: readonly Integration[] };

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
