import type { SearchData } from '#content/load/front-page-schemas.ts';
import type { SiteData } from '#model/site.ts';
import { SearchForm, SiteLink } from './parts.tsx';

/** The frame of the results page. The server fills it with results for the `q` of the address, or the island does (packages/search/src/results-html.ts). */
export default function Search({ site, data }: { site: SiteData; data: SearchData }) {
  return (
    <div className="front-page">
      <header className="front-title">
        <h1>{data.heading}</h1>
        <p className="front-lede">{data.text}</p>
        <SearchForm baseUrl={site.baseUrl} prefix={site.docSet?.prefix} field={data.search} opensDialog={false} />
      </header>
      <div className="front-results" data-island="search-results">
        <p className="search-count" role="status" />
        <div className="search-results" />
        <div className="search-introduction">
          <p className="needs-script">{data.start}</p>
          <noscript>
            <p>{data.withoutScript}</p>
          </noscript>
          <ul className="front-links">
            {data.links.map(({ label, to }) => (
              <li key={label}>
                <SiteLink baseUrl={site.baseUrl} to={to}>
                  {label}
                </SiteLink>
              </li>
            ))}
          </ul>
        </div>
      </div>
    </div>
  );
}
